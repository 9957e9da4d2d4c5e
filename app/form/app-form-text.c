/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The form's text: parsed, told to the fields, shown on one line. */

#include "app-form-private.h"

#include <string.h>

#include "mcp-json-writer.h"

/* What the history calls the JSON view; no field's pointer is like it. */
#define JSON_VIEW "json"

/* A field that changes another field while it is being told of a change may do so this often. */
#define MAX_REFRESHES 16u

/* The beginning of a JSON text on one line: white space between its tokens left out. */
static char *
dup_beginning (const char *text)
{
  GString *line = g_string_new (NULL);
  gboolean string = FALSE;
  guint    characters = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (!string && strchr (" \t\r\n", *p) != NULL)
        continue;
      if (((guint8)*p & 0xc0) != 0x80 && ++characters > APP_FORM_WILL_SEND_CHARACTERS)
        {
          g_string_append (line, "…");
          break;
        }
      g_string_append_c (line, *p);
      if (string && *p == '\\' && p[1] != '\0')
        g_string_append_c (line, *++p);
      else if (*p == '"')
        string = !string;
    }
  return g_string_free (line, FALSE);
}

static char *
dup_will_send (AppForm *self)
{
  g_autofree char *text = app_form_dup_shown_text (self);

  return dup_beginning (text);
}

static void
set_string (AppForm *self, char **place, char *text, const char *property)
{
  if (g_strcmp0 (*place, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*place);
  *place = text;
  g_object_notify (G_OBJECT (self), property);
}

/* Tells the fields, again where one of them changed the value while it was told. */
void
app_form_refresh (AppForm *self)
{
  g_autoptr (AppForm) keep = g_object_ref (self);
  guint generation;
  guint rounds = 0;

  self->generation++;
  if (self->refreshing)
    return;
  self->refreshing = TRUE;
  do
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_ref (self->document);
      g_autoptr (GString) pointer = g_string_new (NULL);

      generation = self->generation;
      app_form_keep_marks (self);
      app_form_find_problems (self);
      app_field_refresh (self->root, mcp_json_document_get_root (document), pointer);
      set_string (self, &self->will_send, dup_will_send (self), "will-send");
    }
  while (generation != self->generation && ++rounds < MAX_REFRESHES);
  self->refreshing = FALSE;
  app_form_order_problems (self);
  g_object_notify (G_OBJECT (self), "modified");
  app_form_changed (self);
}

static void
notify_history (AppForm *self, gboolean could_undo, gboolean could_redo)
{
  if (could_undo != app_form_history_can_undo (self->history))
    g_object_notify (G_OBJECT (self), "can-undo");
  if (could_redo != app_form_history_can_redo (self->history))
    g_object_notify (G_OBJECT (self), "can-redo");
}

/* Parses @text and tells the fields. @text: (transfer full) */
static gboolean
show_text (AppForm *self, char *text)
{
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse_text (text, -1, &error);
  gboolean         was_valid = self->text_error == NULL;

  if (document != NULL)
    {
      g_clear_pointer (&self->document, mcp_json_document_unref);
      self->document = document;
    }
  set_string (self, &self->text_error, error ? g_strdup (error->message) : NULL, "text-error");
  set_string (self, &self->text, text, "text");
  if (was_valid != (document != NULL))
    g_object_notify (G_OBJECT (self), "text-valid");
  app_form_refresh (self);
  return document != NULL;
}

gboolean
app_form_put_text (AppForm *self, char *text)
{
  gboolean could_undo = app_form_history_can_undo (self->history);
  gboolean could_redo = app_form_history_can_redo (self->history);
  gboolean valid;

  if (self->text != NULL && strcmp (self->text, text) != 0)
    app_form_history_add (self->history, self->text, text, self->typing);
  valid = show_text (self, text);
  notify_history (self, could_undo, could_redo);
  return valid;
}

gboolean
app_form_undo (AppForm *self)
{
  char *text;

  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  text = app_form_history_undo (self->history, self->text);
  if (text == NULL)
    return FALSE;
  app_form_recall_marks (self, text);
  show_text (self, text);
  g_object_notify (G_OBJECT (self), "can-undo");
  g_object_notify (G_OBJECT (self), "can-redo");
  return TRUE;
}

gboolean
app_form_redo (AppForm *self)
{
  char *text;

  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  text = app_form_history_redo (self->history, self->text);
  if (text == NULL)
    return FALSE;
  app_form_recall_marks (self, text);
  show_text (self, text);
  g_object_notify (G_OBJECT (self), "can-undo");
  g_object_notify (G_OBJECT (self), "can-redo");
  return TRUE;
}

gboolean
app_form_can_undo (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return app_form_history_can_undo (self->history);
}

gboolean
app_form_can_redo (AppForm *self)
{
  g_return_val_if_fail (APP_IS_FORM (self), FALSE);
  return app_form_history_can_redo (self->history);
}

void
app_form_forget_history (AppForm *self)
{
  gboolean could_undo;
  gboolean could_redo;

  g_return_if_fail (APP_IS_FORM (self));

  could_undo = app_form_history_can_undo (self->history);
  could_redo = app_form_history_can_redo (self->history);
  app_form_history_free (self->history);
  self->history = app_form_history_new ();
  notify_history (self, could_undo, could_redo);
}

char *
app_form_set_typing (AppForm *self, const char *place)
{
  char *before = self->typing;

  self->typing = g_strdup (place);
  return before;
}

void
app_form_take_text (AppForm *self, char *text)
{
  if (text == NULL)
    app_form_refresh (self);
  else
    app_form_put_text (self, text);
}

gboolean
app_form_set_json (AppForm *self, const char *text)
{
  g_autofree char *before = NULL;
  gboolean         valid;

  g_return_val_if_fail (APP_IS_FORM (self), FALSE);

  if (text == NULL)
    text = "";
  if (strcmp (text, self->text) == 0)
    return self->text_error == NULL;
  before = app_form_set_typing (self, JSON_VIEW);
  valid = app_form_put_text (self, g_strdup (text));
  g_free (app_form_set_typing (self, before));
  return valid;
}

void
app_form_format_json (AppForm *self)
{
  g_return_if_fail (APP_IS_FORM (self));

  if (self->text_error == NULL)
    app_form_put_text (self, mcp_json_value_print_pretty (app_form_get_value (self), 2));
}

void
app_form_discard_draft (AppForm *self)
{
  gsize       length = 0;
  const char *text;

  g_return_if_fail (APP_IS_FORM (self));

  text = g_bytes_get_data (mcp_json_document_get_bytes (self->document), &length);
  if (self->text_error != NULL)
    app_form_put_text (self, g_strndup (text, length));
}
