/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server proposes, below the text that is typed: by keys, by mouse, and for those who hear. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-field-controls.h"
#include "ui-suggestion-popover.h"
#include "ui-detail-page.h"
#include "ui-field-row.h"
#include "app-catalogue.h"
#include "app-completer.h"

#include <string.h>

typedef struct
{
  AppWorkspace *workspace;
  AppSession   *session;
  GtkWidget    *page;
  GtkWindow    *window;
} Fixture;

static void
set_up (Fixture *self, gconstpointer prompt)
{
  GListModel *prompts;

  self->workspace = ui_fixture_new_workspace ();
  self->session = ui_fixture_add_demo (self->workspace, "demo");
  ui_fixture_connect (self->session);
  self->page = ui_detail_page_new (self->session);
  self->window = ui_fixture_show (self->page, 900, 600);
  prompts = app_catalogue_get_list (app_session_get_feature (self->session, APP_TYPE_CATALOGUE), MCP_DEFINITION_PROMPT);
  for (guint i = 0; i < g_list_model_get_n_items (prompts); i++)
    {
      g_autoptr (McpDefinition) definition = g_list_model_get_item (prompts, i);
      if (g_str_equal (mcp_definition_get_key (definition), prompt))
        ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), definition);
    }
  g_assert_nonnull (ui_detail_page_get_definition (UI_DETAIL_PAGE (self->page)));
  ui_fixture_finish_drawing ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ui_fixture_assert_ends (self->window, self->page);
  ui_fixture_close (self->workspace);
}

/* As the key's event would do, from the control's own controllers. */
static gboolean
press (GtkWidget *control, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (control);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &taken);
    }
  return taken;
}

static GtkWidget *
find_popover (Fixture *self)
{
  GtkWidget *popover = ui_fixture_find (self->page, UI_TYPE_SUGGESTION_POPOVER);

  g_assert_nonnull (popover);
  return popover;
}

static guint
count_asked (Fixture *self)
{
  GListModel *log = G_LIST_MODEL (app_workspace_get_log (self->workspace));
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (log, i);

      n += g_strcmp0 (app_log_entry_get_row (entry)->method, "completion/complete") == 0;
    }
  return n;
}

static void
test_keys (Fixture *self, gconstpointer data)
{
  GtkWidget  *popover = find_popover (self);
  GtkWidget  *editor = gtk_widget_get_parent (popover);
  GtkWidget  *entry = ui_field_editor_get_control (UI_FIELD_EDITOR (editor));
  GtkListBox *list = GTK_LIST_BOX (ui_fixture_find (popover, GTK_TYPE_LIST_BOX));
  AppField   *field = ui_field_editor_get_field (UI_FIELD_EDITOR (editor));

  /* Text that changes by itself asks nobody. */
  gtk_widget_grab_focus (GTK_WIDGET (ui_fixture_find (self->page, GTK_TYPE_BUTTON)));
  app_field_set_text (field, "p");
  ui_fixture_let_pass (2 * APP_COMPLETER_PAUSE_MS);
  g_assert_cmpuint (count_asked (self), ==, 0);
  g_assert_false (gtk_widget_get_visible (popover));
  app_field_clear (field);

  gtk_widget_grab_focus (entry);
  g_assert_true (press (entry, GDK_KEY_Down));
  ui_fixture_wait (gtk_widget_get_visible (popover));
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 1));
  gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
  ui_fixture_assert_named (self->page);
  g_autofree char *spoken = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\x01");
  g_assert_nonnull (strstr (spoken, "uggestions"));

  /* Enter without a choice goes on, as it always does. */
  g_assert_false (press (entry, GDK_KEY_Return));
  ui_fixture_wait (!gtk_widget_get_visible (popover));
  g_assert_cmpstr (app_field_get_text (field), ==, "");

  g_assert_true (press (entry, GDK_KEY_Down));
  ui_fixture_wait (gtk_widget_get_visible (popover));
  g_assert_true (press (entry, GDK_KEY_Down));
  g_assert_true (press (entry, GDK_KEY_Down));
  g_assert_true (press (entry, GDK_KEY_Up));
  g_assert_true (gtk_list_box_get_selected_row (list) == gtk_list_box_get_row_at_index (list, 0));
  g_assert_true (press (entry, GDK_KEY_Tab));
  ui_fixture_wait (!gtk_widget_get_visible (popover));
  g_assert_cmpstr (app_field_get_text (field), !=, "");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, app_field_get_text (field));
  gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_EXPANDED, FALSE);

  /* Esc closes the list only. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  ui_fixture_wait (gtk_widget_get_visible (popover));
  g_assert_true (press (entry, GDK_KEY_Escape));
  ui_fixture_wait (!gtk_widget_get_visible (popover));
  g_assert_false (press (entry, GDK_KEY_Escape));
}

static void
test_mouse (Fixture *self, gconstpointer data)
{
  GtkWidget  *popover = find_popover (self);
  GtkWidget  *editor = gtk_widget_get_parent (popover);
  GtkWidget  *entry = ui_field_editor_get_control (UI_FIELD_EDITOR (editor));
  GtkListBox *list = GTK_LIST_BOX (ui_fixture_find (popover, GTK_TYPE_LIST_BOX));

  gtk_widget_grab_focus (entry);
  press (entry, GDK_KEY_Down);
  ui_fixture_wait (gtk_widget_get_visible (popover));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 1));
  ui_fixture_wait (!gtk_widget_get_visible (popover));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), !=, "");
  /* And it goes when the focus does. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  ui_fixture_wait (gtk_widget_get_visible (popover));
  gtk_widget_grab_focus (GTK_WIDGET (ui_fixture_find (self->page, GTK_TYPE_BUTTON)));
  ui_fixture_wait (!gtk_widget_get_visible (popover));
}

/* The page may be closed while the list is open. */
static void
test_closed (Fixture *self, gconstpointer data)
{
  GtkWidget *popover = find_popover (self);
  GtkWidget *editor = gtk_widget_get_parent (popover);
  GtkWidget *entry = ui_field_editor_get_control (UI_FIELD_EDITOR (editor));

  gtk_widget_grab_focus (entry);
  press (entry, GDK_KEY_Down);
  ui_fixture_wait (gtk_widget_get_visible (popover));
  ui_detail_page_set_definition (UI_DETAIL_PAGE (self->page), NULL);
  ui_fixture_finish_drawing ();
}

void
add_completion_tests (void)
{
  g_test_add ("/ui/completion/keys", Fixture, "compare_products", set_up, test_keys, tear_down);
  g_test_add ("/ui/completion/mouse", Fixture, "compare_products", set_up, test_mouse, tear_down);
  g_test_add ("/ui/completion/closed", Fixture, "compare_products", set_up, test_closed, tear_down);
}
