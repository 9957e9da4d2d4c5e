/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a resource for a form: what is put in, what is refused, and what is said then. */

#include "app-tests.h"
#include "app-resource-text.h"
#include "workspace-fixture.h"
#include "find-session.h"

#include <string.h>

typedef struct
{
  char            *folder;
  AppWorkspace    *workspace;
  AppSession      *session;
  AppResourceText *texts;
  GAsyncResult    *result;
} Fixture;

static McpDefinition *
dup_definition (McpDefinitionKind kind)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text ("{\"name\":\"x\",\"uri\":\"c://x\",\"uriTemplate\":\"c://{x}\","
                                    "\"inputSchema\":{\"type\":\"object\"}}",
                                    -1, NULL);

  return mcp_definition_new (kind, mcp_json_document_get_root (document));
}

static AppResourceText *
new_texts (AppSession *session, McpDefinitionKind kind)
{
  g_autoptr (McpDefinition) definition = dup_definition (kind);

  return app_resource_text_new (session, definition);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *script =
      data != NULL ? g_test_build_filename (G_TEST_DIST, "servers", (const char *)data, NULL) : NULL;
  const char      *command = data != NULL ? "python3" : g_getenv ("SPYGLASS_DEMO");
  g_autofree char *servers = g_strdup_printf ("servers:\n  one:\n    command: '%s'\n    args: [%s]\n", command,
                                              script != NULL ? script : "");
  self->folder = workspace_fixture_make_folder ();
  self->workspace = workspace_fixture_open (self->folder, servers);
  self->session = g_object_ref (find_session (self->workspace, "one"));
  self->texts = new_texts (self->session, MCP_DEFINITION_PROMPT);
  g_assert_false (app_resource_text_is_offered (self->texts));
  app_session_connect_async (self->session, NULL, NULL, NULL);
  WAIT_UNTIL (app_resource_text_is_offered (self->texts));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->texts);
  g_object_unref (self->session);
  workspace_fixture_close (self->workspace);
  workspace_fixture_remove_folder (self->folder);
}

static char *
read_text (Fixture *self, const char *uri, AppProblem **problem)
{
  char *text;

  app_resource_text_read_async (self->texts, uri, NULL, workspace_fixture_take_result,
                                &self->result);
  WAIT_UNTIL (self->result != NULL);
  text = app_resource_text_read_finish (self->texts, self->result, problem);
  g_clear_object (&self->result);
  return text;
}

static void
assert_text (Fixture *self, const char *uri, const char *expected)
{
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *text = read_text (self, uri, &problem);

  g_assert_null (problem);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_refused (Fixture *self, const char *uri, const char *what, const char *advice)
{
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *text = read_text (self, uri, &problem);

  g_assert_null (text);
  g_assert_nonnull (problem);
  if (strstr (app_problem_get_what (problem), what) == NULL)
    g_error ("%s: \"%s\" does not say: %s", uri, app_problem_get_what (problem), what);
  if (strstr (app_problem_get_advice (problem), advice) == NULL)
    g_error ("%s: \"%s\" does not say: %s", uri, app_problem_get_advice (problem), advice);
}

/* The demo server's own. */
static void
test_demo (Fixture *self, gconstpointer data)
{
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *guide = read_text (self, "product://guide", &problem);

  g_assert_null (problem);
  g_assert_true (g_str_has_prefix (guide, "# "));
  assert_refused (self, "product://picture", "binary", "text resource");
  assert_refused (self, "product://nowhere", "The server refused", "choose another");
}

static void
test_contents (Fixture *self, gconstpointer data)
{
  assert_text (self, "c://several", "one\ntwö\n\n\nfour");
  assert_text (self, "c://blank", "");
  assert_refused (self, "c://mixed", "binary", "text resource");
  assert_refused (self, "c://blob", "binary", "text resource");
  assert_refused (self, "c://empty", "no contents", "another resource");
  assert_refused (self, "c://none", "not text", "another resource");
  assert_refused (self, "c://nul", "NUL", "text resource");
  assert_refused (self, "c://gone", "Resource not found", "Refresh the list");
}

static void
test_limit (Fixture *self, gconstpointer data)
{
  g_autoptr (AppProblem) problem = NULL;
  g_autofree char *full = read_text (self, "c://full", &problem);

  g_assert_null (problem);
  g_assert_cmpuint (strlen (full), ==, APP_RESOURCE_TEXT_MAX_BYTES);
  assert_refused (self, "c://large", "too large", "the part that is needed");
  assert_refused (self, "c://together", "too large", "the part that is needed");
}

/* Nobody is told of what was cancelled, and the server's next answer is its own. */
static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AppProblem) problem = NULL;

  app_resource_text_read_async (self->texts, "c://silent", cancellable,
                                workspace_fixture_take_result, &self->result);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (self->result);
  g_cancellable_cancel (cancellable);
  WAIT_UNTIL (self->result != NULL);
  g_assert_null (app_resource_text_read_finish (self->texts, self->result, &problem));
  g_assert_null (problem);
  g_clear_object (&self->result);
  assert_text (self, "c://several", "one\ntwö\n\n\nfour");
}

static void
test_disconnected (Fixture *self, gconstpointer data)
{
  app_session_disconnect_async (self->session, NULL, workspace_fixture_take_result, &self->result);
  WAIT_UNTIL (self->result != NULL);
  g_clear_object (&self->result);
  g_assert_false (app_resource_text_is_offered (self->texts));
  assert_refused (self, "c://several", "not connected", "Connect");
}

/* Variables of a URI are no place for texts. */
static void
test_kinds (Fixture *self, gconstpointer data)
{
  g_autoptr (AppResourceText) tool = new_texts (self->session, MCP_DEFINITION_TOOL);

  g_assert_nonnull (tool);
  g_assert_null (new_texts (self->session, MCP_DEFINITION_RESOURCE_TEMPLATE));
  g_assert_null (new_texts (self->session, MCP_DEFINITION_RESOURCE));
}

static void
add (const char *path, const char *server, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, server, set_up, test, tear_down);
}

void
add_resource_text_tests (void)
{
  add ("/resource-text/demo", NULL, test_demo);
  add ("/resource-text/contents", "contents-server.py", test_contents);
  add ("/resource-text/limit", "contents-server.py", test_limit);
  add ("/resource-text/cancelled", "contents-server.py", test_cancelled);
  add ("/resource-text/disconnected", "contents-server.py", test_disconnected);
  add ("/resource-text/kinds", NULL, test_kinds);
}
