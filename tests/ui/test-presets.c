/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is set once for a server: the page of a tool and the window of all of them, over a real
 * session. */

#include "ui-tests.h"
#include "ui-detail-page.h"
#include "ui-field-row.h"
#include "ui-form-view.h"
#include "ui-preset-view.h"
#include "ui-source-view.h"
#include "ui-preset-group.h"
#include "ui-preset-pins.h"
#include "ui-presets-window.h"
#include "form-fixture.h"
#include "ui-fixture.h"

#include "app-model-view.h"
#include "app-workspace.h"
#include "mcp-definition-list.h"
#include "app-catalogue.h"
#include "app-session-presets.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWidget    *page;
  GtkWidget    *view;
  GtkWindow    *window;
} Fixture;

static McpDefinition *
find_tool (Fixture *self, const char *name)
{
  GListModel *tools = app_catalogue_get_list (
      app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_TOOL);

  return mcp_definition_list_find (MCP_DEFINITION_LIST (tools), name);
}

static void
open_page (Fixture *self, const char *tool)
{
  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  ui_fixture_connect (self->session);
  ui_fixture_wait (find_tool (self, tool) != NULL);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, 1100, 800);
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), find_tool (self, tool));
  ui_fixture_finish_drawing ();
  self->view = ui_fixture_find (self->page, UI_TYPE_FORM_VIEW);
}

static void
close_page (Fixture *self)
{
  ui_fixture_assert_ends (self->window, self->page);
  ui_fixture_close (self->workspace);
}

static char *
dup_sent (Fixture *self)
{
  return form_fixture_dup_sent (self->view);
}

/* From an argument to a line of its own, and back, with its value. */
static void
test_pin (void)
{
  Fixture          self = { 0 };
  g_autofree char *sent = NULL;
  g_autofree char *back = NULL;

  open_page (&self, "echo");
  AppForm   *form = form_fixture_form_of (self.view);
  AppField  *field = app_form_find_field (form, "/message");
  GtkWidget *pins = ui_fixture_find (self.page, UI_TYPE_PRESET_PINS);

  g_assert_false (gtk_widget_get_visible (pins));
  app_field_set_text (field, "for all");
  gtk_widget_activate_action (self.view, "form.pin", "s", "/message");
  ui_fixture_finish_drawing ();
  g_assert_true (gtk_widget_get_visible (pins));
  g_assert_nonnull (ui_fixture_find_label (pins, "\"for all\""));
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_ABSENT);
  g_assert_cmpuint (app_form_get_n_problems (form), ==, 0);
  GtkWidget *row = ui_fixture_find (self.page, UI_TYPE_FIELD_ROW);
  g_assert_false (gtk_widget_get_child_visible (row));
  sent = dup_sent (&self);
  g_assert_cmpstr (sent, ==, "{\"message\":\"for all\"}");
  ui_fixture_assert_named (GTK_WIDGET (self.window));

  gtk_widget_activate_action (self.view, "form.unpin", "s", "message");
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_visible (pins));
  g_assert_true (gtk_widget_get_child_visible (row));
  g_assert_cmpstr (app_field_get_text (field), ==, "for all");
  back = dup_sent (&self);
  g_assert_cmpstr (back, ==, "{\"message\":\"for all\"}");
  close_page (&self);
}

/* A secret is sent and not shown. */
static void
test_secret (void)
{
  Fixture          self = { 0 };
  g_autofree char *sent = NULL;
  g_autofree char *shown = NULL;

  open_page (&self, "echo");
  g_signal_emit_by_name (self.view, "pin-changed", "message", "\"hush hush\"", TRUE);
  ui_fixture_finish_drawing ();
  AppForm *form = form_fixture_form_of (self.view);
  /* It is no secret by its name, but it is kept as one. */
  sent = dup_sent (&self);
  g_assert_cmpstr (sent, ==, "{\"message\":\"hush hush\"}");
  shown = app_model_view_dup_sent (APP_PRESETS (app_form_get_provider (form)), form,
                                   APP_MODEL_VIEW_ARGUMENTS);
  g_assert_null (strstr (shown, "hush"));
  g_assert_null (ui_fixture_find_label (self.page, "\"hush hush\""));
  close_page (&self);
}

static GtkWidget *
find_presets_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (UI_IS_PRESETS_WINDOW (window))
        return window;
    }
  return NULL;
}

/* A name that is refused says why; a set that is removed leaves the focus where one goes on. */
static void
assert_sets (Fixture *self, GtkWidget *window)
{
  GtkWidget *entry = ui_fixture_find_named (window, "Name of the new set");
  GtkWidget *remove = ui_fixture_find_named (window, "Remove This Set");

  gtk_editable_set_text (GTK_EDITABLE (entry), "no name!");
  g_signal_emit_by_name (entry, "activate");
  GtkWidget *problem = gtk_widget_get_next_sibling (entry);
  g_assert_true (gtk_widget_get_visible (problem));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (problem)), !=, "");
  gtk_editable_set_text (GTK_EDITABLE (entry), "staging");
  g_assert_false (gtk_widget_get_visible (problem));
  g_signal_emit_by_name (entry, "activate");

  g_assert_true (gtk_widget_get_sensitive (remove));
  gtk_widget_grab_focus (remove);
  /* What has values is asked about. */
  g_signal_emit_by_name (ui_fixture_find (window, UI_TYPE_PRESET_GROUP), "preset-changed",
                         "channel", "\"staging\"", FALSE);
  g_signal_emit_by_name (remove, "clicked");
  ui_fixture_answer ("cancel");
  g_assert_true (gtk_widget_get_sensitive (remove));
  g_signal_emit_by_name (remove, "clicked");
  ui_fixture_answer ("remove");
  ui_fixture_wait (!gtk_widget_get_sensitive (remove));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (focus);
  g_assert_nonnull (gtk_widget_get_ancestor (focus, GTK_TYPE_DROP_DOWN));
}

/* What is set in the window of all of them is there on the page of the tool. */
static void
test_window (void)
{
  Fixture          self = { 0 };
  g_autofree char *sent = NULL;

  open_page (&self, "publish_report");
  gtk_widget_activate_action (self.view, "form.show-presets", NULL);
  ui_fixture_wait (find_presets_window () != NULL);
  GtkWidget *window = find_presets_window ();
  ui_fixture_finish_drawing ();
  GtkWidget *group = ui_fixture_find (window, UI_TYPE_PRESET_GROUP);
  g_autoptr (AppPresets) presets = app_session_presets_create_all (
      app_session_get_feature (self.session, APP_TYPE_SESSION_PRESETS));
  g_assert_cmpuint (ui_preset_group_count_problems (presets), ==, 2);
  g_assert_cmpstr (app_preset_get_info (app_presets_find_path (presets, "channel"))->users, ==,
                   "publish_report");
  g_signal_emit_by_name (group, "preset-changed", "channel", "\"news\"", FALSE);
  assert_sets (&self, window);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self.page), find_tool (&self, "echo"));
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self.page), find_tool (&self, "publish_report"));
  sent = dup_sent (&self);
  g_assert_nonnull (strstr (sent, "\"channel\":{\"value\":\"news\""));
  close_page (&self);
}

static int
get_middle (GtkWidget *widget, GtkWidget *within)
{
  graphene_rect_t box;

  g_assert_true (gtk_widget_compute_bounds (widget, within, &box));
  return (int)(box.origin.y + box.size.height / 2);
}

/* What is compared, and how, is chosen in one row, one below the other where the form is narrowest;
 * there is nothing to filter. */
static void
test_model_row (void)
{
  Fixture self = { 0 };

  open_page (&self, "every_field");
  gtk_window_set_default_size (self.window, 1300, 800);
  g_signal_emit_by_name (self.view, "pin-changed", "title", "\"for all\"", FALSE);
  ui_fixture_finish_drawing ();
  GtkWidget *model = ui_fixture_find (self.view, UI_TYPE_PRESET_VIEW);
  GtkWidget *filter = ui_fixture_find (self.view, GTK_TYPE_SEARCH_ENTRY);
  g_assert_true (gtk_widget_get_mapped (filter));
  gtk_stack_set_visible_child_name (
      GTK_STACK (gtk_widget_get_ancestor (model, GTK_TYPE_STACK)), "model");
  ui_fixture_wait (!gtk_widget_get_mapped (filter) && gtk_widget_get_mapped (model));
  ui_fixture_finish_drawing ();
  GtkWidget *subject = ui_fixture_find (model, GTK_TYPE_DROP_DOWN);
  GtkWidget *sent = ui_fixture_find_label (model, "Sent");
  ui_fixture_wait (gtk_widget_get_width (model) >= 336);
  g_assert_cmpint (ABS (get_middle (subject, model) - get_middle (sent, model)), <=, 2);
  int least;
  gtk_widget_measure (model, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 240);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (subject), 1);
  g_assert_nonnull (ui_fixture_find_label (model, "Server"));
  gtk_stack_set_visible_child_name (
      GTK_STACK (gtk_widget_get_ancestor (model, GTK_TYPE_STACK)), "form");
  ui_fixture_wait (gtk_widget_get_mapped (filter));
  close_page (&self);
}

/* The page that compares: there for tools, with what differs. */
static void
test_model (void)
{
  Fixture self = { 0 };

  open_page (&self, "publish_report");
  GtkWidget *model = ui_fixture_find (self.view, UI_TYPE_PRESET_VIEW);
  GtkWidget *stack = gtk_widget_get_ancestor (model, GTK_TYPE_STACK);
  g_assert_nonnull (stack);
  g_assert_true (gtk_widget_get_visible (model));
  gtk_stack_set_visible_child_name (GTK_STACK (stack), "model");
  ui_fixture_finish_drawing ();
  GtkWidget *inner = gtk_widget_get_ancestor (ui_fixture_find (model, UI_TYPE_SOURCE_VIEW),
                                              GTK_TYPE_STACK);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (inner)), ==, "text");
  GtkWidget *difference = ui_fixture_find_label (model, "Diff");
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_ancestor (difference, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  ui_fixture_finish_drawing ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (inner)), ==, "difference");
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self.page), find_tool (&self, "echo"));
  ui_fixture_finish_drawing ();
  g_assert_false (gtk_widget_get_visible (model));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, "form");
  close_page (&self);
}

void
add_presets_tests (void)
{
  g_test_add_func ("/ui/presets/pin", test_pin);
  g_test_add_func ("/ui/presets/secret", test_secret);
  g_test_add_func ("/ui/presets/window", test_window);
  g_test_add_func ("/ui/presets/model", test_model);
  g_test_add_func ("/ui/presets/model-row", test_model_row);
}
