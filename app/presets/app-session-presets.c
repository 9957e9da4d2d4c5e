/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is set once for all tools of a server: pre-configured inputs and pinned arguments. */

#include "app-session-private.h"

#include "mcp-json-writer.h"

static AppPresetSecrets *
get_secrets (AppSession *self)
{
  if (self->preset_secrets == NULL)
    self->preset_secrets = app_preset_secrets_new (self->vault, self->redactor);
  return self->preset_secrets;
}

/* One object, key path to value. @all: null for a secret that is not known, else it is left out. */
static McpJsonDocument *
read_values (AppSession *self, const StoreVariables *variables, gboolean all)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *value = store_variables_get_value (variables, i);
      const char *reference = store_variables_get_secret (variables, i);
      const char *secret =
          reference != NULL ? app_preset_secrets_lookup (get_secrets (self), reference) : NULL;
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
  text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

/* What the vault keeps is masked. What is pinned stays hidden from models, also while its value is
 * not known. */
static void
mark_secrets (AppSession *self, AppPresets *presets, const StoreVariables *variables)
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
      if (app_preset_get_kind (preset) == APP_PRESET_PINNED &&
          app_preset_secrets_lookup (get_secrets (self), reference) == NULL)
        app_preset_set_value (preset, MCP_JSON_NO_VALUE);
    }
}

static AppPresets *
create_presets (AppSession *self, McpTool *tool)
{
  g_autoptr (McpJsonDocument) values = NULL;
  g_autoptr (McpJsonDocument) pins = NULL;
  AppPresets *presets;

  pins = read_values (self, store_profile_get_pinned_arguments (self->profile), TRUE);
  presets = app_presets_new_with_pins (mcp_tool_get_input_schema (tool),
                                       mcp_json_document_get_root (pins));
  values = read_values (self, store_profile_get_presets (self->profile), FALSE);
  app_presets_set_values (presets, mcp_json_document_get_root (values));
  mark_secrets (self, presets, store_profile_get_presets (self->profile));
  mark_secrets (self, presets, store_profile_get_pinned_arguments (self->profile));
  return presets;
}

AppPresets *
app_session_create_presets (AppSession *self, const char *tool)
{
  McpTool *found;
  g_autoptr (AppPresets) presets = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  found = app_session_find_tool (self, tool);
  if (found == NULL)
    return NULL;
  presets = create_presets (self, found);
  return app_presets_get_status (presets) != APP_PRESETS_NONE ? g_steal_pointer (&presets) : NULL;
}

AppPresets *
app_session_create_all_presets (AppSession *self)
{
  AppPresets *all = app_presets_new_merged ();
  GListModel *tools;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  tools = app_session_get_list (self, APP_LIST_TOOLS);
  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      g_autoptr (AppPresets) presets = create_presets (self, tool);

      app_presets_merge (all, presets, mcp_definition_get_key (MCP_DEFINITION (tool)));
    }
  return all;
}

void
app_session_refresh_presets (AppSession *self, AppPresets *presets)
{
  g_autoptr (McpJsonDocument) values = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (APP_IS_PRESETS (presets));

  values = read_values (self, store_profile_get_presets (self->profile), FALSE);
  app_presets_set_values (presets, mcp_json_document_get_root (values));
}

/* The entry of the list with another input schema, as a text of its own. */
static char *
dup_with_schema (McpJsonValue tool, const char *schema)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, tool);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      if (mcp_json_value_string_equals (name, "inputSchema"))
        mcp_json_writer_add (writer, "%v: %r", name, schema);
      else
        mcp_json_writer_add (writer, "%v: %v", name, value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

McpTool *
app_session_create_model_tool (AppSession *self, McpTool *tool)
{
  g_autoptr (AppPresets) presets = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *schema = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (MCP_IS_TOOL (tool), NULL);

  presets = create_presets (self, tool);
  if (app_presets_get_status (presets) == APP_PRESETS_NONE)
    return g_object_ref (tool);
  schema = app_presets_dup_model_schema (presets);
  text = dup_with_schema (mcp_definition_get_value (MCP_DEFINITION (tool)), schema);
  document = mcp_json_document_parse_text (text, -1, NULL);
  if (document == NULL)
    return g_object_ref (tool);
  return MCP_TOOL (
      mcp_definition_new (MCP_DEFINITION_TOOL, mcp_json_document_get_root (document)));
}

/* @lexeme: (nullable): JSON text. Where it is a secret, the text goes to the vault. */
static StoreVariables *
change_variables (AppSession           *self,
                  const StoreVariables *variables,
                  const char           *section,
                  const char           *path,
                  const char           *lexeme,
                  gboolean              secret)
{
  StoreVariables  *changed = store_variables_copy (variables);
  g_autofree char *reference = store_profile_dup_secret_reference (self->profile, section, path);
  g_autofree char *label = NULL;
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  guint index;

  if (lexeme != NULL && secret)
    document = mcp_json_document_parse_text (lexeme, -1, NULL);
  if (document != NULL)
    text = mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL);
  label = g_strdup_printf ("%s, %s", path, app_session_get_name (self));
  if (text != NULL && text[0] != '\0')
    {
      app_preset_secrets_set (get_secrets (self), reference, label, text);
      store_variables_set_secret (changed, path, reference);
      return changed;
    }
  if (store_variables_find (changed, path, &index) &&
      store_variables_get_secret (changed, index) != NULL)
    app_preset_secrets_set (get_secrets (self), store_variables_get_secret (changed, index), label,
                            NULL);
  if (lexeme != NULL && !secret)
    store_variables_set (changed, path, lexeme);
  else
    store_variables_remove (changed, path);
  return changed;
}

void
app_session_set_preset (AppSession *self, const char *path, const char *lexeme, gboolean secret)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (StoreVariables) presets = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (path != NULL);

  changed = store_profile_copy (self->profile);
  presets = change_variables (self, store_profile_get_presets (changed), "presets", path, lexeme,
                              secret);
  store_profile_set_presets (changed, presets);
  app_session_keep_profile (self, changed);
}

void
app_session_set_pin (AppSession *self, const char *path, const char *lexeme, gboolean secret)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (StoreVariables) pins = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (path != NULL);

  changed = store_profile_copy (self->profile);
  pins = change_variables (self, store_profile_get_pinned_arguments (changed), "pinned-arguments",
                           path, lexeme, secret);
  store_profile_set_pinned_arguments (changed, pins);
  app_session_keep_profile (self, changed);
}

AppPresetSecrets *
app_session_get_preset_secrets (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return get_secrets (self);
}
