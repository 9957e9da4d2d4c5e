/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects whose members have any name. */

#include "app-tests.h"
#include "form-fixture.h"

static void
test_rename (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"known\":{\"type\":\"string\"}},\"additionalProperties\":{\"type\":"
      "\"integer\"}}",
      APP_FORM_DEFAULT);
  AppField *member;

  app_form_set_json (form, "{ \"b/~\" : 1.0,\n \"c\":2, \"known\":\"k\" }");
  member = form_fixture_find (form, "/b~1~0");
  g_assert_true (app_field_rename_member (member, "__proto__"));
  form_fixture_assert_json (form, "{ \"__proto__\" : 1.0,\n \"c\":2, \"known\":\"k\" }");
  g_assert_true (form_fixture_find (form, "/__proto__") == member);
  g_assert_cmpstr (app_field_get_place (member)->key, ==, "__proto__");
  form_fixture_assert_members (app_form_get_root (form), "known __proto__ c");
  app_field_set_text (member, "7");
  form_fixture_assert_json (form, "{ \"__proto__\" : 7,\n \"c\":2, \"known\":\"k\" }");

  /* Names that are taken, and members that the schema names */
  g_assert_false (app_field_rename_member (member, "c"));
  g_assert_false (app_field_rename_member (member, "known"));
  g_assert_false (app_field_rename_member (form_fixture_find (form, "/known"), "x"));
  g_assert_true (app_form_undo (form));
  g_assert_true (app_form_undo (form));
  form_fixture_assert_json (form, "{ \"b/~\" : 1.0,\n \"c\":2, \"known\":\"k\" }");
  g_assert_true (app_field_get_place (form_fixture_find (form, "/b~1~0"))->extra);
}

static void
test_names (void)
{
  g_autoptr (AppForm) form = form_fixture_new (
      "{\"properties\":{\"known\":{},\"closed\":{\"type\":\"object\",\"additionalProperties\":"
      "false}}}",
      APP_FORM_DEFAULT);
  AppField        *root = app_form_get_root (form);
  g_autofree char *free_name = app_field_dup_name_problem (root, "x");
  g_autofree char *known = app_field_dup_name_problem (root, "known");
  g_autofree char *closed = app_field_dup_name_problem (form_fixture_find (form, "/closed"), "x");

  g_assert_null (free_name);
  g_assert_cmpstr (known, ==, "A property with this name already exists");
  g_assert_cmpstr (closed, ==, "Property name not allowed by the schema");
}

void
add_form_members_tests (void)
{
  g_test_add_func ("/form-members/rename", test_rename);
  g_test_add_func ("/form-members/names", test_names);
}
