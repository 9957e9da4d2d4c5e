/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-tests.h"
#include "store-python-literal.h"
#include "store-referenceable.h"
#include "test-data.h"

#include "mcp-json-writer.h"

#include <string.h>

/* What a server makes of a referenceable tool's argument: every case of its computed outputs, and
 * what they leave out. */

static McpJsonValue
find_object (const char *id, gpointer user_data)
{
  const McpJsonValue *store = user_data;

  return mcp_json_value_get_member (*store, id);
}

static gboolean
check_case (McpJsonValue fixture)
{
  McpJsonValue     store = mcp_json_value_get_member (fixture, "store");
  McpJsonValue     value = mcp_json_value_get_member (fixture, "value");
  McpJsonValue     wanted = mcp_json_value_get_member (fixture, "resolved");
  g_autofree char *description = mcp_json_value_dup_member_string (fixture, "description");
  g_autofree char *type = mcp_json_value_dup_member_string (fixture, "parameter_type");
  g_autofree char *message = mcp_json_value_dup_member_string (fixture, "error_message");
  g_autoptr (GError) error = NULL;
  g_autofree char *json =
      store_referenceable_resolve (value, "x", type, find_object, &store, &error);
  g_autoptr (McpJsonDocument) resolved =
      json != NULL ? mcp_json_document_parse_text (json, -1, NULL) : NULL;

  if (mcp_json_value_get_member_boolean (fixture, "is_error", FALSE))
    {
      if (error != NULL && strcmp (error->message, message) == 0)
        return TRUE;
      g_test_message ("%s\nexpected:\n%s\ngot:\n%s", description, message,
                      error != NULL ? error->message : json);
      return FALSE;
    }
  if (resolved != NULL && mcp_json_value_equal (mcp_json_document_get_root (resolved), wanted))
    return TRUE;
  g_test_message ("%s: got %s", description, json != NULL ? json : error->message);
  return FALSE;
}

static void
test_fixtures (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/references.json");
  McpJsonIter  iter;
  McpJsonValue fixture;
  guint        n_cases = 0, n_passed = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "cases"));
  while (mcp_json_iter_next (&iter, NULL, &fixture))
    {
      n_cases++;
      n_passed += check_case (fixture);
    }
  g_test_message ("%u of %u cases", n_passed, n_cases);
  g_assert_cmpuint (n_cases, >, 0);
  g_assert_cmpuint (n_passed, ==, n_cases);
}

static void
test_literals (void)
{
  static const struct
  {
    const char *text;
    const char *json; /* NULL: no literal */
  } cases[] = {
    { "{'a': 1, \"b\": [True, None]}", "{\"a\":1,\"b\":[true,null]}" },
    { " ( 1 , 2.50, ) ", "[1,2.5]" },
    { "(1)", "1" },
    { "(1,)", "[1]" },
    { "()", "[]" },
    { "{}", "{}" },
    { "[-1, +2, 1_000, 0x1F, .5, 1e3]", "[-1,2,1000,31,0.5,1000]" },
    { "123456789012345678901234567890", "123456789012345678901234567890" },
    { "'it\\'s' \"two\"", "\"it'stwo\"" },
    { "'\\x41\\u00e9\\U0001f600\\n\\q\\101'", "\"Aé😀\\n\\\\qA\"" },
    { "r'a\\n'", "\"a\\\\n\"" },
    { "'''one\ntwo'''", "\"one\\ntwo\"" },
    { "{'a': {'b': (1, {'c': 'd'})}}", "{\"a\":{\"b\":[1,{\"c\":\"d\"}]}}" },
    { "'open", NULL },
    { "[1 2]", NULL },
    { "[1", NULL },
    { "{'a'}", NULL },
    { "{1: 2}", NULL },
    { "1_", NULL },
    { "__import__('os')", NULL },
    { "Truest", NULL },
    { "1 + 2", NULL },
    { "", NULL },
    { "(,)", NULL },
    { "1e999", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *json = store_python_literal_read (cases[i].text, &error);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (json, ==, cases[i].json);
      g_assert_true ((json == NULL) == (error != NULL));
    }
}

static void
test_literal_depth (void)
{
  g_autofree char *fits = g_strnfill (STORE_PYTHON_LITERAL_MAX_DEPTH, '[');
  g_autofree char *ends = g_strnfill (STORE_PYTHON_LITERAL_MAX_DEPTH, ']');
  g_autofree char *text = g_strconcat (fits, ends, NULL);
  g_autofree char *deeper = g_strconcat ("[", text, "]", NULL);
  g_autofree char *deepest = g_strnfill (1000000, '[');
  g_autofree char *read = store_python_literal_read (text, NULL);

  g_assert_cmpstr (read, ==, text);
  g_assert_null (store_python_literal_read (deeper, NULL));
  g_assert_null (store_python_literal_read (deepest, NULL));
}

static McpJsonValue
find_nothing (const char *id, gpointer user_data)
{
  return MCP_JSON_NO_VALUE;
}

/* What becomes of a string. @type: of the parameter. Returns: (transfer full) (nullable) */
static char *
coerce (const char *text, const char *type)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (quoted, -1, NULL);
  g_autoptr (GError) error = NULL;
  McpJsonValue value = mcp_json_document_get_root (document);
  char        *json = store_referenceable_resolve (value, "p", type, find_nothing, NULL, &error);

  if (json == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  return json;
}

static void
test_coercion (void)
{
  static const struct
  {
    const char *text;
    const char *type;
    const char *json; /* NULL: refused */
  } cases[] = {
    { "YES", "<class 'bool'>", "true" },
    { "0", "<class 'bool'>", "false" },
    { " 042 ", "<class 'int'>", "42" },
    { "-7", "int | None", "-7" },
    { "1.5", "<class 'int'>", NULL },
    { "1.5", "int | float", "1.5" },
    { "1e3", "<class 'float'>", "1000" },
    { "0x10", "<class 'float'>", NULL },
    { "[1, 2]", "<class 'dict'>", NULL },
    { "[1, 2]", "dict | list", "[1, 2]" },
    { "('a',)", "<class 'list'>", "[\"a\"]" },
    { "null", "dict | None", NULL },
    { "{}", "dict[str, typing.Any]", NULL },
    { "", "<class 'int'>", NULL },
    { "{}", "str | None", "\"{}\"" },
    { "{}", "<class 'str'>", "\"{}\"" },
    { "{}", "<class 'dict'>", "{}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = coerce (cases[i].text, cases[i].type);

      g_test_message ("%s as %s", cases[i].text, cases[i].type);
      g_assert_cmpstr (json, ==, cases[i].json);
    }
}

static void
test_paths (void)
{
  static const struct
  {
    const char *reference;
    const char *json;  /* NULL: an error */
    const char *error; /* its end */
  } cases[] = {
    { "@o.", "{\"k.d\": [1.10, {\"0\": \"z\"}], \"s\": \"text\"}", NULL },
    { "@o.['k.d'][0]", "1.10", NULL },
    { "@o.['k.d'].1.0", "\"z\"", NULL },
    { "@o.['k.d'][1][0]", NULL, "part 2 of Path('k.d', 1, 0), got error: KeyError(0)" },
    { "@o.['k.d'][7]", NULL, "got error: IndexError('list index out of range')" },
    { "@o.['k.d'].x", NULL,
      "got error: ValueError(\"invalid literal for int() with base 10: 'x'\")" },
    { "@o.s.x", NULL, "got error: AttributeError(\"'str' object has no attribute 'x'\")" },
    { "@o.['k.d'][-1]", NULL,
      "Invalid path ['k.d'][-1]: Access to attribute '-1' is not permitted" },
    { "@o.a b", NULL, "Invalid path a b: Access to attribute 'a b' is not permitted" },
    { "@p.a", NULL, "Object @p not found or expired" },
    { "@@o", NULL, "Object @@o not found or expired" },
  };
  static const char store[] = "{\"o\": {\"k.d\": [1.10, {\"0\": \"z\"}], \"s\": \"text\"}}";
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (store, -1, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", cases[i].reference);
      g_autoptr (McpJsonDocument) value = mcp_json_document_parse_text (quoted, -1, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *json =
          store_referenceable_resolve (mcp_json_document_get_root (value), "x", "<class 'dict'>",
                                       find_object, &root, &error);

      g_test_message ("%s: %s", cases[i].reference, error != NULL ? error->message : json);
      g_assert_cmpstr (json, ==, cases[i].json);
      if (cases[i].error != NULL)
        g_assert_true (g_str_has_suffix (error->message, cases[i].error));
    }
}

void
add_referenceable_tests (void)
{
  g_test_add_func ("/referenceable/fixtures", test_fixtures);
  g_test_add_func ("/referenceable/literals", test_literals);
  g_test_add_func ("/referenceable/literal-depth", test_literal_depth);
  g_test_add_func ("/referenceable/coercion", test_coercion);
  g_test_add_func ("/referenceable/paths", test_paths);
}
