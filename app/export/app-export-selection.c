/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-export-selection.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-array-list.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "app-approvals.h"
#include "app-catalogue.h"
#include "app-session-presets.h"

/* Spaces a level, as most people write JSON. */
#define INDENT 2u

/* One tool */

struct _AppExportChoice
{
  GObject parent_instance;

  McpTool         *tool;
  gboolean         chosen;
  gboolean         enabled;
  AppExportedTool *exported; /* (nullable) */
};

enum {
  PROP_CHOSEN = 1,
  PROP_ENABLED,
  PROP_EXPORTED,
  N_CHOICE_PROPS
};

static GParamSpec *choice_properties[N_CHOICE_PROPS];

G_DEFINE_FINAL_TYPE (AppExportChoice, app_export_choice, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppExportChoice, app_export_choice)
{
  g_clear_object (&self->tool);
  g_clear_object (&self->exported);
}

MCP_DEFINE_CLASS (AppExportChoice, app_export_choice)
{
  const McpProperty rows[N_CHOICE_PROPS] = {
    [PROP_CHOSEN] = { "chosen", G_TYPE_BOOLEAN,
                      .offset = G_STRUCT_OFFSET (AppExportChoice, chosen),
                      .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (app_export_choice_set_chosen) },
    [PROP_ENABLED] = { "enabled", G_TYPE_BOOLEAN,
                       .offset = G_STRUCT_OFFSET (AppExportChoice, enabled) },
    [PROP_EXPORTED] = { "exported", APP_TYPE_EXPORTED_TOOL,
                        .offset = G_STRUCT_OFFSET (AppExportChoice, exported) },
  };

  object_class->finalize = app_export_choice_finalize;

  mcp_property_install (object_class, rows, choice_properties, N_CHOICE_PROPS);
}

static void
app_export_choice_init (AppExportChoice *self)
{
  self->chosen = TRUE;
  self->enabled = TRUE;
}

static AppExportChoice *
choice_new (McpTool *tool)
{
  AppExportChoice *self = g_object_new (APP_TYPE_EXPORT_CHOICE, NULL);

  self->tool = g_object_ref (tool);
  return self;
}

MCP_DEFINE_GETTER (McpTool *, AppExportChoice, app_export_choice, tool)
MCP_DEFINE_GETTER (gboolean, AppExportChoice, app_export_choice, chosen)

void
app_export_choice_set_chosen (AppExportChoice *self, gboolean chosen)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (self->chosen == chosen)
    return;
  self->chosen = chosen;
  g_object_notify_by_pspec (G_OBJECT (self), choice_properties[PROP_CHOSEN]);
}

MCP_DEFINE_GETTER (gboolean, AppExportChoice, app_export_choice, enabled)

static void
choice_set_enabled (AppExportChoice *self, gboolean enabled)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (self->enabled == enabled)
    return;
  self->enabled = enabled;
  g_object_notify_by_pspec (G_OBJECT (self), choice_properties[PROP_ENABLED]);
}

static gboolean
choice_is_included (AppExportChoice *self)
{
  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);
  return self->chosen && self->enabled;
}

static void
choice_set_exported (AppExportChoice *self, AppExportedTool *exported)
{
  g_return_if_fail (APP_IS_EXPORT_CHOICE (self));

  if (g_set_object (&self->exported, exported))
    g_object_notify_by_pspec (G_OBJECT (self), choice_properties[PROP_EXPORTED]);
}

static gboolean
has_word (const char *text, const char *word)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

gboolean
app_export_choice_matches (AppExportChoice *self, const char *words)
{
  McpDefinition   *definition = MCP_DEFINITION (self->tool);
  g_autofree char *folded = words != NULL ? g_utf8_casefold (words, -1) : NULL;
  g_auto (GStrv) parts = folded != NULL ? g_strsplit_set (folded, " \t", -1) : NULL;

  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), FALSE);

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    if (!has_word (mcp_definition_get_key (definition), parts[i]) &&
        !has_word (mcp_definition_get_display_name (definition), parts[i]) &&
        !has_word (mcp_definition_get_description (definition), parts[i]))
      return FALSE;
  return TRUE;
}

char *
app_export_choice_dup_note (AppExportChoice *self)
{
  const char *reason;

  g_return_val_if_fail (APP_IS_EXPORT_CHOICE (self), NULL);

  GString *text = g_string_new (NULL);
  if (!self->enabled)
    g_string_append (text, _ ("disabled"));
  else if (self->exported != NULL)
    {
      guint n = app_exported_tool_get_findings (self->exported) != NULL
                    ? app_exported_tool_get_findings (self->exported)->len
                    : 0;

      /* Translators: a number of tokens of a language model */
      g_string_append_printf (text, _ ("≈ %'u tokens"),
                              app_exported_tool_get_tokens (self->exported));
      reason = app_exported_tool_get_reason (self->exported);
      if (reason != NULL)
        /* Translators: %s is a clause, not translated */
        g_string_append_printf (text, _ (", not strict: %s"), reason);
      else if (n > 0)
        g_string_append_printf (text, ngettext (", %u remark", ", %u remarks", n), n);
    }
  return g_string_free (text, FALSE);
}

/* The selection */

struct _AppExportSelection
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
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (AppExportSelection,
                               app_export_selection,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppExportSelection,
                                                         choices,
                                                         APP_TYPE_EXPORT_CHOICE))

/* What a worker needs, and what it makes of it. */
typedef struct
{
  AppExportFormat format;
  GPtrArray      *included; /* AppExportChoice */
  GPtrArray      *tools;    /* McpTool: theirs, as a model sees them */
  AppToolExport *export;
  char *text;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->tools);
  g_ptr_array_unref (job->included);
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

static void update (AppExportSelection *self);

/* The export has the tools that were included when it was begun, in their order. */
static void
update_choices (AppExportSelection *self, GPtrArray *included)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (!choice_is_included (self->choices->pdata[i]))
      choice_set_exported (self->choices->pdata[i], NULL);
  for (guint i = 0; i < included->len; i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (self->export), i);

      choice_set_exported (included->pdata[i], tool);
    }
}

static void
on_made (GObject *object, GAsyncResult *result, gpointer data)
{
  AppExportSelection *self = APP_EXPORT_SELECTION (object);
  Job                *job = g_task_get_task_data (G_TASK (result));

  self->running = FALSE;
  if (!self->stale && self->session != NULL)
    {
      g_set_object (&self->export, job->export);
      g_free (self->text);
      self->text = g_steal_pointer (&job->text);
      update_choices (self, job->included);
      g_object_notify_by_pspec (object, properties[PROP_EXPORT]);
    }
  update (self);
}

static gboolean
on_idle (gpointer data)
{
  AppExportSelection *self = data;
  g_autoptr (GTask) task = g_task_new (self, NULL, on_made, NULL);
  Job *job = g_new0 (Job, 1);

  self->idle = 0;
  self->stale = FALSE;
  self->running = TRUE;
  job->format = self->format;
  job->included = g_ptr_array_new_with_free_func (g_object_unref);
  job->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->choices->len; i++)
    {
      AppExportChoice *choice = self->choices->pdata[i];

      if (!choice_is_included (choice))
        continue;
      g_ptr_array_add (job->included, g_object_ref (choice));
      g_ptr_array_add (job->tools,
                       app_session_presets_create_model_tool (
                           app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                           app_export_choice_get_tool (choice)));
    }
  g_task_set_source_tag (task, on_idle);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, make);
  return G_SOURCE_REMOVE;
}

static void
update (AppExportSelection *self)
{
  if (self->stale && !self->running && self->idle == 0 && self->session != NULL)
    self->idle = g_idle_add (on_idle, self);
}

static void
on_changed (AppExportSelection *self)
{
  if (self->choosing)
    return;
  self->stale = TRUE;
  update (self);
}

static void
read_enabled (AppExportSelection *self)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      AppExportChoice *choice = self->choices->pdata[i];
      McpDefinition   *tool = MCP_DEFINITION (app_export_choice_get_tool (choice));

      choice_set_enabled (choice, app_approvals_is_tool_enabled (
                                      app_session_get_feature (self->session, APP_TYPE_APPROVALS),
                                      mcp_definition_get_key (tool)));
    }
  on_changed (self);
}

/* What was chosen stays, by name. */
static void
read_tools (AppExportSelection *self)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);
  guint before = self->choices->len;
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
      AppExportChoice *choice = choice_new (MCP_TOOL (tool));

      app_export_choice_set_chosen (
          choice, !g_hash_table_contains (unchosen, mcp_definition_get_key (tool)));
      mcp_signal_connect (choice, "notify::chosen", on_changed, self);
      g_ptr_array_add (self->choices, choice);
    }
  read_enabled (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->choices->len);
}

MCP_DEFINE_DISPOSE (AppExportSelection, app_export_selection)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->session);
  g_ptr_array_set_size (self->choices, 0);
  g_clear_object (&self->export);
  g_clear_pointer (&self->text, g_free);
}

MCP_DEFINE_FINALIZE (AppExportSelection, app_export_selection)
{
  g_ptr_array_unref (self->choices);
}

MCP_DEFINE_CLASS (AppExportSelection, app_export_selection)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_FORMAT] = { "format", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppExportSelection, format),
                      .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (app_export_selection_set_format) },
    [PROP_EXPORT] = { "export", APP_TYPE_TOOL_EXPORT,
                      .offset = G_STRUCT_OFFSET (AppExportSelection, export) },
  };

  object_class->dispose = app_export_selection_dispose;
  object_class->finalize = app_export_selection_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_export_selection_init (AppExportSelection *self)
{
  self->choices = g_ptr_array_new_with_free_func (g_object_unref);
}

AppExportSelection *
app_export_selection_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  AppExportSelection *self = g_object_new (APP_TYPE_EXPORT_SELECTION, NULL);
  self->session = g_object_ref (session);
  StoreProfile *profile = app_session_get_profile (session);
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  mcp_signal_connect (app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL), "items-changed",
                      read_tools, self);
  mcp_signal_connect (profile, "notify::disabled-tools", read_enabled, self);
  mcp_signal_connect (profile, "notify::pinned-arguments", on_changed, self);
  read_tools (self);
  return self;
}

MCP_DEFINE_GETTER (AppExportFormat, AppExportSelection, app_export_selection, format)

void
app_export_selection_set_format (AppExportSelection *self, AppExportFormat format)
{
  g_return_if_fail (APP_IS_EXPORT_SELECTION (self));
  g_return_if_fail ((guint)format < APP_EXPORT_N_FORMATS);

  if (self->format == format)
    return;
  self->format = format;
  on_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORMAT]);
}

void
app_export_selection_choose (AppExportSelection *self, const char *words, gboolean chosen)
{
  g_return_if_fail (APP_IS_EXPORT_SELECTION (self));

  self->choosing = TRUE;
  for (guint i = 0; i < self->choices->len; i++)
    if (app_export_choice_matches (self->choices->pdata[i], words))
      app_export_choice_set_chosen (self->choices->pdata[i], chosen);
  self->choosing = FALSE;
  on_changed (self);
}

guint
app_export_selection_count_included (AppExportSelection *self)
{
  guint n = 0;

  g_return_val_if_fail (APP_IS_EXPORT_SELECTION (self), 0);

  for (guint i = 0; i < self->choices->len; i++)
    n += choice_is_included (self->choices->pdata[i]);
  return n;
}

MCP_DEFINE_GETTER (AppToolExport *, AppExportSelection, app_export_selection, export)
MCP_DEFINE_GETTER (const char *, AppExportSelection, app_export_selection, text)
