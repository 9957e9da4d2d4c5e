/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-popover-fit.h"

#include <adwaita.h>

/* What a popover has around its child, on both sides. */
#define AROUND 24
#define LEAST_DATA "least"
#define MOST_DATA "most"

static int
get_data (gpointer clamp, const char *name)
{
  return GPOINTER_TO_INT (g_object_get_data (clamp, name));
}

static void
fit (GtkPopover *popover, AdwClamp *clamp)
{
  int window = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (popover))));
  int room = window > AROUND ? window - AROUND : G_MAXINT;
  int most = MIN (get_data (clamp, MOST_DATA), room);

  adw_clamp_set_maximum_size (clamp, most);
  adw_clamp_set_tightening_threshold (clamp, most);
  gtk_widget_set_size_request (GTK_WIDGET (clamp), MIN (get_data (clamp, LEAST_DATA), room), -1);
}

void
ui_popover_fit (GtkPopover *popover, int least, int most)
{
  GtkWidget *clamp = adw_clamp_new ();

  g_return_if_fail (GTK_IS_POPOVER (popover));
  g_return_if_fail (least <= most);

  g_autoptr (GtkWidget) child = g_object_ref (gtk_popover_get_child (popover));
  gtk_popover_set_child (popover, NULL);
  adw_clamp_set_child (ADW_CLAMP (clamp), child);
  gtk_popover_set_child (popover, clamp);
  g_object_set_data (G_OBJECT (clamp), LEAST_DATA, GINT_TO_POINTER (least));
  g_object_set_data (G_OBJECT (clamp), MOST_DATA, GINT_TO_POINTER (most));
  g_signal_connect_object (popover, "show", G_CALLBACK (fit), clamp, 0);
}
