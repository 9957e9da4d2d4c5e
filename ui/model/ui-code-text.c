/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-code-text.h"
#include "app-visible-text.h"
#include "ui-copy.h"
#include "ui-source-view.h"
#include "ui-stream-text.h"
#include "ui-template.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/* Of the end, while more comes: as high as the whole will be at most. */
#define GROWING_LINES 20u
#define GROWING_BYTES 4096u
#define NAME_CHARACTERS 40

struct _UiCodeText
{
  GtkBox parent_instance;

  char *text;

  GtkLabel     *language;
  UiStreamText *stream;
  GtkWidget    *stream_place;
  AdwBin       *place;
};

UI_DEFINE_TEMPLATE (UiCodeText, ui_code_text, GTK_TYPE_BOX)

/* What people write behind a fence, where GtkSourceView calls it otherwise.
 * Returns: (transfer none) */
static const char *
find_language (const char *name)
{
  static const char *const known[][2] = {
    { "bash", "sh" },
    { "c++", "cpp" },
    { "console", "sh" },
    { "csharp", "c-sharp" },
    { "javascript", "js" },
    { "jsonc", "json" },
    { "jsx", "jsx" },
    { "md", "markdown" },
    { "py", "python3" },
    { "python", "python3" },
    { "rb", "ruby" },
    { "rs", "rust" },
    { "shell", "sh" },
    { "ts", "typescript" },
    { "yml", "yaml" },
    { "zsh", "sh" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (known[i][0], name) == 0)
      return known[i][1];
  return name;
}

/* Returns: (transfer none): where the last lines begin */
static const char *
find_end (const char *text)
{
  gsize       length = strlen (text);
  const char *from = text + length - MIN (length, GROWING_BYTES);
  guint       lines = 0;

  while (((guint8)*from & 0xc0) == 0x80)
    from++;
  for (const char *p = text + length; p > from; p--)
    if (p[-1] == '\n' && ++lines > GROWING_LINES)
      return p;
  return from;
}

static void
show_source (UiCodeText *self, const char *language)
{
  UiSourceView *view = g_object_new (UI_TYPE_SOURCE_VIEW, "wrap", FALSE, "max-content-height", 400,
                                     "label", _ ("Code"), NULL);

  ui_source_view_set_language (view, language);
  ui_source_view_set_text (view, self->text, language != NULL ? UI_SOURCE_RAW : UI_SOURCE_PLAIN);
  adw_bin_set_child (self->place, GTK_WIDGET (view));
}

void
ui_code_text_set (UiCodeText *self, const char *language, const char *text, gboolean grows)
{
  gboolean named = language != NULL && language[0] != '\0';

  g_return_if_fail (UI_IS_CODE_TEXT (self));
  g_return_if_fail (text != NULL);

  g_autofree char *name = app_visible_text_line (named ? language : _ ("Code"), NAME_CHARACTERS);
  gtk_label_set_text (self->language, name);
  g_free (self->text);
  self->text = g_strdup (text);
  /* The line end before the closing fence is no line of the code. */
  if (!grows && g_str_has_suffix (self->text, "\n"))
    self->text[strlen (self->text) - 1] = '\0';
  gtk_widget_set_visible (self->stream_place, grows);
  gtk_widget_set_visible (GTK_WIDGET (self->place), !grows);
  ui_stream_text_set_text (self->stream, grows ? find_end (text) : NULL);
  if (grows)
    return;
  g_autofree char *lower = named ? g_ascii_strdown (language, -1) : NULL;
  show_source (self, named ? find_language (lower) : NULL);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCodeText *self = UI_CODE_TEXT (widget);

  if (self->text != NULL)
    ui_copy_text (widget, self->text, strlen (self->text));
}

MCP_DEFINE_FINALIZE (UiCodeText, ui_code_text)
{
  g_free (self->text);
}

UI_DEFINE_CLASS (UiCodeText, ui_code_text)
{
  G_OBJECT_CLASS (klass)->finalize = ui_code_text_finalize;
  g_type_ensure (UI_TYPE_STREAM_TEXT);
  ui_template_set (widget_class, "ui/model/ui-code-text.ui");
  ui_template_bind_children (widget_class, UiCodeText, language, stream, stream_place, place);
  gtk_widget_class_install_action (widget_class, "code.copy", NULL, copy);
}
