/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events come out the same however the bytes were cut. The first byte says how. */

#include "mcp-event-framer.h"
#include "mcp-limits.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Small, so that inputs of the fuzzer's size go beyond it. */
#define LIMIT 48

/* In pieces as they are read. */
static void
push (McpEventFramer *framer, const void *data, gsize size)
{
  for (gsize at = 0; at < size; at += MCP_READ_SIZE)
    {
      gsize piece = MIN (MCP_READ_SIZE, size - at);

      memcpy (mcp_event_framer_reserve (framer), (const char *)data + at, piece);
      mcp_event_framer_commit (framer, piece);
    }
}

static void
take (McpEventFramer *framer, GString *log)
{
  for (;;)
    {
      g_autoptr (GBytes) data = NULL;
      g_autofree char *type = NULL;
      McpEventKind     kind = mcp_event_framer_next (framer, &type, &data);

      if (kind == MCP_EVENT_NONE)
        return;
      g_string_append_printf (log, "%d:", kind);
      if (kind == MCP_EVENT_WHOLE)
        {
          gsize       length = 0;
          const char *text = g_bytes_get_data (data, &length);
          const char *id = mcp_event_framer_get_last_id (framer);

          if (length > LIMIT)
            fuzz_fail ("an event beyond the limit");
          if (!g_utf8_validate (type, -1, NULL))
            fuzz_fail ("a type that is not UTF-8");
          g_string_append_printf (log, "%s:%s:", type, id != NULL ? id : "");
          g_string_append_len (log, text, length);
        }
      g_string_append_c (log, '\n');
    }
}

static GString *
frame (const uint8_t *data, size_t size, size_t step)
{
  g_autoptr (McpEventFramer) framer = mcp_event_framer_new (LIMIT);
  GString *log = g_string_new (NULL);

  for (size_t at = 0; at < size; at += step)
    {
      push (framer, data + at, MIN (step, size - at));
      take (framer, log);
    }
  g_string_append_printf (log, "%d %" G_GINT64_FORMAT, mcp_event_framer_finish (framer),
                          mcp_event_framer_get_retry (framer));
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
    fuzz_fail ("cuts change the events:\n%s\n--\n%s", whole->str, cut->str);
  return 0;
}
