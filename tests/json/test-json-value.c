/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Handles: what a document says of its values. */

#include "json-tests.h"
#include "mcp-json-index.h"
#include "mcp-json-value.h"
#include "test-clock.h"

#include <math.h>
#include <string.h>

static McpJsonDocument *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, &error);

  g_assert_no_error (error);
  return document;
}

static McpJsonValue
root (McpJsonDocument *document)
{
  return mcp_json_document_get_root (document);
}

static void
assert_text (McpJsonValue value, const char *expected)
{
  g_autofree char *text = mcp_json_value_dup_text (value);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_none (void)
{
  McpJsonValue none = MCP_JSON_NO_VALUE;
  gboolean     complete = FALSE;
  gsize        length = 7;
  McpJsonIter  iter;
  gint64       integer;

  g_assert_false (mcp_json_value_exists (none));
  g_assert_cmpint (mcp_json_value_get_kind (none), ==, MCP_JSON_NONE);
  g_assert_null (mcp_json_value_get_text (none, &length));
  g_assert_cmpuint (length, ==, 0);
  g_assert_null (mcp_json_value_dup_text (none));
  g_assert_null (mcp_json_value_get_bytes (none));
  g_assert_cmpuint (mcp_json_value_get_start (none), ==, 0);
  g_assert_cmpuint (mcp_json_value_get_length (none), ==, 0);
  g_assert_true (mcp_json_value_get_boolean (none, TRUE));
  g_assert_false (mcp_json_value_get_int64 (none, &integer));
  g_assert_cmpfloat (mcp_json_value_get_double (none, 1.5), ==, 1.5);
  g_assert_null (mcp_json_value_dup_string (none, &length));
  g_assert_null (mcp_json_value_dup_string_prefix (none, 5, &complete));
  g_assert_false (mcp_json_value_string_equals (none, ""));
  g_assert_cmpuint (mcp_json_value_count_characters (none), ==, 0);
  g_assert_cmpuint (mcp_json_value_get_n_items (none), ==, 0);
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_item (none, 0)));
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (none, "a")));
  g_assert_null (mcp_json_value_dup_member_string (none, "a"));
  g_assert_cmpint (mcp_json_value_get_member_int64 (none, "a", -4), ==, -4);
  g_assert_true (mcp_json_value_get_member_boolean (none, "a", TRUE));
  g_assert_false (mcp_json_value_exists (mcp_json_value_resolve_pointer (none, "/a")));
  g_assert_null (mcp_json_value_dup_pointer (none));
  g_assert_true (mcp_json_value_equal (none, none));
  mcp_json_iter_init (&iter, none);
  g_assert_false (mcp_json_iter_next (&iter, NULL, NULL));
  g_assert_cmpstr (mcp_json_kind_get_name (MCP_JSON_NONE), ==, "none");
}

static void
test_kinds (void)
{
  g_autoptr (McpJsonDocument) document = parse ("[null, true, 1, \"a\", [], {}]");
  McpJsonValue value, name;
  McpJsonIter  iter;
  guint        i = 0;

  mcp_json_iter_init (&iter, root (document));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      static const char *const names[] = { "null", "boolean", "number", "string", "array", "object" };

      g_assert_false (mcp_json_value_exists (name));
      g_assert_cmpstr (mcp_json_kind_get_name (mcp_json_value_get_kind (value)), ==, names[i++]);
    }
  g_assert_false (mcp_json_value_exists (value));
  g_assert_cmpuint (i, ==, 6);
  g_assert_cmpuint (document->index.n_nodes, ==, 2 + 4 + 2 * 2);
}

static void
test_ranges (void)
{
  static const char text[] = "\xef\xbb\xbf { \"a\" : [ 1 , \"x\\n\" ] , \"b\":{ } } ";
  g_autoptr (McpJsonDocument) document = parse (text);
  McpJsonValue a = mcp_json_value_get_member (root (document), "a");
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer whole;
  McpJsonValue  name;
  McpJsonIter   iter;

  g_assert_cmpuint (mcp_json_value_get_start (root (document)), ==, 4);
  g_assert_cmpuint (mcp_json_value_get_length (root (document)), ==, strlen (text) - 5);
  assert_text (a, "[ 1 , \"x\\n\" ]");
  assert_text (mcp_json_value_get_item (a, 1), "\"x\\n\"");
  assert_text (mcp_json_value_get_member (root (document), "b"), "{ }");
  mcp_json_iter_init (&iter, root (document));
  g_assert_true (mcp_json_iter_next (&iter, &name, NULL));
  assert_text (name, "\"a\"");
  g_assert_cmpuint (mcp_json_value_get_start (name), ==, 6);

  /* A slice shares the memory and outlives the document. */
  bytes = mcp_json_value_get_bytes (a);
  whole = g_bytes_get_data (mcp_json_document_get_bytes (document), NULL);
  g_assert_true (g_bytes_get_data (bytes, NULL) == (const char *)whole + mcp_json_value_get_start (a));
  g_clear_pointer (&document, mcp_json_document_unref);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "[ 1 , \"x\\n\" ]", 13);
}

static void
test_members (void)
{
  g_autoptr (McpJsonDocument) document = parse ("{\"a\":1,\"b\":true,\"a\":2,\"\":3,\"\\u0063\\n\":\"d\","
                                                "\"\\u0000\":4,\"\xc3\xa9\":5,\"\\ud800\":6}");
  McpJsonValue     object = root (document);
  g_autofree char *string = mcp_json_value_dup_member_string (object, "c\n");

  g_assert_cmpuint (mcp_json_value_get_n_items (object), ==, 8);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "a", 0), ==, 2);
  assert_text (mcp_json_value_get_item (object, 0), "1");
  assert_text (mcp_json_value_get_item (object, 7), "6");
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_item (object, 8)));
  g_assert_true (mcp_json_value_get_member_boolean (object, "b", FALSE));
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "", 0), ==, 3);
  g_assert_cmpstr (string, ==, "d");
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xc3\xa9", 0), ==, 5);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xef\xbf\xbd", 0), ==, 6);
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (object, "A")));
  g_assert_false (mcp_json_value_exists (mcp_json_value_get_member (object, "aa")));
  g_assert_null (mcp_json_value_dup_member_string (object, "a"));
}

static McpJsonDocument *
make_large_object (guint n)
{
  g_autoptr (GString) text = g_string_new ("{\"first\":0");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ",\"%s%u\":%u", i % 3 == 0 ? "" : i % 3 == 1 ? "member "
                                                                               : "\\u006d\xc3\xa9 ",
                            i * 7919 % n, i);
  g_string_append (text, ",\"first\":1,\"\\ud800\":2,\"\xf0\x9f\x98\x80\":3,\"\xef\xbf\xbf\":4}");
  return parse (text->str);
}

static void
test_large_object (void)
{
  const guint n = 60000;
  g_autoptr (McpJsonDocument) document = make_large_object (n);
  McpJsonValue object = root (document);
  gint64       before = test_clock_get_computed ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", i % 3 == 0 ? "" : i % 3 == 1 ? "member "
                                                                                    : "m\xc3\xa9 ",
                                               i * 7919 % n);

      g_assert_cmpint (mcp_json_value_get_member_int64 (object, name, -1), ==, i);
    }
  /* Walking every time would take minutes. */
  g_assert_cmpint (test_clock_get_computed () - before, <, 20 * G_USEC_PER_SEC);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "first", -1), ==, 1);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xef\xbf\xbd", -1), ==, 2);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xf0\x9f\x98\x80", -1), ==, 3);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xef\xbf\xbf", -1), ==, 4);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "member", -1), ==, -1);
  g_assert_cmpint (mcp_json_value_get_member_int64 (object, "\xff", -1), ==, -1);
}

static gpointer
look_up (gpointer data)
{
  McpJsonDocument *document = data;

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i * 3 * 7919 % 3000);

      g_assert_cmpint (mcp_json_value_get_member_int64 (root (document), name, -1), ==, i * 3);
    }
  mcp_json_document_unref (document);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (McpJsonDocument) document = make_large_object (3000);
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("lookup", look_up, mcp_json_document_ref (document));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_int64 (void)
{
  static const struct
  {
    const char *text;
    gboolean    is_integer;
    gint64      value;
  } cases[] = {
    { "0", TRUE, 0 },
    { "-0", TRUE, 0 },
    { "0.000e9999999999999999999999", TRUE, 0 },
    { "1", TRUE, 1 },
    { "1.0", TRUE, 1 },
    { "1e3", TRUE, 1000 },
    { "1.5E+1", TRUE, 15 },
    { "1500e-2", TRUE, 15 },
    { "120.0e-1", TRUE, 12 },
    { "0.0000012e7", TRUE, 12 },
    { "1.5", FALSE, 0 },
    { "1e-1", FALSE, 0 },
    { "9223372036854775807", TRUE, G_MAXINT64 },
    { "9223372036854775808", FALSE, 0 },
    { "-9223372036854775808", TRUE, G_MININT64 },
    { "-9223372036854775809", FALSE, 0 },
    { "9223372036854775807.00000", TRUE, G_MAXINT64 },
    { "9223372036854775807.00001", FALSE, 0 },
    { "9.223372036854775807e18", TRUE, G_MAXINT64 },
    { "1e18", TRUE, G_GINT64_CONSTANT (1000000000000000000) },
    { "1e19", FALSE, 0 },
    { "18446744073709551616", FALSE, 0 },
    { "1e400", FALSE, 0 },
    { "1e99999999999999999999999999", FALSE, 0 },
    { "1e-99999999999999999999999999", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document = parse (cases[i].text);
      gint64 value = 0;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (mcp_json_value_get_int64 (root (document), &value), ==, cases[i].is_integer);
      if (cases[i].is_integer)
        g_assert_cmpint (value, ==, cases[i].value);
    }
}

static void
test_double (void)
{
  g_autofree char *long_number = g_strdup_printf ("0.%0*d1e301", 300, 0);
  g_autoptr (McpJsonDocument) document = parse ("[1.10, -0, 1e400, -1e400, 1e-400, 0.1, \"1\"]");
  g_autoptr (McpJsonDocument) extended = parse (long_number);

  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 0), 7), ==, 1.1);
  g_assert_true (signbit (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 1), 7)));
  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 2), 7), ==, INFINITY);
  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 3), 7), ==, -INFINITY);
  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 4), 7), ==, 0);
  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 5), 7), ==, 0.1);
  g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_value_get_item (root (document), 6), 7), ==, 7);
  g_assert_cmpfloat (mcp_json_value_get_double (root (extended), 7), ==, 1);
}

static void
test_strings (void)
{
  static const struct
  {
    const char *json;
    const char *text;
    gsize       length;
    gsize       n_characters;
  } cases[] = {
    { "\"\"", "", 0, 0 },
    { "\"abc\"", "abc", 3, 3 },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8, 8 },
    { "\"a\\u0000b\"", "a\0b", 3, 3 },
    { "\"\\u00e9\xc3\xa9\"", "\xc3\xa9\xc3\xa9", 4, 2 },
    { "\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!", 5, 2 },
    { "\"\\uD83D\\uDE00\"", "\xf0\x9f\x98\x80", 4, 1 },
    { "\"\\ud83d\"", "\xef\xbf\xbd", 3, 1 },
    { "\"\\ude00\\ud83d\"", "\xef\xbf\xbd\xef\xbf\xbd", 6, 2 },
    { "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7, 2 },
    { "\"\\ud83dx\\ude00\"", "\xef\xbf\xbdx\xef\xbf\xbd", 7, 3 },
    { "\"\\ud83d\\u0041\"", "\xef\xbf\xbd"
                            "A",
      4, 2 },
    { "\"\\ud83d\\n\"", "\xef\xbf\xbd\n", 4, 2 },
    { "\"\xf0\x9f\x98\x80\"", "\xf0\x9f\x98\x80", 4, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonDocument) document = parse (cases[i].json);
      McpJsonValue     value = root (document);
      gsize            length = 0;
      g_autofree char *text = mcp_json_value_dup_string (value, &length);

      g_assert_cmpmem (text, length, cases[i].text, cases[i].length);
      g_assert_cmpint (text[length], ==, '\0');
      g_assert_cmpuint (mcp_json_value_count_characters (value), ==, cases[i].n_characters);
      g_assert_cmpint (mcp_json_value_string_equals (value, cases[i].text), ==,
                       strlen (cases[i].text) == cases[i].length);
      g_assert_false (mcp_json_value_string_equals (value, "abcd"));
      g_assert_false (mcp_json_value_string_equals (value, "ab"));

      for (gsize max = 0; max <= cases[i].length + 1; max++)
        {
          gboolean         complete = FALSE;
          g_autofree char *prefix = mcp_json_value_dup_string_prefix (value, max, &complete);
          gsize            expected = MIN (max, cases[i].length);

          /* A C string cannot hold it; its picture is told by itself below. */
          if (strlen (cases[i].text) != cases[i].length)
            continue;

          while (expected < cases[i].length && (cases[i].text[expected] & 0xc0) == 0x80)
            expected--;
          g_assert_cmpmem (prefix, expected + 1, prefix, expected + 1);
          g_assert_true (memcmp (prefix, cases[i].text, expected) == 0);
          g_assert_cmpint (prefix[expected], ==, '\0');
          g_assert_cmpint (complete, ==, max >= cases[i].length);
        }
    }
}

/* Who reads it as a C string would not see what comes behind U+0000. */
static void
test_nul (void)
{
  g_autoptr (McpJsonDocument) document = parse ("\"a\\u0000b\"");
  g_autofree char *text = mcp_json_value_dup_string (root (document), NULL);
  gboolean         complete = FALSE;
  g_autofree char *prefix = mcp_json_value_dup_string_prefix (root (document), 4, &complete);
  g_autofree char *whole = mcp_json_value_dup_string_prefix (root (document), 5, &complete);

  g_assert_cmpstr (text, ==, "a␀b");
  g_assert_cmpstr (prefix, ==, "a␀");
  g_assert_cmpstr (whole, ==, "a␀b");
  g_assert_true (complete);
}

static void
check_equal (const char *a, const char *b, gboolean expected)
{
  g_autoptr (McpJsonDocument) one = parse (a);
  g_autoptr (McpJsonDocument) two = parse (b);

  g_test_message ("%s %s", a, b);
  g_assert_cmpint (mcp_json_value_equal (root (one), root (two)), ==, expected);
  g_assert_cmpint (mcp_json_value_equal (root (two), root (one)), ==, expected);
  g_assert_true (mcp_json_value_equal (root (one), root (one)));
}

static void
test_equal (void)
{
  check_equal ("1", "1.0", TRUE);
  check_equal ("1", "1e0", TRUE);
  check_equal ("100", "1E+2", TRUE);
  check_equal ("100", "0.001e5", TRUE);
  check_equal ("-0", "0", TRUE);
  check_equal ("0e5", "-0.0", TRUE);
  check_equal ("1", "-1", FALSE);
  check_equal ("1", "10", FALSE);
  check_equal ("12", "1.2", FALSE);
  check_equal ("101", "11", FALSE);
  check_equal ("18446744073709551616", "18446744073709551617", FALSE);
  check_equal ("18446744073709551616", "1.8446744073709551616e19", TRUE);
  check_equal ("0.1", "0.10000000000000000555", FALSE);
  check_equal ("1e400", "10e399", TRUE);
  check_equal ("1e400", "1e401", FALSE);
  check_equal ("1e99999999999999999999", "10e99999999999999999998", TRUE);
  check_equal ("1e100000000000000000000", "10e99999999999999999999", TRUE);
  check_equal ("1e100000000000000000000", "1e-100000000000000000000", FALSE);
  check_equal ("1e-100000000000000000000", "0.1e-99999999999999999999", TRUE);
  check_equal ("1e0000000000000000000000000001", "10", TRUE);
  check_equal ("1e1", "1e-1", FALSE);
  check_equal ("100e-1", "1e1", TRUE);
  check_equal ("1", "\"1\"", FALSE);
  check_equal ("1", "true", FALSE);
  check_equal ("true", "true", TRUE);
  check_equal ("true", "false", FALSE);
  check_equal ("null", "null", TRUE);
  check_equal ("null", "false", FALSE);
  check_equal ("\"a\"", "\"\\u0061\"", TRUE);
  check_equal ("\"\\/\"", "\"/\"", TRUE);
  check_equal ("\"\xc3\xa9\"", "\"e\xcc\x81\"", FALSE);
  check_equal ("\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"", TRUE);
  check_equal ("\"\\ud800\"", "\"\\ufffd\"", FALSE);
  check_equal ("\"\\ud800\"", "\"\\uD800\"", TRUE);
  check_equal ("\"\\ud800\"", "\"\\ud801\"", FALSE);
  check_equal ("\"a\\u0000\"", "\"a\"", FALSE);
  check_equal ("[]", "[ ]", TRUE);
  check_equal ("[]", "{}", FALSE);
  check_equal ("[1,2]", "[1.0, 2]", TRUE);
  check_equal ("[1,2]", "[2,1]", FALSE);
  check_equal ("[1]", "[1,1]", FALSE);
  check_equal ("{\"a\":1,\"b\":[{}]}", "{\"b\":[{ }],\"\\u0061\":1.0}", TRUE);
  check_equal ("{\"a\":1}", "{\"a\":2}", FALSE);
  check_equal ("{\"a\":1}", "{\"b\":1}", FALSE);
  check_equal ("{\"a\":1}", "{\"a\":1,\"b\":1}", FALSE);
  check_equal ("{\"a\":1,\"a\":2}", "{\"a\":2}", TRUE);
  check_equal ("{\"a\":1,\"a\":2}", "{\"a\":3,\"a\":2}", TRUE);
  check_equal ("{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}", FALSE);
  check_equal ("[[1],[2]]", "[[1],[3]]", FALSE);
  check_equal ("[{\"a\":[1,2,{\"b\":0}]},1]", "[{\"a\":[1,2,{\"b\":0.0}]},1]", TRUE);
  check_equal ("[{\"a\":[1,2,{\"b\":0}]},1]", "[{\"a\":[1,2,{\"b\":0.0}]},2]", FALSE);
}

static void
test_pointer (void)
{
  /* The document of RFC 6901 section 5, and more */
  g_autoptr (McpJsonDocument) document = parse (
      "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
      "\"k\\\"l\":6,\" \":7,\"m~n\":8,\"o\":{\"\":{\"~1/\":[[],{\"p\":9}]}}}");
  static const struct
  {
    const char *pointer;
    const char *text;
  } cases[] = {
    { "/foo", "[\"bar\",\"baz\"]" },
    { "/foo/0", "\"bar\"" },
    { "/foo/1", "\"baz\"" },
    { "/", "0" },
    { "/a~1b", "1" },
    { "/c%d", "2" },
    { "/e^f", "3" },
    { "/g|h", "4" },
    { "/i\\j", "5" },
    { "/k\"l", "6" },
    { "/ ", "7" },
    { "/m~0n", "8" },
    { "/o//~01~1/1/p", "9" },
    { "/o//~01~1/0", "[]" },
  };
  static const char *const missing[] = {
    "/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/ 1", "/foo/", "/foo/0/0", "/nothing", "foo",
    "/m~n", "/m~2n", "/m~", "/foo/4294967296", "/foo/18446744073709551616", "//"
  };
  McpJsonIter  iter;
  McpJsonValue name;

  g_assert_cmpuint (mcp_json_value_resolve_pointer (root (document), "").node, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpJsonValue     value = mcp_json_value_resolve_pointer (root (document), cases[i].pointer);
      g_autofree char *pointer = mcp_json_value_dup_pointer (value);

      assert_text (value, cases[i].text);
      g_assert_cmpstr (pointer, ==, cases[i].pointer);
    }
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    g_assert_false (mcp_json_value_exists (mcp_json_value_resolve_pointer (root (document), missing[i])));

  /* A name's pointer is its member's. */
  mcp_json_iter_init (&iter, root (document));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      g_autofree char *of_name = mcp_json_value_dup_pointer (name);
      g_autofree char *of_value = mcp_json_value_dup_pointer ((McpJsonValue){ document, name.node + 1 });

      g_assert_cmpstr (of_name, ==, of_value);
    }
}

static void
test_slot (void)
{
  McpJsonDocument *document = parse ("[1]");
  McpJsonSlot      slot = { MCP_JSON_NO_VALUE };

  mcp_json_slot_set (&slot, mcp_json_value_get_item (root (document), 0));
  mcp_json_document_unref (document);
  assert_text (slot.value, "1");
  mcp_json_slot_set (&slot, slot.value);
  assert_text (slot.value, "1");
  mcp_json_slot_clear (&slot);
  g_assert_false (mcp_json_value_exists (slot.value));
  mcp_json_slot_clear (&slot);
}

/* However characters of each length and escapes follow each other. */
static void
test_count (void)
{
  static const char *const pieces[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                        "\\n", "\\u00e9", "\\ud83d\\ude00", "abcdefgh" };

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) json = g_string_new ("\"");
      g_autoptr (McpJsonDocument) document = NULL;
      g_autofree char *text = NULL;
      gsize            length = 0;

      for (guint n = i % 40; n > 0; n--)
        g_string_append (json, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      g_string_append_c (json, '"');
      document = parse (json->str);
      text = mcp_json_value_dup_string (root (document), &length);
      g_assert_cmpuint (mcp_json_value_count_characters (root (document)), ==,
                        (gsize)g_utf8_strlen (text, (gssize)length));
    }
}

/* A walk is the same as an iterator, in the head of a loop. */
static void
test_walk (void)
{
  static const char *const texts[] = {
    "[]",
    "{}",
    "null",
    "\"ab\"",
    "[1, [2, [3]], {}]",
    "{\"a\": {\"b\": 1}, \"a\": 2, \"\": [3, 4]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpJsonDocument) document = parse (texts[i]);
      McpJsonIter  iter;
      McpJsonValue name, value;

      mcp_json_iter_init (&iter, root (document));
      for (McpJsonWalk each = mcp_json_walk (root (document)); mcp_json_walk_next (&each);)
        {
          g_assert_true (mcp_json_iter_next (&iter, &name, &value));
          g_assert_true (each.name.document == name.document && each.name.node == name.node);
          g_assert_true (each.value.document == value.document && each.value.node == value.node);
        }
      g_assert_false (mcp_json_iter_next (&iter, NULL, NULL));
    }
  for (McpJsonWalk each = mcp_json_walk (MCP_JSON_NO_VALUE); mcp_json_walk_next (&each);)
    g_assert_not_reached ();
}

static void
test_lists (void)
{
  g_autoptr (McpJsonDocument) document =
      parse ("{\"list\": [1, \"a\", [\"b\"], \"\\u0063\"], \"object\": {\"k\": \"a\"}, \"text\": \"a\"}");
  McpJsonValue list = mcp_json_value_get_member (root (document), "list");

  g_assert_true (mcp_json_value_lists (list, "a"));
  g_assert_true (mcp_json_value_lists (list, "c"));
  g_assert_false (mcp_json_value_lists (list, "b"));
  g_assert_false (mcp_json_value_lists (list, "1"));
  g_assert_false (mcp_json_value_lists (mcp_json_value_get_member (root (document), "object"), "a"));
  g_assert_false (mcp_json_value_lists (mcp_json_value_get_member (root (document), "text"), "a"));
  g_assert_false (mcp_json_value_lists (MCP_JSON_NO_VALUE, "a"));
}

void
add_json_value_tests (void)
{
  g_test_add_func ("/json/value/none", test_none);
  g_test_add_func ("/json/value/kinds", test_kinds);
  g_test_add_func ("/json/value/ranges", test_ranges);
  g_test_add_func ("/json/value/members", test_members);
  g_test_add_func ("/json/value/large-object", test_large_object);
  g_test_add_func ("/json/value/threads", test_threads);
  g_test_add_func ("/json/value/int64", test_int64);
  g_test_add_func ("/json/value/double", test_double);
  g_test_add_func ("/json/value/strings", test_strings);
  g_test_add_func ("/json/value/nul", test_nul);
  g_test_add_func ("/json/value/equal", test_equal);
  g_test_add_func ("/json/value/pointer", test_pointer);
  g_test_add_func ("/json/value/slot", test_slot);
  g_test_add_func ("/json/value/walk", test_walk);
  g_test_add_func ("/json/value/lists", test_lists);
  g_test_add_func ("/json/value/count", test_count);
}
