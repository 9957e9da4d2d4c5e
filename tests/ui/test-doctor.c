/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The doctor in its dialog: at a server that is well, at one that is not, stopped, closed. */

#include "ui-tests.h"
#include "ui-fixture.h"
#include "app-profile-draft.h"
#include "ui-doctor-dialog.h"
#include "ui-doctor-row.h"
#include "find-session.h"
#include "spyglass-config.h"

#include <string.h>

static void
count_rows (GtkWidget *widget, gpointer data)
{
  guint *n = data;

  *n += UI_IS_DOCTOR_ROW (widget) ? 1 : 0;
}

static UiDoctorDialog *
open_dialog (AppWorkspace *workspace, AppSession *session)
{
  UiDoctorDialog *dialog = ui_doctor_dialog_new (NULL, workspace, session);

  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  return dialog;
}

static gboolean
has_button (UiDoctorDialog *dialog, const char *label)
{
  GtkWidget *button = ui_fixture_find (GTK_WIDGET (dialog), GTK_TYPE_BUTTON);

  return button != NULL && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0;
}

static void
test_well (void)
{
  AppWorkspace   *workspace = ui_fixture_new_workspace ();
  AppSession     *session = ui_fixture_add_demo (workspace, "demo");
  UiDoctorDialog *dialog = open_dialog (workspace, session);
  guint           n = 0;

  ui_fixture_wait (
      ui_fixture_find_label (
          GTK_WIDGET (dialog),
          "Everything works: 2026-07-28 (stateless), Spyglass Demo Server " SPYGLASS_VERSION) !=
      NULL);
  ui_fixture_walk (GTK_WIDGET (dialog), count_rows, &n);
  g_assert_cmpuint (n, ==, 6);
  ui_fixture_assert_named (GTK_WIDGET (dialog));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.copy", NULL));
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  ui_fixture_close (workspace);
}

static AppSession *
add_script (AppWorkspace *workspace, const char *script)
{
  g_autoptr (AppProfileDraft) draft = app_profile_draft_new (workspace, NULL);
  StoreProfile     *profile = app_profile_draft_get_profile (draft);
  const char *const arguments[] = { "-c", script, NULL };

  g_object_set (profile, "name", "script", "command", "/bin/sh", "arguments", arguments, NULL);
  app_profile_draft_save_async (draft, NULL, NULL, NULL);
  ui_fixture_wait (find_session (workspace, "script") != NULL);
  return find_session (workspace, "script");
}

/* The row where it ends opens by itself and shows what the program said, as plain text. */
static void
test_fails (void)
{
  AppWorkspace   *workspace = ui_fixture_new_workspace ();
  AppSession     *session = add_script (workspace, "echo '<b>KEY & co' >&2; exit 3");
  UiDoctorDialog *dialog = open_dialog (workspace, session);

  ui_fixture_wait (has_button (dialog, "_Try Again"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "exit status 3\n<b>KEY & co"));
  /* Once more, from the beginning */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.toggle", NULL));
  g_assert_true (has_button (dialog, "_Stop"));
  ui_fixture_wait (has_button (dialog, "_Try Again"));
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  ui_fixture_close (workspace);
}

static void
test_stopped (void)
{
  AppWorkspace   *workspace = ui_fixture_new_workspace ();
  AppSession     *session = add_script (workspace, "exec sleep 60");
  UiDoctorDialog *dialog = open_dialog (workspace, session);

  g_assert_true (has_button (dialog, "_Stop"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.toggle", NULL);
  ui_fixture_wait (ui_fixture_find_label (GTK_WIDGET (dialog), "Stopped before the cause was found.") !=
                   NULL);
  /* Closing it while it runs ends it too. */
  gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.toggle", NULL);
  ui_fixture_finish_drawing ();
  ui_fixture_assert_ends (GTK_WINDOW (dialog), GTK_WIDGET (dialog));
  ui_fixture_close (workspace);
}

void
add_doctor_tests (void)
{
  g_test_add_func ("/ui/doctor/well", test_well);
  g_test_add_func ("/ui/doctor/fails", test_fails);
  g_test_add_func ("/ui/doctor/stopped", test_stopped);
}
