/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing: building text, and laying out again what was read without changing it. */

#include "json-tests.h"
#include "mcp-json-writer.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
test_build (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text ("{\"\\u0061\" : [ 1.10 ,-0]}", -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  McpJsonValue     name, value;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  g_assert_true (mcp_json_iter_next (&iter, &name, &value));

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "string", "a\"\\\n\x01\xc3\xa9");
  mcp_json_writer_member_string (writer, "nothing", NULL);
  mcp_json_writer_member_int64 (writer, "least", G_MININT64);
  mcp_json_writer_member_boolean (writer, "yes", TRUE);
  mcp_json_writer_member_value (writer, "absent", MCP_JSON_NO_VALUE);
  mcp_json_writer_member_value (writer, "value", value);
  mcp_json_writer_name_value (writer, name);
  mcp_json_writer_begin_array (writer);
  mcp_json_writer_null (writer);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_begin_array (writer);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_raw (writer, "1e400", -1);
  mcp_json_writer_value (writer, value);
  mcp_json_writer_double (writer, 0.1);
  mcp_json_writer_double (writer, NAN);
  mcp_json_writer_string_length (writer, "a\0b", 3);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  g_assert_cmpstr (text, ==,
                   "{\"string\":\"a\\\"\\\\\\n\\u0001\xc3\xa9\",\"nothing\":null,"
                   "\"least\":-9223372036854775808,\"yes\":true,\"value\":[ 1.10 ,-0],"
                   "\"\\u0061\":[null,{},[],1e400,[ 1.10 ,-0],0.1,null,\"a\\u0000b\"]}");
}

static void
test_finish_bytes (void)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize       size;

  mcp_json_writer_string (writer, "x");
  bytes = mcp_json_writer_finish (writer);
  text = g_bytes_get_data (bytes, &size);
  g_assert_cmpuint (size, ==, 3);
  g_assert_cmpstr (text, ==, "\"x\"");
}

static void
test_abandoned (void)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
}

static void
test_doubles (void)
{
  static const struct
  {
    double      value;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { -0.0, "-0" },
    { 1, "1" },
    { 0.1, "0.1" },
    { 1.0 / 3, "0.3333333333333333" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 1e21, "1e+21" },
    { 9007199254740993.0, "9007199254740992" },
    { DBL_MAX, "1.7976931348623157e+308" },
    { DBL_MIN, "2.2250738585072014e-308" },
    { 4.9e-324, "5e-324" },
    { INFINITY, "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
      g_autoptr (McpJsonDocument) document = NULL;
      g_autofree char *text = NULL;

      mcp_json_writer_double (writer, cases[i].value);
      text = mcp_json_writer_finish_text (writer);
      g_assert_cmpstr (text, ==, cases[i].text);
      document = mcp_json_document_parse_text (text, -1, NULL);
      g_assert_nonnull (document);
      if (isfinite (cases[i].value))
        g_assert_cmpfloat (mcp_json_value_get_double (mcp_json_document_get_root (document), 7), ==,
                           cases[i].value);
    }
}

static void
check_quote (const char *text, gssize length, const char *expected)
{
  g_autofree char *quoted = mcp_json_quote (text, length);

  g_assert_cmpstr (quoted, ==, expected);
}

static void
test_quote (void)
{
  check_quote ("", -1, "\"\"");
  check_quote ("abcd", 2, "\"ab\"");
  check_quote ("\b\f\n\r\t\x1f\x7f/", -1, "\"\\b\\f\\n\\r\\t\\u001f\x7f/\"");
  check_quote ("a\xff\xc3\xa9\xe2\x82", -1, "\"a\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\"");
  check_quote ("\xed\xa0\x80", -1, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  check_quote ("0123456789abcdef\"0123456789abcdef\xc3\xa9\\", -1,
               "\"0123456789abcdef\\\"0123456789abcdef\xc3\xa9\\\\\"");
}

/* Any bytes become a string that is read back as the same bytes, or with U+FFFD. */
static void
test_quote_any (void)
{
  for (guint seed = 0; seed < 2000; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autofree char *bytes = g_malloc (64);
      g_autofree char *quoted = NULL;
      g_autofree char *read = NULL;
      g_autoptr (McpJsonDocument) document = NULL;
      gsize length = (gsize)g_rand_int_range (rand, 0, 64);
      gsize read_length;

      for (gsize i = 0; i < length; i++)
        bytes[i] = (char)g_rand_int_range (rand, 0, seed % 2 ? 256 : 128);
      quoted = mcp_json_quote (bytes, (gssize)length);
      document = mcp_json_document_parse_text (quoted, -1, NULL);
      g_assert_nonnull (document);
      read = mcp_json_value_dup_string (mcp_json_document_get_root (document), &read_length);
      if (seed % 2 == 0)
        g_assert_cmpmem (read, read_length, bytes, length);
    }
}

static void
test_layout (void)
{
  static const char text[] = " {\"a\" : [ 18446744073709551616,1e400 , -0,1.10, \"\\u0000\\ud800\\/\" ],"
                             "\"a\":{ } ,\"b\":[ [] , true]}\n";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpJsonValue     value = mcp_json_document_get_root (document);
  g_autofree char *compact = mcp_json_value_print_compact (value);
  g_autofree char *pretty = mcp_json_value_print_pretty (value, 2);
  g_autofree char *flat = mcp_json_value_print_pretty (mcp_json_value_get_member (value, "b"), 0);

  g_assert_cmpstr (compact, ==,
                   "{\"a\":[18446744073709551616,1e400,-0,1.10,\"\\u0000\\ud800\\/\"],"
                   "\"a\":{},\"b\":[[],true]}");
  g_assert_cmpstr (pretty, ==,
                   "{\n"
                   "  \"a\": [\n"
                   "    18446744073709551616,\n"
                   "    1e400,\n"
                   "    -0,\n"
                   "    1.10,\n"
                   "    \"\\u0000\\ud800\\/\"\n"
                   "  ],\n"
                   "  \"a\": {},\n"
                   "  \"b\": [\n"
                   "    [],\n"
                   "    true\n"
                   "  ]\n"
                   "}");
  g_assert_cmpstr (flat, ==, "[\n[],\ntrue\n]");
}

/* What is equal is printed the same. */
static void
test_canonical (void)
{
  static const char *const texts[] = {
    "{\"b\":[1.0,2,{\"y\":0,\"x\":null}],\"a\":\"\\u00e9\\/\\n\",\"c\":{},\"d\":1e-1}",
    "{ \"d\":1e-1,\"a\":\"none\", \"c\":{}, \"\\u0061\":\"é/\\u000a\",\"b\":[1,2e0,{\"x\":null,\"y\":0}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (texts[i], -1, NULL);
      g_autofree char *printed =
          mcp_json_value_print_canonical (mcp_json_document_get_root (document), 1);

      g_assert_cmpstr (printed, ==,
                       "{\n"
                       " \"a\": \"é/\\n\",\n"
                       " \"b\": [\n"
                       "  1,\n"
                       "  2,\n"
                       "  {\n"
                       "   \"x\": null,\n"
                       "   \"y\": 0\n"
                       "  }\n"
                       " ],\n"
                       " \"c\": {},\n"
                       " \"d\": 1e-1\n"
                       "}");
    }
}

static void
test_template (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text ("{\"\\u0061\" : [ 1.10 ,-0]}", -1, NULL);
  g_autoptr (GBytes) raw = g_bytes_new_static ("[1e400 ]", 8);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  McpJsonValue     name, value;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  g_assert_true (mcp_json_iter_next (&iter, &name, &value));

  text = mcp_json_build ("{'string': %s, 'nothing': %s, 'yes': %b, 'no': %b, 'int': %i, 'least': %x, 'tenth': %d,\n"
                         " 'value': %v, %v: [%r, %y], %s : {}, 'fixed \"\\': [true, false, null, -1.5e+10, 'x', []]}",
                         "a'\"\\\n\x01\xc3\xa9\xff", NULL, TRUE, FALSE, -7, G_MININT64, 0.1, value, name,
                         "18446744073709551615", raw, "n\"m");
  g_assert_cmpstr (text, ==,
                   "{\"string\":\"a'\\\"\\\\\\n\\u0001\xc3\xa9\xef\xbf\xbd\",\"nothing\":null,"
                   "\"yes\":true,\"no\":false,\"int\":-7,\"least\":-9223372036854775808,\"tenth\":0.1,"
                   "\"value\":[ 1.10 ,-0],\"\\u0061\":[18446744073709551615,[1e400 ]],\"n\\\"m\":{},"
                   "\"fixed \\\"\\\\\":[true,false,null,-1.5e+10,\"x\",[]]}");

  bytes = mcp_json_build_bytes ("%s", "x");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "\"x\"", 3);
}

static void
check_optional (const char *expected, const char *first, const char *middle, const char *last)
{
  g_autofree char *members = mcp_json_build ("{'a': ?%s, 'b': ?%s, 'c': ?%s}", first, middle, last);
  g_autofree char *elements = mcp_json_build ("[?%s, ?%s, ?%s]", first, middle, last);
  g_autofree char *nested = mcp_json_build ("[{'a': ?%s}, [?%s], {'b': {'c': ?%s}}, 1]", first, middle, last);
  g_autoptr (GString) joined = g_string_new (NULL);

  g_string_append_printf (joined, "%s %s %s", members, elements, nested);
  g_assert_cmpstr (joined->str, ==, expected);
}

static void
test_template_optional (void)
{
  g_autofree char *others = NULL;
  g_autofree char *present = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text ("null", -1, NULL);
  g_autoptr (GBytes) raw = g_bytes_new_static ("{}", 2);

  check_optional ("{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"} [\"1\",\"2\",\"3\"]"
                  " [{\"a\":\"1\"},[\"2\"],{\"b\":{\"c\":\"3\"}},1]",
                  "1", "2", "3");
  check_optional ("{\"b\":\"2\",\"c\":\"3\"} [\"2\",\"3\"] [{},[\"2\"],{\"b\":{\"c\":\"3\"}},1]", NULL, "2", "3");
  check_optional ("{\"a\":\"1\",\"c\":\"3\"} [\"1\",\"3\"] [{\"a\":\"1\"},[],{\"b\":{\"c\":\"3\"}},1]", "1", NULL, "3");
  check_optional ("{\"a\":\"1\",\"b\":\"2\"} [\"1\",\"2\"] [{\"a\":\"1\"},[\"2\"],{\"b\":{}},1]", "1", "2", NULL);
  check_optional ("{} [] [{},[],{\"b\":{}},1]", NULL, NULL, NULL);

  others = mcp_json_build ("{'v': ?%v, 'r': ?%r, 'y': ?%y, 'b': ?%b, 'i': ?%i, 'x': ?%x}", MCP_JSON_NO_VALUE,
                           NULL, NULL, FALSE, -1, (gint64)-1);
  g_assert_cmpstr (others, ==, "{}");
  present = mcp_json_build ("{'v': ?%v, 'r': ?%r, 'y': ?%y, 'b': ?%b, 'i': ?%i, 'x': ?%x}",
                            mcp_json_document_get_root (document), "[]", raw, TRUE, 0, G_MAXINT64);
  g_assert_cmpstr (present, ==,
                   "{\"v\":null,\"r\":[],\"y\":{},\"b\":true,\"i\":0,\"x\":9223372036854775807}");
}

/* Templates that are not balanced by themselves, mixed with the writer's own steps. */
static void
test_template_pieces (void)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;

  mcp_json_writer_add (writer, "{'name': %s, 'items': [", "n");
  for (int i = 0; i < 3; i++)
    mcp_json_writer_add (writer, "{'i': %i}", i);
  mcp_json_writer_null (writer);
  mcp_json_writer_add (writer, "], 'more': {");
  mcp_json_writer_name (writer, "gone");
  mcp_json_writer_add (writer, "?%s", NULL);
  mcp_json_writer_name (writer, "kept");
  mcp_json_writer_add (writer, "?%s", "k");
  mcp_json_writer_add (writer, ", 'last': 1},");
  mcp_json_writer_add (writer, " 'done': true }");
  text = mcp_json_writer_finish_text (writer);
  g_assert_cmpstr (text, ==,
                   "{\"name\":\"n\",\"items\":[{\"i\":0},{\"i\":1},{\"i\":2},null],"
                   "\"more\":{\"kept\":\"k\",\"last\":1},\"done\":true}");
}

/* What ends a program is run in one of its own: "/json/writer/…/subprocess/0" and so on. */

static const char *const bad_templates[] = {
  "", "{", "{'a' 1}", "{'a': 1 'b': 2}", "{'a': 1,}", "[1,,2]", "[1,]", "{'a'}", "{1: 2}", "{'a: 1}", "{\"a\": 1}",
  "%q", "?1", "{?%s: 1}", "[%", "1 2", "1,", "[}", "{'a': [%s, %s}", "{'a',: 1}"
};
static const char *const misuses[] = { "[n", "{0", "{n}", "{nn", "[}", "{]", "00", "[.", ".", "{n0]" };

static void
check_ends (const char *folder, const char *const *inputs, guint n_inputs)
{
  for (guint i = 0; i < n_inputs; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/subprocess/%u", folder, i);

      g_test_message ("%s", inputs[i]);
      g_test_trap_subprocess (path, 0, 0);
      g_test_trap_assert_failed ();
    }
}

static void
add_endings (const char *folder, const char *const *inputs, guint n_inputs, GTestDataFunc function)
{
  for (guint i = 0; i < n_inputs; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/subprocess/%u", folder, i);

      g_test_add_data_func (path, inputs[i], function);
    }
}

static void
test_bad_templates (void)
{
  check_ends ("/json/writer/template/bad", bad_templates, G_N_ELEMENTS (bad_templates));
}

static void
bad_template (gconstpointer data)
{
  g_free (mcp_json_build (data, "a", "b"));
}

static void
test_misuse (void)
{
  check_ends ("/json/writer/misuse", misuses, G_N_ELEMENTS (misuses));
}

static void
misuse (gconstpointer data)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  for (const char *steps = data; *steps != '\0'; steps++)
    switch (*steps)
      {
      case '{':
        mcp_json_writer_begin_object (writer);
        break;
      case '}':
        mcp_json_writer_end_object (writer);
        break;
      case '[':
        mcp_json_writer_begin_array (writer);
        break;
      case ']':
        mcp_json_writer_end_array (writer);
        break;
      case 'n':
        mcp_json_writer_name (writer, "n");
        break;
      case '0':
        mcp_json_writer_null (writer);
        break;
      default:
        g_free (mcp_json_writer_finish_text (writer));
        break;
      }
}

void
add_json_writer_tests (void)
{
  g_test_add_func ("/json/writer/build", test_build);
  g_test_add_func ("/json/writer/finish-bytes", test_finish_bytes);
  g_test_add_func ("/json/writer/abandoned", test_abandoned);
  g_test_add_func ("/json/writer/doubles", test_doubles);
  g_test_add_func ("/json/writer/quote", test_quote);
  g_test_add_func ("/json/writer/quote-any", test_quote_any);
  g_test_add_func ("/json/writer/layout", test_layout);
  g_test_add_func ("/json/writer/canonical", test_canonical);
  g_test_add_func ("/json/writer/template", test_template);
  g_test_add_func ("/json/writer/template/optional", test_template_optional);
  g_test_add_func ("/json/writer/template/pieces", test_template_pieces);
  g_test_add_func ("/json/writer/template/bad", test_bad_templates);
  add_endings ("/json/writer/template/bad", bad_templates, G_N_ELEMENTS (bad_templates), bad_template);
  g_test_add_func ("/json/writer/misuse", test_misuse);
  add_endings ("/json/writer/misuse", misuses, G_N_ELEMENTS (misuses), misuse);
}
