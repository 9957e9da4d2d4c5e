/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer-finding.h"

struct _AppComposerFinding
{
  GObject parent_instance;

  char    *text;
  guint    line;
  gboolean grave;
};

enum {
  PROP_TEXT = 1,
  PROP_LINE,
  PROP_GRAVE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppComposerFinding, app_composer_finding, G_TYPE_OBJECT)

static void
app_composer_finding_finalize (GObject *object)
{
  g_free (APP_COMPOSER_FINDING (object)->text);
  G_OBJECT_CLASS (app_composer_finding_parent_class)->finalize (object);
}

static void
app_composer_finding_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppComposerFinding *self = APP_COMPOSER_FINDING (object);

  switch (id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_LINE:
      g_value_set_uint (value, self->line);
      break;
    case PROP_GRAVE:
      g_value_set_boolean (value, self->grave);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_composer_finding_class_init (AppComposerFindingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = app_composer_finding_finalize;
  object_class->get_property = app_composer_finding_get_property;

  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  properties[PROP_LINE] = g_param_spec_uint ("line", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_GRAVE] = g_param_spec_boolean ("grave", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_composer_finding_init (AppComposerFinding *self)
{
}

AppComposerFinding *
app_composer_finding_new (const char *text, guint line, gboolean grave)
{
  AppComposerFinding *self = g_object_new (APP_TYPE_COMPOSER_FINDING, NULL);

  self->text = g_strdup (text);
  self->line = line;
  self->grave = grave;
  return self;
}

const char *
app_composer_finding_get_text (AppComposerFinding *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER_FINDING (self), NULL);
  return self->text;
}

guint
app_composer_finding_get_line (AppComposerFinding *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER_FINDING (self), 0);
  return self->line;
}

gboolean
app_composer_finding_is_grave (AppComposerFinding *self)
{
  g_return_val_if_fail (APP_IS_COMPOSER_FINDING (self), FALSE);
  return self->grave;
}
