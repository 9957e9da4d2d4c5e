/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-websocket-framer.h"

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
#define MASK_SIZE 4

/* As GLib reads them, which knows the longer forms of the first UTF-8 too. */
#define MAX_CHARACTER_BYTES 6

enum {
  OPCODE_CONTINUATION = 0,
  OPCODE_TEXT = 1,
  OPCODE_BINARY = 2,
  OPCODE_CLOSE = 8,
  OPCODE_PING = 9,
  OPCODE_PONG = 10,
};

/* RFC 6455 §7.4.1 */
#define CLOSE_PROTOCOL_ERROR 1002
#define CLOSE_NO_TEXT 1007
#define CLOSE_TOO_LARGE 1009

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
  const guint8 *bytes = mcp_byte_buffer_peek (&self->base.input);
  gsize         size = mcp_byte_buffer_get_size (&self->base.input);

  if (size < 2)
    return FALSE;
  guint64 length = bytes[1] & LENGTH_BITS;
  gsize   extra = length == LENGTH_16 ? 2 : 0;
  if (length == LENGTH_64)
    extra = 8;
  if (size < 2 + extra)
    return FALSE;
  if (extra > 0)
    length = read_number (bytes + 2, extra);
  self->problem = judge (self, bytes[0], bytes[1], length);
  self->close_code = CLOSE_PROTOCOL_ERROR;
  /* Nobody waits for the end of such a one. */
  if (self->problem == NULL && length > MAX (self->base.limit, MCP_MESSAGE_LIMIT))
    {
      self->problem = "a frame is announced that is larger than any message may be";
      self->close_code = CLOSE_TOO_LARGE;
    }
  if (self->problem != NULL)
    return FALSE;
  self->in_frame = TRUE;
  self->final = (bytes[0] & FINAL_BIT) != 0;
  self->opcode = bytes[0] & OPCODE_BITS;
  self->remaining = length;
  if (self->opcode == OPCODE_TEXT || self->opcode == OPCODE_BINARY)
    self->message_opcode = self->opcode;
  mcp_byte_buffer_skip (&self->base.input, 2 + extra);
  return TRUE;
}

static McpFrameKind
take_control (McpWebsocketFramer *self, GBytes **data)
{
  if (mcp_byte_buffer_get_size (&self->base.input) < self->remaining)
    return MCP_FRAME_NONE;
  *data = mcp_byte_buffer_take (&self->base.input, self->remaining, 0);
  self->in_frame = FALSE;
  return self->opcode == OPCODE_CLOSE  ? MCP_FRAME_CLOSE
         : self->opcode == OPCODE_PING ? MCP_FRAME_PING
                                       : MCP_FRAME_PONG;
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
  gsize count = (gsize)MIN (self->remaining, mcp_byte_buffer_get_size (&self->base.input));

  if (!mcp_byte_buffer_append (&self->message, mcp_byte_buffer_peek (&self->base.input), count))
    {
      self->base.starved = TRUE;
      return;
    }
  mcp_byte_buffer_skip (&self->base.input, count);
  self->remaining -= count;
  if (self->base.dropping)
    {
      self->base.dropped += count;
      keep_tail (self);
    }
}

/* As far as it is here and within the limit, so that it is the same however it is cut: it may come
 * in pieces, which may end within a character. */
static void
check_text (McpWebsocketFramer *self, gboolean whole)
{
  gsize       size = MIN (mcp_byte_buffer_get_size (&self->message), self->base.limit);
  const char *text = size > 0 ? (const char *)mcp_byte_buffer_peek (&self->message) : NULL;

  while (self->n_checked < size)
    {
      const char *end;

      g_utf8_validate_len (text + self->n_checked, size - self->n_checked, &end);
      self->n_checked = (gsize)(end - text);
      gsize left = size - self->n_checked;
      if (left == 0)
        return;
      if (*end == '\0') /* which GLib does not take for text */
        self->n_checked++;
      else if (!whole && memchr (end, '\0', MIN (left, MAX_CHARACTER_BYTES)) == NULL &&
               g_utf8_get_char_validated (end, (gssize)left) == (gunichar)-2)
        return;
      else
        {
          self->problem = "a text is no UTF-8";
          self->close_code = CLOSE_NO_TEXT;
          return;
        }
    }
}

static McpFrameKind
begin_dropping (McpWebsocketFramer *self, GBytes **data)
{
  gsize size = mcp_byte_buffer_get_size (&self->message);

  *data = g_bytes_new (mcp_byte_buffer_peek (&self->message), MIN (size, MCP_OVERSIZED_SAMPLE));
  self->base.dropping = TRUE;
  self->base.dropped = size;
  keep_tail (self);
  return MCP_FRAME_TOO_LARGE;
}

static McpFrameKind
end_message (McpWebsocketFramer *self, GBytes **data)
{
  McpFrameKind kind =
      self->message_opcode == OPCODE_TEXT ? MCP_FRAME_MESSAGE : MCP_FRAME_BINARY;

  if (self->base.dropping)
    kind = MCP_FRAME_DROPPED;
  self->base.dropping = FALSE;
  self->message_opcode = 0;
  self->n_checked = 0;
  *data = mcp_byte_buffer_take (&self->message, mcp_byte_buffer_get_size (&self->message), 0);
  return kind;
}

static McpFrameKind
websocket_framer_next (McpFramer *framer, GBytes **data)
{
  McpWebsocketFramer *self = (McpWebsocketFramer *)framer;
  gboolean            beyond;

  *data = NULL;
  for (;;)
    {
      if (self->problem != NULL)
        return MCP_FRAME_BROKEN;
      if (!self->in_frame && !read_header (self))
        {
          if (self->problem == NULL)
            return MCP_FRAME_NONE;
          continue;
        }
      if (self->opcode >= OPCODE_CLOSE)
        return take_control (self, data);
      take_payload (self);
      beyond = self->base.starved ||
               mcp_byte_buffer_get_size (&self->message) > self->base.limit;
      if (self->message_opcode == OPCODE_TEXT && !self->base.dropping)
        check_text (self, !beyond && self->final && self->remaining == 0);
      if (self->problem != NULL)
        return MCP_FRAME_BROKEN;
      if (beyond && !self->base.dropping)
        return begin_dropping (self, data);
      if (self->remaining > 0)
        return MCP_FRAME_NONE;
      self->in_frame = FALSE;
      if (self->final)
        return end_message (self, data);
    }
}

static GBytes *
websocket_framer_finish (McpFramer *framer)
{
  McpWebsocketFramer *self = (McpWebsocketFramer *)framer;

  /* What is left is no message, but a call that waits for one shows it. */
  if (self->close_code != CLOSE_NO_TEXT)
    return NULL;
  self->close_code = 0;
  return mcp_byte_buffer_take (&self->message, mcp_byte_buffer_get_size (&self->message), 0);
}

static void
websocket_framer_free (McpFramer *framer)
{
  McpWebsocketFramer *self = (McpWebsocketFramer *)framer;

  mcp_byte_buffer_clear (&self->base.input);
  mcp_byte_buffer_clear (&self->message);
  g_free (self);
}

McpWebsocketFramer *
mcp_websocket_framer_new (gsize limit)
{
  static const McpFramerClass klass = { websocket_framer_next, websocket_framer_finish,
                                        websocket_framer_free };
  McpWebsocketFramer         *self = g_new0 (McpWebsocketFramer, 1);

  self->base.klass = &klass;
  self->base.limit = limit;
  return self;
}

gboolean
mcp_websocket_framer_is_within (McpWebsocketFramer *self)
{
  return self->in_frame || self->message_opcode != 0 ||
         mcp_byte_buffer_get_size (&self->base.input) > 0;
}

/* Frames of ours */

/* Bytes of the length behind the first two. */
static gsize
count_length_bytes (gsize size)
{
  if (size < LENGTH_16)
    return 0;
  return size <= G_MAXUINT16 ? 2 : 8;
}

GBytes *
mcp_websocket_make_head (McpFrameKind kind, GBytes *payload, const guint8 mask[4])
{
  gsize  size = g_bytes_get_size (payload);
  gsize  extra = count_length_bytes (size);
  guint8 head[2 + 8 + MASK_SIZE];

  head[0] = FINAL_BIT | (kind == MCP_FRAME_PING    ? OPCODE_PING
                         : kind == MCP_FRAME_PONG  ? OPCODE_PONG
                         : kind == MCP_FRAME_CLOSE ? OPCODE_CLOSE
                                                   : OPCODE_TEXT);
  if (extra == 0)
    head[1] = MASK_BIT | (guint8)size;
  else
    head[1] = MASK_BIT | (extra == 2 ? LENGTH_16 : LENGTH_64);
  for (gsize i = 0; i < extra; i++)
    head[2 + i] = (guint8)((guint64)size >> (8 * (extra - 1 - i)));
  memcpy (head + 2 + extra, mask, MASK_SIZE);
  return g_bytes_new (head, 2 + extra + MASK_SIZE);
}

void
mcp_websocket_mask (guint8 *piece, gsize size, gsize offset, GBytes *head)
{
  gsize         head_size;
  const guint8 *mask = g_bytes_get_data (head, &head_size);

  mask += head_size - MASK_SIZE;
  for (gsize i = 0; i < size; i++)
    piece[i] ^= mask[(offset + i) & 3];
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
