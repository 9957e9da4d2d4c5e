/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-overlay-field.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

/* The rows of a list that a person reads; the whole is in the schema. */
#define MAX_OWN_BYTES (64u * 1024u)

struct _AppOverlayField
{
  GObject parent_instance;

  AppOverlayKind kind;
  char          *pointer;
  char          *place;
  gboolean       is_text; /* values are texts, and written without quotes */
  char          *own;
  char          *text;
  char          *json;    /* (nullable) */
  char          *problem; /* (nullable): of the text alone */
  gboolean       odd;
};

enum {
  PROP_0,
  PROP_TEXT,
  PROP_CHANGED,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppOverlayField, app_overlay_field, G_TYPE_OBJECT)

static const char *const members[] = {
  [APP_OVERLAY_DESCRIPTION] = "description",
  [APP_OVERLAY_VALUES] = "enum",
  [APP_OVERLAY_DEFAULT] = "default",
};

MCP_DEFINE_FINALIZE (AppOverlayField, app_overlay_field)
{
  g_free (self->pointer);
  g_free (self->place);
  g_free (self->own);
  g_free (self->text);
  g_free (self->json);
  g_free (self->problem);
}

MCP_DEFINE_CLASS (AppOverlayField, app_overlay_field)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, G_CALLBACK (app_overlay_field_get_text),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (app_overlay_field_set_text) },
    [PROP_CHANGED] = { "changed", G_TYPE_BOOLEAN, G_CALLBACK (app_overlay_field_is_changed) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, G_CALLBACK (app_overlay_field_get_problem) },
  };

  object_class->finalize = app_overlay_field_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

/* From a value to its text, and back */

static char *
dup_plain (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);

  /* A NUL ends a text that a person edits; then it is left as JSON. */
  return text != NULL && strlen (text) > 0 ? g_steal_pointer (&text) : NULL;
}

/* Returns: (transfer full) */
static char *
write_text (AppOverlayField *self, McpJsonValue value)
{
  g_autofree char *text = NULL;

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING &&
      (self->is_text || self->kind == APP_OVERLAY_DESCRIPTION))
    text = dup_plain (value);
  if (text == NULL && mcp_json_value_exists (value))
    text = self->kind == APP_OVERLAY_DESCRIPTION &&
                   mcp_json_value_string_equals (value, "")
               ? g_strdup ("")
               : mcp_json_value_print_compact (value);
  return text != NULL ? g_steal_pointer (&text) : g_strdup ("");
}

static char *
quote (const char *text)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_string (writer, text);
  return mcp_json_writer_finish_text (writer);
}

/* One value a line; those that are JSON of their own are that, but for texts. */
static char *
read_lines (AppOverlayField *self, const char *text)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (McpJsonDocument) document = NULL;

      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!self->is_text)
        document = mcp_json_document_parse_text (lines[i], -1, NULL);
      if (document != NULL)
        mcp_json_writer_value (writer, mcp_json_document_get_root (document));
      else
        mcp_json_writer_string (writer, lines[i]);
    }
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable): JSON text; %NULL where it is none */
static char *
read_text (AppOverlayField *self, const char *text)
{
  McpJsonValue root = MCP_JSON_NO_VALUE;

  if (self->kind == APP_OVERLAY_DESCRIPTION)
    return quote (text);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (document != NULL)
    root = mcp_json_document_get_root (document);
  if (self->kind == APP_OVERLAY_VALUES)
    return mcp_json_value_get_kind (root) == MCP_JSON_ARRAY ? mcp_json_value_print_compact (root)
                                                            : read_lines (self, text);
  if (self->is_text && mcp_json_value_get_kind (root) != MCP_JSON_STRING)
    return quote (text);
  return document != NULL ? mcp_json_value_print_compact (root) : NULL;
}

static const char *
find_problem (AppOverlayField *self, const char *json)
{
  if (json == NULL)
    return _ ("Write it as JSON: a text in quotes, a number, true, false, null, a list or an "
              "object.");
  if (self->kind == APP_OVERLAY_VALUES && g_str_equal (json, "[]"))
    return _ ("There is no value left: the model could not give this argument.");
  return NULL;
}

/* What is told */

static void
set (AppOverlayField *self, const char *text, const char *json, const char *problem)
{
  GObject *object = G_OBJECT (self);

  g_object_freeze_notify (object);
  if (g_strcmp0 (self->text, text) != 0)
    {
      g_free (self->text);
      self->text = g_strdup (text);
      g_object_notify_by_pspec (object, properties[PROP_TEXT]);
    }
  if (g_strcmp0 (self->json, json) != 0 || g_strcmp0 (self->problem, problem) != 0)
    {
      g_free (self->json);
      self->json = g_strdup (json);
      g_free (self->problem);
      self->problem = g_strdup (problem);
      g_object_notify_by_pspec (object, properties[PROP_CHANGED]);
      g_object_notify_by_pspec (object, properties[PROP_PROBLEM]);
    }
  g_object_thaw_notify (object);
}

void
app_overlay_field_set_text (AppOverlayField *self, const char *text)
{
  g_return_if_fail (APP_IS_OVERLAY_FIELD (self));
  g_return_if_fail (text != NULL);

  /* An overlay cannot take away what a server says, but for the words of a description. */
  if (g_str_equal (text, self->own) ||
      (*text == '\0' && self->kind != APP_OVERLAY_DESCRIPTION))
    {
      set (self, text, NULL, NULL);
      return;
    }
  g_autofree char *json = read_text (self, text);
  const char      *problem = find_problem (self, json);
  set (self, text, problem == NULL ? json : NULL, problem);
}

void
app_overlay_field_load (AppOverlayField *self, McpJsonValue value)
{
  g_return_if_fail (APP_IS_OVERLAY_FIELD (self));

  if (!mcp_json_value_exists (value))
    {
      app_overlay_field_reset (self);
      return;
    }
  g_autofree char *text = write_text (self, value);
  g_autofree char *json = mcp_json_value_print_compact (value);
  set (self, text, json, find_problem (self, json));
}

void
app_overlay_field_reset (AppOverlayField *self)
{
  g_return_if_fail (APP_IS_OVERLAY_FIELD (self));
  set (self, self->own, NULL, NULL);
}

void
app_overlay_field_set_odd (AppOverlayField *self, gboolean odd)
{
  g_return_if_fail (APP_IS_OVERLAY_FIELD (self));

  if (self->odd == odd)
    return;
  self->odd = odd;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

AppOverlayField *
app_overlay_field_new (AppOverlayKind kind,
                       const char    *pointer,
                       const char    *place,
                       McpJsonValue   schema)
{
  AppOverlayField *self = g_object_new (APP_TYPE_OVERLAY_FIELD, NULL);
  McpJsonValue     type = mcp_json_value_get_member (schema, "type");
  McpJsonValue     own = mcp_json_value_get_member (schema, members[kind]);

  self->kind = kind;
  self->pointer = g_strdup (pointer);
  self->place = g_strdup (place);
  self->is_text = mcp_json_value_string_equals (type, "string");
  self->own = write_text (self, own);
  if (strlen (self->own) > MAX_OWN_BYTES)
    *g_utf8_find_prev_char (self->own, self->own + MAX_OWN_BYTES) = '\0';
  self->text = g_strdup (self->own);
  return self;
}

/* What is known of it */

MCP_DEFINE_GETTER (AppOverlayKind, AppOverlayField, app_overlay_field, kind)

MCP_DEFINE_GETTER (const char *, AppOverlayField, app_overlay_field, pointer)
MCP_DEFINE_GETTER (const char *, AppOverlayField, app_overlay_field, place)
MCP_DEFINE_GETTER (const char *, AppOverlayField, app_overlay_field, own)

const char *
app_overlay_field_get_member (AppOverlayField *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_FIELD (self), NULL);
  return members[self->kind];
}

MCP_DEFINE_GETTER (const char *, AppOverlayField, app_overlay_field, text)

gboolean
app_overlay_field_is_changed (AppOverlayField *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_FIELD (self), FALSE);
  return self->json != NULL || self->problem != NULL;
}

const char *
app_overlay_field_get_problem (AppOverlayField *self)
{
  g_return_val_if_fail (APP_IS_OVERLAY_FIELD (self), NULL);

  if (self->problem == NULL && self->odd)
    return _ ("The default is none of the values.");
  return self->problem;
}

MCP_DEFINE_GETTER (const char *, AppOverlayField, app_overlay_field, json)
