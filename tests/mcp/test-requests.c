/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-requests.h"

McpClient *
test_client_new (McpTransport *transport)
{
  McpClient *client = mcp_client_new (transport);
  g_autoptr (McpResultCache) cache = mcp_result_cache_new ();
  g_autoptr (McpInputGate) gate = mcp_input_gate_new ();
  g_autoptr (McpSubscription) subscription = mcp_subscription_new ();
  g_autoptr (McpTaskList) tasks = mcp_task_list_new ();

  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (cache));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (gate));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (subscription));
  mcp_client_add_feature (client, MCP_CLIENT_FEATURE (tasks));
  return client;
}

McpInputGate *
test_client_gate (McpClient *client)
{
  return MCP_INPUT_GATE (mcp_client_get_feature (client, MCP_TYPE_INPUT_GATE));
}

McpSubscription *
test_client_subscription (McpClient *client)
{
  return MCP_SUBSCRIPTION (mcp_client_get_feature (client, MCP_TYPE_SUBSCRIPTION));
}

McpTaskList *
test_client_tasks (McpClient *client)
{
  return MCP_TASK_LIST (mcp_client_get_feature (client, MCP_TYPE_TASK_LIST));
}

McpRequest *
test_request_new (const char *method, GBytes *params, const McpRequestOptions *options)
{
  McpRequest *request = mcp_request_new (method);

  mcp_request_set_params (request, params);
  if (options != NULL)
    *mcp_request_get_options (request) = *options;
  return request;
}

void
test_request_async (McpClient               *client,
                    const char              *method,
                    GBytes                  *params,
                    const McpRequestOptions *options,
                    GCancellable            *cancellable,
                    GAsyncReadyCallback      callback,
                    gpointer                 user_data)
{
  g_autoptr (McpRequest) request = test_request_new (method, params, options);

  mcp_client_send_async (client, request, cancellable, callback, user_data);
}

static void
call_async (McpClient               *client,
            const char              *method,
            const char              *member,
            const char              *name,
            GBytes                  *arguments,
            const McpRequestOptions *options,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  g_autoptr (McpRequest) request = test_request_new (method, NULL, options);
  g_autoptr (McpJsonDocument) document = NULL;
  GError *error = NULL;

  mcp_request_set_string (request, member, name);
  if (arguments != NULL)
    document = mcp_json_document_parse (arguments, NULL, NULL, &error);
  g_assert_no_error (error);
  if (document != NULL)
    mcp_request_set_value (request, "arguments", mcp_json_document_get_root (document));
  mcp_client_call_async (client, request, cancellable, callback, user_data);
}

void
test_call_tool_async (McpClient               *client,
                      const char              *name,
                      GBytes                  *arguments,
                      const McpRequestOptions *options,
                      GCancellable            *cancellable,
                      GAsyncReadyCallback      callback,
                      gpointer                 user_data)
{
  call_async (client, "tools/call", "name", name, arguments, options, cancellable, callback,
              user_data);
}

void
test_get_prompt_async (McpClient               *client,
                       const char              *name,
                       GBytes                  *arguments,
                       const McpRequestOptions *options,
                       GCancellable            *cancellable,
                       GAsyncReadyCallback      callback,
                       gpointer                 user_data)
{
  call_async (client, "prompts/get", "name", name, arguments, options, cancellable, callback,
              user_data);
}

void
test_read_resource_async (McpClient               *client,
                          const char              *uri,
                          const McpRequestOptions *options,
                          GCancellable            *cancellable,
                          GAsyncReadyCallback      callback,
                          gpointer                 user_data)
{
  call_async (client, "resources/read", "uri", uri, NULL, options, cancellable, callback,
              user_data);
}

static void
on_response (McpResponse *response, const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  if (response != NULL)
    g_task_return_pointer (task, mcp_response_ref (response), (GDestroyNotify)mcp_response_unref);
  else
    g_task_return_error (task, g_error_copy (error));
}

void
test_peer_request_async (McpPeer                 *peer,
                         const char              *method,
                         GBytes                  *params,
                         const McpRequestOptions *options,
                         GCancellable            *cancellable,
                         GAsyncReadyCallback      callback,
                         gpointer                 user_data)
{
  g_autoptr (McpRequest) request = test_request_new (method, params, options);
  GTask *task = g_task_new (peer, NULL, callback, user_data);

  mcp_peer_send (peer, request, cancellable, on_response, task);
}

McpResponse *
test_peer_request_finish (McpPeer *peer, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
