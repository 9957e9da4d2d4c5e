/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is put into a form's arguments when they are sent: the form does not ask for it. */

#include "app-form-private.h"

#include <string.h>

/* Every pre-configured input has a member of this name; most schemas have none. */
#define MARK "mimeType"

static gboolean
may_have_presets (AppForm *self)
{
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (mcp_schema_get_value (self->validator), &length);

  return text != NULL && g_strstr_len (text, (gssize)length, MARK) != NULL;
}

gboolean
app_form_is_provided (AppForm *self, const char *pointer)
{
  if (!app_form_hides_presets (self))
    return FALSE;
  if (self->presets == NULL && !self->looked_for_presets)
    {
      self->looked_for_presets = TRUE;
      if (may_have_presets (self))
        self->own_presets = app_presets_new (mcp_schema_get_value (self->validator));
    }
  if (self->presets != NULL)
    return app_presets_provide (self->presets, pointer);
  return self->own_presets != NULL && app_presets_provide (self->own_presets, pointer);
}

/* What an untouched form sends; what is pinned is not among it. */
static void
set_initial (AppForm *self)
{
  g_autofree char *text = app_field_schema_dup_initial (&self->root->schema,
                                                        (self->flags & APP_FORM_PREFILL) != 0,
                                                        app_form_hides_presets (self));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  gboolean touched = app_form_is_modified (self);

  g_free (self->initial);
  self->initial = self->presets != NULL && document != NULL
                      ? app_presets_strip_pinned (self->presets,
                                                  mcp_json_document_get_root (document))
                      : g_strdup (text);
  if (!touched)
    app_form_set_json (self, self->initial);
}

void
app_form_set_presets (AppForm *self, AppPresets *presets)
{
  g_return_if_fail (APP_IS_FORM (self));
  g_return_if_fail (presets == NULL || APP_IS_PRESETS (presets));

  if (!g_set_object (&self->presets, presets))
    return;
  set_initial (self);
  app_form_find_problems (self);
  app_form_refresh (self);
  g_object_notify (G_OBJECT (self), "presets");
  app_form_changed (self);
}

AppPresets *
app_form_get_presets (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  return self->presets;
}

char *
app_form_dup_key_path (AppForm *self, AppField *field)
{
  g_autoptr (GString) path = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  for (; app_field_get_parent (field) != NULL; field = app_field_get_parent (field))
    {
      if (app_field_is_item (field) || app_field_is_extra (field))
        return NULL;
      if (app_field_is_branch (field))
        return NULL;
      if (path->len > 0)
        g_string_prepend_c (path, '.');
      g_string_prepend (path, app_field_get_key (field));
    }
  return path->len > 0 ? g_string_free (g_steal_pointer (&path), FALSE) : NULL;
}

gboolean
app_form_is_pinned (AppForm *self, AppField *field)
{
  g_autofree char *path = NULL;
  AppPreset       *preset;

  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  if (self->presets == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->presets)) == 0)
    return FALSE;
  path = app_form_dup_key_path (self, field);
  preset = path != NULL ? app_presets_find_path (self->presets, path) : NULL;
  return preset != NULL && app_preset_get_kind (preset) == APP_PRESET_PINNED;
}

/* Names may have dots in them: the longest that is there goes first. */
static AppField *
find_below (AppField *field, const char *path)
{
  GListModel *children = app_field_get_kind (field) == APP_FIELD_OBJECT
                             ? app_field_get_children (field)
                             : NULL;
  AppField   *found = NULL;

  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      const char *key = app_field_get_key (child);
      gsize       length = strlen (key);

      if (app_field_is_extra (child) || strncmp (path, key, length) != 0)
        continue;
      if (path[length] == '\0')
        return child;
      if (path[length] == '.' && found == NULL)
        found = find_below (child, path + length + 1);
    }
  return found;
}

AppField *
app_form_find_key_path (AppForm *self, const char *path)
{
  g_return_val_if_fail (APP_IS_FORM (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  return find_below (self->root, path);
}
