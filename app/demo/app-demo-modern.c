/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-modern.h"

#include "app-demo-methods.h"
#include "app-demo-session.h"

#include <string.h>

/* Methods that no earlier revision has. */
static const char *const modern_methods[] = { "server/discover", "subscriptions/listen",
                                              "tasks/update", NULL };

/* Results that say how long they may be kept. */
static const char *const cacheable_methods[] = { "server/discover",
                                                 "tools/list",
                                                 "prompts/list",
                                                 "resources/list",
                                                 "resources/templates/list",
                                                 "resources/read",
                                                 NULL };

gboolean
app_demo_modern_claims (McpJsonValue message)
{
  McpJsonValue     meta = mcp_json_value_get_member (mcp_json_value_get_member (message, "params"),
                                                     "_meta");
  g_autofree char *method = mcp_json_value_dup_member_string (message, "method");

  return mcp_json_value_exists (mcp_json_value_get_member (meta, APP_DEMO_META_VERSION)) ||
         (method != NULL && g_strv_contains (modern_methods, method));
}

guint
app_demo_modern_get_status (int code)
{
  switch (code)
    {
    case APP_DEMO_METHOD_NOT_FOUND:
      return 404;
    case APP_DEMO_INVALID_REQUEST:
    case APP_DEMO_HEADER_MISMATCH:
    case APP_DEMO_MISSING_CAPABILITY:
    case APP_DEMO_UNSUPPORTED_VERSION:
      return 400;
    default:
      return 200;
    }
}

static void
refuse_params (AppDemoRequest *request, const char *text)
{
  request->channel->status = 400;
  app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
}

static void
refuse_version (AppDemoRequest *request, McpJsonValue version)
{
  g_autofree char *requested = mcp_json_value_dup_text (version);
  g_autofree char *data = g_strdup_printf ("{\"supported\":" APP_DEMO_MODERN_SUPPORTED
                                           ",\"requested\":%s}",
                                           requested != NULL ? requested : "null");

  app_demo_request_fail (request, APP_DEMO_UNSUPPORTED_VERSION,
                         "Unsupported protocol version. This server speaks " APP_DEMO_MODERN_VERSION
                         ".",
                         data);
}

/* An old client at a server that knows this era only: it should learn why. */
static gboolean
refuses_initialize (AppDemoRequest *request)
{
  McpJsonValue version = mcp_json_value_get_member (request->params,
                                                    "protocolVersion");

  if (strcmp (request->method, "initialize") != 0 ||
      mcp_json_value_exists (app_demo_request_get_meta (request, APP_DEMO_META_VERSION)))
    return FALSE;

  refuse_version (request, version);
  return TRUE;
}

gboolean
app_demo_modern_admit (AppDemoRequest *request)
{
  McpJsonValue     params = request->params;
  McpJsonValue     version = app_demo_request_get_meta (request, APP_DEMO_META_VERSION);
  McpJsonValue     capabilities = app_demo_request_get_meta (request, APP_DEMO_META_CAPABILITIES);
  McpJsonValue     level = app_demo_request_get_meta (request, APP_DEMO_META_LOG_LEVEL);
  McpJsonValue     responses = mcp_json_value_get_member (params, "inputResponses");
  McpJsonValue     state = mcp_json_value_get_member (params, "requestState");
  g_autofree char *level_name = mcp_json_value_dup_string (level, NULL);

  if (refuses_initialize (request))
    return FALSE;
  if (mcp_json_value_get_kind (version) != MCP_JSON_STRING)
    refuse_params (request, "_meta must hold " APP_DEMO_META_VERSION);
  else if (!mcp_json_value_string_equals (version, APP_DEMO_MODERN_VERSION))
    refuse_version (request, version);
  else if (mcp_json_value_get_kind (capabilities) != MCP_JSON_OBJECT)
    refuse_params (request, "_meta must hold " APP_DEMO_META_CAPABILITIES);
  else if (mcp_json_value_exists (level) && app_demo_session_find_log_level (level_name) < 0)
    refuse_params (request, "Unknown log level");
  else if (mcp_json_value_exists (responses) &&
           mcp_json_value_get_kind (responses) != MCP_JSON_OBJECT)
    refuse_params (request, "inputResponses must be an object");
  else if (mcp_json_value_exists (state) && mcp_json_value_get_kind (state) != MCP_JSON_STRING)
    refuse_params (request, "requestState must be a string");
  else
    return TRUE;
  return FALSE;
}

void
app_demo_modern_refuse_capability (AppDemoRequest *request, const char *capabilities)
{
  g_autofree char *data = g_strdup_printf ("{\"requiredCapabilities\":%s}", capabilities);
  g_autofree char *text = g_strdup_printf ("The client must declare the capabilities %s",
                                           capabilities);

  app_demo_request_fail (request, APP_DEMO_MISSING_CAPABILITY, text, data);
}

gboolean
app_demo_modern_wants_log (AppDemoRequest *request, const char *level)
{
  McpJsonValue     wanted = app_demo_request_get_meta (request, APP_DEMO_META_LOG_LEVEL);
  g_autofree char *name = mcp_json_value_dup_string (wanted, NULL);

  return name != NULL &&
         app_demo_session_find_log_level (level) >= app_demo_session_find_log_level (name);
}

static void
write_cache_hints (AppDemoRequest *request, GString *text)
{
  const AppDemoOptions *options = request->server->options;
  McpJsonValue          params = request->params;
  const char           *method = request->method;
  gboolean              retried = mcp_json_value_exists (
                                      mcp_json_value_get_member (params, "inputResponses")) ||
                     mcp_json_value_exists (mcp_json_value_get_member (params, "requestState"));

  if (g_strv_contains (cacheable_methods, method))
    g_string_append_printf (text, "\"ttlMs\":%d,\"cacheScope\":\"%s\",",
                            retried ? 0 : options->ttl,
                            strcmp (method, "resources/read") == 0 ? "private" : "public");
}

GBytes *
app_demo_modern_frame (AppDemoRequest *request,
                       GBytes         *answer,
                       const char     *result_type,
                       const char     *meta)
{
  g_autofree char *id = mcp_json_value_dup_text (request->id);
  g_autofree char *head = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{", id);
  gsize            size;
  const char      *data = g_bytes_get_data (answer, &size);

  if (size < strlen (head) || memcmp (data, head, strlen (head)) != 0)
    return g_bytes_ref (answer);

  g_autofree char *info = app_demo_methods_dup_server_info (
      request->server,
      strcmp (request->method, "server/discover") == 0);
  GString *text = g_string_sized_new (size + strlen (info) + 200);
  g_string_append (text, head);
  g_string_append_printf (text, "\"resultType\":\"%s\",",
                          result_type != NULL ? result_type : "complete");
  if (result_type == NULL)
    write_cache_hints (request, text);
  g_string_append_printf (text, "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":%s%s%s}", info,
                          meta != NULL ? "," : "", meta != NULL ? meta : "");
  if (data[strlen (head)] != '}')
    g_string_append_c (text, ',');
  g_string_append_len (text, data + strlen (head), size - strlen (head));
  return g_string_free_to_bytes (text);
}
