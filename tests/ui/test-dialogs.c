/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adding, editing and importing servers as a person does it in the dialogs. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "ui-argument-list.h"
#include "ui-import-dialog.h"
#include "ui-object-text.h"
#include "ui-server-dialog.h"
#include "find-session.h"

#include <string.h>

static void
visit_named_entry (GtkWidget *widget, gpointer data)
{
  GtkWidget **found = data;

  if (*found == NULL && ADW_IS_ENTRY_ROW (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), "Name"))
    *found = widget;
}

typedef struct
{
  guint         n;
  StoreProfile *profile;
  gboolean      added;
} Saved;

static void
on_saved (UiServerDialog *dialog, StoreProfile *profile, gboolean added, Saved *saved)
{
  saved->n++;
  g_set_object (&saved->profile, profile);
  saved->added = added;
}

static UiServerDialog *
open_dialog (AppProfileDraft *draft, Saved *saved)
{
  UiServerDialog *dialog = ui_server_dialog_new (NULL, draft);

  g_signal_connect (dialog, "saved", G_CALLBACK (on_saved), saved);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  return dialog;
}

static GtkWidget *
target_of (UiServerDialog *dialog)
{
  return ui_fixture_find (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW);
}

static void
save (UiServerDialog *dialog, Saved *saved)
{
  guint before = saved->n;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.save", NULL));
  ui_fixture_wait (saved->n > before);
}

static void
test_add_typed (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  Saved           saved = { 0 };
  UiServerDialog *dialog = open_dialog (draft, &saved);

  gtk_editable_set_text (GTK_EDITABLE (target_of (dialog)), "/bin/echo 'two words' three");
  StoreProfile *profile = app_profile_draft_get_profile (draft);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->command, ==, "/bin/echo");
  g_assert_cmpstr (store_profile_get_endpoint (profile)->arguments[0], ==, "two words");
  g_assert_cmpint (store_profile_get_decisions (profile)->origin, ==, STORE_ORIGIN_TYPED);

  /* The name that the person gives stays while the command goes on changing. */
  GtkWidget *name = NULL;
  ui_fixture_walk (GTK_WIDGET (dialog), visit_named_entry, &name);
  gtk_editable_set_text (GTK_EDITABLE (name), "Mine & <b>");
  gtk_editable_set_text (GTK_EDITABLE (target_of (dialog)), "/bin/echo 'two words' four");
  g_assert_cmpstr (store_profile_get_name (profile), ==, "Mine & <b>");
  save (dialog, &saved);
  g_assert_true (saved.added);
  g_assert_cmpstr (store_profile_get_endpoint (saved.profile)->arguments[1], ==, "four");
  g_assert_nonnull (find_session (workspace, "Mine & <b>"));
  g_clear_object (&saved.profile);
  g_clear_object (&draft);
  ui_fixture_close (workspace);
}

/* Return in the address adds; a second server of one host gets a name of its own. */
static void
test_add_twice (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  Saved         saved = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
      UiServerDialog *dialog = open_dialog (draft, &saved);
      GtkWidget      *target = target_of (dialog);

      gtk_editable_set_text (GTK_EDITABLE (target), "http://127.0.0.1:18084/mcp");
      g_signal_emit_by_name (gtk_editable_get_delegate (GTK_EDITABLE (target)), "activate");
      ui_fixture_wait (saved.n > i);
      g_assert_cmpstr (store_profile_get_name (saved.profile), ==,
                       i == 0 ? "127.0.0.1:18084" : "127.0.0.1:18084 2");
      g_clear_object (&saved.profile);
    }
  ui_fixture_close (workspace);
}

static void
test_edit (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  AppSession   *session = ui_fixture_add_demo (workspace, "demo");
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new (workspace, app_session_get_profile (session));
  Saved           saved = { 0 };
  UiServerDialog *dialog = open_dialog (draft, &saved);
  GtkWidget      *list = ui_fixture_find (GTK_WIDGET (dialog), UI_TYPE_ARGUMENT_LIST);
  const char     *arguments[] = { "--a b", "", "'", NULL };

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (target_of (dialog))), ==,
                   g_getenv ("SPYGLASS_DEMO"));
  g_object_set (list, "items", arguments, NULL);
  g_object_notify (G_OBJECT (list), "items");
  /* The line that stands for the arguments reads back as the same. */
  StoreProfile    *profile = app_profile_draft_get_profile (draft);
  g_autofree char *line =
      g_strdup (gtk_editable_get_text (GTK_EDITABLE (target_of (dialog))));
  gtk_editable_set_text (GTK_EDITABLE (target_of (dialog)), "x");
  gtk_editable_set_text (GTK_EDITABLE (target_of (dialog)), line);
  g_assert_true (g_strv_equal (store_profile_get_endpoint (profile)->arguments, arguments));
  save (dialog, &saved);
  g_assert_false (saved.added);
  g_assert_true (g_strv_equal (store_profile_get_endpoint (saved.profile)->arguments, arguments));
  g_clear_object (&saved.profile);
  g_clear_object (&draft);
  ui_fixture_close (workspace);
}

static void
test_paste (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  Saved           saved = { 0 };
  UiServerDialog *dialog = open_dialog (draft, &saved);

  app_profile_draft_allow_fallback (draft, FALSE);
  ui_fixture_paste (GTK_EDITABLE (target_of (dialog)),
                    "{\"mcpServers\":{\"gh\":{\"command\":\"/bin/true\","
                    "\"args\":[\"-i\"],\"env\":{\"GITHUB_TOKEN\":\"ghp_secret\","
                    "\"LOG\":\"1\"}}}}");
  GtkEditable *target = GTK_EDITABLE (target_of (dialog));
  ui_fixture_wait (g_str_equal (gtk_editable_get_text (target), "/bin/true -i"));
  GType      type = g_type_from_name ("UiVariableRow");
  GtkWidget *row = ui_fixture_find (GTK_WIDGET (dialog), type);
  GObject   *name = gtk_widget_get_template_child (row, type, "name");
  GObject   *secret = gtk_widget_get_template_child (row, type, "secret");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "GITHUB_TOKEN");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (secret)));
  save (dialog, &saved);
  g_assert_true (store_profile_needs_confirmation (saved.profile));
  const StoreVariables *environment = store_profile_get_endpoint (saved.profile)->environment;
  guint                 index;
  g_assert_true (store_variables_find (environment, "GITHUB_TOKEN", &index));
  g_assert_nonnull (store_variables_get_secret (environment, index));
  g_assert_cmpstr (store_variables_lookup (environment, "LOG"), ==, "1");
  g_clear_object (&saved.profile);
  g_clear_object (&draft);
  ui_fixture_close (workspace);
}

static void
test_cannot_save (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  Saved           saved = { 0 };
  UiServerDialog *dialog = open_dialog (draft, &saved);

  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.save", NULL);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (saved.n, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (workspace)), ==, 0);
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  g_clear_object (&draft);
  ui_fixture_close (workspace);
  g_assert_cmpuint (saved.n, ==, 0);
}

typedef struct
{
  const char *title;
  GtkWidget  *row;
} Search;

static void
visit_titled_row (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (search->row == NULL && ADW_IS_PREFERENCES_ROW (widget) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), search->title) == 0)
    search->row = widget;
}

static GtkWidget *
find_row (UiServerDialog *dialog, const char *title)
{
  Search search = { title, NULL };

  ui_fixture_walk (GTK_WIDGET (dialog), visit_titled_row, &search);
  g_assert_nonnull (search.row);
  return search.row;
}

static void
visit_text (GtkWidget *widget, gpointer data)
{
  if (UI_IS_OBJECT_TEXT (widget))
    g_ptr_array_add (data, widget);
}

static GtkWidget *
find_text (UiServerDialog *dialog, guint index)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  ui_fixture_walk (GTK_WIDGET (dialog), visit_text, found);
  g_assert_cmpuint (found->len, >, index);
  return ui_fixture_find (found->pdata[index], GTK_TYPE_TEXT_VIEW);
}

static void
type (GtkWidget *view, const char *text)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

/* Only what fits the transport is there; it is kept, and open when it says something. */
static void
test_advanced (void)
{
  AppWorkspace *workspace = ui_fixture_new_workspace ();
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  g_autoptr (AppProfileDraft) again = NULL;
  Saved           saved = { 0 };
  UiServerDialog *dialog = open_dialog (draft, &saved);
  StoreProfile   *profile = app_profile_draft_get_profile (draft);
  GtkEditable    *target = GTK_EDITABLE (target_of (dialog));
  GtkWidget      *revealer = gtk_widget_get_ancestor (find_row (dialog, "Protocol era"), GTK_TYPE_REVEALER);

  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  adw_action_row_activate (ADW_ACTION_ROW (find_row (dialog, "Advanced")));
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  ui_fixture_assert_named (GTK_WIDGET (dialog));

  gtk_editable_set_text (target, "unix:/run/x.sock");
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_UNIX);
  g_assert_false (
      gtk_widget_get_mapped (find_row (dialog, "Proxy: http://…, socks5://…, or none")));
  gtk_editable_set_text (target, "wss://example.com/mcp");
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_WEBSOCKET);
  g_assert_false (gtk_widget_get_visible (find_row (dialog, "Transport")));
  gtk_editable_set_text (target, "https://example.com/mcp");
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_AUTO);
  g_assert_true (gtk_widget_get_visible (find_row (dialog, "Transport")));

  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (dialog, "Transport")), 2);
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_SSE);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (dialog, "Protocol era")), STORE_ERA_LEGACY);
  gtk_editable_set_text (GTK_EDITABLE (find_row (dialog, "Protocol version")), "2024-11-05");
  gtk_editable_set_text (GTK_EDITABLE (find_row (dialog, "Proxy: http://…, socks5://…, or none")),
                         "none");
  /* What is no object cannot be saved, and says so. */
  GtkWidget *extensions = find_text (dialog, 0);
  GtkWidget *meta = find_text (dialog, 1);
  type (extensions, "{\"com.example/x\": {\"a\": 1.10}}");
  type (meta, "[1]");
  ui_fixture_finish_drawing ();
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.save", NULL);
  ui_fixture_finish_drawing ();
  g_assert_cmpuint (saved.n, ==, 0);
  type (meta, "{\"com.example/trace\": \"7\"}");
  save (dialog, &saved);
  g_assert_cmpstr (store_variables_lookup (
                       store_profile_get_conversation (saved.profile)->extensions, "com.example/x"),
                   ==, "{\"a\":1.10}");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_conversation (saved.profile)->meta,
                                           "com.example/trace"),
                   ==, "\"7\"");
  g_assert_cmpint (store_profile_get_endpoint (saved.profile)->transport, ==, STORE_TRANSPORT_SSE);
  g_assert_cmpint (store_profile_get_conversation (saved.profile)->era, ==, STORE_ERA_LEGACY);
  g_assert_cmpstr (store_profile_get_conversation (saved.profile)->protocol_version, ==,
                   "2024-11-05");
  g_assert_cmpstr (store_profile_get_network (saved.profile)->proxy, ==, "none");
  g_assert_true (store_profile_get_conversation (saved.profile)->listen);

  again = app_profile_draft_new (workspace, saved.profile);
  dialog = open_dialog (again, &saved);
  revealer = gtk_widget_get_ancestor (find_row (dialog, "Protocol era"), GTK_TYPE_REVEALER);
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)));
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (find_row (dialog, "Transport"))), ==,
                    2);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_clear_object (&saved.profile);
  g_clear_object (&again);
  g_clear_object (&draft);
  ui_fixture_close (workspace);
}

static void
on_imported (UiImportDialog *dialog, guint count, guint *imported)
{
  *imported = count;
}

static void
test_import (void)
{
  AppWorkspace    *workspace = ui_fixture_new_workspace ();
  g_autofree char *home = g_dir_make_tmp ("spyglass-home-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (home, ".cursor", NULL);
  g_autofree char *path = g_build_filename (folder, "mcp.json", NULL);
  guint            imported = 0;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (
      path, "{\"mcpServers\":{\"a <b>\":{\"command\":\"/bin/true\"},\"c\":{\"url\":"
            "\"http://127.0.0.1:9/\"}}}",
      -1, NULL));
  UiImportDialog *dialog = ui_import_dialog_new (NULL, workspace, home);
  g_signal_connect (dialog, "imported", G_CALLBACK (on_imported), &imported);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (dialog), "a <b>") != NULL);
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.import", NULL));
  ui_fixture_wait (imported == 2);
  AppSession *session = find_session (workspace, "a <b>");
  g_assert_nonnull (session);
  g_assert_true (store_profile_needs_confirmation (app_session_get_profile (session)));
  g_assert_cmpint (remove (path), ==, 0);
  remove (folder);
  remove (home);
  ui_fixture_close (workspace);
}

void
add_dialogs_tests (void)
{
  g_test_add_func ("/ui/dialogs/add-typed", test_add_typed);
  g_test_add_func ("/ui/dialogs/edit", test_edit);
  g_test_add_func ("/ui/dialogs/add-twice", test_add_twice);
  g_test_add_func ("/ui/dialogs/paste", test_paste);
  g_test_add_func ("/ui/dialogs/cannot-save", test_cannot_save);
  g_test_add_func ("/ui/dialogs/advanced", test_advanced);
  g_test_add_func ("/ui/dialogs/import", test_import);
}
