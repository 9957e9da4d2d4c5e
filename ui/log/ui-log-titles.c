/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-log-titles.h"
#include "ui-log-view.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Around a border, in which it is taken hold of. */
#define BORDER 5

struct _UiLogTitles
{
  GtkWidget parent_instance;

  UiLogSorter *sorter;
  GtkWidget   *titles[UI_LOG_COLUMNS]; /* buttons */
  GtkWidget   *signs[UI_LOG_COLUMNS];  /* arrows in them */
  GtkWidget   *length;                 /* in the last */
  int          dragged;                /* the column whose end is dragged; or -1 */
  double       done;                   /* pixels of it */
};

G_DEFINE_FINAL_TYPE (UiLogTitles, ui_log_titles, GTK_TYPE_WIDGET)

static UiLogView *
get_view (UiLogTitles *self)
{
  return UI_LOG_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (self), UI_TYPE_LOG_VIEW));
}

static void
update (UiLogTitles *self)
{
  UiLogColumn sorted = ui_log_sorter_get_column (self->sorter);
  gboolean    descending = ui_log_sorter_get_descending (self->sorter);

  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      gboolean shown = i == sorted && (i != UI_LOG_TIME || descending);

      gtk_widget_set_visible (self->signs[i], shown);
      gtk_image_set_from_icon_name (GTK_IMAGE (self->signs[i]),
                                    descending ? "pan-down-symbolic" : "pan-up-symbolic");
    }
}

/* Once up, once down, then as it happened again. */
static void
on_clicked (UiLogTitles *self, GtkButton *button)
{
  UiLogColumn sorted = ui_log_sorter_get_column (self->sorter);
  gboolean    descending = ui_log_sorter_get_descending (self->sorter);

  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      UiLogColumn column = i == UI_LOG_TIMELINE ? UI_LOG_TIME : i;

      if (self->titles[i] != GTK_WIDGET (button))
        continue;
      if (sorted != column)
        ui_log_sorter_set (self->sorter, column, FALSE);
      else if (!descending)
        ui_log_sorter_set (self->sorter, column, TRUE);
      else
        ui_log_sorter_set (self->sorter, UI_LOG_TIME, FALSE);
      return;
    }
}

static void
add_title (UiLogTitles *self, UiLogColumn column)
{
  GtkWidget  *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget  *label = gtk_label_new (ui_log_columns_get_title (column));
  const char *name = ui_log_columns_get_name (column);
  /* Translators: %s is the name of a column, such as “Duration” */
  g_autofree char *sort = g_strdup_printf (_ ("Sort by %s"), name);

  self->signs[column] = gtk_image_new ();
  gtk_widget_set_visible (self->signs[column], FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), ui_log_columns_get_xalign (column));
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), self->signs[column]);
  if (column == UI_LOG_TIMELINE)
    {
      self->length = gtk_label_new (NULL);
      gtk_widget_add_css_class (self->length, "secondary");
      gtk_box_append (GTK_BOX (box), self->length);
    }
  self->titles[column] = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->titles[column]), box);
  gtk_widget_add_css_class (self->titles[column], "flat");
  /* Eleven stops before the list are none too few; sorting is in the popover, too. */
  gtk_widget_set_focusable (self->titles[column], FALSE);
  gtk_widget_set_tooltip_text (self->titles[column],
                               column == UI_LOG_TIMELINE
                                   ? _ ("Time in which something ran; pauses are shortened")
                                   : sort);
  ui_widget_name (self->titles[column], name);
  g_signal_connect_swapped (self->titles[column], "clicked", G_CALLBACK (on_clicked), self);
  gtk_widget_set_parent (self->titles[column], GTK_WIDGET (self));
}

/* Returns: the column whose end is there; or -1 */
static int
find_border (UiLogTitles *self, double x)
{
  UiLogSpan  spans[UI_LOG_COLUMNS];
  UiLogView *view = get_view (self);
  int        width = gtk_widget_get_width (GTK_WIDGET (self));

  if (view == NULL)
    return -1;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = width - x;
  ui_log_view_lay_out (view, width, spans);
  for (int i = UI_LOG_COLUMNS - 1; i >= 0; i--)
    {
      double end = spans[i].x + spans[i].width;
      if (spans[i].width > 0 && end < width - 4 * BORDER && ABS (x - end) <= BORDER)
        return i;
    }
  return -1;
}

static void
on_motion (UiLogTitles *self, double x)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   self->dragged >= 0 || find_border (self, x) >= 0 ? "col-resize"
                                                                                    : NULL);
}

static void
on_drag_begin (UiLogTitles *self, double x, double y, GtkGesture *gesture)
{
  self->dragged = find_border (self, x);
  self->done = 0;
  gtk_gesture_set_state (gesture, self->dragged >= 0 ? GTK_EVENT_SEQUENCE_CLAIMED
                                                     : GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (UiLogTitles *self, double x)
{
  UiLogView *view = get_view (self);

  if (self->dragged < 0 || view == NULL)
    return;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = -x;
  ui_log_view_drag (view, (UiLogColumn)self->dragged, (int)(x - self->done));
  self->done = x;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_drag_end (UiLogTitles *self)
{
  UiLogView *view = get_view (self);

  if (self->dragged >= 0 && view != NULL)
    ui_log_view_end_drag (view);
  self->dragged = -1;
}

static void
ui_log_titles_measure (GtkWidget     *widget,
                       GtkOrientation orientation,
                       int            for_size,
                       int           *minimum,
                       int           *natural,
                       int           *minimum_baseline,
                       int           *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  gtk_widget_measure (UI_LOG_TITLES (widget)->titles[0], orientation, -1, minimum, natural, NULL,
                      NULL);
}

/* GTK 4.8 keeps naming to a screen reader what is no longer in use. */
static void
set_shown (GtkWidget *title, gboolean shown)
{
  if (gtk_widget_get_child_visible (title) == shown)
    return;
  gtk_widget_set_child_visible (title, shown);
  gtk_accessible_update_state (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_STATE_HIDDEN, !shown, -1);
}

static void
ui_log_titles_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiLogTitles *self = UI_LOG_TITLES (widget);
  UiLogSpan    spans[UI_LOG_COLUMNS];
  UiLogView   *view = get_view (self);
  gboolean     rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (view == NULL)
    return;
  ui_log_view_lay_out (view, width, spans);
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    {
      GtkAllocation place = { spans[i].x, 0, spans[i].width, height };
      int           least;

      set_shown (self->titles[i], place.width > 0);
      gtk_widget_measure (self->titles[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                          NULL);
      place.width = MAX (place.width, least);
      if (rtl)
        place.x = width - place.x - place.width;
      gtk_widget_size_allocate (self->titles[i], &place, -1);
    }
}

MCP_DEFINE_DISPOSE (UiLogTitles, ui_log_titles)
{
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    g_clear_pointer (&self->titles[i], gtk_widget_unparent);
  g_clear_object (&self->sorter);
}

UI_DEFINE_CLASS (UiLogTitles, ui_log_titles)
{
  G_OBJECT_CLASS (klass)->dispose = ui_log_titles_dispose;
  widget_class->measure = ui_log_titles_measure;
  widget_class->size_allocate = ui_log_titles_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "log-titles");
}

static void
ui_log_titles_init (UiLogTitles *self)
{
  GtkGesture         *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->dragged = -1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  for (guint i = 0; i < UI_LOG_COLUMNS; i++)
    add_title (self, i);
  /* Before the buttons take the press. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

void
ui_log_titles_follow (UiLogTitles *self, UiLogSorter *sorter)
{
  g_return_if_fail (UI_IS_LOG_TITLES (self));
  g_return_if_fail (self->sorter == NULL);

  self->sorter = g_object_ref (sorter);
  ui_connect (sorter, "changed", update, self);
  update (self);
}

void
ui_log_titles_set_length (UiLogTitles *self, const char *text)
{
  g_return_if_fail (UI_IS_LOG_TITLES (self));
  gtk_label_set_text (GTK_LABEL (self->length), text != NULL ? text : "");
}
