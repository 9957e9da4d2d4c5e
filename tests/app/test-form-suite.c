/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every schema of the official JSON Schema test suite makes a form; whatever is in it, opened and
 * typed into, not a byte of the value moves, and what the form says of it is what the validator
 * says. */

#include "app-tests.h"
#include "form-fixture.h"
#include "mcp-schema.h"

#include <string.h>

/* Levels that are opened, and fields of one. The metaschemas, which end nowhere, have ten times as
 * many fields with each level. */
#define MAX_DEPTH (g_test_slow () ? 6u : 5u)
#define MAX_FIELDS 40u

static guint n_forms;
static guint n_values;

static void
open_all (AppField *field, guint depth)
{
  GListModel *children = app_field_get_children (field);
  guint       n_children = children != NULL ? g_list_model_get_n_items (children) : 0;

  if (depth >= MAX_DEPTH)
    return;
  if (app_field_get_branch (field) != NULL)
    open_all (app_field_get_branch (field), depth + 1);
  for (guint i = 0; i < MIN (n_children, MAX_FIELDS); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      open_all (child, depth + 1);
    }
}

static void
check_value (AppForm *form, McpSchema *schema, McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_dup_text (value);
  g_autofree char *after = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  McpSchemaOutcome outcome =
      mcp_schema_test (schema, mcp_json_document_get_root (document), 0, NULL);

  app_form_set_json (form, text);
  open_all (app_form_get_root (form), 0);
  after = app_form_dup_json (form);
  g_assert_cmpstr (after, ==, text);
  g_assert_cmpint (app_form_get_n_problems (form) > 0, ==, outcome == MCP_SCHEMA_INVALID);
  n_values++;
}

/* Each field is changed, and the change is taken back. */
static void
change_all (AppForm *form)
{
  GListModel      *children = app_field_get_children (app_form_get_root (form));
  g_autofree char *before = app_form_dup_json (form);
  g_autofree char *after = NULL;

  for (guint i = 0; i < MIN (g_list_model_get_n_items (children), MAX_FIELDS); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      app_field_set_text (child, "x");
      app_field_set_selected (child, 1);
      app_field_add_item (child);
      app_field_add_member (child, "m");
      app_field_set_null (child);
      app_field_set_empty (child);
      app_field_clear (child);
    }
  while (app_form_undo (form))
    ;
  after = app_form_dup_json (form);
  g_assert_cmpstr (after, ==, before);
}

static char *
wrap (McpJsonValue schema)
{
  g_autofree char *text = mcp_json_value_dup_text (schema);

  return g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"v\":%s}}", text);
}

static void
check_group (McpJsonValue group)
{
  McpJsonValue     schema = mcp_json_value_get_member (group, "schema");
  g_autofree char *wrapped = wrap (schema);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (wrapped, -1, NULL);
  g_autoptr (McpSchema) index = mcp_schema_new (mcp_json_document_get_root (document));
  g_autoptr (McpSchema) own = mcp_schema_new (schema);
  g_autoptr (AppForm) form =
      app_form_new (mcp_json_document_get_root (document), APP_FORM_DEFAULT, NULL);
  g_autoptr (AppForm) bare = app_form_new (schema, APP_FORM_DEFAULT, NULL);
  McpJsonValue test;
  McpJsonIter  iter;

  n_forms += 2;
  app_form_forget_history (form);
  change_all (form);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (group, "tests"));
  while (mcp_json_iter_next (&iter, NULL, &test))
    {
      McpJsonValue     data = mcp_json_value_get_member (test, "data");
      g_autofree char *text = mcp_json_value_dup_text (data);
      g_autofree char *object = g_strdup_printf ("{ \"v\" : %s }", text);
      g_autoptr (McpJsonDocument) value = mcp_json_document_parse_text (object, -1, NULL);

      check_value (form, index, mcp_json_document_get_root (value));
      if (mcp_json_value_get_kind (data) == MCP_JSON_OBJECT)
        check_value (bare, own, data);
    }
}

static void
check_folder (const char *name)
{
  const char      *shared = g_getenv ("SPYGLASS_SHARED_DATA");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : "",
                                              "json-schema-test-suite", "tests", name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  if (dir == NULL)
    {
      g_test_skip ("the shared data is not here");
      return;
    }
  while ((file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      g_autofree char *text = NULL;
      g_autoptr (McpJsonDocument) document = NULL;
      McpJsonValue group;
      McpJsonIter  iter;

      if (!g_str_has_suffix (file, ".json") || !g_file_get_contents (path, &text, NULL, NULL))
        continue;
      document = mcp_json_document_parse_text (text, -1, NULL);
      g_assert_nonnull (document);
      mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
      while (mcp_json_iter_next (&iter, NULL, &group))
        check_group (group);
    }
  g_test_message ("%u forms, %u values", n_forms, n_values);
  g_assert_cmpuint (n_values, >, 500);
}

static void
test_folder (gconstpointer data)
{
  n_forms = n_values = 0;
  check_folder (data);
}

void
add_form_suite_tests (void)
{
  g_test_add_data_func ("/form-suite/draft7", "draft7", test_folder);
  g_test_add_data_func ("/form-suite/2019-09", "draft2019-09", test_folder);
  g_test_add_data_func ("/form-suite/2020-12", "draft2020-12", test_folder);
}
