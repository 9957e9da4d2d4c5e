/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-console-line.h"

struct _AppConsoleLine
{
  GObject parent_instance;

  char    *text;
  gint64   time;
  gboolean ours;
};

enum {
  PROP_0,
  PROP_TEXT,
  PROP_TIME,
  PROP_OURS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppConsoleLine, app_console_line, G_TYPE_OBJECT)

static void
app_console_line_finalize (GObject *object)
{
  AppConsoleLine *self = APP_CONSOLE_LINE (object);

  g_free (self->text);
  G_OBJECT_CLASS (app_console_line_parent_class)->finalize (object);
}

static void
app_console_line_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  AppConsoleLine *self = APP_CONSOLE_LINE (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_TIME:
      g_value_set_int64 (value, self->time);
      break;
    case PROP_OURS:
      g_value_set_boolean (value, self->ours);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
app_console_line_class_init (AppConsoleLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_console_line_finalize;
  object_class->get_property = app_console_line_get_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TIME] = g_param_spec_int64 ("time", NULL, NULL, 0, G_MAXINT64, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_OURS] = g_param_spec_boolean ("ours", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_console_line_init (AppConsoleLine *self)
{
}

AppConsoleLine *
app_console_line_new (const char *text, gint64 time, gboolean ours)
{
  AppConsoleLine *self = g_object_new (APP_TYPE_CONSOLE_LINE, NULL);

  self->text = g_utf8_make_valid (text != NULL ? text : "", -1);
  self->time = time;
  self->ours = ours;
  return self;
}

const char *
app_console_line_get_text (AppConsoleLine *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), NULL);
  return self->text;
}

gint64
app_console_line_get_time (AppConsoleLine *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), 0);
  return self->time;
}

gboolean
app_console_line_get_ours (AppConsoleLine *self)
{
  g_return_val_if_fail (APP_IS_CONSOLE_LINE (self), FALSE);
  return self->ours;
}
