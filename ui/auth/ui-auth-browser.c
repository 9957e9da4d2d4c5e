/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-auth-browser.h"

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppAuthDebugger) debugger = data;
  g_autoptr (GError) error = NULL;

  (void)gtk_show_uri_full_finish (GTK_WINDOW (object), result, &error);
  app_auth_debugger_set_browser_error (debugger, error);
}

void
ui_auth_browser_open (GtkWidget *widget, AppAuthDebugger *debugger, const char *url)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  g_return_if_fail (GTK_IS_WINDOW (root));
  g_return_if_fail (url != NULL);

  gtk_show_uri_full (GTK_WINDOW (root), url, GDK_CURRENT_TIME, NULL, on_opened,
                     g_object_ref (debugger));
}
