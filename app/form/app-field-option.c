/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-option.h"

#include <string.h>

#include "mcp-property.h"

G_DEFINE_FINAL_TYPE (AppFieldOption, app_field_option, G_TYPE_OBJECT)

static void
app_field_option_finalize (GObject *object)
{
  AppFieldOption *self = APP_FIELD_OPTION (object);

  g_free (self->label);
  g_free (self->description);
  g_free (self->lexeme);
  G_OBJECT_CLASS (app_field_option_parent_class)->finalize (object);
}

static void
app_field_option_class_init (AppFieldOptionClass *klass)
{
  static const McpProperty rows[] = {
    { 0 },
    { "label", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppFieldOption, label) },
  };
  static GParamSpec *properties[G_N_ELEMENTS (rows)];

  G_OBJECT_CLASS (klass)->finalize = app_field_option_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, G_N_ELEMENTS (rows));
}

static void
app_field_option_init (AppFieldOption *self)
{
}

AppFieldOption *
app_field_option_new (const char *label, const char *description, const char *lexeme)
{
  AppFieldOption *self = g_object_new (APP_TYPE_FIELD_OPTION, NULL);

  self->label = g_utf8_make_valid (label, -1);
  self->description = g_strdup (description);
  self->lexeme = g_strdup (lexeme);
  return self;
}

gboolean
app_field_option_is_value (const char *lexeme, McpJsonValue value)
{
  g_autoptr (McpJsonDocument) document = NULL;
  gsize       length = 0;
  const char *written = mcp_json_value_get_text (value, &length);

  if (written != NULL && strlen (lexeme) == length && memcmp (lexeme, written, length) == 0)
    return TRUE;
  /* The same value may be spelled in another way. */
  document = mcp_json_document_parse_text (lexeme, -1, NULL);
  return document != NULL && mcp_json_value_equal (mcp_json_document_get_root (document), value);
}
