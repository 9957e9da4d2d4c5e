/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-lines-menu.h"

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, GtkPopover *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_popover_set_pointing_to (self, &(GdkRectangle){ (int)x, (int)y, 1, 1 });
  gtk_popover_popup (self);
}

GtkPopover *
ui_lines_menu_new (GtkWidget *view, GMenuModel *menu)
{
  GtkWidget  *popover = gtk_popover_menu_new_from_model (menu);
  GtkGesture *secondary = gtk_gesture_click_new ();

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, view);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_secondary), popover, 0);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (secondary));
  return GTK_POPOVER (popover);
}

void
ui_lines_menu_show (GtkPopover *self, gpointer list)
{
  GtkWidget      *view = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget      *focus = gtk_root_get_focus (gtk_widget_get_root (view));
  GdkRectangle    at = { 24, 24, 1, 1 };
  graphene_rect_t bounds;

  if (focus != NULL && gtk_widget_is_ancestor (focus, list) &&
      gtk_widget_compute_bounds (focus, view, &bounds))
    at = (GdkRectangle){ (int)bounds.origin.x + 24, (int)bounds.origin.y, 1,
                         (int)bounds.size.height };
  gtk_popover_set_pointing_to (self, &at);
  gtk_popover_popup (self);
}
