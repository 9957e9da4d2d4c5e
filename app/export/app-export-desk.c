/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-desk.h"

#include "mcp-property.h"

/* Spaces a level, as most people write JSON. */
#define INDENT 2u

struct _AppExportDesk
{
  GObject parent_instance;

  AppSession     *session;
  GPtrArray      *choices; /* AppExportChoice */
  AppExportFormat format;
  AppToolExport *export; /* (nullable) */
  char    *text;         /* (nullable) */
  gboolean choosing;
  gboolean running;
  gboolean stale;
  guint    idle;
};

enum {
  PROP_FORMAT = 1,
  PROP_EXPORT,
  PROP_RUNNING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void app_export_desk_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppExportDesk,
                               app_export_desk,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      app_export_desk_list_init))

static GType
app_export_desk_get_item_type (GListModel *list)
{
  return APP_TYPE_EXPORT_CHOICE;
}

static guint
app_export_desk_get_n_items (GListModel *list)
{
  return APP_EXPORT_DESK (list)->choices->len;
}

static gpointer
app_export_desk_get_item (GListModel *list, guint position)
{
  AppExportDesk *self = APP_EXPORT_DESK (list);

  return position < self->choices->len ? g_object_ref (self->choices->pdata[position]) : NULL;
}

static void
app_export_desk_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_export_desk_get_item_type;
  iface->get_n_items = app_export_desk_get_n_items;
  iface->get_item = app_export_desk_get_item;
}

/* What a worker needs, and what it makes of it. */
typedef struct
{
  AppExportFormat format;
  GPtrArray      *taken; /* AppExportChoice */
  GPtrArray      *tools; /* McpTool: theirs, as a model sees them */
  AppToolExport *export;
  char *text;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->tools);
  g_ptr_array_unref (job->taken);
  g_clear_object (&job->export);
  g_free (job->text);
  g_free (job);
}

static void
make (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  job->export = app_tool_export_new (job->format, job->tools, NULL);
  job->text = app_tool_export_dup_text (job->export, INDENT);
  g_task_return_boolean (task, TRUE);
}

static void update (AppExportDesk *self);

/* The export has the tools that were taken when it was begun, in their order. */
static void
tell_choices (AppExportDesk *self, GPtrArray *taken)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (!app_export_choice_is_taken (self->choices->pdata[i]))
      app_export_choice_set_exported (self->choices->pdata[i], NULL);
  for (guint i = 0; i < taken->len; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (self->export), i);

      app_export_choice_set_exported (taken->pdata[i], tool);
    }
}

static void
on_made (GObject *object, GAsyncResult *result, gpointer data)
{
  AppExportDesk *self = APP_EXPORT_DESK (object);
  Job           *job = g_task_get_task_data (G_TASK (result));

  self->running = FALSE;
  if (!self->stale && self->session != NULL)
    {
      g_set_object (&self->export, job->export);
      g_free (self->text);
      self->text = g_steal_pointer (&job->text);
      tell_choices (self, job->taken);
      g_object_notify_by_pspec (object, properties[PROP_EXPORT]);
    }
  update (self);
  g_object_notify_by_pspec (object, properties[PROP_RUNNING]);
}

static gboolean
on_idle (gpointer data)
{
  AppExportDesk *self = data;
  g_autoptr (GTask) task = g_task_new (self, NULL, on_made, NULL);
  Job *job = g_new0 (Job, 1);

  self->idle = 0;
  self->stale = FALSE;
  self->running = TRUE;
  job->format = self->format;
  job->taken = g_ptr_array_new_with_free_func (g_object_unref);
  job->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->choices->len; i++)
    {
      AppExportChoice *choice = self->choices->pdata[i];

      if (!app_export_choice_is_taken (choice))
        continue;
      g_ptr_array_add (job->taken, g_object_ref (choice));
      g_ptr_array_add (job->tools,
                       app_session_create_model_tool (self->session,
                                                      app_export_choice_get_tool (choice)));
    }
  g_task_set_source_tag (task, on_idle);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, make);
  return G_SOURCE_REMOVE;
}

static void
update (AppExportDesk *self)
{
  if (self->stale && !self->running && self->idle == 0 && self->session != NULL)
    self->idle = g_idle_add (on_idle, self);
}

static void
on_changed (AppExportDesk *self)
{
  if (self->choosing)
    return;
  self->stale = TRUE;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

static void
read_enabled (AppExportDesk *self)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      AppExportChoice *choice = self->choices->pdata[i];
      McpDefinition   *tool = MCP_DEFINITION (app_export_choice_get_tool (choice));

      app_export_choice_set_enabled (
          choice, app_session_is_tool_enabled (self->session, mcp_definition_get_key (tool)));
    }
  on_changed (self);
}

/* What was chosen stays, by name. */
static void
read_tools (AppExportDesk *self)
{
  GListModel *tools = app_session_get_list (self->session, APP_LIST_TOOLS);
  guint       before = self->choices->len;
  g_autoptr (GHashTable) unchosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < before; i++)
    {
      AppExportChoice *choice = self->choices->pdata[i];
      McpDefinition   *tool = MCP_DEFINITION (app_export_choice_get_tool (choice));

      if (!app_export_choice_get_chosen (choice))
        g_hash_table_add (unchosen, g_strdup (mcp_definition_get_key (tool)));
    }
  g_ptr_array_set_size (self->choices, 0);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (tools, i);
      AppExportChoice *choice = app_export_choice_new (MCP_TOOL (tool));

      app_export_choice_set_chosen (
          choice, !g_hash_table_contains (unchosen, mcp_definition_get_key (tool)));
      g_signal_connect_object (choice, "notify::chosen", G_CALLBACK (on_changed), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->choices, choice);
    }
  read_enabled (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->choices->len);
}

static void
app_export_desk_dispose (GObject *object)
{
  AppExportDesk *self = APP_EXPORT_DESK (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->session);
  g_ptr_array_set_size (self->choices, 0);
  g_clear_object (&self->export);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (app_export_desk_parent_class)->dispose (object);
}

static void
app_export_desk_finalize (GObject *object)
{
  g_ptr_array_unref (APP_EXPORT_DESK (object)->choices);
  G_OBJECT_CLASS (app_export_desk_parent_class)->finalize (object);
}

static void
app_export_desk_class_init (AppExportDeskClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_FORMAT] = { "format", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppExportDesk, format),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (app_export_desk_set_format) },
    [PROP_EXPORT] = { "export", APP_TYPE_TOOL_EXPORT,
                      .offset = G_STRUCT_OFFSET (AppExportDesk, export) },
    [PROP_RUNNING] = { "running", G_TYPE_BOOLEAN, G_CALLBACK (app_export_desk_is_running) },
  };

  object_class->dispose = app_export_desk_dispose;
  object_class->finalize = app_export_desk_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_export_desk_init (AppExportDesk *self)
{
  self->choices = g_ptr_array_new_with_free_func (g_object_unref);
}

AppExportDesk *
app_export_desk_new (AppSession *session)
{
  AppExportDesk *self;
  StoreProfile  *profile;

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  self = g_object_new (APP_TYPE_EXPORT_DESK, NULL);
  self->session = g_object_ref (session);
  profile = app_session_get_profile (session);
  g_signal_connect_object (app_session_get_list (session, APP_LIST_TOOLS), "items-changed",
                           G_CALLBACK (read_tools), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::disabled-tools", G_CALLBACK (read_enabled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::pinned-arguments", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  read_tools (self);
  return self;
}

AppExportFormat
app_export_desk_get_format (AppExportDesk *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_DESK (self), APP_EXPORT_OPENAI_CHAT);
  return self->format;
}

void
app_export_desk_set_format (AppExportDesk *self, AppExportFormat format)
{
  g_return_if_fail (APP_IS_EXPORT_DESK (self));
  g_return_if_fail ((guint)format < APP_EXPORT_N_FORMATS);

  if (self->format == format)
    return;
  self->format = format;
  on_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORMAT]);
}

void
app_export_desk_choose (AppExportDesk *self, const char *words, gboolean chosen)
{
  g_return_if_fail (APP_IS_EXPORT_DESK (self));

  self->choosing = TRUE;
  for (guint i = 0; i < self->choices->len; i++)
    if (app_export_choice_matches (self->choices->pdata[i], words))
      app_export_choice_set_chosen (self->choices->pdata[i], chosen);
  self->choosing = FALSE;
  on_changed (self);
}

guint
app_export_desk_count_taken (AppExportDesk *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_EXPORT_DESK (self), 0);

  for (guint i = 0; i < self->choices->len; i++)
    n += app_export_choice_is_taken (self->choices->pdata[i]);
  return n;
}

AppToolExport *
app_export_desk_get_export (AppExportDesk *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_DESK (self), NULL);
  return self->export;
}

const char *
app_export_desk_get_text (AppExportDesk *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_DESK (self), NULL);
  return self->text;
}

gboolean
app_export_desk_is_running (AppExportDesk *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_DESK (self), FALSE);
  return self->running || self->stale;
}
