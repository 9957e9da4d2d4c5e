/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-text.h"

#include <string.h>

/* Three lines say that several are welcome; beyond twelve the text scrolls by itself. */
#define MIN_HEIGHT 68
#define MAX_HEIGHT 244

struct _UiFieldText
{
  UiFieldEditor parent_instance;

  /* borrowed */
  GtkTextView *view;
  GtkLabel    *note;
};

G_DEFINE_FINAL_TYPE (UiFieldText, ui_field_text, UI_TYPE_FIELD_EDITOR)

static void
on_changed (UiFieldText *self)
{
  UiFieldEditor   *editor = UI_FIELD_EDITOR (self);
  g_autofree char *text = NULL;

  if (ui_field_editor_is_syncing (editor))
    return;
  g_object_get (gtk_text_view_get_buffer (self->view), "text", &text, NULL);
  app_field_set_text (ui_field_editor_get_field (editor), text);
}

static void
ui_field_text_build (UiFieldEditor *editor)
{
  UiFieldText *self = UI_FIELD_TEXT (editor);
  GtkWidget   *view = gtk_text_view_new ();
  GtkWidget   *scroller = gtk_scrolled_window_new ();
  GtkWidget   *overlay = gtk_overlay_new ();
  GtkWidget   *note = gtk_label_new (NULL);

  self->view = GTK_TEXT_VIEW (view);
  self->note = GTK_LABEL (note);
  gtk_text_view_set_wrap_mode (self->view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (self->view, FALSE);
  gtk_text_view_set_top_margin (self->view, 6);
  gtk_text_view_set_bottom_margin (self->view, 6);
  gtk_text_view_set_left_margin (self->view, 9);
  gtk_text_view_set_right_margin (self->view, 9);
  g_signal_connect_object (gtk_text_view_get_buffer (self->view), "changed",
                           G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), MIN_HEIGHT);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);

  gtk_widget_add_css_class (note, "secondary");
  gtk_widget_set_halign (note, GTK_ALIGN_START);
  gtk_widget_set_valign (note, GTK_ALIGN_START);
  gtk_widget_set_margin_start (note, 9);
  gtk_widget_set_margin_end (note, 9);
  gtk_widget_set_margin_top (note, 6);
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  gtk_widget_set_can_target (note, FALSE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), note);
  gtk_widget_add_css_class (overlay, "field-text");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (overlay, TRUE);
  ui_field_editor_set_control (editor, overlay, view);
}

static void
ui_field_text_sync (UiFieldEditor *editor)
{
  UiFieldText     *self = UI_FIELD_TEXT (editor);
  AppField        *field = ui_field_editor_get_field (editor);
  GtkTextBuffer   *buffer = gtk_text_view_get_buffer (self->view);
  const char      *text = app_field_is_text_exact (field) ? app_field_get_text (field) : "";
  g_autofree char *shown = NULL;
  g_autofree char *note = ui_field_editor_dup_empty_note (field);

  g_object_get (buffer, "text", &shown, NULL);
  if (strcmp (shown, text) != 0)
    gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_view_set_editable (self->view, app_field_is_text_exact (field));
  gtk_label_set_text (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), text[0] == '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  note, GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE, -1);
}

static void
ui_field_text_class_init (UiFieldTextClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  editor_class->build = ui_field_text_build;
  editor_class->sync = ui_field_text_sync;
}

static void
ui_field_text_init (UiFieldText *self)
{
}
