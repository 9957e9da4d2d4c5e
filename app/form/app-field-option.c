/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-field-option.h"

struct _AppFieldOption
{
  GObject parent_instance;

  char *label;
  char *description;
  char *lexeme;
};

enum {
  PROP_LABEL = 1,
  PROP_DESCRIPTION,
  PROP_LEXEME,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

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
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->description);
      break;
    case PROP_LEXEME:
      g_value_set_string (value, self->lexeme);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_field_option_class_init (AppFieldOptionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = app_field_option_finalize;
  object_class->get_property = app_field_option_get_property;

  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, NULL, flags);
  properties[PROP_LEXEME] = g_param_spec_string ("lexeme", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
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
