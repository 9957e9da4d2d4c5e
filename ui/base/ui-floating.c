/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-floating.h"
#include "ui-widget.h"

/* The room is a margin of the scroller, which nobody makes less high than that: what it scrolls
 * would be allocated less than nothing. Nothing moves but its end; a scroller in a scroller goes
 * with the outer one, and one that ends above the bar might grow, and move what is below it. */
static void
make_room (GtkWidget *widget, GtkWidget *page, const graphene_rect_t *bar)
{
  graphene_rect_t bounds, covered;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (!GTK_IS_SCROLLED_WINDOW (widget))
    {
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        make_room (child, page, bar);
      return;
    }
  gboolean is_placed = gtk_widget_compute_bounds (widget, page, &bounds);
  bounds.size.height += (float)gtk_widget_get_margin_bottom (widget);
  gboolean under = is_placed && graphene_rect_intersection (&bounds, bar, &covered) &&
                   covered.size.height > bar->size.height / 2;

  gtk_widget_set_margin_bottom (
      widget, under ? (int)(bounds.origin.y + bounds.size.height - covered.origin.y) : 0);
}

static void
on_layout (GtkWidget *floating)
{
  GtkWidget      *overlay = gtk_widget_get_parent (floating);
  GtkWidget      *page = gtk_overlay_get_child (GTK_OVERLAY (overlay));
  graphene_rect_t bar;
  gboolean        has_room = gtk_widget_has_css_class (overlay, "has-room");

  if (!gtk_widget_get_mapped (floating) || !gtk_widget_compute_bounds (floating, page, &bar) ||
      (bar.size.height <= 0 && !has_room))
    return;
  if (has_room != (bar.size.height > 0))
    ui_widget_set_class (overlay, "has-room", !has_room);
  make_room (page, page, &bar);
}

static void
on_realize (GtkWidget *floating)
{
  g_signal_connect_object (gtk_widget_get_frame_clock (floating), "layout", G_CALLBACK (on_layout),
                           floating, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
on_unrealize (GtkWidget *floating)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (floating), on_layout, floating);
}

void
ui_floating_begin (GtkWidget *floating)
{
  g_return_if_fail (GTK_IS_WIDGET (floating));

  g_signal_connect (floating, "realize", G_CALLBACK (on_realize), NULL);
  g_signal_connect (floating, "unrealize", G_CALLBACK (on_unrealize), NULL);
}
