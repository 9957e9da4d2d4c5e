/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person does to a field, and how it gets into the form's text. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-json-patch.h"
#include "mcp-json-writer.h"

/* The place of the first member that the schema names after @self's; the end where there is
 * none. */
static guint
find_place (AppField *self, McpJsonValue object)
{
  g_autoptr (GHashTable) later = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean     found = FALSE;
  McpJsonValue name;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, app_form_schema_get_properties (&self->parent->schema));
  while (mcp_json_iter_next (&iter, &name, NULL))
    {
      if (found)
        g_hash_table_add (later, mcp_json_value_dup_string (name, NULL));
      else
        found = mcp_json_value_string_equals (name, self->key);
    }
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
    return app_json_patch_replace (member, json);
  return app_json_patch_insert_member (object, find_place (self, object), self->key, json);
}

static gboolean
write_absent (AppField *self)
{
  g_autoptr (AppField) parent = NULL;
  g_autofree char *key = NULL;
  gboolean         changed = FALSE;

  if (self->parent == NULL)
    return FALSE;
  /* A field that the schema does not name goes away with its member. */
  parent = g_object_ref (self->parent);
  key = g_strdup (self->key);
  /* A name that stands there twice must not come to light again. */
  while (parent->form != NULL)
    {
      char *text = app_json_patch_remove_member (app_field_get_value (parent), key);

      if (text == NULL)
        break;
      app_form_take_text (parent->form, text);
      changed = TRUE;
    }
  return changed;
}

/* The parent has no value that could hold the member: it gets its first one. */
static gboolean
write_with_parent (AppField *self, const char *json)
{
  g_autofree char *least =
      app_form_schema_dup_initial (&self->parent->schema,
                                   FALSE,
                                   app_form_hides_presets (self->form));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (least, -1, NULL);
  g_autofree char *text = set_member (self, mcp_json_document_get_root (document), json);

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
      app_form_take_text (self->form, app_json_patch_replace (value, json));
      return TRUE;
    }
  if (self->parent == NULL || self->position != G_MAXUINT)
    return FALSE;

  object = app_field_get_value (self->parent);
  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return write_with_parent (self, json);
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

static void
write_draft (AppField *self, const char *text, char *json, char *error)
{
  g_autofree char *written = g_strdup (json);
  g_autofree char *pointer = app_field_dup_pointer (self);
  g_autofree char *before = NULL;
  g_autoptr (AppForm) form = g_object_ref (self->form);
  g_autoptr (AppField) keep = g_object_ref (self);

  app_field_forget_draft (self);
  self->draft = g_strdup (text);
  self->draft_lexeme = json;
  self->draft_error = error;
  before = app_form_set_typing (form, pointer);
  if (!app_field_write (self, written))
    app_field_forget_draft (self);
  g_free (app_form_set_typing (form, before));
}

/* JSON that is one value, without the white space around it; NULL where it is none. */
static char *
dup_value_text (const char *text, McpJsonKind kind, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, error);
  McpJsonValue root;

  if (document == NULL)
    return NULL;
  root = mcp_json_document_get_root (document);
  if (kind != MCP_JSON_NONE && mcp_json_value_get_kind (root) != kind)
    return NULL;
  return mcp_json_value_dup_text (root);
}

static void
type_number (AppField *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char            *json = dup_value_text (stripped, MCP_JSON_NUMBER, NULL);

  write_draft (self,
               text,
               json ? json : mcp_json_quote (text, -1),
               json ? NULL : g_strdup (_ ("Not a number: it would be sent as text")));
}

static void
type_choice (AppField *self, const char *text)
{
  guint n_options = g_list_model_get_n_items (self->options);

  for (guint i = 0; i < n_options; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->options, i);

      if (strcmp (text, app_field_option_get_label (option)) == 0 ||
          strcmp (text, app_field_option_get_lexeme (option)) == 0)
        {
          write_draft (self, text, g_strdup (app_field_option_get_lexeme (option)), NULL);
          return;
        }
    }
  write_draft (self, text, mcp_json_quote (text, -1), NULL);
}

/* Text of a person that begins like JSON and is none is meant to become JSON. */
static gboolean
begins_like_json (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '{' || *text == '[' || *text == '"';
}

static void
type_json (AppField *self, const char *text)
{
  g_autoptr (GError) problem = NULL;
  char *json = dup_value_text (text, MCP_JSON_NONE, &problem);
  char *error = NULL;

  if (json == NULL && begins_like_json (text))
    error = g_strdup_printf (_ ("Not JSON: it would be sent as text. %s"), problem->message);
  write_draft (self, text, json ? json : mcp_json_quote (text, -1), error);
}

void
app_field_set_text (AppField *self, const char *text)
{
  g_autofree char *valid = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  valid = g_utf8_make_valid (text ? text : "", -1);
  if (self->form == NULL || strcmp (valid, self->text) == 0)
    return;
  if (valid[0] == '\0')
    {
      if (app_field_get_place (self)->position == G_MAXUINT)
        app_field_clear (self);
      else
        write_draft (self, valid, g_strdup ("\"\""), NULL);
      return;
    }

  switch (self->schema.kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      write_draft (self, valid, mcp_json_quote (valid, -1), NULL);
      break;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      type_number (self, valid);
      break;
    case APP_FIELD_ENUM:
    case APP_FIELD_CONST:
      type_choice (self, valid);
      break;
    case APP_FIELD_VARIANT:
      write_draft (self, valid, app_field_dup_variant_text (self, valid), NULL);
      break;
    case APP_FIELD_BOOLEAN:
    case APP_FIELD_ARRAY:
    case APP_FIELD_OBJECT:
    case APP_FIELD_JSON:
    default:
      type_json (self, valid);
      break;
    }
}

gboolean
app_field_set_lexeme (AppField *self, const char *lexeme)
{
  g_autofree char *json = NULL;

  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  g_return_val_if_fail (lexeme != NULL, FALSE);

  json = dup_value_text (lexeme, MCP_JSON_NONE, NULL);
  if (json == NULL)
    return FALSE;
  app_field_forget_draft (self);
  return app_field_write (self, json);
}

void
app_field_clear (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  if (self->form == NULL || !app_form_is_editable (self->form))
    return;
  app_field_forget_draft (self);
  if (self->branch && self->parent != NULL)
    app_field_clear (self->parent);
  else if (self->parent == NULL)
    app_field_write (self, "{}");
  else if (self->position == G_MAXUINT)
    app_field_write (self, NULL);
  else
    {
      AppField *array = self->parent;
      guint     position = self->position;
      char     *text = app_json_patch_remove_item (app_field_get_value (array), position);

      if (text == NULL)
        return;
      g_object_ref (self);
      g_list_store_remove (array->children, position);
      app_form_move_marks (self->form, array, position, G_MAXUINT);
      app_form_take_text (self->form, text);
      app_field_detach (self);
      g_object_unref (self);
    }
}

void
app_field_set_null (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  app_field_forget_draft (self);
  if (self->parent != NULL)
    app_field_write (self, "null");
}

void
app_field_set_empty (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  if (self->schema.kind == APP_FIELD_OBJECT && self->form != NULL)
    json = app_form_schema_dup_initial (&self->schema, FALSE, app_form_hides_presets (self->form));
  app_field_forget_draft (self);
  app_field_write (self,
                   json != NULL                           ? json
                   : self->schema.kind == APP_FIELD_ARRAY ? "[]"
                                                          : "\"\"");
}

void
app_field_use_default (AppField *self)
{
  McpJsonValue     value;
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  value = app_form_schema_get_annotation (&self->schema, "default");
  json = mcp_json_value_dup_text (value);
  if (json == NULL)
    return;
  app_field_forget_draft (self);
  app_field_write (self, json);
}

void
app_field_set_active (AppField *self, gboolean active)
{
  g_return_if_fail (APP_IS_FIELD (self));

  if (self->presence == APP_PRESENCE_VALUE && self->active == !!active &&
      g_strcmp0 (self->lexeme, active ? "true" : "false") == 0)
    return;
  app_field_forget_draft (self);
  app_field_write (self, active ? "true" : "false");
}

void
app_field_set_selected (AppField *self, guint selected)
{
  g_autoptr (AppFieldOption) option = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  if (self->options == NULL || selected == self->selected)
    return;
  if (self->variant != NULL)
    {
      app_field_select_branch (self, selected);
      return;
    }
  if (selected == G_MAXUINT)
    {
      if (app_field_get_place (self)->position == G_MAXUINT)
        app_field_clear (self);
      return;
    }
  option = g_list_model_get_item (self->options, selected);
  if (option == NULL)
    return;
  app_field_forget_draft (self);
  app_field_write (self, app_field_option_get_lexeme (option));
}
