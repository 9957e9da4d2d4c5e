/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-notifier.h"
#include "ui-place-kind.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 80

struct _UiCallNotifier
{
  GObject parent_instance;

  GtkApplication *application; /* borrowed */
  gint64          least;       /* that a call takes, in microseconds */
};

MCP_DEFINE_ZEROED_TYPE (UiCallNotifier, ui_call_notifier, G_TYPE_OBJECT)

static void
ui_call_notifier_class_init (UiCallNotifierClass *klass)
{
}

static gboolean
is_in_background (UiCallNotifier *self)
{
  for (GList *l = gtk_application_get_windows (self->application); l != NULL; l = l->next)
    if (gtk_window_is_active (l->data))
      return FALSE;
  return TRUE;
}

/* What is said of a call. Returns: (transfer full) (nullable): NULL where nothing is to be said: it
 * goes on, took no time, or was ended by the person */
static GNotification *
describe (UiCallNotifier *self, AppCall *call)
{
  static const UiPlaceKind places[] = { [APP_CALL_TOOL] = UI_PLACE_TOOLS,
                                        [APP_CALL_READ] = UI_PLACE_RESOURCES,
                                        [APP_CALL_PROMPT] = UI_PLACE_PROMPTS };
  AppCallState             state = app_call_get_state (call);
  g_autoptr (AppSession) session = app_call_dup_session (call);

  if (session == NULL || (state != APP_CALL_DONE && state != APP_CALL_FAILED) ||
      app_call_get_elapsed (call) < self->least)
    return NULL;
  gboolean         failed = !app_call_is_good (call);
  g_autofree char *name = app_visible_text_line (app_call_get_target (call), MAX_NAME);
  g_autofree char *server = app_visible_text_line (app_session_get_name (session), MAX_NAME);
  /* Translators: %s is a tool */
  g_autofree char *title = g_strdup_printf (failed ? _ ("%s failed") : _ ("%s finished"), name);
  /* Translators: a server, then how long a call to it took */
  g_autofree char *body = g_strdup_printf (
      _ ("%s · %u s"), server, (guint)(app_call_get_elapsed (call) / G_USEC_PER_SEC));
  GNotification *notification = g_notification_new (title);
  const char    *id = store_profile_get_id (app_session_get_profile (session));
  const char    *place = ui_place_kind_get_id (places[app_call_get_kind (call)]);

  g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (notification, "app.show", "(sss)", id, place,
                                                app_call_get_target (call));
  g_notification_add_button_with_target (notification, _ ("Show"), "app.show", "(sss)", id, place,
                                         app_call_get_target (call));
  return notification;
}

static void
on_state (UiCallNotifier *self, GParamSpec *pspec, AppCall *call)
{
  if (!is_in_background (self))
    return;
  g_autoptr (GNotification) notification = describe (self, call);
  if (notification != NULL)
    g_application_send_notification (G_APPLICATION (self->application), NULL, notification);
}

static void
on_calls_changed (UiCallNotifier *self,
                  guint           position,
                  guint           removed,
                  guint           added,
                  GListModel     *calls)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppCall) call = g_list_model_get_item (calls, i);
      ui_connect (call, "notify::state", on_state, self);
    }
}

static void
on_sessions_changed (UiCallNotifier *self,
                     guint           position,
                     guint           removed,
                     guint           added,
                     GListModel     *sessions)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);
      GListModel *calls = app_session_get_calls (session);

      /* One that was only moved is followed already. */
      g_signal_handlers_disconnect_by_data (calls, self);
      ui_connect (calls, "items-changed", on_calls_changed, self);
    }
}

UiCallNotifier *
ui_call_notifier_new (GtkApplication *application, AppWorkspace *workspace, guint milliseconds)
{
  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiCallNotifier *self = g_object_new (UI_TYPE_CALL_NOTIFIER, NULL);
  GListModel     *sessions = G_LIST_MODEL (workspace);

  self->application = application;
  self->least = milliseconds * G_TIME_SPAN_MILLISECOND;
  ui_connect (sessions, "items-changed", on_sessions_changed, self);
  on_sessions_changed (self, 0, 0, g_list_model_get_n_items (sessions), sessions);
  return self;
}
