/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-toast.h"
#include "ui-template.h"
#include "ui-toast.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Seconds: long enough to read what to do next, and to decide. */
#define TIMEOUT 30
/* Of its overlay: the one that was said last. */
#define LAST "ui-client-toast"

static void
on_dismissed (AdwToastOverlay *overlay, AdwToast *toast)
{
  if (g_object_get_data (G_OBJECT (overlay), LAST) == toast)
    g_object_set_data (G_OBJECT (overlay), LAST, NULL);
}

static AdwToast *
say (AdwToastOverlay *overlay, const char *text)
{
  AdwToast *last = g_object_get_data (G_OBJECT (overlay), LAST);

  /* What is new does not wait for as long as what was before is offered. */
  if (last != NULL)
    adw_toast_dismiss (last);
  AdwToast *toast = ui_toast_say (overlay, text);
  adw_toast_set_timeout (toast, TIMEOUT);
  g_object_set_data (G_OBJECT (overlay), LAST, toast);
  ui_connect (toast, "dismissed", on_dismissed, overlay);
  return toast;
}

static void
on_undone (AdwToastOverlay *overlay, AppClientBatch *batch)
{
  if (app_client_batch_is_busy (batch))
    return;
  g_signal_handlers_disconnect_by_data (batch, overlay);
  if (!app_client_batch_is_done (batch))
    {
      say (overlay, _ ("Change undone"));
      return;
    }
  AdwToast *toast = say (overlay, _ ("The change could not be undone"));
  adw_toast_set_button_label (toast, _ ("History of Changes…"));
  adw_toast_set_action_name (toast, "win.client-history");
}

static void
on_undo (AppClientBatch *batch, AdwToast *toast)
{
  ui_connect (batch, "changed", on_undone, g_object_get_data (G_OBJECT (toast), "ui-overlay"));
  app_client_batch_undo (batch);
}

static AdwToastOverlay *
find_below (GtkWidget *page)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (gtk_widget_get_root (page)));
  gpointer   overlay = NULL;

  for (; window != NULL && overlay == NULL; window = gtk_window_get_transient_for (window))
    overlay = ui_widget_find (window, ADW_TYPE_TOAST_OVERLAY, FALSE);
  return overlay;
}

AdwToast *
ui_client_toast_say (GtkWidget *page, const char *text)
{
  AdwToastOverlay *overlay = find_below (page);

  return overlay != NULL ? say (overlay, text) : NULL;
}

gboolean
ui_client_toast_offer_undo (GtkWidget *page, AppClientBatch *batch)
{
  g_autofree char *outcome = app_client_batch_dup_outcome (batch);
  AdwToast        *toast = ui_client_toast_say (page, outcome);
  gboolean         failed = app_client_batch_count (batch, APP_CHANGE_REFUSED) > 0;

  if (toast != NULL)
    {
      adw_toast_set_button_label (toast, _ ("_Undo"));
      /* The toast keeps what it can take back. */
      g_object_set_data_full (G_OBJECT (toast), "ui-batch", g_object_ref (batch), g_object_unref);
      ui_connect (toast, "button-clicked", on_undo, batch);
      g_object_set_data (G_OBJECT (toast), "ui-overlay", find_below (page));
    }
  if (!failed)
    gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (page)));
  g_object_unref (batch);
  return !failed;
}
