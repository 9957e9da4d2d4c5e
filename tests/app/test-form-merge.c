/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All the sub-schemas that apply at one place make one field. */

#include "app-tests.h"
#include "form-fixture.h"

#include "app-field-format.h"

static void
assert_kind (AppForm *form, const char *pointer, AppFieldKind kind)
{
  g_assert_cmpint (app_field_get_info (form_fixture_find (form, pointer))->kind, ==, kind);
}

static void
assert_options (AppField *field, const char *expected)
{
  GListModel *options = app_field_get_info (field)->options;
  g_autoptr (GString) labels = g_string_new (NULL);

  for (guint i = 0; options != NULL && i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      g_string_append_printf (labels, "%s%s", i > 0 ? "|" : "", option->label);
    }
  g_assert_cmpstr (labels->str, ==, expected);
}

static void
test_all_of (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-merge-all-of", APP_FORM_DEFAULT);
  AppField *n = form_fixture_find (form, "/n");

  form_fixture_assert_members (app_form_get_root (form), "first n e no never id own");
  assert_kind (form, "/own", APP_FIELD_INTEGER);
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/own"))->constraints, ==, "1–50");
  g_assert_true (app_field_get_place (form_fixture_find (form, "/own"))->required);
  g_assert_true (app_field_get_place (form_fixture_find (form, "/id"))->required);
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/id"))->description, ==,
                   "Of the base");
  g_assert_cmpstr (app_field_get_info (form_fixture_find (form, "/id"))->constraints, ==,
                   "3–9 characters");
  assert_kind (form, "/n", APP_FIELD_INTEGER);
  g_assert_cmpstr (app_field_get_place (n)->label, ==, "Number");
  g_assert_cmpstr (app_field_get_info (n)->constraints, ==, "5–100");
  assert_options (form_fixture_find (form, "/e"), "b|c");
  assert_kind (form, "/no", APP_FIELD_JSON);
  assert_kind (form, "/never", APP_FIELD_JSON);

  app_field_set_text (n, "3");
  g_assert_cmpstr (app_field_get_error (n), ==, "Must be at least 5");
  app_field_set_text (form_fixture_find (form, "/id"), "ab");
  form_fixture_assert_error (form, "/id", "Must have at least 3 characters");
  form_fixture_assert_json (form, "{\"n\":3,\"id\":\"ab\"}");
}

/* What stands beside a reference counts, but not in draft-07, where only its words do. */
static void
test_siblings (void)
{
  const char *body =
      "\"properties\":{\"a\":{\"$ref\":\"#/definitions/S\",\"minLength\":2,\"title\":\"Mine\","
      "\"default\":\"dd\"}},\"definitions\":{\"S\":{\"type\":\"string\",\"maxLength\":5,\"title\":"
      "\"Its\",\"description\":\"Said\"}}}";
  g_autofree char *new_text = g_strconcat ("{\"type\":\"object\",", body, NULL);
  g_autofree char *old_text =
      g_strconcat ("{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",",
                   body, NULL);
  g_autoptr (AppForm) now = form_fixture_new (new_text, APP_FORM_DEFAULT);
  g_autoptr (AppForm) then = form_fixture_new (old_text, APP_FORM_DEFAULT);
  AppForm *forms[] = { now, then };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      AppField *a = form_fixture_find (forms[i], "/a");

      g_assert_cmpstr (app_field_get_place (a)->label, ==, "Mine");
      g_assert_cmpstr (app_field_get_info (a)->description, ==, "Said");
      g_assert_cmpstr (app_field_get_info (a)->hint, ==, "dd");
      g_assert_cmpstr (app_field_get_info (a)->constraints, ==,
                       i == 0 ? "2–5 characters" : "at most 5 characters");
      app_field_set_text (a, "x");
      g_assert_cmpstr (app_field_get_error (a), ==,
                       i == 0 ? "Must have at least 2 characters" : NULL);
    }
}

static void
test_references (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-merge-references", APP_FORM_DEFAULT);

  assert_kind (form, "/by-anchor", APP_FIELD_NUMBER);
  assert_kind (form, "/by-id", APP_FIELD_OBJECT);
  assert_kind (form, "/by-id/x", APP_FIELD_BOOLEAN);
  assert_kind (form, "/by-both", APP_FIELD_BOOLEAN);
  assert_kind (form, "/into", APP_FIELD_NUMBER);
  app_field_add_item (form_fixture_find (form, "/tree/children"));
  app_field_add_item (form_fixture_find (form, "/tree/children/0/children"));
  assert_kind (form, "/tree/children/0/children/0/data", APP_FIELD_STRING);
}

/* What a dynamic reference means is said by whatever is outermost. */
static void
test_dynamic (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-merge-dynamic", APP_FORM_DEFAULT);

  form_fixture_assert_members (app_form_get_root (form), "extra data kid");
  form_fixture_assert_members (form_fixture_find (form, "/kid"), "extra data kid");
  form_fixture_assert_members (form_fixture_find (form, "/kid/kid"), "extra data kid");
}

static void
test_booleans (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"any\":true,\"none\":false,\"list\":{\"type\":\"array\",\"items\":false},"
      "\"map\":{\"type\":\"object\",\"additionalProperties\":true}},\"additionalProperties\":"
      "false}",
      APP_FORM_DEFAULT);

  assert_kind (form, "/any", APP_FIELD_JSON);
  assert_kind (form, "/none", APP_FIELD_JSON);
  g_assert_false (app_field_can_add_item (form_fixture_find (form, "/list")));
  g_assert_true (app_field_can_add_member (form_fixture_find (form, "/map")));
  g_assert_false (app_field_can_add_member (app_form_get_root (form)));
  app_field_set_text (form_fixture_find (form, "/none"), "x");
  form_fixture_assert_error (form, "/none", "No value allowed by the schema");
  app_form_set_json (form, "{\"other\":1}");
  form_fixture_assert_error (form, "/other", "Property not allowed by the schema");
}

static void
test_suggestions (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"fresh\":{\"anyOf\":[{\"enum\":[\"pd\",\"pw\"]},{\"type\":\"string\"},{"
      "\"type\":\"null\"}]},\"model\":{\"anyOf\":[{\"type\":\"string\",\"maxLength\":8},{\"const\":"
      "\"best\",\"title\":\"The best\"},{\"$ref\":\"#/$defs/Old\"}]},\"n\":{\"type\":\"number\","
      "\"examples\":[1.50,\"no\",2]},\"s\":{\"type\":\"string\",\"examples\":[\"x\",\"x\",\"y\"]},"
      "\"mixed\":{\"anyOf\":[{\"type\":\"integer\"},{\"enum\":[\"auto\"]}]},\"lists\":{\"anyOf\":[{"
      "\"enum\":[\"a\"]},{\"enum\":[1,2]},{\"const\":true,\"title\":\"Yes\"}]}},\"$defs\":{\"Old\":"
      "{"
      "\"enum\":[\"old\",\"older\"]}}}",
      APP_FORM_DEFAULT);
  AppField *fresh = form_fixture_find (form, "/fresh");
  AppField *model = form_fixture_find (form, "/model");

  g_assert_cmpint (app_field_get_info (fresh)->kind, ==, APP_FIELD_STRING);
  g_assert_true (app_field_get_info (fresh)->nullable);
  assert_options (fresh, "pd|pw");
  app_field_set_selected (fresh, 1);
  form_fixture_assert_json (form, "{\"fresh\":\"pw\"}");
  g_assert_cmpuint (app_field_get_state (fresh)->selected, ==, 1);
  app_field_set_text (fresh, "2024-01-01to2024-02-01");
  g_assert_cmpuint (app_field_get_state (fresh)->selected, ==, G_MAXUINT);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_set_null (fresh);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  app_field_clear (fresh);

  assert_options (model, "The best|old|older");
  app_field_set_text (model, "The best");
  form_fixture_assert_json (form, "{\"model\":\"The best\"}");
  app_field_set_selected (model, 0);
  form_fixture_assert_json (form, "{\"model\":\"best\"}");
  app_field_set_text (model, "much too long");
  g_assert_nonnull (app_field_get_error (model));
  app_field_clear (model);

  assert_options (form_fixture_find (form, "/n"), "1.50|2");
  assert_options (form_fixture_find (form, "/s"), "x|y");
  assert_kind (form, "/mixed", APP_FIELD_VARIANT);
  assert_kind (form, "/lists", APP_FIELD_ENUM);
  assert_options (form_fixture_find (form, "/lists"), "a|1|2|Yes");
  app_field_set_selected (form_fixture_find (form, "/lists"), 3);
  form_fixture_assert_json (form, "{\"lists\":true}");
}

static void
test_annotations (void)
{
  g_autoptr (AppForm) form = form_fixture_load ("form-merge-annotations", APP_FORM_DEFAULT);
  AppField        *data = form_fixture_find (form, "/data");
  g_autofree char *media_type = app_field_format_dup_media_type (data);
  const char      *header = app_field_get_info (form_fixture_find (form, "/region"))->header;
  const char      *no_header = app_field_get_info (data)->header;
  g_autoptr (AppFieldOption) two =
      g_list_model_get_item (app_field_get_info (form_fixture_find (form, "/e"))->options, 1);

  g_assert_true (app_field_get_info (form_fixture_find (form, "/id"))->read_only);
  g_assert_false (app_field_get_info (data)->read_only);
  g_assert_true (app_field_get_info (form_fixture_find (form, "/pw"))->secret);
  g_assert_true (app_field_get_info (form_fixture_find (form, "/old"))->deprecated);
  g_assert_cmpint (app_field_format_get (data), ==, APP_FORMAT_BASE64);
  g_assert_cmpstr (media_type, ==, "image/png");
  g_assert_cmpstr (header, ==, "Region");
  g_assert_null (no_header);
  g_assert_cmpstr (two->description, ==, "Two");
}

void
add_form_merge_tests (void)
{
  g_test_add_func ("/form-merge/all-of", test_all_of);
  g_test_add_func ("/form-merge/siblings", test_siblings);
  g_test_add_func ("/form-merge/references", test_references);
  g_test_add_func ("/form-merge/dynamic", test_dynamic);
  g_test_add_func ("/form-merge/booleans", test_booleans);
  g_test_add_func ("/form-merge/suggestions", test_suggestions);
  g_test_add_func ("/form-merge/annotations", test_annotations);
}
