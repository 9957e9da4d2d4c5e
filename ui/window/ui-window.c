/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-window.h"
#include "ui-accelerators.h"
#include "mcp-property.h"
#include "ui-activity-page.h"
#include "ui-model-page.h"
#include "ui-client-history-page.h"
#include "ui-clients-dialog.h"
#include "ui-clients-page.h"
#include "ui-composer-page.h"
#include "ui-content-header.h"
#include "ui-inbox-page.h"
#include "ui-layout.h"
#include "ui-log-page.h"
#include "ui-provider-dialog.h"
#include "ui-objects-page.h"
#include "ui-page.h"
#include "ui-part-dialog.h"
#include "ui-palette.h"
#include "ui-reference-dialog.h"
#include "ui-saved-page.h"
#include "ui-server-actions.h"
#include "ui-server-page.h"
#include "ui-settings.h"
#include "ui-sidebar.h"
#include "ui-template.h"
#include "ui-welcome-page.h"
#include "ui-width-bin.h"
#include "ui-window-drop.h"
#include "app-catalogue.h"
#include "app-console.h"
#include "app-composer.h"
#include "app-drafts.h"
#include "app-import-list.h"
#include "app-sampler.h"
#include "app-reference.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_PROBLEM 2000
#define MAX_HISTORY 50

/* What the dialog about a reference is about. */
#define REFERENCE_DATA "reference"
#define SESSION_DATA "session"

struct _UiWindow
{
  AdwApplicationWindow parent_instance;

  AppWorkspace    *workspace;
  UiPlace         *place;
  UiServerActions *actions;        /* about the server that is shown */
  UiServerActions *menu_actions;   /* about the server whose menu is open in the sidebar */
  GCancellable    *cancellable;    /* ends with the window */
  AppImportList   *imports;        /* what the first-run page can offer */
  AppSampler      *sampler;        /* who answers servers' questions: the person, and models */
  gboolean         painted;        /* the first frame: pages come after it */
  AppSession      *wanted_session; /* where wanted_item was selected when a window went */
  char            *wanted_item;
  GPtrArray       *history; /* of char *: the page and its server's id; newest last */

  AdwToastOverlay *toasts;
  AdwLeaflet      *leaflet;
  GtkWidget       *content;
  UiSidebar       *sidebar;
  GtkMenuButton   *add_button;
  GMenuModel      *add_menu;
  GtkMenuButton   *menu_button;
  AdwWindowTitle  *title;
  GMenuModel      *main_menu;
  UiContentHeader *header;
  GtkStack        *stack;
  GtkPaned        *log_paned;
  GtkBox          *log_box;
  UiLogPage       *log_page; /* below the page */
};

G_DEFINE_FINAL_TYPE (UiWindow, ui_window, ADW_TYPE_APPLICATION_WINDOW)

enum {
  PROP_WORKSPACE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static AppSession *
get_session (UiWindow *self)
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

static UiServerPage *
get_server_page (UiWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->stack);
  return UI_IS_SERVER_PAGE (page) ? UI_SERVER_PAGE (page) : NULL;
}

/* Says on the first page which applications have servers to import. */
static void
update_importable (UiWindow *self)
{
  const char      *name = ui_place_kind_get_id (UI_PLACE_HOME);
  GtkWidget       *welcome = gtk_stack_get_child_by_name (self->stack, name);
  g_autofree char *applications = app_import_list_dup_applications (self->imports);

  if (welcome != NULL)
    ui_welcome_page_set_importable (UI_WELCOME_PAGE (welcome), applications);
}

static void
remember_place (UiWindow *self)
{
  AppSession *session = get_session (self);
  const char *id = session != NULL ? store_profile_get_id (app_session_get_profile (session)) : "";

  if (!self->painted || self->place == NULL)
    return;
  ui_settings_set_string ("last-server", id);
  ui_settings_set_string ("last-page", ui_place_kind_get_id (ui_place_get_kind (self->place)));
}

/* Where one was is one entry, however it was come to. */
static void
add_to_history (UiWindow *self)
{
  AppSession *session = get_session (self);
  const char *id = session != NULL ? store_profile_get_id (app_session_get_profile (session)) : "";
  const char *last =
      self->history->len > 0 ? self->history->pdata[self->history->len - 1] : NULL;

  if (self->place == NULL)
    return;
  g_autofree char *entry = g_strdup_printf (
      "%s\n%s", ui_place_kind_get_id (ui_place_get_kind (self->place)), id);
  if (g_strcmp0 (entry, last) == 0)
    return;
  if (self->history->len >= MAX_HISTORY)
    g_ptr_array_remove_index (self->history, 0);
  g_ptr_array_add (self->history, g_steal_pointer (&entry));
}

/* Servers that are gone are passed over. */
static void
go_back_in_history (UiWindow *self)
{
  while (self->history->len > 1)
    {
      g_ptr_array_set_size (self->history, (int)self->history->len - 1);
      g_auto (GStrv) last = g_strsplit (self->history->pdata[self->history->len - 1], "\n", 2);
      AppSession *session = app_workspace_find_id (self->workspace, last[1]);
      UiPlaceKind kind = ui_place_kind_from_id (last[0]);

      if (session == NULL && last[1][0] != '\0')
        continue;
      ui_window_show_place (self, session, kind);
      return;
    }
}

/* What is selected in a list is remembered when the window goes. */
static void
remember_item (UiWindow *self)
{
  UiServerPage *page = get_server_page (self);
  const char   *key = page != NULL ? ui_server_page_get_selected_key (page) : NULL;

  ui_settings_set_string ("last-item", key != NULL ? key : "");
}

/* Pages that belong to no server, and are made when they are asked for: the first frame does not
 * wait for them. */

static GtkWidget *
create_home (UiWindow *self)
{
  g_autofree char *applications = app_import_list_dup_applications (self->imports);
  GtkWidget       *page = ui_welcome_page_new ();

  ui_welcome_page_set_importable (UI_WELCOME_PAGE (page), applications);
  return page;
}

static GtkWidget *
create_objects (UiWindow *self)
{
  return ui_objects_page_new (app_workspace_get_object_cache (self->workspace),
                              app_workspace_get_settings (self->workspace),
                              G_LIST_MODEL (self->workspace));
}

static void
on_cell_opened (UiWindow        *self,
                StoreProfile    *profile,
                AppClientTarget *target,
                UiClientsPage   *page)
{
  UiClientsDialog *dialog = ui_clients_dialog_new (GTK_WINDOW (self), self->workspace, profile,
                                                   ui_clients_page_get_clients (page));

  if (target != NULL)
    ui_clients_dialog_show_target (dialog, target);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_import (UiWindow *self, StoreProfile *profile, AppClientTarget *target)
{
  ui_server_actions_import (self->actions, app_client_target_get_path (target),
                            store_profile_get_name (profile));
}

static void
show_client_history (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_client_history_page_present (widget);
}

static GtkWidget *
create_clients (UiWindow *self)
{
  g_autoptr (AppClientList) clients = ui_clients_dialog_new_list ();
  GtkWidget *page = ui_clients_page_new (self->workspace, clients);

  ui_connect (page, "opened", on_cell_opened, self);
  ui_connect (page, "import", on_import, self);
  return page;
}

static void
on_connect (UiWindow *self, AppSession *session)
{
  ui_server_actions_connect (session);
}

static GtkWidget *
create_composer (UiWindow *self)
{
  g_autoptr (AppComposer) composer = app_composer_new (
      G_LIST_MODEL (self->workspace), app_workspace_get_book (self->workspace));
  GtkWidget *page = ui_composer_page_new (composer, G_LIST_MODEL (self->workspace));

  ui_connect (page, "connect", on_connect, self);
  return page;
}

static void on_compose (UiWindow *self, const char *server, const char *text);

static void
show_object (UiWindow *self, StoreObjectEntry *entry)
{
  const StoreObjectFacts *facts = store_object_entry_get_facts (entry);
  g_autofree char        *name = g_strdup_printf ("%s/%s", facts->store, facts->id);

  ui_window_show_place (self, NULL, UI_PLACE_OBJECTS);
  GtkWidget *page = gtk_stack_get_visible_child (self->stack);
  if (UI_IS_OBJECTS_PAGE (page))
    ui_objects_page_select (UI_OBJECTS_PAGE (page), name);
}

static GtkWidget *
create_activity (UiWindow *self)
{
  GtkWidget *page = ui_activity_page_new (self->workspace);

  ui_connect (page, "compose", on_compose, self);
  ui_connect (page, "not-listed", show_object, self);
  return page;
}

static GtkWidget *
create_saved (UiWindow *self)
{
  return ui_saved_page_new (self->workspace);
}

static GtkWidget *
create_bench (UiWindow *self)
{
  return ui_model_page_new (self->workspace);
}

static void
on_show_call (UiWindow *self, AppSession *session)
{
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
}

static GtkWidget *
create_inbox (UiWindow *self)
{
  GtkWidget *page = ui_inbox_page_new (app_workspace_get_inbox (self->workspace), NULL);

  ui_connect (page, "show-call", on_show_call, self);
  return page;
}

static const struct
{
  UiPlaceKind kind;
  GtkWidget *(*create) (UiWindow *self);
} pages[] = {
  { UI_PLACE_HOME, create_home },
  { UI_PLACE_OBJECTS, create_objects },
  { UI_PLACE_ACTIVITY, create_activity },
  { UI_PLACE_SAVED, create_saved },
  { UI_PLACE_PLAYGROUND, create_bench },
  { UI_PLACE_COMPOSER, create_composer },
  { UI_PLACE_APPLICATIONS, create_clients },
  { UI_PLACE_INBOX, create_inbox },
};

static GtkWidget *
ensure_page (UiWindow *self, UiPlaceKind kind)
{
  const char *name = ui_place_kind_get_id (kind);
  GtkWidget  *page = gtk_stack_get_child_by_name (self->stack, name);

  for (guint i = 0; i < G_N_ELEMENTS (pages) && page == NULL; i++)
    if (pages[i].kind == kind)
      {
        page = pages[i].create (self);
        gtk_stack_add_named (self->stack, page, name);
      }
  return page;
}

static GtkWidget *
ensure_server_page (UiWindow *self, AppSession *session)
{
  GtkWidget *page = find_server_page (self, session);

  if (page == NULL)
    {
      page = ui_server_page_new (self->workspace, session);
      gtk_stack_add_child (self->stack, page);
    }
  ui_server_page_set_place (UI_SERVER_PAGE (page), ui_place_get_kind (self->place));
  return page;
}

static void
show_page (UiWindow *self)
{
  AppSession *session = get_session (self);

  if (self->place != NULL)
    gtk_stack_set_visible_child (self->stack,
                                 session != NULL
                                     ? ensure_server_page (self, session)
                                     : ensure_page (self, ui_place_get_kind (self->place)));
}

/* The log is that of all servers, the console that of the one which is looked at. */
static void
update_console (UiWindow *self)
{
  AppSession *session = get_session (self);

  if (self->log_page != NULL)
    ui_log_page_set_console (self->log_page, session != NULL ? app_console_find (session) : NULL);
}

static void
on_place_changed (UiWindow *self)
{
  g_set_object (&self->place, ui_sidebar_get_place (self->sidebar));
  if (self->painted)
    show_page (self);
  update_console (self);
  remember_place (self);
  add_to_history (self);
  ui_server_actions_set_place (self->actions, get_session (self),
                               self->place != NULL ? ui_place_get_kind (self->place)
                                                   : UI_PLACE_SERVER);
  ui_content_header_set_place (self->header, self->place);
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

/* Before the first frame there is no page to select it in. @item: (transfer full) */
static void
want_item (UiWindow *self, AppSession *session, char *item)
{
  g_free (self->wanted_item);
  self->wanted_item = item;
  g_set_object (&self->wanted_session, session);
}

static void
restore_place (UiWindow *self)
{
  g_autofree char *id = ui_settings_get_string ("last-server", "");
  g_autofree char *page = ui_settings_get_string ("last-page", "");
  AppSession      *session = app_workspace_find_id (self->workspace, id);
  UiPlaceKind      kind = ui_place_kind_from_id (page);

  /* The first page is where one is while there is no server. */
  if (session == NULL && kind > UI_PLACE_HOME)
    ui_sidebar_select (self->sidebar, NULL, kind);
  if (session == NULL)
    return;
  want_item (self, session, ui_settings_get_string ("last-item", ""));
  ui_sidebar_select (self->sidebar, session, kind);
}

static void
on_log_shown (UiWindow *self)
{
  if (!self->painted || self->log_page != NULL ||
      !gtk_widget_get_visible (GTK_WIDGET (self->log_box)))
    return;
  self->log_page =
      UI_LOG_PAGE (ui_log_page_new (app_workspace_get_log (self->workspace), NULL));
  gtk_widget_set_vexpand (GTK_WIDGET (self->log_page), TRUE);
  gtk_box_append (self->log_box, GTK_WIDGET (self->log_page));
  update_console (self);
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
create_menu (GtkMenuButton *button, gpointer model)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (model));
}

/* GTK would build a gtk/help-overlay.ui before the first frame. Setting it puts GTK's own action in
 * the place of this one. */
static void
on_show_help (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkShortcutsWindow *overlay = ui_accelerators_create_overlay ();

  gtk_application_window_set_help_overlay (GTK_APPLICATION_WINDOW (data), overlay);
  gtk_window_present (GTK_WINDOW (overlay));
}

/* Actions */

static void
add_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_server_actions_add (UI_WINDOW (widget)->actions, NULL);
}

static void
try_demo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_server_actions_try_demo (UI_WINDOW (widget)->actions);
}

static void
import_servers (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_server_actions_import (UI_WINDOW (widget)->actions, NULL, NULL);
}

static void
show_model_providers (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppSamplingModels *models = app_sampler_get_models (UI_WINDOW (widget)->sampler);

  gtk_window_present (ui_provider_dialog_new (GTK_WINDOW (widget),
                                              app_sampling_models_get_providers (models)));
}

/* The composer is led to from the sidebar, a server's menu, a line of the log. */

static AppComposer *
ensure_composer (UiWindow *self)
{
  return ui_composer_page_get_composer (
      UI_COMPOSER_PAGE (ensure_page (self, UI_PLACE_COMPOSER)));
}

static void
go_to_composer (UiWindow *self)
{
  ui_window_show_place (self, NULL, UI_PLACE_COMPOSER);
  ui_composer_page_focus (UI_COMPOSER_PAGE (gtk_stack_get_visible_child (self->stack)));
}

/* @server: (nullable) */
static void
on_compose (UiWindow *self, const char *server, const char *text)
{
  AppComposer *composer = ensure_composer (self);
  AppSession  *session = server != NULL ? app_workspace_find_id (self->workspace, server) : NULL;

  app_composer_set_session (composer, session);
  app_composer_set_text (composer, text);
  g_object_set (composer, "fresh-id", TRUE, NULL);
  go_to_composer (self);
}

static void
replay (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow    *self = UI_WINDOW (widget);
  AppComposer *composer = ensure_composer (self);
  guint64      sequence;
  gboolean     edit;

  g_variant_get (parameter, "(tb)", &sequence, &edit);
  AppLogEntry *entry = app_log_find (app_workspace_get_log (self->workspace), sequence);
  if (entry == NULL || !app_composer_load (composer, entry))
    return;
  /* What may change something is looked at before it is sent again. */
  if (!edit && app_composer_get_can_send (composer) && app_composer_is_harmless (composer))
    {
      g_autoptr (AppLogEntry) sent = app_composer_send (composer, NULL);

      if (sent != NULL)
        {
          adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Sent again")));
          return;
        }
    }
  go_to_composer (self);
}

/* A value that is shown somewhere becomes an argument. */

/* The server that is shown; else any that is connected. */
static AppSession *
find_session (UiWindow *self)
{
  AppSession *shown = get_session (self);
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
use_reference_in (UiWindow     *self,
                  AppSession   *session,
                  const char   *tool,
                  const char   *argument,
                  AppReference *reference)
{
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
  UiServerPage *page = get_server_page (self);
  if (page != NULL)
    ui_server_page_use_reference (page, tool, argument, reference);
}

static void
on_chosen (UiReferenceDialog *dialog, const char *tool, const char *argument, UiWindow *self)
{
  use_reference_in (self, g_object_get_data (G_OBJECT (dialog), SESSION_DATA), tool, argument,
                    g_object_get_data (G_OBJECT (dialog), REFERENCE_DATA));
}

/* The tool and the argument are known. */
static void
use_reference_there (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = find_session (self);
  const char *tool, *argument, *text;

  g_variant_get (parameter, "(&s&s&s)", &tool, &argument, &text);
  g_autoptr (AppReference) reference = app_reference_parse (text);
  if (session != NULL && reference != NULL)
    use_reference_in (self, session, tool, argument, reference);
}

static void
use_reference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  AppSession *session = find_session (self);
  g_autoptr (AppReference) reference = app_reference_parse (g_variant_get_string (parameter, NULL));

  if (reference == NULL)
    return;
  if (session == NULL)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("No server is connected.")));
      return;
    }
  UiReferenceDialog *dialog = ui_reference_dialog_new (GTK_WINDOW (self), session, reference);
  g_object_set_data_full (G_OBJECT (dialog), REFERENCE_DATA, app_reference_ref (reference),
                          (GDestroyNotify)app_reference_unref);
  g_object_set_data_full (G_OBJECT (dialog), SESSION_DATA, g_object_ref (session),
                          g_object_unref);
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_chosen), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Navigation */

static void
show_nth_server (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);
  int       n = g_variant_get_int32 (parameter);
  g_autoptr (AppSession) session =
      n > 0 ? g_list_model_get_item (G_LIST_MODEL (self->workspace), (guint)n - 1) : NULL;

  if (session == NULL)
    return;
  ui_window_show_place (self, session, UI_PLACE_OVERVIEW);
  ui_sidebar_focus (self->sidebar);
}

/* From a detail to its list, or from the page to the sidebar, where one of both is shown. */
static gboolean
leave (UiWindow *self)
{
  return ui_page_go_back (gtk_stack_get_visible_child (self->stack)) ||
         (adw_leaflet_get_folded (self->leaflet) &&
          adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK));
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!leave (UI_WINDOW (widget)))
    go_back_in_history (UI_WINDOW (widget));
}

static void
escape (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);

  if (!ui_page_cancel (gtk_stack_get_visible_child (self->stack)))
    leave (self);
}

/* What the palette and notifications lead to */

static void
show_palette (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow  *self = UI_WINDOW (widget);
  UiPalette *palette = ui_palette_new (GTK_WINDOW (self), self->workspace, get_session (self),
                                       G_ACTION_GROUP (self->actions));

  if (parameter != NULL)
    ui_palette_search (palette, g_variant_get_string (parameter, NULL));
  gtk_window_present (GTK_WINDOW (palette));
}

static void
open_place (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  const char *id, *place, *key;

  g_variant_get (parameter, "(&s&s&s)", &id, &place, &key);
  AppSession *session = app_workspace_find_id (self->workspace, id);
  if (session == NULL && id[0] != '\0')
    return;
  ui_window_show_place (self, session, ui_place_kind_from_id (place));
  if (!self->painted && session != NULL)
    {
      want_item (self, session, g_strdup (key));
      return;
    }
  UiServerPage *page = get_server_page (self);
  if (page != NULL && key[0] != '\0')
    ui_server_page_want (page, key);
  ui_page_focus (gtk_stack_get_visible_child (self->stack));
}

/* With what stands in its form, which is what was sent last unless that was changed. */
static void
call_again (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  const char *id, *key;

  g_variant_get (parameter, "(&s&s)", &id, &key);
  AppSession   *session = app_workspace_find_id (self->workspace, id);
  AppCatalogue *catalogue =
      session != NULL ? app_session_get_feature (session, APP_TYPE_CATALOGUE) : NULL;
  McpDefinition *tool =
      catalogue != NULL ? app_catalogue_find (catalogue, MCP_DEFINITION_TOOL, key) : NULL;
  if (tool == NULL)
    return;
  app_draft_send (app_drafts_open (app_session_get_feature (session, APP_TYPE_DRAFTS), tool));
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
  ui_server_page_want (get_server_page (self), key);
  ui_page_focus (gtk_stack_get_visible_child (self->stack));
}

static void
save_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget   *page = ensure_page (UI_WINDOW (widget), UI_PLACE_SAVED);
  AppSavedText text = { NULL };
  guint        kind;

  g_variant_get (parameter, "(&su&s&s)", &text.server, &kind, &text.target, &text.arguments);
  text.kind = (AppCallKind)kind;
  if (*text.arguments == '\0')
    text.arguments = NULL;
  ui_window_show_place (UI_WINDOW (widget), NULL, UI_PLACE_SAVED);
  ui_saved_page_save (UI_SAVED_PAGE (page), &text);
}

static void
use_in_bench (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow   *self = UI_WINDOW (widget);
  const char *id, *target, *arguments;
  gboolean    is_prompt;

  g_variant_get (parameter, "(&sb&s&s)", &id, &is_prompt, &target, &arguments);
  AppSession *session = app_workspace_find_id (self->workspace, id);
  if (session == NULL)
    return;
  ui_window_show_place (self, NULL, UI_PLACE_PLAYGROUND);
  GtkWidget *page = gtk_stack_get_visible_child (self->stack);
  ui_model_page_add (UI_MODEL_PAGE (page), session, is_prompt, target, arguments);
  ui_page_focus (page);
}

static void
show_result (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);

  ui_window_show_place (self, NULL, UI_PLACE_ACTIVITY);
  ui_activity_page_show_result (UI_ACTIVITY_PAGE (gtk_stack_get_visible_child (self->stack)),
                                g_variant_get_string (parameter, NULL));
  ui_page_focus (gtk_stack_get_visible_child (self->stack));
}

static void
show_part (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow *self = UI_WINDOW (widget);
  g_autoptr (AppReference) reference = app_reference_parse (g_variant_get_string (parameter, NULL));

  if (reference != NULL)
    gtk_window_present (
        ui_part_dialog_new (widget, app_workspace_get_object_cache (self->workspace),
                            app_workspace_get_settings (self->workspace), reference));
}

static void
show_log_entry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiWindow    *self = UI_WINDOW (widget);
  AppLogEntry *entry = app_log_find (app_workspace_get_log (self->workspace),
                                     g_variant_get_uint64 (parameter));

  gtk_widget_set_visible (GTK_WIDGET (self->log_box), TRUE);
  if (entry != NULL && self->log_page != NULL)
    ui_log_page_select (self->log_page, entry);
}

/* What has the focus searches in itself, or sends what it holds, where it can. */
static void
ask_upwards (UiWindow *self, gboolean (*ask) (gpointer page))
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  while (focus != NULL && !ask (focus))
    focus = gtk_widget_get_parent (focus);
  if (focus == NULL)
    ask (gtk_stack_get_visible_child (self->stack));
}

static void
search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_upwards (UI_WINDOW (widget), ui_page_search);
}

static void
submit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask_upwards (UI_WINDOW (widget), ui_page_submit);
}

static void
move_to_pane (UiWindow *self, int step)
{
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int        current = 0;

  g_ptr_array_add (panes, self->sidebar);
  ui_page_add_panes (gtk_stack_get_visible_child (self->stack), panes);
  ui_page_add_panes (self->log_page, panes);
  for (guint i = 0; i < panes->len && focus != NULL; i++)
    if (focus == panes->pdata[i] || gtk_widget_is_ancestor (focus, panes->pdata[i]))
      current = (int)i;

  for (guint tries = 0; tries < panes->len; tries++)
    {
      current = (current + step + (int)panes->len) % (int)panes->len;
      if (current == 0 && gtk_widget_get_mapped (GTK_WIDGET (self->sidebar)))
        {
          ui_sidebar_focus (self->sidebar);
          return;
        }
      if (current != 0 && ui_page_focus_pane (panes->pdata[current]))
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

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char                 *name;
    const char                 *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.replay", "(tb)", replay },
    { "win.use-reference", "s", use_reference },
    { "win.use-reference-in", "(sss)", use_reference_there },
    { "win.add-server", NULL, add_server },
    { "win.try-demo", NULL, try_demo },
    { "win.import", NULL, import_servers },
    { "win.model-providers", NULL, show_model_providers },
    { "win.client-history", NULL, show_client_history },
    { "win.server", "i", show_nth_server },
    { "win.back", NULL, go_back },
    { "win.palette", NULL, show_palette },
    { "win.find", "s", show_palette },
    { "win.open", "(sss)", open_place },
    { "win.call-again", "(ss)", call_again },
    { "win.save-call", "(suss)", save_call },
    { "win.use-in-bench", "(sbss)", use_in_bench },
    { "win.show-result", "s", show_result },
    { "win.show-part", "s", show_part },
    { "win.show-log-entry", "t", show_log_entry },
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

/* The object */

static void
on_imports_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  if (!app_import_list_find_finish (self->imports, result, NULL) ||
      g_cancellable_is_cancelled (self->cancellable))
    return;
  update_importable (self);
}

/* Seen wherever one is. */
static void
update_private (UiWindow *self)
{
  gboolean is_private;

  g_object_get (self->workspace, "private", &is_private, NULL);
  adw_window_title_set_subtitle (self->title, is_private ? _ ("Private Session") : NULL);
}

static void
ui_window_constructed (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  G_OBJECT_CLASS (ui_window_parent_class)->constructed (object);

  self->imports = app_import_list_new (self->workspace);
  self->sampler = app_sampler_new (self->workspace);
  app_inbox_set_policy (app_workspace_get_inbox (self->workspace),
                        APP_INBOX_POLICY (self->sampler));
  self->actions = ui_server_actions_new (self, self->workspace);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "server", G_ACTION_GROUP (self->actions));
  ui_content_header_set_actions (self->header, self->actions);
  ui_window_drop_add (self, self->actions);
  self->menu_actions = ui_server_actions_new (self, self->workspace);
  ui_sidebar_set_actions (self->sidebar, self->menu_actions);
  ui_connect (self->workspace, "items-changed", on_sessions_changed, self);
  ui_connect (self->workspace, "notify::private", update_private, self);
  update_private (self);
  g_autoptr (GPropertyAction) private_action =
      g_property_action_new ("private", self->workspace, "private");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (private_action));
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
  g_autoptr (StoreProfile) demo = app_workspace_dup_demo_profile (self->workspace);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.try-demo", demo != NULL);
  show_page (self);
  UiServerPage *page = get_server_page (self);
  if (page != NULL && ui_server_page_get_session (page) == self->wanted_session &&
      self->wanted_item[0] != '\0')
    ui_server_page_want (page, self->wanted_item);
  ui_page_focus (gtk_stack_get_visible_child (self->stack));
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
    ui_connect (gtk_widget_get_frame_clock (widget), "after-paint", on_painted, self);
}

static void
ui_window_dispose (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  if (self->stack != NULL && self->painted)
    remember_item (self);
  if (self->sidebar != NULL)
    ui_sidebar_set_actions (self->sidebar, NULL);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "server", NULL);
  /* It holds the workspace, and GTK 4.8 holds it for longer than the window. */
  g_action_map_remove_action (G_ACTION_MAP (self), "private");
  ui_template_dispose (object);
  if (self->sampler != NULL)
    app_sampler_close (self->sampler);
  g_clear_object (&self->sampler);
}

MCP_DEFINE_FINALIZE (UiWindow, ui_window)
{
  g_clear_object (&self->cancellable);
  g_free (self->wanted_item);
  g_ptr_array_unref (self->history);
}

UI_DEFINE_CLASS (UiWindow, ui_window)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
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

  ui_template_ensure_types (UI_TYPE_CONTENT_HEADER, UI_TYPE_WIDTH_BIN, UI_TYPE_SIDEBAR);
  ui_template_set (widget_class, "ui/window/ui-window.ui");
  ui_template_hold (widget_class, UiWindow, actions, menu_actions, place, wanted_session, imports,
                    workspace);
  ui_template_bind_children (widget_class, UiWindow, toasts, leaflet, content, sidebar, add_button,
                             add_menu, menu_button, title, main_menu, header, stack, log_paned,
                             log_box);
  ui_template_bind_callbacks (widget_class, on_place_changed, on_sidebar_activated, on_log_shown,
                              on_log_split_moved);
  install_actions (widget_class);
}

static void
ui_window_init (UiWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->history = g_ptr_array_new_with_free_func (g_free);
  ui_template_init (self);
  ui_layout_add_actions (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->menu_button, create_menu, self->main_menu, NULL);
  gtk_menu_button_set_create_popup_func (self->add_button, create_menu, self->add_menu, NULL);

  g_autoptr (GPropertyAction) show_log =
      g_property_action_new ("show-log", self->log_box, "visible");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show_log));
  g_autoptr (GSimpleAction) show_help = g_simple_action_new ("show-help-overlay", NULL);
  g_signal_connect_object (show_help, "activate", G_CALLBACK (on_show_help), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show_help));
  /* What one window does, another one of the same program does not. */
  GSettingsBindFlags once = G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES;
  ui_settings_bind ("window-width", self, "default-width", once);
  ui_settings_bind ("window-height", self, "default-height", once);
  ui_settings_bind ("window-maximized", self, "maximized", once);
  ui_settings_bind ("log-visible", self->log_box, "visible", once);
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

const char *
ui_window_get_page (UiWindow *self)
{
  g_return_val_if_fail (UI_IS_WINDOW (self), NULL);
  return ui_place_kind_get_id (self->place != NULL ? ui_place_get_kind (self->place)
                                                   : UI_PLACE_HOME);
}

void
ui_window_open_server (UiWindow *self, AppSession *session)
{
  g_return_if_fail (UI_IS_WINDOW (self));

  ui_server_actions_connect (session);
  ui_window_show_place (self, session, UI_PLACE_TOOLS);
  ui_page_focus (gtk_stack_get_visible_child (self->stack));
}

void
ui_window_take (UiWindow *self, GFile *file)
{
  g_return_if_fail (UI_IS_WINDOW (self));

  ui_server_actions_take (self->actions, file);
}

void
ui_window_compose (UiWindow *self, AppSession *session)
{
  g_return_if_fail (UI_IS_WINDOW (self));

  app_composer_set_session (ensure_composer (self), session);
  go_to_composer (self);
}

void
ui_window_say (UiWindow *self, const char *text)
{
  g_return_if_fail (UI_IS_WINDOW (self));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
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
