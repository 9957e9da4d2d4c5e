/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers are taken over from other applications' files and from what a person pastes. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-import-dialog.h"
#include "ui-import-row.h"
#include "ui-problem-view.h"

#include <glib/gstdio.h>
#include <string.h>

static void
write_home (const char *path, const char *text)
{
  g_autofree char *file = g_build_filename (g_get_home_dir (), path, NULL);
  g_autofree char *folder = g_path_get_dirname (file);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

static gboolean
is_loading (UiImportDialog *dialog)
{
  return ui_fixture_find_label (GTK_WIDGET (dialog), "Searching other applications…") != NULL;
}

static void
paste (UiImportDialog *dialog, const char *text)
{
  GObject *entry =
      gtk_widget_get_template_child (GTK_WIDGET (dialog), UI_TYPE_IMPORT_DIALOG, "paste");

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "apply");
}

static UiImportDialog *
open_dialog (AppWorkspace *workspace)
{
  UiImportDialog *dialog = ui_import_dialog_new (NULL, workspace, g_get_home_dir ());

  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  ui_fixture_wait (!is_loading (dialog));
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  return dialog;
}

static guint
count_servers (AppWorkspace *workspace)
{
  return g_list_model_get_n_items (G_LIST_MODEL (workspace));
}

static void
test_found (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  GtkWidget    *weak;

  write_home (".cursor/mcp.json",
              "{\"mcpServers\":{\"<b>a</b>\":{\"command\":\"run\",\"args\":[\"a b\",\"&\"]},"
              "\"bad\":{\"command\":\"\"}}}");
  UiImportDialog *dialog = open_dialog (workspace);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "<b>a</b>"));
  /* The command is shown whole. */
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "run 'a b' '&'"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Import 1 Server"));
  weak = GTK_WIDGET (dialog);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *)&weak);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.import", NULL);
  ui_fixture_wait (weak == NULL);
  g_assert_cmpuint (count_servers (workspace), ==, 1);

  dialog = open_dialog (workspace);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Already here as “<b>a</b>”"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "No server selected."));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.import", NULL);
  g_assert_cmpuint (count_servers (workspace), ==, 1);
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  ui_fixture_close (workspace);
}

static void
test_pasted (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();

  write_home (".cursor/mcp.json", "{\"mcpServers\": oops");
  UiImportDialog *dialog = open_dialog (workspace);
  GtkWidget      *card = ui_fixture_find (GTK_WIDGET (dialog), UI_TYPE_PROBLEM_VIEW);
  g_assert_false (gtk_widget_get_visible (card));
  paste (dialog, "{\"mcpServers\": {");
  g_assert_true (gtk_widget_get_visible (card));
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  paste (dialog, "https://example.com/mcp");
  g_assert_false (gtk_widget_get_visible (card));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "https://example.com/mcp"));
  g_assert_nonnull (ui_fixture_find (GTK_WIDGET (dialog), UI_TYPE_IMPORT_ROW));
  gtk_window_set_default_size (GTK_WINDOW (dialog), 360, 300);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  g_assert_cmpuint (count_servers (workspace), ==, 0);
  ui_fixture_close (workspace);
}

/* Of two applications none is chosen; all of one are by one tick, and no password is seen. */
static void
test_all_of_one (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();

  write_home (".cursor/mcp.json",
              "{\"mcpServers\":{\"a\":{\"command\":\"run\"},\"b\":{\"command\":\"pg\",\"args\":"
              "[\"postgres://u:hunter2@127.0.0.1/x\"]}}}");
  write_home (".gemini/settings.json", "{\"mcpServers\":{\"c\":{\"command\":\"other\"}}}");
  UiImportDialog *dialog = open_dialog (workspace);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "No server selected."));
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (dialog), "All Servers of Cursor");
  GtkWidget *check = gtk_widget_get_ancestor (label, GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_widget_get_visible (check));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Import 2 Servers"));
  g_assert_null (
      ui_fixture_find_label (GTK_WIDGET (dialog), "pg postgres://u:hunter2@127.0.0.1/x"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "No server selected."));
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  write_home (".gemini/settings.json", "{}");
  ui_fixture_close (workspace);
}

/* Closed while it looks and while it adds */
static void
test_close_early (void)
{
  AppWorkspace   *workspace = ui_fixture_new_workspace ();
  UiImportDialog *dialog = ui_import_dialog_new (NULL, workspace, g_get_home_dir ());

  gtk_window_present (GTK_WINDOW (dialog));
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  dialog = open_dialog (workspace);
  paste (dialog, "run this");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.import", NULL);
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  ui_fixture_finish_drawing ();
  ui_fixture_close (workspace);
}

void
add_import_tests (void)
{
  g_test_add_func ("/import/found", test_found);
  g_test_add_func ("/import/pasted", test_pasted);
  g_test_add_func ("/import/all-of-one", test_all_of_one);
  g_test_add_func ("/import/close-early", test_close_early);
}
