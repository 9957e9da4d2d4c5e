/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved calls: kept from a form, run, edited, moved and deleted. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-save-dialog.h"
#include "ui-saved-page.h"
#include "ui-saved-row.h"
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

static void
type_area (GtkWidget *dialog, const char *name, const char *text)
{
  GtkTextView *view = GTK_TEXT_VIEW (ui_fixture_find_named (dialog, name));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (view), text, -1);
}

static void
save (Fixture *self, const char *tool, const char *arguments, const char *name, const char *expect)
{
  const char *id = store_profile_get_id (app_session_get_profile (self->session));

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.save-call", "(sss)", id, tool,
                              arguments);
  ui_fixture_finish_drawing ();
  GtkWidget *dialog = GTK_WIDGET (ui_fixture_find_window (UI_TYPE_SAVE_DIALOG));
  g_assert_nonnull (dialog);
  ui_fixture_assert_named (dialog);
  gtk_editable_set_text (GTK_EDITABLE (ui_fixture_find (dialog, ADW_TYPE_ENTRY_ROW)), name);
  type_area (dialog, "Expectations", expect);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  ui_fixture_wait (ui_fixture_find_window (UI_TYPE_SAVE_DIALOG) == NULL);
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

static void
test_run (void)
{
  Fixture self;

  set_up (&self);
  g_assert_nonnull (ui_fixture_find_label (self.page, "No Saved Calls"));
  save (&self, "show_text", "{}", "<b>first</b>", "");
  save (&self, "show_text", "{}", "second", "[{\"equals\":\"nothing like it\"}]");
  g_assert_nonnull (ui_fixture_find_label (self.page, "2 calls"));
  ui_fixture_assert_named (self.page);

  g_assert_true (gtk_widget_activate_action (self.page, "saved.run-all", NULL));
  ui_fixture_wait (app_saved_item_get_state (item_at (&self, 1)) == APP_SAVED_FAILED);
  g_assert_cmpint (app_saved_item_get_state (item_at (&self, 0)), ==, APP_SAVED_PASSED);
  ui_fixture_wait (
      ui_fixture_find_label (self.page, "2 calls · 1 passed · 1 failed") != NULL);
  g_assert_nonnull (ui_fixture_find_named (self.page, "<b>first</b>, Passed"));

  GtkEditable *search = GTK_EDITABLE (ui_fixture_find_named (self.page, "Filter calls"));
  gtk_editable_set_text (search, "SECOND");
  ui_fixture_wait (row_at (&self, 1) == NULL);
  g_assert_nonnull (ui_fixture_find_label (self.page, "1 call · 1 failed"));
  tear_down (&self);
}

static void
test_change (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "{}", "one", "");
  save (&self, "lossless", "{}", "two", "");
  g_assert_true (gtk_widget_activate_action (row_at (&self, 1), "saved.move-up", NULL));
  g_assert_cmpstr (app_saved_item_get_call (item_at (&self, 0))->name, ==, "two");
  g_assert_true (gtk_widget_activate_action (row_at (&self, 0), "saved.delete", NULL));
  g_assert_null (row_at (&self, 1));
  g_assert_true (gtk_widget_activate_action (self.page, "saved.undo-delete", NULL));
  g_assert_cmpstr (app_saved_item_get_call (item_at (&self, 0))->name, ==, "two");

  /* What is not right is said, and nothing is lost. */
  g_assert_true (gtk_widget_activate_action (row_at (&self, 1), "saved.edit", NULL));
  GtkWidget *dialog = GTK_WIDGET (ui_fixture_find_window (UI_TYPE_SAVE_DIALOG));
  type_area (dialog, "Expectations", "[{\"no such\":1}]");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  g_assert_true (GTK_WIDGET (ui_fixture_find_window (UI_TYPE_SAVE_DIALOG)) == dialog);
  type_area (dialog, "Expectations", "[{\"duration\":60}]");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.accept", NULL));
  ui_fixture_wait (ui_fixture_find_window (UI_TYPE_SAVE_DIALOG) == NULL);
  g_assert_cmpuint (app_saved_item_get_call (item_at (&self, 1))->expectations->len, ==, 1);
  tear_down (&self);
}

/* Its arguments stand in the form of its tool. */
static void
test_open (void)
{
  Fixture self;

  set_up (&self);
  save (&self, "show_text", "{\"kept\":1.10}", "one", "");
  g_assert_true (gtk_widget_activate_action (row_at (&self, 0), "saved.open", NULL));
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
  tear_down (&self);
}

void
add_saved_tests (void)
{
  g_test_add_func ("/saved/run", test_run);
  g_test_add_func ("/saved/change", test_change);
  g_test_add_func ("/saved/open", test_open);
}
