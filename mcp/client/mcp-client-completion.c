/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-completion.h"

#include "mcp-async.h"
#include "mcp-object.h"
#include "mcp-json-writer.h"

#include <string.h>

static gboolean
speaks_at_least (McpClient *self, const char *version)
{
  McpServerInfo *info = mcp_client_get_server_info (self);

  return info != NULL && strcmp (mcp_server_info_get_protocol_version (info), version) >= 0;
}

gboolean
mcp_client_offers_completion (McpClient *self)
{
  g_return_val_if_fail (MCP_IS_CLIENT (self), FALSE);

  McpServerInfo *info = mcp_client_get_server_info (self);
  return info != NULL && (mcp_server_info_offers (info, "completions") ||
                          !speaks_at_least (self, "2025-03-26"));
}

/** @context: (nullable): JSON text of an object */
static McpRequest *
make_request (McpCompletionTarget target,
              const char         *name,
              const char         *argument,
              const char         *value,
              GBytes             *context)
{
  McpRequest      *request = mcp_request_new ("completion/complete");
  g_autofree char *ref = target == MCP_COMPLETE_PROMPT
                             ? mcp_json_build ("{'type': 'ref/prompt', 'name': %s}", name)
                             : mcp_json_build ("{'type': 'ref/resource', 'uri': %s}", name);
  g_autofree char *typed = mcp_json_build ("{'name': %s, 'value': %s}", argument, value);

  mcp_request_set_json (request, "ref", ref);
  mcp_request_set_json (request, "argument", typed);
  if (context != NULL)
    {
      g_autofree char *others = mcp_json_build ("{'arguments': %y}", context);

      mcp_request_set_json (request, "context", others);
    }
  return request;
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_autoptr (McpResponse) response = mcp_client_send_finish (MCP_CLIENT (source), result, &error);
  if (response == NULL)
    g_task_return_error (task, error);
  else if (mcp_message_get_error_code (mcp_response_get_message (response)) ==
           MCP_RPC_METHOD_NOT_FOUND)
    g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                              "The server does not propose anything."));
  else
    g_task_return_pointer (task, mcp_result_new (MCP_RESULT_COMPLETION, response),
                           (GDestroyNotify)mcp_result_unref);
}

static gboolean
is_object (GBytes *text)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (text, NULL, NULL, NULL);

  return document != NULL &&
         mcp_json_value_get_kind (mcp_json_document_get_root (document)) == MCP_JSON_OBJECT;
}

void
mcp_client_complete_async (McpClient          *self,
                           McpCompletionTarget target,
                           const char         *name,
                           const char         *argument,
                           const char         *value,
                           GBytes             *context,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (McpRequest) request = NULL;

  g_return_if_fail (MCP_IS_CLIENT (self));
  g_return_if_fail (name != NULL && argument != NULL && value != NULL);

  task = mcp_async_begin (self, mcp_client_complete_async, cancellable, callback, user_data);
  if (context != NULL && !is_object (context))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                                "The other arguments are not a JSON object."));
      return;
    }
  if (mcp_client_get_state (self) == MCP_CLIENT_READY && !mcp_client_offers_completion (self))
    {
      g_task_return_error (task, mcp_error_new (MCP_ERROR_NOT_OFFERED,
                                                "The server does not offer completion."));
      return;
    }
  request = make_request (target, name, argument, value,
                          speaks_at_least (self, "2025-06-18") ? context : NULL);
  mcp_client_send_async (self, request, cancellable, on_answered, g_steal_pointer (&task));
}

MCP_DEFINE_FINISH_POINTER (mcp_client_complete_finish, McpClient, McpResult)
