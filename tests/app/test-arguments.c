/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arguments that come again in the tools of a server: which they are, what lists them, what they
 * were the last time. */

#include "app-tests.h"
#include "app-argument-memory.h"
#include "app-definition-form.h"
#include "app-drafts.h"
#include "mcp-json-writer.h"
#include "workspace-fixture.h"
#include "test-data.h"
#include "app-catalogue.h"
#include "find-session.h"

#include <string.h>

static McpDefinition *
parse_tool (const char *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  if (document == NULL)
    g_error ("%s is no JSON", text);
  return mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document));
}

static GListModel *
parse_tools (const char *const *texts)
{
  GListStore *tools = g_list_store_new (MCP_TYPE_TOOL);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (McpDefinition) tool = parse_tool (texts[i]);

      g_list_store_append (tools, tool);
    }
  return G_LIST_MODEL (tools);
}

#define T(name) "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\"}}"
#define WITH(name, properties, required)                                                    \
  "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{" properties \
  "},\"required\":[" required "]}}"
#define THREE(properties, required)                                   \
  WITH ("a", properties, required), WITH ("b", properties, required), \
      WITH ("c", properties, required)

static void
test_kinds (void)
{
  static const char *const texts[] = {
    THREE ("\"workspace\":{\"type\":\"string\"},\"after\":{\"anyOf\":[{\"type\":\"string\"},{"
           "\"type\":\"null\"}]},\"query\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\"},"
           "\"mode\":{\"type\":\"string\",\"enum\":[\"x\"]}",
           "\"workspace\",\"query\",\"limit\",\"mode\""),
    WITH ("d", "\"index\":{\"type\":\"string\"}", "\"index\""), NULL
  };
  g_autoptr (GListModel) tools = parse_tools (texts);

  g_assert_cmpint (app_argument_get_kind (tools, "workspace"), ==, APP_ARGUMENT_FILLED);
  g_assert_cmpint (app_argument_get_kind (tools, "after"), ==, APP_ARGUMENT_OFFERED);
  g_assert_cmpint (app_argument_get_kind (tools, "query"), ==, APP_ARGUMENT_OTHER);
  g_assert_cmpint (app_argument_get_kind (tools, "limit"), ==, APP_ARGUMENT_OTHER);
  g_assert_cmpint (app_argument_get_kind (tools, "mode"), ==, APP_ARGUMENT_OTHER);
  g_assert_cmpint (app_argument_get_kind (tools, "index"), ==, APP_ARGUMENT_OTHER);
  g_assert_cmpint (app_argument_get_kind (tools, "nothing"), ==, APP_ARGUMENT_OTHER);
}

static void
test_listers (void)
{
  static const struct
  {
    const char *argument;
    const char *tools[6];
    const char *lister; /* (nullable) */
  } cases[] = {
    { "workspace", { T ("list_pipelines"), T ("list_workspaces"), NULL }, "list_workspaces" },
    { "workspace", { T ("list_workspace_members"), T ("get_workspace"), NULL }, NULL },
    { "workspaceId", { T ("listWorkspaces"), NULL }, "listWorkspaces" },
    { "project_id", { T ("acme-list-projects"), T ("project_list"), NULL }, "project_list" },
    { "project_id", { T ("acme_list_projects"), NULL }, "acme_list_projects" },
    { "category", { T ("get_categories"), NULL }, "get_categories" },
    { "index", { T ("get_index"), T ("list_indexes"), NULL }, "list_indexes" },
    { "opensearch_cluster_name",
      { T ("ListIndexTool"), T ("list_clusters"), NULL },
      "list_clusters" },
    { "mongo_cluster_name",
      { T ("list_mongo_clusters"), T ("list_clusters"), NULL },
      "list_mongo_clusters" },
    /* One that cannot be asked without knowing more, and ones that do something. */
    { "team", { WITH ("list_teams", "\"org\":{\"type\":\"string\"}", "\"org\""), NULL }, NULL },
    { "team", { T ("delete_list_teams"), NULL }, NULL },
    { "", { T ("list_"), NULL }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GListModel) tools = parse_tools (cases[i].tools);
      McpTool *found = app_argument_find_lister (tools, cases[i].argument);

      g_assert_cmpstr (found != NULL ? mcp_definition_get_key (MCP_DEFINITION (found)) : NULL, ==,
                       cases[i].lister);
    }
}

static char *
dup_listed (const char *result, const char *name)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (result, -1, NULL);
  g_autoptr (GPtrArray) values = NULL;

  g_assert_nonnull (document);
  values = app_argument_read_listed (mcp_json_document_get_root (document), name);
  g_ptr_array_add (values, NULL);
  return g_strjoinv ("|", (char **)values->pdata);
}

static void
check_listed (const char *result, const char *name, const char *expected)
{
  g_autofree char *listed = dup_listed (result, name);

  g_assert_cmpstr (listed, ==, expected);
}

#define TEXT(text) "{\"content\":[{\"type\":\"text\",\"text\":" text "}]}"

static void
test_answers (void)
{
  g_autoptr (GString) many = g_string_new ("{\"structuredContent\":[");
  g_autofree char *listed = NULL;
  g_auto (GStrv) parts = NULL;

  check_listed ("{\"structuredContent\":{\"result\":[\"a\",\"b\",\"a\"]}}", "x", "a|b");
  check_listed ("{\"structuredContent\":{\"total\":2,\"data\":[{\"id\":7,\"name\":\"p\"},{\"id\":8,"
                "\"name\":\"q\"}]}}",
                "workspace", "p|q");
  check_listed ("{\"structuredContent\":{\"data\":[{\"id\":7,\"name\":\"p\"}]}}", "workspace_id",
                "7");
  check_listed (TEXT ("\"[{\\\"slug\\\":\\\"s\\\"}]\""), "workspace", "s");
  /* A preview of an object store, as Python writes it. */
  check_listed (TEXT ("\"@obj_001 → dict (length: 2)\\n{\\n  'data': [\\n    {'name': 'staging', "
                      "'id': 1},\\n    {'name': \\\"it's\\\"}, {'name': 'prod'}\\n  ]\\n}\""),
                "workspace", "staging|prod");
  check_listed (TEXT ("\"Workspaces:\\n- one\\n* two\\nnothing else\""), "workspace", "one|two");
  check_listed (TEXT ("\"There are none.\""), "workspace", "");
  check_listed ("[1,2]", "workspace", "");
  for (guint i = 0; i < APP_ARGUMENT_MAX_LISTED + 50; i++)
    g_string_append_printf (many, "%s\"%u\"", i > 0 ? "," : "", i);
  g_string_append (many, "]}");
  listed = dup_listed (many->str, "x");
  parts = g_strsplit (listed, "|", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, APP_ARGUMENT_MAX_LISTED);
}

/* The tools of a server that works in one workspace, or in many. */
static GListModel *
read_fixture (const char *member)
{
  g_autoptr (McpJsonDocument) document =
      test_data_load ("seed-fixtures/deepset_tool_schemas.json");
  GListStore  *tools;
  McpJsonValue item;
  McpJsonIter  iter;

  tools = g_list_store_new (MCP_TYPE_TOOL);
  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "tools"));
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
      g_autofree char *written = NULL;
      g_autoptr (McpDefinition) tool = NULL;

      mcp_json_writer_begin_object (writer);
      mcp_json_writer_name (writer, "name");
      mcp_json_writer_value (writer, mcp_json_value_get_member (item, "name"));
      mcp_json_writer_name (writer, "inputSchema");
      mcp_json_writer_value (writer, mcp_json_value_get_member (item, member));
      mcp_json_writer_end_object (writer);
      written = mcp_json_writer_finish_text (writer);
      tool = parse_tool (written);
      g_list_store_append (tools, tool);
    }
  return G_LIST_MODEL (tools);
}

/* Every tool has a form, its fields are its properties, and none is a box of JSON. */
static void
check_forms (GListModel *tools, guint *n_workspaces)
{
  *n_workspaces = 0;
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      g_autoptr (AppForm) form = app_definition_form_new (tool);
      GListModel  *fields = app_field_get_children (app_form_get_root (form));
      McpJsonValue properties = mcp_json_value_get_member (
          mcp_tool_get_input_schema (MCP_TOOL (tool)), "properties");
      AppField *workspace;

      g_assert_cmpuint (g_list_model_get_n_items (fields), ==,
                        mcp_json_value_get_n_items (properties));
      for (guint j = 0; j < g_list_model_get_n_items (fields); j++)
        {
          g_autoptr (AppField) field = g_list_model_get_item (fields, j);

          g_assert_cmpint (app_field_get_info (field)->kind, !=, APP_FIELD_JSON);
        }
      workspace = mcp_json_value_exists (mcp_json_value_get_member (properties, "workspace"))
                      ? app_form_find_field (form, "/workspace")
                      : NULL;
      *n_workspaces += workspace != NULL && app_field_get_place (workspace)->required;
    }
}

static void
test_fixture (void)
{
  g_autoptr (GListModel) dynamic = read_fixture ("inputSchema_dynamic_workspace");
  g_autoptr (GListModel) fixed = read_fixture ("inputSchema_static_workspace");
  McpTool *lister;
  guint    n;

  g_assert_cmpuint (g_list_model_get_n_items (dynamic), ==, 50);
  check_forms (dynamic, &n);
  g_assert_cmpuint (n, ==, 33);
  check_forms (fixed, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (app_argument_get_kind (dynamic, "workspace"), ==, APP_ARGUMENT_FILLED);
  g_assert_cmpint (app_argument_get_kind (fixed, "workspace"), ==, APP_ARGUMENT_OTHER);
  lister = app_argument_find_lister (dynamic, "workspace");
  g_assert_nonnull (lister);
  g_assert_cmpstr (mcp_definition_get_key (MCP_DEFINITION (lister)), ==, "list_workspaces");
}

#define BOTH "\"workspace\":{\"type\":\"string\"},\"token\":{\"type\":\"string\"}"

typedef struct
{
  char         *folder;
  char         *tools;
  AppWorkspace *workspace;
  AppSession   *session;
} Fixture;

static gboolean
is_listed (AppSession *session)
{
  return g_list_model_get_n_items (app_catalogue_get_list (
             app_session_get_feature (session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL)) > 0;
}

static void
open_workspace (Fixture *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  self->workspace = workspace_fixture_open (self->folder, NULL);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (self->workspace)) == 1);
  self->session = find_session (self->workspace, "one");
  app_session_connect_async (self->session, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  app_session_connect_finish (self->session, result, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (is_listed (self->session));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char         *path = NULL;
  g_autofree char         *servers = NULL;
  g_autofree char         *script = g_test_build_filename (G_TEST_DIST, "servers", "changing-server.py", NULL);
  static const char *const tools[] = { THREE (BOTH, "\"workspace\",\"token\""),
                                       T ("list_workspaces"), NULL };
  g_autofree char         *joined = g_strjoinv (",", (char **)tools);
  g_autofree char         *list = g_strdup_printf ("[%s]", joined);

  self->folder = workspace_fixture_make_folder ();
  self->tools = g_build_filename (self->folder, "tools.json", NULL);
  g_assert_true (g_file_set_contents (self->tools, list, -1, NULL));
  path = workspace_fixture_dup_book_path (self->folder);
  servers = g_strdup_printf ("servers:\n  one:\n    command: python3\n    args: ['%s', '%s']\n"
                             "    approval: auto\n",
                             script, self->tools);
  g_assert_true (g_file_set_contents (path, servers, -1, NULL));
  open_workspace (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
  g_free (self->tools);
}

static AppForm *
create_form (Fixture *self, guint index)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);
  g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, index);

  return app_definition_form_new (tool);
}

static void
call (Fixture *self, const char *arguments)
{
  g_autoptr (AppForm) form = create_form (self, 0);
  g_autoptr (AppCall) one = app_session_new_call (self->session, APP_CALL_TOOL, "a", arguments);
  g_autoptr (GAsyncResult) result = NULL;

  app_form_set_json (form, arguments);
  app_argument_memory_follow (app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY),
                              form, one);
  app_call_run_async (one, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  g_assert_cmpint (app_call_get_state (one), ==, APP_CALL_DONE);
}

/* Another tool, after another start: the workspace is there, and no secret is. */
static void
test_memory (Fixture *self, gconstpointer data)
{
  AppArgumentMemory *memory = app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY);
  g_autoptr (AppForm) before = create_form (self, 1);
  g_autoptr (AppForm) after = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = g_build_filename (self->folder, "memory", "one.json", NULL);
  g_autofree char *kept = NULL;
  g_auto (GStrv) values = NULL;

  g_assert_false (app_argument_memory_fill (memory, before));
  call (self, "{\"workspace\":\"first\",\"token\":\"hunter2\"}");
  call (self, "{\"workspace\":\"second\",\"token\":\"hunter2\"}");
  workspace_fixture_close (self->workspace);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_null (strstr (kept, "hunter"));
  open_workspace (self);
  memory = app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY);
  after = create_form (self, 1);
  g_assert_true (app_argument_memory_fill (memory, after));
  text = app_form_dup_arguments (after);
  g_assert_cmpstr (text, ==, "{\"workspace\":\"second\"}");
  values = app_argument_memory_dup_values (memory, "workspace");
  g_assert_cmpstr (values[0], ==, "second");
  g_assert_cmpstr (values[1], ==, "first");
  g_assert_null (values[2]);
  g_assert_null (app_argument_memory_get_last (memory, "token"));
}

void
add_arguments_tests (void)
{
  g_test_add_func ("/arguments/kinds", test_kinds);
  g_test_add_func ("/arguments/listers", test_listers);
  g_test_add_func ("/arguments/answers", test_answers);
  g_test_add_func ("/arguments/fixture", test_fixture);
  g_test_add ("/arguments/memory", Fixture, NULL, set_up, test_memory, tear_down);
}
