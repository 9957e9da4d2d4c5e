/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-dialog-fit.h"

static void
fit (GtkWindow *dialog)
{
  GtkWindow *parent = gtk_window_get_transient_for (dialog);
  int        room = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;
  int        width, height;

  gtk_window_get_default_size (dialog, &width, &height);
  if (room > 0 && width > room && !gtk_widget_get_visible (GTK_WIDGET (dialog)))
    gtk_window_set_default_size (dialog, room, height);
}

static void
on_windows_changed (GListModel *windows, guint position, guint removed, guint added, gpointer data)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      g_signal_handlers_disconnect_by_func (window, fit, NULL);
      g_signal_connect (window, "notify::transient-for", G_CALLBACK (fit), NULL);
    }
}

void
ui_dialog_fit_begin (void)
{
  static gsize has_begun;

  if (!g_once_init_enter (&has_begun))
    return;
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (on_windows_changed),
                    NULL);
  g_once_init_leave (&has_begun, 1);
}
