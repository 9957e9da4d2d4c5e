/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-text-line.h"

#include <string.h>

#include "app-visible-text.h"

struct _AppTextLine
{
  GObject parent_instance;

  char    *text;
  guint    number;
  gboolean continued;
};

enum {
  PROP_TEXT = 1,
  PROP_NUMBER,
  PROP_CONTINUED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppTextLine, app_text_line, G_TYPE_OBJECT)

static void
app_text_line_finalize (GObject *object)
{
  AppTextLine *self = APP_TEXT_LINE (object);

  g_free (self->text);
  G_OBJECT_CLASS (app_text_line_parent_class)->finalize (object);
}

static void
app_text_line_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppTextLine *self = APP_TEXT_LINE (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_NUMBER:
      g_value_set_uint (value, self->number);
      break;
    case PROP_CONTINUED:
      g_value_set_boolean (value, self->continued);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_text_line_class_init (AppTextLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = app_text_line_finalize;
  object_class->get_property = app_text_line_get_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  properties[PROP_NUMBER] = g_param_spec_uint ("number", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CONTINUED] = g_param_spec_boolean ("continued", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_text_line_init (AppTextLine *self)
{
}

AppTextLine *
app_text_line_new (const char *text, gsize length, guint number, gboolean continued)
{
  AppTextLine *self = g_object_new (APP_TYPE_TEXT_LINE, NULL);
  g_autoptr (GString) line = g_string_sized_new (length + 1);

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\0')
        g_string_append (line, "␀");
      else
        g_string_append_c (line, text[i]);
    }
  self->text = app_visible_text_block (line->str, 0);
  self->number = number;
  self->continued = continued;
  return self;
}

const char *
app_text_line_get_text (AppTextLine *self)
{
  g_return_val_if_fail (APP_IS_TEXT_LINE (self), NULL);
  return self->text;
}

guint
app_text_line_get_number (AppTextLine *self)
{
  g_return_val_if_fail (APP_IS_TEXT_LINE (self), 0);
  return self->number;
}

gboolean
app_text_line_is_continued (AppTextLine *self)
{
  g_return_val_if_fail (APP_IS_TEXT_LINE (self), FALSE);
  return self->continued;
}
