/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "conformance-session.h"

#include "mcp-http-transport.h"
#include "mcp-pager.h"
#include "mcp-json-writer.h"
#include "mcp-modern-era.h"
#include "test-requests.h"

#include <string.h>

/* Waiting */

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **)user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/* What the server asks for */

static void
write_field (McpJsonWriter *writer, McpJsonValue name, McpJsonValue schema)
{
  McpJsonValue fallback = mcp_json_value_get_member (schema, "default");

  if (mcp_json_value_exists (fallback))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, fallback);
    }
  else if (mcp_json_value_string_equals (mcp_json_value_get_member (schema, "type"), "boolean"))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_add (writer, "true");
    }
}

static GBytes *
fill_form (McpElicitation *elicitation)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue schema = elicitation->schema;
  McpJsonIter  iter;
  McpJsonValue name, value;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "properties"));
  while (mcp_json_iter_next (&iter, &name, &value))
    write_field (writer, name, value);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish (writer);
}

static void
agree (McpInputRequest *request)
{
  McpElicitation *elicitation = mcp_input_request_get_details (request)->elicitation;
  g_autoptr (GBytes) content = fill_form (elicitation);
  g_autoptr (GError) error = NULL;

  if (!mcp_input_request_accept (request, content, &error))
    g_printerr ("Not accepted: %s\n", error->message);
}

static void
on_called_between (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (McpInputRequest) request = user_data;
  g_autoptr (McpResult) called = NULL;

  called = mcp_client_call_finish (MCP_CLIENT (source), result, NULL);
  agree (request);
}

static gboolean
on_input_request (McpInputGate *gate, McpInputRequest *request, ConformanceSession *self)
{
  if (mcp_input_request_get_details (request)->elicitation == NULL)
    return FALSE;
  if (self->between != NULL)
    test_call_tool_async (self->client, self->between, NULL, NULL, NULL, on_called_between,
                          g_object_ref (request));
  else
    agree (request);
  self->between = NULL;
  return TRUE;
}

/* Opening and closing */

gboolean
conformance_session_open (ConformanceSession *self,
                          const char         *url,
                          const char         *version,
                          GError            **error)
{
  g_autoptr (McpClientCapabilities) capabilities =
      mcp_client_capabilities_new (MCP_CLIENT_ELICITATION_FORM);
  g_autoptr (McpTransport) transport = mcp_http_transport_new (url, NULL);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_http_connection_set_authorizer (MCP_HTTP_CONNECTION (transport), self->authorizer);
  self->client = test_client_new (transport);
  mcp_client_set_implementation (self->client, "spyglass-conformance", "Spyglass", "0.1");
  mcp_client_set_capabilities (self->client, capabilities);
  g_signal_connect (test_client_gate (self->client), "request", G_CALLBACK (on_input_request), self);
  if (version == NULL || mcp_modern_era_speaks (version))
    {
      mcp_client_get_options (self->client)->era = MCP_ERA_CHOICE_AUTO;
    }
  else
    {
      mcp_client_get_options (self->client)->era = MCP_ERA_CHOICE_LEGACY;
      mcp_client_set_offered_version (self->client, version);
    }
  mcp_client_open_async (self->client, NULL, on_done, &result);
  return mcp_client_open_finish (self->client, wait_for (&result), error);
}

void
conformance_session_close (ConformanceSession *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_close_async (self->client, NULL, on_done, &result);
  mcp_client_close_finish (self->client, wait_for (&result), NULL);
  g_clear_object (&self->client);
}

/* Asking */

McpListing *
conformance_session_list (ConformanceSession *self, McpDefinitionKind kind, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_client_list_async (self->client, kind, NULL, NULL, NULL, NULL, on_done, &result);
  return mcp_client_list_finish (self->client, wait_for (&result), error);
}

gboolean
conformance_session_call (ConformanceSession *self,
                          const char         *tool,
                          const char         *arguments,
                          GError            **error)
{
  g_autoptr (GBytes) text = arguments != NULL ? g_bytes_new (arguments, strlen (arguments)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) called = NULL;

  test_call_tool_async (self->client, tool, text, NULL, NULL, on_done, &result);
  called = mcp_client_call_finish (self->client, wait_for (&result), error);
  return called != NULL;
}

gboolean
conformance_session_read (ConformanceSession *self, const char *uri, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) read = NULL;

  test_read_resource_async (self->client, uri, NULL, NULL, on_done, &result);
  read = mcp_client_call_finish (self->client, wait_for (&result), error);
  return read != NULL;
}

gboolean
conformance_session_get_prompt (ConformanceSession *self, const char *name, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpResult) prompt = NULL;

  test_get_prompt_async (self->client, name, NULL, NULL, NULL, on_done, &result);
  prompt = mcp_client_call_finish (self->client, wait_for (&result), error);
  return prompt != NULL;
}
