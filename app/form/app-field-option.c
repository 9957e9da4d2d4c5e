/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-option.h"

#include <string.h>

struct _AppFieldOption
{
  GObject parent_instance;

  char *label;
  char *description;
  char *lexeme;
};

enum {
  PROP_LABEL = 1,
};

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
app_field_option_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppFieldOption *self = APP_FIELD_OPTION (object);

  switch (id)
    {
    case PROP_LABEL:
      g_value_set_string (value, self->label);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_field_option_class_init (AppFieldOptionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_field_option_finalize;
  object_class->get_property = app_field_option_get_property;

  g_object_class_install_property (
      object_class, PROP_LABEL,
      g_param_spec_string ("label", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
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

const char *
app_field_option_get_label (AppFieldOption *self)
{
  g_return_val_if_fail (APP_IS_FIELD_OPTION (self), NULL);
  return self->label;
}

const char *
app_field_option_get_description (AppFieldOption *self)
{
  g_return_val_if_fail (APP_IS_FIELD_OPTION (self), NULL);
  return self->description;
}

const char *
app_field_option_get_lexeme (AppFieldOption *self)
{
  g_return_val_if_fail (APP_IS_FIELD_OPTION (self), NULL);
  return self->lexeme;
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
