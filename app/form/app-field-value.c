/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-value.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* A collapsed value on one line. */
#define SUMMARY_CHARACTERS 80u

void
app_field_value_init (AppFieldValue *self)
{
  *self = (AppFieldValue){ .state = { .exact = TRUE,
                                      .selected = G_MAXUINT,
                                      .summary = g_strdup ("") },
                           .text = g_strdup ("") };
}

void
app_field_value_clear (AppFieldValue *self)
{
  g_free (self->lexeme);
  g_free (self->text);
  g_free (self->state.summary);
  app_field_value_forget_draft (self);
}

void
app_field_value_forget_draft (AppFieldValue *self)
{
  g_clear_pointer (&self->draft, g_free);
  g_clear_pointer (&self->draft_lexeme, g_free);
  g_clear_pointer (&self->draft_error, g_free);
}

void
app_field_value_set_draft (AppFieldValue *self, const char *text, char *json, char *error)
{
  app_field_value_forget_draft (self);
  self->draft = g_strdup (text);
  self->draft_lexeme = json;
  self->draft_error = error;
}

/* A string for an entry: what an entry cannot hold is replaced by a mark. */
static char *
dup_entry_text (McpJsonValue value, gboolean *exact)
{
  gsize       length = 0;
  gsize       written_length = 0;
  const char *written = mcp_json_value_get_text (value, &written_length);
  char       *text = mcp_json_value_dup_string (value, &length);

  if (strlen (text) == length)
    {
      *exact = strstr (text, "\357\277\275") == NULL ||
               (g_strstr_len (written, (gssize)written_length, "\\ud") == NULL &&
                g_strstr_len (written, (gssize)written_length, "\\uD") == NULL);
      return text;
    }
  *exact = FALSE;
  GString *marked = g_string_sized_new (length);
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\0')
        g_string_append (marked, "␀");
      else
        g_string_append_c (marked, text[i]);
    }
  g_free (text);
  return g_string_free (marked, FALSE);
}

static char *
dup_text (AppFieldValue *self, McpJsonValue value, AppFieldKind kind)
{
  self->state.exact = TRUE;
  if (self->draft != NULL)
    return g_strdup (self->draft);
  if (mcp_json_value_get_kind (value) == MCP_JSON_NONE ||
      mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return g_strdup ("");
  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING &&
      (kind == APP_FIELD_STRING || kind == APP_FIELD_TEXT))
    return dup_entry_text (value, &self->state.exact);
  return g_strdup (self->lexeme);
}

static char *
dup_summary (const AppFieldValue *self, McpJsonValue value, gboolean secret)
{
  guint count = mcp_json_value_get_n_items (value);

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      return g_strdup ("");
    case MCP_JSON_ARRAY:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u item", "%'u items", count), count);
    case MCP_JSON_OBJECT:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u property",
                                           "%'u properties", count),
                              count);
    case MCP_JSON_NULL:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NUMBER:
    case MCP_JSON_STRING:
    default:
      if (secret)
        return g_strdup ("••••");
      return app_visible_text_line (self->lexeme, SUMMARY_CHARACTERS);
    }
}

/* The text of a group is long, changes with every part of it, and is seldom asked for. */
static gboolean
is_group (McpJsonValue value, AppFieldKind kind)
{
  McpJsonKind is = mcp_json_value_get_kind (value);

  return (kind == APP_FIELD_OBJECT || kind == APP_FIELD_ARRAY) &&
         (is == MCP_JSON_OBJECT || is == MCP_JSON_ARRAY);
}

/* Puts @fresh, which is (transfer full), in the place of a text. Returns: @bit where it differs */
static guint
take_text (char **place, char *fresh, guint bit)
{
  guint change = g_strcmp0 (*place, fresh) != 0 ? bit : 0;

  g_free (*place);
  *place = fresh;
  return change;
}

static gboolean
is_as_before (const AppFieldValue *self, McpJsonValue value)
{
  gsize       length = 0;
  const char *written = mcp_json_value_get_text (value, &length);

  if (self->draft != NULL && g_strcmp0 (self->text, self->draft) != 0)
    return FALSE;
  if (written == NULL)
    return self->state.presence == APP_PRESENCE_ABSENT;
  return self->lexeme != NULL && strlen (self->lexeme) == length &&
         memcmp (self->lexeme, written, length) == 0;
}

guint
app_field_value_read (AppFieldValue *self, McpJsonValue value, AppFieldKind kind, gboolean secret)
{
  McpJsonKind      is = mcp_json_value_get_kind (value);
  AppFieldPresence presence = is == MCP_JSON_NONE   ? APP_PRESENCE_ABSENT
                              : is == MCP_JSON_NULL ? APP_PRESENCE_NULL
                                                    : APP_PRESENCE_VALUE;
  guint            changes = APP_FIELD_VALUE_READ;

  if (is_as_before (self, value))
    return 0;
  g_clear_pointer (&self->lexeme, g_free);
  if (self->draft != NULL || !is_group (value, kind))
    self->lexeme = mcp_json_value_dup_text (value);
  if (g_strcmp0 (self->draft_lexeme, self->lexeme) != 0)
    app_field_value_forget_draft (self);

  if (self->draft == NULL && is_group (value, kind))
    {
      g_clear_pointer (&self->text, g_free);
      g_clear_pointer (&self->lexeme, g_free);
      self->state.exact = TRUE;
      changes |= APP_FIELD_VALUE_TEXT;
    }
  else
    changes |= take_text (&self->text, dup_text (self, value, kind), APP_FIELD_VALUE_TEXT);
  if (presence != self->state.presence)
    changes |= APP_FIELD_VALUE_PRESENCE;
  self->state.presence = presence;
  if (self->state.active != mcp_json_value_get_boolean (value, FALSE))
    changes |= APP_FIELD_VALUE_ACTIVE;
  self->state.active = mcp_json_value_get_boolean (value, FALSE);
  return changes | take_text (&self->state.summary, dup_summary (self, value, secret),
                              APP_FIELD_VALUE_SUMMARY);
}

const char *
app_field_value_get_text (AppFieldValue *self, McpJsonValue value)
{
  if (self->text == NULL)
    self->text = mcp_json_value_exists (value) ? mcp_json_value_dup_text (value) : g_strdup ("");
  return self->text;
}

/* What typed text means */

char *
app_field_value_dup_json (const char *text, McpJsonKind kind, GError **error)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, error);

  if (document == NULL)
    return NULL;
  McpJsonValue root = mcp_json_document_get_root (document);
  if (kind != MCP_JSON_NONE && mcp_json_value_get_kind (root) != kind)
    return NULL;
  return mcp_json_value_dup_text (root);
}

/* Text of a person that begins like JSON and is none is meant to become JSON. */
static gboolean
begins_like_json (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '{' || *text == '[' || *text == '"';
}

static char *
type_number (const char *text, char **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char            *json = app_field_value_dup_json (stripped, MCP_JSON_NUMBER, NULL);

  if (json == NULL)
    *error = g_strdup (_ ("Not a number; sent as a string"));
  return json;
}

static char *
type_choice (const char *text, GListModel *options)
{
  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

      if (strcmp (text, option->label) == 0 ||
          strcmp (text, option->lexeme) == 0)
        return g_strdup (option->lexeme);
    }
  return NULL;
}

static char *
type_json (const char *text, char **error)
{
  g_autoptr (GError) problem = NULL;
  char *json = app_field_value_dup_json (text, MCP_JSON_NONE, &problem);

  if (json == NULL && begins_like_json (text))
    *error = g_strdup_printf (_ ("Invalid JSON, sent as a string: %s"), problem->message);
  return json;
}

char *
app_field_value_type (const char *text, AppFieldKind kind, GListModel *options, char **error)
{
  char *json = NULL;

  *error = NULL;
  switch (kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      break;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      json = type_number (text, error);
      break;
    case APP_FIELD_ENUM:
    case APP_FIELD_CONST:
      json = type_choice (text, options);
      break;
    default:
      json = type_json (text, error);
      break;
    }
  return json != NULL ? json : mcp_json_quote (text, -1);
}

gboolean
app_field_value_has_lexeme (McpJsonValue value, const char *lexeme)
{
  gsize       length = 0;
  const char *written = mcp_json_value_get_text (value, &length);

  if (written != NULL && strlen (lexeme) == length && memcmp (lexeme, written, length) == 0)
    return TRUE;
  /* The same value may be spelled in another way. */
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (lexeme, -1, NULL);
  return document != NULL && mcp_json_value_equal (mcp_json_document_get_root (document), value);
}
