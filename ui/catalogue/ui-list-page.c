/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-list-page.h"
#include "ui-definition-list.h"
#include "ui-definition-row.h"
#include "ui-detail-page.h"
#include "ui-list-question.h"
#include "ui-page.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-layout.h"
#include "app-visible-text.h"
#include "app-catalogue.h"
#include "app-server-search.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* A list view makes two hundred rows at once, however few are seen: it gets as many as fill a
 * window first, and the others by and by. */
#define FIRST_ROWS 24
#define MORE_ROWS 48
#define ENOUGH_ROWS 256
/* A list at hand is searched sooner than GTK does by itself. */
#define SEARCH_DELAY_MS 100u
/* Of an entry that is gone. */
#define MAX_NAME 100u

struct _UiListPage
{
  UiListFrame parent_instance;

  AppSession         *session;
  UiPlaceKind         place;
  UiDefinitionList   *definitions;
  GtkSliceListModel  *rows; /* those of the shown that the list has so far */
  GtkSingleSelection *selection;
  gboolean            updating;
  guint               late;        /* source: what follows the list is about to be made */
  gboolean            is_gone;     /* what was to be opened: nothing is selected by itself */
  gboolean            wants_focus; /* as soon as there is a row */
  gboolean            sorted;      /* by name */
  gboolean            grouped;
  GPtrArray          *items; /* of GtkListItem: what is bound */

  AdwLeaflet     *leaflet; /* these three are the frame's */
  GtkWidget      *list_pane;
  GtkSearchEntry *search;
  GtkListView    *list;
  GtkSpinner     *loading;
  UiListQuestion *question;
  GtkWidget      *more;
  AdwStatusPage  *none;
  GtkWidget      *search_tool;
  GtkLabel       *search_label;
  GtkBox         *detail_box;
  UiDetailPage   *detail; /* NULL at first */
};

enum {
  PROP_0,
  PROP_SORTED,
  PROP_GROUPED,
};

static void on_search_tool (UiListPage *self);

UI_DEFINE_PAGE (UiListPage, ui_list_page, UI_TYPE_LIST_FRAME)

static const char *
nothing_offered (UiPlaceKind place)
{
  if (place == UI_PLACE_TOOLS)
    return _ ("No Tools");
  if (place == UI_PLACE_PROMPTS)
    return _ ("No Prompts");
  return _ ("No Resources");
}

static AppProblem *
find_problem (UiListPage *self)
{
  if (self->place == UI_PLACE_TOOLS)
    return app_catalogue_get_problem (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      MCP_DEFINITION_TOOL);
  if (self->place == UI_PLACE_PROMPTS)
    return app_catalogue_get_problem (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                      MCP_DEFINITION_PROMPT);
  AppProblem *problem = app_catalogue_get_problem (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_RESOURCE);
  return problem != NULL ? problem
                         : app_catalogue_get_problem (
                               app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                               MCP_DEFINITION_RESOURCE_TEMPLATE);
}

static gboolean
is_offered (UiListPage *self)
{
  if (self->place == UI_PLACE_TOOLS)
    return app_catalogue_offers (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                 MCP_DEFINITION_TOOL);
  if (self->place == UI_PLACE_PROMPTS)
    return app_catalogue_offers (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                                 MCP_DEFINITION_PROMPT);
  return app_catalogue_offers (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                               MCP_DEFINITION_RESOURCE) ||
         app_catalogue_offers (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                               MCP_DEFINITION_RESOURCE_TEMPLATE);
}

/* @search: (nullable): with which the server searches */
static void
show_empty (UiListPage *self, const char *title, const char *text, McpTool *search)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_status_page_set_title (self->none, title);
  adw_status_page_set_description (self->none, markup);
  gtk_widget_set_visible (self->search_tool, search != NULL);
  ui_list_frame_show (self, FALSE, 0, "none");
  if (search == NULL)
    return;
  g_autofree char *name =
      app_visible_text_line (mcp_definition_get_name (MCP_DEFINITION (search)), MAX_NAME);
  /* Translators: %s is the name of a tool */
  g_autofree char *label = g_strdup_printf (_ ("Search on the Server with %s"), name);
  gtk_label_set_text (self->search_label, label);
  ui_widget_name (self->search_tool, label);
}

/* The kind of what is listed; templates are listed with resources. */
static McpDefinitionKind
get_kind (UiPlaceKind place)
{
  return place == UI_PLACE_TOOLS     ? MCP_DEFINITION_TOOL
         : place == UI_PLACE_PROMPTS ? MCP_DEFINITION_PROMPT
                                     : MCP_DEFINITION_RESOURCE;
}

static McpTool *
find_search_tool (UiListPage *self, char **argument)
{
  return app_server_search_find (
      app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE),
                              MCP_DEFINITION_TOOL),
      get_kind (self->place), argument);
}

/* A server may find what its list does not name. */
static void
show_no_matches (UiListPage *self)
{
  g_autofree char *argument = NULL;
  g_autoptr (McpTool) tool = find_search_tool (self, &argument);

  show_empty (self, _ ("No Matches"), _ ("No name, title or description matches."), tool);
}

static char *
dup_number (UiPlaceKind place, guint n)
{
  if (place == UI_PLACE_TOOLS)
    return g_strdup_printf (ngettext ("%u tool", "%u tools", n), n);
  if (place == UI_PLACE_PROMPTS)
    return g_strdup_printf (ngettext ("%u prompt", "%u prompts", n), n);
  return g_strdup_printf (ngettext ("%u resource", "%u resources", n), n);
}

static void
show_count (UiListPage *self, guint shown, guint all)
{
  g_autofree char *number = dup_number (self->place, all);
  /* Translators: a number, then "54 tools" */
  g_autofree char *part = g_strdup_printf (_ ("%u of %s"), shown, number);

  ui_list_frame_set_count (self, all == 0 ? NULL : shown < all ? part
                                                               : number);
}

static void
update_stack (UiListPage *self)
{
  guint    all = g_list_model_get_n_items (ui_definition_list_get_all (self->definitions));
  guint    shown = g_list_model_get_n_items (ui_definition_list_get_shown (self->definitions));
  gboolean loading = FALSE;

  loading = app_catalogue_is_loading (app_session_get_feature (self->session, APP_TYPE_CATALOGUE));
  gtk_spinner_set_spinning (self->loading, loading && all == 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->search), all > 0);
  show_count (self, shown, all);
  gtk_widget_set_visible (self->more, shown > 0 && ui_list_question_has_more (self->question));
  gtk_widget_set_sensitive (self->more, !loading);
  AppProblem *problem = find_problem (self);
  if (shown > 0)
    ui_list_frame_show (self, FALSE, shown, NULL);
  else if (all > 0)
    show_no_matches (self);
  else if (loading)
    ui_list_frame_show (self, FALSE, 0, "loading");
  else if (problem != NULL)
    {
      g_autofree char *text = app_problem_dup_text (problem);
      g_autofree char *visible = app_visible_text_block (text, 1000);
      show_empty (self, _ ("The List Could Not Be Fetched"), visible, NULL);
    }
  else
    show_empty (self, nothing_offered (self->place),
                is_offered (self) ? _ ("The server's list is empty.")
                                  : _ ("The server does not offer any."),
                NULL);
}

static UiDetailPage *
ensure_detail (UiListPage *self)
{
  if (self->detail == NULL)
    {
      self->detail = UI_DETAIL_PAGE (ui_detail_page_new (self->session));
      gtk_widget_set_hexpand (GTK_WIDGET (self->detail), TRUE);
      gtk_box_append (self->detail_box, GTK_WIDGET (self->detail));
    }
  return self->detail;
}

static void
show_selected (UiListPage *self)
{
  McpDefinition *definition = gtk_single_selection_get_selected_item (self->selection);

  if (self->updating || definition == NULL)
    return;
  self->is_gone = FALSE;
  ui_detail_page_set_definition (ensure_detail (self), definition);
}

static void
show_all_rows (UiListPage *self)
{
  gtk_slice_list_model_set_size (self->rows, G_MAXUINT);
}

static void go_on_later (UiListPage *self);

/* Whether the list still has to get the focus: not from who has begun to type while it was fetched,
 * and not from what has asked for it beside the list, such as a server's question. */
static gboolean
is_awaited (UiListPage *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->detail_box)) ||
                        (GTK_IS_EDITABLE (focus) &&
                         gtk_editable_get_text (GTK_EDITABLE (focus))[0] != '\0')))
    self->wants_focus = FALSE;
  return self->wants_focus;
}

static gboolean
focus_list (UiListPage *self)
{
  self->wants_focus = FALSE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  /* The first row is selected when its page is there, and has the focus then. */
  if (self->is_gone)
    return gtk_widget_grab_focus (GTK_WIDGET (self->list));
  if (self->detail == NULL && !adw_leaflet_get_folded (self->leaflet) &&
      gtk_single_selection_get_selected_item (self->selection) == NULL)
    {
      self->wants_focus = TRUE;
      go_on_later (self);
      return gtk_widget_grab_focus (GTK_WIDGET (self->list));
    }
  if (gtk_single_selection_get_selected_item (self->selection) == NULL &&
      !adw_leaflet_get_folded (self->leaflet))
    gtk_single_selection_set_selected (self->selection, 0);
  /* The list itself would go back to the row that had the focus last. */
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if ((gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
      return gtk_widget_grab_focus (row);
  return gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static gboolean
on_late (gpointer data)
{
  UiListPage *self = data;
  guint       n = gtk_slice_list_model_get_size (self->rows);

  if (self->detail == NULL)
    {
      ensure_detail (self);
      return G_SOURCE_CONTINUE;
    }
  if (ui_list_page_get_selected (self) == NULL &&
      gtk_single_selection_get_selected_item (self->selection) != NULL)
    {
      show_selected (self);
      return G_SOURCE_CONTINUE;
    }
  if (gtk_single_selection_get_selected_item (self->selection) == NULL && !self->is_gone &&
      g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0 &&
      !adw_leaflet_get_folded (self->leaflet))
    {
      gtk_single_selection_set_selected (self->selection, 0);
      if (is_awaited (self))
        focus_list (self);
      return G_SOURCE_CONTINUE;
    }
  if (n < ENOUGH_ROWS)
    {
      gtk_slice_list_model_set_size (self->rows, n + MORE_ROWS);
      return G_SOURCE_CONTINUE;
    }
  show_all_rows (self);
  self->late = 0;
  return G_SOURCE_REMOVE;
}

/* All of the page in one turn would hold up whoever waits for the list. */
static void
go_on_later (UiListPage *self)
{
  if (self->late == 0)
    self->late = g_idle_add (on_late, self);
}

static void     update_headings (UiListPage *self);
static gboolean select_shown (UiListPage *self, const char *key);

/* A list that is fetched again brings new objects for what may be the same entries. */
static void
on_shown_changed (UiListPage *self)
{
  McpDefinition *current = ui_list_page_get_selected (self);

  update_headings (self);
  if (self->updating)
    return;
  update_stack (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0 && is_awaited (self))
    focus_list (self);
  if (gtk_single_selection_get_selected_item (self->selection) != NULL && self->detail != NULL)
    {
      show_selected (self);
      return;
    }
  if (current != NULL)
    {
      select_shown (self, mcp_definition_get_key (current));
      return;
    }
  go_on_later (self);
}

static void
on_activate (UiListPage *self, guint position)
{
  show_selected (self);
  ui_list_frame_show_detail (self);
  ui_detail_page_focus_form (ensure_detail (self));
}

static void
on_row_released (UiListPage *self)
{
  if (adw_leaflet_get_folded (self->leaflet))
    ui_list_frame_show_detail (self);
}

/* What fits best is chosen, so that Enter goes where one sees. Where nothing is searched for any
 * more, what was chosen stays. */
static void
on_search_changed (UiListPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  self->updating = TRUE;
  ui_definition_list_set_filter (self->definitions, text);
  self->updating = FALSE;
  if (!app_match_is_empty (ui_definition_list_get_match (self->definitions)) &&
      g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0)
    {
      gtk_single_selection_set_selected (self->selection, 0);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0u);
    }
  on_shown_changed (self);
}

/* The entry tells of a change only after a pause. */
static void
on_search_activate (UiListPage *self)
{
  on_search_changed (self);
  if (gtk_single_selection_get_selected_item (self->selection) != NULL)
    on_activate (self, gtk_single_selection_get_selected (self->selection));
}

static void
on_more (UiListPage *self)
{
  ui_list_question_load_more (self->question);
}

/* Headings */

static void
show_heading (UiListPage *self, GtkListItem *item)
{
  guint       n = 0;
  const char *heading = ui_definition_list_get_heading (self->definitions,
                                                        gtk_list_item_get_position (item), &n);

  ui_definition_row_set_heading (UI_DEFINITION_ROW (gtk_list_item_get_child (item)), heading, n);
}

/* A row that stays may be the first one of its group now. */
static void
update_headings (UiListPage *self)
{
  for (guint i = 0; i < self->items->len; i++)
    show_heading (self, self->items->pdata[i]);
}

static void
setup_row (UiListPage *self, GtkListItem *item)
{
  GtkWidget  *row = ui_definition_row_new ();
  GtkGesture *gesture = gtk_gesture_click_new ();

  ui_connect (gesture, "released", on_row_released, self);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (gesture));
  ui_connect (self->definitions, "filtered", ui_definition_row_set_match, row);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (UiListPage *self, GtkListItem *item)
{
  UiDefinitionRow *row = UI_DEFINITION_ROW (gtk_list_item_get_child (item));
  McpDefinition   *definition = gtk_list_item_get_item (item);

  gboolean duplicate = ui_definition_list_is_duplicate (self->definitions, definition);

  ui_definition_row_set_match (row, ui_definition_list_get_match (self->definitions));
  ui_definition_row_set_definition (row, self->session, definition, duplicate);
  g_ptr_array_add (self->items, item);
  show_heading (self, item);
}

static void
unbind_row (UiListPage *self, GtkListItem *item)
{
  g_ptr_array_remove_fast (self->items, item);
}

UI_DEFINE_DISPOSE (UiListPage, ui_list_page)
{
  g_clear_handle_id (&self->late, g_source_remove);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
}

static gboolean
ui_list_page_focus (UiPage *page)
{
  UiListPage *self = UI_LIST_PAGE (page);

  self->wants_focus = TRUE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    return FALSE;
  return focus_list (self);
}

/* A list that was hidden for its width is there where it has a page of its own. */
static void
update_list_visible (UiListPage *self)
{
  gboolean visible = TRUE;

  g_object_get (ui_layout_get_default (), "list-visible", &visible, NULL);
  visible = visible || adw_leaflet_get_folded (self->leaflet);
  /* Else the leaflet goes to what is next, which is the line between them. */
  if (!visible)
    adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->detail_box));
  gtk_widget_set_visible (self->list_pane, visible);
}

/* Where somebody is at work is what stays when both no longer have room. */
static void
on_focus_enter (UiListPage *self, GtkEventController *controller)
{
  if (!adw_leaflet_get_folded (self->leaflet))
    adw_leaflet_set_visible_child (self->leaflet, gtk_event_controller_get_widget (controller));
}

static void
follow_focus (UiListPage *self, GtkWidget *pane)
{
  GtkEventController *controller = gtk_event_controller_focus_new ();

  ui_connect (controller, "enter", on_focus_enter, self);
  gtk_widget_add_controller (pane, controller);
}

static gboolean
ui_list_page_search (UiPage *page)
{
  UiListPage *self = UI_LIST_PAGE (page);
  GtkRoot    *root = gtk_widget_get_root (GTK_WIDGET (self));

  /* A button that was pressed and does not work meanwhile has lost the focus: Call, mostly. */
  if (gtk_root_get_focus (root) == NULL && self->detail != NULL && ui_page_search (self->detail))
    return TRUE;
  /* Who looks for something needs to see what is found. */
  g_object_set (ui_layout_get_default (), "list-visible", TRUE, NULL);
  adw_leaflet_set_visible_child (self->leaflet, self->list_pane);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
  return TRUE;
}

static gboolean
ui_list_page_submit (UiPage *page)
{
  UiListPage *self = UI_LIST_PAGE (page);

  /* Who is quick sends what is selected, before its form is shown. */
  show_selected (self);
  ui_detail_page_submit (ensure_detail (self));
  return TRUE;
}

static gboolean
ui_list_page_cancel (UiPage *page)
{
  UiListPage *self = UI_LIST_PAGE (page);

  return self->detail != NULL && ui_detail_page_cancel (self->detail);
}

static void
ui_list_page_add_panes (UiPage *page, GPtrArray *panes)
{
  UiListPage *self = UI_LIST_PAGE (page);

  if (gtk_widget_get_visible (self->list_pane))
    g_ptr_array_add (panes, self->list_pane);
  ui_detail_page_add_panes (ensure_detail (self), panes);
}

static void
ui_list_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  UiListPage *self = UI_LIST_PAGE (object);

  if (id == PROP_SORTED)
    g_value_set_boolean (value, self->sorted);
  else if (id == PROP_GROUPED)
    g_value_set_boolean (value, self->grouped);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ui_list_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiListPage *self = UI_LIST_PAGE (object);
  gboolean   *member = id == PROP_SORTED ? &self->sorted : &self->grouped;

  if (*member == g_value_get_boolean (value))
    return;
  *member = g_value_get_boolean (value);
  if (self->definitions != NULL)
    ui_definition_list_set_order (self->definitions, self->sorted, self->grouped);
  g_object_notify_by_pspec (object, pspec);
}

static void
ui_list_page_page_init (UiPageInterface *iface)
{
  iface->focus = ui_list_page_focus;
  iface->search = ui_list_page_search;
  iface->submit = ui_list_page_submit;
  iface->cancel = ui_list_page_cancel;
  iface->add_panes = ui_list_page_add_panes;
}

UI_DEFINE_CLASS (UiListPage, ui_list_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_list_page_dispose;
  object_class->get_property = ui_list_page_get_property;
  object_class->set_property = ui_list_page_set_property;
  g_object_class_install_property (
      object_class, PROP_SORTED,
      g_param_spec_boolean ("sorted", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_GROUPED,
      g_param_spec_boolean ("grouped", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_property_action (widget_class, "definitions.sort", "sorted");
  gtk_widget_class_install_property_action (widget_class, "definitions.group", "grouped");

  mcp_signal_new (klass, "search-on-server", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  g_type_ensure (UI_TYPE_LIST_QUESTION);
  ui_template_set (widget_class, "ui/catalogue/ui-list-page.ui");
  ui_template_own (widget_class, UiListPage, items, g_ptr_array_unref);
  ui_template_hold (widget_class, UiListPage, selection, rows, definitions, session);
  ui_template_bind_children (widget_class, UiListPage, list, loading, question, more, none,
                             search_tool, search_label, detail_box);
  ui_template_bind_callbacks (widget_class, on_search_tool, on_activate, on_more);
}

static void
ui_list_page_init (UiListPage *self)
{
  self->items = g_ptr_array_new ();
  self->grouped = TRUE;
  self->leaflet = ui_list_frame_get_leaflet (self);
  self->list_pane = ui_list_frame_get_list_pane (self);
  self->search = ui_list_frame_get_search (self);
  ui_template_init (self);
}

GtkWidget *
ui_list_page_new (AppSession *session, UiPlaceKind place)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  UiListPage *self = g_object_new (UI_TYPE_LIST_PAGE, NULL);

  self->session = g_object_ref (session);
  self->place = place;
  ui_settings_bind ("lists-sorted", self, "sorted", G_SETTINGS_BIND_DEFAULT);
  ui_settings_bind ("lists-grouped", self, "grouped", G_SETTINGS_BIND_DEFAULT);
  self->definitions = ui_definition_list_new (self->session, self->place);
  ui_definition_list_set_order (self->definitions, self->sorted, self->grouped);
  ui_connect (self->definitions, "arranged", update_headings, self);
  GListModel *shown = ui_definition_list_get_shown (self->definitions);
  self->rows = gtk_slice_list_model_new (g_object_ref (shown), 0, FIRST_ROWS);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  ui_connect (self->selection, "notify::selected-item", show_selected, self);
  ui_connect (shown, "items-changed", on_shown_changed, self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));

  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  ui_connect (factory, "setup", setup_row, self);
  ui_connect (factory, "bind", bind_row, self);
  ui_connect (factory, "unbind", unbind_row, self);
  gtk_list_view_set_factory (self->list, factory);
  g_object_unref (factory);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  g_object_set (self->search, "search-delay", SEARCH_DELAY_MS, NULL);
  ui_connect (self->search, "search-changed", on_search_changed, self);
  ui_connect (self->search, "activate", on_search_activate, self);

  ui_connect (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), "notify::loading",
              update_stack, self);
  ui_connect (self->session, "notify::state", update_stack, self);
  ui_connect (ui_layout_get_default (), "notify::list-visible", update_list_visible, self);
  follow_focus (self, self->list_pane);
  follow_focus (self, GTK_WIDGET (self->detail_box));
  ui_connect (self->leaflet, "notify::folded", update_list_visible, self);
  update_list_visible (self);
  ui_list_question_set_place (self->question, self->session, self->place);
  on_shown_changed (self);
  return GTK_WIDGET (self);
}

McpDefinition *
ui_list_page_get_selected (UiListPage *self)
{
  g_return_val_if_fail (UI_IS_LIST_PAGE (self), NULL);
  return self->detail != NULL ? ui_detail_page_get_definition (self->detail) : NULL;
}

static gboolean
select_shown (UiListPage *self, const char *key)
{
  GListModel *shown = ui_definition_list_get_shown (self->definitions);
  guint       n = g_list_model_get_n_items (shown);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (shown, i);
      if (g_strcmp0 (mcp_definition_get_key (definition), key) != 0)
        continue;
      show_all_rows (self);
      gtk_single_selection_set_selected (self->selection, i);
      /* It may have been selected before its page was there. */
      show_selected (self);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_listed (UiListPage *self, const char *key)
{
  GListModel *all = ui_definition_list_get_all (self->definitions);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (all, i);

      if (g_strcmp0 (mcp_definition_get_key (definition), key) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A search may hide it; its entry tells of a change only after a pause. */
static gboolean
select_listed (UiListPage *self, const char *key)
{
  if (select_shown (self, key))
    return TRUE;
  if (!is_listed (self, key))
    return FALSE;
  ui_list_frame_clear_search (self);
  on_search_changed (self);
  return select_shown (self, key);
}

gboolean
ui_list_page_open (UiListPage *self, const char *key)
{
  AppCatalogue    *catalogue;
  g_autofree char *visible = NULL;
  g_autofree char *title = NULL;

  g_return_val_if_fail (UI_IS_LIST_PAGE (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  if (select_listed (self, key))
    return TRUE;
  catalogue = app_session_get_feature (self->session, APP_TYPE_CATALOGUE);
  if (app_catalogue_is_loading (catalogue) || ui_list_question_has_more (self->question) ||
      g_list_model_get_n_items (ui_definition_list_get_all (self->definitions)) == 0)
    return FALSE;
  /* Nothing else takes its place: who goes on with the keyboard would call that. */
  self->is_gone = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  ui_detail_page_set_definition (ensure_detail (self), NULL);
  visible = app_visible_text_line (key, MAX_NAME);
  /* Translators: the name of a tool or prompt, or the URI of a resource */
  title = g_strdup_printf (_ ("The server no longer lists “%s”."), visible);
  ui_list_frame_say (self, title);
  return TRUE;
}

static void
on_search_tool (UiListPage *self)
{
  g_autofree char *argument = NULL;
  g_autoptr (McpTool) tool = find_search_tool (self, &argument);
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));

  if (tool != NULL)
    g_signal_emit_by_name (self, "search-on-server",
                           mcp_definition_get_key (MCP_DEFINITION (tool)), argument,
                           g_strstrip (text));
}

void
ui_list_page_fill (UiListPage *self, const char *tool, const char *argument, const char *text)
{
  g_return_if_fail (UI_IS_LIST_PAGE (self));

  if (!select_listed (self, tool))
    return;
  ui_list_frame_show_detail (self);
  ui_detail_page_fill (self->detail, argument, text);
}

void
ui_list_page_use_reference (UiListPage   *self,
                            const char   *tool,
                            const char   *argument,
                            AppReference *reference)
{
  g_return_if_fail (UI_IS_LIST_PAGE (self));

  if (!select_listed (self, tool))
    return;
  ui_list_frame_show_detail (self);
  ui_detail_page_use_reference (self->detail, argument, reference);
}
