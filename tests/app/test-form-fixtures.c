/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Schemas as servers in other languages write them, and as nobody should: a form for each, at once,
 * and the value that was meant. */

#include "app-tests.h"
#include "form-fixture.h"

#include <string.h>

/* Seconds for what is large: far beyond what it takes, far below what a person waits for. */

static void
assert_row (AppForm *form, const char *pointer, AppFieldKind kind, gboolean nullable)
{
  AppField *field = form_fixture_find (form, pointer);

  g_assert_cmpint (app_field_get_info (field)->kind, ==, kind);
  g_assert_cmpint (app_field_get_info (field)->nullable, ==, nullable);
}

/* As pydantic writes a model: a title everywhere, models in $defs, Optional as a union with null,
 * its default null. */
static void
test_pydantic (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-fixtures-pydantic", APP_FORM_DEFAULT);
  AppField *pet = form_fixture_find (form, "/pet");
  g_autoptr (AppFieldOption) dog = NULL;

  form_fixture_assert_json (form, "{}");
  assert_row (form, "/query", APP_FIELD_STRING, FALSE);
  assert_row (form, "/limit", APP_FIELD_INTEGER, TRUE);
  assert_row (form, "/tags", APP_FIELD_ARRAY, TRUE);
  assert_row (form, "/color", APP_FIELD_ENUM, TRUE);
  assert_row (form, "/shade", APP_FIELD_ENUM, FALSE);
  assert_row (form, "/scores", APP_FIELD_OBJECT, FALSE);
  assert_row (form, "/pair", APP_FIELD_ARRAY, FALSE);
  assert_row (form, "/when", APP_FIELD_STRING, TRUE);
  assert_row (form, "/amount", APP_FIELD_VARIANT, FALSE);
  assert_row (form, "/data", APP_FIELD_STRING, FALSE);
  assert_row (form, "/anything", APP_FIELD_JSON, FALSE);
  g_assert_cmpstr (app_field_get_place (form_fixture_find (form, "/limit"))->label, ==, "Limit");
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/limit"))->hint, ==, "null");
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/shade"))->hint, ==, "red");
  dog = g_list_model_get_item (app_field_get_info (pet)->options, 1);
  g_assert_cmpstr (dog->label, ==, "Dog");

  app_field_set_text (form_fixture_find (form, "/limit"), "0");
  form_fixture_assert_error (form, "/limit", "Must be more than 0");
  app_field_set_null (form_fixture_find (form, "/limit"));
  form_fixture_assert_error (form, "/limit", NULL);
  app_field_set_text (form_fixture_find (form, "/query"), "q");
  app_field_set_selected (pet, 1);
  form_fixture_assert_json (form, "{\"query\":\"q\",\"limit\":null,\"pet\":{\"kind\":\"dog\"}}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

/* The arguments themselves are one of several objects. */
static void
test_root_unions (void)
{
  static const char *const keywords[] = { "oneOf", "anyOf" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      g_autofree char *schema = g_strdup_printf ("{\"type\":\"object\",\"%s\":[{\"properties\":{"
                                                 "\"url\":{\"type\":\"string\"}},\"required\":["
                                                 "\"url\"],\"additionalProperties\":false},{"
                                                 "\"properties\":{\"path\":{\"type\":\"string\"},"
                                                 "\"line\":{\"type\":\"integer\"}},\"required\":["
                                                 "\"path\"],\"additionalProperties\":false}]}",
                                                 keywords[i]);
      g_autoptr (AppForm) form = form_fixture_new (schema, APP_FORM_DEFAULT);
      AppField *url = form_fixture_find (form, "/url");
      AppField *selector = app_field_get_place (app_field_get_place (url)->parent)->parent;

      g_assert_cmpint (app_field_get_info (app_form_get_root (form))->kind, ==, APP_FIELD_OBJECT);
      app_field_set_text (url, "u");
      form_fixture_assert_json (form, "{\"url\":\"u\"}");
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
      app_field_set_selected (selector, 1);
      form_fixture_assert_json (form, "{}");
      app_field_set_text (form_fixture_find (form, "/path"), "p");
      form_fixture_assert_json (form, "{\"path\":\"p\"}");
      g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
      app_field_set_selected (selector, 0);
      form_fixture_assert_json (form, "{\"url\":\"u\"}");
    }
}

static void
test_root_all_of (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-fixtures-root-all-of", APP_FORM_DEFAULT);

  form_fixture_assert_members (app_form_get_root (form), "size q");
  g_assert_false (app_field_can_add_member (app_form_get_root (form)));
  app_form_set_json (form, "{\"q\":\"x\",\"size\":5,\"more\":1}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  form_fixture_assert_error (form, "/more", "Property not allowed by the schema");
}

static void
test_patterns (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-fixtures-patterns", APP_FORM_DEFAULT);
  AppField        *root = app_form_get_root (form);
  AppField        *number;
  g_autofree char *good = app_field_dup_name_problem (root, "n12");
  g_autofree char *bad = app_field_dup_name_problem (root, "other");
  g_autofree char *longer = app_field_dup_name_problem (root, "n12345678");

  g_assert_true (app_field_can_add_member (root));
  g_assert_null (good);
  g_assert_nonnull (bad);
  g_assert_nonnull (longer);
  number = app_field_add_member (root, "n12");
  g_assert_cmpint (app_field_get_info (number)->kind, ==, APP_FIELD_NUMBER);
  form_fixture_assert_json (form, "{\"n12\":0}");
  app_field_set_text (number, "2.50");
  app_field_set_text (form_fixture_find (form, "/x-known"), "a");
  form_fixture_assert_error (form, "/x-known", "Must have at least 2 characters");
  g_assert_true (app_field_rename_member (number, "x-new"));
  number = form_fixture_find (form, "/x-new");
  g_assert_cmpint (app_field_get_info (number)->kind, ==, APP_FIELD_STRING);
  form_fixture_assert_error (form, "/x-new", "Expected string, got number");
}

/* What is not here is not fetched, and not guessed. */
static void
test_remote (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"type\":\"object\",\"properties\":{\"there\":{\"$ref\":\"https://example.com/"
      "schema.json\"},"
      "\"file\":{\"$ref\":\"other.json#/a\"},\"here\":{\"type\":\"integer\",\"minimum\":1}}}",
      APP_FORM_DEFAULT);

  assert_row (form, "/there", APP_FIELD_JSON, FALSE);
  assert_row (form, "/file", APP_FIELD_JSON, FALSE);
  g_assert_nonnull (app_form_get_notice (form));
  app_field_set_text (form_fixture_find (form, "/there"), "{\"a\":1.10}");
  app_field_set_text (form_fixture_find (form, "/here"), "5");
  form_fixture_assert_json (form, "{\"there\":{\"a\":1.10},\"here\":5}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

/* A dialect that is not spoken has rows all the same; nobody says that a value is right. */
static void
test_dialect (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-fixtures-dialect", APP_FORM_DEFAULT);
  g_autoptr (AppForm) known = form_fixture_new ("{\"type\":\"object\"}", APP_FORM_DEFAULT);

  assert_row (form, "/a", APP_FIELD_STRING, FALSE);
  assert_row (form, "/b", APP_FIELD_ARRAY, FALSE);
  assert_row (form, "/c", APP_FIELD_ENUM, FALSE);
  g_assert_true (app_field_get_place (form_fixture_find (form, "/a"))->required);
  g_assert_nonnull (app_form_get_notice (form));
  g_assert_nonnull (strstr (app_form_get_notice (form), "draft-04"));
  g_assert_null (app_form_get_notice (known));
  app_field_set_text (form_fixture_find (form, "/a"), "x");
  form_fixture_assert_json (form, "{\"a\":\"x\"}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

static void
test_many_nodes (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"properties\":{");
  g_autoptr (AppForm) form = NULL;

  for (guint i = 0; i < 100; i++)
    {
      g_string_append_printf (schema, "%s\"g%u\":{\"type\":\"object\",\"properties\":{",
                              i > 0 ? "," : "", i);
      for (guint j = 0; j < 100; j++)
        g_string_append_printf (schema, "%s\"f%u\":{\"type\":\"string\"}", j > 0 ? "," : "", j);
      g_string_append (schema, "}}");
    }
  g_string_append (schema, "}}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *pointer = g_strdup_printf ("/g%u/f99", i);

      app_field_set_text (form_fixture_find (form, pointer), "x");
    }
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

/* As deep as a text may be, in each keyword that nests. */
static void
test_deep (void)
{
  static const char *const nests[] = {
    "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":",
    "{\"allOf\":[",
    "{\"anyOf\":[{\"type\":\"string\"},",
    "{\"items\":",
    "{\"not\":",
    "{\"if\":true,\"then\":"
  };
  static const char *const ends[] = { "}}", "]}", "]}", "}", "}", "}" };

  for (guint n = 0; n < G_N_ELEMENTS (nests); n++)
    {
      g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"properties\":{\"v\":");
      g_autoptr (AppForm) form = NULL;

      for (guint i = 0; i < 4990; i++)
        g_string_append (schema, nests[n]);
      g_string_append (schema, "{}");
      for (guint i = 0; i < 4990; i++)
        g_string_append (schema, ends[n]);
      g_string_append (schema, "}}");
      form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
      app_field_set_lexeme (form_fixture_find (form, "/v"), "{\"a\":[[1]]}");
      app_form_find_field (form, "/v/a/0/0/0");
      form_fixture_assert_json (form, "{\"v\":{\"a\":[[1]]}}");
    }
}

/* Unions that double with every step end within their bounds. */
static void
test_exponential (void)
{
  g_autoptr (GString) schema = g_string_new (
      "{\"type\":\"object\",\"properties\":{\"v\":{\"$ref\":\"#/$defs/D0\"}},\"$defs\":{");
  g_autoptr (AppForm) form = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (schema,
                            "\"D%u\":{\"anyOf\":[{\"$ref\":\"#/$defs/D%u\"},{\"allOf\":[{\"$ref\":"
                            "\"#/$defs/D%u\"}]},{\"type\":\"array\",\"items\":{\"$ref\":"
                            "\"#/$defs/D%u\"}}]},",
                            i, i + 1, i + 1, i);
  g_string_append (schema, "\"D40\":{\"type\":\"integer\"}}}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  app_field_set_text (form_fixture_find (form, "/v"), "x");
  app_form_set_json (form, "{\"v\":[[[[\"x\"]]]]}");
  app_form_find_field (form, "/v/0/0/0/0");
  form_fixture_assert_json (form, "{\"v\":[[[[\"x\"]]]]}");
}

static void
test_many_options (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"properties\":{\"e\":{\"enum\":[");
  g_autoptr (AppForm) form = NULL;
  AppField *field;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (schema, "%s\"option %u\"", i > 0 ? "," : "", i);
  g_string_append (schema, "]}}}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  field = form_fixture_find (form, "/e");
  g_assert_cmpuint (g_list_model_get_n_items (app_field_get_info (field)->options), ==, 500);
  app_field_set_selected (field, 499);
  form_fixture_assert_json (form, "{\"e\":\"option 499\"}");
  app_field_set_text (field, "option 500");
  g_assert_cmpstr (app_field_get_error (field), ==,
                   "Must be one of: option 0, option 1, option 2, option 3, option 4, option 5, …");
}

static void
test_many_properties (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"properties\":{");
  g_autoptr (AppForm) form = NULL;
  g_autoptr (GString) expected = g_string_new ("{");

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (schema, "%s\"p%u\":{\"type\":\"%s\"}", i > 0 ? "," : "", i,
                            i % 2 == 0 ? "string" : "integer");
  g_string_append (schema, "}}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  /* Whatever the order in which they are filled, they are sent in the schema's. */
  for (guint i = 300; i > 0; i--)
    {
      g_autofree char *pointer = g_strdup_printf ("/p%u", i - 1);

      app_field_set_text (form_fixture_find (form, pointer), "7");
    }
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (expected, i % 2 == 0 ? "%s\"p%u\":\"7\"" : "%s\"p%u\":7",
                            i > 0 ? "," : "", i);
  g_string_append_c (expected, '}');
  form_fixture_assert_json (form, expected->str);
}

static void
test_keys (void)
{
  static const char *const keys[] = {
    "auth-method", "If-Match", "{{userName}}", "content-type", "a b", "a/b~c", "",
    "0", "__proto__", "constructor", "größe", "<b>&"
  };
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"properties\":{");
  g_autoptr (AppForm) form = NULL;
  GListModel *children;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_string_append_printf (schema, "%s\"%s\":{\"type\":\"string\"}", i > 0 ? "," : "", keys[i]);
  g_string_append (schema, "},\"required\":[\"__proto__\"]}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  children = app_field_get_children (app_form_get_root (form));
  g_assert_cmpuint (g_list_model_get_n_items (children), ==, G_N_ELEMENTS (keys));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (children, i);
      g_autofree char *pointer = app_field_dup_pointer (field);

      g_assert_cmpstr (app_field_get_place (field)->label, ==, keys[i]);
      g_assert_true (form_fixture_find (form, pointer) == field);
      g_assert_cmpint (app_field_get_place (field)->required, ==,
                       strcmp (keys[i], "__proto__") == 0);
      app_field_set_text (field, "v");
      g_assert_cmpstr (app_field_get_text (field), ==, "v");
    }
  g_assert_cmpuint (mcp_json_value_get_n_items (app_form_get_value (form)), ==,
                    G_N_ELEMENTS (keys));
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

static void
test_long_words (void)
{
  g_autofree char *words = g_strnfill (13 * 1024, 'w');
  g_autofree char *schema = g_strdup_printf ("{\"properties\":{\"a\":{\"type\":\"string\","
                                             "\"description\":\"%s\",\"title\":\"%s\",\"default\":"
                                             "\"%s\",\"pattern\":\"%s\"}}}",
                                             words, words, words, words);
  g_autoptr (AppForm) form = form_fixture_new (schema, APP_FORM_DEFAULT);
  AppField *a = form_fixture_find (form, "/a");

  g_assert_cmpuint (strlen (app_field_get_info (a)->description), ==, 13 * 1024);
  /* What stands on one line is short. */
  g_assert_cmpuint (strlen (app_field_get_info (a)->hint), <, 1024);
  g_assert_cmpuint (strlen (app_field_get_info (a)->constraints), <, 1024);
  app_field_set_text (a, "x");
  g_assert_cmpuint (strlen (app_field_get_error (a)), <, 1024);
}

void
add_form_fixtures_tests (void)
{
  g_test_add_func ("/form-fixtures/pydantic", test_pydantic);
  g_test_add_func ("/form-fixtures/root-unions", test_root_unions);
  g_test_add_func ("/form-fixtures/root-all-of", test_root_all_of);
  g_test_add_func ("/form-fixtures/patterns", test_patterns);
  g_test_add_func ("/form-fixtures/remote", test_remote);
  g_test_add_func ("/form-fixtures/dialect", test_dialect);
  g_test_add_func ("/form-fixtures/many-nodes", test_many_nodes);
  g_test_add_func ("/form-fixtures/deep", test_deep);
  g_test_add_func ("/form-fixtures/exponential", test_exponential);
  g_test_add_func ("/form-fixtures/many-options", test_many_options);
  g_test_add_func ("/form-fixtures/many-properties", test_many_properties);
  g_test_add_func ("/form-fixtures/keys", test_keys);
  g_test_add_func ("/form-fixtures/long-words", test_long_words);
}
