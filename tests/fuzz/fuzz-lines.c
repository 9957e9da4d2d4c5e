/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines come out the same however the bytes were cut. The first byte says how. */

#include "mcp-line-framer.h"
#include "fuzz-fail.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Small, so that inputs of the fuzzer's size go beyond it. */
#define LIMIT 48

static void
take (McpFramer *framer, GString *log)
{
  for (;;)
    {
      g_autoptr (GBytes) line = NULL;
      McpFrameKind kind = mcp_framer_next (framer, &line);

      if (kind == MCP_FRAME_NONE)
        return;
      /* The samples of a line that is too large depend on the cuts; that it was met does not. */
      g_string_append_printf (log, "%d:", kind);
      if (kind == MCP_FRAME_MESSAGE)
        {
          gsize       length = 0;
          const char *text = g_bytes_get_data (line, &length);
          if (length > LIMIT)
            fuzz_fail ("a line beyond the limit");
          g_string_append_len (log, text, length);
        }
      g_string_append_c (log, '\n');
    }
}

static GString *
frame (const uint8_t *data, size_t size, size_t step)
{
  g_autoptr (McpFramer) framer = mcp_line_framer_new (LIMIT);
  GString *log = g_string_new (NULL);

  for (size_t at = 0; at < size; at += step)
    {
      mcp_byte_buffer_append (&framer->input, data + at, MIN (step, size - at));
      take (framer, log);
    }
  g_autoptr (GBytes) rest = mcp_framer_finish (framer);
  if (rest != NULL && g_bytes_get_size (rest) > 0)
    g_string_append (log, "rest");
  return log;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 2)
    return 0;

  g_autoptr (GString) whole = frame (data + 1, size - 1, size - 1);
  g_autoptr (GString) cut = frame (data + 1, size - 1, 1 + data[0] % 16);
  if (!g_string_equal (whole, cut))
    fuzz_fail ("cuts change the lines:\n%s\n--\n%s", whole->str, cut->str);
  return 0;
}
