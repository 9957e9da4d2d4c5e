/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-notifier.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* The one of the last response takes the place of the one before. */
#define ID "bench"
#define MAX_LINE 120

struct _UiModelNotifier
{
  GObject parent_instance;

  AppModelController *controller;
  GtkWidget          *page;  /* borrowed: it holds this */
  AppModelState       state; /* before */
  guint               later;
};

MCP_DEFINE_ZEROED_TYPE (UiModelNotifier, ui_model_notifier, G_TYPE_OBJECT)

MCP_DEFINE_DISPOSE (UiModelNotifier, ui_model_notifier)
{
  g_clear_handle_id (&self->later, g_source_remove);
  g_clear_object (&self->controller);
}

static void
ui_model_notifier_class_init (UiModelNotifierClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_model_notifier_dispose;
}

static gboolean
is_in_background (GtkApplication *application)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (gtk_window_is_active (l->data))
      return FALSE;
  return TRUE;
}

/* It leads to the window of the conversation: there may be several. */
static void
set_action (UiModelNotifier *self, GNotification *notification)
{
  GtkRoot *root = gtk_widget_get_root (self->page);
  guint    id = GTK_IS_APPLICATION_WINDOW (root)
                    ? gtk_application_window_get_id (GTK_APPLICATION_WINDOW (root))
                    : 0;

  g_notification_set_default_action_and_target (notification, "app.show-bench", "u", id);
}

/* Of what was said nothing is told: a notification is seen by whoever passes by. */
static gboolean
on_later (gpointer data)
{
  UiModelNotifier *self = data;
  GApplication    *application = g_application_get_default ();
  g_autofree char *status = NULL;
  g_autofree char *title = NULL;

  self->later = 0;
  if (!GTK_IS_APPLICATION (application) || !is_in_background (GTK_APPLICATION (application)) ||
      !ui_settings_get_boolean ("bench-notifies", TRUE))
    return G_SOURCE_REMOVE;
  g_object_get (self->controller, "status", &status, "model-title", &title, NULL);
  g_autofree char *line = app_visible_text_line (title, MAX_LINE);
  g_autofree char *body = app_visible_text_line (status, MAX_LINE);
  g_autoptr (GNotification) notification =
      g_notification_new (*line != '\0' ? line : _ ("Playground"));

  g_notification_set_body (notification, body);
  set_action (self, notification);
  g_application_send_notification (application, ID, notification);
  return G_SOURCE_REMOVE;
}

/* The status is told a moment later. */
static void
on_state (UiModelNotifier *self)
{
  AppModelState state = app_model_controller_get_state (self->controller);

  if (self->state == APP_MODEL_STATE_ANSWERING && self->later == 0 &&
      (state == APP_MODEL_STATE_READY || state == APP_MODEL_STATE_ASKING))
    self->later = g_idle_add (on_later, self);
  self->state = state;
}

UiModelNotifier *
ui_model_notifier_new (AppModelController *controller, GtkWidget *page)
{
  g_return_val_if_fail (APP_IS_MODEL_CONTROLLER (controller), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (page), NULL);

  UiModelNotifier *self = g_object_new (UI_TYPE_MODEL_NOTIFIER, NULL);
  self->controller = g_object_ref (controller);
  self->page = page;
  self->state = app_model_controller_get_state (controller);
  ui_connect (controller, "notify::state", on_state, self);
  return self;
}
