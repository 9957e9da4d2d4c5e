/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Members that a schema does not name: they come, go and are called otherwise. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-edit.h"

/* Returns: (transfer none) (nullable) */
static AppField *
find_member (AppField *self, const char *name)
{
  GListModel *children = app_field_get_children (self);

  for (guint i = 0; i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (!child->selector && strcmp (child->key, name) == 0)
        return child;
    }
  return NULL;
}

gboolean
app_field_can_add_member (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);

  return self->schema.kind == APP_FIELD_OBJECT && !self->part &&
         app_field_schema_admits_members (&self->schema, self->applying);
}

/* The least value that the schema of members without a name of their own has; else text. */
static char *
dup_least_member (AppField *member)
{
  if (member->schema.types == MCP_SCHEMA_TYPE_ANY && member->schema.kind == APP_FIELD_JSON)
    return g_strdup ("\"\"");
  return app_field_schema_dup_least (&member->schema);
}

AppField *
app_field_add_member (AppField *self, const char *name)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (self->schema.kind != APP_FIELD_OBJECT || self->part || self->form == NULL)
    return NULL;
  for (guint pass = 0; pass < 2; pass++)
    {
      AppField *child = find_member (self, name);

      if (child != NULL)
        return child;
      if (pass == 0)
        {
          g_autoptr (GArray) parts =
              app_field_schema_list_member_parts (&self->schema, self->applying, name);
          g_autoptr (AppField) fresh = app_field_new_member (self, name, parts);
          g_autofree char *least = dup_least_member (fresh);
          gboolean         written = app_field_write (fresh, least);

          app_field_detach (fresh);
          if (!written)
            return NULL;
        }
    }
  return NULL;
}

char *
app_field_dup_name_problem (AppField *self, const char *name)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (self->schema.kind != APP_FIELD_OBJECT)
    return NULL;
  if (mcp_json_value_exists (mcp_json_value_get_member (app_field_get_value (self), name)) ||
      find_member (self, name) != NULL)
    return g_strdup (_ ("There is a member of this name already"));
  if (!app_field_schema_admits_name (&self->schema, self->applying, name))
    return g_strdup (_ ("The schema admits no member of this name"));
  return NULL;
}

static void
take_name (AppField *self, const char *name)
{
  g_free (self->key);
  self->key = g_strdup (name);
  g_free (self->label);
  self->label = g_strdup (name);
  g_object_notify (G_OBJECT (self), "key");
  g_object_notify (G_OBJECT (self), "label");
}

/* Where the schema says something else of the new name, another field takes the place. */
static void
replace_renamed (AppField *self)
{
  AppField *object = self->parent;
  g_autoptr (GArray) parts =
      app_field_schema_list_member_parts (&object->schema, object->applying, self->key);
  g_autoptr (AppField) keep = g_object_ref (self);
  g_autoptr (AppField) fresh = NULL;
  guint position;

  if (app_field_schema_has_parts (&self->schema, parts) ||
      !g_list_store_find (object->children, self, &position))
    return;
  fresh = app_field_new_member (object, self->key, parts);
  fresh->extra = TRUE;
  take_name (fresh, self->key);
  app_field_detach (self);
  g_list_store_splice (object->children, position, 1, (gpointer *)&fresh, 1);
}

gboolean
app_field_rename_member (AppField *self, const char *name)
{
  AppField        *object;
  AppForm         *form;
  char            *text;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  object = self->parent;
  if (!self->extra || object == NULL || self->form == NULL || !app_form_is_editable (self->form) ||
      !g_utf8_validate (name, -1, NULL) || find_member (object, name) != NULL)
    return FALSE;
  text = mcp_json_edit_rename_member (app_field_get_value (object), self->key, name);
  if (text == NULL)
    return FALSE;
  from = app_field_dup_pointer (self);
  take_name (self, name);
  to = app_field_dup_pointer (self);
  form = self->form;
  app_form_rename_marks (form, from, to);
  replace_renamed (self);
  app_form_take_text (form, text);
  return TRUE;
}
