/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields that take one of several forms, and objects whose members have any name. */

#include "app-tests.h"
#include "form-fixture.h"
#include "app-form.h"

#define STRING_OR_LIST \
  "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"string\"}}]}"
#define SHAPES                                                                                    \
  "{\"oneOf\":[{\"type\":\"object\",\"required\":[\"kind\",\"r\"],\"properties\":{\"kind\":{"     \
  "\"const\":\"circle\"},\"name\":{\"type\":\"string\"},\"r\":{\"type\":\"number\"}}},{\"$ref\":" \
  "\"#/$defs/Box\"},{\"type\":\"null\"}]}"
#define BOX                                                                                    \
  "\"$defs\":{\"Box\":{\"type\":\"object\",\"required\":[\"kind\"],\"properties\":{\"kind\":{" \
  "\"const\":\"box\"},\"name\":{\"type\":\"string\"},\"w\":{\"type\":\"number\",\"minimum\":1}}}}"

static AppForm *
make_form (const char *member, const char *rest)
{
  g_autofree char *schema = g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"v\":%s}%s%s}",
                                             member, rest ? "," : "", rest ? rest : "");

  return form_fixture_new (schema, APP_FORM_DEFAULT);
}

static void
assert_label (AppField *field, guint index, const char *expected)
{
  g_autoptr (AppFieldOption) option =
      g_list_model_get_item (app_field_get_info (field)->options, index);

  g_assert_cmpstr (option->label, ==, expected);
}

static void
test_string_or_list (void)
{
  g_autoptr (AppForm) form = make_form (STRING_OR_LIST, NULL);
  AppField *field = form_fixture_find (form, "/v");
  AppField *branch = app_field_get_branch (field);

  g_assert_cmpint (app_field_get_info (field)->kind, ==, APP_FIELD_VARIANT);
  g_assert_cmpuint (g_list_model_get_n_items (app_field_get_info (field)->options), ==, 2);
  assert_label (field, 0, "String");
  assert_label (field, 1, "Array");
  g_assert_true (app_field_get_place (branch)->branch);
  g_assert_cmpint (app_field_get_info (branch)->kind, ==, APP_FIELD_STRING);
  form_fixture_assert_json (form, "{}");

  /* Choosing a form sends nothing by itself. */
  app_field_set_selected (field, 1);
  form_fixture_assert_json (form, "{}");
  app_field_set_selected (field, 0);

  app_field_set_text (app_field_get_branch (field), "a");
  form_fixture_assert_json (form, "{\"v\":\"a\"}");
  app_field_set_selected (field, 1);
  form_fixture_assert_json (form, "{\"v\":[\"a\"]}");
  branch = app_field_get_branch (field);
  g_assert_cmpint (app_field_get_info (branch)->kind, ==, APP_FIELD_ARRAY);
  app_field_set_text (app_field_add_item (branch), "b");
  form_fixture_assert_json (form, "{\"v\":[\"a\",\"b\"]}");
  g_assert_true (form_fixture_find (form, "/v/1") != NULL);

  /* There and back again: the list is as it was. */
  app_field_set_selected (field, 0);
  form_fixture_assert_json (form, "{\"v\":\"a\"}");
  app_field_set_selected (field, 1);
  form_fixture_assert_json (form, "{\"v\":[\"a\",\"b\"]}");

  /* What was changed meanwhile goes along instead. */
  app_field_set_selected (field, 0);
  app_field_set_text (app_field_get_branch (field), "c");
  app_field_set_selected (field, 1);
  form_fixture_assert_json (form, "{\"v\":[\"c\"]}");

  /* Emptied text is not sent. */
  app_field_set_selected (field, 0);
  app_field_set_text (app_field_get_branch (field), "x");
  app_field_set_text (app_field_get_branch (field), "");
  form_fixture_assert_json (form, "{}");
}

/* The form is the one that the value has, whoever wrote it. */
static void
test_infer (void)
{
  g_autoptr (AppForm) form = make_form (SHAPES, BOX);
  AppField *field = form_fixture_find (form, "/v");

  assert_label (field, 0, "circle");
  assert_label (field, 1, "box");
  g_assert_cmpuint (g_list_model_get_n_items (app_field_get_info (field)->options), ==, 2);
  g_assert_true (app_field_get_info (field)->nullable);
  app_form_set_json (form, "{ \"v\" : {\"kind\":\"box\", \"w\":1.10, \"odd\":-0} }");
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 1);
  g_assert_cmpstr (app_field_get_text (form_fixture_find (form, "/v/w")), ==, "1.10");

  /* Wrong in both: the constant tells. */
  app_form_set_json (form, "{\"v\":{\"kind\":\"circle\",\"r\":\"x\",\"name\":5}}");
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 0);
  app_form_set_json (form, "{\"v\":{\"kind\":\"box\",\"w\":0,\"name\":5}}");
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 1);

  /* Null and nothing are no form of their own. */
  app_form_set_json (form, "{\"v\":null}");
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 1);
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_NULL);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
}

static void
test_objects (void)
{
  g_autoptr (AppForm) form = make_form (SHAPES, BOX);
  AppField *field = form_fixture_find (form, "/v");

  app_field_set_text (form_fixture_find (form, "/v/name"), "n");
  form_fixture_assert_json (form, "{\"v\":{\"kind\":\"circle\",\"name\":\"n\"}}");
  app_field_set_text (form_fixture_find (form, "/v/r"), "2.50");
  app_field_set_selected (field, 1);
  form_fixture_assert_json (form, "{\"v\":{\"kind\":\"box\",\"name\":\"n\"}}");

  /* While somebody types, the form stays, whatever it comes to. */
  app_field_set_text (form_fixture_find (form, "/v/w"), "0");
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 1);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 1);
  app_field_clear (form_fixture_find (form, "/v/w"));
  app_field_set_selected (field, 0);
  app_field_clear (field);
  form_fixture_assert_json (form, "{}");
}

static void
test_types (void)
{
  g_autoptr (AppForm) form =
      make_form ("{\"type\":[\"string\",\"number\",\"boolean\",\"null\"],\"title\":\"Any\"}", NULL);
  AppField *field = form_fixture_find (form, "/v");

  g_assert_cmpint (app_field_get_info (field)->kind, ==, APP_FIELD_VARIANT);
  g_assert_true (app_field_get_info (field)->nullable);
  assert_label (field, 0, "String");
  assert_label (field, 1, "Number");
  assert_label (field, 2, "Boolean");
  app_field_set_selected (field, 1);
  app_field_set_text (app_field_get_branch (field), "1e400");
  form_fixture_assert_json (form, "{\"v\":1e400}");
  app_field_set_selected (field, 0);
  form_fixture_assert_json (form, "{\"v\":\"1e400\"}");

  /* What is typed wrongly is told at the field. */
  app_field_set_selected (field, 1);
  app_field_set_text (app_field_get_branch (field), "1x");
  g_assert_nonnull (app_field_get_error (field));
  app_field_set_text (app_field_get_branch (field), "1");
  g_assert_null (app_field_get_error (field));
  g_assert_cmpuint (app_field_get_state (field)->selected, ==, 1);
}

/* Items of several forms: each has its own. */
static void
test_items (void)
{
  g_autoptr (AppForm) form =
      make_form ("{\"type\":\"array\",\"items\":" STRING_OR_LIST "}", NULL);
  AppField *item = app_field_add_item (form_fixture_find (form, "/v"));

  form_fixture_assert_json (form, "{\"v\":[\"\"]}");
  app_field_set_text (app_field_get_branch (item), "a");
  app_field_set_text (app_field_get_branch (item), "");
  form_fixture_assert_json (form, "{\"v\":[\"\"]}");
  app_field_add_item (form_fixture_find (form, "/v"));
  app_field_set_selected (form_fixture_find (form, "/v/1"), 1);
  form_fixture_assert_json (form, "{\"v\":[\"\",[\"\"]]}");
  g_assert_cmpuint (app_field_get_state (form_fixture_find (form, "/v/0"))->selected, ==, 0);
  app_field_clear (form_fixture_find (form, "/v/0"));
  form_fixture_assert_json (form, "{\"v\":[[\"\"]]}");
  g_assert_cmpuint (app_field_get_state (form_fixture_find (form, "/v/0"))->selected, ==, 1);
}

/* Circles of unions, and unions of nothing, end. */
static void
test_hostile (void)
{
  static const char *const schemas[] = {
    "{\"$ref\":\"#/$defs/C\"}",
    "{\"anyOf\":[{\"$ref\":\"#/$defs/C\"},{\"$ref\":\"#/$defs/C\"}]}",
    "{\"anyOf\":[{},{}]}",
    "{\"anyOf\":[5,true]}",
    "{\"type\":[\"x\",\"y\"]}",
    "{\"type\":[5,{}]}",
    "{\"type\":\"object\",\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (AppForm) form = make_form (
          schemas[i],
          "\"$defs\":{\"C\":{\"anyOf\":[{\"$ref\":\"#/$defs/C\"},{\"type\":\"array\",\"items\":{"
          "\"$ref\":\"#/$defs/C\"}}]}}");
      AppField *field = form_fixture_find (form, "/v");
      guint     depth = 0;

      g_test_message ("%s", schemas[i]);
      app_form_find_field (form, "/v/0/0/x");
      for (AppField *next = field; next != NULL; next = app_field_get_branch (next))
        depth++;
      g_assert_cmpuint (depth, <, 10);
      app_field_set_text (field, "x");
      form_fixture_assert_json (form, "{\"v\":\"x\"}");
      app_form_set_json (form, "{\"v\":[[[\"\\u0000\"]]]}");
      app_field_clear (field);
      form_fixture_assert_json (form, "{}");
    }
}

static void
test_maps (void)
{
  g_autoptr (AppForm) form =
      make_form ("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}", NULL);
  AppField *map = form_fixture_find (form, "/v");
  AppField *member;

  g_assert_cmpint (app_field_get_info (map)->kind, ==, APP_FIELD_OBJECT);
  g_assert_true (app_field_can_add_member (map));
  member = app_field_add_member (map, "a/b ~ {{x}}");
  g_assert_cmpint (app_field_get_info (member)->kind, ==, APP_FIELD_INTEGER);
  g_assert_true (app_field_get_place (member)->extra);
  form_fixture_assert_json (form, "{\"v\":{\"a/b ~ {{x}}\":0}}");
  app_field_set_text (member, "9007199254740993");
  form_fixture_assert_json (form, "{\"v\":{\"a/b ~ {{x}}\":9007199254740993}}");
  g_assert_true (app_field_add_member (map, "a/b ~ {{x}}") == member);
  app_field_clear (member);
  form_fixture_assert_json (form, "{\"v\":{}}");

  g_clear_object (&form);
  form = make_form ("{\"type\":\"object\"}", NULL);
  member = app_field_add_member (form_fixture_find (form, "/v"), "k");
  app_field_set_text (member, "text");
  form_fixture_assert_json (form, "{\"v\":{\"k\":\"text\"}}");

  g_clear_object (&form);
  form = make_form ("{\"type\":\"object\",\"additionalProperties\":false}", NULL);
  g_assert_false (app_field_can_add_member (form_fixture_find (form, "/v")));
}

void
add_form_variant_tests (void)
{
  g_test_add_func ("/form-variant/string-or-list", test_string_or_list);
  g_test_add_func ("/form-variant/infer", test_infer);
  g_test_add_func ("/form-variant/objects", test_objects);
  g_test_add_func ("/form-variant/types", test_types);
  g_test_add_func ("/form-variant/items", test_items);
  g_test_add_func ("/form-variant/hostile", test_hostile);
  g_test_add_func ("/form-variant/maps", test_maps);
}
