/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames come out the same however the bytes were cut, and what is held stays bounded; the answer to
 * a handshake is judged without reading beyond it. The first byte says how to cut. */

#include "mcp-http-address.h"
#include "mcp-limits.h"
#include "mcp-websocket-framer.h"
#include "mcp-websocket-handshake.h"
#include "fuzz-fail.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Small, so that inputs of the fuzzer's size go beyond it. */
#define LIMIT 48
/* Two buffers at their least, and what is read at once. */
#define MOST (6 * MCP_READ_SIZE)

static gboolean
take (McpWebsocketFramer *framer, GString *log)
{
  for (;;)
    {
      g_autoptr (GBytes) frame = NULL;
      McpFrameKind kind = mcp_framer_next (&framer->base, &frame);

      if (framer->base.input.capacity + framer->message.capacity > MOST)
        fuzz_fail ("more is held than the limit allows");
      if (kind == MCP_FRAME_NONE)
        return TRUE;
      g_string_append_printf (log, "%d:", kind);
      if (kind == MCP_FRAME_BROKEN)
        {
          g_string_append (log, framer->problem);
          return FALSE;
        }
      /* The samples of a message that is too large depend on the cuts; that it was met does not. */
      if (kind < MCP_FRAME_TOO_LARGE)
        {
          gsize       length = 0;
          const char *text = g_bytes_get_data (frame, &length);

          if (kind <= MCP_FRAME_BINARY && length > LIMIT)
            fuzz_fail ("a message beyond the limit");
          if (kind > MCP_FRAME_BINARY && length > 125)
            fuzz_fail ("a control frame beyond the limit");
          g_string_append_len (log, text, (gssize)length);
          if (kind == MCP_FRAME_CLOSE)
            {
              guint code = 0;
              g_free (mcp_websocket_parse_close (frame, &code));
            }
        }
      g_string_append_c (log, '\n');
    }
}

static GString *
frame (const uint8_t *data, size_t size, size_t step)
{
  McpWebsocketFramer *framer = mcp_websocket_framer_new (LIMIT);
  g_autoptr (McpFramer) owned = &framer->base;
  GString *log = g_string_new (NULL);

  for (size_t at = 0; at < size; at += step)
    {
      mcp_byte_buffer_append (&framer->base.input, data + at, MIN (step, size - at));
      if (!take (framer, log))
        break;
    }
  return log;
}

static void
judge_answer (const uint8_t *data, size_t size)
{
  g_autoptr (GUri) uri = g_uri_parse ("http://[::1]:8080/mcp?a=b", G_URI_FLAGS_NONE, NULL);
  g_autoptr (McpWebsocketHandshake) handshake = mcp_websocket_handshake_new (uri, NULL);
  /* Of its own, so that reading beyond it is seen. */
  g_autofree char           *answer = g_memdup2 (data, size);
  McpWebsocketResponse       what;
  McpWebsocketHandshakeState state = mcp_websocket_handshake_read (handshake, answer, size, &what);

  if (state == MCP_WEBSOCKET_HANDSHAKE_FAILED && what.error == NULL)
    fuzz_fail ("a failure without a reason");
  if (state == MCP_WEBSOCKET_HANDSHAKE_DONE)
    fuzz_fail ("our key was guessed");
  mcp_websocket_response_clear (&what);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 2)
    return 0;

  g_autoptr (GString) whole = frame (data + 1, size - 1, size - 1);
  g_autoptr (GString) cut = frame (data + 1, size - 1, 1 + data[0] % 16);
  if (!g_string_equal (whole, cut))
    fuzz_fail ("cuts change the frames:\n%s\n--\n%s", whole->str, cut->str);
  judge_answer (data + 1, size - 1);
  return 0;
}
