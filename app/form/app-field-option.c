/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-option.h"

#include "mcp-object.h"
#include "mcp-property.h"

MCP_DEFINE_ZEROED_TYPE (AppFieldOption, app_field_option, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppFieldOption, app_field_option)
{
  g_free (self->label);
  g_free (self->description);
  g_free (self->lexeme);
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

AppFieldOption *
app_field_option_new (const char *label, const char *description, const char *lexeme)
{
  AppFieldOption *self = g_object_new (APP_TYPE_FIELD_OPTION, NULL);

  self->label = g_utf8_make_valid (label, -1);
  self->description = g_strdup (description);
  self->lexeme = g_strdup (lexeme);
  return self;
}
