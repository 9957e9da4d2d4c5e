/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a schema makes: kinds, choices, defaults, problems; whatever hostile servers send. */

#include "app-tests.h"
#include "form-fixture.h"
#include "app-form.h"
#include "app-presets-form.h"
#include "test-clock.h"

#include <string.h>

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
    { "free", APP_FIELD_OBJECT, FALSE },
    { "any", APP_FIELD_JSON, FALSE },
    { "true", APP_FIELD_JSON, FALSE },
    { "union", APP_FIELD_VARIANT, FALSE },
    { "multi", APP_FIELD_VARIANT, FALSE },
    { "tuple", APP_FIELD_ARRAY, FALSE },
    { "old-tuple", APP_FIELD_ARRAY, FALSE },
    { "items-any", APP_FIELD_ARRAY, FALSE },
    { "remote", APP_FIELD_JSON, FALSE },
    { "nowhere", APP_FIELD_JSON, FALSE },
    { "circle", APP_FIELD_JSON, FALSE },
    { "odd", APP_FIELD_JSON, FALSE },
    { "number", APP_FIELD_JSON, FALSE },
  };
  g_autoptr (AppForm) form = form_fixture_new (
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
      "\"C\":{\"$ref\":\"#/$defs/D\"},\"D\":{\"$ref\":\"#/$defs/C\"}}}",
      APP_FORM_DEFAULT);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pointer = g_strconcat ("/", cases[i].key, NULL);
      AppField        *field = form_fixture_find (form, pointer);

      g_test_message ("%s", cases[i].key);
      g_assert_cmpint (app_field_get_info (field)->kind, ==, cases[i].kind);
      g_assert_cmpint (app_field_get_info (field)->nullable, ==, cases[i].nullable);
    }
}

/* A recursive schema opens one level for each that somebody goes down. */
static void
test_recursive (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"$ref\":\"#/$defs/N\",\"$defs\":{\"N\":{\"type\":\"object\",\"required\":[\"kind\","
      "\"next\"],\"properties\":{\"kind\":{\"const\":\"n\"},\"next\":{\"$ref\":\"#/$defs/"
      "N\"},\"all\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/N\"}}}}}}",
      APP_FORM_DEFAULT);
  AppField *deep = form_fixture_find (form, "/next/next/next/next/kind");

  form_fixture_assert_json (form, "{\"kind\":\"n\"}");
  g_assert_cmpuint (app_field_get_place (deep)->depth, ==, 5);
  app_field_set_selected (deep, 0);
  form_fixture_assert_json (
      form, "{\"kind\":\"n\",\"next\":{\"kind\":\"n\",\"next\":{\"kind\":\"n\",\"next\":{\"kind\":"
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
      g_autoptr (AppForm) form = form_fixture_new (schemas[i], APP_FORM_DEFAULT);
      AppField   *root = app_form_get_root (form);
      GListModel *children = app_field_get_children (root);

      g_test_message ("%s", schemas[i]);
      g_assert_cmpint (app_field_get_info (root)->kind, ==, APP_FIELD_OBJECT);
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
    g_autoptr (AppForm) form = app_presets_new_tool_form (MCP_JSON_NO_VALUE, APP_FORM_DEFAULT);

    form_fixture_assert_json (form, "{}");
    g_assert_true (app_form_set_json (form, "{\"x\":1}"));
    g_assert_true (app_field_get_place (form_fixture_find (form, "/x"))->extra);
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
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  for (guint i = 0; i < 100; i++)
    g_string_append (pointer, "/a");
  g_assert_cmpint (app_field_get_info (form_fixture_find (form, pointer->str))->kind, ==, APP_FIELD_OBJECT);
}

static void
test_wide_schema (void)
{
  g_autoptr (GString) schema = g_string_new ("{\"type\":\"object\",\"required\":[");
  g_autoptr (AppForm) form = NULL;
  gint64 start = test_clock_get_computed ();

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (schema, "%s\"k%u\"", i ? "," : "", i);
  g_string_append (schema, "],\"properties\":{");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (schema, "%s\"k%u\":{\"type\":\"string\"}", i ? "," : "", i);
  g_string_append (schema, "}}");
  form = form_fixture_new (schema->str, APP_FORM_DEFAULT);
  g_assert_cmpuint (g_list_model_get_n_items (app_field_get_children (app_form_get_root (form))),
                    ==,
                    3000);
  app_field_set_text (form_fixture_find (form, "/k2999"), "x");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2999);
  g_assert_cmpuint (g_list_model_get_n_items (app_form_get_problems (form)),
                    ==,
                    APP_FORM_MAX_PROBLEMS);
  g_assert_cmpint (test_clock_get_computed () - start, <, 5 * G_USEC_PER_SEC);
}

static void
test_enum (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"e\":{\"enum\":[\"1\",1,1.50,null,{\"a\":[]}]},\"f\":{\"type\":\"string\","
      "\"enum\":[\"a\",\"a\",\"b\"],\"enumNames\":[\"First\",\"Second\"]}}}",
      APP_FORM_DEFAULT);
  AppField                *e = form_fixture_find (form, "/e");
  AppField                *f = form_fixture_find (form, "/f");
  GListModel              *options = app_field_get_info (e)->options;
  static const char *const labels[] = { "\"1\"", "1", "1.50", "{\"a\":[]}" };

  g_assert_cmpuint (g_list_model_get_n_items (options), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      g_assert_cmpstr (option->label, ==, labels[i]);
    }
  g_assert_cmpuint (app_field_get_state (e)->selected, ==, G_MAXUINT);
  app_field_set_selected (e, 2);
  form_fixture_assert_json (form, "{\"e\":1.50}");
  g_assert_null (app_field_get_error (e));
  app_form_set_json (form, "{\"e\":15e-1}");
  g_assert_cmpuint (app_field_get_state (e)->selected, ==, 2);
  app_field_set_null (e);
  g_assert_null (app_field_get_error (e));
  app_field_set_text (e, "nothing of these");
  form_fixture_assert_json (form, "{\"e\":\"nothing of these\"}");
  g_assert_cmpstr (app_field_get_error (e), ==, "Must be one of: \"1\", 1, 1.50, {\"a\":[]}");
  app_field_set_selected (e, G_MAXUINT);
  app_field_clear (e);
  app_field_set_text (f, "Second");
  form_fixture_assert_json (form, "{\"f\":\"a\"}");
}

/* A row says that nothing fits, offers no value that is refused, and no value twice. */
static void
test_nothing_fits (void)
{
  static const struct
  {
    const char *schema;
    const char *conflict; /* how it begins; NULL for none */
    guint       n_options;
  } cases[] = {
    { "{\"enum\":[]}", "No value fits: ", 0 },
    { "{\"type\":\"string\",\"enum\":[1,2]}", "No value fits: ", 0 },
    { "{\"type\":\"string\",\"$ref\":\"#/properties/z\"}", "No value fits: ", 0 },
    { "{\"type\":\"integer\",\"minimum\":5,\"maximum\":3}", "No value fits: ", 0 },
    { "{\"type\":\"string\",\"minLength\":5,\"maxLength\":3}", "No value fits: ", 0 },
    { "{\"type\":\"string\",\"const\":3}", "No value fits: ", 0 },
    { "{\"allOf\":[{\"type\":\"string\"},{\"type\":\"object\"}]}", "No value fits: ", 0 },
    { "{\"type\":[\"array\",\"null\"],\"minItems\":5,\"maxItems\":3}", "“minItems” is 5", 0 },
    { "{\"enum\":[null]}", "Only null fits", 0 },
    { "{\"type\":\"null\"}", "Only null fits", 0 },
    { "{\"type\":\"string\",\"enum\":[\"a\",1,null]}", NULL, 1 },
    { "{\"enum\":[\"a\",\"a\",\"b\",1,1]}", NULL, 3 },
    { "{\"oneOf\":[{\"type\":\"string\",\"enum\":[\"a\"]},{\"type\":\"integer\",\"enum\":[1]}]}", NULL, 2 },
    { "{\"type\":\"string\",\"enum\":[\"a\"],\"minLength\":1,\"maxLength\":1}", NULL, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf (
          "{\"properties\":{\"a\":%s,\"z\":{\"enum\":[1,2]}}}", cases[i].schema);
      g_autoptr (AppForm) form = form_fixture_new (schema, APP_FORM_DEFAULT);
      AppField   *field = form_fixture_find (form, "/a");
      const char *conflict = app_field_get_info (field)->conflict;
      GListModel *options = app_field_get_info (field)->options;

      g_assert_cmpuint (options != NULL ? g_list_model_get_n_items (options) : 0, ==,
                        cases[i].n_options);
      if (cases[i].conflict == NULL)
        {
          g_assert_null (conflict);
          continue;
        }
      g_assert_nonnull (conflict);
      g_assert_true (g_str_has_prefix (conflict, cases[i].conflict));
      /* The row and whoever sends it read the same. */
      g_assert_cmpstr (app_field_get_info (field)->constraints, ==, conflict);
      app_form_set_json (form, "{\"a\":true}");
      g_assert_cmpstr (app_field_get_error (field), ==, conflict);
    }
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
  g_autoptr (AppForm) form = form_fixture_new (schema, APP_FORM_DEFAULT);
  g_autoptr (AppForm) prefilled = form_fixture_new (schema, APP_FORM_PREFILL);

  form_fixture_assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"o\":{\"t\":\"k\"}}");
  form_fixture_assert_json (prefilled, "{\"c\":1.10,\"d\":\"de\",\"opt\":10,\"o\":{\"t\":\"k\"}}");
  g_assert_false (app_form_is_modified (form));
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/opt"))->hint, ==, "10");
  app_field_use_default (form_fixture_find (form, "/opt"));
  form_fixture_assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"opt\":10,\"o\":{\"t\":\"k\"}}");
  app_field_set_selected (form_fixture_find (form, "/oc"), 0);
  g_assert_true (app_form_is_modified (form));
  app_form_reset (form);
  form_fixture_assert_json (form, "{\"c\":1.10,\"d\":\"de\",\"o\":{\"t\":\"k\"}}");
}

static void
test_problems (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"required\":[\"r\",\"s\"],\"properties\":{\"r\":{\"type\":\"string\"},\"s\":{\"type\":"
      "\"string\",\"minLength\":2,\"maxLength\":3},\"n\":{\"type\":\"integer\",\"minimum\":1,"
      "\"maximum\":100},\"x\":{\"type\":\"number\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":1},"
      "\"big\":{\"type\":\"integer\",\"minimum\":-9007199254740991,\"maximum\":9007199254740991},"
      "\"u\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
      "]}}"
      "}",
      APP_FORM_DEFAULT);
  AppField *r = form_fixture_find (form, "/r");
  g_autoptr (AppFormProblem) problem = NULL;

  /* What is missing is known at once, and told after the first try. */
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2);
  problem = g_list_model_get_item (app_form_get_problems (form), 0);
  g_assert_cmpstr (problem->pointer, ==, "/r");
  g_assert_true (problem->missing);
  g_assert_null (app_field_get_error (r));
  app_form_set_attempted (form, TRUE);
  g_assert_cmpstr (app_field_get_error (r), ==, "Required");
  app_field_set_empty (r);
  g_assert_null (app_field_get_error (r));

  app_field_set_text (form_fixture_find (form, "/s"), "é");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/s")), ==, "Must have at least 2 characters");
  app_field_set_text (form_fixture_find (form, "/s"), "éé");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/s")));
  app_field_set_text (form_fixture_find (form, "/s"), "ééé");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/s")));
  app_field_set_text (form_fixture_find (form, "/s"), "éééé");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/s")), ==, "Must have at most 3 characters");

  app_field_set_text (form_fixture_find (form, "/n"), "0");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/n")), ==, "Must be at least 1");
  app_field_set_text (form_fixture_find (form, "/n"), "1");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/n")));
  app_field_set_text (form_fixture_find (form, "/n"), "100");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/n")));
  app_field_set_text (form_fixture_find (form, "/n"), "101");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/n")), ==, "Must be at most 100");
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/n"))->constraints, ==, "1–100");
  g_assert_null (app_field_get_info (form_fixture_find (form, "/big"))->constraints);
  app_field_set_text (form_fixture_find (form, "/x"), "0");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/x")), ==, "Must be more than 0");
  app_field_set_text (form_fixture_find (form, "/x"), "1");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/x")), ==, "Must be less than 1");

  app_field_set_text (form_fixture_find (form, "/u"), "plain");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/u")));
  app_field_set_text (form_fixture_find (form, "/u"), "[\"a\"]");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/u")));
  app_field_set_text (form_fixture_find (form, "/u"), "[1]");
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, "/u/0")), ==, "Expected string, got number");

  app_form_set_json (form, "{\"r\":1,\"r\":\"x\",\"s\":\"abc\"}");
  g_clear_object (&problem);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 2);
}

/* What a schema says beyond types and limits is told at the place that it is about. */
static void
test_rest (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"p\":{\"type\":\"string\",\"pattern\":\"^a\"},\"u\":{\"type\":"
      "\"array\",\"uniqueItems\":true,\"items\":{\"type\":\"string\"}},\"m\":{\"type\":"
      "\"number\",\"multipleOf\":0.5},\"c\":{\"enum\":[\"x\",\"y\"]},\"d\":{\"type\":"
      "\"string\"}},\"if\":{\"required\":[\"c\"],\"properties\":{\"c\":{\"const\":\"x\"}}},"
      "\"then\":{\"required\":[\"d\"]},\"dependentRequired\":{\"p\":[\"m\"]}}",
      APP_FORM_DEFAULT);

  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_set_text (form_fixture_find (form, "/p"), "b");
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/p")));
  g_test_message ("%s", app_field_get_error (form_fixture_find (form, "/p")));
  app_field_set_text (form_fixture_find (form, "/p"), "a");
  g_assert_null (app_field_get_error (form_fixture_find (form, "/p")));

  /* Missing since another member is there: told after the first try, as ever. */
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  g_assert_null (app_field_get_error (form_fixture_find (form, "/m")));
  app_form_set_attempted (form, TRUE);
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/m")));
  app_field_set_text (form_fixture_find (form, "/m"), "0.3");
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/m")));
  g_test_message ("%s", app_field_get_error (form_fixture_find (form, "/m")));
  app_field_set_text (form_fixture_find (form, "/m"), "1.5e0");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);

  app_field_add_lines (form_fixture_find (form, "/u"), "a\na");
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/u/1")));
  app_field_clear (form_fixture_find (form, "/u/1"));
  g_assert_null (app_field_get_error (form_fixture_find (form, "/u")));
  app_field_set_selected (form_fixture_find (form, "/c"), 0);
  g_assert_nonnull (app_field_get_error (form_fixture_find (form, "/d")));
  app_field_set_selected (form_fixture_find (form, "/c"), 1);
  g_assert_null (app_field_get_error (form_fixture_find (form, "/d")));
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

static void
test_secrets (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"api_key\":{\"type\":\"string\"},\"accessToken\":{\"type\":\"string\"},"
      "\"$skiptoken\":{\"type\":\"string\"},\"skip_token\":{\"type\":\"string\"},\"pageToken\":{"
      "\"type\":\"string\"},\"max_tokens\":{\"type\":\"integer\"},\"keyboard\":{\"type\":"
      "\"string\"},"
      "\"p\":{\"type\":\"string\",\"format\":\"password\"},\"key\":{\"type\":\"string\"}}}",
      APP_FORM_DEFAULT);

  g_assert_true (app_field_get_info (form_fixture_find (form, "/api_key"))->secret);
  g_assert_true (app_field_get_info (form_fixture_find (form, "/accessToken"))->secret);
  g_assert_true (app_field_get_info (form_fixture_find (form, "/p"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/$skiptoken"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/skip_token"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/pageToken"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/max_tokens"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/keyboard"))->secret);
  g_assert_false (app_field_get_info (form_fixture_find (form, "/key"))->secret);
}

static void
assert_problems (AppForm *form, const char *expected)
{
  GListModel *problems = app_form_get_problems (form);
  g_autoptr (GString) places = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (AppFormProblem) problem = g_list_model_get_item (problems, i);
      g_string_append_printf (places, "%s%s", i > 0 ? " " : "",
                              problem->pointer);
    }
  g_assert_cmpstr (places->str, ==, expected);
}

/* From the top of the form down, whatever the order of "required" and of the value. */
static void
test_problem_order (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"required\":[\"out\",\"day\",\"title\"],\"maxProperties\":3,\"properties\":{"
      "\"title\":{\"type\":\"string\"},"
      "\"place\":{\"type\":\"object\",\"required\":[\"zip\",\"street\"],\"properties\":{"
      "\"street\":{\"type\":\"string\"},\"zip\":{\"type\":\"string\"}}},"
      "\"out\":{\"type\":\"boolean\"},"
      "\"pay\":{\"oneOf\":[{\"type\":\"object\",\"required\":[\"b\",\"kind\",\"a\"],"
      "\"properties\":{\"kind\":{\"const\":\"x\"},\"a\":{\"type\":\"string\"},"
      "\"b\":{\"type\":\"string\"}}},{\"type\":\"null\"}]},"
      "\"n\":{\"type\":\"integer\"},"
      "\"list\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
      "\"day\":{\"type\":\"string\"}}}",
      APP_FORM_DEFAULT);

  assert_problems (form, "/title /out /day");
  g_assert_true (app_form_set_json (form, "{\"more\":1,\"n\":\"x\",\"place\":{}}"));
  assert_problems (form, "/title /place/street /place/zip /out /n /day");
  g_assert_true (app_form_set_json (form, "{\"n\":\"x\",\"title\":1}"));
  assert_problems (form, "/title /out /n /day");
  g_assert_true (app_form_set_json (
      form, "{\"day\":1,\"list\":[1,2,\"a\",4,5,6,7,8,9,10,\"b\"],\"pay\":{\"kind\":\"x\"}}"));
  assert_problems (form, "/title /out /pay/a /pay/b /list/2 /list/10 /day");
  /* Of the whole form: behind what has a row. */
  g_assert_true (app_form_set_json (form, "{\"day\":\"\",\"n\":1,\"list\":[],\"pay\":null}"));
  assert_problems (form, "/title /out ");
  app_field_set_text (form_fixture_find (form, "/title"), "t");
  assert_problems (form, "/out ");
}

void
add_form_schema_tests (void)
{
  g_test_add_func ("/form-schema/kinds", test_kinds);
  g_test_add_func ("/form-schema/recursive", test_recursive);
  g_test_add_func ("/form-schema/hostile-schemas", test_hostile_schemas);
  g_test_add_func ("/form-schema/deep-schema", test_deep_schema);
  g_test_add_func ("/form-schema/wide-schema", test_wide_schema);
  g_test_add_func ("/form-schema/enum", test_enum);
  g_test_add_func ("/form-schema/nothing-fits", test_nothing_fits);
  g_test_add_func ("/form-schema/defaults", test_defaults);
  g_test_add_func ("/form-schema/problems", test_problems);
  g_test_add_func ("/form-schema/problem-order", test_problem_order);
  g_test_add_func ("/form-schema/rest", test_rest);
  g_test_add_func ("/form-schema/secrets", test_secrets);
}
