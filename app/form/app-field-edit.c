/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person does to a field. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-json-writer.h"

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
      if (!app_field_is_loose_item (app_field_get_place (self)))
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

  /* What stands at the place of an object cannot make it something else. */
  json = dup_value_text (lexeme, self->selector || self->part ? MCP_JSON_OBJECT : MCP_JSON_NONE,
                         NULL);
  if (json == NULL)
    return FALSE;
  app_field_forget_draft (self);
  return app_field_write (self, json);
}

/* A loose item goes away; a place of a tuple stays, empty where it is the last that is there. */
static void
clear_item (AppField *self)
{
  AppField    *array = self->parent;
  McpJsonValue value = app_field_get_value (array);
  guint        n_values = mcp_json_value_get_n_items (value);
  char        *text;

  if (self->fixed && self->position + 1 < n_values)
    {
      app_field_write (self, "null");
      return;
    }
  text = mcp_json_edit_remove_item (value, self->position);
  if (text == NULL)
    return;
  if (self->fixed)
    {
      app_form_take_text (self->form, text);
      return;
    }
  g_object_ref (self);
  g_list_store_remove (array->children, self->position);
  app_form_move_marks (self->form, array, self->position, G_MAXUINT);
  app_form_take_text (self->form, text);
  app_field_detach (self);
  g_object_unref (self);
}

void
app_field_clear (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  if (self->form == NULL || !app_form_is_editable (self->form))
    return;
  app_field_forget_draft (self);
  if (self->selector)
    app_field_clear_selector (self);
  else if (self->branch && self->parent != NULL)
    app_field_clear (self->parent);
  else if (self->parent == NULL)
    app_field_write (self, "{}");
  else if (self->position == G_MAXUINT)
    app_field_write (self, NULL);
  else
    clear_item (self);
}

void
app_field_set_null (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  app_field_forget_draft (self);
  if (self->parent != NULL && !self->selector && !self->part)
    app_field_write (self, "null");
}

void
app_field_set_empty (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  if (self->form == NULL || self->selector || self->part)
    return;
  if (self->schema.kind == APP_FIELD_OBJECT)
    json = app_field_dup_first_value (self);
  else if (self->schema.kind == APP_FIELD_ARRAY)
    json = app_field_schema_dup_least (&self->schema);
  app_field_forget_draft (self);
  app_field_write (self, json != NULL ? json : "\"\"");
}

void
app_field_use_default (AppField *self)
{
  McpJsonValue     value;
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  value = app_field_schema_get_annotation (&self->schema, "default");
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
      if (!app_field_is_loose_item (app_field_get_place (self)))
        app_field_clear (self);
      return;
    }
  option = g_list_model_get_item (self->options, selected);
  if (option == NULL)
    return;
  app_field_forget_draft (self);
  app_field_write (self, app_field_option_get_lexeme (option));
}
