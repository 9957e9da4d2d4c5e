/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-text-line.h"

#include <string.h>

#include "app-visible-text.h"
#include "mcp-property.h"

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
app_text_line_class_init (AppTextLineClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_TEXT] = { "text", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppTextLine, text) },
    [PROP_NUMBER] = { "number", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppTextLine, number) },
    [PROP_CONTINUED] = { "continued", G_TYPE_BOOLEAN,
                         .offset = G_STRUCT_OFFSET (AppTextLine, continued) },
  };

  object_class->finalize = app_text_line_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
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
