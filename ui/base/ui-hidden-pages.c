/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-hidden-pages.h"

#include <adwaita.h>

static gboolean
lays_children_aside (GtkWidget *widget)
{
  gboolean is_stack = GTK_IS_STACK (widget) || ADW_IS_VIEW_STACK (widget);

  return is_stack || ADW_IS_LEAFLET (widget) || GTK_IS_REVEALER (widget);
}

static void
set_hidden (GtkWidget *page, gboolean hidden)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent != NULL && lays_children_aside (parent))
    set_hidden (widget, FALSE);
  /* Pages that were never on top have not been unmapped either. */
  if (lays_children_aside (widget))
    for (GtkWidget *page = gtk_widget_get_first_child (widget); page != NULL;
         page = gtk_widget_get_next_sibling (page))
      set_hidden (page, !gtk_widget_get_child_visible (page));
  return G_SOURCE_CONTINUE;
}

static gboolean
on_unmap (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent != NULL && lays_children_aside (parent) && !gtk_widget_get_child_visible (widget))
    set_hidden (widget, TRUE);
  return G_SOURCE_CONTINUE;
}

void
ui_hidden_pages_follow (void)
{
  static gsize is_following;

  if (!g_once_init_enter (&is_following))
    return;
  /* Signals exist with their class. */
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_once_init_leave (&is_following, 1);
}
