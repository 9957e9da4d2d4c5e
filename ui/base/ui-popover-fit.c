/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-popover-fit.h"

#include <adwaita.h>

/* What a popover shows around its child, both sides together; its own measure has its shadow
 * too. */
#define FRAME 18
#define ROOM 6
#define LEAST_DATA "least"
#define MOST_DATA "most"

static int
get_data (gpointer clamp, const char *name)
{
  return GPOINTER_TO_INT (g_object_get_data (clamp, name));
}

/* It is centred on its button; one that is near an edge of the window has it moved inwards. */
static void
move_into (GtkPopover *popover, GtkWidget *child, GtkWidget *window)
{
  GtkWidget      *button = gtk_widget_get_parent (GTK_WIDGET (popover));
  graphene_rect_t bounds;
  int             width;

  if (!gtk_widget_compute_bounds (button, window, &bounds))
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  width += FRAME + ROOM;
  int start = (int)(bounds.origin.x + bounds.size.width / 2) - width / 2;
  int last = gtk_widget_get_width (window) - width;

  gtk_popover_set_offset (popover, CLAMP (start, 0, MAX (last, 0)) - start, 0);
}

static void
fit (GtkPopover *popover, AdwClamp *clamp)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (popover)));
  int        window = gtk_widget_get_width (root);
  int        room = window > FRAME + ROOM ? window - FRAME - ROOM : G_MAXINT;
  int        most = MIN (get_data (clamp, MOST_DATA), room);

  adw_clamp_set_maximum_size (clamp, most);
  adw_clamp_set_tightening_threshold (clamp, most);
  gtk_widget_set_size_request (GTK_WIDGET (clamp), MIN (get_data (clamp, LEAST_DATA), room), -1);
  if (window > 0)
    move_into (popover, GTK_WIDGET (clamp), root);
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
