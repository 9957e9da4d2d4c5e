/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-window-private.h"
#include "mcp-property.h"
#include "ui-clients-dialog.h"
#include "ui-clients-page.h"
#include "ui-objects-page.h"
#include "ui-settings.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-welcome-page.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_TITLE 120
#define MAX_PROBLEM 2000

G_DEFINE_FINAL_TYPE (UiWindow, ui_window, ADW_TYPE_APPLICATION_WINDOW)

enum {
  PROP_WORKSPACE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

AppSession *
_ui_window_get_session (UiWindow *self)
{
  return self->place != NULL ? ui_place_get_session (self->place) : NULL;
}

static GtkWidget *
find_server_page (UiWindow *self, AppSession *session)
{
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (UI_IS_SERVER_PAGE (page) && ui_server_page_get_session (UI_SERVER_PAGE (page)) == session)
      return page;
  return NULL;
}

UiServerPage *
_ui_window_get_server_page (UiWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->stack);
  return UI_IS_SERVER_PAGE (page) ? UI_SERVER_PAGE (page) : NULL;
}

/* The state stands in the header at every width, as a mark and a word. */
static void
update_header (UiWindow *self)
{
  AppSession *session = _ui_window_get_session (self);

  gtk_widget_set_visible (GTK_WIDGET (self->power), session != NULL);
  if (session == NULL)
    {
      adw_window_title_set_title (self->title, self->place != NULL
                                                   ? ui_place_get_title (self->place)
                                                   : _ ("Spyglass"));
      adw_window_title_set_subtitle (self->title, "");
      return;
    }
  AppSessionState state = app_session_get_state (session);
  gboolean        on = state == APP_SESSION_READY || state == APP_SESSION_CONNECTING ||
                state == APP_SESSION_RECONNECTING;
  gboolean         server = ui_place_get_kind (self->place) == UI_PLACE_SERVER;
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), MAX_TITLE);
  const char      *mark = state == APP_SESSION_READY                                 ? "●"
                          : state == APP_SESSION_CONNECTING                          ? "◌"
                          : state == APP_SESSION_RECONNECTING                        ? "↻"
                          : state == APP_SESSION_FAILED || state == APP_SESSION_LOST ? "✕"
                                                                                     : "○";
  const char      *word = app_session_get_state_name (session);
  g_autofree char *subtitle =
      server ? g_strdup_printf ("%s %s", mark, word)
             : g_strdup_printf ("%s %s · %s", mark, word, ui_place_get_title (self->place));

  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->power), on ? _ ("Disconnect") : _ ("Connect"));
  ui_widget_name (self->power, on ? _ ("Disconnect") : _ ("Connect"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->power),
                                  on ? "server.disconnect" : "server.connect");
}

static void
on_session_changed (UiWindow *self)
{
  update_header (self);
  _ui_window_update_actions (self);
}

static void
follow_session (UiWindow *self, AppSession *session)
{
  if (self->followed == session)
    return;
  if (self->followed != NULL)
    g_signal_handlers_disconnect_by_data (self->followed, self);
  g_set_object (&self->followed, session);
  if (session == NULL)
    return;
  g_signal_connect_object (session, "notify::state", G_CALLBACK (on_session_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state-name", G_CALLBACK (on_session_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::stream-name", G_CALLBACK (on_session_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::name", G_CALLBACK (on_session_changed), self,
                           G_CONNECT_SWAPPED);
}

/* Says on the first-run page which applications have servers to import. */
static void
update_importable (UiWindow *self)
{
  GtkWidget       *welcome = gtk_stack_get_child_by_name (self->stack, "welcome");
  g_autofree char *applications = app_import_list_dup_applications (self->imports);

  if (welcome != NULL)
    ui_welcome_page_set_importable (UI_WELCOME_PAGE (welcome), applications);
}

static void
show_welcome (UiWindow *self)
{
  if (gtk_stack_get_child_by_name (self->stack, "welcome") == NULL)
    {
      g_autoptr (StoreProfile) demo = app_workspace_dup_demo_profile (self->workspace);
      GtkWidget *welcome = ui_welcome_page_new ();
      ui_welcome_page_set_has_demo (UI_WELCOME_PAGE (welcome), demo != NULL);
      gtk_stack_add_named (self->stack, welcome, "welcome");
      update_importable (self);
    }
  gtk_stack_set_visible_child_name (self->stack, "welcome");
}

static void
remember_place (UiWindow *self)
{
  AppSession *session = _ui_window_get_session (self);

  if (session == NULL)
    return;
  ui_settings_set_string ("last-server", app_session_get_name (session));
  ui_settings_set_string ("last-page", ui_place_kind_get_id (ui_place_get_kind (self->place)));
}

/* What is selected in a list is remembered when the window goes. */
static void
remember_item (UiWindow *self)
{
  UiServerPage *page = _ui_window_get_server_page (self);
  const char   *key = page != NULL ? ui_server_page_get_selected_key (page) : NULL;

  ui_settings_set_string ("last-item", key != NULL ? key : "");
}

/* Made when it is asked for: the first frame does not wait for it. */
static void
show_objects (UiWindow *self)
{
  const char *name = ui_place_kind_get_id (UI_PLACE_OBJECTS);

  if (gtk_stack_get_child_by_name (self->stack, name) == NULL)
    {
      GListModel  *objects = G_LIST_MODEL (app_workspace_get_objects (self->workspace));
      AppSettings *settings = app_workspace_get_settings (self->workspace);
      gtk_stack_add_named (self->stack, ui_objects_page_new (objects, settings), name);
    }
  gtk_stack_set_visible_child_name (self->stack, name);
}

static void
on_cell_opened (UiWindow        *self,
                StoreProfile    *profile,
                AppClientTarget *target,
                UiClientsPage   *page)
{
  UiClientsDialog *dialog = ui_clients_dialog_new (GTK_WINDOW (self), self->workspace, profile,
                                                   ui_clients_page_get_clients (page));

  ui_clients_dialog_show_target (dialog, target);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_clients (UiWindow *self)
{
  const char *name = ui_place_kind_get_id (UI_PLACE_CLIENTS);

  if (gtk_stack_get_child_by_name (self->stack, name) == NULL)
    {
      g_autoptr (AppClientList) clients = ui_clients_dialog_new_list ();
      GtkWidget *page = ui_clients_page_new (self->workspace, clients);

      g_signal_connect_object (page, "opened", G_CALLBACK (on_cell_opened), self,
                               G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->stack, page, name);
    }
  gtk_stack_set_visible_child_name (self->stack, name);
}

static void
show_page (UiWindow *self)
{
  AppSession *session = _ui_window_get_session (self);

  if (session != NULL)
    {
      GtkWidget *page = find_server_page (self, session);
      if (page == NULL)
        {
          page = ui_server_page_new (self->workspace, session);
          gtk_stack_add_child (self->stack, page);
        }
      ui_server_page_set_place (UI_SERVER_PAGE (page), ui_place_get_kind (self->place));
      gtk_stack_set_visible_child (self->stack, page);
    }
  else if (self->place != NULL && ui_place_get_kind (self->place) == UI_PLACE_CLIENTS)
    show_clients (self);
  else if (self->place != NULL && ui_place_get_kind (self->place) == UI_PLACE_COMPOSER)
    _ui_window_show_composer (self);
  else if (self->place != NULL && ui_place_get_kind (self->place) == UI_PLACE_INBOX)
    _ui_window_show_inbox (self);
  else if (self->place != NULL)
    show_objects (self);
  else
    show_welcome (self);
}

static void
on_place_changed (UiWindow *self)
{
  g_set_object (&self->place, ui_sidebar_get_place (self->sidebar));
  follow_session (self, _ui_window_get_session (self));
  if (self->painted)
    show_page (self);
  remember_place (self);
  on_session_changed (self);
}

static void
on_sidebar_activated (UiWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->content);
}

/* Pages live as long as their sessions. */
static void
on_sessions_changed (UiWindow *self)
{
  GListModel *sessions = G_LIST_MODEL (self->workspace);
  GtkWidget  *next;

  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); page != NULL;
       page = next)
    {
      next = gtk_widget_get_next_sibling (page);
      if (!UI_IS_SERVER_PAGE (page))
        continue;
      AppSession *session = ui_server_page_get_session (UI_SERVER_PAGE (page));
      gboolean    found = FALSE;
      for (guint i = 0; i < g_list_model_get_n_items (sessions) && !found; i++)
        {
          g_autoptr (AppSession) item = g_list_model_get_item (sessions, i);
          found = item == session;
        }
      if (!found)
        gtk_stack_remove (self->stack, page);
    }
}

static void
restore_place (UiWindow *self)
{
  g_autofree char *name = ui_settings_get_string ("last-server", "");
  g_autofree char *page = ui_settings_get_string ("last-page", "");
  AppSession      *session = name[0] != '\0' ? app_workspace_find (self->workspace, name) : NULL;

  if (session == NULL)
    return;
  self->wanted_item = ui_settings_get_string ("last-item", "");
  self->wanted_session = g_object_ref (session);
  ui_sidebar_select (self->sidebar, session, ui_place_kind_from_id (page));
}

static void
on_log_shown (UiWindow *self)
{
  if (!self->painted || self->log_pane != NULL ||
      !gtk_widget_get_visible (GTK_WIDGET (self->log_box)))
    return;
  self->log_pane =
      UI_LOG_PANE (ui_log_pane_new (app_workspace_get_log (self->workspace), NULL));
  gtk_widget_set_vexpand (GTK_WIDGET (self->log_pane), TRUE);
  gtk_box_append (self->log_box, GTK_WIDGET (self->log_pane));
}

/* The log keeps its height while the window grows; what is kept is that, not the split's place. */
static void
on_log_split_moved (UiWindow *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->log_paned));

  if (height > 0 && gtk_widget_get_mapped (GTK_WIDGET (self->log_box)))
    ui_settings_set_int ("log-height", height - gtk_paned_get_position (self->log_paned));
}

/* Only when it is opened, for the same reason as the overlay below. */
static void
create_menu (GtkMenuButton *button, gpointer data)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (
        button, gtk_popover_menu_new_from_model (UI_WINDOW (data)->main_menu));
}

/* GTK would build a gtk/help-overlay.ui before the first frame. Setting it puts GTK's own action in
 * the place of this one. */
static void
on_show_help (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
      "/io/github/spyglass_mcp/Spyglass/ui/window/ui-shortcuts-window.ui");
  GtkShortcutsWindow *overlay =
      GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  gtk_application_window_set_help_overlay (GTK_APPLICATION_WINDOW (data), overlay);
  gtk_window_present (GTK_WINDOW (overlay));
}

static void
on_imports_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  if (!app_import_list_find_finish (self->imports, result, NULL) ||
      g_cancellable_is_cancelled (self->cancellable))
    return;
  update_importable (self);
}

static void
ui_window_constructed (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  G_OBJECT_CLASS (ui_window_parent_class)->constructed (object);

  self->imports = app_import_list_new (self->workspace);
  _ui_window_attend (self);
  g_signal_connect_object (self->workspace, "items-changed", G_CALLBACK (on_sessions_changed),
                           self, G_CONNECT_SWAPPED);
  ui_sidebar_set_workspace (self->sidebar, self->workspace);
  restore_place (self);
  on_place_changed (self);
  adw_leaflet_set_visible_child (self->leaflet, self->content);
  gtk_widget_set_size_request (GTK_WIDGET (self->log_box), -1,
                               ui_settings_get_int ("log-height", 220));
}

/* The first frame shows the bars and the servers; the page, which takes as long again, is in the
 * second one. */
static void
complete (gpointer data)
{
  g_autoptr (UiWindow) self = data;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  self->painted = TRUE;
  show_page (self);
  UiServerPage *page = _ui_window_get_server_page (self);
  if (page != NULL && ui_server_page_get_session (page) == self->wanted_session &&
      self->wanted_item[0] != '\0')
    ui_server_page_want (page, self->wanted_item);
  _ui_window_update_actions (self);
  on_log_shown (self);
  app_import_list_find_async (self->imports, NULL, self->cancellable, on_imports_found,
                              g_object_ref (self));
}

static void
on_painted (UiWindow *self, GdkFrameClock *clock)
{
  g_signal_handlers_disconnect_by_func (clock, on_painted, self);
  g_idle_add_once (complete, g_object_ref (self));
}

static void
ui_window_realize (GtkWidget *widget)
{
  UiWindow *self = UI_WINDOW (widget);

  GTK_WIDGET_CLASS (ui_window_parent_class)->realize (widget);
  if (!self->painted)
    g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint",
                             G_CALLBACK (on_painted), self, G_CONNECT_SWAPPED);
}

static void
ui_window_dispose (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  if (self->stack != NULL && self->painted)
    remember_item (self);
  follow_session (self, NULL);
  ui_template_dispose (object);
  g_clear_object (&self->place);
  g_clear_object (&self->wanted_session);
  g_clear_object (&self->imports);
  g_clear_object (&self->workspace);
}

static void
ui_window_finalize (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->connecting, g_hash_table_unref);
  g_free (self->wanted_item);
  G_OBJECT_CLASS (ui_window_parent_class)->finalize (object);
}

static void
ui_window_class_init (UiWindowClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_WORKSPACE] = { "workspace", APP_TYPE_WORKSPACE,
                         .offset = G_STRUCT_OFFSET (UiWindow, workspace),
                         .flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY },
  };

  object_class->constructed = ui_window_constructed;
  object_class->dispose = ui_window_dispose;
  object_class->finalize = ui_window_finalize;
  widget_class->realize = ui_window_realize;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  g_type_ensure (UI_TYPE_SIDEBAR);
  ui_template_set (widget_class, "ui/window/ui-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UiWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, content);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, title);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, power);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, log_paned);
  gtk_widget_class_bind_template_child (widget_class, UiWindow, log_box);
  gtk_widget_class_bind_template_callback (widget_class, on_place_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_sidebar_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_log_shown);
  gtk_widget_class_bind_template_callback (widget_class, on_log_split_moved);
  _ui_window_class_init_actions (widget_class);
}

static void
ui_window_init (UiWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->connecting =
      g_hash_table_new_full (g_direct_hash, g_direct_equal, g_object_unref, g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->menu_button, create_menu, self, NULL);

  g_autoptr (GPropertyAction) show_log =
      g_property_action_new ("show-log", self->log_box, "visible");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show_log));
  g_autoptr (GSimpleAction) show_help = g_simple_action_new ("show-help-overlay", NULL);
  g_signal_connect_object (show_help, "activate", G_CALLBACK (on_show_help), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show_help));
  ui_settings_bind ("window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("log-visible", self->log_box, "visible", G_SETTINGS_BIND_DEFAULT);
}

UiWindow *
ui_window_new (GtkApplication *application, AppWorkspace *workspace)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  return g_object_new (UI_TYPE_WINDOW, "application", application, "workspace", workspace, NULL);
}

void
ui_window_show_place (UiWindow *self, AppSession *session, UiPlaceKind kind)
{
  g_return_if_fail (UI_IS_WINDOW (self));

  ui_sidebar_select (self->sidebar, session, kind);
  adw_leaflet_set_visible_child (self->leaflet, self->content);
}

void
ui_window_add_toast (UiWindow *self, const char *text)
{
  g_return_if_fail (UI_IS_WINDOW (self));

  g_autofree char *visible = app_visible_text_line (text, MAX_TITLE * 2);
  g_autofree char *markup = g_markup_escape_text (visible, -1);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

void
ui_window_show_problem (UiWindow *self, const char *heading, AppProblem *problem)
{
  g_return_if_fail (UI_IS_WINDOW (self));
  g_return_if_fail (APP_IS_PROBLEM (problem));

  g_autofree char *text = app_problem_dup_text (problem);
  g_autofree char *visible = app_visible_text_block (text, MAX_PROBLEM);
  GtkWidget       *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, visible);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
ui_window_show_error (UiWindow *self, const char *heading, const GError *error)
{
  g_return_if_fail (error != NULL);

  g_autoptr (AppProblem) problem = app_problem_new_for_error (error);
  ui_window_show_problem (self, heading, problem);
}
