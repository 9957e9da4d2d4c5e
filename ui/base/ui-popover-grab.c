/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-popover-grab.h"

#define OPENED_FROM "spyglass-opened-from"
#define QUIET "spyglass-quiet"

/* The tooltips of @widget and of what it is in. */
static void
set_quiet (GtkWidget *widget, gboolean quiet)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (quiet ? gtk_widget_get_has_tooltip (widget)
              : g_object_steal_data (G_OBJECT (widget), QUIET) != NULL)
      {
        gtk_widget_set_has_tooltip (widget, !quiet);
        g_object_set_data (G_OBJECT (widget), QUIET, quiet ? widget : NULL);
      }
}

/* The pointer is still over what was pressed: GTK would show its tooltip again, over the menu. */
static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget   *widget = g_value_get_object (values);
  GtkWidget   *from = GTK_IS_POPOVER (widget) ? gtk_widget_get_parent (widget) : NULL;
  GtkWidget   *at = NULL;
  GdkRectangle place;

  if (from == NULL)
    return G_SOURCE_CONTINUE;
  if (gtk_popover_get_pointing_to (GTK_POPOVER (widget), &place))
    at = gtk_widget_pick (from, place.x, place.y, GTK_PICK_DEFAULT);
  g_object_set_data_full (G_OBJECT (widget), OPENED_FROM, g_object_ref (at != NULL ? at : from),
                          g_object_unref);
  set_quiet (at != NULL ? at : from, TRUE);
  return G_SOURCE_CONTINUE;
}

/* GTK gives the grab up where a popover is hidden, and not where it is unmapped with its page or
 * loses its parent. */
static gboolean
on_unmap (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkRoot   *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (GTK_IS_POPOVER (widget))
    {
      set_quiet (g_object_get_data (G_OBJECT (widget), OPENED_FROM), FALSE);
      g_object_set_data (G_OBJECT (widget), OPENED_FROM, NULL);
    }
  if (!GTK_IS_POPOVER (widget) || !gtk_widget_get_visible (widget) ||
      !gtk_popover_get_autohide (GTK_POPOVER (widget)))
    return G_SOURCE_CONTINUE;
  /* A window that is to move the focus out of two widgets at a time never lets go of the first. */
  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    gtk_root_set_focus (root, NULL);
  gtk_widget_set_visible (widget, FALSE);
  return G_SOURCE_CONTINUE;
}

void
ui_popover_grab_begin (void)
{
  static gsize has_begun;
  gpointer     widget_class;

  if (!g_once_init_enter (&has_begun))
    return;
  widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_type_class_unref (widget_class);
  g_once_init_leave (&has_begun, 1);
}
