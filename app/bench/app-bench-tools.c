/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-tools.h"

#include <string.h>

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-session-presets.h"
#include "mcp-server-info.h"

struct _AppBenchTools
{
  gatomicrefcount ref_count;
  GPtrArray      *sessions; /* AppSession */
  char          **servers;  /* of each session */
  GArray         *tools;    /* AppBenchTool, as they are sorted */
  AppToolExport *export;
  GHashTable *names; /* name for the model → index + 1 in @tools */
};

static const struct
{
  const char     *dialect;
  AppExportFormat format;
} formats[] = {
  { "openai-chat", APP_EXPORT_OPENAI_CHAT },
  { "openai-responses", APP_EXPORT_OPENAI_RESPONSES },
  { "anthropic", APP_EXPORT_ANTHROPIC },
  { "gemini", APP_EXPORT_GEMINI },
  { "ollama", APP_EXPORT_OPENAI_CHAT },
};

AppExportFormat
app_bench_tools_find_format (const McpModelDialect *dialect)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].dialect, dialect->id))
      return formats[i].format;
  return APP_EXPORT_OPENAI_CHAT;
}

static void
clear_tool (gpointer data)
{
  AppBenchTool *tool = data;

  g_clear_object (&tool->tool);
}

/* Two profiles may have one name: the second is called name_2. */
static char **
name_servers (GPtrArray *sessions)
{
  char **servers = g_new0 (char *, sessions->len + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < sessions->len; i++)
    {
      const char *name = app_session_get_name (sessions->pdata[i]);

      servers[i] = g_strdup (name);
      for (guint number = 2; g_hash_table_contains (taken, servers[i]); number++)
        {
          g_free (servers[i]);
          servers[i] = g_strdup_printf ("%s_%u", name, number);
        }
      g_hash_table_add (taken, servers[i]);
    }
  return servers;
}

static const char *
get_key (const AppBenchTool *tool)
{
  return mcp_definition_get_key (MCP_DEFINITION (tool->tool));
}

/* As the names go out. */
static int
compare_tools (gconstpointer a, gconstpointer b, gpointer several)
{
  const AppBenchTool *first = a;
  const AppBenchTool *second = b;
  g_autofree char    *name = NULL;
  g_autofree char    *other = NULL;

  if (several == NULL)
    return strcmp (get_key (first), get_key (second));
  name = g_strconcat (first->server, "__", get_key (first), NULL);
  other = g_strconcat (second->server, "__", get_key (second), NULL);
  return strcmp (name, other);
}

/* Those of one session that models are told of. */
static void
add_tools (AppBenchTools *self, AppSession *session, const char *server)
{
  AppCatalogue      *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  AppApprovals      *approvals = app_session_get_feature (session, APP_TYPE_APPROVALS);
  AppSessionPresets *presets = app_session_get_feature (session, APP_TYPE_SESSION_PRESETS);
  GListModel        *list = app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (list, i);
      AppBenchTool added = { session, NULL, server };

      if (!app_approvals_is_tool_enabled (approvals,
                                          mcp_definition_get_key (MCP_DEFINITION (tool))))
        continue;
      added.tool = app_session_presets_create_model_tool (presets, tool);
      g_array_append_val (self->tools, added);
    }
}

static void
make_export (AppBenchTools *self, AppExportFormat format)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) servers = g_ptr_array_new ();

  for (guint i = 0; i < self->tools->len; i++)
    {
      const AppBenchTool *tool = &g_array_index (self->tools, AppBenchTool, i);

      g_ptr_array_add (tools, g_object_ref (tool->tool));
      g_ptr_array_add (servers, (gpointer)tool->server);
    }
  g_ptr_array_add (servers, NULL);
  self->export = app_tool_export_new (
      format, tools, self->sessions->len > 1 ? (const char *const *)servers->pdata : NULL);
  for (guint i = 0; i < self->tools->len; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (self->export), i);

      g_hash_table_insert (self->names, g_strdup (app_exported_tool_get_model_name (tool)),
                           GUINT_TO_POINTER (i + 1));
    }
}

AppBenchTools *
app_bench_tools_new (GPtrArray *sessions, const McpModelDialect *dialect)
{
  AppBenchTools *self;

  g_return_val_if_fail (sessions != NULL && dialect != NULL, NULL);

  self = g_new0 (AppBenchTools, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < sessions->len; i++)
    g_ptr_array_add (self->sessions, g_object_ref (sessions->pdata[i]));
  self->servers = name_servers (sessions);
  self->tools = g_array_new (FALSE, FALSE, sizeof (AppBenchTool));
  g_array_set_clear_func (self->tools, clear_tool);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < sessions->len; i++)
    add_tools (self, sessions->pdata[i], self->servers[i]);
  g_array_sort_with_data (self->tools, compare_tools, GINT_TO_POINTER (sessions->len > 1));
  make_export (self, app_bench_tools_find_format (dialect));
  return self;
}

AppBenchTools *
app_bench_tools_ref (AppBenchTools *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_bench_tools_unref (AppBenchTools *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->tools);
  g_clear_object (&self->export);
  g_hash_table_unref (self->names);
  g_strfreev (self->servers);
  g_ptr_array_unref (self->sessions);
  g_free (self);
}

guint
app_bench_tools_get_n_items (AppBenchTools *self)
{
  return self->tools->len;
}

AppToolExport *
app_bench_tools_get_export (AppBenchTools *self)
{
  return self->export;
}

char *
app_bench_tools_dup_text (AppBenchTools *self)
{
  return self->tools->len > 0 ? app_tool_export_dup_text (self->export, 0) : NULL;
}

const AppBenchTool *
app_bench_tools_find (AppBenchTools *self, const char *name)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));

  return index > 0 ? &g_array_index (self->tools, AppBenchTool, index - 1) : NULL;
}

const char *
app_bench_tools_find_name (AppBenchTools *self, const char *name)
{
  const char    *found = NULL;
  guint          n_found = 0;
  GHashTableIter iter;
  gpointer       key;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const AppBenchTool *tool =
          &g_array_index (self->tools, AppBenchTool, GPOINTER_TO_UINT (value) - 1);

      if (g_str_equal (key, name))
        return key;
      if (!g_str_equal (get_key (tool), name))
        continue;
      found = key;
      n_found++;
    }
  return n_found == 1 ? found : NULL;
}

char *
app_bench_tools_dup_instructions (AppBenchTools *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->sessions->len; i++)
    {
      McpServerInfo *server = app_session_get_server (self->sessions->pdata[i]);
      const char    *instructions =
          server != NULL ? mcp_server_info_get_instructions (server) : NULL;

      if (instructions == NULL || *instructions == '\0')
        continue;
      g_string_append_printf (text, "%sInstructions of the server “%s”:\n%s",
                              text->len > 0 ? "\n\n" : "", self->servers[i], instructions);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
