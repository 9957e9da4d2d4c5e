/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sidebar.h"
#include "mcp-property.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "app-inbox.h"
#include "app-object-cache.h"
#include "ui-place.h"
#include "ui-server-actions.h"
#include "ui-style.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-reconnector.h"
#include "app-connection.h"
#include "app-session.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* UiSidebarRow: one place in the sidebar. A server shows its state as icon and word, or, when it is
 * ready, how long it takes to answer; a page shows how much is behind it. */

#define UI_TYPE_SIDEBAR_ROW (ui_sidebar_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSidebarRow, ui_sidebar_row, UI, SIDEBAR_ROW, GtkListBoxRow)

struct _UiSidebarRow
{
  GtkListBoxRow parent_instance;

  UiPlace *place;

  GtkButton  *fold;
  GtkImage   *icon;
  GtkSpinner *spinner;
  GtkLabel   *title;
  GtkLabel   *note;
  GtkWidget  *menu;
};

/* A command with all of its arguments; the server's own dialog has it whole. */
#define MAX_ADDRESS 300

static const char *const note_classes[] = { "attention", "secondary", NULL };
static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

UI_DEFINE_TEMPLATE (UiSidebarRow, ui_sidebar_row, GTK_TYPE_LIST_BOX_ROW)

static void
update_label (UiSidebarRow *self, const char *note)
{
  const char      *title = ui_place_get_title (self->place);
  g_autofree char *label =
      note[0] != '\0' ? g_strdup_printf ("%s, %s", title, note) : g_strdup (title);

  ui_widget_name (self, label);
}

/* Servers may have the same name: the command or URL tells them apart. */
static void
update_address (UiSidebarRow *self)
{
  AppSession      *session = ui_place_get_session (self->place);
  g_autofree char *summary = store_profile_dup_summary (app_session_get_profile (session));
  g_autofree char *address = app_visible_text_line (summary, MAX_ADDRESS);
  g_autofree char *text = g_strdup_printf ("%s\n%s", ui_place_get_title (self->place), address);

  ui_tooltip_set (GTK_WIDGET (self->title), text);
}

static void
update_title (UiSidebarRow *self)
{
  const char *title = ui_place_get_title (self->place);

  gtk_label_set_text (self->title, title);
  if (ui_place_get_kind (self->place) == UI_PLACE_SERVER)
    update_address (self);
  update_label (self, gtk_label_get_text (self->note));
}

/* For places whose count is not their server's. */
static void
ui_sidebar_row_set_count (UiSidebarRow *self, guint count)
{
  g_autofree char *text = count > 0 ? g_strdup_printf ("%'u", count) : g_strdup ("");
  gtk_label_set_text (self->note, text);
  /* What waits for the person stands out. */
  if (ui_place_get_kind (self->place) == UI_PLACE_INBOX)
    {
      ui_style_swap_class (GTK_WIDGET (self->note), note_classes,
                           count > 0 ? "attention" : "secondary");
      g_autofree char *waits = count > 0 ? g_strdup_printf (_ ("%s waiting"), text) : g_strdup ("");
      update_label (self, waits);
      return;
    }
  update_label (self, text);
}

static void
update_count (UiSidebarRow *self)
{
  if (ui_place_has_count (self->place))
    ui_sidebar_row_set_count (self, ui_place_get_count (self->place));
}

static void
update_fold (UiSidebarRow *self)
{
  gboolean has_pages = ui_place_list_has_pages (ui_place_get_session (self->place));
  gboolean folded = ui_place_get_folded (self->place);

  /* The names stay one below the other. */
  gtk_widget_set_opacity (GTK_WIDGET (self->fold), has_pages ? 1 : 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->fold), has_pages);
  gtk_button_set_icon_name (self->fold, folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->fold), folded ? _ ("Expand") : _ ("Collapse"));
  ui_widget_name (self->fold, folded ? _ ("Expand") : _ ("Collapse"));
  ui_widget_set_expanded (self, has_pages && !folded);
}

static void
update_state (UiSidebarRow *self)
{
  AppSession      *session = ui_place_get_session (self->place);
  AppSessionState  state = app_session_get_state (session);
  const char      *word = app_session_get_state_name (session);
  gboolean         busy = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  guint            latency = 0;
  g_autofree char *note = NULL;

  g_object_get (app_session_get_feature (session, APP_TYPE_CONNECTION), "latency", &latency, NULL);
  if (state == APP_SESSION_READY && latency > 0)
    /* Translators: a number of milliseconds */
    note = g_strdup_printf (_ ("%u ms"), latency);
  else if (state == APP_SESSION_RECONNECTING)
    /* Translators: after a mark that says that a connection is opened again: when */
    note = g_strdup_printf (
        _ ("in %u s"),
        app_reconnector_get_seconds_left (app_session_get_feature (session, APP_TYPE_RECONNECTOR)));
  else
    /* The empty circle says enough of what is merely not connected. */
    note = g_strdup (state != APP_SESSION_IDLE ? word : "");

  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !busy);
  gtk_image_set_from_icon_name (self->icon, ui_style_get_state_icon (state));
  ui_style_swap_class (GTK_WIDGET (self->icon), state_classes, ui_style_get_state_class (state));
  ui_tooltip_set (GTK_WIDGET (self->icon), word);
  gtk_label_set_text (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note[0] != '\0');
  update_fold (self);

  g_autofree char *spoken = state == APP_SESSION_READY && latency > 0
                                ? g_strdup_printf ("%s, %s", word, note)
                                : g_strdup (word);
  update_label (self, spoken);
}

static void on_fold (UiSidebarRow *self);
static void on_menu (UiSidebarRow *self);

UI_DEFINE_CLASS (UiSidebarRow, ui_sidebar_row)
{
  ui_template_set (widget_class, "ui/window/ui-sidebar-row.ui");
  ui_template_hold (widget_class, UiSidebarRow, place);
  ui_template_bind_children (widget_class, UiSidebarRow, fold, icon, spinner, title, note, menu);
  ui_template_bind_callbacks (widget_class, on_fold, on_menu);
}

/* Returns: (transfer none): floating */
static GtkWidget *
ui_sidebar_row_new (UiPlace *place)
{
  UiSidebarRow *self = g_object_new (UI_TYPE_SIDEBAR_ROW, NULL);
  AppSession   *session = ui_place_get_session (place);

  self->place = g_object_ref (place);
  gtk_image_set_from_icon_name (self->icon, ui_place_get_icon_name (place));
  ui_connect (place, "notify::title", update_title, self);
  ui_connect (place, "notify::count", update_count, self);
  if (ui_place_get_kind (place) == UI_PLACE_SERVER)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "server");
      gtk_widget_set_visible (GTK_WIDGET (self->fold), TRUE);
      gtk_widget_set_visible (self->menu, TRUE);
      ui_connect (place, "notify::folded", update_fold, self);
      ui_connect (app_session_get_profile (session), "notify", update_address, self);
      ui_connect (session, "notify::state", update_state, self);
      ui_connect (session, "notify::state-name", update_state, self);
      ui_connect (app_session_get_feature (session, APP_TYPE_CONNECTION), "notify::latency",
                  update_state, self);
      update_state (self);
    }
  else if (session != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "page");
  update_title (self);
  update_count (self);
  return GTK_WIDGET (self);
}

struct _UiSidebar
{
  GtkWidget parent_instance;

  AppWorkspace    *workspace;
  GListModel      *places;
  UiServerActions *actions; /* of the menu; borrowed from the window */
  UiPlace         *place;
  AppSession      *wanted_session; /* where to return to when its pages come back */
  UiPlaceKind      wanted_kind;
  gboolean         restoring;

  GtkListBox   *servers;
  GtkListBox   *common;
  GtkWidget    *popover; /* (nullable): the menu of a server */
  UiSidebarRow *inbox_row;
  UiSidebarRow *objects_row;
};

enum {
  PROP_WORKSPACE = 1,
  PROP_PLACE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiSidebar, ui_sidebar, GTK_TYPE_WIDGET)

/* Each server has its own inbox below it. That of all is there while several of them ask. */
static void
update_inbox (UiSidebar *self)
{
  AppInbox *inbox = app_workspace_get_inbox (self->workspace);
  guint     n_asking = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workspace)); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (G_LIST_MODEL (self->workspace), i);
      n_asking += app_inbox_count (inbox, session) > 0;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->inbox_row),
                          n_asking > 1 ||
                              gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (self->inbox_row)));
}

static void
set_place (UiSidebar *self, UiPlace *place)
{
  if (g_set_object (&self->place, place))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLACE]);
}

static void
on_row_selected (UiSidebar *self, GtkListBoxRow *row, GtkListBox *list)
{
  if (row == NULL)
    return;
  gtk_list_box_unselect_all (list == self->servers ? self->common : self->servers);

  UiPlace *place = UI_SIDEBAR_ROW (row)->place;
  if (!self->restoring)
    {
      g_set_object (&self->wanted_session, ui_place_get_session (place));
      self->wanted_kind = ui_place_get_kind (place);
    }
  set_place (self, place);
  if (self->workspace != NULL)
    update_inbox (self);
}

static void
on_row_activated (UiSidebar *self, GtkListBoxRow *row, GtkListBox *list)
{
  g_signal_emit_by_name (self, "activated");
}

static GtkListBoxRow *
find_row (UiSidebar *self, AppSession *session, UiPlaceKind kind)
{
  GtkListBoxRow *server_row = NULL;
  guint          n = self->places != NULL ? g_list_model_get_n_items (self->places) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UiPlace) place = g_list_model_get_item (self->places, i);
      if (ui_place_get_session (place) != session)
        continue;
      if (ui_place_get_kind (place) == kind)
        return gtk_list_box_get_row_at_index (self->servers, (int)i);
      if (ui_place_get_kind (place) == UI_PLACE_SERVER)
        server_row = gtk_list_box_get_row_at_index (self->servers, (int)i);
    }
  return server_row;
}

/* Rows come and go with connections: what was chosen is chosen again as soon as it is there. */
static void
on_places_changed (UiSidebar *self)
{
  if (gtk_list_box_get_selected_row (self->common) != NULL)
    return;

  GtkListBoxRow *row = NULL;
  if (self->wanted_session != NULL)
    row = find_row (self, self->wanted_session, self->wanted_kind);
  if (row == NULL)
    {
      g_clear_object (&self->wanted_session);
      row = gtk_list_box_get_row_at_index (self->servers, 0);
    }
  if (row == NULL)
    {
      ui_sidebar_select (self, NULL, UI_PLACE_HOME);
      return;
    }
  self->restoring = self->wanted_session != NULL;
  gtk_list_box_select_row (self->servers, row);
  self->restoring = FALSE;
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  return ui_sidebar_row_new (UI_PLACE (item));
}

/* Folding hides the page that is shown: what the server's own place shows takes its place. */
static void
set_folded (UiSidebar *self, UiPlace *server, gboolean folded)
{
  AppSession *session = ui_place_get_session (server);

  if (folded && self->place != NULL && ui_place_get_session (self->place) == session)
    gtk_list_box_select_row (self->servers, find_row (self, session, UI_PLACE_SERVER));
  ui_place_set_folded (server, folded);
}

static UiSidebar *
get_sidebar (gpointer row)
{
  return UI_SIDEBAR (gtk_widget_get_ancestor (row, UI_TYPE_SIDEBAR));
}

static void
on_fold (UiSidebarRow *row)
{
  set_folded (get_sidebar (row), row->place, !ui_place_get_folded (row->place));
}

/* Left and Right, as in a tree. */
static gboolean
on_key (UiSidebar *self, guint keyval, guint code, GdkModifierType state)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);
  UiPlace       *place = row != NULL ? UI_SIDEBAR_ROW (row)->place : NULL;
  gboolean       fold = keyval == GDK_KEY_Left;

  if ((keyval != GDK_KEY_Left && keyval != GDK_KEY_Right) || place == NULL ||
      (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    fold = !fold;
  if (ui_place_get_kind (place) == UI_PLACE_SERVER)
    set_folded (self, place, fold);
  else if (fold)
    {
      row = find_row (self, ui_place_get_session (place), UI_PLACE_SERVER);
      gtk_list_box_select_row (self->servers, row);
      gtk_widget_grab_focus (GTK_WIDGET (row));
    }
  return GDK_EVENT_STOP;
}

/* The menu is about the server of the row, whatever is shown. */
static void
pop_up (UiSidebar *self, UiSidebarRow *row, GtkWidget *beside)
{
  AppSession     *session = ui_place_get_session (row->place);
  graphene_rect_t bounds;

  if (session == NULL || self->actions == NULL ||
      !gtk_widget_compute_bounds (beside, GTK_WIDGET (self), &bounds))
    return;
  if (self->popover == NULL)
    {
      self->popover = ui_server_actions_create_menu (self->actions);
      gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
      gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
    }
  ui_server_actions_set_place (self->actions, session, UI_PLACE_SERVER);
  GdkRectangle rectangle = { (int)bounds.origin.x + (beside == GTK_WIDGET (row) ? 24 : 0),
                             (int)bounds.origin.y, 1, (int)bounds.size.height };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &rectangle);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_menu (UiSidebarRow *row)
{
  pop_up (get_sidebar (row), row, row->menu);
}

static void
on_menu_key (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiSidebar     *self = UI_SIDEBAR (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);

  if (row != NULL)
    pop_up (self, UI_SIDEBAR_ROW (row), GTK_WIDGET (row));
}

/* In the capture phase: the list would go to the row. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GdkEventSequence *sequence =
      gtk_gesture_single_get_current_sequence (GTK_GESTURE_SINGLE (gesture));
  GdkEvent *event = gtk_gesture_get_last_event (GTK_GESTURE (gesture), sequence);

  if (event == NULL || !gdk_event_triggers_context_menu (event))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* Not before: a menu that opens under a button that is held takes its release away, and GTK would
 * draw the row as pressed from then on. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  UiSidebar     *self = data;
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->servers, (int)y);

  if (row != NULL)
    pop_up (self, UI_SIDEBAR_ROW (row), GTK_WIDGET (row));
}

static void
update_objects (UiSidebar *self)
{
  AppObjectCache *object_cache = app_workspace_get_object_cache (self->workspace);
  gboolean        all = ui_settings_get_boolean ("objects-all", FALSE);

  ui_sidebar_row_set_count (self->objects_row, all ? app_object_cache_get_n (object_cache)
                                                   : app_object_cache_get_n_kept (object_cache));
}

UI_DEFINE_DISPOSE (UiSidebar, ui_sidebar)
{
  if (self->servers != NULL)
    gtk_list_box_bind_model (self->servers, NULL, NULL, NULL, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

UI_DEFINE_CLASS (UiSidebar, ui_sidebar)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_WORKSPACE] = { "workspace", APP_TYPE_WORKSPACE,
                         .offset = G_STRUCT_OFFSET (UiSidebar, workspace),
                         .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_sidebar_set_workspace) },
    [PROP_PLACE] = { "place", UI_TYPE_PLACE, .offset = G_STRUCT_OFFSET (UiSidebar, place) },
  };

  object_class->dispose = ui_sidebar_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);
  mcp_signal_new (klass, "activated", 0);

  ui_template_set_bin (widget_class, "ui/window/ui-sidebar.ui");
  ui_template_hold (widget_class, UiSidebar, places, place, wanted_session, workspace);
  ui_template_bind_children (widget_class, UiSidebar, servers, common);
  ui_template_bind_callbacks (widget_class, on_row_selected, on_row_activated, on_key);
  gtk_widget_class_install_action (widget_class, "sidebar.menu", NULL, on_menu_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "sidebar.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "sidebar.menu", NULL);
}

/* The places that belong to no server, in their order. */
static const UiPlaceKind common[] = { UI_PLACE_HOME, UI_PLACE_INBOX, UI_PLACE_OBJECTS,
                                      UI_PLACE_ACTIVITY, UI_PLACE_SAVED, UI_PLACE_PLAYGROUND,
                                      UI_PLACE_COMPOSER, UI_PLACE_APPLICATIONS };

static void
ui_sidebar_init (UiSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    {
      g_autoptr (UiPlace) place = ui_place_new (NULL, common[i]);
      GtkWidget *row = ui_sidebar_row_new (place);

      gtk_list_box_append (self->common, row);
      if (common[i] == UI_PLACE_INBOX)
        self->inbox_row = UI_SIDEBAR_ROW (row);
      else if (common[i] == UI_PLACE_OBJECTS)
        self->objects_row = UI_SIDEBAR_ROW (row);
    }

  GtkGesture *gesture = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture), GTK_PHASE_CAPTURE);
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (gesture, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->servers), GTK_EVENT_CONTROLLER (gesture));
}

void
ui_sidebar_set_workspace (UiSidebar *self, AppWorkspace *workspace)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));
  g_return_if_fail (APP_IS_WORKSPACE (workspace));
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  self->places = ui_place_list_new (G_LIST_MODEL (workspace));
  gtk_list_box_bind_model (self->servers, self->places, create_row, self, NULL);
  /* After the list box: its rows must be there already. */
  ui_connect (self->places, "items-changed", on_places_changed, self);
  on_places_changed (self);

  ui_place_follow_inbox (self->inbox_row->place,
                         app_workspace_get_inbox (workspace));
  ui_connect (app_workspace_get_inbox (workspace), "items-changed", update_inbox, self);
  update_inbox (self);
  ui_connect (app_workspace_get_object_cache (workspace), "changed", update_objects, self);
  update_objects (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WORKSPACE]);
}

MCP_DEFINE_GETTER (UiPlace *, UiSidebar, ui_sidebar, place)

void
ui_sidebar_select (UiSidebar *self, AppSession *session, UiPlaceKind kind)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));

  if (session == NULL)
    {
      GtkListBoxRow *shared;
      for (int i = 0; (shared = gtk_list_box_get_row_at_index (self->common, i)) != NULL; i++)
        if (ui_place_get_kind (UI_SIDEBAR_ROW (shared)->place) == kind)
          gtk_list_box_select_row (self->common, shared);
      return;
    }
  g_set_object (&self->wanted_session, session);
  self->wanted_kind = kind;
  GtkListBoxRow *server = find_row (self, session, UI_PLACE_SERVER);
  if (server == NULL)
    return;
  if (kind != UI_PLACE_SERVER && kind != UI_PLACE_OVERVIEW)
    ui_place_set_folded (UI_SIDEBAR_ROW (server)->place, FALSE);
  self->restoring = TRUE;
  gtk_list_box_select_row (self->servers, find_row (self, session, kind));
  self->restoring = FALSE;
}

void
ui_sidebar_set_actions (UiSidebar *self, UiServerActions *actions)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));
  self->actions = actions;
}

void
ui_sidebar_focus (UiSidebar *self)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));

  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);
  if (row == NULL)
    row = gtk_list_box_get_selected_row (self->common);
  if (row == NULL || !gtk_widget_grab_focus (GTK_WIDGET (row)))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}
