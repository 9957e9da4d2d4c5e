/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-life-group.h"
#include "app-visible-text.h"
#include "store-profile.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "app-reconnector.h"
#include "app-rerunner.h"
#include "app-server-logging.h"
#include "app-subscription-list.h"
#include "app-watcher.h"

#include <glib/gi18n.h>

#define MAX_PATHS 200

struct _UiLifeGroup
{
  AdwBin parent_instance;

  AppSession *session;
  gboolean    updating;

  /* borrowed */
  AdwPreferencesGroup *group;
  AdwActionRow        *reconnect_row;
  GtkSwitch           *reconnect;
  AdwActionRow        *watch_row;
  GtkSwitch           *watch;
  AdwActionRow        *rerun_row;
  GtkSwitch           *rerun;
  AdwActionRow        *listen_row;
  GtkSwitch           *listen;
  AdwComboRow         *level;
};

G_DEFINE_FINAL_TYPE (UiLifeGroup, ui_life_group, ADW_TYPE_BIN)

static AdwActionRow *
add_row (UiLifeGroup *self, const char *title, GtkSwitch **place)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_preferences_group_add (self->group, row);
  *place = GTK_SWITCH (button);
  return ADW_ACTION_ROW (row);
}

static void
add_level (UiLifeGroup *self)
{
  /* In the order of StoreLogLevel. */
  const char *const levels[] = { _ ("Server default"),
                                 _ ("Debug and above"),
                                 _ ("Information and above"),
                                 _ ("Notices and above"),
                                 _ ("Warnings and above"),
                                 _ ("Errors and above"),
                                 _ ("Critical and above"),
                                 _ ("Alerts and above"),
                                 _ ("Emergencies"),
                                 NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (levels);

  self->level = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->level), _ ("Log level"));
  adw_combo_row_set_model (self->level, G_LIST_MODEL (model));
  adw_preferences_group_add (self->group, GTK_WIDGET (self->level));
}

static char *
dup_watch_words (UiLifeGroup *self, StoreProfile *profile)
{
  const char *const *paths = store_profile_get_endpoint (profile)->watch;

  if (paths[0] == NULL)
    return g_strdup (_ ("Watch the script files"));
  g_autofree char *joined = g_strjoinv (", ", (GStrv)paths);
  return app_visible_text_line (joined, MAX_PATHS);
}

static void
update (UiLifeGroup *self)
{
  StoreProfile            *profile = app_session_get_profile (self->session);
  const StoreConversation *conversation = store_profile_get_conversation (profile);
  g_autofree char         *words = dup_watch_words (self, profile);
  g_autofree char         *markup = g_markup_escape_text (words, -1);

  self->updating = TRUE;
  gtk_switch_set_active (self->reconnect, conversation->reconnect == STORE_RECONNECT_AUTO);
  gtk_switch_set_active (self->watch, app_watcher_get_watching (app_session_get_feature (
                                          self->session, APP_TYPE_WATCHER)));
  gtk_switch_set_active (self->listen, conversation->listen);
  adw_action_row_set_subtitle (self->watch_row, markup);
  ui_tooltip_set (GTK_WIDGET (self->watch_row), words);
  gtk_widget_set_visible (
      GTK_WIDGET (self->watch_row),
      app_watcher_can_watch (app_session_get_feature (self->session, APP_TYPE_WATCHER)));
  gtk_widget_set_visible (GTK_WIDGET (self->rerun_row),
                          gtk_widget_get_visible (GTK_WIDGET (self->watch_row)));
  /* Translators: what the stream is for, then what became of it */
  g_autofree char *stream =
      g_strdup_printf (_ ("Status: %s"),
                       app_subscription_list_get_stream_name (
                           app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST)));
  adw_action_row_set_subtitle (self->listen_row, stream);
  adw_combo_row_set_selected (self->level, conversation->log_level);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->level),
                               app_session_get_state (self->session) == APP_SESSION_READY &&
                                       !app_server_logging_is_offered (app_session_get_feature (
                                           self->session, APP_TYPE_SERVER_LOGGING))
                                   ? _ ("Not supported by the server")
                                   : _ ("Shown in Log"));
  self->updating = FALSE;
}

static void
on_reconnect (UiLifeGroup *self)
{
  if (!self->updating)
    app_reconnector_set_wanted (app_session_get_feature (self->session, APP_TYPE_RECONNECTOR),
                                gtk_switch_get_active (self->reconnect));
}

static void
on_watch (UiLifeGroup *self)
{
  if (!self->updating)
    app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER),
                              gtk_switch_get_active (self->watch));
}

static void
on_listen (UiLifeGroup *self)
{
  if (!self->updating)
    app_subscription_list_set_listening (
        app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST),
        gtk_switch_get_active (self->listen));
}

static void
on_level (UiLifeGroup *self)
{
  if (!self->updating)
    app_server_logging_set_level (app_session_get_feature (self->session, APP_TYPE_SERVER_LOGGING),
                                  adw_combo_row_get_selected (self->level));
}

MCP_DEFINE_DISPOSE (UiLifeGroup, ui_life_group)
{
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (app_session_get_profile (self->session), self);
    }
  g_clear_object (&self->session);
}

static void
ui_life_group_class_init (UiLifeGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_life_group_dispose;
}

static void
ui_life_group_init (UiLifeGroup *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->group = ADW_PREFERENCES_GROUP (group);
  adw_preferences_group_set_title (self->group, _ ("Automation"));
  self->reconnect_row = add_row (self, _ ("Reconnect automatically"),
                                 &self->reconnect);
  self->watch_row = add_row (self, _ ("Restart on file changes"), &self->watch);
  self->rerun_row = add_row (self, _ ("Repeat last call after restart"), &self->rerun);
  adw_action_row_set_subtitle (self->rerun_row, _ ("Uses the current arguments"));
  self->listen_row = add_row (self, _ ("Notification stream"), &self->listen);
  add_level (self);
  adw_bin_set_child (ADW_BIN (self), group);
}

GtkWidget *
ui_life_group_new (AppSession *session)
{
  static const char *const of_profile[] = { "notify::reconnect", "notify::watch", "notify::listen",
                                            "notify::transport", "notify::log-level" };

  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiLifeGroup *self = g_object_new (UI_TYPE_LIFE_GROUP, NULL);
  self->session = g_object_ref (session);
  update (self);
  AppRerunner *rerunner = app_session_get_feature (session, APP_TYPE_RERUNNER);
  if (rerunner != NULL)
    g_object_bind_property (rerunner, "wanted", self->rerun, "active",
                            G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  ui_connect (self->reconnect, "notify::active", on_reconnect, self);
  ui_connect (self->watch, "notify::active", on_watch, self);
  ui_connect (self->listen, "notify::active", on_listen, self);
  ui_connect (self->level, "notify::selected", on_level, self);
  ui_connect (session, "notify::state", update, self);
  ui_connect (app_session_get_feature (session, APP_TYPE_WATCHER), "notify::watching", update,
              self);
  ui_connect (app_session_get_feature (session, APP_TYPE_SUBSCRIPTION_LIST), "notify::stream-name",
              update, self);
  for (guint i = 0; i < G_N_ELEMENTS (of_profile); i++)
    ui_connect (app_session_get_profile (session), of_profile[i], update, self);
  return GTK_WIDGET (self);
}
