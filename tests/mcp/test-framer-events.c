/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-event-framer.h"
#include "mcp-limits.h"
#include "test-moved.h"

#include <string.h>

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

/* Appends what the framer has to @out: an event as "type[data]", too large as "{}". */
static void
drain (McpEventFramer *framer, GString *out)
{
  GBytes      *data;
  char        *type;
  McpEventKind kind;

  while ((kind = mcp_event_framer_next (framer, &type, &data)) != MCP_EVENT_NONE)
    {
      if (kind == MCP_EVENT_TOO_LARGE)
        {
          g_assert_null (data);
          g_assert_null (type);
          g_string_append (out, "{}");
          continue;
        }
      if (kind == MCP_EVENT_STRAY)
        {
          g_assert_null (type);
          g_bytes_unref (data);
          continue;
        }
      if (!g_str_equal (type, "message"))
        g_string_append (out, type);
      g_string_append_c (out, '[');
      g_string_append_len (out, g_bytes_get_data (data, NULL), (gssize)g_bytes_get_size (data));
      g_string_append_c (out, ']');
      g_bytes_unref (data);
      g_free (type);
    }
  g_assert_null (data);
  g_assert_null (type);
}

static void
finish (McpEventFramer *framer, GString *out)
{
  const char *id = mcp_event_framer_get_last_id (framer);

  if (id != NULL)
    g_string_append_printf (out, "#%s", id);
  if (mcp_event_framer_get_retry (framer) >= 0)
    g_string_append_printf (out, "~%" G_GINT64_FORMAT, mcp_event_framer_get_retry (framer));
  if (mcp_event_framer_finish (framer))
    g_string_append_c (out, '!');
}

static void
check (const char *input, gsize limit, const char *expected)
{
  gsize size = strlen (input);
  g_autoptr (McpEventFramer) bytewise = mcp_event_framer_new (limit);
  g_autoptr (GString) bytewise_out = g_string_new (NULL);

  for (gsize first = 0; first <= size; first++)
    for (gsize second = first; second <= size; second++)
      {
        g_autoptr (McpEventFramer) framer = mcp_event_framer_new (limit);
        g_autoptr (GString) out = g_string_new (NULL);

        push (framer, input, first);
        drain (framer, out);
        push (framer, input + first, second - first);
        drain (framer, out);
        push (framer, input + second, size - second);
        drain (framer, out);
        finish (framer, out);
        g_assert_cmpstr (out->str, ==, expected);
      }

  for (gsize i = 0; i < size; i++)
    {
      push (bytewise, input + i, 1);
      drain (bytewise, bytewise_out);
    }
  finish (bytewise, bytewise_out);
  g_assert_cmpstr (bytewise_out->str, ==, expected);
}

static void
test_splits (void)
{
  static const char *cases[][2] = {
    { "", "" },
    { "\n\n\r\n\r\r", "" },
    { "data: {\"a\":1}\n\n", "[{\"a\":1}]" },
    { "data: one\r\n\r\ndata: two\r\rdata: three\n\n", "[one][two][three]" },
    { "data:one\ndata: two\ndata:  three\n\n", "[one\ntwo\n three]" },
    { "data: a\rdata: b\r\n\r\n", "[a\nb]" },
    { "event: ping\ndata: x\n\ndata: y\n\n", "ping[x][y]" },
    { "event: message\ndata: x\n\nevent:\ndata: y\n\n", "[x][y]" },
    { "event: alone\n\ndata: x\n\n", "[x]" },
    { "id: 1\ndata: \n\n", "#1" },
    { "id: 1\ndata: \n\nid: 2\ndata: x\n\n", "[x]#2" },
    { "id: 1\ndata: x\n\nid\ndata: y\n\n", "[x][y]#" },
    { "retry: 500\n\n", "~500" },
    { "retry: 5x\n\nretry:\n\nretry: -1\n\nretry: +7\n\n", "" },
    { ": comment\n:\n\ndata: x\n: another\n\n", "[x]" },
    { "\xef\xbb\xbf"
      "data: x\n\n",
      "[x]" },
    { "data: \xef\xbb\xbfx\n\n\xef\xbb\xbf"
      "data: y\n\n",
      "[\xef\xbb\xbfx]" },
    { "\xef\xbb"
      "data: x\n\n",
      "" },
    { "data\n\ndata\ndata\n\n", "[\n]" },
    { "unknown: z\nDATA: z\ndata : z\ndata: x\n\n", "[x]" },
    { "data: x", "!" },
    { "data: x\n", "!" },
    { "data: x\n\nda", "[x]!" },
    { "data: x\r\n\r\n", "[x]" },
    { "data: x\n\n: ping", "[x]" },
    { "data: x\n\nid: 4\n", "[x]" }, /* of an event that never came */
    { "id: 3\ndata: x\n\nid: 4\ndata: y", "[x]#3!" },
    { "id: 3\ndata: x\n\nid: 4\n\n", "[x]#4" },
    { "id: 3\nid: 4\ndata: x\n\n", "[x]#4" },
    { "retry: 99999999999\n\n", "~2147483647" },
    { "retry: 99999999999999999999999999\n\n", "~2147483647" },
    { "retry: 007\nretry: 0\n\n", "~0" },
    { "data: a:b: c\n\n", "[a:b: c]" },
    { "data: \xff\xfe\n\n", "[\xff\xfe]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    check (cases[i][0], 100, cases[i][1]);
}

static void
test_limit (void)
{
  check ("data: 1234\n\ndata: 12345\n\ndata: 123\n\n", 4, "[1234]{}[123]");
  check ("data: 12\ndata: 34\ndata: 56\nevent: x\n\ndata: 1\n\n", 6, "{}[1]");
  check ("id: 1\ndata: 1234567\n\n", 4, "{}#1"); /* it need not come again */
  check ("data: 12\ndata: 34\n\n", 5, "[12\n34]");
  check ("data: 1234567890123456789012345678901234567890123456789012345678901234567890123456\n\n"
         "data: 1\n\n",
         4, "{}[1]");
}

static void
test_large_limit (void)
{
  for (int over = -1; over <= 1; over++)
    {
      const gsize limit = 300 * 1000;
      g_autoptr (McpEventFramer) framer = mcp_event_framer_new (limit);
      g_autoptr (GString) input = g_string_new ("data: ");
      g_autoptr (GBytes) data = NULL;
      McpEventKind kind = MCP_EVENT_NONE;

      while (input->len < 6 + limit + (gsize)over)
        g_string_append_c (input, 'x');
      g_string_append (input, "\n\n");
      for (gsize at = 0; at < input->len && kind == MCP_EVENT_NONE; at += 999)
        {
          push (framer, input->str + at, MIN (999, input->len - at));
          kind = mcp_event_framer_next (framer, NULL, &data);
        }
      g_assert_cmpint (kind, ==, over > 0 ? MCP_EVENT_TOO_LARGE : MCP_EVENT_WHOLE);
      if (over <= 0)
        g_assert_cmpuint (g_bytes_get_size (data), ==, limit + (gsize)over);
    }
}

static void
test_endless_line (void)
{
  g_autoptr (McpEventFramer) framer = mcp_event_framer_new (100 * 1000);
  g_autofree char *block = g_strnfill (10000, 'x');
  GBytes          *data;
  guint            reports = 0;

  push (framer, "data: ", 6);
  for (int i = 0; i < 1000; i++)
    {
      push (framer, block, 10000);
      if (mcp_event_framer_next (framer, NULL, &data) == MCP_EVENT_TOO_LARGE)
        reports++;
      g_assert_cmpuint (framer->buffer.capacity + framer->more_data.capacity, <, 500 * 1000);
    }
  g_assert_cmpuint (reports, ==, 1);
  push (framer, "\n\ndata: x\n\n", 11);
  g_assert_cmpint (mcp_event_framer_next (framer, NULL, &data), ==, MCP_EVENT_WHOLE);
  g_assert_cmpmem (g_bytes_get_data (data, NULL), g_bytes_get_size (data), "x", 1);
  g_bytes_unref (data);
}

/* Many bytes take as much work as few, each: none is looked at twice while the rest of its line is
 * awaited, and few are moved. */
static void
test_linear (void)
{
  static const gsize size = 20 * 1024 * 1024;
  static const char  ends[] = { '\0', '\n', '\r' };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (McpEventFramer) framer = mcp_event_framer_new (MCP_MESSAGE_LIMIT);
      McpByteBuffer *buffer = &framer->buffer;
      gsize          moved = 0;
      gsize          n_events = 0;

      push (framer, "data:", 5);
      for (gsize at = 0; at < size; at += MCP_READ_SIZE)
        {
          McpByteBuffer before = *buffer;
          guint8       *place = mcp_event_framer_reserve (framer);
          GBytes       *data;
          gsize         unfinished;

          moved += test_moved_count (&before, buffer);
          memset (place, 'x', MCP_READ_SIZE);
          for (gsize k = 0; k < MCP_READ_SIZE && ends[i] != '\0'; k += 16)
            {
              memcpy (place + k, "data:", 5);
              place[k + 14] = place[k + 15] = (guint8)ends[i];
            }
          mcp_event_framer_commit (framer, MCP_READ_SIZE);
          before = *buffer;
          while (mcp_event_framer_next (framer, NULL, &data) != MCP_EVENT_NONE)
            {
              g_bytes_unref (data);
              moved += test_moved_count (&before, buffer);
              before = *buffer;
              n_events++;
            }
          /* If they were looked at again, the event would end here. */
          unfinished = MIN (mcp_byte_buffer_get_size (buffer), MCP_READ_SIZE) / 2;
          if (unfinished > 0)
            memset (buffer->data + buffer->end - unfinished, '\n', unfinished);
        }
      g_test_message ("end %d: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " bytes were moved", ends[i],
                      moved, size);
      g_assert_cmpuint (n_events, ==, ends[i] != '\0' ? size / 16 : 0);
      g_assert_cmpuint (moved, <, 2 * size);
    }
}

void
add_framer_events_tests (void)
{
  g_test_add_func ("/mcp/event-framer/splits", test_splits);
  g_test_add_func ("/mcp/event-framer/limit", test_limit);
  g_test_add_func ("/mcp/event-framer/large-limit", test_large_limit);
  g_test_add_func ("/mcp/event-framer/endless-line", test_endless_line);
  g_test_add_func ("/mcp/event-framer/linear", test_linear);
}
