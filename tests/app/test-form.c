/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The form model: kinds, three states, two views of one value, arrays, problems. */

#include "app-form.h"

#include <string.h>

static AppForm *
make_form_with (const char *schema, AppFormFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, &error);

  g_assert_no_error (error);
  return app_form_new (mcp_json_document_get_root (document), flags);
}

static AppForm *
make_form (const char *schema)
{
  return make_form_with (schema, APP_FORM_DEFAULT);
}

static AppField *
find (AppForm *form, const char *pointer)
{
  AppField *field = app_form_find_field (form, pointer);

  g_assert_nonnull (field);
  return field;
}

static void
assert_json (AppForm *form, const char *expected)
{
  g_autofree char *text = app_form_dup_json (form);

  g_assert_cmpstr (text, ==, expected);
}

static void
count (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static void
count_signal (AppForm *form, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static void
test_kinds (void)
{
  static const struct
  {
    const char  *key;
    AppFieldKind kind;
    gboolean     nullable;
  } cases[] = {
    { "s", APP_FIELD_STRING, FALSE },
    { "sn", APP_FIELD_STRING, TRUE },
    { "st", APP_FIELD_STRING, TRUE },
    { "message", APP_FIELD_TEXT, FALSE },
    { "long", APP_FIELD_TEXT, FALSE },
    { "message_id", APP_FIELD_STRING, FALSE },
    { "n", APP_FIELD_NUMBER, FALSE },
    { "i", APP_FIELD_INTEGER, FALSE },
    { "b", APP_FIELD_BOOLEAN, FALSE },
    { "e", APP_FIELD_ENUM, FALSE },
    { "en", APP_FIELD_ENUM, TRUE },
    { "eo", APP_FIELD_ENUM, TRUE },
    { "c", APP_FIELD_CONST, FALSE },
    { "a", APP_FIELD_ARRAY, FALSE },
    { "ao", APP_FIELD_ARRAY, FALSE },
    { "o", APP_FIELD_OBJECT, FALSE },
    { "r", APP_FIELD_OBJECT, FALSE },
    { "all", APP_FIELD_OBJECT, FALSE },
    { "rn", APP_FIELD_OBJECT, TRUE },
    { "free", APP_FIELD_JSON, FALSE },
    { "any", APP_FIELD_JSON, FALSE },
    { "true", APP_FIELD_JSON, FALSE },
    { "union", APP_FIELD_JSON, FALSE },
    { "multi", APP_FIELD_JSON, FALSE },
    { "tuple", APP_FIELD_JSON, FALSE },
    { "old-tuple", APP_FIELD_JSON, FALSE },
    { "items-any", APP_FIELD_JSON, FALSE },
    { "remote", APP_FIELD_JSON, FALSE },
    { "nowhere", APP_FIELD_JSON, FALSE },
    { "circle", APP_FIELD_JSON, FALSE },
    { "odd", APP_FIELD_JSON, FALSE },
    { "number", APP_FIELD_JSON, FALSE },
  };
  g_autoptr (AppForm) form = make_form (
      "{\"type\":\"object\",\"properties\":{"
      "\"s\":{\"type\":\"string\"},"
      "\"sn\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"default\":null},"
      "\"st\":{\"type\":[\"null\",\"string\"]},"
      "\"message\":{\"type\":\"string\"},"
      "\"long\":{\"type\":\"string\",\"maxLength\":201},"
      "\"message_id\":{\"type\":\"string\",\"maxLength\":200},"
      "\"n\":{\"type\":\"number\"},\"i\":{\"type\":\"integer\"},\"b\":{\"type\":\"boolean\"},"
      "\"e\":{\"enum\":[1,\"1\",true,{\"a\":1}]},"
      "\"en\":{\"type\":[\"string\",\"null\"],\"enum\":[\"x\",null]},"
      "\"eo\":{\"oneOf\":[{\"const\":\"a\",\"title\":\"Ay\"},{\"const\":2},{\"type\":\"null\"}]},"
      "\"c\":{\"const\":[1.10]},"
      "\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
      "\"ao\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/P\"}},"
      "\"o\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"}}},"
      "\"r\":{\"$ref\":\"#/$defs/P\"},"
      "\"all\":{\"allOf\":[{\"$ref\":\"#/$defs/P\"}],\"default\":{}},"
      "\"rn\":{\"anyOf\":[{\"$ref\":\"#/$defs/P\"},{\"type\":\"null\"}]},"
      "\"free\":{\"type\":\"object\",\"additionalProperties\":true},"
      "\"any\":{},\"true\":true,"
      "\"union\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":"
      "\"string\"}}]},"
      "\"multi\":{\"type\":[\"string\",\"number\"]},"
      "\"tuple\":{\"type\":\"array\",\"prefixItems\":[{}],\"items\":{\"type\":\"string\"}},"
      "\"old-tuple\":{\"type\":\"array\",\"items\":[{}]},"
      "\"items-any\":{\"type\":\"array\"},"
      "\"remote\":{\"$ref\":\"https://example.com/x\"},"
      "\"nowhere\":{\"$ref\":\"#/$defs/Q\"},"
      "\"circle\":{\"$ref\":\"#/$defs/C\"},"
      "\"odd\":{\"type\":\"strange\"},\"number\":5"
      "},\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"p\":{\"$ref\":\"#/$defs/P\"}}},"
      "\"C\":{\"$ref\":\"#/$defs/D\"},\"D\":{\"$ref\":\"#/$defs/C\"}}}");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pointer = g_strconcat ("/", cases[i].key, NULL);
      AppField        *field = find (form, pointer);

      g_test_message ("%s", cases[i].key);
      g_assert_cmpint (app_field_get_kind (field), ==, cases[i].kind);
      g_assert_cmpint (app_field_is_nullable (field), ==, cases[i].nullable);
    }
}

/* A recursive schema opens one level for each that somebody goes down. */
static void
test_recursive (void)
{
  g_autoptr (AppForm) form =
      make_form ("{\"$ref\":\"#/$defs/N\",\"$defs\":{\"N\":{\"type\":\"object\",\"required\":[\"kind\","
                 "\"next\"],\"properties\":{\"kind\":{\"const\":\"n\"},\"next\":{\"$ref\":\"#/$defs/"
                 "N\"},\"all\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/N\"}}}}}}");
  AppField *deep = find (form, "/next/next/next/next/kind");

  assert_json (form, "{\"kind\":\"n\"}");
  g_assert_cmpuint (app_field_get_depth (deep), ==, 5);
  app_field_set_selected (deep, 0);
  assert_json (form,
               "{\"kind\":\"n\",\"next\":{\"kind\":\"n\",\"next\":{\"kind\":\"n\",\"next\":{\"kind\":"
               "\"n\",\"next\":{\"kind\":\"n\"}}}}}");
}

static void
test_hostile_schemas (void)
{
  static const char *const schemas[] = {
    "true",
    "false",
    "null",
    "5",
    "\"object\"",
    "[]",
    "{}",
    "{\"type\":\"string\"}",
    "{\"properties\":[]}",
    "{\"properties\":{\"a\":null,\"b\":[],\"\":\"x\",\"/~\":{}}}",
    "{\"$ref\":\"#\"}",
    "{\"$ref\":5}",
    "{\"$ref\":\"#/%zz\"}",
    "{\"anyOf\":[{\"$ref\":\"#\"}]}",
    "{\"allOf\":[{\"$ref\":\"#\"}]}",
    "{\"type\":\"object\",\"required\":\"a\",\"properties\":{\"a\":{\"enum\":[]}}}",
    "{\"type\":\"object\",\"required\":[\"a\",\"a\",5],\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
    "{\"properties\":{\"__proto__\":{\"type\":\"string\",\"minLength\":\"x\",\"maximum\":[]}}}",
    "{\"properties\":{\"a\":{\"type\":[]}},\"additionalProperties\":{\"$ref\":\"#\"}}",
    "{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/properties/a\"}}}}",
    "{\"properties\":{\"a\":{\"anyOf\":[]},\"b\":{\"oneOf\":[null,5]},\"c\":{\"enum\":[null]}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (AppForm) form = make_form (schemas[i]);
      AppField   *root = app_form_get_root (form);
      GListModel *children = app_field_get_children (root);

      g_test_message ("%s", schemas[i]);
      g_assert_cmpint (app_field_get_kind (root), ==, APP_FIELD_OBJECT);
      for (guint c = 0; c < g_list_model_get_n_items (children); c++)
        {
          g_autoptr (AppField) child = g_list_model_get_item (children, c);

          app_field_get_children (child);
          app_field_set_text (child, "x");
          app_field_set_text (child, "5");
          app_field_set_null (child);
          app_field_set_empty (child);
          app_field_use_default (child);
          app_field_add_item (child);
          app_field_clear (child);
        }
      g_assert_true (app_form_set_json (form, "{\"a\":[[[1]]],\"b\":{},\"c\":null,\"z\":\"\"}"));
      g_assert_true (app_form_set_json (form, "[1]"));
      g_assert_cmpuint (app_form_get_n_problems (form), >, 0);
      g_assert_false (app_form_set_json (form, "{"));
    }
  {
    g_autoptr (AppForm) form = app_form_new (MCP_JSON_NO_VALUE, APP_FORM_DEFAULT);

    assert_json (form, "{}");
    g_assert_true (app_form_set_json (form, "{\"x\":1}"));
    g_assert_true (app_field_is_extra (find (form, "/x")));
  }
}

static void
test_deep_schema (void)
{
  g_autoptr (GString) schema = g_string_new (NULL);
  g_autoptr (AppForm) form = NULL;
  g_autoptr (GString) pointer = g_string_new (NULL);

  for (guint i = 0; i < 2000; i++)
    g_string_append (schema, "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":");
  g_string_append (schema, "{\"const\":1}");
  for (guint i = 0; i < 2000; i++)
    g_string_append (schema, "}}");
  form = make_form (schema->str);
  for (guint i = 0; i < 100; i++)
    g_string_append (pointer, "/a");
  g_assert_cmpint (app_field_get_kind (find (form, pointer->str)), ==, APP_FIELD_OBJECT);
}

static void
test_wide_schema (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"required\":[");
  g_autoptr (AppForm) form = NULL;
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (schema, "%s\"k%u\"", i ? "," : "", i);
  g_string_append (schema, "],\"properties\":{");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (schema, "%s\"k%u\":{\"type\":\"string\"}", i ? "," : "", i);
  g_string_append (schema, "}}");
  form = make_form (schema->str);
  g_assert_cmpuint (g_list_model_get_n_items (app_field_get_children (app_form_get_root (form))),
                    ==,
                    3000);
  app_field_set_text (find (form, "/k2999"), "x");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2999);
  g_assert_cmpuint (g_list_model_get_n_items (app_form_get_problems (form)),
                    ==,
                    APP_FORM_MAX_PROBLEMS);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

static void
test_presence (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"type\":\"object\",\"properties\":{\"s\":{\"type\":[\"string\",\"null\"]},\"n\":{\"type\":"
      "\"number\"},\"b\":{\"type\":\"boolean\"}}}");
  AppField *s = find (form, "/s");
  AppField *b = find (form, "/b");
  AppField *n = find (form, "/n");
  guint     notified = 0;

  g_signal_connect (s, "notify::presence", G_CALLBACK (count), &notified);
  g_assert_cmpint (app_field_get_presence (s), ==, APP_PRESENCE_ABSENT);
  assert_json (form, "{}");

  app_field_set_empty (s);
  g_assert_cmpint (app_field_get_presence (s), ==, APP_PRESENCE_VALUE);
  assert_json (form, "{\"s\":\"\"}");
  g_assert_cmpuint (notified, ==, 1);
  /* An entry that shows "" says "" again: that changes nothing. */
  app_field_set_text (s, "");
  assert_json (form, "{\"s\":\"\"}");

  app_field_set_null (s);
  g_assert_cmpint (app_field_get_presence (s), ==, APP_PRESENCE_NULL);
  assert_json (form, "{\"s\":null}");
  app_field_set_text (s, "é\"\n");
  assert_json (form, "{\"s\":\"é\\\"\\n\"}");
  app_field_set_text (s, "");
  assert_json (form, "{}");
  app_field_set_text (s, "x");
  app_field_clear (s);
  assert_json (form, "{}");

  app_field_set_active (b, FALSE);
  assert_json (form, "{\"b\":false}");
  app_field_set_active (b, TRUE);
  assert_json (form, "{\"b\":true}");
  /* Members come in the schema's order. */
  app_field_set_text (n, "1.10");
  app_field_set_text (s, "a");
  assert_json (form, "{\"s\":\"a\",\"n\":1.10,\"b\":true}");
  app_field_clear (b);
  app_field_set_text (n, "");
  assert_json (form, "{\"s\":\"a\"}");
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *typed;
    const char *json;
    gboolean    number;
    gboolean    integer;
  } cases[] = {
    { "0", "0", TRUE, TRUE },
    { "-0", "-0", TRUE, TRUE },
    { "1.10", "1.10", TRUE, FALSE },
    { "1.0", "1.0", TRUE, TRUE },
    { "1e3", "1e3", TRUE, TRUE },
    { "15e-1", "15e-1", TRUE, FALSE },
    { "150e-1", "150e-1", TRUE, TRUE },
    { "1.5e1", "1.5e1", TRUE, TRUE },
    { "9007199254740993", "9007199254740993", TRUE, TRUE },
    { "1000000000000000000000000000000", "1000000000000000000000000000000", TRUE, TRUE },
    { "1e400", "1e400", TRUE, TRUE },
    { "1e99999999999999999999", "1e99999999999999999999", TRUE, TRUE },
    { "1e-99999999999999999999", "1e-99999999999999999999", TRUE, FALSE },
    { " 7 ", "7", TRUE, TRUE },
    { "12a", "\"12a\"", FALSE, FALSE },
    { "1,5", "\"1,5\"", FALSE, FALSE },
    { "01", "\"01\"", FALSE, FALSE },
    { ".5", "\".5\"", FALSE, FALSE },
    { "-", "\"-\"", FALSE, FALSE },
    { "true", "\"true\"", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AppForm) form = make_form (
          "{\"properties\":{\"n\":{\"type\":\"number\"},\"i\":{\"type\":\"integer\"}}}");
      AppField        *n = find (form, "/n");
      AppField        *integer = find (form, "/i");
      g_autofree char *expected =
          g_strdup_printf ("{\"n\":%s,\"i\":%s}", cases[i].json, cases[i].json);

      g_test_message ("%s", cases[i].typed);
      app_field_set_text (n, cases[i].typed);
      app_field_set_text (integer, cases[i].typed);
      assert_json (form, expected);
      /* What was typed stays as it was typed. */
      g_assert_cmpstr (app_field_get_text (n), ==, cases[i].typed);
      g_assert_cmpint (app_field_get_error (n) == NULL, ==, cases[i].number);
      g_assert_cmpint (app_field_get_error (integer) == NULL, ==, cases[i].integer);
    }
}

static void
test_enum (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"e\":{\"enum\":[\"1\",1,1.50,null,{\"a\":[]}]},\"f\":{\"type\":\"string\","
      "\"enum\":[\"a\",\"a\",\"b\"],\"enumNames\":[\"First\",\"Second\"]}}}");
  AppField                *e = find (form, "/e");
  AppField                *f = find (form, "/f");
  GListModel              *options = app_field_get_options (e);
  static const char *const labels[] = { "\"1\"", "1", "1.50", "{\"a\":[]}" };

  g_assert_cmpuint (g_list_model_get_n_items (options), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      g_assert_cmpstr (app_field_option_get_label (option), ==, labels[i]);
    }
  g_assert_cmpuint (app_field_get_selected (e), ==, G_MAXUINT);
  app_field_set_selected (e, 2);
  assert_json (form, "{\"e\":1.50}");
  g_assert_null (app_field_get_error (e));
  app_form_set_json (form, "{\"e\":15e-1}");
  g_assert_cmpuint (app_field_get_selected (e), ==, 2);
  app_field_set_null (e);
  g_assert_null (app_field_get_error (e));
  app_field_set_text (e, "nothing of these");
  assert_json (form, "{\"e\":\"nothing of these\"}");
  g_assert_cmpstr (app_field_get_error (e), ==, "Must be one of: \"1\", 1, 1.50, {\"a\":[]}");
  app_field_set_selected (e, G_MAXUINT);
  app_field_clear (e);
  app_field_set_text (f, "Second");
  assert_json (form, "{\"f\":\"a\"}");
}

static void
test_defaults (void)
{
  const char *schema =
      "{\"type\":\"object\",\"required\":[\"c\",\"d\",\"o\",\"q\"],\"properties\":{"
      "\"c\":{\"const\":1.10},\"d\":{\"type\":\"string\",\"default\":\"de\"},"
      "\"opt\":{\"type\":\"integer\",\"default\":10},\"oc\":{\"const\":\"x\"},"
      "\"o\":{\"type\":\"object\",\"required\":[\"t\"],\"properties\":{\"t\":{\"const\":\"k\"}}},"
      "\"q\":{\"type\":\"object\",\"properties\":{\"t\":{\"const\":\"k\"}}}}}";
  g_autoptr (AppForm) form = make_form (schema);
  g_autoptr (AppForm) prefilled = make_form_with (schema, APP_FORM_PREFILL);

  assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"o\":{\"t\":\"k\"}}");
  assert_json (prefilled, "{\"c\":1.10,\"d\":\"de\",\"opt\":10,\"o\":{\"t\":\"k\"}}");
  g_assert_false (app_form_is_modified (form));
  g_assert_cmpstr (app_field_get_hint (find (form, "/opt")), ==, "10");
  app_field_use_default (find (form, "/opt"));
  assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"opt\":10,\"o\":{\"t\":\"k\"}}");
  app_field_set_selected (find (form, "/oc"), 0);
  g_assert_true (app_form_is_modified (form));
  app_form_reset (form);
  assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"o\":{\"t\":\"k\"}}");
}

static void
test_two_views (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"object\",\"properties\":{"
      "\"c\":{\"type\":\"string\"}}}}}");
  const char *text = "{\n  \"zz\": 1.10,\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n"
                     "  \"a\": 9007199254740993\n}\n";
  AppField   *c = find (form, "/b/c");
  guint       changed = 0;

  g_signal_connect (form, "changed", G_CALLBACK (count_signal), &changed);
  g_assert_true (app_form_set_json (form, text));
  g_assert_cmpuint (changed, ==, 1);
  assert_json (form, text);
  g_assert_cmpstr (app_field_get_text (find (form, "/a")), ==, "9007199254740993");
  g_assert_false (app_field_is_text_exact (c));
  g_assert_cmpstr (app_field_get_text (c), ==, "é␀");
  /* An entry that shows it does not change it. */
  app_field_set_text (c, "é␀");
  assert_json (form, text);
  g_assert_true (app_field_is_extra (find (form, "/zz")));
  g_assert_true (app_field_is_extra (find (form, "/b/u")));

  app_field_set_text (find (form, "/a"), "2");
  assert_json (form,
               "{\n  \"zz\": 1.10,\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n"
               "  \"a\": 2\n}\n");
  app_field_clear (find (form, "/zz"));
  assert_json (form,
               "{\n  \"b\": { \"c\" : \"\\u00e9\\u0000\", \"u\": -0 },\n  \"a\": 2\n}\n");
  g_assert_null (app_form_find_field (form, "/zz"));
}

/* Text that does not parse is the person's: nothing overwrites it. */
static void
test_draft (void)
{
  g_autoptr (AppForm) form = make_form ("{\"properties\":{\"a\":{\"type\":\"string\"}}}");
  AppField        *a = find (form, "/a");
  g_autofree char *arguments = NULL;

  app_field_set_text (a, "x");
  g_assert_false (app_form_set_json (form, "{\"a\": ["));
  g_assert_false (app_form_is_text_valid (form));
  g_assert_nonnull (strstr (app_form_get_text_error (form), "line 1"));
  g_assert_null (app_form_dup_arguments (form));
  g_assert_cmpstr (app_field_get_text (a), ==, "x");
  app_field_set_text (a, "y");
  app_field_clear (a);
  app_field_set_null (a);
  g_assert_null (app_field_add_member (app_form_get_root (form), "k"));
  assert_json (form, "{\"a\": [");
  app_form_discard_draft (form);
  assert_json (form, "{\"a\":\"x\"}");
  app_field_set_text (a, "y");
  arguments = app_form_dup_arguments (form);
  g_assert_cmpstr (arguments, ==, "{\"a\":\"y\"}");
}

static void
test_arrays (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"l\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1,"
      "\"maxItems\":3},\"o\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"k\"],"
      "\"properties\":{\"k\":{\"const\":\"K\"},\"v\":{\"type\":\"integer\"}}}}}}");
  AppField   *list = find (form, "/l");
  GListModel *items = app_field_get_children (list);
  AppField   *first;
  AppField   *second;

  first = app_field_add_item (list);
  assert_json (form, "{\"l\":[\"\"]}");
  app_field_set_text (first, "one");
  second = app_field_add_item (list);
  app_field_set_text (second, "two");
  assert_json (form, "{\"l\":[\"one\",\"two\"]}");
  g_assert_cmpuint (app_field_get_position (second), ==, 1);
  g_assert_true (app_field_can_add_item (list));

  /* Fields keep their identity through moves. */
  app_field_move (second, 0);
  assert_json (form, "{\"l\":[\"two\",\"one\"]}");
  g_assert_cmpuint (app_field_get_position (second), ==, 0);
  g_assert_cmpuint (app_field_get_position (first), ==, 1);
  g_assert_cmpstr (app_field_get_label (second), ==, "Item 1");
  app_field_duplicate (second);
  assert_json (form, "{\"l\":[\"two\",\"two\",\"one\"]}");
  g_assert_cmpuint (app_field_get_position (first), ==, 2);
  g_assert_cmpstr (app_field_get_text (first), ==, "one");
  g_assert_false (app_field_can_add_item (list));
  g_assert_null (app_field_get_error (list));
  app_field_add_item (list);
  g_assert_cmpstr (app_field_get_error (list), ==, "Must have at most 3 items");

  /* An emptied item stays; it goes when it is cleared. */
  app_field_set_text (first, "");
  assert_json (form, "{\"l\":[\"two\",\"two\",\"\",\"\"]}");
  g_object_ref (first);
  app_field_clear (first);
  assert_json (form, "{\"l\":[\"two\",\"two\",\"\"]}");
  g_assert_null (app_field_get_parent (first));
  app_field_set_text (first, "gone");
  g_object_unref (first);
  assert_json (form, "{\"l\":[\"two\",\"two\",\"\"]}");
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 3);

  app_form_set_json (form, "{\"l\":[]}");
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 0);
  g_assert_cmpstr (app_field_get_error (list), ==, "Must have at least 1 items");
  g_assert_cmpuint (app_field_add_lines (list, "a\r\n\nb c\n"), ==, 2);
  assert_json (form, "{\"l\":[\"a\",\"b c\"]}");

  app_field_clear (list);
  app_field_add_item (find (form, "/o"));
  assert_json (form, "{\"o\":[{\"k\":\"K\"}]}");
  app_field_set_text (find (form, "/o/0/v"), "5");
  assert_json (form, "{\"o\":[{\"k\":\"K\",\"v\":5}]}");
}

static void
test_extra_members (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"a\":{\"type\":\"string\"}},\"additionalProperties\":false}");
  AppField *root = app_form_get_root (form);
  AppField *extra = app_field_add_member (root, "x y/~");

  g_assert_nonnull (extra);
  g_assert_true (app_field_is_extra (extra));
  g_assert_true (app_field_add_member (root, "x y/~") == extra);
  g_assert_true (app_form_find_field (form, "/x y~1~0") == extra);
  g_assert_cmpstr (app_field_get_error (extra), ==, "The schema admits no member of this name");
  app_field_set_text (extra, "[1.10, {\"k\":\"v\"}]");
  assert_json (form, "{\"x y/~\":[1.10, {\"k\":\"v\"}]}");
  app_field_set_text (extra, "[1.10,");
  assert_json (form, "{\"x y/~\":\"[1.10,\"}");
  g_assert_true (g_str_has_prefix (app_field_get_error (extra), "Not JSON"));
  app_field_set_text (extra, "plain");
  assert_json (form, "{\"x y/~\":\"plain\"}");
  app_field_set_text (extra, "");
  assert_json (form, "{}");
  g_assert_null (app_form_find_field (form, "/x y~1~0"));
}

static void
test_problems (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"required\":[\"r\",\"s\"],\"properties\":{\"r\":{\"type\":\"string\"},\"s\":{\"type\":"
      "\"string\",\"minLength\":2,\"maxLength\":3},\"n\":{\"type\":\"integer\",\"minimum\":1,"
      "\"maximum\":100},\"x\":{\"type\":\"number\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":1},"
      "\"big\":{\"type\":\"integer\",\"minimum\":-9007199254740991,\"maximum\":9007199254740991},"
      "\"u\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"string\"}}]}}"
      "}");
  AppField *r = find (form, "/r");
  g_autoptr (AppFormProblem) problem = NULL;

  /* What is missing is known at once, and told after the first try. */
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2);
  problem = g_list_model_get_item (app_form_get_problems (form), 0);
  g_assert_cmpstr (app_form_problem_get_pointer (problem), ==, "/r");
  g_assert_true (app_form_problem_is_missing (problem));
  g_assert_null (app_field_get_error (r));
  app_form_set_attempted (form, TRUE);
  g_assert_cmpstr (app_field_get_error (r), ==, "Required");
  app_field_set_empty (r);
  g_assert_null (app_field_get_error (r));

  app_field_set_text (find (form, "/s"), "é");
  g_assert_cmpstr (app_field_get_error (find (form, "/s")), ==, "Must have at least 2 characters");
  app_field_set_text (find (form, "/s"), "éé");
  g_assert_null (app_field_get_error (find (form, "/s")));
  app_field_set_text (find (form, "/s"), "ééé");
  g_assert_null (app_field_get_error (find (form, "/s")));
  app_field_set_text (find (form, "/s"), "éééé");
  g_assert_cmpstr (app_field_get_error (find (form, "/s")), ==, "Must have at most 3 characters");

  app_field_set_text (find (form, "/n"), "0");
  g_assert_cmpstr (app_field_get_error (find (form, "/n")), ==, "Must be at least 1");
  app_field_set_text (find (form, "/n"), "1");
  g_assert_null (app_field_get_error (find (form, "/n")));
  app_field_set_text (find (form, "/n"), "100");
  g_assert_null (app_field_get_error (find (form, "/n")));
  app_field_set_text (find (form, "/n"), "101");
  g_assert_cmpstr (app_field_get_error (find (form, "/n")), ==, "Must be at most 100");
  g_assert_cmpstr (app_field_get_constraints (find (form, "/n")), ==, "1–100");
  g_assert_null (app_field_get_constraints (find (form, "/big")));
  app_field_set_text (find (form, "/x"), "0");
  g_assert_cmpstr (app_field_get_error (find (form, "/x")), ==, "Must be more than 0");
  app_field_set_text (find (form, "/x"), "1");
  g_assert_cmpstr (app_field_get_error (find (form, "/x")), ==, "Must be less than 1");

  app_field_set_text (find (form, "/u"), "plain");
  g_assert_null (app_field_get_error (find (form, "/u")));
  app_field_set_text (find (form, "/u"), "[\"a\"]");
  g_assert_null (app_field_get_error (find (form, "/u")));
  app_field_set_text (find (form, "/u"), "[1]");
  g_assert_nonnull (app_field_get_error (find (form, "/u")));

  app_form_set_json (form, "{\"r\":1,\"r\":\"x\",\"s\":\"abc\"}");
  problem = NULL;
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2);
}

static void
test_duplicates (void)
{
  g_autoptr (AppForm) form = make_form ("{\"properties\":{\"a\":{\"type\":\"integer\"}}}");

  app_form_set_json (form, "{\"a\":1,\"b\":0,\"a\":2}");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  g_assert_cmpstr (app_field_get_text (find (form, "/a")), ==, "2");
  app_field_set_text (find (form, "/a"), "3");
  assert_json (form, "{\"a\":1,\"b\":0,\"a\":3}");
  app_field_clear (find (form, "/a"));
  assert_json (form, "{\"b\":0}");
}

static void
test_will_send (void)
{
  g_autoptr (AppForm) form = make_form ("{\"properties\":{\"a\":{\"type\":\"string\"}}}");
  g_autofree char *long_text = g_strnfill (1000, 'x');

  app_form_set_json (form, "{ \"a\" :\n \"b  \\\" c\" }");
  g_assert_cmpstr (app_form_get_will_send (form), ==, "{\"a\":\"b  \\\" c\"}");
  app_field_set_text (find (form, "/a"), long_text);
  g_assert_cmpint (g_utf8_strlen (app_form_get_will_send (form), -1),
                   ==,
                   APP_FORM_WILL_SEND_CHARACTERS + 1);
}

static void
test_secrets (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"api_key\":{\"type\":\"string\"},\"accessToken\":{\"type\":\"string\"},"
      "\"$skiptoken\":{\"type\":\"string\"},\"skip_token\":{\"type\":\"string\"},\"pageToken\":{"
      "\"type\":\"string\"},\"max_tokens\":{\"type\":\"integer\"},\"keyboard\":{\"type\":\"string\"},"
      "\"p\":{\"type\":\"string\",\"format\":\"password\"},\"key\":{\"type\":\"string\"}}}");

  g_assert_true (app_field_is_secret (find (form, "/api_key")));
  g_assert_true (app_field_is_secret (find (form, "/accessToken")));
  g_assert_true (app_field_is_secret (find (form, "/p")));
  g_assert_false (app_field_is_secret (find (form, "/$skiptoken")));
  g_assert_false (app_field_is_secret (find (form, "/skip_token")));
  g_assert_false (app_field_is_secret (find (form, "/pageToken")));
  g_assert_false (app_field_is_secret (find (form, "/max_tokens")));
  g_assert_false (app_field_is_secret (find (form, "/keyboard")));
  g_assert_false (app_field_is_secret (find (form, "/key")));
}

/* Whoever changes a field while being told of a change is heard, and nobody reads freed values. */
static void
uppercase (AppField *field, GParamSpec *pspec, gpointer user_data)
{
  g_autofree char *upper = g_utf8_strup (app_field_get_text (field), -1);

  app_field_set_text (field, upper);
}

static void
test_reentrant (void)
{
  g_autoptr (AppForm) form = make_form (
      "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}}}");
  AppField *a = find (form, "/a");

  g_signal_connect (a, "notify::text", G_CALLBACK (uppercase), NULL);
  app_form_set_json (form, "{\"a\":\"abc\",\"b\":\"def\",\"c\":1}");
  assert_json (form, "{\"a\":\"ABC\",\"b\":\"def\",\"c\":1}");
  g_assert_cmpstr (app_field_get_text (a), ==, "ABC");
}

static void
test_outlives_form (void)
{
  g_autoptr (AppForm) form = make_form ("{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{"
                                        "\"type\":\"string\"}}}}");
  g_autoptr (AppField) a = g_object_ref (find (form, "/a"));

  app_field_add_item (a);
  g_clear_object (&form);
  app_field_add_item (a);
  app_field_set_text (a, "x");
  app_field_clear (a);
  app_field_set_null (a);
  app_field_set_empty (a);
  g_assert_false (mcp_json_value_exists (app_field_get_value (a)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/form/kinds", test_kinds);
  g_test_add_func ("/form/recursive", test_recursive);
  g_test_add_func ("/form/hostile-schemas", test_hostile_schemas);
  g_test_add_func ("/form/deep-schema", test_deep_schema);
  g_test_add_func ("/form/wide-schema", test_wide_schema);
  g_test_add_func ("/form/presence", test_presence);
  g_test_add_func ("/form/numbers", test_numbers);
  g_test_add_func ("/form/enum", test_enum);
  g_test_add_func ("/form/defaults", test_defaults);
  g_test_add_func ("/form/two-views", test_two_views);
  g_test_add_func ("/form/draft", test_draft);
  g_test_add_func ("/form/arrays", test_arrays);
  g_test_add_func ("/form/extra-members", test_extra_members);
  g_test_add_func ("/form/problems", test_problems);
  g_test_add_func ("/form/duplicates", test_duplicates);
  g_test_add_func ("/form/will-send", test_will_send);
  g_test_add_func ("/form/secrets", test_secrets);
  g_test_add_func ("/form/reentrant", test_reentrant);
  g_test_add_func ("/form/outlives-form", test_outlives_form);
  return g_test_run ();
}
