/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sidebar.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "app-inbox.h"
#include "ui-place.h"
#include "ui-style.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-reconnector.h"
#include "app-connection.h"
#include "app-session.h"

#include <glib/gi18n.h>

/* UiSidebarRow: one place in the sidebar. A server shows its state as icon and word, or, when it is
 * ready, how long it takes to answer; a page shows how much is behind it. */

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

static const char *const note_classes[] = { "attention", "secondary", NULL };
static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

G_DEFINE_FINAL_TYPE (UiSidebarRow, ui_sidebar_row, GTK_TYPE_LIST_BOX_ROW)

static void
update_label (UiSidebarRow *self, const char *note)
{
  const char      *title = ui_place_get_title (self->place);
  g_autofree char *label =
      note[0] != '\0' ? g_strdup_printf ("%s, %s", title, note) : g_strdup (title);

  ui_widget_name (self, label);
}

static void
update_title (UiSidebarRow *self)
{
  const char *title = ui_place_get_title (self->place);

  gtk_label_set_text (self->title, title);
  /* Pages have short names; a server's may be cut. */
  if (ui_place_get_kind (self->place) == UI_PLACE_SERVER)
    ui_tooltip_set (GTK_WIDGET (self->title), title);
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

  g_autofree char *spoken = state == APP_SESSION_READY && latency > 0
                                ? g_strdup_printf ("%s, %s", word, note)
                                : g_strdup (word);
  update_label (self, spoken);
}

static void
ui_sidebar_row_dispose (GObject *object)
{
  UiSidebarRow *self = UI_SIDEBAR_ROW (object);

  ui_template_dispose (object);
  g_clear_object (&self->place);
}

static void
ui_sidebar_row_class_init (UiSidebarRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_sidebar_row_dispose;

  ui_template_set (widget_class, "ui/window/ui-sidebar-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, icon);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, title);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, note);
}

static void
ui_sidebar_row_init (UiSidebarRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Returns: (transfer none): floating */
static GtkWidget *
ui_sidebar_row_new (UiPlace *place)
{
  UiSidebarRow *self = g_object_new (UI_TYPE_SIDEBAR_ROW, NULL);
  AppSession   *session = ui_place_get_session (place);

  self->place = g_object_ref (place);
  gtk_image_set_from_icon_name (self->icon, ui_place_get_icon_name (place));
  g_signal_connect_object (place, "notify::title", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (place, "notify::count", G_CALLBACK (update_count), self,
                           G_CONNECT_SWAPPED);
  if (ui_place_get_kind (place) == UI_PLACE_SERVER)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "server");
      g_signal_connect_object (session, "notify::state", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::state-name", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (app_session_get_feature (session, APP_TYPE_CONNECTION),
                               "notify::latency", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
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

  AppWorkspace *workspace;
  GListModel   *places;
  UiPlace      *place;
  AppSession   *wanted_session; /* where to return to when its pages come back */
  UiPlaceKind   wanted_kind;
  gboolean      restoring;

  GtkListBox   *servers;
  GtkListBox   *common;
  GMenuModel   *server_menu;
  GtkWidget    *popover;
  UiSidebarRow *inbox_row;
  UiSidebarRow *objects_row;
  UiSidebarRow *composer_row;
  UiSidebarRow *clients_row;
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
      set_place (self, NULL);
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

/* Made when it is asked for: the first frame does not wait for it. */
static GtkPopover *
ensure_popover (UiSidebar *self)
{
  if (self->popover == NULL)
    {
      self->popover = gtk_popover_menu_new_from_model (self->server_menu);
      gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
      gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
    }
  return GTK_POPOVER (self->popover);
}

static void
pop_up (UiSidebar *self, GtkWidget *row)
{
  graphene_rect_t bounds;
  UiPlace        *place = UI_SIDEBAR_ROW (row)->place;

  if (ui_place_get_session (place) == NULL)
    return;
  if (!gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (row)))
    gtk_list_box_select_row (self->servers, GTK_LIST_BOX_ROW (row));
  if (!gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return;
  GdkRectangle rectangle = { (int)bounds.origin.x + 24, (int)bounds.origin.y,
                             1, (int)bounds.size.height };
  gtk_popover_set_pointing_to (ensure_popover (self), &rectangle);
  gtk_popover_popup (ensure_popover (self));
}

static void
on_menu_key (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiSidebar     *self = UI_SIDEBAR (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->servers);

  if (row != NULL)
    pop_up (self, GTK_WIDGET (row));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  UiSidebar        *self = data;
  GdkEventSequence *sequence =
      gtk_gesture_single_get_current_sequence (GTK_GESTURE_SINGLE (gesture));
  GdkEvent *event = gtk_gesture_get_last_event (GTK_GESTURE (gesture), sequence);

  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->servers, (int)y);
  if (row == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  pop_up (self, GTK_WIDGET (row));
}

static void
update_objects (UiSidebar *self)
{
  GListModel *objects = G_LIST_MODEL (app_workspace_get_objects (self->workspace));
  ui_sidebar_row_set_count (self->objects_row, g_list_model_get_n_items (objects));
}

static void
ui_sidebar_dispose (GObject *object)
{
  UiSidebar *self = UI_SIDEBAR (object);

  if (self->places != NULL)
    g_signal_handlers_disconnect_by_data (self->places, self);
  if (self->servers != NULL)
    gtk_list_box_bind_model (self->servers, NULL, NULL, NULL, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  ui_template_dispose (object);
  g_clear_object (&self->places);
  g_clear_object (&self->place);
  g_clear_object (&self->wanted_session);
  g_clear_object (&self->workspace);
}

static void
ui_sidebar_class_init (UiSidebarClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_WORKSPACE] = { "workspace", APP_TYPE_WORKSPACE,
                         .offset = G_STRUCT_OFFSET (UiSidebar, workspace),
                         .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_sidebar_set_workspace) },
    [PROP_PLACE] = { "place", UI_TYPE_PLACE, .offset = G_STRUCT_OFFSET (UiSidebar, place) },
  };

  object_class->dispose = ui_sidebar_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);
  ui_signal_new (klass, "activated", 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/window/ui-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, UiSidebar, servers);
  gtk_widget_class_bind_template_child (widget_class, UiSidebar, common);
  gtk_widget_class_bind_template_child (widget_class, UiSidebar, server_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_install_action (widget_class, "sidebar.menu", NULL, on_menu_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "sidebar.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "sidebar.menu", NULL);
}

static void
ui_sidebar_init (UiSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  g_autoptr (UiPlace) inbox = ui_place_new (NULL, UI_PLACE_INBOX);
  self->inbox_row = UI_SIDEBAR_ROW (ui_sidebar_row_new (inbox));
  gtk_list_box_append (self->common, GTK_WIDGET (self->inbox_row));
  g_autoptr (UiPlace) objects = ui_place_new (NULL, UI_PLACE_OBJECTS);
  self->objects_row = UI_SIDEBAR_ROW (ui_sidebar_row_new (objects));
  gtk_list_box_append (self->common, GTK_WIDGET (self->objects_row));
  g_autoptr (UiPlace) composer = ui_place_new (NULL, UI_PLACE_COMPOSER);
  self->composer_row = UI_SIDEBAR_ROW (ui_sidebar_row_new (composer));
  gtk_list_box_append (self->common, GTK_WIDGET (self->composer_row));
  g_autoptr (UiPlace) clients = ui_place_new (NULL, UI_PLACE_CLIENTS);
  self->clients_row = UI_SIDEBAR_ROW (ui_sidebar_row_new (clients));
  gtk_list_box_append (self->common, GTK_WIDGET (self->clients_row));

  GtkGesture *gesture = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), 0);
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_pressed), self);
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
  g_signal_connect_object (self->places, "items-changed", G_CALLBACK (on_places_changed), self,
                           G_CONNECT_SWAPPED);
  on_places_changed (self);

  ui_place_follow_inbox (self->inbox_row->place,
                         app_workspace_get_inbox (workspace));
  g_signal_connect_object (app_workspace_get_inbox (workspace), "items-changed",
                           G_CALLBACK (update_inbox), self, G_CONNECT_SWAPPED);
  update_inbox (self);
  g_signal_connect_object (app_workspace_get_objects (workspace), "items-changed",
                           G_CALLBACK (update_objects), self, G_CONNECT_SWAPPED);
  update_objects (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WORKSPACE]);
}

UiPlace *
ui_sidebar_get_place (UiSidebar *self)
{
  g_return_val_if_fail (UI_IS_SIDEBAR (self), NULL);
  return self->place;
}

void
ui_sidebar_select (UiSidebar *self, AppSession *session, UiPlaceKind kind)
{
  g_return_if_fail (UI_IS_SIDEBAR (self));

  if (session == NULL)
    {
      UiSidebarRow *common = kind == UI_PLACE_CLIENTS    ? self->clients_row
                             : kind == UI_PLACE_COMPOSER ? self->composer_row
                             : kind == UI_PLACE_INBOX    ? self->inbox_row
                                                         : self->objects_row;
      gtk_list_box_select_row (self->common, GTK_LIST_BOX_ROW (common));
      return;
    }
  g_set_object (&self->wanted_session, session);
  self->wanted_kind = kind;
  GtkListBoxRow *row = find_row (self, session, kind);
  if (row == NULL)
    return;
  self->restoring = TRUE;
  gtk_list_box_select_row (self->servers, row);
  self->restoring = FALSE;
}
