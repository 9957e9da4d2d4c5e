/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-json-text.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-json-text.h"

#include <glib/gi18n.h>
#include <string.h>

struct _UiJsonText
{
  AdwBin parent_instance;

  /* borrowed */
  UiTextArea *area;
  GtkTextTag *mistake;
};

G_DEFINE_FINAL_TYPE (UiJsonText, ui_json_text, ADW_TYPE_BIN)

static void
mark_mistake (UiJsonText *self)
{
  GtkTextBuffer   *buffer = ui_text_area_get_buffer (self->area);
  g_autofree char *text = ui_text_area_dup_text (self->area);
  GtkTextIter      start, end;
  gsize            length = strlen (text);

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->mistake, &start, &end);
  if (length == 0 || length > UI_JSON_TEXT_CHECK_BYTES || ui_text_area_is_shortened (self->area))
    return;
  guint line = app_json_text_find_mistake (text);
  if (line == 0)
    return;
  /* The whole line: one character at a line's end is easily overlooked. */
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int)line - 1);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_apply_tag (buffer, self->mistake, &start, &end);
}

static void
on_edited (UiJsonText *self)
{
  g_signal_emit_by_name (self, "edited");
}

static void
ui_json_text_class_init (UiJsonTextClass *klass)
{
  ui_signal_new (klass, "edited", 0);
}

static void
ui_json_text_init (UiJsonText *self)
{
  self->area = UI_TEXT_AREA (ui_text_area_new ("json"));
  GtkTextBuffer *buffer = ui_text_area_get_buffer (self->area);
  self->mistake =
      gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  ui_widget_name (ui_text_area_get_view (self->area), _ ("JSON text"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->area));
  g_signal_connect_object (buffer, "changed", G_CALLBACK (mark_mistake), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->area, "edited", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
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
  return GTK_WIDGET (ui_text_area_get_view (self->area));
}

void
ui_json_text_set_text (UiJsonText *self, const char *text)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  g_return_if_fail (text != NULL);
  ui_text_area_set_text (self->area, text);
}

char *
ui_json_text_dup_text (UiJsonText *self)
{
  g_return_val_if_fail (UI_IS_JSON_TEXT (self), NULL);
  return ui_text_area_dup_text (self->area);
}

void
ui_json_text_set_note (UiJsonText *self, const char *note)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  ui_text_area_set_note (self->area, note);
}

void
ui_json_text_set_heights (UiJsonText *self, int min, int max)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  ui_text_area_set_heights (self->area, min, max);
}

void
ui_json_text_set_own_undo (UiJsonText *self, gboolean own_undo)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  ui_text_area_set_own_undo (self->area, own_undo);
}
