/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-popover-grab.h"

/* Set while a popover is open over a tooltip's own widget. */
#define WITHOUT_TOOLTIP "spyglass-without-tooltip"

/* What a button says of itself would lie over the first rows of the menu that it opened. */
static void
set_tooltips (GtkWidget *popover, gboolean on)
{
  for (GtkWidget *widget = gtk_widget_get_parent (popover); widget != NULL;
       widget = gtk_widget_get_parent (widget))
    if (on ? g_object_steal_data (G_OBJECT (widget), WITHOUT_TOOLTIP) != NULL
           : gtk_widget_get_has_tooltip (widget))
      {
        if (!on)
          g_object_set_data (G_OBJECT (widget), WITHOUT_TOOLTIP, widget);
        gtk_widget_set_has_tooltip (widget, on);
        gtk_widget_trigger_tooltip_query (widget);
      }
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_POPOVER (widget) && gtk_popover_get_autohide (GTK_POPOVER (widget)))
    set_tooltips (widget, FALSE);
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

  if (!GTK_IS_POPOVER (widget) || !gtk_popover_get_autohide (GTK_POPOVER (widget)))
    return G_SOURCE_CONTINUE;
  set_tooltips (widget, TRUE);
  if (!gtk_widget_get_visible (widget))
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
