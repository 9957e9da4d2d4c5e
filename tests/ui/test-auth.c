/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Signing in from the page of a server, and the steps of it in their window, against a server and
 * an authorization server in this process. */

#include "auth-fixture.h"
#include "ui-accessible-tree.h"
#include "ui-auth-finding-card.h"
#include "ui-auth-waiting.h"
#include "ui-auth-window.h"
#include "ui-fixture.h"
#include "ui-problem-view.h"
#include "ui-result-view.h"
#include "ui-server-page.h"
#include "ui-sign-in-row.h"
#include "ui-sign-in-view.h"
#include "ui-signed-in-page.h"
#include "ui-tests.h"

#include <string.h>

typedef struct
{
  AuthFixture     *server;
  AppWorkspace    *workspace;
  AppSession      *session;
  AppAuthDebugger *debugger;
} Scene;

static void
open_scene (Scene *scene, AuthFixtureOddities oddities)
{
  scene->server = auth_fixture_new (oddities);
  scene->workspace = ui_fixture_new_workspace ();
  scene->session = auth_fixture_add (scene->server, scene->workspace);
  scene->debugger = app_session_get_feature (scene->session, APP_TYPE_AUTH_DEBUGGER);
  g_assert_nonnull (scene->debugger);
}

static void
close_scene (Scene *scene)
{
  ui_fixture_close (scene->workspace);
  auth_fixture_free (scene->server);
}

static gboolean
is_running (Scene *scene)
{
  gboolean running;

  g_object_get (scene->debugger, "running", &running, NULL);
  return running;
}

static guint
get_next (Scene *scene)
{
  guint next;

  g_object_get (scene->debugger, "next", &next, NULL);
  return next;
}

static gboolean
is_waiting (Scene *scene)
{
  g_autofree char *url = NULL;

  g_object_get (scene->debugger, "browser-url", &url, NULL);
  return url != NULL;
}

static gboolean
is_signed_in (Scene *scene)
{
  gboolean signed_in;

  g_object_get (scene->debugger, "signed-in", &signed_in, NULL);
  return signed_in;
}

/* The page of the server */

static GtkWindow *
show_page (Scene *scene, GtkWidget **page)
{
  *page = ui_server_page_new (scene->workspace, scene->session);
  return ui_fixture_show (*page, 800, 640);
}

static void
refuse (Scene *scene)
{
  app_session_connect_async (scene->session, NULL, NULL, NULL);
  ui_fixture_wait (app_session_get_state (scene->session) == APP_SESSION_AUTHORIZATION_REQUIRED);
}

static void
test_sign_in (void)
{
  Scene      scene;
  GtkWidget *page;
  GtkWindow *window;
  GtkWidget *view;

  open_scene (&scene, AUTH_FIXTURE_FINE);
  auth_fixture_be_browser (scene.server, scene.session);
  window = show_page (&scene, &page);
  refuse (&scene);
  view = ui_fixture_find (page, UI_TYPE_SIGN_IN_VIEW);
  g_assert_nonnull (view);
  g_assert_nonnull (ui_fixture_find_label (view, "files:read"));
  ui_fixture_assert_named (page);
  g_assert_true (gtk_widget_activate_action (view, "sign-in.begin", NULL));
  ui_fixture_wait (app_session_get_state (scene.session) == APP_SESSION_READY);
  g_assert_cmpuint (auth_fixture_get_n_tokens (scene.server), ==, 1);
  ui_fixture_wait (is_signed_in (&scene));
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

/* The address is brought by hand: one that is not ours is refused, and waited for still. */
static void
test_paste (void)
{
  Scene            scene;
  GtkWidget       *page;
  GtkWindow       *window;
  GtkWidget       *view, *entry;
  g_autofree char *url = NULL;
  g_autofree char *callback = NULL;

  open_scene (&scene, AUTH_FIXTURE_FINE);
  window = show_page (&scene, &page);
  refuse (&scene);
  view = ui_fixture_find (page, UI_TYPE_SIGN_IN_VIEW);
  gtk_widget_activate_action (view, "sign-in.begin", NULL);
  ui_fixture_wait (is_waiting (&scene));
  ui_fixture_finish_drawing ();
  ui_fixture_assert_named (page);
  g_object_get (scene.debugger, "browser-url", &url, NULL);
  callback = auth_fixture_dup_callback (scene.server, url);
  entry = ui_fixture_find (view, GTK_TYPE_ENTRY);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "http://127.0.0.1/callback?code=x&state=y");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_true (is_waiting (&scene));
  gtk_editable_set_text (GTK_EDITABLE (entry), callback);
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_signal_emit_by_name (entry, "activate");
  ui_fixture_wait (app_session_get_state (scene.session) == APP_SESSION_READY);
  /* The code does not stay in the entry. */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  ui_fixture_wait (!is_running (&scene));
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

static void
test_cancelled (void)
{
  Scene      scene;
  GtkWidget *page;
  GtkWindow *window;
  GtkWidget *view;

  open_scene (&scene, AUTH_FIXTURE_FINE);
  window = show_page (&scene, &page);
  refuse (&scene);
  view = ui_fixture_find (page, UI_TYPE_SIGN_IN_VIEW);
  gtk_widget_activate_action (view, "sign-in.begin", NULL);
  ui_fixture_wait (is_waiting (&scene));
  ui_fixture_click (ui_fixture_find (view, UI_TYPE_AUTH_WAITING), "Cancel");
  ui_fixture_wait (!is_running (&scene));
  g_assert_false (is_waiting (&scene));
  g_assert_cmpuint (auth_fixture_get_n_tokens (scene.server), ==, 0);
  g_assert_cmpint (app_session_get_state (scene.session), ==, APP_SESSION_AUTHORIZATION_REQUIRED);
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = ui_fixture_find_label (widget, label);

  g_assert_nonnull (found);
  return gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON);
}

static void
test_denied (void)
{
  Scene      scene;
  GtkWidget *page;
  GtkWindow *window;
  GtkWidget *view;

  open_scene (&scene, AUTH_FIXTURE_DENIES);
  auth_fixture_be_browser (scene.server, scene.session);
  window = show_page (&scene, &page);
  refuse (&scene);
  view = ui_fixture_find (page, UI_TYPE_SIGN_IN_VIEW);
  gtk_widget_activate_action (view, "sign-in.begin", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_STEP_CALLBACK && !is_running (&scene));
  g_assert_nonnull (ui_fixture_find_label (view, "Sign In Again…"));
  /* Who declined may think better of it. */
  g_assert_true (gtk_widget_has_css_class (find_button (view, "Sign In Again…"),
                                           "suggested-action"));
  g_assert_false (gtk_widget_has_css_class (find_button (view, "Show Steps"), "suggested-action"));
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

/* What no second try can mend: the finding stands there with its rule, and the steps are suggested. */
static void
test_finding (void)
{
  Scene      scene;
  GtkWidget *page;
  GtkWindow *window;
  GtkWidget *view;
  GtkWidget *card;

  open_scene (&scene, AUTH_FIXTURE_ISSUER_SLASH);
  window = show_page (&scene, &page);
  refuse (&scene);
  view = ui_fixture_find (page, UI_TYPE_SIGN_IN_VIEW);
  gtk_widget_activate_action (view, "sign-in.begin", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_STEP_SERVER && !is_running (&scene));
  ui_fixture_finish_drawing ();
  card = ui_fixture_find (view, UI_TYPE_AUTH_FINDING_CARD);
  g_assert_nonnull (card);
  g_assert_nonnull (ui_fixture_find_label (card, "Blocking · Authorization server"));
  g_assert_nonnull (ui_fixture_find_label (card, "RFC 8414 §3.3: issuer must be identical to the "
                                                 "identifier that the document was asked by"));
  g_assert_false (gtk_widget_get_visible (ui_fixture_find (view, UI_TYPE_PROBLEM_VIEW)));
  g_assert_true (gtk_widget_has_css_class (find_button (view, "Show Steps"), "suggested-action"));
  g_assert_false (gtk_widget_has_css_class (find_button (view, "Sign In Again…"),
                                            "suggested-action"));
  g_assert_false (gtk_widget_get_visible (find_button (view, "Reconnect")));
  ui_fixture_assert_named (page);
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

/* How one is signed in, and what is missing */

static void
on_result (GObject *object, GAsyncResult *result, gpointer data)
{
  app_call_run_finish (APP_CALL (object), result, NULL);
}

static void
run_call (GtkWidget *view, AppCall *call)
{
  ui_result_view_set_call (UI_RESULT_VIEW (view), call);
  app_call_run_async (call, NULL, on_result, NULL);
}

/* The card of a call that needs more has the way to it; then the call goes on by itself. */
static void
test_access (void)
{
  Scene      scene;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *group = g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", "Connection", NULL);
  GtkWidget *view = g_object_new (UI_TYPE_RESULT_VIEW, NULL);
  GtkWidget *row;
  GtkWindow *window;
  g_autoptr (AppCall) call = NULL;

  open_scene (&scene, AUTH_FIXTURE_STEP_UP);
  auth_fixture_be_browser (scene.server, scene.session);
  row = ui_sign_in_row_new (scene.session);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  gtk_box_append (GTK_BOX (box), group);
  gtk_box_append (GTK_BOX (box), view);
  window = ui_fixture_show (box, 800, 640);
  g_signal_connect (view, "retry", G_CALLBACK (run_call), NULL);
  g_assert_false (gtk_widget_get_visible (row));
  app_auth_debugger_run (scene.debugger);
  ui_fixture_wait (is_signed_in (&scene) && !is_running (&scene));
  ui_fixture_connect (scene.session);
  g_assert_nonnull (ui_fixture_find_label (row, "Signed in · files:read · expires in 60 min"));
  ui_fixture_assert_named (row);

  call = app_session_new_call (scene.session, APP_CALL_TOOL, "write", "{}");
  run_call (view, call);
  ui_fixture_wait (app_call_get_state (call) == APP_CALL_FAILED);
  g_assert_nonnull (
      ui_fixture_find_label (row, "Additional permission required: files:write"));
  ui_fixture_assert_named (box);
  ui_fixture_click (view, "Request Access…");
  ui_fixture_wait (ui_fixture_get_call (view) != call &&
                   app_call_get_state (ui_fixture_get_call (view)) == APP_CALL_DONE);
  g_assert_false (gtk_widget_get_visible (ui_fixture_find (view, UI_TYPE_PROBLEM_VIEW)));
  g_assert_cmpuint (auth_fixture_get_n_tokens (scene.server), ==, 2);
  g_assert_nonnull (
      ui_fixture_find_label (row, "Signed in · files:read files:write · expires in 60 min"));
  ui_fixture_wait (!is_running (&scene));
  ui_fixture_click (row, "Sign Out");
  ui_fixture_wait (!is_signed_in (&scene) && !is_running (&scene));
  g_assert_false (gtk_widget_get_visible (row));
  ui_fixture_assert_ends (window, box);
  close_scene (&scene);
}

/* The window of the steps */

static UiAuthWindow *
open_window (Scene *scene)
{
  UiAuthWindow *window = ui_auth_window_present (NULL, scene->session);

  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_fixture_wait (!is_running (scene));
  return window;
}

/* A screen reader says what a row shows. */
static void
check_row (GtkWidget *widget, gpointer data)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (parent == NULL || !GTK_IS_LIST_VIEW (parent))
    return;
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  ++*(guint *)data;
}

static void
test_steps (void)
{
  Scene         scene;
  UiAuthWindow *window;
  guint         n_rows = 0;

  ui_accessible_tree_mend ();
  open_scene (&scene, AUTH_FIXTURE_FINE);
  auth_fixture_be_browser (scene.server, scene.session);
  window = open_window (&scene);
  g_assert_true (ui_auth_window_present (NULL, scene.session) == window);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      g_assert_cmpuint (get_next (&scene), ==, i);
      gtk_widget_activate_action (GTK_WIDGET (window), "auth.step", NULL);
      ui_fixture_wait (get_next (&scene) == i + 1 && !is_running (&scene));
    }
  g_assert_true (is_signed_in (&scene));
  ui_fixture_assert_named (GTK_WIDGET (window));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window), "Done"));
  ui_fixture_walk (GTK_WIDGET (window), check_row, &n_rows);
  g_assert_cmpuint (n_rows, ==, MCP_AUTH_N_STEPS);
  g_assert_null (ui_fixture_find_label (GTK_WIDGET (window), "Done, with issues"));
  /* Again from the client on; what was found before stays. */
  app_auth_debugger_restart (scene.debugger, MCP_AUTH_STEP_CLIENT);
  g_assert_cmpuint (get_next (&scene), ==, MCP_AUTH_STEP_CLIENT);
  gtk_widget_activate_action (GTK_WIDGET (window), "auth.toggle", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_N_STEPS && !is_running (&scene));
  g_assert_cmpuint (auth_fixture_get_n_tokens (scene.server), ==, 2);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  close_scene (&scene);
}

/* Nothing that can be copied or read has a secret in it, however it is spelled. */
static void
assert_no_secret (const char *text)
{
  static const char *const secrets[] = { AUTH_FIXTURE_CODE, "code-7f3a91-SECRET%2F%2B",
                                         "code-7f3a91-SECRET\\/+", AUTH_FIXTURE_TOKEN,
                                         AUTH_FIXTURE_REFRESH };

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (strstr (text, secrets[i]) != NULL)
      g_error ("%s is in: %s", secrets[i], text);
}

static void
check_label (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget))
    assert_no_secret (gtk_label_get_text (GTK_LABEL (widget)));
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
}

static void
check_long (GtkWidget *widget, gpointer data)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";

  if (strstr (text, "more characters; copying has them") != NULL)
    {
      g_assert_cmpint (g_utf8_strlen (text, -1), <, 8200);
      ++*(guint *)data;
    }
}

static void
test_masked (void)
{
  Scene              scene;
  UiAuthWindow      *window;
  GtkSelectionModel *rows;
  g_autofree char   *report = NULL;
  guint              n_long = 0;

  open_scene (&scene, AUTH_FIXTURE_FINE);
  auth_fixture_be_browser (scene.server, scene.session);
  window = open_window (&scene);
  gtk_widget_activate_action (GTK_WIDGET (window), "auth.toggle", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_N_STEPS && !is_running (&scene));
  report = app_auth_debugger_dup_report (scene.debugger, NULL);
  assert_no_secret (report);
  g_assert_nonnull (strstr (report, "/token"));
  g_assert_nonnull (strstr (report, "••••••"));
  rows = ui_fixture_get_rows (window);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      gtk_selection_model_select_item (rows, i, TRUE);
      ui_fixture_walk (GTK_WIDGET (window), check_label, NULL);
      ui_fixture_finish_drawing ();
      ui_fixture_walk (GTK_WIDGET (window), check_label, NULL);
      ui_fixture_walk (GTK_WIDGET (window), check_long, &n_long);
    }
  g_assert_cmpuint (n_long, ==, 0);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  close_scene (&scene);
}

/* What forbids to go on says whose fault it is; overridden, it goes on, and a chip says so. */
static void
test_override (void)
{
  Scene            scene;
  UiAuthWindow    *window;
  GtkWidget       *card, *button;
  g_autofree char *report = NULL;

  open_scene (&scene, AUTH_FIXTURE_ISSUER_SLASH);
  auth_fixture_be_browser (scene.server, scene.session);
  window = open_window (&scene);
  gtk_widget_activate_action (GTK_WIDGET (window), "auth.toggle", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_STEP_SERVER && !is_running (&scene));
  card = ui_fixture_find (GTK_WIDGET (window), UI_TYPE_AUTH_FINDING_CARD);
  g_assert_nonnull (card);
  g_assert_true (gtk_widget_activate_action (card, "auth.copy-step", NULL));
  report = app_auth_debugger_dup_report (scene.debugger, NULL);
  g_assert_nonnull (strstr (report, "RFC 8414"));
  ui_fixture_assert_named (GTK_WIDGET (window));
  button = ui_fixture_find (card, GTK_TYPE_SWITCH);
  g_assert_nonnull (button);
  gtk_switch_set_active (GTK_SWITCH (button), TRUE);
  g_assert_cmpstr (app_auth_debugger_get_setting (scene.debugger, MCP_AUTH_ACCEPT_ISSUER), ==,
                   "yes");
  ui_fixture_finish_drawing ();
  g_assert_nonnull (ui_fixture_find_named (GTK_WIDGET (window),
                                           "End override: Accept issuer mismatch"));
  gtk_widget_activate_action (GTK_WIDGET (window), "auth.toggle", NULL);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_N_STEPS && !is_running (&scene));
  /* Not kept, unless one says so */
  g_assert_cmpuint (store_variables_get_n_items (
                        store_profile_get_endpoint (app_session_get_profile (scene.session))->oauth),
                    ==, 0);
  g_object_set (scene.debugger, "remember", TRUE, NULL);
  ui_fixture_wait (g_strcmp0 (store_variables_lookup (store_profile_get_endpoint (
                                                          app_session_get_profile (scene.session))
                                                          ->oauth,
                                                      "accept-issuer"),
                              "yes") == 0);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  close_scene (&scene);
}

/* What stands where a document should be is shown as text; of a long one the beginning. */
static void
test_hostile (void)
{
  guint              n_long = 0;
  Scene              scene;
  UiAuthWindow      *window;
  GtkSelectionModel *rows;

  open_scene (&scene, AUTH_FIXTURE_HTML | AUTH_FIXTURE_LONG);
  auth_fixture_be_browser (scene.server, scene.session);
  window = open_window (&scene);
  gtk_widget_activate_action (GTK_WIDGET (window), "auth.toggle", NULL);
  ui_fixture_wait (get_next (&scene) > MCP_AUTH_STEP_CHALLENGE && !is_running (&scene));
  rows = ui_fixture_get_rows (window);
  for (guint i = 0; i < MCP_AUTH_N_STEPS; i++)
    {
      gtk_selection_model_select_item (rows, i, TRUE);
      ui_fixture_walk (GTK_WIDGET (window), check_label, NULL);
      ui_fixture_finish_drawing ();
      ui_fixture_walk (GTK_WIDGET (window), check_long, &n_long);
    }
  g_assert_cmpuint (n_long, >, 0);
  ui_fixture_assert_ends (GTK_WINDOW (window), GTK_WIDGET (window));
  close_scene (&scene);
}

/* The preferences */

static void
test_signed_in (void)
{
  Scene      scene;
  GtkWidget *page;
  GtkWindow *window;

  open_scene (&scene, AUTH_FIXTURE_FINE);
  store_secret_vault_set_fallback (app_workspace_get_vault (scene.workspace),
                                   STORE_VAULT_FALLBACK_FILE);
  auth_fixture_be_browser (scene.server, scene.session);
  page = g_object_new (UI_TYPE_SIGNED_IN_PAGE, NULL);
  ui_signed_in_page_set_workspace (UI_SIGNED_IN_PAGE (page), scene.workspace);
  window = ui_fixture_show (page, 620, 500);
  g_assert_nonnull (ui_fixture_find_label (page, "No Signed-In Servers"));
  app_auth_debugger_run (scene.debugger);
  ui_fixture_wait (get_next (&scene) == MCP_AUTH_N_STEPS && !is_running (&scene));
  ui_fixture_wait (ui_fixture_find_named (page, "Sign out of files") != NULL);
  ui_fixture_assert_named (page);
  ui_fixture_click (page, "Sign Out");
  ui_fixture_wait (ui_fixture_find_named (page, "Sign out of files") == NULL);
  ui_fixture_wait (!is_signed_in (&scene));
  g_assert_cmpuint (auth_fixture_get_n_revoked (scene.server), ==, 1);
  ui_fixture_assert_ends (window, page);
  close_scene (&scene);
}

void
add_auth_tests (void)
{
  g_test_add_func ("/ui/auth/sign-in", test_sign_in);
  g_test_add_func ("/ui/auth/paste", test_paste);
  g_test_add_func ("/ui/auth/cancelled", test_cancelled);
  g_test_add_func ("/ui/auth/denied", test_denied);
  g_test_add_func ("/ui/auth/finding", test_finding);
  g_test_add_func ("/ui/auth/access", test_access);
  g_test_add_func ("/ui/auth/steps", test_steps);
  g_test_add_func ("/ui/auth/masked", test_masked);
  g_test_add_func ("/ui/auth/override", test_override);
  g_test_add_func ("/ui/auth/hostile", test_hostile);
  g_test_add_func ("/ui/auth/signed-in", test_signed_in);
}
