/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How an argument of a command line is read: as JSON or as the text that was typed. */

#include "app-tests.h"
#include "app-typed-argument.h"
#include "mcp-json-writer.h"

#include <string.h>

/* @given: NAME=TEXT each, the last one NULL */
static char *
read_arguments (const char *schema, const char *others, const char *const *given)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);
  g_autoptr (McpJsonDocument) base =
      others != NULL ? mcp_json_document_parse_text (others, -1, NULL) : NULL;
  McpJsonValue rest = base != NULL ? mcp_json_document_get_root (base) : MCP_JSON_NO_VALUE;
  g_autoptr (GArray) list = app_typed_argument_list_new ();

  g_assert_nonnull (document);
  for (guint i = 0; given[i] != NULL; i++)
    {
      const char      *split = strchr (given[i], '=');
      g_autofree char *name = g_strndup (given[i], (gsize)(split - given[i]));

      app_typed_argument_list_add (list, name, split + 1);
    }
  app_typed_argument_list_read (list, mcp_json_document_get_root (document), rest);
  return app_typed_argument_list_dup_json (list, rest);
}

/* One letter for each text: j as JSON, t the text itself, quotes and all. */
static void
test_table (void)
{
  static const char *const texts[] = {
    "hello",
    "\"hello\"",
    "007",
    "5",
    "\"5\"",
    "99",
    "1.10",
    "1e999",
    "-0",
    "9007199254740993",
    "true",
    "null",
    "[1]",
    "{\"a\":1}",
    "",
    " 5",
  };
  static const struct
  {
    const char *schema; /* of the argument "v" */
    const char *expected;
  } cases[] = {
    { "{\"properties\":{\"v\":{\"type\":\"string\"}}}",
      "tttttttttttttttt" },
    { "{\"properties\":{\"v\":{\"$ref\":\"#/$defs/S\"}},\"$defs\":{\"S\":{\"type\":\"string\"}}}",
      "tttttttttttttttt" },
    { "{\"properties\":{\"v\":{\"allOf\":[{\"type\":\"string\"},{\"maxLength\":5}]}}}",
      "tjtttttttttttttt" },
    { "{\"properties\":{\"v\":{\"type\":\"string\",\"pattern\":\"^[0-9]+$\"}}}",
      "ttttjttttttttttt" },
    { "{\"properties\":{\"v\":{\"const\":\"007\"}}}",
      "tttttttttttttttt" },
    { "{\"properties\":{\"v\":{\"enum\":[\"hello\",\"5\",\"true\"]}}}",
      "tjttjttttttttttt" },
    { "{\"properties\":{\"v\":{\"anyOf\":[{\"const\":\"5\"},{\"type\":\"string\"}]}}}",
      "tttttttttttttttt" },
    { "{\"additionalProperties\":{\"type\":\"string\"}}",
      "tttttttttttttttt" },
    { "{\"patternProperties\":{\"^v\":{\"type\":\"string\"}}}",
      "tttttttttttttttt" },
    { "{\"$ref\":\"#/$defs/S\",\"$defs\":{\"S\":{\"properties\":{\"v\":{\"type\":\"string\"}}}}}",
      "tttttttttttttttt" },
    { "{\"allOf\":[{\"properties\":{\"v\":{\"type\":\"string\"}}}]}",
      "tttttttttttttttt" },
    { "{\"properties\":{\"v\":{\"type\":[\"string\",\"null\"]}}}",
      "tjttjttttttjtttt" },
    { "{\"properties\":{\"v\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}}}",
      "tjttjttttttjtttt" },
    { "{\"properties\":{\"v\":{\"type\":[\"string\",\"integer\"]}}}",
      "tjtjjjtjjjtttttj" },
    { "{\"properties\":{\"v\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"number\",\"maximum\":10}]}}}",
      "tjtjjtjtjttttttj" },
    { "{\"properties\":{\"v\":{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"array\"}]}}}",
      "tjttjtttttttjttt" },
    { "{\"properties\":{\"v\":{\"type\":\"number\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"type\":\"integer\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"type\":\"boolean\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"type\":\"array\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"type\":\"object\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"type\":\"null\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"pattern\":\"^[0-9]+$\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"format\":\"date-time\"}}}",
      "tjtjjjjjjjjjjjtj" },
    { "{\"properties\":{\"v\":{\"enum\":[5,\"5\",true]}}}",
      "tjtjjjjjjjjttttj" },
    { "{\"properties\":{\"v\":false}}",
      "tjtjjjjjjjjjjjtj" },
    { "{}",
      "tjtjjjjjjjjjjjtj" },
    { "true",
      "tjtjjjjjjjjjjjtj" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char found[G_N_ELEMENTS (texts) + 1] = { 0 };

      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          g_autofree char  *typed = g_strconcat ("v=", texts[k], NULL);
          const char *const given[] = { typed, NULL };
          g_autofree char  *sent = read_arguments (cases[i].schema, NULL, given);
          g_autofree char  *quoted = mcp_json_quote (texts[k], -1);
          g_autofree char  *as_text = g_strdup_printf ("{\"v\":%s}", quoted);
          g_autofree char  *trimmed = g_strstrip (g_strdup (texts[k]));
          g_autofree char  *as_json = g_strdup_printf ("{\"v\":%s}", trimmed);

          found[k] = g_str_equal (sent, as_text) ? 't' : 'j';
          if (found[k] == 'j')
            g_assert_cmpstr (sent, ==, as_json);
          g_test_message ("%s  %s  ->  %s", cases[i].schema, texts[k], sent);
        }
      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

/* Where the schema couples arguments, the readings that fit together. */
static void
test_coupled (void)
{
#define KINDS                                                                                       \
  "{\"properties\":{\"kind\":{\"enum\":[\"n\",\"s\"]},\"v\":{\"type\":[\"integer\",\"string\"]}},"  \
  "\"if\":{\"properties\":{\"kind\":{\"const\":\"s\"}}},\"then\":{\"properties\":{\"v\":{\"type\":" \
  "\"string\"}}},\"else\":{\"properties\":{\"v\":{\"type\":\"integer\"}}}}"
#define EITHER                                                                                        \
  "{\"oneOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]},{\"properties\":{" \
  "\"b\":{\"type\":\"string\"}},\"required\":[\"b\"]}]}"
  static const struct
  {
    const char *schema;
    const char *others; /* (nullable) */
    const char *given[4];
    const char *expected;
  } cases[] = {
    { KINDS, NULL, { "kind=n", "v=5", NULL }, "{\"kind\":\"n\",\"v\":5}" },
    { KINDS, NULL, { "kind=s", "v=5", NULL }, "{\"kind\":\"s\",\"v\":\"5\"}" },
    { KINDS, "{\"kind\":\"s\"}", { "v=5", NULL }, "{\"kind\":\"s\",\"v\":\"5\"}" },
    { KINDS, "{\"kind\":\"s\",\"v\":1}", { "kind=n", NULL }, "{\"v\":1,\"kind\":\"n\"}" },
    { EITHER, NULL, { "a=5", NULL }, "{\"a\":\"5\"}" },
    { EITHER, NULL, { "b=true", NULL }, "{\"b\":\"true\"}" },
    /* Nothing makes it fit: as each argument alone is read. */
    { "{\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"z\"]}",
      NULL,
      { "a=5", "b=6", NULL },
      "{\"a\":5,\"b\":6}" },
    { "{}", "{\"x\":1.10}", { "=e", "y=2", NULL }, "{\"x\":1.10,\"\":\"e\",\"y\":2}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sent = read_arguments (cases[i].schema, cases[i].others, cases[i].given);

      g_assert_cmpstr (sent, ==, cases[i].expected);
    }
}

/* A schema that leads round, or widens at each step, costs no more than it is worth. */
static void
test_hostile_schemas (void)
{
  static const char *const given[] = { "v=5", NULL };
  static const char *const schemas[] = {
    "{\"$ref\":\"#\"}",
    "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
    "{\"properties\":{\"v\":{\"$ref\":\"#/properties/v\"}}}",
    "{\"properties\":{\"v\":{\"anyOf\":[{\"$ref\":\"#/properties/v\"},{\"$ref\":\"#/properties/v\"}]}}}",
    "{\"properties\":{\"v\":{\"$ref\":\"https://example.com/none\"}}}",
    "{\"properties\":[]}",
    "{\"properties\":{\"v\":7},\"allOf\":3}",
    "17",
  };
  g_autoptr (GString) wide = g_string_new ("{\"properties\":{\"v\":{\"type\":\"string\"}},\"allOf\":[");

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autofree char *sent = read_arguments (schemas[i], NULL, given);

      g_assert_cmpstr (sent, ==, "{\"v\":5}");
    }
  for (guint i = 0; i < 1000; i++)
    g_string_append (wide, "{\"$ref\":\"#\"},");
  g_string_append (wide, "{}]}");
  g_autofree char *sent = read_arguments (wide->str, NULL, given);

  g_assert_cmpstr (sent, ==, "{\"v\":\"5\"}");
}

void
add_typed_argument_tests (void)
{
  g_test_add_func ("/app/typed-argument/table", test_table);
  g_test_add_func ("/app/typed-argument/coupled", test_coupled);
  g_test_add_func ("/app/typed-argument/hostile-schemas", test_hostile_schemas);
}
