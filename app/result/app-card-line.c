/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-line.h"

#include "app-visible-text.h"

struct _AppCardLine
{
  GObject parent_instance;

  char          *text;
  AppCardMarker *marker;
};

enum {
  PROP_TEXT = 1,
  PROP_MARKER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppCardLine, app_card_line, G_TYPE_OBJECT)

static void
app_card_line_finalize (GObject *object)
{
  AppCardLine *self = APP_CARD_LINE (object);

  g_free (self->text);
  g_clear_object (&self->marker);
  G_OBJECT_CLASS (app_card_line_parent_class)->finalize (object);
}

static void
app_card_line_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppCardLine *self = APP_CARD_LINE (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_MARKER:
      g_value_set_object (value, self->marker);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_card_line_class_init (AppCardLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = app_card_line_finalize;
  object_class->get_property = app_card_line_get_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  properties[PROP_MARKER] =
      g_param_spec_object ("marker", NULL, NULL, APP_TYPE_CARD_MARKER, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_card_line_init (AppCardLine *self)
{
}

AppCardLine *
app_card_line_new (const char *text, gsize length, AppCardMarker *marker)
{
  AppCardLine     *self = g_object_new (APP_TYPE_CARD_LINE, NULL);
  g_autofree char *line = g_strndup (text, length);

  self->text = app_visible_text_line (line, 0);
  self->marker = marker ? g_object_ref (marker) : NULL;
  return self;
}

const char *
app_card_line_get_text (AppCardLine *self)
{
  g_return_val_if_fail (APP_IS_CARD_LINE (self), NULL);
  return self->text;
}

AppCardMarker *
app_card_line_get_marker (AppCardLine *self)
{
  g_return_val_if_fail (APP_IS_CARD_LINE (self), NULL);
  return self->marker;
}
