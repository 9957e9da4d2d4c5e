/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "conformance-scenario.h"

#include "conformance-authorization.h"
#include "conformance-session.h"
#include "mcp-tool.h"
#include "mcp-pager.h"

/** @context: none where the suite gave none. Returns: %FALSE with @error */
typedef gboolean (*ScenarioFunc) (ConformanceSession *session, McpJsonValue context, GError **error);

static gboolean
list_only (ConformanceSession *session, McpJsonValue context, GError **error)
{
  g_autoptr (McpListing) tools = conformance_session_list (session, MCP_DEFINITION_TOOL, error);

  return tools != NULL;
}

static gboolean
call_numbers (ConformanceSession *session, McpJsonValue context, GError **error)
{
  return list_only (session, context, error) &&
         conformance_session_call (session, "add_numbers", "{\"a\":5,\"b\":3}", error);
}

static gboolean
call_defaults (ConformanceSession *session, McpJsonValue context, GError **error)
{
  return list_only (session, context, error) &&
         conformance_session_call (session, "test_client_elicitation_defaults", NULL, error);
}

static gboolean
call_reconnection (ConformanceSession *session, McpJsonValue context, GError **error)
{
  return list_only (session, context, error) &&
         conformance_session_call (session, "test_reconnection", NULL, error);
}

static gboolean
call_in_rounds (ConformanceSession *session, McpJsonValue context, GError **error)
{
  if (!list_only (session, context, error))
    return FALSE;
  session->between = "test_mrtr_unrelated";
  return conformance_session_call (session, "test_mrtr_echo_state", NULL, error) &&
         conformance_session_call (session, "test_mrtr_no_state", NULL, error) &&
         conformance_session_call (session, "test_mrtr_no_result_type", NULL, error);
}

/** Everything that the server lists is asked for once. */
static gboolean
use_everything (ConformanceSession *session, McpJsonValue context, GError **error)
{
  for (guint kind = 0; kind < MCP_N_DEFINITION_KINDS; kind++)
    {
      g_autoptr (McpListing) listing = NULL;
      GPtrArray *definitions;

      if (!mcp_client_offers (session->client, kind))
        continue;
      listing = conformance_session_list (session, kind, error);
      if (listing == NULL)
        return FALSE;
      definitions = listing->definitions;
      for (guint i = 0; i < definitions->len; i++)
        {
          const char *key = mcp_definition_get_key (definitions->pdata[i]);

          if ((kind == MCP_DEFINITION_TOOL &&
               !conformance_session_call (session, key, NULL, error)) ||
              (kind == MCP_DEFINITION_RESOURCE &&
               !conformance_session_read (session, key, error)) ||
              (kind == MCP_DEFINITION_PROMPT &&
               !conformance_session_get_prompt (session, key, error)))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
call_as_told (ConformanceSession *session, McpJsonValue context, GError **error)
{
  McpJsonIter  iter;
  McpJsonValue call;

  if (!list_only (session, context, error))
    return FALSE;
  mcp_json_iter_init (&iter, mcp_json_value_get_member (context, "toolCalls"));
  while (mcp_json_iter_next (&iter, NULL, &call))
    {
      g_autofree char *name = mcp_json_value_dup_member_string (call, "name");
      g_autofree char *arguments =
          mcp_json_value_dup_text (mcp_json_value_get_member (call, "arguments"));

      if (!conformance_session_call (session, name, arguments, error))
        return FALSE;
    }
  return TRUE;
}

/** Tries all of them: it is the client that keeps those back that must not be called. */
static gboolean
call_what_may_be (ConformanceSession *session, McpJsonValue context, GError **error)
{
  g_autoptr (McpListing) tools = conformance_session_list (session, MCP_DEFINITION_TOOL, error);
  GPtrArray *definitions;

  if (tools == NULL)
    return FALSE;
  definitions = tools->definitions;
  for (guint i = 0; i < definitions->len; i++)
    {
      g_autoptr (GError) reason = NULL;

      if (conformance_session_call (session, mcp_definition_get_key (definitions->pdata[i]),
                                    "{\"region\":\"us-west1\"}", &reason))
        continue;
      if (!g_error_matches (reason, MCP_ERROR, MCP_ERROR_EXCLUDED))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      g_print ("%s\n", reason->message);
    }
  return TRUE;
}

static gboolean
call_echo (ConformanceSession *session, McpJsonValue context, GError **error)
{
  g_autoptr (McpListing) tools = conformance_session_list (session, MCP_DEFINITION_TOOL, error);
  GPtrArray       *definitions;
  g_autofree char *arguments = NULL;

  if (tools == NULL)
    return FALSE;
  definitions = tools->definitions;
  for (guint i = 0; i < definitions->len; i++)
    if (g_str_equal (mcp_definition_get_key (definitions->pdata[i]), "json_schema_2020_12_tool"))
      {
        McpJsonValue     schema = mcp_tool_get_input_schema (definitions->pdata[i]);
        g_autofree char *text = mcp_json_value_dup_text (schema);

        arguments = g_strdup_printf ("{\"schema\":%s}", text);
      }
  return conformance_session_call (session, "json_schema_echo", arguments, error);
}

static gboolean
call_authorized (ConformanceSession *session, McpJsonValue context, GError **error)
{
  return list_only (session, context, error) &&
         conformance_session_call (session, "test-tool", "{}", error);
}

static const struct
{
  const char  *name;
  ScenarioFunc run;
} SCENARIOS[] = {
  { "initialize", list_only },
  { "tools_call", call_numbers },
  { "elicitation-sep1034-client-defaults", call_defaults },
  { "sse-retry", call_reconnection },
  { "request-metadata", list_only },
  { "sep-2322-client-request-state", call_in_rounds },
  { "http-standard-headers", use_everything },
  { "http-custom-headers", call_as_told },
  { "http-invalid-tool-headers", call_what_may_be },
  { "json-schema-ref-no-deref", list_only },
  { "json-schema-2020-12-preservation", call_echo },
};

static ScenarioFunc
find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (SCENARIOS); i++)
    if (g_str_equal (name, SCENARIOS[i].name))
      return SCENARIOS[i].run;
  return g_str_has_prefix (name, "auth/") ? call_authorized : NULL;
}

gboolean
conformance_scenario_is_known (const char *name)
{
  return find (name) != NULL;
}

gboolean
conformance_scenario_run (const char *name,
                          const char *url,
                          const char *version,
                          const char *context,
                          GError    **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpAuthAuthorizer) authorizer = NULL;
  ConformanceSession session = { NULL, NULL, NULL };
  McpJsonValue       root = MCP_JSON_NO_VALUE;
  gboolean           good;

  if (context != NULL)
    document = mcp_json_document_parse_text (context, -1, error);
  if (context != NULL && document == NULL)
    return FALSE;

  if (document != NULL)
    root = mcp_json_document_get_root (document);
  if (g_str_has_prefix (name, "auth/"))
    authorizer = conformance_authorization_new (name, url, root);
  if (authorizer != NULL)
    session.authorizer = MCP_HTTP_AUTHORIZER (authorizer);
  good = conformance_session_open (&session, url, version, error) &&
         find (name) (&session, root, error);
  conformance_session_close (&session);
  return good;
}
