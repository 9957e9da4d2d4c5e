/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-actions.h"
#include "app-profile-draft.h"
#include "app-sign-out.h"
#include "app-target.h"
#include "app-visible-text.h"
#include "ui-auth-window.h"
#include "ui-clients-dialog.h"
#include "ui-doctor-dialog.h"
#include "ui-import-dialog.h"
#include "ui-question.h"
#include "ui-server-dialog.h"
#include "ui-share-dialog.h"
#include "ui-template.h"
#include "app-catalogue.h"
#include "app-subscription-list.h"
#include "app-watcher.h"
#include "app-session.h"

#include <glib/gi18n.h>

struct _UiServerActions
{
  GSimpleActionGroup parent_instance;

  UiWindow      *window; /* not owned */
  AppWorkspace  *workspace;
  AppSession    *session; /* (nullable) */
  UiPlaceKind    place;
  GSimpleAction *watch;       /* of the actions: the one with a state */
  GCancellable  *cancellable; /* of refreshing; ends with the window */
};

G_DEFINE_FINAL_TYPE (UiServerActions, ui_server_actions, G_TYPE_SIMPLE_ACTION_GROUP)

/* Connections */

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  /* The session's state says what came of it; a session that is open or busy stays as it is. */
  (void)app_session_connect_finish (APP_SESSION (object), result, &error);
}

void
ui_server_actions_connect (AppSession *session)
{
  app_session_connect_async (session, NULL, on_connected, NULL);
}

static void
connect_server (UiServerActions *self, GVariant *parameter)
{
  ui_server_actions_connect (self->session);
}

static void
confirm_server (UiServerActions *self, GVariant *parameter)
{
  app_session_confirm (self->session);
  ui_server_actions_connect (self->session);
}

static void
on_disconnected (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_session_disconnect_finish (APP_SESSION (object), result, &error);
}

static void
disconnect_server (UiServerActions *self, GVariant *parameter)
{
  app_session_disconnect_async (self->session, NULL, on_disconnected, NULL);
}

static void
reconnect_server (UiServerActions *self, GVariant *parameter)
{
  app_session_restart (self->session);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_catalogue_load_finish (APP_CATALOGUE (object), result, &error);
}

static void
refresh_server (UiServerActions *self, GVariant *parameter)
{
  gboolean all = self->place == UI_PLACE_SERVER || self->place == UI_PLACE_OVERVIEW;
  const struct
  {
    McpDefinitionKind list;
    UiPlaceKind       place;
  } lists[] = { { MCP_DEFINITION_TOOL, UI_PLACE_TOOLS },
                { MCP_DEFINITION_RESOURCE, UI_PLACE_RESOURCES },
                { MCP_DEFINITION_RESOURCE_TEMPLATE, UI_PLACE_RESOURCES },
                { MCP_DEFINITION_PROMPT, UI_PLACE_PROMPTS } };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if ((all || lists[i].place == self->place) &&
        app_catalogue_offers (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                              lists[i].list))
      app_catalogue_load_async (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                lists[i].list, FALSE, self->cancellable, on_refreshed, NULL);
}

/* Profiles */

typedef struct
{
  UiServerActions *actions;
  AppSession      *session;
} Trial;

static void
on_address_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  Trial *trial = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) saved =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (saved != NULL)
    ui_window_open_server (trial->actions->window, trial->session);
  else
    ui_window_show_error (trial->actions->window, _ ("Could Not Save the Server"), error);
  g_object_unref (trial->actions);
  g_object_unref (trial->session);
  g_free (trial);
}

/* The address that the problem of the session suggests becomes the server's. */
static void
try_address (UiServerActions *self, GVariant *parameter)
{
  AppProblem *problem = app_session_get_problem (self->session);

  if (problem == NULL || app_problem_get_url (problem) == NULL)
    return;
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new (self->workspace, app_session_get_profile (self->session));
  g_object_set (app_profile_draft_get_profile (draft), "url", app_problem_get_url (problem), NULL);
  Trial *trial = g_new0 (Trial, 1);
  trial->actions = g_object_ref (self);
  trial->session = g_object_ref (self->session);
  app_profile_draft_save_async (draft, self->cancellable, on_address_saved, trial);
}

/* Signing out */

static void
on_signed_out (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) window = data;
  g_autoptr (GError) error = NULL;

  if (app_sign_out_finish (APP_WORKSPACE (object), result, &error))
    ui_window_say (window, _ ("Signed out"));
  else
    ui_window_show_error (window, _ ("Could Not Sign Out"), error);
}

static void
on_sign_out_response (UiServerActions *self, const char *response, AdwMessageDialog *dialog)
{
  StoreSignIn *entry = g_object_get_data (G_OBJECT (dialog), "ui-entry");

  if (g_str_equal (response, "sign-out"))
    app_sign_out_async (self->workspace, entry, NULL, on_signed_out, g_object_ref (self->window));
}

/* Its tokens are for the old address alone, and never sent to the new one. */
static void
ask_about_old_address (UiServerActions *self, StoreSignIn *entry)
{
  g_autofree char *server = app_visible_text_line (store_sign_in_get (entry)->server, 120);
  /* Translators: %s is the address of a server */
  g_autofree char *body = g_strdup_printf (
      _ ("You are signed in to %s, which is no longer the address of this server. The tokens are "
         "not used for the new one."),
      server);
  AdwMessageDialog *question = ui_question_ask (
      GTK_WIDGET (self->window), _ ("Sign Out of the Old Address?"), body, "sign-out",
      _ ("_Sign Out"), ADW_RESPONSE_SUGGESTED, G_CALLBACK (on_sign_out_response), self);

  g_object_set_data_full (G_OBJECT (question), "ui-entry", g_object_ref (entry), g_object_unref);
}

static void
on_profile_saved (UiServerDialog  *dialog,
                  StoreProfile    *profile,
                  gboolean         added,
                  UiServerActions *self)
{
  AppSession *session = app_workspace_find_id (self->workspace, store_profile_get_id (profile));

  /* Where the connection still is as it was, its page says so until that changes. */
  if (session != NULL && added)
    ui_window_open_server (self->window, session);
  StoreSignIn *entry = app_sign_out_find_foreign (self->workspace, profile);
  if (entry != NULL)
    ask_about_old_address (self, entry);
}

static UiServerDialog *
present_dialog (UiServerActions *self, AppProfileDraft *draft)
{
  UiServerDialog *dialog = ui_server_dialog_new (GTK_WINDOW (self->window), draft);

  g_signal_connect_object (dialog, "saved", G_CALLBACK (on_profile_saved), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

void
ui_server_actions_add (UiServerActions *self, const char *text)
{
  g_return_if_fail (UI_IS_SERVER_ACTIONS (self));

  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);
  UiServerDialog *dialog = present_dialog (self, draft);

  if (text != NULL)
    ui_server_dialog_paste (dialog, text);
}

void
ui_server_actions_import (UiServerActions *self, const char *path, const char *name)
{
  g_return_if_fail (UI_IS_SERVER_ACTIONS (self));
  g_return_if_fail (name == NULL || path != NULL);

  UiImportDialog *dialog =
      ui_import_dialog_new (GTK_WINDOW (self->window), self->workspace, NULL);
  gtk_window_present (GTK_WINDOW (dialog));
  if (name != NULL)
    ui_import_dialog_choose (dialog, name, path);
  else if (path != NULL)
    ui_import_dialog_add_file (dialog, path);
}

void
ui_server_actions_take (UiServerActions *self, GFile *file)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (UI_IS_SERVER_ACTIONS (self));

  g_autofree char *uri = g_file_get_uri (file);
  if (g_file_is_native (file))
    ui_server_actions_import (self, g_file_peek_path (file), NULL);
  else if (app_target_check_link (uri, &error))
    ui_server_actions_add (self, uri);
  else
    {
      g_autoptr (AppProblem) problem =
          app_problem_new (APP_CULPRIT_NOBODY, error->message,
                           _ ("Nothing was added. To add any other link, URL or command, paste it "
                              "into “Add a Server”."),
                           NULL);
      ui_window_show_problem (self->window, _ ("Could Not Open the Link"), problem);
    }
}

static void
on_demo_added (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiServerActions) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) profile =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (profile == NULL)
    {
      ui_window_show_error (self->window, _ ("Could Not Add the Demo Server"), error);
      return;
    }
  AppSession *session = app_workspace_find_id (self->workspace, store_profile_get_id (profile));
  if (session != NULL)
    ui_window_open_server (self->window, session);
}

/* Returns: (transfer none) (nullable): the server that runs @profile's command already */
static AppSession *
find_same_command (UiServerActions *self, StoreProfile *profile)
{
  const char *command = store_profile_get_endpoint (profile)->command;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);
      const StoreEndpoint *endpoint =
          store_profile_get_endpoint (app_session_get_profile (session));

      if (g_strcmp0 (endpoint->command, command) == 0 && endpoint->arguments[0] == NULL)
        return session;
    }
  return NULL;
}

void
ui_server_actions_try_demo (UiServerActions *self)
{
  g_return_if_fail (UI_IS_SERVER_ACTIONS (self));

  g_autoptr (StoreProfile) profile = app_workspace_dup_demo_profile (self->workspace);

  if (profile == NULL)
    return;
  AppSession *session = find_same_command (self, profile);
  if (session != NULL)
    {
      ui_window_open_server (self->window, session);
      return;
    }
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);
  store_profile_assign (app_profile_draft_get_profile (draft), profile);
  app_profile_draft_save_async (draft, self->cancellable, on_demo_added, g_object_ref (self));
}

static void
edit_server (UiServerActions *self, GVariant *parameter)
{
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new (self->workspace, app_session_get_profile (self->session));
  present_dialog (self, draft);
}

static void
duplicate_server (UiServerActions *self, GVariant *parameter)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new_duplicate (
      self->workspace, app_session_get_profile (self->session));
  present_dialog (self, draft);
}

static void
on_removed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) window = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  if (!app_profile_draft_remove_finish (APP_WORKSPACE (object), result, &note, &error))
    ui_window_show_error (window, _ ("Could Not Remove the Server"), error);
  else if (note != NULL)
    ui_window_say (window, note);
}

typedef struct
{
  UiWindow     *window;
  AppWorkspace *workspace;
  StoreProfile *profile;
} Removal;

/* The tokens are of no use any more, whether the server took them back or not. */
static void
on_signed_out_before (GObject *object, GAsyncResult *result, gpointer data)
{
  Removal *removal = data;
  g_autoptr (GError) error = NULL;

  (void)app_sign_out_finish (APP_WORKSPACE (object), result, &error);
  app_profile_draft_remove_async (removal->workspace, removal->profile, NULL, on_removed,
                                  removal->window);
  g_object_unref (removal->workspace);
  g_object_unref (removal->profile);
  g_free (removal);
}

static void
on_remove_response (UiServerActions *self, const char *response, AdwMessageDialog *dialog)
{
  AppSession   *session = g_object_get_data (G_OBJECT (dialog), "ui-session");
  StoreProfile *profile = app_session_get_profile (session);
  StoreSignIn  *entry = app_sign_out_find (self->workspace, profile);
  GtkWidget    *check = adw_message_dialog_get_extra_child (dialog);

  if (!g_str_equal (response, "remove"))
    return;
  if (entry == NULL || check == NULL || !gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
    {
      app_profile_draft_remove_async (self->workspace, profile, NULL, on_removed,
                                      g_object_ref (self->window));
      return;
    }
  Removal *removal = g_new0 (Removal, 1);
  removal->window = g_object_ref (self->window);
  removal->workspace = g_object_ref (self->workspace);
  removal->profile = g_object_ref (profile);
  app_sign_out_async (self->workspace, entry, NULL, on_signed_out_before, removal);
}

static void
remove_server (UiServerActions *self, GVariant *parameter)
{
  g_autofree char *server = app_visible_text_line (app_session_get_name (self->session), 80);
  /* Translators: %s is the name of a server */
  g_autofree char  *heading = g_strdup_printf (_ ("Remove “%s”?"), server);
  AdwMessageDialog *question = ui_question_ask (
      GTK_WIDGET (self->window), heading,
      _ ("Its profile and the secrets that only it uses are deleted. "
         "The configuration of other applications stays as it is."),
      "remove", _ ("_Remove"), ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_remove_response), self);

  if (app_sign_out_find (self->workspace, app_session_get_profile (self->session)) != NULL)
    {
      GtkWidget *check = gtk_check_button_new_with_mnemonic (_ ("Revoke its _tokens too"));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      adw_message_dialog_set_extra_child (question, check);
    }
  g_object_set_data_full (G_OBJECT (question), "ui-session", g_object_ref (self->session),
                          g_object_unref);
}

static void
write_to_clients (UiServerActions *self, GVariant *parameter)
{
  UiClientsDialog *dialog = ui_clients_dialog_new (
      GTK_WINDOW (self->window), self->workspace, app_session_get_profile (self->session), NULL);

  gtk_window_present (GTK_WINDOW (dialog));
}

static void
share (UiServerActions *self, GVariant *parameter)
{
  AppCatalogue *catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);

  gtk_window_present (GTK_WINDOW (
      ui_share_dialog_new (GTK_WINDOW (self->window), app_session_get_profile (self->session),
                           app_catalogue_get_list (catalogue, MCP_DEFINITION_TOOL))));
}

static void
compose (UiServerActions *self, GVariant *parameter)
{
  ui_window_compose (self->window, self->session);
}

static void
show_authorization (UiServerActions *self, GVariant *parameter)
{
  ui_auth_window_present (GTK_WINDOW (self->window), self->session);
}

static void
diagnose_server (UiServerActions *self, GVariant *parameter)
{
  gtk_window_present (GTK_WINDOW (
      ui_doctor_dialog_new (GTK_WINDOW (self->window), self->workspace, self->session)));
}

static void
show_place (UiServerActions *self, GVariant *parameter)
{
  ui_window_show_place (self->window, self->session,
                        ui_place_kind_from_id (g_variant_get_string (parameter, NULL)));
}

/* The actions */

static void update (UiServerActions *self);

static AppSubscriptionList *
get_subscriptions (UiServerActions *self)
{
  return app_session_get_feature (self->session, APP_TYPE_SUBSCRIPTION_LIST);
}

static void
listen (UiServerActions *self, GVariant *parameter)
{
  app_subscription_list_set_listening (get_subscriptions (self), TRUE);
  update (self);
}

static void
stop_listening (UiServerActions *self, GVariant *parameter)
{
  app_subscription_list_set_listening (get_subscriptions (self), FALSE);
  update (self);
}

/* What the state of the session allows. */
typedef enum {
  WHEN_ANY,
  WHEN_OFF,
  WHEN_ON,
  WHEN_READY,
  WHEN_UNCONFIRMED,
  WHEN_LISTENING,
  WHEN_NOT_LISTENING,
  WHEN_HTTP,
} When;

static const struct
{
  const char *name;
  const char *parameter;
  void (*activate) (UiServerActions *self, GVariant *parameter);
  When when;
} table[] = {
  { "connect", NULL, connect_server, WHEN_OFF },
  { "try-address", NULL, try_address, WHEN_OFF },
  { "confirm", NULL, confirm_server, WHEN_UNCONFIRMED },
  { "disconnect", NULL, disconnect_server, WHEN_ON },
  { "reconnect", NULL, reconnect_server, WHEN_READY },
  { "listen", NULL, listen, WHEN_NOT_LISTENING },
  { "stop-listening", NULL, stop_listening, WHEN_LISTENING },
  { "refresh", NULL, refresh_server, WHEN_READY },
  { "edit", NULL, edit_server, WHEN_ANY },
  { "compose", NULL, compose, WHEN_ANY },
  { "write-to-clients", NULL, write_to_clients, WHEN_ANY },
  { "share", NULL, share, WHEN_ANY },
  { "diagnose", NULL, diagnose_server, WHEN_ANY },
  { "authorization", NULL, show_authorization, WHEN_HTTP },
  { "duplicate", NULL, duplicate_server, WHEN_ANY },
  { "remove", NULL, remove_server, WHEN_ANY },
  { "show-place", "s", show_place, WHEN_ANY },
};

static gboolean
is_allowed (UiServerActions *self, When when)
{
  if (self->session == NULL)
    return FALSE;
  AppSessionState state = app_session_get_state (self->session);
  gboolean        on = state == APP_SESSION_READY || state == APP_SESSION_CONNECTING;
  gboolean        listening =
      store_profile_get_conversation (app_session_get_profile (self->session))->listen;

  switch (when)
    {
    case WHEN_OFF:
      return !on && state != APP_SESSION_DISCONNECTING;
    case WHEN_ON:
      return on || state == APP_SESSION_RECONNECTING;
    case WHEN_READY:
      return state == APP_SESSION_READY;
    case WHEN_UNCONFIRMED:
      return state == APP_SESSION_UNCONFIRMED || state == APP_SESSION_IDLE;
    case WHEN_LISTENING:
      return listening;
    case WHEN_NOT_LISTENING:
      return !listening;
    case WHEN_HTTP:
      return ui_auth_window_is_fit (self->session);
    case WHEN_ANY:
    default:
      return TRUE;
    }
}

static void
update (UiServerActions *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), table[i].name);
      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_allowed (self, table[i].when));
    }
  AppWatcher *watcher =
      self->session != NULL ? app_session_get_feature (self->session, APP_TYPE_WATCHER) : NULL;
  g_simple_action_set_enabled (self->watch, watcher != NULL && app_watcher_can_watch (watcher));
  g_simple_action_set_state (self->watch,
                             g_variant_new_boolean (watcher != NULL &&
                                                    app_watcher_get_watching (watcher)));
}

static void
on_watch (UiServerActions *self, GVariant *state)
{
  app_watcher_set_watching (app_session_get_feature (self->session, APP_TYPE_WATCHER),
                            g_variant_get_boolean (state));
  update (self);
}

static void
on_activate (GSimpleAction *action, GVariant *parameter, UiServerActions *self)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (guint i = 0; i < G_N_ELEMENTS (table) && self->session != NULL; i++)
    if (g_str_equal (table[i].name, name))
      {
        table[i].activate (self, parameter);
        return;
      }
}

MCP_DEFINE_DISPOSE (UiServerActions, ui_server_actions)
{
  g_cancellable_cancel (self->cancellable);
  ui_server_actions_set_place (self, NULL, UI_PLACE_SERVER);
}

MCP_DEFINE_FINALIZE (UiServerActions, ui_server_actions)
{
  g_object_unref (self->cancellable);
  g_object_unref (self->watch);
  g_clear_object (&self->workspace);
}

static void
ui_server_actions_class_init (UiServerActionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_server_actions_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_server_actions_finalize;
}

static void
ui_server_actions_init (UiServerActions *self)
{
  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      const GVariantType *type =
          table[i].parameter != NULL ? G_VARIANT_TYPE (table[i].parameter) : NULL;
      g_autoptr (GSimpleAction) action = g_simple_action_new (table[i].name, type);
      g_signal_connect_object (action, "activate", G_CALLBACK (on_activate), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
  self->watch = g_simple_action_new_stateful ("watch", NULL, g_variant_new_boolean (FALSE));
  ui_connect (self->watch, "change-state", on_watch, self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (self->watch));
  update (self);
}

UiServerActions *
ui_server_actions_new (UiWindow *window, AppWorkspace *workspace)
{
  g_return_val_if_fail (UI_IS_WINDOW (window), NULL);
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  UiServerActions *self = g_object_new (UI_TYPE_SERVER_ACTIONS, NULL);
  self->window = window;
  self->workspace = g_object_ref (workspace);
  return self;
}

GtkWidget *
ui_server_actions_create_menu (UiServerActions *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
      "/io/github/spyglass_mcp/Spyglass/ui/window/ui-server-menu.ui");
  GMenuModel *model = G_MENU_MODEL (gtk_builder_get_object (builder, "server_menu"));
  GtkWidget  *menu = gtk_popover_menu_new_from_model (model);

  gtk_widget_insert_action_group (menu, "server", G_ACTION_GROUP (self));
  return menu;
}

void
ui_server_actions_set_place (UiServerActions *self, AppSession *session, UiPlaceKind place)
{
  g_return_if_fail (UI_IS_SERVER_ACTIONS (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  self->place = place;
  if (session == self->session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (get_subscriptions (self), self);
      g_signal_handlers_disconnect_by_data (
          app_session_get_feature (self->session, APP_TYPE_WATCHER), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      ui_connect (session, "notify::state", update, self);
      ui_connect (get_subscriptions (self), "notify::stream-name", update, self);
      ui_connect (app_session_get_feature (session, APP_TYPE_WATCHER), "notify::watching", update,
                  self);
    }
  update (self);
}
