/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a new feature of a session takes: this class; a row of the table in the workspace (here
 * app_session_add_feature()); a line of the build. The session and the call know nothing of it. */

#include <string.h>

#include "app-session-feature.h"
#include "app-tests.h"
#include "workspace-fixture.h"
#include "find-session.h"

/* Greets whoever calls the tool "echo", and forbids the tool "add". */
#define TEST_TYPE_GREETER (test_greeter_get_type ())
G_DECLARE_FINAL_TYPE (TestGreeter, test_greeter, TEST, GREETER, GObject)

struct _TestGreeter
{
  GObject parent_instance;

  GString *story; /* what it was told, in order */
};

static void test_greeter_feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestGreeter,
                               test_greeter,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE,
                                                      test_greeter_feature_init))

static void
test_greeter_finalize (GObject *object)
{
  g_string_free (TEST_GREETER (object)->story, TRUE);
  G_OBJECT_CLASS (test_greeter_parent_class)->finalize (object);
}

static void
test_greeter_class_init (TestGreeterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_greeter_finalize;
}

static void
test_greeter_init (TestGreeter *self)
{
  self->story = g_string_new (NULL);
}

static void
note (AppSessionFeature *feature, const char *word)
{
  g_string_append_printf (TEST_GREETER (feature)->story, "%s ", word);
}

static void
on_attach (AppSessionFeature *feature, AppSession *session)
{
  note (feature, "attach");
}

static void
on_opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  note (feature, "opening");
}

static void
on_opened (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  note (feature, "opened");
}

static gboolean
on_closed (AppSessionFeature *feature,
           AppSession        *session,
           McpClient         *client,
           const GError      *error)
{
  note (feature, "closed");
  return FALSE;
}

static void
on_listed (AppSessionFeature *feature, AppSession *session, McpDefinitionKind kind)
{
  if (kind == MCP_DEFINITION_TOOL)
    note (feature, "listed");
}

static AppAdmission
on_admit (AppSessionFeature *feature, AppSession *session, AppCall *call, const char **reason)
{
  note (feature, "admit");
  *reason = "It is not polite to count.";
  return g_str_equal (app_call_get_target (call), "add") ? APP_ADMIT_REFUSE : APP_ADMIT_ALLOW;
}

static gboolean
on_prepare (AppSessionFeature *feature,
            AppSession        *session,
            AppCall           *call,
            AppCallRequest    *request,
            GError           **error)
{
  static const char hello[] = "{\"message\":\"hello\"}";

  note (feature, "prepare");
  return app_call_request_take_arguments (request, g_strdup (hello), error);
}

static void
on_ended (AppSessionFeature *feature, AppSession *session, AppCall *call)
{
  note (feature, "ended");
}

static void
test_greeter_feature_init (AppSessionFeatureInterface *iface)
{
  iface->attach = on_attach;
  iface->opening = on_opening;
  iface->opened = on_opened;
  iface->closed = on_closed;
  iface->listed = on_listed;
  iface->admit = on_admit;
  iface->prepare = on_prepare;
  iface->ended = on_ended;
}

static void
wait_for_state (AppSession *session, AppSessionState state)
{
  WAIT_UNTIL (app_session_get_state (session) == state);
}

static AppCall *
run (AppSession *session, const char *tool)
{
  g_autoptr (GAsyncResult) result = NULL;
  AppCall *call = app_session_new_call (session, APP_CALL_TOOL, tool, NULL);

  app_call_run_async (call, NULL, workspace_fixture_take_result, &result);
  WAIT_UNTIL (result != NULL);
  return call;
}

static void
test_toy (void)
{
  g_autofree char *servers =
      g_strdup_printf ("servers:\n  one:\n    command: '%s'\n", g_getenv ("SPYGLASS_DEMO"));
  char         *folder = workspace_fixture_make_folder ();
  AppWorkspace *workspace = workspace_fixture_open (folder, servers);
  AppSession   *session = find_session (workspace, "one");
  g_autoptr (TestGreeter) greeter = g_object_new (TEST_TYPE_GREETER, NULL);
  g_autoptr (AppCall) greeted = NULL;
  g_autoptr (AppCall) refused = NULL;

  g_object_set (app_workspace_get_settings (workspace), "approval", "auto", NULL);
  app_session_add_feature (session, APP_SESSION_FEATURE (greeter));
  g_assert_true (app_session_get_feature (session, TEST_TYPE_GREETER) == greeter);
  app_session_connect_async (session, NULL, NULL, NULL);
  wait_for_state (session, APP_SESSION_READY);
  WAIT_UNTIL (strstr (greeter->story->str, "listed") != NULL);
  g_assert_cmpstr (greeter->story->str, ==, "attach opening opened listed ");

  g_string_truncate (greeter->story, 0);
  greeted = run (session, "echo");
  g_assert_cmpint (app_call_get_state (greeted), ==, APP_CALL_DONE);
  g_assert_cmpstr (app_call_get_sent_arguments (greeted), ==, "{\"message\":\"hello\"}");
  g_assert_cmpstr (greeter->story->str, ==, "admit prepare ended ");

  g_string_truncate (greeter->story, 0);
  refused = run (session, "add");
  g_assert_cmpint (app_call_get_state (refused), ==, APP_CALL_FAILED);
  g_assert_cmpstr (greeter->story->str, ==, "admit ended ");

  g_string_truncate (greeter->story, 0);
  app_session_disconnect_async (session, NULL, NULL, NULL);
  wait_for_state (session, APP_SESSION_IDLE);
  g_assert_cmpstr (greeter->story->str, ==, "closed ");
  g_clear_object (&greeted);
  g_clear_object (&refused);
  workspace_fixture_close (workspace);
  workspace_fixture_remove_folder (folder);
}

void
add_feature_tests (void)
{
  g_test_add_func ("/app/feature/toy", test_toy);
}
