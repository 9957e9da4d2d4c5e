/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A value that is shown somewhere becomes an argument. */

#include "ui-window-private.h"
#include "app-reference.h"
#include "ui-reference-dialog.h"

#include <glib/gi18n.h>

/* What the dialog is about. */
#define REFERENCE_DATA "reference"
#define SESSION_DATA "session"

/* The server that is shown; else any that is connected. */
static AppSession *
find_session (UiWindow *self)
{
  AppSession *shown = _ui_window_get_session (self);
  GListModel *sessions = G_LIST_MODEL (self->workspace);

  if (shown != NULL && app_session_get_state (shown) == APP_SESSION_READY)
    return shown;
  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);

      if (app_session_get_state (session) == APP_SESSION_READY)
        return session;
    }
  return NULL;
}

static void
on_chosen (UiReferenceDialog *dialog, const char *tool, const char *argument, UiWindow *self)
{
  AppReference *reference = g_object_get_data (G_OBJECT (dialog), REFERENCE_DATA);
  AppSession   *session = g_object_get_data (G_OBJECT (dialog), SESSION_DATA);
  UiServerPage *page;

  ui_window_show_place (self, session, UI_PLACE_TOOLS);
  page = _ui_window_get_server_page (self);
  if (page != NULL)
    ui_server_page_use_reference (page, tool, argument, reference);
}

void
_ui_window_use_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = find_session (self);
  g_autoptr (AppReference) reference = app_reference_parse (g_variant_get_string (parameter, NULL));
  UiReferenceDialog *dialog;

  if (reference == NULL)
    return;
  if (session == NULL)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("No server is connected.")));
      return;
    }
  dialog = ui_reference_dialog_new (GTK_WINDOW (self), session, reference);
  g_object_set_data_full (G_OBJECT (dialog), REFERENCE_DATA, app_reference_ref (reference),
                          (GDestroyNotify)app_reference_unref);
  g_object_set_data_full (G_OBJECT (dialog), SESSION_DATA, g_object_ref (session),
                          g_object_unref);
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_chosen), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
