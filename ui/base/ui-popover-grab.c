/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-popover-grab.h"

/* GTK gives the grab up where a popover is hidden, and not where it is unmapped with its page or
 * loses its parent. */
static gboolean
on_unmap (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkRoot   *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

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
  g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap, NULL, NULL);
  g_type_class_unref (widget_class);
  g_once_init_leave (&has_begun, 1);
}
