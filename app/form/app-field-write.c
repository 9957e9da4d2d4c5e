/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How what a person does to a field gets into the form's text: only its own bytes change. */

#include "app-field-private.h"

#include <string.h>

#include "mcp-json-edit.h"

/* Names of the fields behind @self, which stand behind it in the text too. */
static GHashTable *
list_later (AppField *self)
{
  GHashTable *later = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *children = G_LIST_MODEL (self->parent->children);
  guint       n_children = children != NULL ? g_list_model_get_n_items (children) : 0;
  gboolean    found = FALSE;

  for (guint i = 0; i < n_children; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (found && !child->selector && !child->extra && !child->unused)
        g_hash_table_add (later, child->key);
      found |= child == self;
    }
  return later;
}

/* The place of the first member whose field stands behind @self; the end where there is none. */
static guint
find_place (AppField *self, McpJsonValue object)
{
  g_autoptr (GHashTable) later = list_later (self);
  McpJsonValue name;
  McpJsonIter  iter;

  if (self->extra || self->unused)
    return G_MAXUINT;
  mcp_json_iter_init (&iter, object);
  for (guint i = 0; mcp_json_iter_next (&iter, &name, NULL); i++)
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (g_hash_table_contains (later, key))
        return i;
    }
  return G_MAXUINT;
}

/* @object with the member of @self set to @json, as a whole text of its own document. */
static char *
set_member (AppField *self, McpJsonValue object, const char *json)
{
  McpJsonValue member = mcp_json_value_get_member (object, self->key);

  if (mcp_json_value_exists (member))
    return mcp_json_edit_replace (member, json);
  return mcp_json_edit_insert_member (object, find_place (self, object), self->key, json);
}

static gboolean
write_absent (AppField *self)
{
  g_autoptr (AppField) parent = NULL;
  g_autofree char *key = NULL;
  gboolean         changed = FALSE;

  if (self->parent == NULL || self->position != G_MAXUINT)
    return FALSE;
  /* A field that the schema does not name goes away with its member. */
  parent = g_object_ref (self->parent);
  key = g_strdup (self->key);
  /* A name that stands there twice must not come to light again. */
  while (parent->form != NULL)
    {
      char *text = mcp_json_edit_remove_member (app_field_get_value (parent), key);

      if (text == NULL)
        break;
      app_form_take_text (parent->form, text);
      changed = TRUE;
    }
  return changed;
}

/* The object @text with the members that @from has too. @over: those that are there as well
 * Returns: (transfer full) */
static char *
put_members (char *text, const char *from, gboolean over)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (from, -1, NULL);
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *before = text;
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *json = mcp_json_value_dup_text (value);
      g_autoptr (McpJsonDocument) whole = mcp_json_document_parse_text (before, -1, NULL);
      McpJsonValue object = mcp_json_document_get_root (whole);
      McpJsonValue old = mcp_json_value_get_member (object, key);

      if (!mcp_json_value_exists (old))
        text = mcp_json_edit_insert_member (object, G_MAXUINT, key, json);
      else if (over)
        text = mcp_json_edit_replace (old, json);
      else
        text = g_steal_pointer (&before);
    }
  return text;
}

static char *
dup_initial (AppField *self)
{
  return app_field_schema_dup_initial (&self->schema, FALSE, app_form_hides_presets (self->form));
}

char *
app_field_dup_first_value (AppField *self)
{
  g_autofree char *own = dup_initial (self);

  if (!self->part || self->parent == NULL || self->parent->parent == NULL)
    return g_steal_pointer (&own);
  /* What is around begins first. */
  return put_members (app_field_dup_first_value (self->parent->parent), own, TRUE);
}

/* The member that is written with those that make its form what it is. */
static gboolean
write_into_part (AppField *self, McpJsonValue object, const char *json)
{
  g_autofree char *own = dup_initial (self->parent);
  g_autofree char *text = mcp_json_value_dup_text (object);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  g_autofree char *whole = set_member (self, mcp_json_document_get_root (document), json);

  whole = put_members (g_steal_pointer (&whole), own, FALSE);
  return app_field_write (self->parent, whole);
}

/* The parent has no value that could hold the member: it gets its first one. */
static gboolean
write_with_parent (AppField *self, const char *json)
{
  g_autofree char *first = app_field_dup_first_value (self->parent);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (first, -1, NULL);
  g_autofree char *text = set_member (self, mcp_json_document_get_root (document), json);

  return app_field_write (self->parent, text);
}

/* The array with every place up to @self's filled. */
static gboolean
write_place (AppField *self, const char *json)
{
  McpJsonValue     array = app_field_get_value (self->parent);
  g_autofree char *text = NULL;

  text = mcp_json_value_get_kind (array) == MCP_JSON_ARRAY ? mcp_json_value_dup_text (array)
                                                           : g_strdup ("[]");
  for (guint i = 0; i <= self->position; i++)
    {
      g_autofree char *filling = NULL;
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
      McpJsonValue whole = mcp_json_document_get_root (document);

      if (i < mcp_json_value_get_n_items (whole))
        continue;
      filling = i < self->position
                    ? app_field_schema_dup_placeholder (&self->parent->schema, i)
                    : g_strdup (json);
      g_free (text);
      text = mcp_json_edit_insert_item (whole, G_MAXUINT, filling);
    }
  return app_field_write (self->parent, text);
}

static gboolean
write_here (AppField *self, const char *json)
{
  McpJsonValue value = app_field_get_value (self);
  McpJsonValue object;
  gsize        length = 0;
  const char  *written = mcp_json_value_get_text (value, &length);

  if (self->form == NULL || !app_form_is_editable (self->form))
    return FALSE;
  if (json == NULL)
    return write_absent (self);
  if (written != NULL && strlen (json) == length && memcmp (json, written, length) == 0)
    {
      app_form_take_text (self->form, NULL);
      return TRUE;
    }
  if (mcp_json_value_exists (value))
    {
      app_form_take_text (self->form, mcp_json_edit_replace (value, json));
      return TRUE;
    }
  if (self->parent == NULL || app_field_is_loose_item (self))
    return FALSE;
  if (self->fixed)
    return write_place (self, json);

  object = app_field_get_value (self->parent);
  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return write_with_parent (self, json);
  if (self->parent->part)
    return write_into_part (self, object, json);
  app_form_take_text (self->form, set_member (self, object, json));
  return TRUE;
}

gboolean
app_field_write (AppField *self, const char *json)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean written;

  app_field_hold_variants (self, held);
  written = write_here (app_field_get_place (self), json);
  app_field_release_variants (held);
  return written;
}
