/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records by their shape: each kind of field with what is right, of another kind, null, absent, twice and
 * too large; then what a whole record is read to, written, copied, compared and freed. */

#include "json-tests.h"
#include "mcp-json-shape.h"

#include <string.h>

typedef enum {
  COLOUR_RED,
  COLOUR_GREEN,
} Colour;

typedef struct
{
  const char *string;
  const char *text;
  GStrv       strings;
  gboolean    flag;
  gint64      number;
  Colour      colour;
  gint64      sparse_number;
  gboolean    sparse_flag;
  const char *secret;
  int         own; /* of no field */
} Record;

static const char *const colours[] = { "red", "green", NULL };

static const McpJsonField fields[] = {
  MCP_JSON_FIELD ("string", Record, string, STRING, MCP_JSON_FIELD_REQUIRED),
  MCP_JSON_FIELD ("text", Record, text, TEXT, 0),
  MCP_JSON_FIELD ("strings", Record, strings, STRINGS, 0),
  MCP_JSON_FIELD ("flag", Record, flag, BOOLEAN, 0),
  MCP_JSON_FIELD ("number", Record, number, INT64, 0),
  MCP_JSON_FIELD_OF_WORDS ("colour", Record, colour, colours, 0),
  MCP_JSON_FIELD ("sparse-number", Record, sparse_number, INT64, MCP_JSON_FIELD_SPARSE),
  MCP_JSON_FIELD ("sparse-flag", Record, sparse_flag, BOOLEAN, MCP_JSON_FIELD_SPARSE),
  MCP_JSON_FIELD ("secret", Record, secret, STRING, MCP_JSON_FIELD_SECRET),
};

static const McpJsonShape shape = { fields, G_N_ELEMENTS (fields) };

/* One member, and what the record is written as once it was read. */
typedef struct
{
  const char *name;
  const char *member;  /* of the document, next to "string" */
  const char *written; /* behind "string" */
} Case;

#define REST "\"flag\":false,\"number\":0,\"colour\":\"red\"}"

static const Case cases[] = {
  { "nothing", "", REST },
  { "string/twice", ", \"string\": \"s\"", REST },
  { "text/object", ", \"text\": {\"b\" :\n 1.10, \"a\": [null]}", "\"text\":{\"b\":1.10,\"a\":[null]}," REST },
  { "text/number", ", \"text\": 1e400", "\"text\":1e400," REST },
  { "text/string", ", \"text\": \"\\u0061\"", "\"text\":\"\\u0061\"," REST },
  { "text/null", ", \"text\": null", REST },
  { "text/twice", ", \"text\": 1, \"text\": 2", "\"text\":2," REST },
  { "strings", ", \"strings\": [\"a\", \"\"]", "\"strings\":[\"a\",\"\"]," REST },
  { "strings/empty", ", \"strings\": []", "\"strings\":[]," REST },
  { "strings/mixed", ", \"strings\": [1, \"a\", null, [\"b\"]]", "\"strings\":[\"a\"]," REST },
  { "strings/kind", ", \"strings\": \"a\"", REST },
  { "strings/object", ", \"strings\": {\"a\": \"b\"}", REST },
  { "strings/null", ", \"strings\": null", REST },
  { "strings/twice", ", \"strings\": [\"a\"], \"strings\": [\"b\"]", "\"strings\":[\"b\"]," REST },
  { "flag", ", \"flag\": true", "\"flag\":true,\"number\":0,\"colour\":\"red\"}" },
  { "flag/kind", ", \"flag\": 1", REST },
  { "flag/string", ", \"flag\": \"true\"", REST },
  { "flag/null", ", \"flag\": null", REST },
  { "flag/twice", ", \"flag\": true, \"flag\": false", REST },
  { "number", ", \"number\": -7", "\"flag\":false,\"number\":-7,\"colour\":\"red\"}" },
  { "number/spelled", ", \"number\": 1.5e1", "\"flag\":false,\"number\":15,\"colour\":\"red\"}" },
  { "number/largest", ", \"number\": 9223372036854775807",
    "\"flag\":false,\"number\":9223372036854775807,\"colour\":\"red\"}" },
  { "number/too-large", ", \"number\": 9223372036854775808", REST },
  { "number/fraction", ", \"number\": 1.5", REST },
  { "number/string", ", \"number\": \"7\"", REST },
  { "number/null", ", \"number\": null", REST },
  { "number/twice", ", \"number\": 1, \"number\": 2", "\"flag\":false,\"number\":2,\"colour\":\"red\"}" },
  { "word", ", \"colour\": \"green\"", "\"flag\":false,\"number\":0,\"colour\":\"green\"}" },
  { "word/escaped", ", \"colour\": \"gr\\u0065en\"", "\"flag\":false,\"number\":0,\"colour\":\"green\"}" },
  { "word/unknown", ", \"colour\": \"Green\"", REST },
  { "word/kind", ", \"colour\": 1", REST },
  { "word/null", ", \"colour\": null", REST },
  { "word/twice", ", \"colour\": \"green\", \"colour\": \"red\"", REST },
  { "sparse", ", \"sparse-number\": -1, \"sparse-flag\": true",
    "\"flag\":false,\"number\":0,\"colour\":\"red\",\"sparse-number\":-1,\"sparse-flag\":true}" },
  { "sparse/nothing", ", \"sparse-number\": 0, \"sparse-flag\": false", REST },
  { "secret", ", \"secret\": \"x\"", "\"flag\":false,\"number\":0,\"colour\":\"red\",\"secret\":\"x\"}" },
  { "unknown", ", \"more\": 1, \"Flag\": true", REST },
};

static void
test_case (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *source = g_strdup_printf ("{\"string\": \"s\"%s}", self->member);
  g_autofree char *expected = g_strdup_printf ("{\"string\":\"s\",%s", self->written);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (source, -1, NULL);
  g_autoptr (McpJsonDocument) second = NULL;
  Record           record = { .own = 5 };
  Record           again = { .own = 6 };
  g_autofree char *written = NULL;
  g_autofree char *rewritten = NULL;
  const char      *missing = "?";

  g_assert_nonnull (document);
  g_assert_true (mcp_json_shape_read (&shape, mcp_json_document_get_root (document), &record, &missing));
  g_assert_null (missing);
  written = mcp_json_shape_dup_json (&shape, &record);
  g_assert_cmpstr (written, ==, expected);

  second = mcp_json_document_parse_text (written, -1, NULL);
  g_assert_true (mcp_json_shape_read (&shape, mcp_json_document_get_root (second), &again, NULL));
  g_assert_true (mcp_json_shape_equal (&shape, &record, &again));
  rewritten = mcp_json_shape_dup_json (&shape, &again);
  g_assert_cmpstr (rewritten, ==, expected);
  mcp_json_shape_clear (&shape, &record);
  mcp_json_shape_clear (&shape, &again);
  g_assert_null (record.string);
  g_assert_null (record.strings);
  g_assert_cmpint (record.own, ==, 5);
}

/* What is not there, or of another kind, leaves what the caller put there first. */
static void
test_fallbacks (void)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text ("{\"number\": \"7\", \"colour\": \"blue\", \"strings\": 1}", -1, NULL);
  Record      record = { .number = -1, .flag = TRUE, .colour = COLOUR_GREEN };
  const char *missing = NULL;

  record.strings = g_strsplit ("a b", " ", -1);
  g_assert_false (mcp_json_shape_read (&shape, mcp_json_document_get_root (document), &record, &missing));
  g_assert_cmpstr (missing, ==, "string");
  g_assert_cmpint (record.number, ==, -1);
  g_assert_true (record.flag);
  g_assert_cmpint (record.colour, ==, COLOUR_GREEN);
  g_assert_cmpstr (record.strings[1], ==, "b");
  mcp_json_shape_clear (&shape, &record);
}

static void
test_missing (void)
{
  static const char *const texts[] = {
    "{}",
    "{\"string\": null}",
    "{\"string\": 1}",
    "[\"string\"]",
    "null",
    "\"string\"",
    "{\"string\": \"a\", \"string\": {}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (texts[i], -1, NULL);
      Record      record = { 0 };
      const char *missing = NULL;

      g_assert_false (
          mcp_json_shape_read (&shape, mcp_json_document_get_root (document), &record, &missing));
      g_assert_cmpstr (missing, ==, "string");
      g_assert_false (mcp_json_shape_read (&shape, mcp_json_document_get_root (document), &record, NULL));
      mcp_json_shape_clear (&shape, &record);
    }
  g_assert_false (mcp_json_shape_read (&shape, MCP_JSON_NO_VALUE, &(Record){ 0 }, NULL));
}

/* What is read again replaces what was read before, and nothing leaks. */
static void
test_again (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"string\": \"a\\u0000b\", \"text\": [1], \"strings\": [\"x\"], \"secret\": \"y\"}", -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  Record       record = { 0 };

  for (guint i = 0; i < 3; i++)
    g_assert_true (mcp_json_shape_read (&shape, root, &record, NULL));
  /* As everywhere where a text is one of C. */
  g_assert_cmpstr (record.string, ==, "a\xe2\x90\x80"
                                      "b");
  g_assert_cmpstr (record.text, ==, "[1]");
  mcp_json_shape_clear (&shape, &record);
  mcp_json_shape_clear (&shape, &record);
}

static void
test_copy (void)
{
  char    a[] = "a";
  char   *strings[] = { a, NULL };
  Record  record = { .string = "s", .text = "{}", .strings = strings, .number = 7, .secret = "x" };
  Record  copy = record;
  Record  empty = { 0 };
  Record *records[] = { &copy, &record };

  mcp_json_shape_copy (&shape, &copy);
  g_assert_true (copy.string != record.string && copy.text != record.text && copy.secret != record.secret);
  g_assert_true (copy.strings != record.strings && copy.strings[0] != strings[0]);
  g_assert_true (mcp_json_shape_equal (&shape, records[0], records[1]));
  mcp_json_shape_copy (&shape, &empty);
  g_assert_true (mcp_json_shape_equal (&shape, &empty, &(Record){ 0 }));
  g_assert_false (mcp_json_shape_equal (&shape, &empty, &record));
  mcp_json_shape_clear (&shape, &copy);
}

static void
test_equal (void)
{
  char         a[] = "a";
  char         b[] = "b";
  char        *one[] = { a, NULL };
  char        *two[] = { a, b, NULL };
  char        *none[] = { NULL };
  const Record records[] = {
    { 0 },
    { .string = "" },
    { .string = "a" },
    { .text = "1" },
    { .strings = none },
    { .strings = one },
    { .strings = two },
    { .flag = TRUE },
    { .number = G_MAXINT64 },
    { .number = -1 },
    { .colour = COLOUR_GREEN },
    { .sparse_number = 1 },
    { .secret = "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    for (guint j = 0; j < G_N_ELEMENTS (records); j++)
      g_assert_cmpint (mcp_json_shape_equal (&shape, &records[i], &records[j]), ==, i == j);
  g_assert_true (mcp_json_shape_equal (&shape, &(Record){ .flag = 2, .own = 1 }, &(Record){ .flag = TRUE }));
}

static void
test_members (void)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  const Record     record = { .string = "s" };
  g_autofree char *text = NULL;

  mcp_json_writer_add (writer, "{'before': 1");
  mcp_json_shape_write_members (&shape, &record, writer);
  mcp_json_writer_add (writer, "'behind': []}");
  text = mcp_json_writer_finish_text (writer);
  g_assert_cmpstr (text, ==,
                   "{\"before\":1,\"string\":\"s\",\"flag\":false,\"number\":0,\"colour\":\"red\",\"behind\":[]}");
}

void
add_json_shape_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/json/shape/case/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/json/shape/fallbacks", test_fallbacks);
  g_test_add_func ("/json/shape/missing", test_missing);
  g_test_add_func ("/json/shape/again", test_again);
  g_test_add_func ("/json/shape/copy", test_copy);
  g_test_add_func ("/json/shape/equal", test_equal);
  g_test_add_func ("/json/shape/members", test_members);
}
