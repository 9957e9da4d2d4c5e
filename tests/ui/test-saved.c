/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved calls: kept from a form, run, edited in rows and as JSON, moved and deleted. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-approval-card.h"
#include "ui-expectation-row.h"
#include "ui-saved-detail.h"
#include "ui-saved-page.h"
#include "ui-saved-row.h"
#include "ui-server-dialog.h"
#include "ui-sidebar.h"
#include "ui-window.h"

#include "app-catalogue.h"
#include "app-drafts.h"

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  UiWindow     *window;
  GtkWidget    *page;
} Fixture;

static void
set_up (Fixture *self)
{
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  self->window = ui_window_new (NULL, self->workspace);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
  gtk_window_present (GTK_WINDOW (self->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (self->window));
  ui_fixture_connect (self->session);
  ui_window_show_place (self->window, NULL, UI_PLACE_SAVED);
  ui_fixture_finish_drawing ();
  self->page = ui_fixture_find (GTK_WIDGET (self->window), UI_TYPE_SAVED_PAGE);
  g_assert_nonnull (self->page);
}

static void
tear_down (Fixture *self)
{
  ui_fixture_assert_ends (GTK_WINDOW (self->window), GTK_WIDGET (self->window));
  ui_fixture_close (self->workspace);
}

static UiSavedDetail *
detail (Fixture *self)
{
  return UI_SAVED_DETAIL (ui_fixture_find (self->page, UI_TYPE_SAVED_DETAIL));
}

static void
type_row (Fixture *self, const char *title, const char *text)
{
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (detail (self)), title);

  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_ancestor (label, ADW_TYPE_ENTRY_ROW)), text);
}

/* The call that was just saved is shown, and its name has the focus. */
static AppSavedItem *
save_call (Fixture *self, AppCallKind kind, const char *target, const char *arguments, const char *name)
{
  const char *id = store_profile_get_id (app_session_get_profile (self->session));

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.save-call", "(suss)", id,
                              (guint)kind, target, arguments);
  ui_fixture_finish_drawing ();
  AppSavedItem *item = ui_saved_detail_get_item (detail (self));
  g_assert_cmpstr (app_saved_item_get_call (item)->target, ==, target);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self->window));
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (detail (self))));
  type_row (self, "Name", name);
  g_assert_cmpstr (app_saved_item_get_call (item)->name, ==, name);
  return item;
}

static AppSavedItem *
save (Fixture *self, const char *tool, const char *arguments, const char *name)
{
  return save_call (self, APP_CALL_TOOL, tool, arguments, name);
}

static void
type_json (Fixture *self, const char *text)
{
  GtkTextView *view = GTK_TEXT_VIEW (ui_fixture_find_named (self->page, "Saved call as JSON"));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (view), text, -1);
}

static void
show_view (Fixture *self, const char *name)
{
  GtkWidget *label = ui_fixture_find_label (self->page, "JSON");

  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON)),
      g_str_equal (name, "json"));
  ui_fixture_finish_drawing ();
}

static GtkWidget *
row_at (Fixture *self, int position)
{
  GtkListBox *list = GTK_LIST_BOX (ui_fixture_find_named (self->page, "Saved Calls"));

  return GTK_WIDGET (gtk_list_box_get_row_at_index (list, position));
}

static AppSavedItem *
item_at (Fixture *self, int position)
{
  return ui_saved_row_get_item (UI_SAVED_ROW (row_at (self, position)));
}

/* Tools that say nothing of themselves are asked about in the page, once and by name; then the page
 * says what failed, and in the row that failed, why. */
static void
test_run (void)
{
  Fixture self;

  set_up (&self);
  g_assert_nonnull (ui_fixture_find_label (self.page, "No Saved Calls"));
  g_assert_nonnull (ui_fixture_find_label (self.page, "Choose a Tool"));
  save (&self, "echo", "{\"message\":\"m\"}", "<b>first</b>");
  save (&self, "echo", "{\"message\":\"{{last}}\"}", "second");
  show_view (&self, "json");
  type_json (&self, "{\"tool\": \"echo\", \"name\": \"second\", \"server\": \"demo\", "
                    "\"arguments\": {\"message\": \"{{last}}\"}, "
                    "\"expect\": [{\"equals\": \"nothing like it\"}]}");
  show_view (&self, "form");
  g_assert_nonnull (ui_fixture_find_label (self.page, "2 calls"));
  ui_fixture_assert_named (self.page);

  g_assert_true (gtk_widget_activate_action (self.page, "saved.run-all", NULL));
  g_assert_nonnull (ui_fixture_find_label (self.page, "Run the Calls?"));
  g_assert_nonnull (ui_fixture_find_label (self.page, "echo"));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self.window));
  g_assert_true (gtk_widget_activate_action (focus, "approval.decline", NULL));
  g_assert_cmpint (app_saved_item_get_state (item_at (&self, 0)), ==, APP_SAVED_NOT_RUN);
  g_assert_true (gtk_widget_activate_action (self.page, "saved.run-all", NULL));
  focus = gtk_window_get_focus (GTK_WINDOW (self.window));
  g_assert_true (gtk_widget_activate_action (focus, "approval.call", NULL));
  ui_fixture_wait (app_saved_item_get_state (item_at (&self, 1)) == APP_SAVED_FAILED);
  g_assert_cmpint (app_saved_item_get_state (item_at (&self, 0)), ==, APP_SAVED_PASSED);
  ui_fixture_wait (
      ui_fixture_find_label (self.page, "2 calls · 1 passed · 1 failed") != NULL);
  g_assert_nonnull (ui_fixture_find_named (self.page, "<b>first</b>, Passed"));
  GtkWidget *row = ui_fixture_find (self.page, UI_TYPE_EXPECTATION_ROW);
  g_assert_nonnull (ui_fixture_find_label (
      row, "The result is \"m\"; \"nothing like it\" was expected."));

  GtkEditable *search = GTK_EDITABLE (ui_fixture_find_named (self.page, "Filter calls"));
  gtk_editable_set_text (search, "SECOND");
  ui_fixture_wait (row_at (&self, 1) == NULL);
  g_assert_nonnull (ui_fixture_find_label (self.page, "1 call · 1 failed"));
  tear_down (&self);
}

/* What a result holds is picked from a list that is searched. */
static void
check_values (Fixture *self, AppSavedItem *item)
{
  GtkWidget     *label = ui_fixture_find_label (self->page, "Add from Result…");
  GtkMenuButton *button =
      GTK_MENU_BUTTON (gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON));
  GtkWidget *list = gtk_popover_get_child (gtk_menu_button_get_popover (button));
  GtkWidget *rows = ui_fixture_find_named (list, "Values");

  gtk_menu_button_popup (button);
  ui_fixture_wait (ui_fixture_find (rows, ADW_TYPE_ACTION_ROW) != NULL);
  GtkEditable *search = GTK_EDITABLE (ui_fixture_find_named (list, "Filter values"));
  gtk_editable_set_text (search, "no such value");
  ui_fixture_wait (ui_fixture_find (rows, ADW_TYPE_ACTION_ROW) == NULL);
  gtk_editable_set_text (search, "ROLE");
  ui_fixture_wait (ui_fixture_find (rows, ADW_TYPE_ACTION_ROW) != NULL);
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpuint (app_saved_item_get_call (item)->expectations->len, ==, 1);
  g_assert_false (gtk_widget_get_visible (
      GTK_WIDGET (gtk_menu_button_get_popover (button))));
}

/* A group runs from its head, and nothing else does; resources and prompts are calls too. */
static void
test_group (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "", "alone");
  AppSavedItem *guide = save_call (&self, APP_CALL_READ, "product://guide", "", "guide");
  type_row (&self, "Group (optional)", "shop");
  AppSavedItem *prompt = save_call (&self, APP_CALL_PROMPT, "describe_product", "{\"id\":\"headphones-7\"}", "text");
  type_row (&self, "Group (optional)", "shop");
  ui_fixture_finish_drawing ();
  GtkButton *head = GTK_BUTTON (ui_fixture_find_named (self.page, "Run Group “shop”"));
  g_assert_nonnull (head);
  g_signal_emit_by_name (head, "clicked");
  ui_fixture_wait (app_saved_item_get_state (prompt) == APP_SAVED_PASSED);
  g_assert_cmpint (app_saved_item_get_state (guide), ==, APP_SAVED_PASSED);
  g_assert_cmpint (app_saved_item_get_state (item_at (&self, 0)), ==, APP_SAVED_NOT_RUN);
  check_values (&self, prompt);
  tear_down (&self);
}

/* What destroys asks in the place of its result, when it is due. */
static void
test_approval (void)
{
  Fixture self;

  set_up (&self);
  AppSavedItem *item = save (&self, "delete_product", "{\"id\":\"no-1\"}", "remove");
  g_assert_true (gtk_widget_activate_action (self.page, "saved.run-all", NULL));
  ui_fixture_wait (ui_fixture_find_label (self.page, "Call “delete_product”?") != NULL);
  app_call_cancel (app_saved_item_get_last_call (item));
  ui_fixture_wait (app_saved_item_get_state (item) == APP_SAVED_FAILED);
  tear_down (&self);
}

static void
test_change (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "{}", "one");
  save (&self, "lossless", "{}", "two");
  g_assert_true (gtk_widget_activate_action (self.page, "saved.move-up", NULL));
  g_assert_cmpstr (app_saved_item_get_call (item_at (&self, 0))->name, ==, "two");
  g_assert_true (gtk_widget_activate_action (self.page, "saved.delete", NULL));
  g_assert_null (row_at (&self, 1));
  g_assert_true (gtk_widget_activate_action (self.page, "saved.undo-delete", NULL));
  g_assert_cmpstr (app_saved_item_get_call (item_at (&self, 0))->name, ==, "two");

  /* What is not right is said while it is typed, and nothing is lost. */
  gtk_list_box_select_row (GTK_LIST_BOX (ui_fixture_find_named (self.page, "Saved Calls")),
                           GTK_LIST_BOX_ROW (row_at (&self, 1)));
  AppSavedItem *item = ui_saved_detail_get_item (detail (&self));
  g_assert_cmpstr (app_saved_item_get_call (item)->name, ==, "one");
  ui_fixture_click (self.page, "Add");
  GtkWidget *row = ui_fixture_find (self.page, UI_TYPE_EXPECTATION_ROW);
  g_assert_cmpuint (app_saved_item_get_call (item)->expectations->len, ==, 1);
  gtk_editable_set_text (GTK_EDITABLE (ui_fixture_find_named (row, "Path")), "a[");
  g_assert_nonnull (ui_fixture_find_label (
      row, "The value of “path” cannot be used. “a[” is not a path: it cannot be read from “[” on"));
  show_view (&self, "json");
  g_autofree char *draft = app_saved_item_dup_text (item);
  g_assert_nonnull (strstr (draft, "\"a[\""));
  type_json (&self, "{\"tool\"");
  show_view (&self, "form");
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_named (self.page, "Saved call as JSON")));
  type_json (&self, "{\"tool\": \"show_text\", \"name\": \"three\", \"expect\": [{\"duration\":60}]}");
  show_view (&self, "form");
  g_assert_cmpuint (app_saved_item_get_call (item)->expectations->len, ==, 1);
  g_assert_cmpstr (app_saved_item_get_call (item)->name, ==, "three");
  tear_down (&self);
}

/* Its arguments stand in the form of its tool. */
static void
test_open (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "{\"kept\":1.10}", "one");
  g_assert_true (gtk_widget_activate_action (self.page, "saved.open", NULL));
  ui_fixture_finish_drawing ();
  McpTool *tool = app_catalogue_find_tool (
      app_session_get_feature (self.session, APP_TYPE_CATALOGUE), "show_text");
  AppDraft        *draft = app_drafts_open (app_session_get_feature (self.session, APP_TYPE_DRAFTS),
                                            MCP_DEFINITION (tool));
  g_autofree char *json = app_form_dup_arguments (app_draft_get_form (draft));
  g_assert_cmpstr (json, ==, "{\"kept\":1.10}");
  GtkWidget *sidebar = ui_fixture_find (GTK_WIDGET (self.window), UI_TYPE_SIDEBAR);
  g_assert_cmpint (ui_place_get_kind (ui_sidebar_get_place (UI_SIDEBAR (sidebar))), ==,
                   UI_PLACE_TOOLS);

  /* What is no JSON cannot be saved. */
  GtkWidget *save = ui_fixture_find_label (GTK_WIDGET (self.window), "Save Call…");
  g_assert_true (gtk_widget_is_sensitive (save));
  app_form_set_json (app_draft_get_form (draft), "{\"kept\"");
  g_assert_false (gtk_widget_is_sensitive (save));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (self.window), "Invalid JSON"));
  tear_down (&self);
}

static void
visit_menu (GtkWidget *widget, gpointer found)
{
  if (GTK_IS_POPOVER_MENU (widget) && gtk_widget_get_mapped (widget))
    *(GtkWidget **)found = widget;
}

static GtkWidget *
find_menu (Fixture *self)
{
  GtkWidget *menu = NULL;

  ui_fixture_walk (self->page, visit_menu, &menu);
  return menu;
}

/* The menu of a row is that of its call, which becomes the shown one. */
static void
test_menu (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "{}", "one");
  save (&self, "lossless", "{}", "two");
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (
      ui_fixture_find_named (self.page, "Saved Calls"));
  gtk_widget_grab_focus (row_at (&self, 0));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);
      gboolean stopped;

      if (GTK_IS_EVENT_CONTROLLER_KEY (each))
        g_signal_emit_by_name (each, "key-pressed", GDK_KEY_Menu, 0, 0, &stopped);
    }
  ui_fixture_wait (find_menu (&self) != NULL);
  AppSavedItem *item = ui_saved_detail_get_item (detail (&self));
  g_assert_cmpstr (app_saved_item_get_call (item)->name, ==, "one");
  GtkWidget *menu = find_menu (&self);
  g_assert_true (gtk_widget_activate_action (menu, "saved.delete", NULL));
  g_assert_null (row_at (&self, 1));
  gtk_popover_popdown (GTK_POPOVER (menu));
  tear_down (&self);
}

/* Where there is no server, one comes first. */
static void
test_newcomer (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  UiWindow     *window = ui_window_new (NULL, workspace);

  gtk_window_present (GTK_WINDOW (window));
  ui_window_show_place (window, NULL, UI_PLACE_SAVED);
  ui_fixture_finish_drawing ();
  ui_fixture_click (GTK_WIDGET (window), "Choose a Tool");
  ui_fixture_finish_drawing ();
  GtkWindow *dialog = ui_fixture_find_window (UI_TYPE_SERVER_DIALOG);
  g_assert_nonnull (dialog);
  gtk_window_destroy (dialog);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

void
add_saved_tests (void)
{
  g_test_add_func ("/saved/run", test_run);
  g_test_add_func ("/saved/group", test_group);
  g_test_add_func ("/saved/approval", test_approval);
  g_test_add_func ("/saved/change", test_change);
  g_test_add_func ("/saved/open", test_open);
  g_test_add_func ("/saved/menu", test_menu);
  g_test_add_func ("/saved/newcomer", test_newcomer);
}
