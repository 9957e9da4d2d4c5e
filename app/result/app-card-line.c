/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-line.h"

#include "app-visible-text.h"
#include "mcp-property.h"

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
app_card_line_class_init (AppCardLineClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppCardLine, text) },
    [PROP_MARKER] = { "marker", APP_TYPE_CARD_MARKER,
                      .offset = G_STRUCT_OFFSET (AppCardLine, marker) },
  };

  object_class->finalize = app_card_line_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
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
