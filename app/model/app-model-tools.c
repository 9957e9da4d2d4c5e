/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-tools.h"

#include <string.h>

#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-session-presets.h"
#include "mcp-object.h"
#include "mcp-server-info.h"

struct _AppModelTools
{
  GPtrArray *sessions; /* AppSession */
  char     **servers;  /* of each session */
  GArray    *tools;    /* AppModelTool, as they are sorted */
  AppToolExport *export;
  GHashTable      *names; /* name for the model → index + 1 in @tools */
  AppExportFormat  format;
  AppModelOrder    order;
  guint32          seed;
  AppToolOverlays *overlays;     /* (nullable): @tools point into it */
  gboolean         needs_prefix; /* of ours */
  gboolean         has_objects;
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
  { "ollama", APP_EXPORT_OLLAMA },
};

AppExportFormat
app_model_tools_find_format (const McpModelDialect *dialect)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].dialect, dialect->id))
      return formats[i].format;
  return APP_EXPORT_OPENAI_CHAT;
}

static void
clear_tool (gpointer data)
{
  AppModelTool *tool = data;

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
get_key (const AppModelTool *tool)
{
  return mcp_definition_get_key (MCP_DEFINITION (tool->tool));
}

/* Returns: (transfer none) (nullable): what goes before the name of the tool */
static const char *
get_prefix (AppModelTools *self, const AppModelTool *tool)
{
  if (tool->local != APP_MODEL_NOT_LOCAL)
    return self->needs_prefix ? tool->server : NULL;
  return self->sessions->len > 1 && tool->session != NULL ? tool->server : NULL;
}

static char *
dup_full_name (AppModelTools *self, const AppModelTool *tool)
{
  const char *prefix = get_prefix (self, tool);

  return prefix != NULL ? g_strconcat (prefix, "__", get_key (tool), NULL)
                        : g_strdup (get_key (tool));
}

/* As the names go out. */
static int
compare_tools (gconstpointer a, gconstpointer b, gpointer user_data)
{
  g_autofree char *name = dup_full_name (user_data, a);
  g_autofree char *other = dup_full_name (user_data, b);

  return strcmp (name, other);
}

/* The same seed makes the same order of the same tools, in whichever one a server lists them. */
static void
shuffle (AppModelTools *self)
{
  GRand        *random = g_rand_new_with_seed (self->seed);
  AppModelTool *tools = (AppModelTool *)(gpointer)self->tools->data;

  for (guint i = self->tools->len; i > 1; i--)
    {
      guint        other = (guint)g_rand_int_range (random, 0, (gint32)i);
      AppModelTool tool = tools[i - 1];

      tools[i - 1] = tools[other];
      tools[other] = tool;
    }
  g_rand_free (random);
}

static void
sort (AppModelTools *self)
{
  if (self->order != APP_MODEL_SERVERS_ORDER)
    g_array_sort_with_data (self->tools, compare_tools, self);
  if (self->order == APP_MODEL_SHUFFLED)
    shuffle (self);
}

/* Those of one session that models are told of. */
static void
add_tools (AppModelTools         *self,
           AppSession            *session,
           const char            *server,
           const AppModelOptions *options)
{
  AppCatalogue      *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  AppApprovals      *approvals = app_session_get_feature (session, APP_TYPE_APPROVALS);
  AppSessionPresets *presets = app_session_get_feature (session, APP_TYPE_SESSION_PRESETS);
  GListModel        *list = app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (list, i);
      const char  *key = mcp_definition_get_key (MCP_DEFINITION (tool));
      McpTool     *approved = NULL;
      AppModelTool added = { session, NULL, server, MCP_JSON_NO_VALUE, APP_MODEL_NOT_LOCAL, NULL };

      if (!app_approvals_is_tool_enabled (approvals, key) ||
          (options != NULL && !app_model_options_takes_tool (options, server, key)))
        continue;
      if (options != NULL && options->approved != NULL)
        approved = app_approved_tools_find (options->approved, session, key);
      added.tool = app_session_presets_create_model_tool (presets,
                                                          approved != NULL ? approved : tool);
      if (self->overlays != NULL)
        added.overlay = app_tool_overlays_find (self->overlays, server, key);
      if (mcp_json_value_exists (added.overlay))
        {
          g_autoptr (McpTool) plain = added.tool;

          added.tool = app_tool_overlay_apply (added.overlay, plain);
        }
      self->needs_prefix = self->needs_prefix || app_model_objects_is_name (key);
      g_array_append_val (self->tools, added);
    }
}

/* Those of no server. */
static void
add_plain_tools (AppModelTools *self, const AppModelOptions *options)
{
  for (guint i = 0; i < options->tools->len; i++)
    {
      AppModelTool added = { NULL, options->tools->pdata[i], "", MCP_JSON_NO_VALUE,
                             APP_MODEL_NOT_LOCAL, NULL };

      if (!app_model_options_takes_tool (options, "", get_key (&added)))
        continue;
      g_object_ref (added.tool);
      g_array_append_val (self->tools, added);
    }
}

static void
make_export (AppModelTools *self)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) servers = g_ptr_array_new ();

  for (guint i = 0; i < self->tools->len; i++)
    {
      const AppModelTool *tool = &g_array_index (self->tools, AppModelTool, i);

      g_ptr_array_add (tools, g_object_ref (tool->tool));
      g_ptr_array_add (servers, (gpointer)get_prefix (self, tool));
    }
  g_ptr_array_add (servers, NULL);
  self->export =
      app_tool_export_new (self->format, tools, (const char *const *)servers->pdata);
  for (guint i = 0; i < self->tools->len; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (self->export), i);

      g_hash_table_insert (self->names, g_strdup (app_exported_tool_get_model_name (tool)),
                           GUINT_TO_POINTER (i + 1));
      g_array_index (self->tools, AppModelTool, i).names = app_exported_tool_get_names (tool);
    }
}

static AppModelTools *
create (GPtrArray *sessions, AppExportFormat format)
{
  AppModelTools *self = g_atomic_rc_box_new0 (AppModelTools);

  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < sessions->len; i++)
    g_ptr_array_add (self->sessions, g_object_ref (sessions->pdata[i]));
  self->servers = name_servers (sessions);
  self->tools = g_array_new (FALSE, FALSE, sizeof (AppModelTool));
  g_array_set_clear_func (self->tools, clear_tool);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->format = format;
  return self;
}

AppModelTools *
app_model_tools_new (GPtrArray             *sessions,
                     const McpModelDialect *dialect,
                     const AppModelOptions *options)
{
  g_return_val_if_fail (sessions != NULL && dialect != NULL, NULL);

  AppModelTools *self = create (sessions, app_model_tools_find_format (dialect));
  if (options != NULL)
    {
      self->order = options->order;
      self->seed = options->seed;
      self->overlays =
          options->overlays != NULL ? app_tool_overlays_ref (options->overlays) : NULL;
    }
  if (options != NULL && options->tools != NULL)
    add_plain_tools (self, options);
  for (guint i = 0; (options == NULL || options->tools == NULL) && i < sessions->len; i++)
    add_tools (self, sessions->pdata[i], self->servers[i], options);
  sort (self);
  make_export (self);
  return self;
}

/* @server: of a tool of @from. Returns: (transfer none): the same in @self */
static const char *
find_server (AppModelTools *self, AppModelTools *from, const char *server)
{
  for (guint i = 0; from->servers[i] != NULL; i++)
    if (from->servers[i] == server)
      return self->servers[i];
  return server;
}

AppModelTools *
app_model_tools_new_with_objects (AppModelTools *from)
{
  AppModelTools *self = create (from->sessions, from->format);

  self->order = from->order;
  self->seed = from->seed;
  self->overlays = from->overlays != NULL ? app_tool_overlays_ref (from->overlays) : NULL;
  self->needs_prefix = from->needs_prefix;
  self->has_objects = TRUE;
  for (guint i = 0; i < from->tools->len; i++)
    {
      AppModelTool tool = g_array_index (from->tools, AppModelTool, i);

      tool.tool = g_object_ref (tool.tool);
      tool.server = find_server (self, from, tool.server);
      g_array_append_val (self->tools, tool);
    }
  for (guint i = 0; i < APP_MODEL_N_LOCAL_TOOLS; i++)
    {
      AppModelLocalTool kind = (AppModelLocalTool)(APP_MODEL_GET_OBJECT + i);
      AppModelTool      tool = { NULL, app_model_objects_new_tool (kind), APP_MODEL_OBJECTS_PREFIX,
                                 MCP_JSON_NO_VALUE, kind, NULL };

      g_array_append_val (self->tools, tool);
    }
  /* What was told stays in its order, for the caches of providers. */
  if (self->order == APP_MODEL_SORTED)
    sort (self);
  make_export (self);
  return self;
}

MCP_DEFINE_PLAIN_FLAG (AppModelTools, app_model_tools, has_objects)
MCP_DEFINE_PLAIN_FLAG (AppModelTools, app_model_tools, needs_prefix)

static void
app_model_tools_clear (AppModelTools *self)
{
  g_array_unref (self->tools);
  g_clear_object (&self->export);
  g_hash_table_unref (self->names);
  g_strfreev (self->servers);
  g_ptr_array_unref (self->sessions);
  g_clear_pointer (&self->overlays, app_tool_overlays_unref);
}

MCP_DEFINE_SHARED (AppModelTools, app_model_tools)

guint
app_model_tools_get_n_items (AppModelTools *self)
{
  return self->tools->len;
}

MCP_DEFINE_PLAIN_GETTER (AppToolExport *, AppModelTools, app_model_tools, export)

char *
app_model_tools_dup_text (AppModelTools *self)
{
  return self->tools->len > 0 ? app_tool_export_dup_text (self->export, 0) : NULL;
}

const AppModelTool *
app_model_tools_find (AppModelTools *self, const char *name)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));

  return index > 0 ? &g_array_index (self->tools, AppModelTool, index - 1) : NULL;
}

const char *
app_model_tools_find_name (AppModelTools *self, const char *name)
{
  const char    *found = NULL;
  guint          n_found = 0;
  GHashTableIter iter;
  gpointer       key;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const AppModelTool *tool =
          &g_array_index (self->tools, AppModelTool, GPOINTER_TO_UINT (value) - 1);

      if (g_str_equal (key, name))
        return key;
      if (!g_str_equal (get_key (tool), name))
        continue;
      found = key;
      n_found++;
    }
  return n_found == 1 ? found : NULL;
}

GListModel *
app_model_tools_create_names (AppModelTools *self, const AppClientNaming *naming)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (AppClientTool));

  for (guint i = 0; i < self->tools->len; i++)
    {
      const AppModelTool *tool = &g_array_index (self->tools, AppModelTool, i);
      McpServerInfo      *server =
          tool->session != NULL ? app_session_get_server (tool->session) : NULL;
      AppClientTool added = { tool->server, NULL, get_key (tool) };

      if (tool->session == NULL)
        continue;
      if (server != NULL)
        added.title = mcp_server_info_get_display_name (server);
      g_array_append_val (named, added);
    }
  return app_client_names_new (naming, (const AppClientTool *)(gpointer)named->data, named->len);
}

AppApprovedTools *
app_model_tools_create_approved (AppModelTools *self, StoreProfileList *book)
{
  AppApprovedTools *approved = app_approved_tools_new (book);

  for (guint i = 0; i < self->tools->len; i++)
    {
      const AppModelTool *tool = &g_array_index (self->tools, AppModelTool, i);

      if (tool->session != NULL)
        app_approved_tools_add (approved, tool->session, get_key (tool));
    }
  return approved;
}

char *
app_model_tools_dup_instructions (AppModelTools *self)
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
