/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-text-area.h"
#include "ui-highlighting.h"
#include "ui-source-text.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#define NOTE_BESIDE_NUMBERS 36

struct _UiTextArea
{
  AdwBin parent_instance;

  char    *language; /* NULL: plain text */
  char    *whole;    /* what is shown shortened; NULL otherwise */
  gboolean syncing;
  gboolean editable;

  /* borrowed */
  GtkTextView       *view;
  GtkScrolledWindow *scroller;
  GtkLabel          *note;
  GtkLabel          *shortened;
};

G_DEFINE_FINAL_TYPE (UiTextArea, ui_text_area, ADW_TYPE_BIN)

static gboolean
has_longer_line (const char *text, gsize limit)
{
  while (TRUE)
    {
      gsize length = strcspn (text, "\n");

      if (length > limit)
        return TRUE;
      if (text[length] == '\0')
        return FALSE;
      text += length + 1;
    }
}

static gboolean
is_too_large (const char *text)
{
  return strlen (text) > UI_SOURCE_MAX_PAGE_BYTES ||
         has_longer_line (text, UI_SOURCE_PLAIN_LINE_BYTES);
}

static void
update_highlight (UiTextArea *self, const char *text)
{
  gboolean plain = has_longer_line (text, UI_TEXT_AREA_LINE_BYTES);

  if (self->language != NULL)
    ui_highlighting_set (GTK_SOURCE_BUFFER (ui_text_area_get_buffer (self)),
                         plain ? NULL : self->language);
}

static void
on_changed (UiTextArea *self)
{
  g_autofree char *text = ui_text_area_dup_text (self);

  if (self->whole == NULL)
    update_highlight (self, text);
  gtk_widget_set_visible (GTK_WIDGET (self->note), text[0] == '\0');
  if (!self->syncing)
    g_signal_emit_by_name (self, "edited");
}

/* Shows @text, shortened where need be. */
static void
show_text (UiTextArea *self, const char *text)
{
  gboolean too_large = is_too_large (text);

  g_clear_pointer (&self->whole, g_free);
  if (too_large)
    {
      g_autoptr (UiSourceText) source =
          ui_source_text_new (text, strlen (text), UI_SOURCE_PAGE_BYTES, UI_SOURCE_LINE_BYTES);
      g_autofree char *size = g_format_size (strlen (text));
      g_autofree char *label =
          g_strdup_printf (_ ("%s, shown shortened: too large to be edited here"), size);

      self->whole = g_strdup (text);
      gtk_label_set_text (self->shortened, label);
      update_highlight (self, source->text);
      gtk_text_buffer_set_text (ui_text_area_get_buffer (self), source->text, -1);
    }
  else
    {
      update_highlight (self, text);
      gtk_text_buffer_set_text (ui_text_area_get_buffer (self), text, -1);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->shortened), too_large);
  gtk_text_view_set_editable (self->view, self->editable && !too_large);
}

/* What is pasted must not reach the view, and a long line not the highlighter, even once. */
static void
on_insert_text (UiTextArea *self, GtkTextIter *where, const char *text, int length)
{
  GtkTextBuffer *buffer = ui_text_area_get_buffer (self);
  GtkTextIter    start, end;

  if (self->syncing || length < (int)UI_TEXT_AREA_LINE_BYTES)
    return;
  g_autofree char *added = g_strndup (text, (gsize)length);
  if (!has_longer_line (added, UI_TEXT_AREA_LINE_BYTES) && length < 1024 * 1024)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  g_autofree char *before = gtk_text_buffer_get_text (buffer, &start, where, TRUE);
  g_autofree char *after = gtk_text_buffer_get_text (buffer, where, &end, TRUE);
  g_autofree char *all = g_strconcat (before, added, after, NULL);
  if (!is_too_large (all))
    {
      if (self->language != NULL)
        ui_highlighting_set (GTK_SOURCE_BUFFER (buffer), NULL);
      return;
    }
  g_signal_stop_emission_by_name (buffer, "insert-text");
  ui_text_area_set_text (self, all);
  gtk_text_buffer_get_end_iter (buffer, where);
  g_signal_emit_by_name (self, "edited");
}

/* GtkScrolledWindow keeps every turn of the wheel; what it has no use for is for the page around
 * it. */
static void
update_wheel (UiTextArea *self, GParamSpec *pspec, GtkAdjustment *adjustment)
{
  gboolean scrolls = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_lower (adjustment) >
                     gtk_adjustment_get_page_size (adjustment);
  g_autoptr (GListModel) controllers =
      gtk_widget_observe_controllers (GTK_WIDGET (self->scroller));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_scroll_set_flags (
            GTK_EVENT_CONTROLLER_SCROLL (controller),
            scrolls ? GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC
                    : GTK_EVENT_CONTROLLER_SCROLL_NONE);
    }
}

MCP_DEFINE_FINALIZE (UiTextArea, ui_text_area)
{
  g_free (self->language);
  g_free (self->whole);
}

static void
ui_text_area_class_init (UiTextAreaClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ui_text_area_finalize;
  mcp_signal_new (klass, "edited", 0);
}

static void
ui_text_area_init (UiTextArea *self)
{
  self->editable = TRUE;
}

static GtkWidget *
create_note (UiTextArea *self)
{
  self->note = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_END, "halign",
                             GTK_ALIGN_START, "valign", GTK_ALIGN_START, "margin-top", 6,
                             "margin-start", 9, "margin-end", 9, "can-target", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "secondary");
  return GTK_WIDGET (self->note);
}

static GtkWidget *
create_shortened (UiTextArea *self)
{
  self->shortened =
      g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0, "margin-start", 9, "margin-end", 9,
                    "margin-bottom", 6, "visible", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->shortened), "field-note");
  return GTK_WIDGET (self->shortened);
}

static GtkWidget *
create_view (UiTextArea *self)
{
  GtkWidget *view =
      g_object_new (self->language != NULL ? GTK_SOURCE_TYPE_VIEW : GTK_TYPE_TEXT_VIEW, "wrap-mode",
                    GTK_WRAP_WORD_CHAR, "accepts-tab", FALSE, "top-margin", 6, "bottom-margin", 6,
                    "left-margin", 9, "right-margin", 9, NULL);

  self->view = GTK_TEXT_VIEW (view);
  ui_wrap_view_literally (self->view);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE,
                                  -1);
  if (self->language == NULL)
    return view;
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (self->view));
  gtk_text_view_set_monospace (self->view, TRUE);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (view), TRUE);
  gtk_source_view_set_indent_width (GTK_SOURCE_VIEW (view), 2);
  gtk_source_buffer_set_highlight_matching_brackets (buffer, FALSE);
  gtk_widget_add_css_class (view, "source");
  ui_style_follow_dark (buffer);
  return view;
}

GtkWidget *
ui_text_area_new (const char *language)
{
  UiTextArea *self = g_object_new (UI_TYPE_TEXT_AREA, NULL);
  GtkWidget  *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget  *overlay = gtk_overlay_new ();
  GtkWidget  *scroller = gtk_scrolled_window_new ();

  self->language = g_strdup (language);
  self->scroller = GTK_SCROLLED_WINDOW (scroller);
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scroller, create_view (self));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  ui_connect (adjustment, "notify::upper", update_wheel, self);
  ui_connect (adjustment, "notify::page-size", update_wheel, self);
  update_wheel (self, NULL, adjustment);
  gtk_widget_set_vexpand (overlay, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), create_note (self));
  gtk_widget_set_overflow (box, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (box, "field-text");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), overlay);
  gtk_box_append (GTK_BOX (box), create_shortened (self));
  adw_bin_set_child (ADW_BIN (self), box);
  ui_connect (ui_text_area_get_buffer (self), "insert-text", on_insert_text, self);
  ui_connect (ui_text_area_get_buffer (self), "changed", on_changed, self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (GtkTextView *, UiTextArea, ui_text_area, view)

GtkTextBuffer *
ui_text_area_get_buffer (UiTextArea *self)
{
  g_return_val_if_fail (UI_IS_TEXT_AREA (self), NULL);
  return gtk_text_view_get_buffer (self->view);
}

void
ui_text_area_set_text (UiTextArea *self, const char *text)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));
  g_return_if_fail (text != NULL);

  g_autofree char *held = ui_text_area_dup_text (self);
  if (strcmp (held, text) == 0)
    return;
  self->syncing = TRUE;
  show_text (self, text);
  self->syncing = FALSE;
}

char *
ui_text_area_dup_text (UiTextArea *self)
{
  char *text = NULL;

  g_return_val_if_fail (UI_IS_TEXT_AREA (self), NULL);

  if (self->whole != NULL)
    return g_strdup (self->whole);
  g_object_get (ui_text_area_get_buffer (self), "text", &text, NULL);
  return text;
}

void
ui_text_area_set_note (UiTextArea *self, const char *note)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));

  gtk_label_set_text (self->note, note);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  note, -1);
}

void
ui_text_area_set_editable (UiTextArea *self, gboolean editable)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));

  self->editable = editable;
  gtk_text_view_set_editable (self->view, editable && self->whole == NULL);
}

gboolean
ui_text_area_is_shortened (UiTextArea *self)
{
  g_return_val_if_fail (UI_IS_TEXT_AREA (self), FALSE);
  return self->whole != NULL;
}

void
ui_text_area_set_own_undo (UiTextArea *self, gboolean own_undo)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));
  gtk_text_buffer_set_enable_undo (ui_text_area_get_buffer (self), own_undo);
}

void
ui_text_area_set_heights (UiTextArea *self, int min, int max)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));

  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_min_content_height (self->scroller, min);
  gtk_scrolled_window_set_max_content_height (self->scroller, max);
}

void
ui_text_area_set_line_numbers (UiTextArea *self, gboolean shown)
{
  g_return_if_fail (UI_IS_TEXT_AREA (self));
  g_return_if_fail (GTK_SOURCE_IS_VIEW (self->view));

  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), shown);
  /* A page to write on is no field among others. */
  ui_widget_set_class (adw_bin_get_child (ADW_BIN (self)), "page", shown);
  /* The numbers stand where the note would begin. */
  gtk_widget_set_margin_start (GTK_WIDGET (self->note), shown ? NOTE_BESIDE_NUMBERS : 9);
}
