/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-presets.h"

#include <glib/gi18n-lib.h>

#include "app-preset-secrets.h"
#include "app-preset-sets.h"
#include "app-call.h"
#include "app-catalogue.h"
#include "app-error.h"
#include "app-session.h"
#include "mcp-async.h"
#include "mcp-json-document.h"
#include "mcp-json-writer.h"
#include "mcp-object.h"

struct _AppSessionPresets
{
  GObject parent_instance;

  AppSession       *session; /* weak */
  AppPresetSecrets *secrets; /* (nullable): until one is needed */
  AppPresetsCheck   check;
};

APP_DEFINE_SESSION_FEATURE (AppSessionPresets, app_session_presets)
MCP_DEFINE_INIT (AppSessionPresets, app_session_presets)
MCP_DEFINE_CLASS_INIT (AppSessionPresets, app_session_presets)

MCP_DEFINE_FINALIZE (AppSessionPresets, app_session_presets)
{
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->secrets);
}

AppPresetSecrets *
app_session_presets_get_secrets (AppSessionPresets *self)
{
  g_return_val_if_fail (APP_IS_SESSION_PRESETS (self), NULL);

  if (self->secrets == NULL)
    self->secrets = app_preset_secrets_new (app_session_get_vault (self->session),
                                            app_session_get_redactor (self->session));
  return self->secrets;
}

static StoreProfile *
get_profile (AppSessionPresets *self)
{
  return app_session_get_profile (self->session);
}

static AppCatalogue *
get_catalogue (AppSessionPresets *self)
{
  return app_session_get_feature (self->session, APP_TYPE_CATALOGUE);
}

/* One object, key path to value. @all: null for a secret that is not known, else it is left out. */
static McpJsonDocument *
read_values (AppSessionPresets *self, const StoreVariables *variables, gboolean all)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = store_variables_get_value (variables, i);
      const char *reference = store_variables_get_secret (variables, i);
      const char *secret =
          reference != NULL
              ? app_preset_secrets_lookup (app_session_presets_get_secrets (self), reference)
              : NULL;
      g_autoptr (McpJsonDocument) document = NULL;

      if (value == NULL && secret == NULL && !all)
        continue;
      mcp_json_writer_name (writer, store_variables_get_name (variables, i));
      /* A file edited by hand may hold plain words; what is not known is null. */
      if (value != NULL)
        document = mcp_json_document_parse_text (value, -1, NULL);
      if (document != NULL)
        mcp_json_writer_value (writer, mcp_json_document_get_root (document));
      else
        mcp_json_writer_string (writer, value != NULL ? value : secret);
    }
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

/* What the vault keeps is masked. What is pinned stays hidden from models, also while its value is
 * not known. */
static void
mark_secrets (AppSessionPresets *self, AppPresets *presets, const StoreVariables *variables)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *reference = store_variables_get_secret (variables, i);
      AppPreset  *preset =
          reference != NULL
               ? app_presets_find_path (presets, store_variables_get_name (variables, i))
               : NULL;

      if (preset == NULL)
        continue;
      app_preset_mark_secret (preset);
      if (app_preset_get_info (preset)->kind == APP_PRESET_PINNED &&
          app_preset_secrets_lookup (app_session_presets_get_secrets (self), reference) == NULL)
        app_preset_set_value (preset, MCP_JSON_NO_VALUE);
    }
}

static AppPresets *
create_presets (AppSessionPresets *self, McpTool *tool)
{
  g_autoptr (McpJsonDocument) pins = NULL;

  pins =
      read_values (self, store_profile_get_decisions (get_profile (self))->pinned_arguments, TRUE);
  AppPresets *presets = app_presets_new_with_pins (mcp_tool_get_input_schema (tool),
                                                   mcp_json_document_get_root (pins));
  app_session_presets_refresh (self, presets);
  mark_secrets (self, presets, store_profile_get_decisions (get_profile (self))->pinned_arguments);
  return presets;
}

AppPresets *
app_session_presets_create (AppSessionPresets *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_SESSION_PRESETS (self), NULL);

  McpTool *found = app_catalogue_find_tool (get_catalogue (self), tool);
  if (found == NULL)
    return NULL;
  g_autoptr (AppPresets) presets = create_presets (self, found);
  return app_presets_get_status (presets) != APP_PRESETS_NONE ? g_steal_pointer (&presets) : NULL;
}

void
app_session_presets_set_check (AppSessionPresets *self, AppPresetsCheck check)
{
  g_return_if_fail (APP_IS_SESSION_PRESETS (self));

  self->check = check;
}

AppPresets *
app_session_presets_create_all (AppSessionPresets *self)
{
  AppPresets *all = app_presets_new_merged ();

  g_return_val_if_fail (APP_IS_SESSION_PRESETS (self), NULL);

  GListModel *tools = app_catalogue_get_list (get_catalogue (self), MCP_DEFINITION_TOOL);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      g_autoptr (AppPresets) presets = create_presets (self, tool);

      app_presets_merge (all, presets, mcp_definition_get_key (MCP_DEFINITION (tool)));
    }
  return all;
}

void
app_session_presets_refresh (AppSessionPresets *self, AppPresets *presets)
{
  g_return_if_fail (APP_IS_SESSION_PRESETS (self));
  g_return_if_fail (APP_IS_PRESETS (presets));

  g_autoptr (StoreVariables) variables = app_preset_sets_dup_values (get_profile (self), NULL);
  g_autoptr (McpJsonDocument) values = read_values (self, variables, FALSE);
  app_presets_set_values (presets, mcp_json_document_get_root (values));
  mark_secrets (self, presets, variables);
}

/* The entry of the list with another input schema, as a text of its own. */
static char *
dup_with_schema (McpJsonValue tool, const char *schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (tool); mcp_json_walk_next (&each);)
    {
      if (mcp_json_value_string_equals (each.name, "inputSchema"))
        mcp_json_writer_add (writer, "%v: %r", each.name, schema);
      else
        mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

McpTool *
app_session_presets_create_model_tool (AppSessionPresets *self, McpTool *tool)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_SESSION_PRESETS (self), NULL);
  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  g_autoptr (AppPresets) presets = create_presets (self, tool);
  if (app_presets_get_status (presets) == APP_PRESETS_NONE)
    return g_object_ref (tool);
  g_autofree char *schema = app_presets_dup_model_schema (presets);
  text = dup_with_schema (mcp_definition_get_value (MCP_DEFINITION (tool)), schema);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return g_object_ref (tool);
  return MCP_TOOL (
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

/* @section, @name: of the reference, where it becomes a secret, whose text goes to the vault.
 * @lexeme: (nullable): JSON text */
static StoreVariables *
change_variables (AppSessionPresets    *self,
                  const StoreVariables *variables,
                  const char           *section,
                  const char           *name,
                  const char           *path,
                  const char           *lexeme,
                  gboolean              secret)
{
  StoreVariables  *changed = store_variables_copy (variables);
  g_autofree char *reference =
      store_profile_dup_secret_reference (get_profile (self), section, name);
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  guint index;

  if (lexeme != NULL && secret)
    document = mcp_json_document_parse_text (lexeme, -1, NULL);
  if (document != NULL)
    text = mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
  g_autofree char *label = g_strdup_printf ("%s, %s", path, app_session_get_name (self->session));
  if (text != NULL && text[0] != '\0')
    {
      app_preset_secrets_set (app_session_presets_get_secrets (self), reference, label, text);
      store_variables_set_secret (changed, path, reference);
      return changed;
    }
  if (store_variables_find (changed, path, &index) &&
      store_variables_get_secret (changed, index) != NULL)
    app_preset_secrets_set (app_session_presets_get_secrets (self),
                            store_variables_get_secret (changed, index), label, NULL);
  if (lexeme != NULL && !secret)
    store_variables_set (changed, path, lexeme);
  else
    store_variables_remove (changed, path);
  return changed;
}

void
app_session_presets_set (AppSessionPresets *self,
                         const char        *path,
                         const char        *lexeme,
                         gboolean           secret)
{
  g_autoptr (StoreVariables) presets = NULL;
  const char *section;

  g_return_if_fail (APP_IS_SESSION_PRESETS (self));
  g_return_if_fail (path != NULL);

  g_autoptr (StoreProfile) changed = store_profile_copy (get_profile (self));
  const char      *set = app_preset_sets_get_current (changed);
  g_autofree char *name = app_preset_sets_dup_name (set, path, &section);
  g_autoptr (StoreVariables) present = app_preset_sets_dup_values (changed, set);
  presets = change_variables (self, present, section, name, path, lexeme, secret);
  app_preset_sets_set_values (changed, set, presets);
  app_session_keep_profile (self->session, changed);
}

gboolean
app_session_presets_use_set (AppSessionPresets *self, const char *set, GError **error)
{
  g_return_val_if_fail (APP_IS_SESSION_PRESETS (self), FALSE);
  g_return_val_if_fail (set != NULL, FALSE);

  g_autoptr (StoreProfile) changed = store_profile_copy (get_profile (self));
  if (!app_preset_sets_use (changed, set, TRUE, error))
    return FALSE;
  app_session_keep_profile (self->session, changed);
  return TRUE;
}

void
app_session_presets_remove_set (AppSessionPresets *self)
{
  g_autoptr (StoreVariables) none = store_variables_new ();

  g_return_if_fail (APP_IS_SESSION_PRESETS (self));

  g_autoptr (StoreProfile) changed = store_profile_copy (get_profile (self));
  g_autoptr (StoreVariables) values = app_preset_sets_dup_values (changed, NULL);
  for (guint i = 0; i < store_variables_get_n_items (values); i++)
    if (store_variables_get_secret (values, i) != NULL)
      app_preset_secrets_set (app_session_presets_get_secrets (self),
                              store_variables_get_secret (values, i), "", NULL);
  app_preset_sets_set_values (changed, app_preset_sets_get_current (changed), none);
  app_preset_sets_use (changed, APP_PRESET_SETS_DEFAULT, FALSE, NULL);
  app_session_keep_profile (self->session, changed);
}

void
app_session_presets_pin (AppSessionPresets *self,
                         const char        *path,
                         const char        *lexeme,
                         gboolean           secret)
{
  g_autoptr (StoreVariables) pins = NULL;

  g_return_if_fail (APP_IS_SESSION_PRESETS (self));
  g_return_if_fail (path != NULL);

  g_autoptr (StoreProfile) changed = store_profile_copy (get_profile (self));
  pins = change_variables (self, store_profile_get_decisions (changed)->pinned_arguments,
                           "pinned-arguments", path, path, lexeme, secret);
  g_object_set (changed, "pinned-arguments", pins, NULL);
  app_session_keep_profile (self->session, changed);
}

gboolean
app_session_presets_check (AppSessionPresets *self,
                           const char        *path,
                           const char        *lexeme,
                           GError           **error)
{
  g_autoptr (AppPresets) all = app_session_presets_create_all (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (lexeme, -1, error);
  AppPreset *preset = app_presets_find_path (all, path);

  if (document == NULL)
    return FALSE;
  if (preset == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   _ ("No tool of the server has a preset value “%s”."), path);
      return FALSE;
    }
  app_preset_set_value (preset, mcp_json_document_get_root (document));
  if (app_preset_get_info (preset)->error == NULL)
    return TRUE;
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       app_preset_get_info (preset)->error);
  return FALSE;
}

/* As a feature of a session: what is set is put into a call */

static void
app_session_presets_attach (AppSessionFeature *feature, AppSession *session)
{
  g_set_weak_pointer (&APP_SESSION_PRESETS (feature)->session, session);
}

static void
on_secrets_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  app_preset_secrets_load_finish (APP_PRESET_SECRETS (source), result, &error);
  mcp_async_return (task, error);
}

/* Secrets among what is put in may have to be fetched first. */
static gboolean
app_session_presets_fetch_async (AppSessionFeature  *feature,
                                 AppSession         *session,
                                 AppCall            *call,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  AppPresetSecrets *secrets = app_session_presets_get_secrets (APP_SESSION_PRESETS (feature));
  StoreProfile     *profile = app_session_get_profile (session);

  if (app_call_get_kind (call) != APP_CALL_TOOL ||
      app_preset_secrets_is_loaded (secrets, profile))
    return FALSE;
  GTask *task = g_task_new (feature, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_presets_fetch_async);
  app_preset_secrets_load_async (secrets, profile, cancellable, on_secrets_loaded, task);
  return TRUE;
}

static gboolean
app_session_presets_fetch_finish (AppSessionFeature *feature, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
has_to_fit (AppSessionPresets *self, AppCall *call)
{
  return self->check == APP_PRESETS_CHECK_ALL ||
         (self->check == APP_PRESETS_CHECK_OTHERS &&
          app_call_get_caller (call) != APP_CALLER_PERSON);
}

/* Text that is no JSON stays as it is; sending says what is wrong with it. */
static gboolean
app_session_presets_prepare (AppSessionFeature *feature,
                             AppSession        *session,
                             AppCall           *call,
                             AppCallRequest    *request,
                             GError           **error)
{
  g_autoptr (AppPresets) presets = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  McpJsonValue arguments = MCP_JSON_NO_VALUE;

  if (app_call_get_kind (call) == APP_CALL_TOOL)
    presets = app_session_presets_create (APP_SESSION_PRESETS (feature),
                                          app_call_get_target (call));
  if (presets == NULL)
    return TRUE;
  if (request->arguments != NULL)
    arguments = mcp_json_document_get_root (request->arguments);
  if (!app_call_request_take_arguments (
          request, app_presets_inject (presets, arguments, &problems), error))
    return FALSE;
  if (problems == NULL || !has_to_fit (APP_SESSION_PRESETS (feature), call))
    return TRUE;
  /* Translators: %s is a sentence such as “Expected number for key age, got string” */
  g_set_error (
      error, APP_ERROR, APP_ERROR_INVALID_INPUT,
      _ ("Preset values of this tool are missing or do not fit: %s. Set them for the "
         "server."),
      (const char *)problems->pdata[0]);
  return FALSE;
}

static void
app_session_presets_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = app_session_presets_attach;
  iface->fetch_async = app_session_presets_fetch_async;
  iface->fetch_finish = app_session_presets_fetch_finish;
  iface->prepare = app_session_presets_prepare;
}
