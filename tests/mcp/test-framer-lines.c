/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-limits.h"
#include "mcp-line-framer.h"
#include "test-moved.h"

#include <string.h>

/* Appends what the framer has to @out: a line as "[text]", too large as "{head", dropped as "}". */
static void
drain (McpFramer *framer, GString *out)
{
  GBytes      *line;
  McpFrameKind kind;

  while ((kind = mcp_framer_next (framer, &line)) != MCP_FRAME_NONE)
    {
      gsize       size;
      const char *text = g_bytes_get_data (line, &size);

      if (kind == MCP_FRAME_MESSAGE)
        {
          g_string_append_c (out, '[');
          g_string_append_len (out, text, (gssize)size);
          g_string_append_c (out, ']');
        }
      else if (kind == MCP_FRAME_TOO_LARGE)
        {
          g_string_append_c (out, '{');
        }
      else
        {
          g_string_append_printf (out, "%" G_GUINT64_FORMAT "}",
                                  framer->dropped);
        }
      g_bytes_unref (line);
    }
  g_assert_null (line);
}

static void
finish (McpFramer *framer, GString *out)
{
  g_autoptr (GBytes) rest = mcp_framer_finish (framer);

  if (rest != NULL)
    {
      g_string_append_c (out, '(');
      g_string_append_len (out, g_bytes_get_data (rest, NULL), (gssize)g_bytes_get_size (rest));
      g_string_append_c (out, ')');
    }
}

static void
check_every_split (const char *input, gsize size, gsize limit, const char *expected)
{
  for (gsize first = 0; first <= size; first++)
    for (gsize second = first; second <= size; second++)
      {
        g_autoptr (McpFramer) framer = mcp_line_framer_new (limit);
        g_autoptr (GString) out = g_string_new (NULL);

        mcp_byte_buffer_append (&framer->input, input, first);
        drain (framer, out);
        mcp_byte_buffer_append (&framer->input, input + first, second - first);
        drain (framer, out);
        mcp_byte_buffer_append (&framer->input, input + second, size - second);
        drain (framer, out);
        finish (framer, out);
        g_assert_cmpstr (out->str, ==, expected);
      }
}

static void
check_bytewise (const char *input, gsize size, gsize limit, const char *expected)
{
  g_autoptr (McpFramer) framer = mcp_line_framer_new (limit);
  g_autoptr (GString) out = g_string_new (NULL);

  for (gsize i = 0; i < size; i++)
    {
      mcp_byte_buffer_append (&framer->input, input + i, 1);
      drain (framer, out);
    }
  finish (framer, out);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_splits (void)
{
  static const struct
  {
    const char *input;
    gsize       limit;
    const char *expected;
  } cases[] = {
    { "", 10, "" },
    { "\n", 10, "[]" },
    { "\r\n\n\r\n", 10, "[][][]" },
    { "one\ntwo\r\nthree", 10, "[one][two](three)" },
    { "a\rb\n\rc\r\r\n", 10, "[a\rb][\rc\r]" },
    { "{\"a\":1}\n{\"b\":2}\n", 100, "[{\"a\":1}][{\"b\":2}]" },
    { "12345\n1234\r\n1234\n", 4, "{5}[1234][1234]" },
    { "12345\r\n1\n123456789\n2\n", 4, "{6}[1]{9}[2]" },
    { "1234567", 4, "{" },
    { "\xff\xfe\n\xc3\n", 9, "[\xff\xfe][\xc3]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check_every_split (cases[i].input, strlen (cases[i].input), cases[i].limit,
                         cases[i].expected);
      check_bytewise (cases[i].input, strlen (cases[i].input), cases[i].limit, cases[i].expected);
    }
}

static void
test_nul (void)
{
  g_autoptr (McpFramer) framer = mcp_line_framer_new (10);
  g_autoptr (GBytes) line = NULL;

  mcp_byte_buffer_append (&framer->input, "a\0b\n", 4);
  g_assert_cmpint (mcp_framer_next (framer, &line), ==, MCP_FRAME_MESSAGE);
  g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), "a\0b", 3);
}

/* What the limit allows, at limit - 1, limit, limit + 1, with both line ends. */
static void
test_limit (void)
{
  for (int over = -1; over <= 1; over++)
    for (int crlf = 0; crlf <= 1; crlf++)
      {
        const gsize limit = 200 * 1000;
        g_autoptr (McpFramer) framer = mcp_line_framer_new (limit);
        g_autoptr (GString) input = g_string_new (NULL);
        g_autoptr (GBytes) line = NULL;
        McpFrameKind kind = MCP_FRAME_NONE;

        for (gsize i = 0; i < limit + (gsize)over; i++)
          g_string_append_c (input, 'a' + (char)(i % 26));
        g_string_append (input, crlf ? "\r\n" : "\n");
        for (gsize at = 0; at < input->len && kind == MCP_FRAME_NONE; at += 4096)
          {
            mcp_byte_buffer_append (&framer->input, input->str + at, MIN (4096, input->len - at));
            kind = mcp_framer_next (framer, &line);
          }
        g_assert_cmpint (kind, ==, over > 0 ? MCP_FRAME_TOO_LARGE : MCP_FRAME_MESSAGE);
        if (over > 0)
          g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), input->str,
                           MCP_OVERSIZED_SAMPLE);
        else
          g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), input->str,
                           limit + over);
      }
}

static void
test_samples (void)
{
  g_autoptr (McpFramer) framer = mcp_line_framer_new (100 * 1000);
  g_autoptr (GString) input = g_string_new ("HEAD");
  g_autoptr (GBytes) head = NULL;
  g_autoptr (GBytes) tail = NULL;
  McpFrameKind kind = MCP_FRAME_NONE;
  gsize        at = 0;

  while (input->len < 3 * 1000 * 1000)
    g_string_append (input, "0123456789");
  g_string_append (input, "TAIL\nnext\n");

  for (; at < input->len && kind == MCP_FRAME_NONE; at += 1000)
    {
      mcp_byte_buffer_append (&framer->input, input->str + at, MIN (1000, input->len - at));
      kind = mcp_framer_next (framer, &head);
    }
  g_assert_cmpint (kind, ==, MCP_FRAME_TOO_LARGE);
  g_assert_cmpuint (at, <, 110 * 1000);
  g_assert_true (g_str_has_prefix (g_bytes_get_data (head, NULL), "HEAD0123"));
  g_assert_cmpint (mcp_framer_next (framer, &tail), ==, MCP_FRAME_NONE);
  g_assert_cmpuint (framer->input.capacity, <, 300 * 1000);

  kind = MCP_FRAME_NONE;
  for (; at < input->len && kind == MCP_FRAME_NONE; at += 1000)
    {
      mcp_byte_buffer_append (&framer->input, input->str + at, MIN (1000, input->len - at));
      kind = mcp_framer_next (framer, &tail);
      g_assert_cmpuint (framer->input.capacity, <, 300 * 1000);
    }
  g_assert_cmpint (kind, ==, MCP_FRAME_DROPPED);
  g_assert_cmpuint (g_bytes_get_size (tail), ==, MCP_OVERSIZED_SAMPLE);
  g_assert_cmpmem ((const char *)g_bytes_get_data (tail, NULL) + MCP_OVERSIZED_SAMPLE - 4, 4,
                   "TAIL", 4);
  g_assert_cmpuint (framer->dropped, ==, strlen (input->str) - 6);
  g_clear_pointer (&tail, g_bytes_unref);
  g_assert_cmpint (mcp_framer_next (framer, &tail), ==, MCP_FRAME_MESSAGE);
  g_assert_cmpmem (g_bytes_get_data (tail, NULL), g_bytes_get_size (tail), "next", 4);
}

/* A long line is read in place, keeps its content across growth, and its memory goes with it; the
 * small ones before and behind it are not mixed up. */
static void
test_large (void)
{
  const gsize length = 20 * 1000 * 1000;
  g_autoptr (McpFramer) framer = mcp_line_framer_new (MCP_MESSAGE_LIMIT);
  g_autofree char *input = g_malloc (length + 20);
  gsize            size = 0;
  gsize            lines = 0;
  GBytes          *line;

  memcpy (input, "a\nbb\n", 5);
  for (gsize i = 0; i < length; i++)
    input[5 + i] = (char)(' ' + i * 7 % 90);
  memcpy (input + 5 + length, "\nccc\ndddd\n", 10);
  size = 5 + length + 10;

  for (gsize at = 0; at < size;)
    {
      gsize step = MIN (MCP_READ_SIZE, size - at);

      memcpy (mcp_byte_buffer_reserve (&framer->input, MCP_READ_SIZE), input + at, step);
      mcp_byte_buffer_commit (&framer->input, step);
      at += step;
      while (mcp_framer_next (framer, &line) == MCP_FRAME_MESSAGE)
        {
          static const gsize sizes[] = { 1, 2, 20 * 1000 * 1000, 3, 4 };

          g_assert_cmpuint (g_bytes_get_size (line), ==, sizes[lines]);
          if (lines == 2)
            g_assert_true (memcmp (g_bytes_get_data (line, NULL), input + 5, length) == 0);
          lines++;
          g_bytes_unref (line);
        }
    }
  g_assert_cmpuint (lines, ==, 5);
  g_assert_cmpuint (framer->input.capacity, <=, 3 * MCP_READ_SIZE);
}

/* Many bytes take as much work as few, each: none is looked at twice while the rest of its line is
 * awaited, and few are moved. */
static void
test_linear (void)
{
  static const gsize size = 10 * 1024 * 1024;
  static const gsize lengths[] = { 7, 100 * 1000, 10 * 1024 * 1024 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (McpFramer) framer = mcp_line_framer_new (MCP_MESSAGE_LIMIT);
      McpByteBuffer *input = &framer->input;
      gsize          moved = 0;
      gsize          lines = 0;

      for (gsize at = 0; at < size; at += 1024)
        {
          McpByteBuffer before = *input;
          guint8       *place = mcp_byte_buffer_reserve (input, MCP_READ_SIZE);
          GBytes       *line;
          gsize         unfinished;

          moved += test_moved_count (&before, input);
          memset (place, 'x', 1024);
          for (gsize end = lengths[i] - 1 - at % lengths[i]; end < 1024; end += lengths[i])
            place[end] = '\n';
          mcp_byte_buffer_commit (input, 1024);
          before = *input;
          while (mcp_framer_next (framer, &line) != MCP_FRAME_NONE)
            {
              g_assert_cmpuint (g_bytes_get_size (line), ==, lengths[i] - 1);
              g_bytes_unref (line);
              moved += test_moved_count (&before, input);
              before = *input;
              lines++;
            }
          /* If they were looked at again, the line would end here. */
          unfinished = MIN (mcp_byte_buffer_get_size (input), 1024);
          if (unfinished > 0)
            memset (input->data + input->end - unfinished, '\n', unfinished);
        }
      g_assert_cmpuint (lines, ==, size / lengths[i]);
      g_test_message ("lines of %zu bytes: %zu of %zu bytes were moved", lengths[i], moved, size);
      g_assert_cmpuint (moved, <, 2 * size);
    }
}

void
add_framer_lines_tests (void)
{
  g_test_add_func ("/mcp/line-framer/splits", test_splits);
  g_test_add_func ("/mcp/line-framer/nul", test_nul);
  g_test_add_func ("/mcp/line-framer/limit", test_limit);
  g_test_add_func ("/mcp/line-framer/samples", test_samples);
  g_test_add_func ("/mcp/line-framer/large", test_large);
  g_test_add_func ("/mcp/line-framer/linear", test_linear);
}
