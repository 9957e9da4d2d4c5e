/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-json-text.h"
#include "mcp-json-document.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

struct _UiJsonText
{
  AdwBin parent_instance;

  gboolean syncing;
  guint    error_line;

  /* borrowed */
  GtkSourceView     *view;
  GtkScrolledWindow *scroller;
  GtkLabel          *note;
  GtkTextTag        *mistake;
};

enum {
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiJsonText, ui_json_text, ADW_TYPE_BIN)

static GtkTextBuffer *
get_buffer (UiJsonText *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

static void
update_scheme (UiJsonText *self)
{
  gboolean                     dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
      GTK_SOURCE_BUFFER (get_buffer (self)),
      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita"));
}

static gboolean
has_long_line (const char *text)
{
  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n' ? 1 : 0;
      const char *end = strchr (line, '\n');
      gsize       length = end != NULL ? (gsize)(end - line) : strlen (line);
      if (length > UI_JSON_TEXT_LINE_BYTES)
        return TRUE;
      if (end == NULL)
        return FALSE;
    }
  return FALSE;
}

static void
update_highlight (UiJsonText *self, const char *text)
{
  GtkSourceBuffer   *buffer = GTK_SOURCE_BUFFER (get_buffer (self));
  GtkSourceLanguage *language = NULL;

  if (!has_long_line (text))
    language = gtk_source_language_manager_get_language (
        gtk_source_language_manager_get_default (), "json");
  if (gtk_source_buffer_get_language (buffer) != language)
    gtk_source_buffer_set_language (buffer, language);
}

static void
mark_mistake (UiJsonText *self, const char *text)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter    start, end;
  McpJsonPlace   place = { 0 };
  gsize          length = strlen (text);

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->mistake, &start, &end);
  self->error_line = 0;
  if (length == 0 || length > UI_JSON_TEXT_CHECK_BYTES)
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, &place, NULL);
  if (document != NULL)
    return;
  self->error_line = MAX (place.line, 1);
  /* The whole line: one character at a line's end is easily overlooked. */
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int)self->error_line - 1);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_apply_tag (buffer, self->mistake, &start, &end);
}

static void
on_changed (UiJsonText *self)
{
  g_autofree char *text = ui_json_text_dup_text (self);

  update_highlight (self, text);
  mark_mistake (self, text);
  gtk_widget_set_visible (GTK_WIDGET (self->note), text[0] == '\0');
  if (!self->syncing)
    g_signal_emit (self, signals[EDITED], 0);
}

/* A long line that is pasted must not reach the highlighter even once. */
static void
on_insert_text (UiJsonText *self, GtkTextIter *where, const char *text, int length)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (get_buffer (self));

  if (length > (int)UI_JSON_TEXT_LINE_BYTES && has_long_line (text))
    gtk_source_buffer_set_language (buffer, NULL);
}

static void
ui_json_text_class_init (UiJsonTextClass *klass)
{
  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
create_note (UiJsonText *self)
{
  GtkWidget *note = gtk_label_new (NULL);

  self->note = GTK_LABEL (note);
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (note, "secondary");
  gtk_widget_set_halign (note, GTK_ALIGN_START);
  gtk_widget_set_valign (note, GTK_ALIGN_START);
  gtk_widget_set_margin_top (note, 6);
  gtk_widget_set_margin_start (note, 9);
  gtk_widget_set_margin_end (note, 9);
  gtk_widget_set_can_target (note, FALSE);
  return note;
}

static void
ui_json_text_init (UiJsonText *self)
{
  GtkWidget   *view = gtk_source_view_new ();
  GtkWidget   *scroller = gtk_scrolled_window_new ();
  GtkWidget   *overlay = gtk_overlay_new ();
  GtkTextView *text = GTK_TEXT_VIEW (view);

  self->view = GTK_SOURCE_VIEW (view);
  self->scroller = GTK_SCROLLED_WINDOW (scroller);
  gtk_text_view_set_monospace (text, TRUE);
  gtk_text_view_set_wrap_mode (text, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (text, FALSE);
  gtk_text_view_set_top_margin (text, 6);
  gtk_text_view_set_bottom_margin (text, 6);
  gtk_text_view_set_left_margin (text, 9);
  gtk_text_view_set_right_margin (text, 9);
  gtk_source_view_set_auto_indent (self->view, TRUE);
  gtk_source_view_set_indent_width (self->view, 2);
  gtk_widget_add_css_class (view, "source");
  gtk_source_buffer_set_highlight_matching_brackets (GTK_SOURCE_BUFFER (get_buffer (self)), FALSE);
  self->mistake = gtk_text_buffer_create_tag (get_buffer (self), NULL, "underline",
                                              PANGO_UNDERLINE_ERROR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("JSON text"), GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE, -1);

  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scroller, view);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), create_note (self));
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (overlay, "field-text");
  gtk_widget_set_hexpand (overlay, TRUE);
  adw_bin_set_child (ADW_BIN (self), overlay);

  g_signal_connect_object (get_buffer (self), "insert-text", G_CALLBACK (on_insert_text), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_buffer (self), "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (update_scheme), self, G_CONNECT_SWAPPED);
  update_scheme (self);
}

GtkWidget *
ui_json_text_new (void)
{
  return g_object_new (UI_TYPE_JSON_TEXT, NULL);
}

GtkWidget *
ui_json_text_get_view (UiJsonText *self)
{
  g_return_val_if_fail (UI_IS_JSON_TEXT (self), NULL);
  return GTK_WIDGET (self->view);
}

void
ui_json_text_set_text (UiJsonText *self, const char *text)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  g_return_if_fail (text != NULL);

  g_autofree char *shown = ui_json_text_dup_text (self);
  if (strcmp (shown, text) == 0)
    return;
  self->syncing = TRUE;
  gtk_text_buffer_set_text (get_buffer (self), text, -1);
  self->syncing = FALSE;
}

char *
ui_json_text_dup_text (UiJsonText *self)
{
  char *text = NULL;

  g_return_val_if_fail (UI_IS_JSON_TEXT (self), NULL);
  g_object_get (get_buffer (self), "text", &text, NULL);
  return text;
}

void
ui_json_text_set_note (UiJsonText *self, const char *note)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));

  gtk_label_set_text (self->note, note);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  note, -1);
}

void
ui_json_text_set_editable (UiJsonText *self, gboolean editable)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), editable);
}

void
ui_json_text_set_heights (UiJsonText *self, int min, int max)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));

  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_min_content_height (self->scroller, min);
  gtk_scrolled_window_set_max_content_height (self->scroller, max);
}

guint
ui_json_text_get_error_line (UiJsonText *self)
{
  g_return_val_if_fail (UI_IS_JSON_TEXT (self), 0);
  return self->error_line;
}
