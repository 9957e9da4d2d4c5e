/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-text-block.h"
#include "ui-lines-view.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

struct _UiTextBlock
{
  AdwBin parent_instance;

  AppBlock     *block;
  int           height;
  GCancellable *loading;
  GtkWidget    *more; /* borrowed; while there is more */
};

G_DEFINE_FINAL_TYPE (UiTextBlock, ui_text_block, ADW_TYPE_BIN)

static void
say (UiTextBlock *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "secondary");
  gtk_widget_add_css_class (label, "block-note");
  self->more = NULL;
  adw_bin_set_child (ADW_BIN (self), label);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTextBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = app_block_load_text_finish (APP_BLOCK (object), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->loading == NULL)
    return;
  g_clear_object (&self->loading);
  if (text == NULL)
    {
      say (self, error->message);
      return;
    }
  GtkWidget *lines = ui_lines_view_new ();
  ui_lines_view_set_text (UI_LINES_VIEW (lines), text);
  ui_lines_view_set_max_height (UI_LINES_VIEW (lines), self->height);
  self->more = NULL;
  adw_bin_set_child (ADW_BIN (self), lines);
}

static gboolean
has_long_line (const char *text)
{
  const char *line = text;

  while (line != NULL)
    {
      const char *end = strchr (line, '\n');
      if ((end != NULL ? (gsize)(end - line) : strlen (line)) > UI_TEXT_BLOCK_LINE_BYTES)
        return TRUE;
      line = end != NULL ? end + 1 : NULL;
    }
  return FALSE;
}

static GtkWidget *
create_label (const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  ui_wrap_literally (GTK_LABEL (label));
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  ui_widget_name (label, _ ("Text of the result"));
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "source");
  gtk_widget_add_css_class (label, "block-text");
  return label;
}

static GtkWidget *
create_more (UiTextBlock *self, gsize n_shown)
{
  g_autofree char *shown = app_visible_text_size (n_shown);
  g_autofree char *all = app_visible_text_size (app_block_get_size (self->block));
  /* Translators: sizes, for example "The first 16 kB of 3.1 MB" */
  g_autofree char *note = g_strdup_printf (_ ("The first %s of %s"), shown, all);
  GtkWidget       *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *label = gtk_label_new (note);
  GtkWidget       *button = gtk_button_new_with_label (_ ("Show All"));

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "field-note");
  g_signal_connect_object (button, "clicked", G_CALLBACK (ui_text_block_show_all), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (bar, "result-bar");
  gtk_box_append (GTK_BOX (bar), label);
  gtk_box_append (GTK_BOX (bar), button);
  return bar;
}

static void
show_beginning (UiTextBlock *self, const char *text, gboolean complete)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = create_label (text);

  if (self->height == 0)
    {
      GtkWidget *scroller = gtk_scrolled_window_new ();
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                      GTK_POLICY_AUTOMATIC);
      gtk_widget_set_vexpand (scroller, TRUE);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
      label = scroller;
    }
  gtk_box_append (GTK_BOX (box), label);
  if (!complete)
    {
      self->more = create_more (self, strlen (text));
      gtk_box_append (GTK_BOX (box), self->more);
    }
  adw_bin_set_child (ADW_BIN (self), box);
}

static void
ui_text_block_dispose (GObject *object)
{
  UiTextBlock *self = UI_TEXT_BLOCK (object);

  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->block);
  G_OBJECT_CLASS (ui_text_block_parent_class)->dispose (object);
}

static void
ui_text_block_class_init (UiTextBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_text_block_dispose;
}

static void
ui_text_block_init (UiTextBlock *self)
{
}

GtkWidget *
ui_text_block_new (AppBlock *block, int height)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);

  UiTextBlock     *self = g_object_new (UI_TYPE_TEXT_BLOCK, NULL);
  gboolean         complete = TRUE;
  g_autofree char *text = app_block_dup_text (block, UI_TEXT_BLOCK_BYTES, &complete);

  self->block = g_object_ref (block);
  self->height = height;
  if (text == NULL)
    say (self, _ ("There is no text."));
  else if (text[0] == '\0' && complete)
    say (self, _ ("The text is empty."));
  else if (complete && has_long_line (text))
    ui_text_block_show_all (self);
  else if (has_long_line (text))
    {
      /* The beginning of it, in a length that is laid out within a frame. */
      g_autofree char *line = app_visible_text_line (text, UI_TEXT_BLOCK_LINE_BYTES / 4);
      show_beginning (self, line, FALSE);
    }
  else
    show_beginning (self, text, complete);
  return GTK_WIDGET (self);
}

void
ui_text_block_show_all (UiTextBlock *self)
{
  g_return_if_fail (UI_IS_TEXT_BLOCK (self));

  if (self->loading != NULL)
    return;
  self->loading = g_cancellable_new ();
  if (self->more != NULL)
    gtk_widget_set_sensitive (self->more, FALSE);
  app_block_load_text_async (self->block, self->loading, on_loaded, g_object_ref (self));
}
