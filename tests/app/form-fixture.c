/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "form-fixture.h"
#include "test-data.h"

#include "app-presets-form.h"

AppForm *
form_fixture_new (const char *schema, AppFormFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, &error);

  g_assert_no_error (error);
  return app_presets_new_tool_form (mcp_json_document_get_root (document), flags);
}

AppForm *
form_fixture_load (const char *name, AppFormFlags flags)
{
  g_autofree char *path = g_strdup_printf ("schemas/%s.json", name);
  g_autoptr (McpJsonDocument) document = test_data_load (path);

  return app_form_new (mcp_json_document_get_root (document), flags, NULL);
}

AppField *
form_fixture_find (AppForm *form, const char *pointer)
{
  AppField *field = app_form_find_field (form, pointer);

  if (field == NULL)
    g_error ("there is no field at %s", pointer);
  return field;
}

void
form_fixture_assert_json (AppForm *form, const char *expected)
{
  g_autofree char *text = app_form_dup_json (form);

  g_assert_cmpstr (text, ==, expected);
}

void
form_fixture_assert_members (AppField *object, const char *expected)
{
  GListModel *children = app_field_get_children (object);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      const char *key = app_field_get_place (child)->key;

      g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                              *key != '\0' ? key : app_field_get_place (child)->label);
    }
  g_assert_cmpstr (names->str, ==, expected);
}

void
form_fixture_assert_error (AppForm *form, const char *pointer, const char *expected)
{
  g_assert_cmpstr (app_field_get_error (form_fixture_find (form, pointer)), ==, expected);
}
