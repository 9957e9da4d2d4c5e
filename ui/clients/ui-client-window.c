/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-window.h"

/* Pixels */
#define WIDTH 680
#define HEIGHT 600
#define PAGE_WIDTH 600
#define MARGIN 24
#define SIDE_MARGIN 12

static GtkWidget *
pad (GtkWidget *child)
{
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);

  gtk_widget_set_margin_top (child, MARGIN);
  gtk_widget_set_margin_bottom (child, MARGIN);
  gtk_widget_set_margin_start (child, SIDE_MARGIN);
  gtk_widget_set_margin_end (child, SIDE_MARGIN);
  gtk_widget_set_valign (child, GTK_ALIGN_START);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), PAGE_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), child);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrollable_set_vscroll_policy (GTK_SCROLLABLE (viewport), GTK_SCROLL_NATURAL);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), clamp);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), viewport);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

GtkWindow *
ui_client_window_present (GtkWidget  *parent,
                          const char *title,
                          const char *subtitle,
                          GtkWidget  *child,
                          gboolean    padded)
{
  GtkRoot            *root = gtk_widget_get_root (parent);
  GtkWidget          *window = g_object_new (ADW_TYPE_WINDOW, "title", title, NULL);
  GtkWidget          *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget          *bar = adw_header_bar_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar), adw_window_title_new (title, subtitle));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), padded ? pad (child) : child);
  gtk_widget_set_vexpand (child, !padded);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_widget_set_size_request (window, 360, 294);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}
