/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the person decides about a server's tools, kept with its profile: pre-configured inputs,
 * approval rules, and which of them models are told of. */

#include "app-session-private.h"

#include "mcp-json-writer.h"

/* The server's pre-configured inputs as one object, key path to value. */
static McpJsonDocument *
read_values (StoreProfile *profile)
{
  const StoreVariables *presets = store_profile_get_presets (profile);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < store_variables_get_n_items (presets); i++)
    {
      const char *value = store_variables_get_value (presets, i);
      g_autoptr (McpJsonDocument) document = NULL;

      if (value == NULL)
        continue;
      /* A file edited by hand may hold plain words. */
      document = mcp_json_document_parse_text (value, -1, NULL);
      mcp_json_writer_name (writer, store_variables_get_name (presets, i));
      if (document != NULL)
        mcp_json_writer_value (writer, mcp_json_document_get_root (document));
      else
        mcp_json_writer_string (writer, value);
    }
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  return mcp_json_document_parse_text (text, -1, NULL);
}

AppPresets *
app_session_create_presets (AppSession *self, const char *tool)
{
  McpTool *found;
  g_autoptr (AppPresets) presets = NULL;
  g_autoptr (McpJsonDocument) values = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  found = app_session_find_tool (self, tool);
  if (found == NULL)
    return NULL;
  presets = app_presets_new (mcp_tool_get_input_schema (found));
  if (app_presets_get_status (presets) == APP_PRESETS_NONE)
    return NULL;
  values = read_values (self->profile);
  app_presets_set_values (presets, mcp_json_document_get_root (values));
  return g_steal_pointer (&presets);
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  /* What the file does not take holds for this run; the book's own state tells of a broken file. */
  if (!store_profile_book_replace_finish (STORE_PROFILE_BOOK (source), result, &error))
    g_info ("The server's profile could not be kept: %s", error->message);
}

void
app_session_keep_profile (AppSession *self, StoreProfile *changed)
{
  if (self->book != NULL &&
      store_profile_book_find (self->book, store_profile_get_id (self->profile)) == self->profile)
    store_profile_book_replace_async (self->book, changed, NULL, on_kept, NULL);
  /* Holds at once, whatever becomes of the file. */
  store_profile_assign (self->profile, changed);
}

void
app_session_set_preset (AppSession *self, const char *path, const char *lexeme)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (StoreVariables) presets = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (path != NULL);

  changed = store_profile_copy (self->profile);
  presets = store_variables_copy (store_profile_get_presets (changed));
  if (lexeme != NULL)
    store_variables_set (presets, path, lexeme);
  else
    store_variables_remove (presets, path);
  store_profile_set_presets (changed, presets);
  app_session_keep_profile (self, changed);
}

const char *
app_session_get_tool_rule (AppSession *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  return store_variables_lookup (store_profile_get_tool_approvals (self->profile), tool);
}

void
app_session_set_tool_rule (AppSession *self, const char *tool, const char *rule)
{
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (StoreVariables) rules = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (tool != NULL);

  changed = store_profile_copy (self->profile);
  rules = store_variables_copy (store_profile_get_tool_approvals (changed));
  if (rule != NULL)
    store_variables_set (rules, tool, rule);
  else
    store_variables_remove (rules, tool);
  store_profile_set_tool_approvals (changed, rules);
  app_session_keep_profile (self, changed);
  if (g_strcmp0 (rule, "auto") == 0)
    app_session_keep_approved (self, tool);
}

gboolean
app_session_is_tool_enabled (AppSession *self, const char *tool)
{
  g_return_val_if_fail (APP_IS_SESSION (self), TRUE);
  g_return_val_if_fail (tool != NULL, TRUE);
  return !g_strv_contains (store_profile_get_disabled_tools (self->profile), tool);
}

void
app_session_set_tool_enabled (AppSession *self, const char *tool, gboolean enabled)
{
  const char *const *disabled;
  g_autoptr (StoreProfile) changed = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) names = NULL;

  g_return_if_fail (APP_IS_SESSION (self));
  g_return_if_fail (tool != NULL);

  if (app_session_is_tool_enabled (self, tool) == enabled)
    return;
  disabled = store_profile_get_disabled_tools (self->profile);
  builder = g_strv_builder_new ();
  for (guint i = 0; disabled[i] != NULL; i++)
    if (!g_str_equal (disabled[i], tool))
      g_strv_builder_add (builder, disabled[i]);
  if (!enabled)
    g_strv_builder_add (builder, tool);
  names = g_strv_builder_end (builder);
  changed = store_profile_copy (self->profile);
  store_profile_set_disabled_tools (changed, (const char *const *)names);
  app_session_keep_profile (self, changed);
}
