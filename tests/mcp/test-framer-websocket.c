/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-tests.h"
#include "mcp-limits.h"
#include "mcp-websocket-framer.h"

#include <string.h>

/* Appends what the framer has to @out: "T[text]", "B[…]", "?[ping]", "![pong]", "C[…]", "{" and "N}"
 * for one that is too large, "X" for broken. */
static void
drain (McpWebsocketFramer *framer, GString *out)
{
  static const char marks[] = " TB?!C";
  GBytes           *data;
  McpFrameKind      kind;

  while ((kind = mcp_framer_next (&framer->base, &data)) != MCP_FRAME_NONE)
    {
      if (kind == MCP_FRAME_BROKEN)
        {
          g_assert_null (data);
          g_assert_nonnull (framer->problem);
          if (!g_str_has_suffix (out->str, "X"))
            g_string_append_c (out, 'X');
          return;
        }
      if (kind == MCP_FRAME_TOO_LARGE)
        g_string_append_c (out, '{');
      else if (kind == MCP_FRAME_DROPPED)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT "}", framer->base.dropped);
      else
        {
          g_string_append_c (out, marks[kind]);
          g_string_append_c (out, '[');
          g_string_append_len (out, g_bytes_get_data (data, NULL), (gssize)g_bytes_get_size (data));
          g_string_append_c (out, ']');
        }
      g_bytes_unref (data);
    }
  g_assert_null (data);
}

static const struct
{
  const char *input;
  gsize       size;
  gsize       limit;
  const char *expected;
} cases[] = {
#define CASE(bytes, limit, expected)         \
  {                                          \
    bytes, sizeof bytes - 1, limit, expected \
  }
  CASE ("", 10, ""),
  CASE ("\x81\x02{}", 10, "T[{}]"),
  CASE ("\x81\x00", 10, "T[]"),
  CASE ("\x82\x01\xff\x81\x01x", 10, "B[\xff]T[x]"),
  CASE ("\x81\x7e\x00\x03"
        "abc",
        10,
        "T[abc]"),
  CASE ("\x81\x7f\x00\x00\x00\x00\x00\x00\x00\x03"
        "abc",
        10,
        "T[abc]"),
  /* Fragments, also empty ones, with a ping between them */
  CASE ("\x01\x01"
        "a\x00\x00\x89\x01p\x00\x01"
        "b\x80\x01"
        "c\x81\x01z",
        10,
        "?[p]T[abc]T[z]"),
  CASE ("\x01\x00\x80\x00", 10, "T[]"),
  CASE ("\x8a\x00\x89\x00", 10, "![]?[]"),
  CASE ("\x88\x05\x03\xe8"
        "bye",
        10,
        "C[\x03\xe8"
        "bye]"),
  CASE ("\x88\x00", 10, "C[]"),
  /* At the limit, beyond it, and what follows */
  CASE ("\x81\x04"
        "1234\x81\x05"
        "12345\x81\x01"
        "a",
        4,
        "T[1234]{5}T[a]"),
  CASE ("\x01\x03"
        "123\x00\x03"
        "456\x89\x00\x80\x03"
        "789\x81\x01"
        "a",
        4,
        "{?[]9}T[a]"),
  /* Broken */
  CASE ("\xc1\x01x\x81\x01x", 10, "X"),
  CASE ("\x81\x81"
        "mask"
        "x",
        10,
        "X"),
  CASE ("\x83\x00", 10, "X"),
  CASE ("\x8b\x00", 10, "X"),
  CASE ("\x09\x00", 10, "X"),
  CASE ("\x89\x7e\x00\x7e", 10, "X"),
  CASE ("\x80\x00", 10, "X"),
  CASE ("\x01\x01"
        "a\x81\x01"
        "b",
        10,
        "X"),
  CASE ("\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10, "X"),
  CASE ("\x81\x01"
        "a\x80\x00",
        10,
        "T[a]X"),
  CASE ("HTTP/1.1 400 Bad Request\r\n\r\n", 100, "X"),
  /* Larger than any message may be: nobody waits for it */
  CASE ("\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10, "X"),
  CASE ("\x82\x7f\x00\x00\x00\x00\x20\x00\x00\x01", 10, "X"),
  CASE ("\x01\x01"
        "a\x80\x7f\x00\x00\x00\x00\x20\x00\x00\x01",
        10,
        "X"),
  /* Text: whole characters, also where a fragment ends within one; anything else is none */
  CASE ("\x81\x0a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80x", 10, "T[\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80x]"),
  CASE ("\x01\x01\xc3\x80\x01\xa9", 10, "T[\xc3\xa9]"),
  CASE ("\x01\x03\xf0\x9f\x98\x00\x00\x80\x02\x80y", 10, "T[\xf0\x9f\x98\x80y]"),
  CASE ("\x81\x02\xff\xfe", 10, "X"),
  CASE ("\x81\x01\xc3", 10, "X"),
  CASE ("\x01\x01\xc3\x80\x01(", 10, "X"),
  CASE ("\x01\x01\xc3\x80\x00", 10, "X"),
  CASE ("\x81\x02\xc0\x80", 10, "X"),
  CASE ("\x81\x03\xed\xa0\x80", 10, "X"),
  CASE ("\x81\x04\xf4\x90\x80\x80", 10, "X"),
  CASE ("\x81\x02{}\x01\x02\xff\xff", 10, "T[{}]X"),
  CASE ("\x01\x02\xe2\x00\x80\x00", 10, "X"),
  CASE ("\x01\x08:\xfc\x95\x94\x94\x00\x94\x80", 10, "X"),
  CASE ("\x82\x02\xff\xfe", 10, "B[\xff\xfe]"),
  /* What is beyond the limit is not looked at, and the limit may lie within a character. */
  CASE ("\x81\x06"
        "a\xff"
        "cdef",
        4,
        "X"),
  CASE ("\x81\x06"
        "abcd\xff"
        "f\x81\x01"
        "a",
        4,
        "{6}T[a]"),
  CASE ("\x81\x05"
        "abc\xc3\xa9\x81\x01"
        "a",
        4,
        "{5}T[a]"),
  CASE ("\x81\x05"
        "abc\xc3"
        "e\x81\x01"
        "a",
        4,
        "{5}T[a]"),
  CASE ("\x01\x04"
        "abc\xc3\x80\x01\xa9\x81\x01"
        "a",
        4,
        "{5}T[a]"),
  CASE ("\x81\x04"
        "abc\xc3",
        4,
        "X"),
  CASE ("\x82\x05"
        "ab\xff"
        "de\x81\x01"
        "a",
        4,
        "{5}T[a]"),
};

static void
test_splits (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize first = 0; first <= cases[i].size; first++)
      for (gsize second = first; second <= cases[i].size; second++)
        {
          McpWebsocketFramer *framer = mcp_websocket_framer_new (cases[i].limit);
          g_autoptr (McpFramer) owned = &framer->base;
          g_autoptr (GString) out = g_string_new (NULL);

          mcp_byte_buffer_append (&framer->base.input, cases[i].input, first);
          drain (framer, out);
          mcp_byte_buffer_append (&framer->base.input, cases[i].input + first, second - first);
          drain (framer, out);
          mcp_byte_buffer_append (&framer->base.input, cases[i].input + second, cases[i].size - second);
          drain (framer, out);
          g_assert_cmpstr (out->str, ==, cases[i].expected);
          if (framer->problem == NULL)
            g_assert_false (mcp_websocket_framer_is_within (framer));
        }
}

static void
test_bytewise (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpWebsocketFramer *framer = mcp_websocket_framer_new (cases[i].limit);
      g_autoptr (McpFramer) owned = &framer->base;
      g_autoptr (GString) out = g_string_new (NULL);

      for (gsize j = 0; j < cases[i].size; j++)
        {
          *mcp_byte_buffer_reserve (&framer->base.input, MCP_READ_SIZE) = (guint8)cases[i].input[j];
          mcp_byte_buffer_commit (&framer->base.input, 1);
          drain (framer, out);
        }
      g_assert_cmpstr (out->str, ==, cases[i].expected);
    }
}

/* What the server is told, and that a frame at the limit is waited for. */
static void
test_broken_codes (void)
{
  static const struct
  {
    const char *input;
    gsize       size;
    guint       code; /* 0: not broken */
  } rows[] = {
    { "\x81\x7f\x00\x00\x00\x00\x1f\xff\xff\xff", 10, 0 },
    { "\x81\x7f\x00\x00\x00\x00\x20\x00\x00\x00", 10, 0 },
    { "\x81\x7f\x00\x00\x00\x00\x20\x00\x00\x01", 10, 1009 },
    { "\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10, 1009 },
    { "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10, 1002 },
    { "\x81\x01\xff", 3, 1007 },
    { "\xc1\x01x", 3, 1002 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpWebsocketFramer *framer = mcp_websocket_framer_new (MCP_MESSAGE_LIMIT);
      g_autoptr (McpFramer) owned = &framer->base;
      GBytes *data;

      mcp_byte_buffer_append (&framer->base.input, rows[i].input, rows[i].size);
      g_assert_cmpint (mcp_framer_next (&framer->base, &data), ==,
                       rows[i].code != 0 ? MCP_FRAME_BROKEN : MCP_FRAME_NONE);
      if (rows[i].code != 0)
        g_assert_cmpuint (framer->close_code, ==, rows[i].code);
    }
}

static void
test_within (void)
{
  static const char *const halves[] = { "\x81", "\x81\x02{", "\x01\x01{", "\x81\x7e\x01" };

  for (gsize i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      McpWebsocketFramer *framer = mcp_websocket_framer_new (10);
      g_autoptr (McpFramer) owned = &framer->base;
      GBytes *data;

      g_assert_false (mcp_websocket_framer_is_within (framer));
      mcp_byte_buffer_append (&framer->base.input, halves[i], strlen (halves[i]));
      g_assert_cmpint (mcp_framer_next (&framer->base, &data), ==, MCP_FRAME_NONE);
      g_assert_true (mcp_websocket_framer_is_within (framer));
    }
}

/* Fragments without end: what is held stays at the limit and a little. */
static void
test_endless (void)
{
  McpWebsocketFramer *framer = mcp_websocket_framer_new (100000);
  g_autoptr (McpFramer) owned = &framer->base;
  g_autofree char *payload = g_strnfill (1000, 'x');
  GBytes          *data;
  guint            n_large = 0;

  mcp_byte_buffer_append (&framer->base.input, "\x01\x00", 2);
  for (guint i = 0; i < 20000; i++)
    {
      McpFrameKind kind;

      mcp_byte_buffer_append (&framer->base.input, "\x00\x7e\x03\xe8", 4);
      mcp_byte_buffer_append (&framer->base.input, payload, 1000);
      while ((kind = mcp_framer_next (&framer->base, &data)) != MCP_FRAME_NONE)
        {
          g_assert_cmpint (kind, ==, MCP_FRAME_TOO_LARGE);
          g_assert_cmpuint (g_bytes_get_size (data), ==, MCP_OVERSIZED_SAMPLE);
          g_bytes_unref (data);
          n_large++;
        }
      g_assert_cmpuint (framer->base.input.capacity + framer->message.capacity, <, 1000000);
    }
  g_assert_cmpuint (n_large, ==, 1);
  g_assert_cmpuint (framer->base.dropped, ==, 20000 * 1000);
  g_assert_cmpuint (framer->base.input.capacity + framer->message.capacity, <, 300000);
}

/* What we send, unmasked again. */
static void
test_frames (void)
{
  static const gsize  sizes[] = { 0, 1, 125, 126, 127, 65535, 65536, 70000 };
  static const guint8 mask[] = { 0x12, 0x00, 0xff, 0x80 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = g_strnfill (sizes[i], 'q');
      g_autoptr (GBytes) payload = g_bytes_new (text, sizes[i]);
      g_autoptr (GBytes) head = mcp_websocket_make_head (MCP_FRAME_MESSAGE, payload, mask);
      gsize         start;
      const guint8 *bytes = g_bytes_get_data (head, &start);
      gsize         half = sizes[i] / 2;

      g_assert_cmphex (bytes[0], ==, 0x81);
      g_assert_cmphex (bytes[1] & 0x80, ==, 0x80);
      g_assert_cmpuint (start, ==, sizes[i] < 126 ? 6 : sizes[i] < 65536 ? 8
                                                                         : 14);
      g_assert_cmpmem (bytes + start - 4, 4, mask, 4);
      mcp_websocket_mask ((guint8 *)text, half, 0, head);
      mcp_websocket_mask ((guint8 *)text + half, sizes[i] - half, half, head);
      for (gsize j = 0; j < sizes[i]; j++)
        g_assert_cmphex ((guint8)text[j] ^ mask[j % 4], ==, 'q');
    }
}

static void
test_close_codes (void)
{
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) one = g_bytes_new_static ("\x03", 1);
  g_autoptr (GBytes) bad = g_bytes_new_static ("\x0f\xa0\xff!", 4);
  g_autofree char *reason = NULL;
  guint            code;

  g_free (mcp_websocket_parse_close (empty, &code));
  g_assert_cmpuint (code, ==, 1005);
  g_free (mcp_websocket_parse_close (one, &code));
  g_assert_cmpuint (code, ==, 1005);
  reason = mcp_websocket_parse_close (bad, &code);
  g_assert_cmpuint (code, ==, 4000);
  g_assert_cmpstr (reason, ==, "\357\277\275!");
  g_assert_null (mcp_websocket_explain_close (4000));
  g_assert_nonnull (mcp_websocket_explain_close (1008));
}

void
add_framer_websocket_tests (void)
{
  g_test_add_func ("/framer-websocket/splits", test_splits);
  g_test_add_func ("/framer-websocket/bytewise", test_bytewise);
  g_test_add_func ("/framer-websocket/broken-codes", test_broken_codes);
  g_test_add_func ("/framer-websocket/within", test_within);
  g_test_add_func ("/framer-websocket/endless", test_endless);
  g_test_add_func ("/framer-websocket/frames", test_frames);
  g_test_add_func ("/framer-websocket/close-codes", test_close_codes);
}
