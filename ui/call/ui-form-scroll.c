/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-scroll.h"
#include "ui-field-row.h"

typedef struct
{
  /* borrowed: this belongs to the window */
  GtkScrolledWindow *window;
  double             page; /* height before, in pixels */
  guint              tick; /* 0: none waits */

  GtkAdjustment *adjustment; /* owned */
} Scroll;

static void
scroll_free (gpointer data)
{
  Scroll *self = data;

  g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_object_unref (self->adjustment);
  g_free (self);
}

/* Where the row with the focus is in the whole form, in pixels. */
static gboolean
find_focus (Scroll *self, double *top, double *bottom)
{
  GtkWidget      *window = GTK_WIDGET (self->window);
  GtkRoot        *root = gtk_widget_get_root (window);
  GtkWidget      *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  graphene_rect_t bounds;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, window))
    return FALSE;
  GtkWidget *row = gtk_widget_get_ancestor (focus, UI_TYPE_FIELD_ROW);
  /* A group can be longer than the page. */
  if (row == NULL || gtk_widget_get_height (row) > gtk_adjustment_get_page_size (self->adjustment))
    row = focus;
  GtkWidget *content = gtk_scrolled_window_get_child (self->window);
  if (GTK_IS_VIEWPORT (content))
    content = gtk_viewport_get_child (GTK_VIEWPORT (content));
  if (content == NULL || !gtk_widget_compute_bounds (row, content, &bounds))
    return FALSE;
  *top = bounds.origin.y;
  *bottom = *top + bounds.size.height;
  return TRUE;
}

static gboolean
show_focus (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  Scroll *self = data;
  double  top;
  double  bottom;

  self->tick = 0;
  if (find_focus (self, &top, &bottom))
    gtk_adjustment_clamp_page (self->adjustment, top, bottom);
  return G_SOURCE_REMOVE;
}

static void
on_page_size (Scroll *self, GParamSpec *pspec, GtkAdjustment *adjustment)
{
  double before = self->page;
  double value = gtk_adjustment_get_value (adjustment);
  double top;
  double bottom;

  self->page = gtk_adjustment_get_page_size (adjustment);
  if (self->page >= before || self->tick != 0 || !find_focus (self, &top, &bottom) ||
      bottom < value || top >= value + before)
    return;
  /* This is told while widgets get their places: not before all have theirs. */
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->window), show_focus, self, NULL);
}

void
ui_form_scroll_follow_focus (GtkWidget *inside)
{
  GtkWidget *window = gtk_widget_get_ancestor (inside, GTK_TYPE_SCROLLED_WINDOW);

  g_return_if_fail (window != NULL);

  Scroll *self = g_new0 (Scroll, 1);
  self->window = GTK_SCROLLED_WINDOW (window);
  self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (self->window));
  g_object_set_data_full (G_OBJECT (window), "form-scroll", self, scroll_free);
  g_signal_connect_swapped (self->adjustment, "notify::page-size", G_CALLBACK (on_page_size), self);
}
