/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a flow finds by what is known from an earlier sign-in. */

#include "mcp-tests.h"
#include "mcp-auth-flow.h"
#include "test-http-server.h"

#include <string.h>

#define CHALLENGE "Bearer error=\"insufficient_scope\", scope=\"%s\""

/* A resource that is its own authorization server. */
static void
handle (TestHttpServer *server, SoupServerMessage *message, gpointer data)
{
  const char      *path = g_uri_get_path (soup_server_message_get_uri (message));
  g_autofree char *text = NULL;

  if (strstr (path, "oauth-protected-resource") != NULL)
    text = g_strdup_printf ("{\"resource\":\"%s/mcp\",\"authorization_servers\":[\"%s\"]}",
                            server->base, server->base);
  else
    text = g_strdup_printf ("{\"issuer\":\"%s\",\"authorization_endpoint\":\"%s/authorize\","
                            "\"token_endpoint\":\"%s/token\","
                            "\"code_challenge_methods_supported\":[\"S256\"]}",
                            server->base, server->base, server->base);
  test_http_answer (message, 200, "application/json", text);
}

static McpAuthRecord *
make_known (TestHttpServer *server, const char *issuer, const char *granted)
{
  g_autofree char         *url = g_strconcat (server->base, "/mcp", NULL);
  const McpAuthRecordParts parts = {
    .server = url,
    .issuer = issuer != NULL ? issuer : server->base,
    .token_url = "https://a.example/token",
    .scopes_asked = granted,
    .scopes_granted = granted,
    .access_token = "token",
    .scheme = "Bearer",
    .life = -1,
  };

  return mcp_auth_record_new (&parts);
}

typedef struct
{
  gboolean done;
  gboolean ok;
} End;

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  End *end = data;

  end->ok = mcp_auth_flow_run_finish (MCP_AUTH_FLOW (source), result, NULL);
  end->done = TRUE;
}

/* A flow that a refusal of more rights begins, up to its scopes. Returns: (transfer full) */
static McpAuthFlow *
run_flow (TestHttpServer *server, McpAuthRecord *known, const char *demanded)
{
  g_autofree char *url = g_strconcat (server->base, "/mcp", NULL);
  g_autofree char *header = g_strdup_printf (CHALLENGE, demanded);
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  McpAuthFlow *flow;
  End          end = { FALSE, FALSE };

  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_ID, "me");
  flow = mcp_auth_flow_new (url, NULL, settings);
  mcp_auth_flow_set_known (flow, known);
  mcp_auth_flow_set_refusal (flow, 403, header);
  mcp_auth_flow_run_async (flow, MCP_AUTH_STEP_SCOPES, NULL, on_run, &end);
  while (!end.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (end.ok);
  return flow;
}

static McpAuthFinding *
find (McpAuthFlow *flow, McpAuthStepKind kind, const char *id)
{
  GListModel *findings = mcp_auth_step_get_findings (mcp_auth_flow_get_step (flow, kind));

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpAuthFinding) finding = g_list_model_get_item (findings, i);

      if (g_str_equal (mcp_auth_finding_get (finding)->id, id))
        return finding; /* the list holds it */
    }
  return NULL;
}

static void
test_loop (void)
{
  static const struct
  {
    const char *granted;
    const char *demanded;
    gboolean    loops;
  } rows[] = {
    { "read write", "write", TRUE },
    { "read write", "write read", TRUE },
    { "read write", "admin", FALSE },
    { "read write", "write admin", FALSE },
    { NULL, "write", FALSE },
  };
  g_autoptr (TestHttpServer) server = test_http_server_new ();

  server->handler = handle;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpAuthRecord) known = make_known (server, NULL, rows[i].granted);
      g_autoptr (McpAuthFlow) flow = run_flow (server, known, rows[i].demanded);
      McpAuthFinding *finding = find (flow, MCP_AUTH_STEP_SCOPES, "step-up-loop");

      g_assert_cmpint (finding != NULL, ==, rows[i].loops);
      if (finding != NULL)
        g_assert_cmpint (mcp_auth_finding_get (finding)->fault, ==, MCP_AUTH_FAULT_SERVER);
    }
}

static void
test_issuer_changed (void)
{
  g_autoptr (TestHttpServer) server = test_http_server_new ();
  g_autoptr (McpAuthRecord) same = make_known (server, NULL, "read");
  g_autoptr (McpAuthRecord) other = make_known (server, "https://a.example", "read");
  g_autoptr (McpAuthFlow) first = NULL;
  g_autoptr (McpAuthFlow) second = NULL;

  server->handler = handle;
  first = run_flow (server, same, "write");
  g_assert_null (find (first, MCP_AUTH_STEP_ISSUER, "issuer-changed"));
  second = run_flow (server, other, "write");
  g_assert_nonnull (find (second, MCP_AUTH_STEP_ISSUER, "issuer-changed"));
}

void
add_auth_flow_tests (void)
{
  g_test_add_func ("/mcp/auth-flow/loop", test_loop);
  g_test_add_func ("/mcp/auth-flow/issuer-changed", test_issuer_changed);
}
