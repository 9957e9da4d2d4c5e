/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-headers.h"

#include "app-demo-modern.h"
#include "app-demo-registry.h"
#include "app-demo-session.h"

#include <string.h>

#define BASE64_HEAD "=?base64?"
#define BASE64_TAIL "?="

/* Methods whose Mcp-Name is required, and the parameter that it repeats. */
static const struct
{
  const char *method;
  const char *parameter;
} named[] = {
  { "tools/call", "name" },
  { "prompts/get", "name" },
  { "resources/read", "uri" },
  { "tasks/get", "taskId" },
  { "tasks/update", "taskId" },
  { "tasks/cancel", "taskId" },
};

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

gboolean
app_demo_headers_are_modern (const AppDemoOptions *options,
                             SoupServerMessage    *message,
                             McpJsonValue          root)
{
  const char *version = get_header (message, "MCP-Protocol-Version");

  if (options->era != APP_DEMO_ERA_DUAL)
    return options->era == APP_DEMO_ERA_MODERN;
  return app_demo_modern_claims (root) || g_strcmp0 (version, APP_DEMO_MODERN_VERSION) == 0;
}

/* Base64 as it is written without any freedom: the standard alphabet, padded. */
static char *
decode_base64 (const char *text, gsize length)
{
  g_autofree char   *base64 = g_strndup (text, length);
  gsize              size;
  g_autofree guchar *data = g_base64_decode (base64, &size);
  g_autofree char   *again = g_base64_encode (data, size);

  if (strcmp (again, base64) != 0 || !g_utf8_validate ((const char *)data, size, NULL))
    return NULL;
  return g_strndup ((const char *)data, size);
}

/* Returns: (transfer full) (nullable): what a header stands for; NULL where that is not valid */
static char *
decode (const char *value)
{
  gsize length = strlen (value);

  if (!g_str_has_prefix (value, BASE64_HEAD) || !g_str_has_suffix (value, BASE64_TAIL) ||
      length < strlen (BASE64_HEAD) + strlen (BASE64_TAIL))
    return g_strdup (value);
  return decode_base64 (value + strlen (BASE64_HEAD),
                        length - strlen (BASE64_HEAD) - strlen (BASE64_TAIL));
}

static char *
check_header (SoupServerMessage *message, const char *name, const char *expected)
{
  const char      *value = get_header (message, name);
  g_autofree char *decoded = value != NULL ? decode (value) : NULL;

  if (value == NULL)
    return g_strdup_printf ("Header mismatch: %s is missing", name);
  if (decoded == NULL)
    return g_strdup_printf ("Header mismatch: %s is not Base64 of UTF-8", name);
  if (strcmp (decoded, expected) != 0)
    return g_strdup_printf ("Header mismatch: %s is “%s”, the message has “%s”", name, decoded,
                            expected);
  return NULL;
}

static char *
check_name (SoupServerMessage *message, const char *method, McpJsonValue params)
{
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      g_autofree char *expected = NULL;

      if (strcmp (named[i].method, method) != 0)
        continue;
      expected = mcp_json_value_dup_member_string (params, named[i].parameter);
      return expected != NULL ? check_header (message, "Mcp-Name", expected) : NULL;
    }
  return NULL;
}

/* How an argument is written in a header; NULL for what has no header. */
static char *
write_argument (McpJsonValue value)
{
  gint64 number;

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_BOOLEAN:
      return g_strdup (mcp_json_value_get_boolean (value, FALSE) ? "true" : "false");
    case MCP_JSON_NUMBER:
      if (mcp_json_value_get_int64 (value, &number))
        return g_strdup_printf ("%" G_GINT64_FORMAT, number);
      return NULL;
    default:
      return NULL;
    }
}

static char *
check_property (SoupServerMessage *message, McpJsonValue property, McpJsonValue value)
{
  g_autofree char *annotation = mcp_json_value_dup_member_string (property, "x-mcp-header");
  g_autofree char *name = NULL;
  g_autofree char *expected = NULL;

  if (annotation == NULL)
    return NULL;

  name = g_strconcat ("Mcp-Param-", annotation, NULL);
  expected = write_argument (value);
  if (expected != NULL)
    return check_header (message, name, expected);
  if (get_header (message, name) != NULL)
    return g_strdup_printf ("Header mismatch: the message has no argument for %s", name);
  return NULL;
}

static char *
check_arguments (SoupServerMessage *message, McpJsonValue schema, McpJsonValue arguments)
{
  McpJsonValue name, property;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &property))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     value = mcp_json_value_get_member (arguments, key);
      char            *problem = check_property (message, property, value);

      if (problem == NULL)
        problem = check_arguments (message, property, value);
      if (problem != NULL)
        return problem;
    }
  return NULL;
}

char *
app_demo_headers_check (AppDemoServer *server, SoupServerMessage *message, McpJsonValue root)
{
  McpJsonValue       params = mcp_json_value_get_member (root, "params");
  McpJsonValue       meta = mcp_json_value_get_member (params, "_meta");
  g_autofree char   *version = mcp_json_value_dup_member_string (meta, APP_DEMO_META_VERSION);
  g_autofree char   *method = mcp_json_value_dup_member_string (root, "method");
  g_autofree char   *tool = mcp_json_value_dup_member_string (params, "name");
  AppDemoRegistry   *registry = app_demo_server_get_registry (server);
  const AppDemoItem *item = NULL;
  char              *problem = NULL;

  if (version != NULL)
    problem = check_header (message, "MCP-Protocol-Version", version);
  /* Another revision may have other headers: it is refused for being another one. */
  if (problem != NULL || (version != NULL && strcmp (version, APP_DEMO_MODERN_VERSION) != 0))
    return problem;

  problem = check_header (message, "Mcp-Method", method);
  if (problem == NULL)
    problem = check_name (message, method, params);
  if (problem == NULL && strcmp (method, "tools/call") == 0 && tool != NULL)
    item = app_demo_registry_find (app_demo_registry_get_tools (registry), tool);
  if (item != NULL)
    problem = check_arguments (message,
                               mcp_json_value_get_member (item->definition, "inputSchema"),
                               mcp_json_value_get_member (params, "arguments"));
  return problem;
}
