/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tab leaves each list of the window in one step, and Shift+Tab too. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-dialog-fit.h"
#include "ui-log-view.h"
#include "ui-server-dialog.h"
#include "ui-sidebar.h"
#include "ui-window.h"

static gboolean
press (GtkWidget *list, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (list);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0u, state, &handled);
    }
  return handled;
}

static gboolean
has_focus (GtkWidget *list)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));

  return focus != NULL && (focus == list || gtk_widget_is_ancestor (focus, list));
}

static void
assert_stop (GtkWidget *list)
{
  static const struct
  {
    guint           key;
    GdkModifierType state;
  } keys[] = { { GDK_KEY_Tab, 0 }, { GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
      g_assert_true (has_focus (list));
      /* A row may hold a button, which comes before what is after the list. */
      for (guint steps = 0; steps < 3 && has_focus (list); steps++)
        g_assert_true (press (list, keys[i].key, keys[i].state));
      g_assert_false (has_focus (list));
    }
}

static void
test_window (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  UiWindow     *window = ui_window_new (NULL, workspace);

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_connect (session);
  ui_window_show_place (window, session, UI_PLACE_LOG);
  GtkWidget *sidebar = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_SIDEBAR);
  GtkWidget *log = NULL;
  ui_fixture_wait ((log = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_LOG_VIEW)) != NULL);
  ui_fixture_finish_drawing ();

  GtkWidget *servers = ui_fixture_find (sidebar, GTK_TYPE_LIST_BOX);
  assert_stop (servers);
  assert_stop (gtk_widget_get_last_child (gtk_widget_get_parent (gtk_widget_get_ancestor (
      servers, GTK_TYPE_SCROLLED_WINDOW))));
  assert_stop (ui_fixture_find (log, GTK_TYPE_LIST_VIEW));

  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  ui_fixture_close (workspace);
}

/* Rows that hold fields are no list: there Tab goes from field to field. */
static void
test_form (void)
{
  GtkWidget *form = gtk_list_box_new ();
  GtkWidget *fields[] = { gtk_entry_new (), gtk_entry_new () };

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (form), GTK_SELECTION_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    gtk_list_box_append (GTK_LIST_BOX (form), fields[i]);
  GtkWindow *window = ui_fixture_show (form, 300, 200);
  gtk_widget_grab_focus (fields[0]);
  g_assert_false (press (form, GDK_KEY_Tab, 0));
  ui_fixture_assert_ends (window, form);
}

/* A dialog of a narrow window is as narrow; one of a wide window has the width that it wants. */
static void
test_dialog_width (void)
{
  static const int widths[] = { 1200, 800, 360 };

  ui_dialog_fit_begin ();
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      AppWorkspace *workspace = ui_fixture_new_workspace ();
      GtkWidget    *child = gtk_label_new ("");
      GtkWindow    *window = ui_fixture_show (child, widths[i], 600);
      int           width, height;

      ui_fixture_wait (gtk_widget_get_width (GTK_WIDGET (window)) > 0);
      int wanted = CLAMP (gtk_widget_get_width (GTK_WIDGET (window)), 360, 620);
      g_assert_true (wanted == 620 || widths[i] == 360);
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
      UiServerDialog *dialog = ui_server_dialog_new (window, draft);
      gtk_window_present (GTK_WINDOW (dialog));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
      gtk_window_get_default_size (GTK_WINDOW (dialog), &width, &height);
      g_assert_cmpint (width, ==, wanted);
      gtk_window_destroy (GTK_WINDOW (dialog));
      gtk_window_destroy (window);
      ui_fixture_finish_drawing ();
      g_clear_object (&draft);
      ui_fixture_close (workspace);
    }
}

void
add_tab_stop_tests (void)
{
  g_test_add_func ("/ui/tab-stop/window", test_window);
  g_test_add_func ("/ui/tab-stop/form", test_form);
  g_test_add_func ("/ui/tab-stop/dialog-width", test_dialog_width);
}
