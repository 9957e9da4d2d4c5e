/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A schema is written for the inputs; the form does the rest. */

#include "app-presets-form.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-writer.h"

/* A schema of its own, or something of a kind that is not known, is written as JSON. */
static gboolean
is_json (AppPreset *preset)
{
  return app_preset_get_kind (preset) == APP_PRESET_JSON_SCHEMA ||
         app_preset_get_kind (preset) == APP_PRESET_OTHER;
}

static void
write_payload (McpJsonWriter *writer, AppPreset *preset)
{
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  if (is_json (preset))
    return;
  mcp_json_iter_init (&iter, app_preset_get_payload_schema (preset));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
}

static void
write_description (McpJsonWriter *writer, AppPreset *preset)
{
  const char      *description = app_preset_get_description (preset);
  const char      *users = app_preset_get_users (preset);
  g_autofree char *text = NULL;

  if (users != NULL)
    /* Translators: %s are the names of tools */
    text = g_strdup_printf (_ ("Used by %s"), users);
  if (users != NULL && description != NULL)
    {
      g_autofree char *used = g_steal_pointer (&text);

      text = g_strdup_printf ("%s\n%s", description, used);
    }
  if (text != NULL || description != NULL)
    mcp_json_writer_member_string (writer, "description", text != NULL ? text : description);
}

static void
write_preset (McpJsonWriter *writer, AppPreset *preset)
{
  const char *fallback = app_preset_get_default (preset);

  mcp_json_writer_name (writer, app_preset_get_path (preset));
  mcp_json_writer_begin_object (writer);
  write_payload (writer, preset);
  mcp_json_writer_member_string (writer, "title", app_preset_get_label (preset));
  write_description (writer, preset);
  /* Whatever tells that it is a secret, what is typed is hidden. */
  if (app_preset_is_secret (preset))
    mcp_json_writer_member_string (writer, "format", "password");
  if (fallback != NULL)
    {
      mcp_json_writer_name (writer, "default");
      mcp_json_writer_raw (writer, fallback, -1);
    }
  mcp_json_writer_end_object (writer);
}

/* What is needed is what has no default; a required default would be put in, and so be set. */
static void
write_required (McpJsonWriter *writer, GListModel *presets)
{
  mcp_json_writer_name (writer, "required");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (presets, i);
      if (app_preset_needs_value (preset) && app_preset_get_kind (preset) != APP_PRESET_BOOLEAN &&
          app_preset_get_kind (preset) != APP_PRESET_PINNED)
        mcp_json_writer_string (writer, app_preset_get_path (preset));
    }
  mcp_json_writer_end_array (writer);
}

static char *
dup_values (GListModel *presets)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (presets, i);
      if (app_preset_get_lexeme (preset) == NULL ||
          app_preset_get_kind (preset) == APP_PRESET_PINNED)
        continue;
      mcp_json_writer_name (writer, app_preset_get_path (preset));
      mcp_json_writer_raw (writer, app_preset_get_lexeme (preset), -1);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

AppForm *
app_presets_create_form (AppPresets *self)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), NULL);

  GListModel *presets = G_LIST_MODEL (self);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "object");
  mcp_json_writer_name (writer, "properties");
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (presets, i);
      if (app_preset_get_kind (preset) != APP_PRESET_PINNED)
        write_preset (writer, preset);
    }
  mcp_json_writer_end_object (writer);
  write_required (writer, presets);
  mcp_json_writer_end_object (writer);

  g_autofree char *schema = mcp_json_writer_finish_text (writer);
  g_autofree char *values = dup_values (presets);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);
  AppForm *form = app_form_new (mcp_json_document_get_root (document), APP_FORM_KEEP_PRESETS);
  app_form_set_json (form, values);
  app_form_forget_history (form);
  return form;
}
