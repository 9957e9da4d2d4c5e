/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-window-private.h"
#include "ui-objects-page.h"
#include "app-profile-draft.h"
#include "app-visible-text.h"
#include "ui-clients-dialog.h"
#include "ui-composer-page.h"
#include "ui-doctor-dialog.h"
#include "ui-import-dialog.h"
#include "ui-lines-view.h"
#include "ui-server-dialog.h"

#include <glib/gi18n.h>

/* Connections */

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autoptr (GError) error = NULL;

  /* The session's state says what came of it. */
  (void)app_session_connect_finish (APP_SESSION (object), result, &error);
  g_hash_table_remove (self->connecting, object);
}

void
_ui_window_connect (UiWindow *self, AppSession *session)
{
  if (g_hash_table_contains (self->connecting, session))
    return;
  GCancellable *cancellable = g_cancellable_new ();
  g_hash_table_insert (self->connecting, g_object_ref (session), cancellable);
  app_session_connect_async (session, cancellable, on_connected, g_object_ref (self));
}

static void
connect_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session != NULL)
    _ui_window_connect (self, session);
}

static void
confirm_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppSession *session = _ui_window_get_session (UI_WINDOW (widget));

  if (session == NULL)
    return;
  app_session_confirm (session);
  _ui_window_connect (UI_WINDOW (widget), session);
}

static void
on_disconnected (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autoptr (GError) error = NULL;
  (void)app_session_disconnect_finish (APP_SESSION (object), result, &error);
}

static void
disconnect_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  GCancellable *connecting = g_hash_table_lookup (self->connecting, session);
  if (connecting != NULL)
    g_cancellable_cancel (connecting);
  else
    app_session_disconnect_async (session, NULL, on_disconnected, g_object_ref (self));
}

static void
reconnect_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppSession *session = _ui_window_get_session (UI_WINDOW (widget));

  if (session != NULL)
    app_session_restart (session);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_session_refresh_finish (APP_SESSION (object), result, &error);
}

static void
refresh_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  UiPlaceKind kind = ui_place_get_kind (self->place);
  gboolean    all = kind == UI_PLACE_SERVER || kind == UI_PLACE_OVERVIEW;
  const struct
  {
    AppListKind list;
    UiPlaceKind place;
  } lists[] = { { APP_LIST_TOOLS, UI_PLACE_TOOLS },
                { APP_LIST_RESOURCES, UI_PLACE_RESOURCES },
                { APP_LIST_TEMPLATES, UI_PLACE_RESOURCES },
                { APP_LIST_PROMPTS, UI_PLACE_PROMPTS } };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if ((all || lists[i].place == kind) && app_session_offers (session, lists[i].list))
      app_session_refresh_async (session, lists[i].list, self->cancellable, on_refreshed, NULL);
}

/* Profiles */

static void
on_profile_saved (UiServerDialog *dialog, StoreProfile *profile, gboolean added, UiWindow *self)
{
  AppSession *session = app_workspace_find (self->workspace, store_profile_get_name (profile));

  if (session == NULL)
    return;
  /* Where the connection still is as it was, its page says so until that changes. */
  if (!added)
    return;
  ui_window_show_place (self, session, UI_PLACE_OVERVIEW);
  _ui_window_connect (self, session);
}

static void
present_dialog (UiWindow *self, AppProfileDraft *draft)
{
  UiServerDialog *dialog = ui_server_dialog_new (GTK_WINDOW (self), draft);

  g_signal_connect_object (dialog, "saved", G_CALLBACK (on_profile_saved), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
add_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);
  present_dialog (self, draft);
}

static void
edit_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new (self->workspace, app_session_get_profile (session));
  present_dialog (self, draft);
}

static void
duplicate_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new_duplicate (self->workspace, app_session_get_profile (session));
  present_dialog (self, draft);
}

static void
on_removed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (!app_profile_draft_remove_finish (APP_WORKSPACE (object), result, &error))
    ui_window_show_error (self, _ ("The Server Could Not Be Removed"), error);
}

static void
on_remove_response (AdwMessageDialog *dialog, const char *response, UiWindow *self)
{
  AppSession *session = g_object_get_data (G_OBJECT (dialog), "ui-session");

  if (!g_str_equal (response, "remove"))
    return;
  app_profile_draft_remove_async (self->workspace, app_session_get_profile (session), NULL,
                                  on_removed, g_object_ref (self));
}

static void
remove_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  g_autofree char *server = app_visible_text_line (app_session_get_name (session), 80);
  const char      *body = _ ("Its profile and the secrets that only it uses are deleted. "
                                  "The configuration of other applications stays as it is.");
  GtkWidget       *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, body);
  /* Translators: %s is the name of a server */
  g_autofree char *heading = g_strdup_printf (_ ("Remove “%s”?"), server);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "remove",
                                    _ ("_Remove"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "remove",
                                              ADW_RESPONSE_DESTRUCTIVE);
  g_object_set_data_full (G_OBJECT (dialog), "ui-session", g_object_ref (session), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_remove_response), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_demo_added (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreProfile) profile =
      app_profile_draft_save_finish (APP_PROFILE_DRAFT (object), result, &error);

  if (profile == NULL)
    {
      ui_window_show_error (self, _ ("The Demo Server Could Not Be Added"), error);
      return;
    }
  AppSession *session = app_workspace_find (self->workspace, store_profile_get_name (profile));
  if (session == NULL)
    return;
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
  _ui_window_connect (self, session);
}

static void
try_demo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);
  g_autoptr (StoreProfile) profile = app_workspace_dup_demo_profile (self->workspace);

  if (profile == NULL)
    return;
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (self->workspace, NULL);
  store_profile_assign (app_profile_draft_get_profile (draft), profile);
  app_profile_draft_save_async (draft, self->cancellable, on_demo_added, g_object_ref (self));
}

static void
on_imported (UiImportDialog *dialog, guint count, UiWindow *self)
{
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u server was imported", "%u servers were imported", count), count);
  ui_window_add_toast (self, text);
}

static void
import_servers (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);

  UiImportDialog *dialog = ui_import_dialog_new (GTK_WINDOW (self), self->workspace, NULL);
  g_signal_connect_object (dialog, "imported", G_CALLBACK (on_imported), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
write_to_clients (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  UiClientsDialog *dialog = ui_clients_dialog_new (GTK_WINDOW (self), self->workspace,
                                                   app_session_get_profile (session), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
diagnose_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session != NULL)
    gtk_window_present (GTK_WINDOW (
        ui_doctor_dialog_new (GTK_WINDOW (self), self->workspace, session)));
}

/* Moving about */

static void
show_server_place (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session != NULL)
    ui_window_show_place (self, session,
                          ui_place_kind_from_id (g_variant_get_string (parameter, NULL)));
}

static void
show_nth_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);
  int       n = g_variant_get_int32 (parameter);
  g_autoptr (AppSession) session =
      n > 0 ? g_list_model_get_item (G_LIST_MODEL (self->workspace), (guint)n - 1) : NULL;

  if (session != NULL)
    ui_window_show_place (self, session, UI_PLACE_OVERVIEW);
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow     *self = UI_WINDOW (widget);
  UiServerPage *page = _ui_window_get_server_page (self);

  if (page != NULL && ui_server_page_go_back (page))
    return;
  GtkWidget *shown = gtk_stack_get_visible_child (self->stack);
  if (UI_IS_OBJECTS_PAGE (shown) && ui_objects_page_go_back (UI_OBJECTS_PAGE (shown)))
    return;
  if (adw_leaflet_get_folded (self->leaflet))
    adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static void
escape (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiServerPage *page = _ui_window_get_server_page (UI_WINDOW (widget));

  if (page == NULL || !ui_server_page_cancel (page))
    go_back (widget, name, parameter);
}

static void
search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow     *self = UI_WINDOW (widget);
  UiServerPage *page = _ui_window_get_server_page (self);
  GtkWidget    *focus = gtk_window_get_focus (GTK_WINDOW (self));

  GtkWidget *lines = focus != NULL ? gtk_widget_get_ancestor (focus, UI_TYPE_LINES_VIEW) : NULL;

  if (lines != NULL)
    ui_lines_view_search (UI_LINES_VIEW (lines));
  else if (self->log_pane != NULL && focus != NULL &&
           gtk_widget_is_ancestor (focus, GTK_WIDGET (self->log_pane)))
    ui_log_pane_search (self->log_pane);
  else if (page != NULL)
    ui_server_page_search (page);
}

static void
submit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow     *self = UI_WINDOW (widget);
  UiServerPage *page = _ui_window_get_server_page (self);
  GtkWidget    *shown = gtk_stack_get_visible_child (self->stack);

  if (page != NULL)
    ui_server_page_submit (page);
  else if (!_ui_window_submit_inbox (self) && UI_IS_COMPOSER_PAGE (shown))
    ui_composer_page_submit (UI_COMPOSER_PAGE (shown));
}

static void
move_to_pane (UiWindow *self, int step)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  UiServerPage *page = _ui_window_get_server_page (self);
  GtkWidget    *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int           current = -1;

  g_ptr_array_add (panes, self->sidebar);
  if (page != NULL)
    ui_server_page_add_panes (page, panes);
  else
    g_ptr_array_add (panes, self->stack);
  if (self->log_pane != NULL)
    g_ptr_array_add (panes, self->log_pane);
  for (guint i = 0; i < panes->len && focus != NULL; i++)
    if (gtk_widget_is_ancestor (focus, g_ptr_array_index (panes, i)))
      current = (int)i;

  for (guint tries = 0; tries < panes->len; tries++)
    {
      current = (current + step + (int)panes->len) % (int)panes->len;
      GtkWidget *pane = g_ptr_array_index (panes, current);
      if (gtk_widget_get_mapped (pane) && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD))
        return;
    }
}

static void
next_pane (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move_to_pane (UI_WINDOW (widget), 1);
}

static void
previous_pane (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move_to_pane (UI_WINDOW (widget), -1);
}

void
_ui_window_update_actions (UiWindow *self)
{
  AppSession     *session = _ui_window_get_session (self);
  AppSessionState state = APP_SESSION_IDLE;

  if (session != NULL)
    state = app_session_get_state (session);
  gboolean                 on = state == APP_SESSION_READY || state == APP_SESSION_CONNECTING;
  gboolean                 passing = state == APP_SESSION_DISCONNECTING;
  GtkWidget               *widget = GTK_WIDGET (self);
  static const char *const about_session[] = { "server.edit", "server.duplicate", "server.remove",
                                               "server.show-place", "server.write-to-clients",
                                               "server.diagnose" };

  for (guint i = 0; i < G_N_ELEMENTS (about_session); i++)
    gtk_widget_action_set_enabled (widget, about_session[i], session != NULL);
  gtk_widget_action_set_enabled (widget, "server.connect", session != NULL && !on && !passing);
  gtk_widget_action_set_enabled (widget, "server.disconnect",
                                 session != NULL && (on || state == APP_SESSION_RECONNECTING));
  gtk_widget_action_set_enabled (widget, "server.reconnect", state == APP_SESSION_READY);
  gtk_widget_action_set_enabled (widget, "server.refresh", state == APP_SESSION_READY);
  gboolean listening =
      session != NULL && store_profile_get_listen (app_session_get_profile (session));
  gtk_widget_action_set_enabled (widget, "server.listen", session != NULL && !listening);
  gtk_widget_action_set_enabled (widget, "server.stop-listening", listening);
  gtk_widget_action_set_enabled (widget, "server.confirm", state == APP_SESSION_UNCONFIRMED);
}

static void
set_listening (GtkWidget *widget, gboolean listening)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  app_session_set_listening (session, listening);
  _ui_window_update_actions (self);
}

static void
listen (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_listening (widget, TRUE);
}

static void
stop_listening (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_listening (widget, FALSE);
}

void
_ui_window_class_init_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char                 *name;
    const char                 *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "server.connect", NULL, connect_server },
    { "server.confirm", NULL, confirm_server },
    { "server.disconnect", NULL, disconnect_server },
    { "server.reconnect", NULL, reconnect_server },
    { "server.listen", NULL, listen },
    { "server.stop-listening", NULL, stop_listening },
    { "server.refresh", NULL, refresh_server },
    { "server.edit", NULL, edit_server },
    { "server.write-to-clients", NULL, write_to_clients },
    { "server.diagnose", NULL, diagnose_server },
    { "server.duplicate", NULL, duplicate_server },
    { "server.remove", NULL, remove_server },
    { "server.show-place", "s", show_server_place },
    { "server.compose", NULL, _ui_window_compose },
    { "win.replay", "(tb)", _ui_window_replay },
    { "win.use-reference", "s", _ui_window_use_reference },
    { "win.add-server", NULL, add_server },
    { "win.try-demo", NULL, try_demo },
    { "win.import", NULL, import_servers },
    { "win.server", "i", show_nth_server },
    { "win.back", NULL, go_back },
    { "win.escape", NULL, escape },
    { "win.search", NULL, search },
    { "win.submit", NULL, submit },
    { "win.next-pane", NULL, next_pane },
    { "win.previous-pane", NULL, previous_pane },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.escape", NULL);
}
