/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-json-text.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-json-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Places that are marked; more would be a text that is underlined all over. */
#define MAX_MARKS 100u

struct _UiJsonText
{
  AdwBin parent_instance;

  /* borrowed */
  UiTextArea *area;
  GtkTextTag *mistake;
  GtkTextTag *doubt;

  GArray *marks; /* of Mark, by their beginnings */
};

/* What is wrong with a part of the text, in characters. */
typedef struct
{
  int   start;
  int   end;
  char *message;
} Mark;

G_DEFINE_FINAL_TYPE (UiJsonText, ui_json_text, ADW_TYPE_BIN)

static void
mark_clear (gpointer mark)
{
  g_free (((Mark *)mark)->message);
}

static void
apply (UiJsonText *self, GtkTextTag *tag, int from, int to)
{
  GtkTextBuffer *buffer = ui_text_area_get_buffer (self->area);
  GtkTextIter    start, end;

  gtk_text_buffer_get_iter_at_offset (buffer, &start, from);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, to);
  gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
}

/* The word at which reading stopped; at the end of a line or of the text, the one before. */
static void
mark_word (UiJsonText *self, const char *text, gsize offset)
{
  const char *start = text + MIN (offset, strlen (text));
  const char *end = start;

  while (*end != '\0' && strchr (" \t\r\n,:[]{}", *end) == NULL)
    end = g_utf8_next_char (end);
  if (end == start && *end != '\0' && strchr (" \t\r\n", *end) == NULL)
    end++;
  while (end == start && start > text)
    {
      start = g_utf8_prev_char (start);
      end = strchr (" \t\r\n", *start) != NULL ? start : g_utf8_next_char (start);
    }
  int from = (int)g_utf8_pointer_to_offset (text, start);
  apply (self, self->mistake, from, from + (int)g_utf8_pointer_to_offset (start, end));
}

static void
mark_mistake (UiJsonText *self)
{
  GtkTextBuffer   *buffer = ui_text_area_get_buffer (self->area);
  g_autofree char *text = ui_text_area_dup_text (self->area);
  GtkTextIter      start, end;
  gsize            length = strlen (text);
  gsize            offset;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->mistake, &start, &end);
  if (length > 0 && length <= UI_JSON_TEXT_CHECK_BYTES &&
      !ui_text_area_is_shortened (self->area) && app_json_text_find_mistake (text, &offset))
    mark_word (self, text, offset);
}

static gboolean
on_query_tooltip (UiJsonText *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  GtkTextView *view = ui_text_area_get_view (self->area);
  GtkTextIter  iter;
  int          left, top;

  if (keyboard)
    gtk_text_buffer_get_iter_at_mark (gtk_text_view_get_buffer (view), &iter,
                                      gtk_text_buffer_get_insert (gtk_text_view_get_buffer (view)));
  else
    {
      gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &left, &top);
      if (!gtk_text_view_get_iter_at_location (view, &iter, left, top))
        return FALSE;
    }
  for (guint i = self->marks->len; i > 0; i--)
    {
      const Mark *mark = &g_array_index (self->marks, Mark, i - 1);
      int         offset = gtk_text_iter_get_offset (&iter);

      if (offset < mark->start || offset >= mark->end)
        continue;
      gtk_tooltip_set_text (tooltip, mark->message);
      return TRUE;
    }
  return FALSE;
}

static void
on_edited (UiJsonText *self)
{
  ui_json_text_clear_marks (self);
  g_signal_emit_by_name (self, "edited");
}

MCP_DEFINE_FINALIZE (UiJsonText, ui_json_text)
{
  g_array_unref (self->marks);
}

static void
ui_json_text_class_init (UiJsonTextClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ui_json_text_finalize;
  mcp_signal_new (klass, "edited", 0);
}

static void
ui_json_text_init (UiJsonText *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_array_set_clear_func (self->marks, mark_clear);
  self->area = UI_TEXT_AREA (ui_text_area_new ("json"));
  ui_text_area_set_line_numbers (self->area, TRUE);
  GtkTextBuffer *buffer = ui_text_area_get_buffer (self->area);
  self->mistake =
      gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  self->doubt =
      gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  GtkWidget *view = GTK_WIDGET (ui_text_area_get_view (self->area));
  gtk_widget_set_has_tooltip (view, TRUE);
  ui_connect (view, "query-tooltip", on_query_tooltip, self);
  ui_widget_name (view, _ ("JSON text"));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->area));
  ui_connect (buffer, "changed", mark_mistake, self);
  ui_connect (self->area, "edited", on_edited, self);
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
  ui_json_text_clear_marks (self);
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
  ui_text_area_set_line_numbers (self->area, FALSE);
}

void
ui_json_text_set_own_undo (UiJsonText *self, gboolean own_undo)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  ui_text_area_set_own_undo (self->area, own_undo);
}

void
ui_json_text_clear_marks (UiJsonText *self)
{
  GtkTextIter start, end;

  g_return_if_fail (UI_IS_JSON_TEXT (self));

  if (self->marks->len == 0)
    return;
  gtk_text_buffer_get_bounds (ui_text_area_get_buffer (self->area), &start, &end);
  gtk_text_buffer_remove_tag (ui_text_area_get_buffer (self->area), self->doubt, &start, &end);
  g_array_set_size (self->marks, 0);
}

void
ui_json_text_mark (UiJsonText *self, gsize start, gsize length, const char *message)
{
  g_return_if_fail (UI_IS_JSON_TEXT (self));
  g_return_if_fail (message != NULL);

  g_autofree char *text = ui_text_area_dup_text (self->area);
  gsize            n_bytes = strlen (text);

  if (self->marks->len >= MAX_MARKS || n_bytes > UI_JSON_TEXT_CHECK_BYTES || length == 0 ||
      start > n_bytes || length > n_bytes - start || ui_text_area_is_shortened (self->area))
    return;
  /* Of what has several lines, the first. */
  length = MIN (length, strcspn (text + start, "\n"));
  int  from = (int)g_utf8_pointer_to_offset (text, text + start);
  Mark mark = { from, from + (int)g_utf8_pointer_to_offset (text + start, text + start + length),
                g_strdup (message) };
  g_array_append_val (self->marks, mark);
  apply (self, self->doubt, mark.start, mark.end);
}
