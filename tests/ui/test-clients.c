/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers are written into other applications by the dialog, in a home of the test's own. */

#include "ui-tests.h"
#include "ui-client-batch-page.h"
#include "ui-client-cell.h"
#include "ui-client-history-page.h"
#include "ui-client-page.h"
#include "ui-client-row.h"
#include "ui-client-window.h"
#include "ui-clients-dialog.h"
#include "ui-clients-page.h"
#include "ui-diff-view.h"
#include "ui-fixture.h"
#include "ui-note-list.h"
#include "app-client-history.h"
#include "ui-problem-view.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  AppWorkspace    *workspace;
  UiClientsDialog *dialog;
  UiClientPage    *page;
  AppClientChange *change; /* borrowed from the page */
  char            *path;
  StoreProfile    *profile; /* the session has it */
  AppClientList   *clients;
  GtkWidget       *overlay; /* of the window below the dialog, where toasts are */
  GtkWindow       *below;
} Fixture;

static void
write_text (const char *path, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
read_text (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static char *
dup_cursor_path (void)
{
  return g_build_filename (g_get_home_dir (), ".cursor", "mcp.json", NULL);
}

static AppClientTarget *
get_target (Fixture *fixture, const char *name)
{
  GListModel *clients = G_LIST_MODEL (fixture->clients);

  for (guint i = 0; i < g_list_model_get_n_items (clients); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (clients, i);

      if (g_str_equal (app_client_target_get_format (target)->name, name))
        return target; /* the list keeps it */
    }
  g_assert_not_reached ();
}

static gboolean
is_settled (Fixture *fixture)
{
  AppChangeStage stage = app_client_change_get_stage (fixture->change);

  return stage != APP_CHANGE_LOOKING && stage != APP_CHANGE_WRITING;
}

static void
show (Fixture *fixture, const char *name)
{
  ui_clients_dialog_show_target (fixture->dialog, get_target (fixture, name));
  fixture->page =
      UI_CLIENT_PAGE (ui_fixture_find (GTK_WIDGET (fixture->dialog), UI_TYPE_CLIENT_PAGE));
  g_object_get (fixture->page, "change", &fixture->change, NULL);
  g_object_unref (fixture->change); /* the page keeps it */
  ui_fixture_wait (is_settled (fixture));
}

/* @text: what the file of Cursor holds; %NULL for no file */
static void
set_up (Fixture *fixture, const char *server, const char *text)
{
  const char *const arguments[] = { "-c", "cat", NULL };
  g_autoptr (StoreProfile) profile = store_profile_new (server);
  AppSession *session;

  fixture->path = dup_cursor_path ();
  if (text != NULL)
    write_text (fixture->path, text);
  fixture->workspace = ui_fixture_new_workspace ();
  g_object_set (profile, "command", "sh", "arguments", arguments, NULL);
  session = ui_fixture_add (fixture->workspace, profile);
  fixture->profile = app_session_get_profile (session);
  fixture->clients = ui_clients_dialog_new_list ();
  fixture->overlay = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (fixture->overlay), gtk_label_new ("Below"));
  fixture->below = ui_fixture_show (fixture->overlay, 500, 300);
  fixture->dialog =
      ui_clients_dialog_new (fixture->below, fixture->workspace, fixture->profile, fixture->clients);
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *)&fixture->dialog);
  gtk_window_present (GTK_WINDOW (fixture->dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->dialog));
  ui_fixture_assert_named (GTK_WIDGET (fixture->dialog));
}

static void
tear_down (Fixture *fixture)
{
  ui_fixture_finish_drawing ();
  if (fixture->dialog != NULL)
    {
      g_object_remove_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *)&fixture->dialog);
      ui_fixture_assert_ends (GTK_WINDOW (fixture->dialog), GTK_WIDGET (fixture->dialog));
    }
  ui_fixture_assert_ends (fixture->below, fixture->overlay);
  g_object_unref (fixture->clients);
  ui_fixture_close (fixture->workspace);
  g_free (fixture->path);
}

static gboolean
can (Fixture *fixture, const char *id, GType type)
{
  GtkWidget *widget = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (fixture->page),
                                                                 UI_TYPE_CLIENT_PAGE, id));

  g_assert_true (G_TYPE_CHECK_INSTANCE_TYPE (widget, type));
  return gtk_widget_is_sensitive (widget) && gtk_widget_get_visible (widget);
}

static void
act (Fixture *fixture, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), action, NULL);
  ui_fixture_wait (is_settled (fixture));
}

/* The window that it was done in is over, and the one below says so. */
static void
write_change (Fixture *fixture, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "client.write", NULL);
  ui_fixture_wait (ui_fixture_find_label (fixture->overlay, text) != NULL);
}

/* Takes back what the toast is about. */
static void
undo_change (Fixture *fixture)
{
  GtkWidget *label = ui_fixture_find_label (fixture->overlay, "Undo");

  g_assert_nonnull (label);
  ui_fixture_assert_named (GTK_WIDGET (fixture->below));
  g_signal_emit_by_name (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON), "clicked");
}

static void
test_write (void)
{
  static const char before[] = "{\n  \"a\": 1.10,\n  \"mcpServers\": {}\n}\n";
  Fixture           fixture;

  set_up (&fixture, "everything", before);
  show (&fixture, "Cursor");
  ui_fixture_assert_named (GTK_WIDGET (fixture.dialog));
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  g_assert_false (can (&fixture, "remove", GTK_TYPE_BUTTON));
  /* The difference is there, line by line, with its sign. */
  ui_fixture_finish_drawing ();
  GtkWidget *diff = ui_fixture_find (GTK_WIDGET (fixture.page), UI_TYPE_DIFF_VIEW);
  g_assert_true (gtk_widget_get_mapped (diff));
  g_assert_nonnull (ui_fixture_find_label (diff, "    \"everything\": {"));
  g_assert_nonnull (ui_fixture_find_label (diff, "  \"a\": 1.10,"));
  g_assert_nonnull (ui_fixture_find_label (diff, "+"));

  g_autoptr (AppClientChange) change = g_object_ref (fixture.change);
  write_change (&fixture, "Saved. Start Cursor to apply.");
  g_assert_null (fixture.dialog);
  g_autofree char *text = read_text (fixture.path);
  g_autofree char *backup = read_text (app_client_change_get_info (change)->backup);
  g_assert_nonnull (strstr (text, "\"everything\""));
  g_assert_nonnull (strstr (text, "\"a\": 1.10"));
  g_assert_cmpstr (backup, ==, before);

  undo_change (&fixture);
  ui_fixture_wait (ui_fixture_find_label (fixture.overlay, "Change undone") != NULL);
  g_autofree char *undone = read_text (fixture.path);
  g_assert_cmpstr (undone, ==, before);
  tear_down (&fixture);
}

/* All of it is seen, wrapped lines too, at any width; Tab does not stop at every line. */
static void
test_diff (void)
{
  Fixture fixture;
  g_autoptr (GString) text = g_string_new ("{\n  \"mcpServers\": {\n    \"everything\": {\n");

  g_string_append (text, "      \"command\": \"sh\",\n      \"args\": [\"-c\", \"");
  for (guint i = 0; i < 60; i++)
    g_string_append (text, "a folder/with a name ");
  g_string_append (text, "\"]\n    }\n  }\n}\n");
  set_up (&fixture, "everything", text->str);
  show (&fixture, "Cursor");
  for (guint width = 360; width <= 720; width += 360)
    {
      gtk_window_set_default_size (GTK_WINDOW (fixture.dialog), (int)width, 900);
      ui_fixture_finish_drawing ();
      GtkWidget     *diff = ui_fixture_find (GTK_WIDGET (fixture.page), UI_TYPE_DIFF_VIEW);
      GtkWidget     *scroller = ui_fixture_find (diff, GTK_TYPE_SCROLLED_WINDOW);
      GtkAdjustment *vadjustment =
          gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

      ui_fixture_wait (gtk_adjustment_get_upper (vadjustment) > 200);
      g_assert_cmpfloat (gtk_adjustment_get_upper (vadjustment) -
                             gtk_adjustment_get_page_size (vadjustment),
                         <=, 2);
      g_assert_cmpfloat (gtk_adjustment_get_page_size (vadjustment) -
                             gtk_adjustment_get_upper (vadjustment),
                         <=, 2);
    }
  tear_down (&fixture);
}

static void
test_remove (void)
{
  Fixture fixture;

  set_up (&fixture, "everything",
          "{\"mcpServers\": {\"everything\": {\"type\": \"stdio\", \"command\": \"sh\", \"args\": "
          "[\"-c\", \"cat\"]}}}");
  show (&fixture, "Cursor");
  /* Equal already: nothing to write, and it says so. */
  g_assert_false (can (&fixture, "write", GTK_TYPE_BUTTON));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.page),
                                           "Nothing to change."));
  g_assert_true (can (&fixture, "remove", GTK_TYPE_BUTTON));
  /* All of it fits the narrowest window. */
  int minimum;
  gtk_widget_measure (GTK_WIDGET (fixture.page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  act (&fixture, "client.remove");
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  write_change (&fixture, "Removed. Start Cursor to apply.");
  g_autofree char *text = read_text (fixture.path);
  g_assert_cmpstr (text, ==, "{\"mcpServers\": {}}");
  tear_down (&fixture);
}

static void
test_broken (void)
{
  static const char *const broken[] = {
    "{\n  \"mcpServers\": oops\n}\n",
    "{\n  // a comment, which strict JSON has not\n  \"mcpServers\": {}\n}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      Fixture fixture;

      set_up (&fixture, "everything", broken[i]);
      show (&fixture, "Cursor");
      g_assert_false (can (&fixture, "write", GTK_TYPE_BUTTON));
      GtkWidget *card = ui_fixture_find (GTK_WIDGET (fixture.page), UI_TYPE_PROBLEM_VIEW);
      g_assert_true (gtk_widget_get_visible (card));
      g_assert_nonnull (ui_fixture_find_label (card, "Check the other application"));
      ui_fixture_assert_named (GTK_WIDGET (fixture.dialog));
      act (&fixture, "client.write");
      g_autofree char *text = read_text (fixture.path);
      g_assert_cmpstr (text, ==, broken[i]);

      /* Put right from outside, it goes on by itself. */
      write_text (fixture.path, "{}");
      ui_fixture_wait (app_client_change_get_stage (fixture.change) == APP_CHANGE_NEEDED);
      g_assert_false (gtk_widget_get_visible (card));
      g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
      tear_down (&fixture);
    }
}

static void
test_changed_meanwhile (void)
{
  static const char after[] = "{\"mcpServers\": {\"somebody-else\": {\"command\": \"x\"}}}";
  Fixture           fixture;

  set_up (&fixture, "everything", "{}");
  show (&fixture, "Cursor");
  write_text (fixture.path, after);
  act (&fixture, "client.write");
  g_assert_cmpint (app_client_change_get_stage (fixture.change), ==, APP_CHANGE_REFUSED);
  GtkWidget *card = ui_fixture_find (GTK_WIDGET (fixture.page), UI_TYPE_PROBLEM_VIEW);
  g_assert_true (gtk_widget_get_visible (card));
  g_autofree char *text = read_text (fixture.path);
  g_assert_cmpstr (text, ==, after);
  act (&fixture, "client.look-again");
  g_assert_false (gtk_widget_get_visible (card));
  write_change (&fixture, "Saved. Start Cursor to apply.");
  g_autofree char *written = read_text (fixture.path);
  g_assert_nonnull (strstr (written, "somebody-else"));
  g_assert_nonnull (strstr (written, "everything"));
  tear_down (&fixture);
}

static void
test_hostile (void)
{
  static const char name[] = "<b>&\"\xe2\x80\xae ${x} [31m";
  static const char bad[] = "<b>&\"\n\xe2\x80\xae ${x} \x1b[31m";
  Fixture           fixture;

  set_up (&fixture, bad, "{\"mcpServers\": {\"<i>\": {\"command\": \"</span>\"}}}");
  show (&fixture, "Cursor");
  g_object_set (fixture.change, "entry-name", bad, NULL);
  ui_fixture_wait (is_settled (&fixture));
  g_assert_false (can (&fixture, "write", GTK_TYPE_BUTTON));
  g_object_set (fixture.change, "entry-name", name, NULL);
  ui_fixture_wait (is_settled (&fixture));
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "client.write", NULL);
  ui_fixture_wait (fixture.dialog == NULL);
  /* It is in the file, as it is called, and can be found again. */
  ui_fixture_wait (app_client_target_find (get_target (&fixture, "Cursor"), fixture.profile,
                                           NULL) != APP_CLIENT_PRESENCE_ABSENT);
  tear_down (&fixture);
}

static void
test_list (void)
{
  Fixture          fixture;
  g_autofree char *project = g_build_filename (g_get_home_dir (), "a <b> & c", NULL);

  set_up (&fixture, "everything", "{}");
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (fixture.dialog), UI_TYPE_CLIENT_ROW) != NULL);
  ui_fixture_wait (
      ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "Not Found on This Computer") != NULL);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "LM Studio"));
  g_mkdir_with_parents (project, 0700);
  AppClientTarget *target = app_client_list_add_project (fixture.clients, project);
  ui_fixture_wait (
      ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "Cursor in a <b> & c") != NULL);
  g_assert_null (
      ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "Claude Code in a <b> & c"));
  ui_fixture_assert_named (GTK_WIDGET (fixture.dialog));
  /* As narrow as it goes */
  gtk_window_set_default_size (GTK_WINDOW (fixture.dialog), 360, 294);
  ui_clients_dialog_show_target (fixture.dialog, target);
  ui_fixture_finish_drawing ();
  gtk_widget_activate_action (GTK_WIDGET (fixture.dialog), "clients.back", NULL);
  ui_fixture_finish_drawing ();
  tear_down (&fixture);
}

static void
on_opened (UiClientsPage *page, StoreProfile *profile, AppClientTarget *target, GString *text)
{
  g_string_append_printf (text, "%s in %s", store_profile_get_name (profile),
                          app_client_target_get_format (target)->name);
}

static void
on_import (UiClientsPage *page, StoreProfile *profile, AppClientTarget *target, GString *text)
{
  g_string_append_printf (text, "%s from %s", store_profile_get_name (profile),
                          app_client_target_get_format (target)->name);
}

static GtkWidget *
find_tooltip (GtkWidget *widget, const char *text)
{
  const char *own = gtk_widget_get_tooltip_text (widget);

  if (g_strcmp0 (own, text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_tooltip (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What only another application has is a row as well, marked, and can be imported. */
static void
test_union (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppClientList) clients = NULL;
  g_autoptr (StoreProfile) profile = store_profile_new ("ours");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = dup_cursor_path ();
  g_autofree char *desktop = g_build_filename (g_get_user_config_dir (), "Claude",
                                               "claude_desktop_config.json", NULL);

  write_text (path, "{\"mcpServers\": {\"mine\": {\"command\": \"true\"},"
                    " \"<b>gh\": {\"command\": \"gh\", \"args\": [\"a\"]}}}");
  write_text (desktop, "{\"mcpServers\": {\"github\": {\"command\": \"gh\", \"args\": "
                       "[\"a\"]}}}");
  clients = app_client_list_new (NULL);
  GtkWidget *page = ui_clients_page_new (workspace, clients);
  GtkWindow *window = ui_fixture_show (page, 900, 500);

  ui_fixture_wait (ui_fixture_find_label (page, "github") != NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "Only in Claude Desktop, Cursor") != NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "Only in Cursor") != NULL);
  g_assert_null (ui_fixture_find_label (page, "<b>gh"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_signal_connect (page, "import", G_CALLBACK (on_import), text);
  g_signal_emit_by_name (find_tooltip (page, "Import “mine” into Spyglass"), "clicked");
  g_assert_cmpstr (text->str, ==, "mine from Cursor");
  /* Nothing of it is written before it was read and confirmed: each cell leads to that. */
  static const char *const cells[] = { "mine in Cursor: present", "mine in Claude Desktop: absent" };
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_string_truncate (text, 0);
      ui_fixture_wait (find_tooltip (page, cells[i]) != NULL);
      gtk_widget_activate_action (find_tooltip (page, cells[i]), "cell.open", NULL);
      g_assert_cmpstr (text->str, ==, "mine from Cursor");
    }
  g_assert_null (find_tooltip (page, "Add “mine” to applications…"));

  /* Ours runs the same as “mine”. */
  g_object_set (profile, "command", "true", NULL);
  ui_fixture_add (workspace, profile);
  ui_fixture_wait (ui_fixture_find_label (page, "ours") != NULL);
  g_assert_null (ui_fixture_find_label (page, "mine"));
  ui_fixture_wait (find_tooltip (page, "ours in Cursor: up to date"));
  ui_fixture_wait (find_tooltip (page, "ours in Claude Desktop: absent"));
  write_text (path, "{");
  ui_fixture_wait (ui_fixture_find_label (page, "Fix…") != NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "Only in Claude Desktop") != NULL);
  gtk_window_set_default_size (window, 360, 300);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

static void
test_page (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppClientList) clients = NULL;
  g_autoptr (StoreProfile) profile = store_profile_new ("a <b> & c");
  g_autoptr (GString) opened = g_string_new (NULL);
  g_autofree char *path = dup_cursor_path ();
  g_autofree char *folder = g_build_filename (g_get_home_dir (), "project", NULL);

  write_text (path, "{\"mcpServers\": {\"mine\": {\"command\": \"true\"}}}");
  clients = app_client_list_new (NULL);
  GtkWidget *page = ui_clients_page_new (workspace, clients);
  GtkWindow *window = ui_fixture_show (page, 900, 500);
  ui_fixture_assert_named (GTK_WIDGET (window));

  g_object_set (profile, "command", "true", NULL);
  ui_fixture_add (workspace, profile);
  ui_fixture_wait (ui_fixture_find (page, UI_TYPE_CLIENT_CELL) != NULL);
  ui_fixture_wait (ui_fixture_find_label (page, "Up to date") != NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "a <b> & c"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  write_text (path, "{}");
  ui_fixture_wait (ui_fixture_find_label (page, "Up to date") == NULL);

  g_signal_connect (page, "opened", G_CALLBACK (on_opened), opened);
  gtk_widget_activate_action (ui_fixture_find (page, UI_TYPE_CLIENT_CELL), "cell.open", NULL);
  g_assert_cmpstr (opened->str, ==, "a <b> & c in Cursor");
  app_client_list_add_project (clients, folder);
  gtk_window_set_default_size (window, 360, 300);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

/* Two applications are chosen, looked at on one page, written and taken back together. */
static void
test_several (void)
{
  static const char before[] = "{\n  \"mcpServers\": {}\n}\n";
  Fixture           fixture;
  guint             n = 0;
  g_autofree char  *desktop = g_build_filename (g_get_user_config_dir (), "Claude",
                                                "claude_desktop_config.json", NULL);

  write_text (desktop, before);
  set_up (&fixture, "everything", before);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "Claude Desktop") != NULL);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (fixture.dialog),
                                                i == 0 ? "Claude Desktop" : "Cursor");
      GtkWidget *row = gtk_widget_get_ancestor (label, UI_TYPE_CLIENT_ROW);

      gtk_check_button_set_active (ui_client_row_get_check (UI_CLIENT_ROW (row)), TRUE);
    }
  g_assert_nonnull (
      ui_fixture_find_label (GTK_WIDGET (fixture.dialog), "Add to 2 Applications…"));
  gtk_widget_activate_action (GTK_WIDGET (fixture.dialog), "clients.write", NULL);
  ui_fixture_wait (ui_fixture_find (GTK_WIDGET (fixture.dialog), UI_TYPE_CLIENT_BATCH_PAGE) !=
                   NULL);
  GtkWidget *page = ui_fixture_find (GTK_WIDGET (fixture.dialog), UI_TYPE_CLIENT_BATCH_PAGE);
  GtkWidget *write = GTK_WIDGET (
      gtk_widget_get_template_child (page, UI_TYPE_CLIENT_BATCH_PAGE, "write"));
  ui_fixture_wait (gtk_widget_is_sensitive (write));
  ui_fixture_assert_named (GTK_WIDGET (fixture.dialog));
  /* It fits the narrowest window. */
  int minimum;
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  gtk_widget_activate_action (page, "batch.write", NULL);
  ui_fixture_wait (ui_fixture_find_label (fixture.overlay, "2 files changed. Restart the "
                                                           "applications to apply.") != NULL);
  g_assert_null (fixture.dialog);
  const char *const paths[] = { desktop, fixture.path };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = read_text (paths[i]);
      n += strstr (text, "\"everything\"") != NULL;
    }
  g_assert_cmpuint (n, ==, 2);
  undo_change (&fixture);
  ui_fixture_wait (ui_fixture_find_label (fixture.overlay, "Change undone") != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = read_text (paths[i]);
      g_assert_cmpstr (text, ==, before);
    }
  tear_down (&fixture);
}

/* Whether the list of the history says @text in its first row. */
static gboolean
begins_with (GtkWidget *page, const char *text)
{
  GtkListBox *list = GTK_LIST_BOX (
      gtk_widget_get_template_child (page, UI_TYPE_CLIENT_HISTORY_PAGE, "list"));
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, 0);

  return row != NULL && strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), text) != NULL;
}

/* What was written is listed as soon as it is, and says what became of it; a row takes it back. */
static void
test_history (void)
{
  const char      *before = "{\"mcpServers\": {}}";
  Fixture          fixture;
  g_autofree char *journal = g_build_filename (g_get_user_state_dir (), "spyglass", "clients",
                                               "journal.json", NULL);

  g_unlink (journal);
  set_up (&fixture, "everything", before);
  GtkWindow *window = ui_client_history_page_present (fixture.overlay);
  GtkWidget *page = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_CLIENT_HISTORY_PAGE);
  GtkWidget *empty = GTK_WIDGET (
      gtk_widget_get_template_child (page, UI_TYPE_CLIENT_HISTORY_PAGE, "empty"));

  ui_fixture_wait (gtk_widget_get_visible (empty));
  ui_fixture_assert_named (GTK_WIDGET (window));
  show (&fixture, "Cursor");
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "client.write", NULL);
  ui_fixture_wait (begins_with (page, "Cursor · added"));
  g_assert_false (gtk_widget_get_visible (empty));
  g_assert_true (begins_with (page, "The file is unchanged since."));
  ui_fixture_assert_named (GTK_WIDGET (window));
  int minimum;
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);

  GtkListBox *list = GTK_LIST_BOX (
      gtk_widget_get_template_child (page, UI_TYPE_CLIENT_HISTORY_PAGE, "list"));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget  *opened = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) one = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (one) == window)
        opened = GTK_WIDGET (one);
    }
  g_assert_nonnull (opened);
  fixture.page = UI_CLIENT_PAGE (ui_fixture_find (opened, UI_TYPE_CLIENT_PAGE));
  g_object_get (fixture.page, "change", &fixture.change, NULL);
  g_object_unref (fixture.change); /* the page keeps it */
  ui_fixture_wait (is_settled (&fixture));
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  ui_fixture_assert_named (opened);
  write_change (&fixture, "Change undone. Start Cursor to apply.");
  g_autofree char *text = read_text (fixture.path);
  g_assert_cmpstr (text, ==, before);
  ui_fixture_wait (begins_with (page, "undone"));
  ui_fixture_finish_drawing ();
  gtk_window_destroy (window);
  tear_down (&fixture);
}

/* A file with a comment, which the application does not take, is put right by a button. */
static void
test_fix (void)
{
  Fixture fixture;

  set_up (&fixture, "everything", "{\n  // mine\n  \"mcpServers\": {},\n}\n");
  show (&fixture, "Cursor");
  g_assert_false (can (&fixture, "write", GTK_TYPE_BUTTON));
  act (&fixture, "client.repair");
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  write_change (&fixture, "File fixed. Start Cursor to apply.");
  g_autofree char *text = read_text (fixture.path);
  g_assert_cmpstr (text, ==, "{\n  \"mcpServers\": {}\n}\n");
  /* It was to the whole file, and is taken back from the history. */
  g_autoptr (GError) error = NULL;
  g_autoptr (AppClientHistoryItem) item = app_client_history_find (0, &error);
  g_autoptr (AppClientChange) change = app_client_history_item_undo (item, &error);
  g_assert_no_error (error);
  GtkWindow *window = ui_client_window_present (fixture.overlay, "a", "b",
                                                ui_client_page_new (change), FALSE);
  fixture.page = UI_CLIENT_PAGE (ui_fixture_find (GTK_WIDGET (window), UI_TYPE_CLIENT_PAGE));
  fixture.change = change;
  ui_fixture_wait (is_settled (&fixture));
  ui_fixture_assert_named (GTK_WIDGET (window));
  write_change (&fixture, "Change undone. Start Cursor to apply.");
  g_autofree char *broken = read_text (fixture.path);
  g_assert_nonnull (strstr (broken, "// mine"));
  tear_down (&fixture);
}

/* Why an application cannot use an entry is said where it is mended, with what was meant. */
static void
test_invalid (void)
{
  Fixture fixture;

  set_up (&fixture, "everything",
          "{\n  \"mcpServers\": {\n    \"everything\": {\"comand\": \"sh\"}\n  }\n}\n");
  ui_fixture_wait (app_client_target_find (get_target (&fixture, "Cursor"), fixture.profile, NULL) ==
                   APP_CLIENT_PRESENCE_INVALID);
  show (&fixture, "Cursor");
  GtkWidget  *notes = ui_fixture_find (GTK_WIDGET (fixture.page), UI_TYPE_NOTE_LIST);
  GtkWidget  *row = ui_fixture_find (notes, ADW_TYPE_ACTION_ROW);
  const char *text = adw_action_row_get_subtitle (ADW_ACTION_ROW (row));
  g_assert_nonnull (strstr (text, "Line 3, column "));
  g_assert_nonnull (strstr (text, "Did you mean “command” instead of “comand”?"));
  write_change (&fixture, "Saved. Start Cursor to apply.");
  g_autofree char *mended = read_text (fixture.path);
  g_assert_nonnull (strstr (mended, "\"command\""));
  g_assert_null (strstr (mended, "comand"));
  tear_down (&fixture);
}

/* What the file says in another way is up to date, until a person wants something else. */
static void
test_up_to_date (void)
{
  Fixture fixture;

  set_up (&fixture, "everything",
          "{\"mcpServers\": {\"everything\": {\"command\": \"sh\", \"args\": [\"-c\", \"cat\"]}}}");
  ui_fixture_wait (app_client_target_find (get_target (&fixture, "Cursor"), fixture.profile, NULL) ==
                   APP_CLIENT_PRESENCE_EQUAL);
  show (&fixture, "Cursor");
  g_assert_false (can (&fixture, "write", GTK_TYPE_BUTTON));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.page), "The file is up to date."));
  g_object_set (fixture.change, "entry-name", "other", NULL);
  ui_fixture_wait (is_settled (&fixture));
  g_assert_true (can (&fixture, "write", GTK_TYPE_BUTTON));
  tear_down (&fixture);
}

/* Where no application is, the page says so, and what can be done. */
static void
test_no_application (void)
{
  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  g_autofree char *home = g_dir_make_tmp ("spyglass-home-XXXXXX", NULL);
  g_autoptr (AppClientList) clients = app_client_list_new (home);
  g_autoptr (StoreProfile) profile = store_profile_new ("ours");

  g_object_set (profile, "command", "true", NULL);
  ui_fixture_add (workspace, profile);
  GtkWidget *page = ui_clients_page_new (workspace, clients);
  GtkWindow *window = ui_fixture_show (page, 360, 500);
  ui_fixture_wait (app_client_list_get_n_absent (clients) > 0);
  if (g_list_model_get_n_items (app_client_list_get_found (clients)) > 0)
    g_test_skip ("this computer has an application outside of the home");
  else
    {
      ui_fixture_wait (ui_fixture_find_label (page, "No Applications Found") != NULL);
      g_assert_nonnull (ui_fixture_find_label (page, "Choose a File…"));
      ui_fixture_assert_named (GTK_WIDGET (window));
    }
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
  g_rmdir (home);
}

/* Another server at the same URL, by another account, is a row of its own, and stays. */
static void
test_same_url (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppClientList) clients = NULL;
  g_autoptr (StoreProfile) profile = store_profile_new ("work-proxy");
  g_autofree char *path = dup_cursor_path ();

  write_text (path, "{\"mcpServers\": {\"sentry\": {\"url\": \"http://127.0.0.1:9/mcp\", "
                    "\"headers\": {\"Authorization\": \"Bearer t\"}}}}");
  g_object_set (profile, "url", "http://127.0.0.1:9/mcp", "transport", STORE_TRANSPORT_HTTP, NULL);
  ui_fixture_add (workspace, profile);
  clients = app_client_list_new (NULL);
  GtkWidget *page = ui_clients_page_new (workspace, clients);
  GtkWindow *window = ui_fixture_show (page, 900, 500);

  ui_fixture_wait (find_tooltip (page, "work-proxy in Cursor: absent"));
  g_assert_nonnull (ui_fixture_find_label (page, "sentry"));
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

/* Twenty-six columns and a long name leave the names in place, and every cell says what it is. */
static void
test_many (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppClientList) clients = app_client_list_new (NULL);
  g_autoptr (StoreProfile) profile =
      store_profile_new ("A server with a very long name that nobody could ever have room for");
  g_autofree char *cursor = dup_cursor_path ();

  write_text (cursor, "{}");
  g_object_set (profile, "command", "true", NULL);
  ui_fixture_add (workspace, profile);
  for (guint i = 0; i < APP_CLIENT_LIST_MAX_FILES; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/file-%u.json", g_get_home_dir (), i);
      app_client_list_add_file (clients, "json", path, "mcpServers");
    }
  GtkWidget *page = ui_clients_page_new (workspace, clients);
  GtkWindow *window = ui_fixture_show (page, 900, 500);

  ui_fixture_wait (g_list_model_get_n_items (app_client_list_get_found (clients)) >
                   APP_CLIENT_LIST_MAX_FILES);
  ui_fixture_wait (ui_fixture_find (page, UI_TYPE_CLIENT_CELL) != NULL);
  ui_fixture_assert_named (GTK_WIDGET (window));
  int minimum;
  gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 620);
  /* Columns follow the list, all at once. */
  g_autoptr (AppClientTarget) last = g_list_model_get_item (
      app_client_list_get_found (clients),
      g_list_model_get_n_items (app_client_list_get_found (clients)) - 1);
  app_client_list_remove_file (clients, last);
  g_clear_object (&last);
  ui_fixture_wait (ui_fixture_find_label (page, "file-7.json") == NULL);
  g_assert_nonnull (ui_fixture_find_label (page, "file-6.json"));
  ui_fixture_assert_ends (window, page);
  ui_fixture_close (workspace);
}

/* Closed in the middle of everything, nothing is held and nothing is half done. */
static void
test_close_early (void)
{
  for (guint i = 0; i < 4; i++)
    {
      Fixture fixture;

      set_up (&fixture, "everything", "{\"mcpServers\": {}}");
      ui_clients_dialog_show_target (fixture.dialog, get_target (&fixture, "Cursor"));
      if (i > 0)
        {
          show (&fixture, "Cursor");
          g_object_set (fixture.change, "full-path", FALSE, NULL);
        }
      if (i > 1)
        ui_fixture_wait (is_settled (&fixture));
      if (i > 2)
        gtk_widget_activate_action (GTK_WIDGET (fixture.page), "client.write", NULL);
      ui_fixture_assert_ends (GTK_WINDOW (fixture.dialog), GTK_WIDGET (fixture.dialog));
      ui_fixture_close (fixture.workspace);
      g_autofree char *text = read_text (fixture.path);
      g_assert_true (g_str_equal (text, "{\"mcpServers\": {}}") ||
                     strstr (text, "\"everything\"") != NULL);
      g_free (fixture.path);
    }
}

void
add_clients_tests (void)
{
  g_test_add_func ("/clients/list", test_list);
  g_test_add_func ("/clients/write", test_write);
  g_test_add_func ("/clients/diff", test_diff);
  g_test_add_func ("/clients/remove", test_remove);
  g_test_add_func ("/clients/broken", test_broken);
  g_test_add_func ("/clients/changed-meanwhile", test_changed_meanwhile);
  g_test_add_func ("/clients/hostile", test_hostile);
  g_test_add_func ("/clients/page", test_page);
  g_test_add_func ("/clients/union", test_union);
  g_test_add_func ("/clients/several", test_several);
  g_test_add_func ("/clients/history", test_history);
  g_test_add_func ("/clients/fix", test_fix);
  g_test_add_func ("/clients/invalid", test_invalid);
  g_test_add_func ("/clients/up-to-date", test_up_to_date);
  g_test_add_func ("/clients/no-application", test_no_application);
  g_test_add_func ("/clients/same-url", test_same_url);
  g_test_add_func ("/clients/many", test_many);
  g_test_add_func ("/clients/close-early", test_close_early);
}
