/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Forms of tools whose arguments are set in advance, and of what is set itself. */

#include "app-presets-form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-writer.h"

AppForm *
app_presets_new_tool_form (McpJsonValue schema, AppFormFlags flags)
{
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (schema, &length);
  g_autoptr (AppPresets) presets = NULL;

  if (app_preset_kind_may_be_in (text, length))
    presets = app_presets_new (schema);
  return app_form_new (schema, flags, presets != NULL ? APP_FORM_PROVIDER (presets) : NULL);
}

char *
app_presets_dup_key_path (AppField *field)
{
  g_autoptr (GString) path = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  for (; app_field_get_place (field)->parent != NULL; field = app_field_get_place (field)->parent)
    {
      if (app_field_get_place (field)->item || app_field_get_place (field)->extra)
        return NULL;
      if (app_field_get_place (field)->branch)
        return NULL;
      if (path->len > 0)
        g_string_prepend_c (path, '.');
      g_string_prepend (path, app_field_get_place (field)->key);
    }
  return path->len > 0 ? g_string_free (g_steal_pointer (&path), FALSE) : NULL;
}

gboolean
app_presets_pin_field (AppPresets *self, AppField *field)
{
  g_return_val_if_fail (APP_IS_PRESETS (self), FALSE);

  if (g_list_model_get_n_items (G_LIST_MODEL (self)) == 0)
    return FALSE;
  g_autofree char *path = app_presets_dup_key_path (field);
  AppPreset       *preset = path != NULL ? app_presets_find_path (self, path) : NULL;
  return preset != NULL && app_preset_get_info (preset)->kind == APP_PRESET_PINNED;
}

/* Names may have dots in them: the longest that is there goes first. */
static AppField *
find_below (AppField *field, const char *path)
{
  GListModel *children = app_field_get_info (field)->kind == APP_FIELD_OBJECT
                             ? app_field_get_children (field)
                             : NULL;
  AppField   *found = NULL;

  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      const char *key = app_field_get_place (child)->key;
      gsize       length = strlen (key);

      if (app_field_get_place (child)->extra || strncmp (path, key, length) != 0)
        continue;
      if (path[length] == '\0')
        return child;
      if (path[length] == '.' && found == NULL)
        found = find_below (child, path + length + 1);
    }
  return found;
}

AppField *
app_presets_find_field (AppForm *form, const char *path)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  return find_below (app_form_get_root (form), path);
}

/* A schema is written for the inputs; the form does the rest. */

/* A schema of its own, or something of a kind that is not known, is written as JSON. */
static gboolean
is_json (AppPreset *preset)
{
  return app_preset_get_info (preset)->kind == APP_PRESET_JSON_SCHEMA ||
         app_preset_get_info (preset)->kind == APP_PRESET_OTHER;
}

static void
write_payload (McpJsonWriter *writer, AppPreset *preset)
{
  if (is_json (preset))
    return;
  for (McpJsonWalk each = mcp_json_walk (app_preset_get_payload_schema (preset));
       mcp_json_walk_next (&each);)
    mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
}

/* Returns: (transfer full) (nullable) */
static char *
dup_description (AppPreset *preset)
{
  const char *description = app_preset_get_info (preset)->description;
  const char *users = app_preset_get_info (preset)->users;

  if (users == NULL)
    return g_strdup (description);
  /* Translators: %s are the names of tools */
  g_autofree char *used = g_strdup_printf (_ ("Used by %s"), users);
  return description != NULL ? g_strdup_printf ("%s\n%s", description, used)
                             : g_steal_pointer (&used);
}

static void
write_preset (McpJsonWriter *writer, AppPreset *preset)
{
  g_autofree char *description = dup_description (preset);

  mcp_json_writer_name (writer, app_preset_get_info (preset)->path);
  mcp_json_writer_begin_object (writer);
  write_payload (writer, preset);
  /* Whatever tells that it is a secret, what is typed is hidden. */
  mcp_json_writer_add (writer, "'title': %s, 'description': ?%s, 'format': ?%s, 'default': ?%r}",
                       app_preset_get_info (preset)->label, description,
                       app_preset_get_info (preset)->secret ? "password" : NULL,
                       app_preset_get_info (preset)->default_lexeme);
}

/* What is needed is what has no default; a required default would be put in, and so be set. Nothing
 * is put in for what has none: the form gets the values that are set, and no others. */
static void
write_required (McpJsonWriter *writer, GListModel *presets)
{
  mcp_json_writer_add (writer, "'required': [");
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (presets, i);
      if (app_preset_needs_value (preset) &&
          app_preset_get_info (preset)->kind != APP_PRESET_PINNED)
        mcp_json_writer_string (writer, app_preset_get_info (preset)->path);
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
      if (app_preset_get_info (preset)->lexeme == NULL ||
          app_preset_get_info (preset)->kind == APP_PRESET_PINNED)
        continue;
      mcp_json_writer_add (writer, "%s: %r", app_preset_get_info (preset)->path,
                           app_preset_get_info (preset)->lexeme);
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

  mcp_json_writer_add (writer, "{'type': 'object', 'properties': {");
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (AppPreset) preset = g_list_model_get_item (presets, i);
      if (app_preset_get_info (preset)->kind != APP_PRESET_PINNED)
        write_preset (writer, preset);
    }
  mcp_json_writer_end_object (writer);
  write_required (writer, presets);
  mcp_json_writer_end_object (writer);

  g_autofree char *schema = mcp_json_writer_finish_text (writer);
  g_autofree char *values = dup_values (presets);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schema, -1, NULL);
  AppForm *form = app_form_new (mcp_json_document_get_root (document), APP_FORM_DEFAULT, NULL);
  app_form_set_json (form, values);
  app_form_forget_history (form);
  return form;
}
