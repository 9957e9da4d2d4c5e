/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer-finding.h"

#include "mcp-property.h"

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
app_composer_finding_class_init (AppComposerFindingClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppComposerFinding, text) },
    [PROP_LINE] = { "line", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppComposerFinding, line) },
    [PROP_GRAVE] = { "grave", G_TYPE_BOOLEAN,
                     .offset = G_STRUCT_OFFSET (AppComposerFinding, grave) },
  };

  object_class->finalize = app_composer_finding_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
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
