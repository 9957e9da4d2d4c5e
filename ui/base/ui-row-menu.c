/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-row-menu.h"
#include "ui-template.h"

/* Where the menu of a row opens that the keyboard asks for. */
#define INDENT 24

/* The row is the child of the list that @widget is in, or %NULL. */
static GtkWidget *
find_row (GtkWidget *list, GtkWidget *widget)
{
  while (widget != NULL && gtk_widget_get_parent (widget) != list)
    widget = gtk_widget_get_parent (widget);
  return widget;
}

/* Rows of views know by themselves how they are selected; the heads of a box are no rows. */
static gboolean
select_row (GtkWidget *list, GtkWidget *row)
{
  if (GTK_IS_LIST_BOX_ROW (row))
    gtk_list_box_select_row (GTK_LIST_BOX (list), GTK_LIST_BOX_ROW (row));
  return GTK_IS_LIST_BOX_ROW (row) ||
         gtk_widget_activate_action (row, "listitem.select", "(bb)", FALSE, FALSE);
}

/* @x, @y: in the list */
static gboolean
open_at (GtkWidget *list, GtkWidget *row, GtkPopover *menu, double x, double y)
{
  GtkWidget   *owner = gtk_widget_get_parent (GTK_WIDGET (menu));
  double       own_x = 0, own_y = 0;
  GdkRectangle at = { 0, 0, 1, 1 };

  if (row == NULL || !select_row (list, row))
    return FALSE;
  gtk_widget_translate_coordinates (list, owner, x, y, &own_x, &own_y);
  at.x = (int)own_x;
  at.y = (int)own_y;
  gtk_popover_set_pointing_to (menu, &at);
  gtk_popover_popup (menu);
  return TRUE;
}

static void
open_for_point (GtkGesture *gesture, double x, double y, GtkPopover *menu)
{
  GtkWidget *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *row = find_row (list, gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT));

  if (open_at (list, row, menu, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary (GtkGesture *gesture, int n_press, double x, double y, GtkPopover *menu)
{
  open_for_point (gesture, x, y, menu);
}

static gboolean
on_key (GtkEventControllerKey *keys,
        guint                  key,
        guint                  code,
        GdkModifierType        state,
        GtkPopover            *menu)
{
  GtkWidget      *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  GtkWidget      *row = find_row (list, gtk_root_get_focus (gtk_widget_get_root (list)));
  GdkModifierType wanted = state & gtk_accelerator_get_default_mod_mask ();
  graphene_rect_t bounds;

  if (!(key == GDK_KEY_Menu && wanted == 0) && !(key == GDK_KEY_F10 && wanted == GDK_SHIFT_MASK))
    return GDK_EVENT_PROPAGATE;
  if (row == NULL || !gtk_widget_compute_bounds (row, list, &bounds))
    return GDK_EVENT_PROPAGATE;
  return open_at (list, row, menu, bounds.origin.x + INDENT,
                  bounds.origin.y + bounds.size.height);
}

GtkWidget *
ui_row_menu_attach (GtkWidget *owner, GtkWidget *list, GMenuModel *menu)
{
  g_return_val_if_fail (GTK_IS_WIDGET (owner), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (list), NULL);
  g_return_val_if_fail (G_IS_MENU_MODEL (menu), NULL);

  GtkWidget          *popover = gtk_popover_menu_new_from_model (menu);
  GtkGesture         *secondary = gtk_gesture_click_new ();
  GtkGesture         *press = gtk_gesture_long_press_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, owner);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_secondary), popover, 0);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (secondary));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect_object (press, "pressed", G_CALLBACK (open_for_point), popover, 0);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (press));
  /* The list moves its focus by these keys otherwise. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), popover, 0);
  gtk_widget_add_controller (list, keys);
  /* Who closes it is where they were. */
  ui_connect (popover, "closed", gtk_widget_grab_focus, list);
  return popover;
}
