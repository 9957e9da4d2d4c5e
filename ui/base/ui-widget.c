/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-widget.h"

void
ui_widget_name (gpointer widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
ui_widget_describe (gpointer widget, const char *description)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

void
ui_widget_set_invalid (gpointer widget, gboolean invalid)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_INVALID,
                               invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

void
ui_widget_set_expanded (gpointer widget, gboolean expanded)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_EXPANDED, expanded,
                               -1);
}

void
ui_widget_set_ornament (gpointer widget)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

void
ui_widget_name_lists (GtkWidget *widget, const char *name)
{
  if (GTK_IS_LIST_BOX (widget))
    ui_widget_name (widget, name);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_widget_name_lists (child, name);
}

void
ui_widget_set_class (gpointer widget, const char *class_name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (GTK_WIDGET (widget), class_name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (widget), class_name);
}

void
ui_widget_show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

void
ui_widget_set_max_height (gpointer view, GtkScrolledWindow *scroller, int height)
{
  gtk_scrolled_window_set_propagate_natural_height (scroller, height > 0);
  gtk_scrolled_window_set_max_content_height (scroller, height > 0 ? height : -1);
  gtk_widget_set_vexpand (GTK_WIDGET (scroller), height <= 0);
  gtk_widget_set_vexpand (GTK_WIDGET (view), height <= 0);
}

/* GTK has "tab-behavior" from 4.12 on. */
static gboolean
on_list_key (GtkEventController *controller, guint keyval, guint code, GdkModifierType state)
{
  GtkWidget       *list = gtk_event_controller_get_widget (controller);
  GtkWidget       *row = gtk_widget_get_focus_child (list);
  GtkRoot         *root = gtk_widget_get_root (list);
  GtkDirectionType direction =
      (state & GDK_SHIFT_MASK) != 0 ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;

  if ((keyval != GDK_KEY_Tab && keyval != GDK_KEY_KP_Tab && keyval != GDK_KEY_ISO_Left_Tab) ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || root == NULL)
    return GDK_EVENT_PROPAGATE;
  /* The rows of a GtkColumnView are in a list of their own. */
  if (GTK_IS_LIST_VIEW (row))
    row = gtk_widget_get_focus_child (row);
  if (row != NULL && gtk_widget_child_focus (row, direction))
    return GDK_EVENT_STOP;
  /* So the search for the next widget passes it by. */
  gtk_widget_set_can_focus (list, FALSE);
  gtk_widget_child_focus (GTK_WIDGET (root), direction);
  gtk_widget_set_can_focus (list, TRUE);
  return GDK_EVENT_STOP;
}

void
ui_widget_set_tab_stop (gpointer list)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_list_key), NULL);
  gtk_widget_add_controller (list, controller);
}

void
ui_widget_clear (gpointer container)
{
  GtkListBoxRow *row;
  GtkWidget     *child;

  g_return_if_fail (GTK_IS_BOX (container) || GTK_IS_LIST_BOX (container));

  if (GTK_IS_BOX (container))
    {
      while ((child = gtk_widget_get_first_child (container)) != NULL)
        gtk_box_remove (container, child);
      return;
    }
  /* A list's placeholder is a child too, and stays. */
  while ((row = gtk_list_box_get_row_at_index (container, 0)) != NULL)
    gtk_list_box_remove (container, GTK_WIDGET (row));
}
