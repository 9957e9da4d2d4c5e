/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-argument-memory.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-catalogue.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "store-memory.h"

struct _AppArgumentMemory
{
  GObject parent_instance;

  AppSession  *session; /* weak */
  StoreMemory *memory;
  GHashTable  *used;   /* name → GPtrArray of values, latest first */
  GHashTable  *listed; /* name → GPtrArray of values: of this run */
  GPtrArray   *order;  /* names in @used, borrowed: the one that was used last at the end */
};

static guint changed_signal;

APP_DEFINE_SESSION_FEATURE (AppArgumentMemory, app_argument_memory)

MCP_DEFINE_DISPOSE (AppArgumentMemory, app_argument_memory)
{
  if (self->memory != NULL)
    store_memory_flush (self->memory);
  g_clear_object (&self->memory);
  g_clear_weak_pointer (&self->session);
}

MCP_DEFINE_FINALIZE (AppArgumentMemory, app_argument_memory)
{
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->used);
  g_hash_table_unref (self->listed);
}

MCP_DEFINE_CLASS (AppArgumentMemory, app_argument_memory)
{
  object_class->dispose = app_argument_memory_dispose;
  object_class->finalize = app_argument_memory_finalize;
  changed_signal = g_signal_new ("changed", APP_TYPE_ARGUMENT_MEMORY, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_argument_memory_init (AppArgumentMemory *self)
{
  GDestroyNotify free_values = (GDestroyNotify)g_ptr_array_unref;

  self->used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_values);
  self->listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_values);
  self->order = g_ptr_array_new ();
}

static gpointer
get_key (GHashTable *table, const char *name)
{
  gpointer key = NULL;

  g_hash_table_lookup_extended (table, name, &key, NULL);
  return key;
}

/* The name goes to the end; the oldest one goes. */
static GPtrArray *
touch (AppArgumentMemory *self, const char *name)
{
  GPtrArray *values = g_hash_table_lookup (self->used, name);

  if (values == NULL)
    {
      values = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->used, g_strdup (name), values);
    }
  gpointer key = get_key (self->used, name);
  g_ptr_array_remove (self->order, key);
  g_ptr_array_add (self->order, key);
  if (self->order->len > APP_ARGUMENT_MEMORY_MAX_NAMES)
    {
      gpointer oldest = g_ptr_array_steal_index (self->order, 0);

      store_memory_set (self->memory, oldest, NULL);
      g_hash_table_remove (self->used, oldest);
    }
  return values;
}

static void
use (AppArgumentMemory *self, const char *name, const char *value)
{
  GPtrArray *values = touch (self, name);
  guint      index;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (g_ptr_array_find_with_equal_func (values, value, g_str_equal, &index))
    g_ptr_array_remove_index (values, index);
  g_ptr_array_insert (values, 0, g_strdup (value));
  if (values->len > APP_ARGUMENT_MEMORY_MAX_VALUES)
    g_ptr_array_set_size (values, APP_ARGUMENT_MEMORY_MAX_VALUES);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < values->len; i++)
    mcp_json_writer_string (writer, values->pdata[i]);
  mcp_json_writer_end_array (writer);
  store_memory_take (self->memory, name, mcp_json_writer_finish_text (writer));
}

static void
recall (AppArgumentMemory *self)
{
  g_auto (GStrv) names = store_memory_dup_names (self->memory);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (McpJsonDocument) list = store_memory_read (self->memory, names[i]);
      GPtrArray *values = touch (self, names[i]);

      if (list == NULL)
        continue;
      for (McpJsonWalk item = mcp_json_walk (mcp_json_document_get_root (list));
           mcp_json_walk_next (&item);)
        {
          g_autofree char *value = mcp_json_value_dup_string (item.value, NULL);

          if (value != NULL && values->len < APP_ARGUMENT_MEMORY_MAX_VALUES)
            g_ptr_array_add (values, g_steal_pointer (&value));
        }
    }
}

static void
app_argument_memory_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_ARGUMENT_MEMORY (feature)->session, session);
}

static void
app_argument_memory_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_argument_memory_attach;
}

/* What is kept is read when a form first asks. */
static void
ensure_memory (AppArgumentMemory *self)
{
  if (self->memory != NULL || self->session == NULL)
    return;
  self->memory = store_profile_list_open_memory (
      app_session_get_book (self->session),
      store_profile_get_id (app_session_get_profile (self->session)), STORE_MEMORY_ARGUMENTS);
  recall (self);
}

static GListModel *
get_tools (AppArgumentMemory *self)
{
  return self->session != NULL
             ? app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                       MCP_DEFINITION_TOOL)
             : NULL;
}

AppArgumentKind
app_argument_memory_get_kind (AppArgumentMemory *self, AppField *field)
{
  AppFieldKind kind;

  g_return_val_if_fail (APP_IS_ARGUMENT_MEMORY (self), APP_ARGUMENT_OTHER);
  g_return_val_if_fail (APP_IS_FIELD (field), APP_ARGUMENT_OTHER);

  kind = app_field_get_info (field)->kind;
  if (app_field_get_place (field)->depth != 1 || app_field_get_info (field)->secret ||
      app_field_get_place (field)->extra || get_tools (self) == NULL ||
      (kind != APP_FIELD_STRING && kind != APP_FIELD_TEXT && kind != APP_FIELD_VARIANT))
    return APP_ARGUMENT_OTHER;
  return app_argument_get_kind (get_tools (self), app_field_get_place (field)->key);
}

const char *
app_argument_memory_get_last (AppArgumentMemory *self, const char *name)
{
  g_return_val_if_fail (APP_IS_ARGUMENT_MEMORY (self), NULL);

  ensure_memory (self);
  GPtrArray *values = g_hash_table_lookup (self->used, name);
  return values != NULL && values->len > 0 ? values->pdata[0] : NULL;
}

GStrv
app_argument_memory_dup_values (AppArgumentMemory *self, const char *name)
{
  GPtrArray *lists[2];
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (APP_IS_ARGUMENT_MEMORY (self), NULL);

  ensure_memory (self);
  lists[0] = g_hash_table_lookup (self->used, name);
  lists[1] = g_hash_table_lookup (self->listed, name);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      if (g_hash_table_add (seen, lists[i]->pdata[j]))
        g_strv_builder_add (builder, lists[i]->pdata[j]);
  return g_strv_builder_end (builder);
}

McpTool *
app_argument_memory_get_lister (AppArgumentMemory *self, const char *name)
{
  g_return_val_if_fail (APP_IS_ARGUMENT_MEMORY (self), NULL);
  return get_tools (self) != NULL ? app_argument_find_lister (get_tools (self), name) : NULL;
}

gboolean
app_argument_memory_fill (AppArgumentMemory *self, AppForm *form)
{
  gboolean filled = FALSE;

  g_return_val_if_fail (APP_IS_ARGUMENT_MEMORY (self), FALSE);
  g_return_val_if_fail (APP_IS_FORM (form), FALSE);

  GListModel *fields = app_field_get_children (app_form_get_root (form));
  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      const char *last = app_argument_memory_get_last (self, app_field_get_place (field)->key);

      if (last == NULL || app_field_get_state (field)->presence != APP_PRESENCE_ABSENT ||
          app_field_get_info (field)->kind == APP_FIELD_VARIANT ||
          !app_field_get_place (field)->required ||
          app_argument_memory_get_kind (self, field) != APP_ARGUMENT_FILLED)
        continue;
      app_field_set_text (field, last);
      filled = TRUE;
    }
  return filled;
}

/* What was in the form when a call was prepared. */
typedef struct
{
  AppArgumentMemory *self; /* weak */
  StoreVariables    *values;
} Following;

static void
following_free (gpointer data, GClosure *closure)
{
  Following *following = data;

  g_clear_weak_pointer (&following->self);
  store_variables_free (following->values);
  g_free (following);
}

static void
on_call_state (AppCall *call, GParamSpec *pspec, Following *following)
{
  AppArgumentMemory *self = following->self;

  if (self == NULL || app_call_get_state (call) != APP_CALL_DONE || app_call_is_error (call))
    return;
  ensure_memory (self);
  for (guint i = 0; i < store_variables_get_n_items (following->values); i++)
    use (self, store_variables_get_name (following->values, i),
         store_variables_get_value (following->values, i));
  g_signal_emit (self, changed_signal, 0);
}

void
app_argument_memory_follow (AppArgumentMemory *self, AppForm *form, AppCall *call)
{
  g_autoptr (StoreVariables) values = store_variables_new ();

  g_return_if_fail (APP_IS_ARGUMENT_MEMORY (self));
  g_return_if_fail (APP_IS_FORM (form));
  g_return_if_fail (APP_IS_CALL (call));

  GListModel *fields = app_field_get_children (app_form_get_root (form));
  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *redacted = NULL;

      if (app_argument_memory_get_kind (self, field) == APP_ARGUMENT_OTHER)
        continue;
      g_autofree char *text = mcp_json_value_dup_string (app_field_get_value (field), NULL);
      redacted = self->session != NULL
                     ? app_redactor_redact_text (app_session_get_redactor (self->session), text)
                     : NULL;
      if (text != NULL && *text != '\0' && strlen (text) <= APP_ARGUMENT_MAX_VALUE &&
          g_strcmp0 (text, redacted) == 0)
        store_variables_set (values, app_field_get_place (field)->key, text);
    }
  if (store_variables_get_n_items (values) == 0)
    return;
  Following *following = g_new0 (Following, 1);
  g_set_weak_pointer (&following->self, self);
  following->values = g_steal_pointer (&values);
  g_signal_connect_data (call, "notify::state", G_CALLBACK (on_call_state), following,
                         following_free, (GConnectFlags)0);
}

static void
on_asked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppArgumentMemory *self = g_task_get_source_object (task);
  const char        *name = g_task_get_task_data (task);
  AppCall           *call = APP_CALL (source);
  GError            *error = NULL;

  if (!app_call_run_finish (call, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (app_call_is_error (call))
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND,
                               _ ("Tool error"));
      return;
    }
  g_autoptr (GPtrArray) values = app_argument_read_listed (app_call_get_result (call), name);
  if (values->len > 0)
    g_hash_table_replace (self->listed, g_strdup (name), g_ptr_array_ref (values));
  g_signal_emit (self, changed_signal, 0);
  g_task_return_boolean (task, values->len > 0);
}

/* The button says which tool it calls; where a rule asks all the same, that is done on its page. */
static void
decline (AppCall *call)
{
  if (app_call_get_state (call) == APP_CALL_NEEDS_APPROVAL)
    app_call_cancel (call);
}

void
app_argument_memory_ask_async (AppArgumentMemory  *self,
                               const char         *name,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (AppCall) call = NULL;

  g_return_if_fail (APP_IS_ARGUMENT_MEMORY (self));
  g_return_if_fail (name != NULL);

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_argument_memory_ask_async);
  g_task_set_task_data (task, g_strdup (name), g_free);
  McpTool *lister = app_argument_memory_get_lister (self, name);
  if (lister == NULL)
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND,
                               _ ("The server has no tool that lists this."));
      return;
    }
  call = app_session_new_call (self->session, APP_CALL_TOOL,
                               mcp_definition_get_key (MCP_DEFINITION (lister)), "{}");
  g_signal_connect (call, "notify::state", G_CALLBACK (decline), NULL);
  app_call_run_async (call, cancellable, on_asked, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH (app_argument_memory_ask_finish, AppArgumentMemory)

void
app_argument_memory_flush (AppArgumentMemory *self)
{
  g_return_if_fail (APP_IS_ARGUMENT_MEMORY (self));

  if (self->memory != NULL)
    store_memory_flush (self->memory);
}
