/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sidebar.h"
#include "mcp-property.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "app-inbox.h"
#include "app-object-cache.h"
#include "ui-server-actions.h"
#include "ui-style.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-reconnector.h"
#include "app-connection.h"
#include "app-server-label.h"
#include "app-session.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* UiSidebarRow: one place in the sidebar. A server shows its state as an icon, and a word where it
 * failed; a page shows how much is behind it. */

#define UI_TYPE_SIDEBAR_ROW (ui_sidebar_row_get_type ())
G_DECLARE_FINAL_TYPE (UiSidebarRow, ui_sidebar_row, UI, SIDEBAR_ROW, GtkListBoxRow)

struct _UiSidebarRow
{
  GtkListBoxRow parent_instance;

  UiPlace *place;

  GtkImage   *icon;
  GtkSpinner *spinner;
  GtkLabel   *title;
  GtkLabel   *note;
};

/* A command with all of its arguments; the server's own dialog has it whole. */
#define MAX_ADDRESS 120

static const char *const note_classes[] = { "attention", "secondary", NULL };
static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

UI_DEFINE_TEMPLATE (UiSidebarRow, ui_sidebar_row, GTK_TYPE_LIST_BOX_ROW)

/* @note: what is said of the place, NULL for what its row shows beside its title */
static void
update_name (UiSidebarRow *self, const char *note)
{
  const char      *title = gtk_label_get_text (self->title);
  g_autofree char *label = note != NULL && note[0] != '\0' ? g_strdup_printf ("%s, %s", title, note)
                                                           : g_strdup (title);

  ui_widget_name (self, label);
}

/* For places whose count is not their server's. */
static void
ui_sidebar_row_set_count (UiSidebarRow *self, guint count)
{
  gboolean         waits = count > 0 && ui_place_get_kind (self->place) == UI_PLACE_INBOX;
  g_autofree char *text = count > 0 ? g_strdup_printf ("%'u", count) : g_strdup ("");
  g_autofree char *waiting = g_strdup_printf (_ ("%s waiting"), text);

  gtk_label_set_text (self->note, text);
  /* What waits for the person stands out. */
  ui_style_swap_class (GTK_WIDGET (self->note), note_classes, waits ? "attention" : "secondary");
  update_name (self, waits ? waiting : text);
}

static void
update_count (UiSidebarRow *self)
{
  if (ui_place_has_count (self->place))
    ui_sidebar_row_set_count (self, ui_place_get_count (self->place));
}

/* Returns: (transfer full): what the icon does not say, of failures and of waiting alone */
static char *
dup_note (AppSession *session)
{
  AppProblem *problem = app_session_get_problem (session);

  switch (app_session_get_state (session))
    {
    case APP_SESSION_RECONNECTING:
      /* Translators: after a mark that says that a connection is opened again: when */
      return g_strdup_printf (_ ("in %u s"),
                              app_reconnector_get_seconds_left (
                                  app_session_get_feature (session, APP_TYPE_RECONNECTOR)));
    case APP_SESSION_FAILED:
      if (problem != NULL && app_problem_get_exit_status (problem) >= 0)
        /* Translators: a server's program ended, with this exit status */
        return g_strdup_printf (_ ("exited (%d)"), app_problem_get_exit_status (problem));
      return g_strdup (app_session_get_state_name (session));
    default:
      return g_strdup ("");
    }
}

/* Servers may have the same name: the command or URL tells them apart. GTK shows a tooltip below
 * the pointer; while a server's pages are there, only its icon has one. */
static void
update_tooltip (UiSidebarRow *self)
{
  AppSession      *session = ui_place_get_session (self->place);
  g_autofree char *summary = store_profile_dup_summary (app_session_get_profile (session));
  g_autofree char *address = app_visible_text_line (summary, MAX_ADDRESS);
  g_autoptr (GString) text = g_string_new (ui_place_get_title (self->place));
  guint latency = 0;

  g_string_append_printf (text, "\n%s\n%s", address, app_session_get_state_name (session));
  g_object_get (app_session_get_feature (session, APP_TYPE_CONNECTION), "latency", &latency, NULL);
  if (app_session_get_state (session) == APP_SESSION_READY && latency > 0)
    /* Translators: after the word “connected”: in how many milliseconds the server responds */
    g_string_append_printf (text, _ (" · %'u ms"), latency);
  ui_tooltip_set (GTK_WIDGET (self->icon), text->str);
  ui_tooltip_set (GTK_WIDGET (self), text->str);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), ui_place_get_shown (self->place) < 0);
}

static void
update_state (UiSidebarRow *self)
{
  AppSession      *session = ui_place_get_session (self->place);
  AppSessionState  state = app_session_get_state (session);
  gboolean         busy = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  g_autofree char *note = dup_note (session);

  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !busy);
  gtk_image_set_from_icon_name (self->icon, ui_style_get_state_icon (state));
  ui_style_swap_class (GTK_WIDGET (self->icon), state_classes, ui_style_get_state_class (state));
  gtk_label_set_text (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note[0] != '\0');
  update_name (self, app_session_get_state_name (session));
  update_tooltip (self);
}

/* Tab would select the row that it leads to, and so leave the page. */
static gboolean
ui_sidebar_row_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return !gtk_widget_is_focus (widget) && gtk_widget_grab_focus (widget);
}

UI_DEFINE_CLASS (UiSidebarRow, ui_sidebar_row)
{
  widget_class->focus = ui_sidebar_row_focus;
  ui_template_set (widget_class, "ui/window/ui-sidebar-row.ui");
  ui_template_hold (widget_class, UiSidebarRow, place);
  ui_template_bind_children (widget_class, UiSidebarRow, icon, spinner, title, note);
}

/* Returns: (transfer none): floating */
static GtkWidget *
ui_sidebar_row_new (UiPlace *place)
{
  UiSidebarRow *self = g_object_new (UI_TYPE_SIDEBAR_ROW, NULL);
  AppSession   *session = ui_place_get_session (place);

  self->place = g_object_ref (place);
  gtk_image_set_from_icon_name (self->icon, ui_place_get_icon_name (place));
  gtk_label_set_text (self->title, ui_place_get_title (place));
  update_name (self, NULL);
  if (ui_place_get_kind (place) == UI_PLACE_SERVER)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "server");
      ui_connect (place, "notify::shown", update_tooltip, self);
      ui_connect (app_session_get_profile (session), "notify", update_tooltip, self);
      ui_connect (session, "notify::state", update_state, self);
      ui_connect (session, "notify::state-name", update_state, self);
      ui_connect (app_session_get_feature (session, APP_TYPE_CONNECTION), "notify::latency",
                  update_tooltip, self);
      update_state (self);
    }
  else
    ui_connect (place, "notify::count", update_count, self);
  if (session != NULL && ui_place_get_kind (place) != UI_PLACE_SERVER)
    gtk_widget_add_css_class (GTK_WIDGET (self), "page");
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
  gboolean         updating;
  guint            frames; /* until the row of the place has been laid out */

  GtkListBox *servers;
  GtkListBox *common;
  GtkWidget  *popover; /* (nullable): the menu of a server */
};

enum {
  PROP_WORKSPACE = 1,
  PROP_PLACE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiSidebar, ui_sidebar, GTK_TYPE_WIDGET)

/* @list: (nullable): NULL where the index is past the last one */
static UiSidebarRow *
get_row (GtkListBox *list, int i)
{
  return (UiSidebarRow *)gtk_list_box_get_row_at_index (list, i);
}

/* Returns: (nullable): the row of that page; @session: NULL for pages of no server */
static UiSidebarRow *
find_row (UiSidebar *self, AppSession *session, UiPlaceKind kind)
{
  GtkListBox   *list = session != NULL ? self->servers : self->common;
  UiSidebarRow *row;

  for (int i = 0; (row = get_row (list, i)) != NULL; i++)
    if (ui_place_get_session (row->place) == session && ui_place_get_kind (row->place) == kind)
      return row;
  return NULL;
}

static gboolean
is_same (UiPlace *place, AppSession *session, UiPlaceKind kind)
{
  return place != NULL && ui_place_get_session (place) == session &&
         ui_place_get_kind (place) == kind;
}

/* The server that is shown has its own inbox below it. That of all is there while another one
 * asks. */
static gboolean
is_common_shown (UiSidebar *self, UiPlaceKind kind)
{
  GListModel *sessions = G_LIST_MODEL (self->workspace);

  if (kind == UI_PLACE_HOME)
    return g_list_model_get_n_items (sessions) == 0;
  if (kind != UI_PLACE_INBOX || is_same (self->place, NULL, kind))
    return TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (sessions); i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (sessions, i);
      if (session != ui_place_get_session (self->place) &&
          app_inbox_count (app_workspace_get_inbox (self->workspace), session) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
update_common (UiSidebar *self)
{
  UiSidebarRow *row;

  for (int i = 0; (row = get_row (self->common, i)) != NULL; i++)
    gtk_widget_set_visible (GTK_WIDGET (row),
                            is_common_shown (self, ui_place_get_kind (row->place)));
}

/* Rows that came with the place have their own only when the next frame is laid out. */
static gboolean
scroll_to_row (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiSidebar     *self = UI_SIDEBAR (widget);
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (self->servers);
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->servers);
  UiSidebarRow  *row;

  if (self->frames-- > 0)
    return G_SOURCE_CONTINUE;
  self->frames = 0;
  if (selected == NULL || adjustment == NULL)
    return G_SOURCE_REMOVE;
  /* With the last page of its server where there is room for both */
  for (int i = gtk_list_box_row_get_index (selected);; i++)
    {
      graphene_rect_t bounds;

      if ((row = get_row (self->servers, i)) == NULL ||
          ui_place_get_session (row->place) != ui_place_get_session (self->place))
        break;
      if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->servers), &bounds))
        gtk_adjustment_clamp_page (adjustment, bounds.origin.y,
                                   bounds.origin.y + bounds.size.height);
    }
  graphene_rect_t bounds;
  if (gtk_widget_compute_bounds (GTK_WIDGET (selected), GTK_WIDGET (self->servers), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
  return G_SOURCE_REMOVE;
}

/* A place without a row of its own is its server's; one of no server has none. */
static void
select_row (UiSidebar *self)
{
  AppSession   *session = ui_place_get_session (self->place);
  UiSidebarRow *row = find_row (self, session, ui_place_get_kind (self->place));

  if (row == NULL && session != NULL)
    row = find_row (self, session, UI_PLACE_SERVER);
  gtk_list_box_unselect_all (session != NULL ? self->common : self->servers);
  gtk_list_box_select_row (session != NULL ? self->servers : self->common, GTK_LIST_BOX_ROW (row));
  if (self->frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_row, NULL, NULL);
  self->frames = 1;
}

/* What is wanted is shown as soon as it can be, else its server; and while that is gone, another
 * server, or where to begin. The pages of the server that is shown are below it. */
static void
update_place (UiSidebar *self)
{
  AppSession *session = self->wanted_session;
  UiPlaceKind kind = self->wanted_kind;

  if (self->updating)
    return;
  self->updating = TRUE;
  if (session != NULL && find_row (self, session, UI_PLACE_SERVER) == NULL)
    {
      g_clear_object (&self->wanted_session);
      session = NULL;
      kind = self->wanted_kind = UI_PLACE_SERVER;
    }
  if (session == NULL && kind == UI_PLACE_SERVER)
    {
      UiSidebarRow *first = get_row (self->servers, 0);
      session = first != NULL ? ui_place_get_session (first->place) : NULL;
      kind = first != NULL ? UI_PLACE_SERVER : UI_PLACE_HOME;
    }
  else if (session != NULL &&
           (kind == UI_PLACE_OVERVIEW || !ui_place_list_leads_to (session, kind)))
    kind = UI_PLACE_SERVER;
  gboolean changed = !is_same (self->place, session, kind);
  if (changed)
    {
      g_clear_object (&self->place);
      self->place = ui_place_new (session, kind);
    }
  UiSidebarRow *row;
  for (int i = 0; (row = get_row (self->servers, i)) != NULL; i++)
    if (ui_place_get_kind (row->place) == UI_PLACE_SERVER)
      ui_place_set_shown (row->place,
                          ui_place_get_session (row->place) == session ? (int)kind : -1);
  if (self->workspace != NULL)
    update_common (self);
  select_row (self);
  self->updating = FALSE;
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLACE]);
}

static void
on_row_selected (UiSidebar *self, GtkListBoxRow *row, GtkListBox *list)
{
  if (row != NULL && !self->updating)
    ui_sidebar_select (self, ui_place_get_session (UI_SIDEBAR_ROW (row)->place),
                       ui_place_get_kind (UI_SIDEBAR_ROW (row)->place));
}

/* The row of a server may be selected for a page that has none. */
static void
on_row_activated (UiSidebar *self, GtkListBoxRow *row, GtkListBox *list)
{
  on_row_selected (self, row, list);
  g_signal_emit_by_name (self, "activated");
}

/* From one list to the other, as if they were one */
static gboolean
on_keynav_failed (UiSidebar *self, GtkDirectionType direction, GtkListBox *list)
{
  gboolean    up = direction == GTK_DIR_UP;
  GtkListBox *other = list == self->servers ? self->common : self->servers;
  GtkWidget  *row = up ? gtk_widget_get_last_child (GTK_WIDGET (other))
                       : gtk_widget_get_first_child (GTK_WIDGET (other));

  if (up == (list == self->servers) || (!up && direction != GTK_DIR_DOWN))
    return FALSE;
  while (row != NULL && !gtk_widget_get_visible (row))
    row = up ? gtk_widget_get_prev_sibling (row) : gtk_widget_get_next_sibling (row);
  if (row == NULL)
    return FALSE;
  gtk_list_box_select_row (other, GTK_LIST_BOX_ROW (row));
  return gtk_widget_grab_focus (row);
}

/* A name is a few words; a hostile one may have megabytes. */
#define MAX_TITLE 200

static void
update_titles (UiSidebar *self)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, TRUE, sizeof (AppServerLabel));
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autoptr (GPtrArray) addresses = g_ptr_array_new_with_free_func (g_free);
  UiSidebarRow *row;

  for (int i = 0; (row = get_row (self->servers, i)) != NULL; i++)
    {
      AppSession    *session = ui_place_get_session (row->place);
      McpServerInfo *server = app_session_get_server (session);
      char          *address = store_profile_dup_summary (app_session_get_profile (session));
      AppServerLabel label = { app_session_get_name (session),
                               server != NULL ? mcp_server_info_get_display_name (server) : NULL,
                               address };

      g_ptr_array_add (addresses, address);
      if (ui_place_get_kind (row->place) != UI_PLACE_SERVER)
        continue;
      g_ptr_array_add (rows, row);
      g_array_append_val (labels, label);
    }
  g_auto (GStrv) all = app_server_label_dup_all ((AppServerLabel *)labels->data, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autofree char *visible = app_visible_text_line (all[i], MAX_TITLE);

      gtk_label_set_text (UI_SIDEBAR_ROW (rows->pdata[i])->title, visible);
      update_state (rows->pdata[i]);
    }
}

static void
on_places_changed (UiSidebar *self)
{
  update_titles (self);
  update_place (self);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  AppSession *session = ui_place_get_session (item);

  if (ui_place_get_kind (item) == UI_PLACE_SERVER)
    {
      ui_connect (app_session_get_profile (session), "notify", update_titles, data);
      ui_connect (session, "notify::server", update_titles, data);
    }
  return ui_sidebar_row_new (UI_PLACE (item));
}

/* The menu is about the server of the row, whatever is shown. */
static void
pop_up (UiSidebar *self, UiSidebarRow *row)
{
  AppSession     *session = ui_place_get_session (row->place);
  graphene_rect_t bounds;

  if (session == NULL || self->actions == NULL ||
      !gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self), &bounds))
    return;
  if (self->popover == NULL)
    {
      self->popover = ui_server_actions_create_menu (self->actions);
      gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
      gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
    }
  ui_server_actions_set_place (self->actions, session, UI_PLACE_SERVER);
  GdkRectangle rectangle = { (int)bounds.origin.x + 24,
                             (int)bounds.origin.y, 1, (int)bounds.size.height };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &rectangle);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_menu_key (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiSidebar     *self = UI_SIDEBAR (widget);
  GtkWidget     *focus = gtk_widget_get_focus_child (GTK_WIDGET (self->servers));
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);

  if (focus != NULL || row != NULL)
    pop_up (self, UI_SIDEBAR_ROW (focus != NULL ? (gpointer)focus : row));
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
    pop_up (self, UI_SIDEBAR_ROW (row));
}

static void
update_objects (UiSidebar *self)
{
  AppObjectCache *object_cache = app_workspace_get_object_cache (self->workspace);
  gboolean        all = ui_settings_get_boolean ("objects-all", FALSE);
  guint           n = all ? app_object_cache_get_n (object_cache)
                          : app_object_cache_get_n_kept (object_cache);

  ui_sidebar_row_set_count (find_row (self, NULL, UI_PLACE_OBJECTS), n);
}

/* Who comes to the sidebar is on the row of what is shown. */
static gboolean
ui_sidebar_move_focus (GtkWidget *widget, GtkDirectionType direction)
{
  UiSidebar     *self = UI_SIDEBAR (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);

  if (row == NULL)
    row = gtk_list_box_get_selected_row (self->common);
  if (gtk_widget_get_focus_child (widget) == NULL && row != NULL &&
      gtk_widget_grab_focus (GTK_WIDGET (row)))
    return TRUE;
  return GTK_WIDGET_CLASS (ui_sidebar_parent_class)->focus (widget, direction);
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
  widget_class->focus = ui_sidebar_move_focus;

  mcp_property_install (object_class, rows, properties, N_PROPS);
  mcp_signal_new (klass, "activated", 0);

  ui_template_set_bin (widget_class, "ui/window/ui-sidebar.ui");
  ui_template_hold (widget_class, UiSidebar, places, place, wanted_session, workspace);
  ui_template_bind_children (widget_class, UiSidebar, servers, common);
  ui_template_bind_callbacks (widget_class, on_row_selected, on_row_activated,
                              on_keynav_failed);
  gtk_widget_class_install_action (widget_class, "sidebar.menu", NULL, on_menu_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "sidebar.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "sidebar.menu", NULL);
}

/* The places that belong to no server, in their order. */
static const UiPlaceKind common[] = { UI_PLACE_HOME, UI_PLACE_INBOX, UI_PLACE_ACTIVITY,
                                      UI_PLACE_OBJECTS, UI_PLACE_SAVED, UI_PLACE_PLAYGROUND,
                                      UI_PLACE_APPLICATIONS };

static void
ui_sidebar_init (UiSidebar *self)
{
  ui_template_init (self);

  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    {
      g_autoptr (UiPlace) place = ui_place_new (NULL, common[i]);
      gtk_list_box_append (self->common, ui_sidebar_row_new (place));
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

  ui_place_follow_inbox (find_row (self, NULL, UI_PLACE_INBOX)->place,
                         app_workspace_get_inbox (workspace));
  ui_connect (app_workspace_get_inbox (workspace), "items-changed", update_common, self);
  ui_connect (app_workspace_get_object_cache (workspace), "changed", update_objects, self);
  update_objects (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WORKSPACE]);
}

MCP_DEFINE_GETTER (UiPlace *, UiSidebar, ui_sidebar, place)

void
ui_sidebar_select (UiSidebar *self, AppSession *session, UiPlaceKind kind)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));

  g_set_object (&self->wanted_session, session);
  self->wanted_kind = kind;
  update_place (self);
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
