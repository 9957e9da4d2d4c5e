/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-framer.h"

#include "mcp-byte-buffer.h"
#include "mcp-limits.h"

#include <string.h>

/* RFC 6455 §5.2 */
#define FINAL_BIT 0x80
#define RESERVED_BITS 0x70
#define OPCODE_BITS 0x0f
#define MASK_BIT 0x80
#define LENGTH_BITS 0x7f
#define LENGTH_16 126
#define LENGTH_64 127
#define MAX_CONTROL_PAYLOAD 125

enum {
  OPCODE_CONTINUATION = 0,
  OPCODE_TEXT = 1,
  OPCODE_BINARY = 2,
  OPCODE_CLOSE = 8,
  OPCODE_PING = 9,
  OPCODE_PONG = 10,
};

struct _McpWebsocketFramer
{
  gsize         limit;
  McpByteBuffer input;
  const char   *problem;

  /* The frame whose header was read */
  gboolean in_frame;
  gboolean final;
  guint    opcode;
  guint64  remaining; /* of its payload */

  /* The message that its fragments make */
  guint         message_opcode; /* 0 outside of one */
  McpByteBuffer message;
  gboolean      dropping;
  guint64       dropped;
};

McpWebsocketFramer *
mcp_websocket_framer_new (gsize limit)
{
  McpWebsocketFramer *self = g_new0 (McpWebsocketFramer, 1);

  self->limit = limit;
  return self;
}

void
mcp_websocket_framer_free (McpWebsocketFramer *self)
{
  mcp_byte_buffer_clear (&self->input);
  mcp_byte_buffer_clear (&self->message);
  g_free (self);
}

guint8 *
mcp_websocket_framer_reserve (McpWebsocketFramer *self)
{
  return mcp_byte_buffer_reserve (&self->input, MCP_READ_SIZE);
}

void
mcp_websocket_framer_commit (McpWebsocketFramer *self, gsize size)
{
  mcp_byte_buffer_commit (&self->input, size);
}

void
mcp_websocket_framer_push (McpWebsocketFramer *self, const void *data, gsize size)
{
  mcp_byte_buffer_append (&self->input, data, size);
}

/* Returns: why a frame with this header cannot be, or %NULL */
static const char *
judge (McpWebsocketFramer *self, guint8 first, guint8 second, guint64 length)
{
  guint    opcode = first & OPCODE_BITS;
  gboolean control = opcode >= OPCODE_CLOSE;

  if (first & RESERVED_BITS)
    return "it uses an extension that was not agreed on (a reserved bit is set)";
  if (second & MASK_BIT)
    return "a frame of the server is masked";
  if ((opcode > OPCODE_BINARY && !control) || opcode > OPCODE_PONG)
    return "a frame has an unknown opcode";
  if (control && !(first & FINAL_BIT))
    return "a control frame is fragmented";
  if (control && length > MAX_CONTROL_PAYLOAD)
    return "a control frame has more than 125 bytes";
  if (length > G_MAXINT64)
    return "a frame's length is negative";
  if (opcode == OPCODE_CONTINUATION && self->message_opcode == 0)
    return "a frame continues a message that was not begun";
  if ((opcode == OPCODE_TEXT || opcode == OPCODE_BINARY) && self->message_opcode != 0)
    return "a message begins within another one";
  return NULL;
}

static guint64
read_number (const guint8 *bytes, gsize size)
{
  guint64 number = 0;

  for (gsize i = 0; i < size; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* Returns: whether a header was there and is good */
static gboolean
read_header (McpWebsocketFramer *self)
{
  const guint8 *bytes = mcp_byte_buffer_peek (&self->input);
  gsize         size = mcp_byte_buffer_get_size (&self->input);
  gsize         extra;
  guint64       length;

  if (size < 2)
    return FALSE;
  length = bytes[1] & LENGTH_BITS;
  extra = length == LENGTH_16 ? 2 : 0;
  if (length == LENGTH_64)
    extra = 8;
  if (size < 2 + extra)
    return FALSE;
  if (extra > 0)
    length = read_number (bytes + 2, extra);
  self->problem = judge (self, bytes[0], bytes[1], length);
  if (self->problem != NULL)
    return FALSE;
  self->in_frame = TRUE;
  self->final = (bytes[0] & FINAL_BIT) != 0;
  self->opcode = bytes[0] & OPCODE_BITS;
  self->remaining = length;
  if (self->opcode == OPCODE_TEXT || self->opcode == OPCODE_BINARY)
    self->message_opcode = self->opcode;
  mcp_byte_buffer_skip (&self->input, 2 + extra);
  return TRUE;
}

static McpWebsocketKind
take_control (McpWebsocketFramer *self, GBytes **data)
{
  if (mcp_byte_buffer_get_size (&self->input) < self->remaining)
    return MCP_WEBSOCKET_NONE;
  *data = mcp_byte_buffer_take (&self->input, self->remaining, 0);
  self->in_frame = FALSE;
  return self->opcode == OPCODE_CLOSE  ? MCP_WEBSOCKET_CLOSE
         : self->opcode == OPCODE_PING ? MCP_WEBSOCKET_PING
                                       : MCP_WEBSOCKET_PONG;
}

/* While dropping, the message's buffer keeps its last bytes only. */
static void
keep_tail (McpWebsocketFramer *self)
{
  gsize size = mcp_byte_buffer_get_size (&self->message);

  if (size > MCP_OVERSIZED_SAMPLE)
    mcp_byte_buffer_skip (&self->message, size - MCP_OVERSIZED_SAMPLE);
}

static void
take_payload (McpWebsocketFramer *self)
{
  gsize count = (gsize)MIN (self->remaining, mcp_byte_buffer_get_size (&self->input));

  mcp_byte_buffer_append (&self->message, mcp_byte_buffer_peek (&self->input), count);
  mcp_byte_buffer_skip (&self->input, count);
  self->remaining -= count;
  if (self->dropping)
    {
      self->dropped += count;
      keep_tail (self);
    }
}

static McpWebsocketKind
begin_dropping (McpWebsocketFramer *self, GBytes **data)
{
  gsize size = mcp_byte_buffer_get_size (&self->message);

  *data = g_bytes_new (mcp_byte_buffer_peek (&self->message), MIN (size, MCP_OVERSIZED_SAMPLE));
  self->dropping = TRUE;
  self->dropped = size;
  keep_tail (self);
  return MCP_WEBSOCKET_TOO_LARGE;
}

static McpWebsocketKind
end_message (McpWebsocketFramer *self, GBytes **data)
{
  McpWebsocketKind kind =
      self->message_opcode == OPCODE_TEXT ? MCP_WEBSOCKET_TEXT : MCP_WEBSOCKET_BINARY;

  if (self->dropping)
    kind = MCP_WEBSOCKET_DROPPED;
  self->dropping = FALSE;
  self->message_opcode = 0;
  *data = mcp_byte_buffer_take (&self->message, mcp_byte_buffer_get_size (&self->message), 0);
  return kind;
}

McpWebsocketKind
mcp_websocket_framer_next (McpWebsocketFramer *self, GBytes **data)
{
  *data = NULL;
  for (;;)
    {
      if (self->problem != NULL)
        return MCP_WEBSOCKET_BROKEN;
      if (!self->in_frame && !read_header (self))
        {
          if (self->problem == NULL)
            return MCP_WEBSOCKET_NONE;
          continue;
        }
      if (self->opcode >= OPCODE_CLOSE)
        return take_control (self, data);
      take_payload (self);
      if (!self->dropping && mcp_byte_buffer_get_size (&self->message) > self->limit)
        return begin_dropping (self, data);
      if (self->remaining > 0)
        return MCP_WEBSOCKET_NONE;
      self->in_frame = FALSE;
      if (self->final)
        return end_message (self, data);
    }
}

const char *
mcp_websocket_framer_get_problem (McpWebsocketFramer *self)
{
  return self->problem;
}

gboolean
mcp_websocket_framer_is_within (McpWebsocketFramer *self)
{
  return self->in_frame || self->message_opcode != 0 ||
         mcp_byte_buffer_get_size (&self->input) > 0;
}

guint64
mcp_websocket_framer_get_dropped (McpWebsocketFramer *self)
{
  return self->dropped;
}

gsize
mcp_websocket_framer_get_footprint (McpWebsocketFramer *self)
{
  return self->input.capacity + self->message.capacity;
}

/* Frames of ours */

static guint
opcode_of (McpWebsocketKind kind)
{
  switch (kind)
    {
    case MCP_WEBSOCKET_BINARY:
      return OPCODE_BINARY;
    case MCP_WEBSOCKET_PING:
      return OPCODE_PING;
    case MCP_WEBSOCKET_PONG:
      return OPCODE_PONG;
    case MCP_WEBSOCKET_CLOSE:
      return OPCODE_CLOSE;
    case MCP_WEBSOCKET_NONE:
    case MCP_WEBSOCKET_TEXT:
    case MCP_WEBSOCKET_TOO_LARGE:
    case MCP_WEBSOCKET_DROPPED:
    case MCP_WEBSOCKET_BROKEN:
    default:
      return OPCODE_TEXT;
    }
}

/* Bytes of the length behind the first two. */
static gsize
count_length_bytes (gsize size)
{
  if (size < LENGTH_16)
    return 0;
  return size <= G_MAXUINT16 ? 2 : 8;
}

GBytes *
mcp_websocket_frame (McpWebsocketKind kind, const void *data, gsize size, const guint8 mask[4])
{
  const guint8 *payload = data;
  gsize         extra = count_length_bytes (size);
  gsize         start = 2 + extra + 4;
  guint8       *frame = g_malloc (start + size);

  frame[0] = FINAL_BIT | opcode_of (kind);
  if (extra == 0)
    frame[1] = MASK_BIT | (guint8)size;
  else
    frame[1] = MASK_BIT | (extra == 2 ? LENGTH_16 : LENGTH_64);
  for (gsize i = 0; i < extra; i++)
    frame[2 + i] = (guint8)((guint64)size >> (8 * (extra - 1 - i)));
  memcpy (frame + 2 + extra, mask, 4);
  for (gsize i = 0; i < size; i++)
    frame[start + i] = payload[i] ^ mask[i & 3];
  return g_bytes_new_take (frame, start + size);
}

char *
mcp_websocket_parse_close (GBytes *payload, guint *code)
{
  gsize         size;
  const guint8 *bytes = g_bytes_get_data (payload, &size);

  *code = 1005;
  if (size < 2)
    return g_strdup ("");
  *code = (guint)read_number (bytes, 2);
  return g_utf8_make_valid ((const char *)bytes + 2, (gssize)size - 2);
}

const char *
mcp_websocket_explain_close (guint code)
{
  static const struct
  {
    guint       code;
    const char *words;
  } codes[] = {
    { 1000, "it is done" },
    { 1001, "it goes away" },
    { 1002, "it says that we broke the protocol" },
    { 1003, "it does not take this kind of data" },
    { 1005, "it gave no reason" },
    { 1007, "it says that our text is none" },
    { 1008, "its policy forbids it; often an authorization is missing" },
    { 1009, "our message was too large for it" },
    { 1010, "it wants an extension that we do not have" },
    { 1011, "something went wrong inside of it" },
    { 1012, "it restarts" },
    { 1013, "it is overloaded: try again later" },
    { 1014, "what stands behind it gave a bad answer" },
    { 3000, "it wants an authorization" },
    { 3003, "it forbids the access" },
    { 3008, "it waited too long for us" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i].code == code)
      return codes[i].words;
  return NULL;
}
