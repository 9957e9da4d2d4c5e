/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Clients with all their features, and requests in one step. */

#pragma once

#include "mcp-client.h"
#include "mcp-input-gate.h"
#include "mcp-result.h"
#include "mcp-result-cache.h"
#include "mcp-subscription.h"
#include "mcp-task-list.h"

/** Returns: (transfer full) */
McpClient *test_client_new (McpTransport *transport);
/** Returns: (transfer none) */
McpInputGate    *test_client_gate (McpClient *client);
McpSubscription *test_client_subscription (McpClient *client);
McpTaskList     *test_client_tasks (McpClient *client);

/** @params, @options: (nullable). Returns: (transfer full) */
McpRequest *test_request_new (const char *method, GBytes *params, const McpRequestOptions *options);
/** mcp_client_send_finish() ends it. */
void test_request_async (McpClient               *client,
                         const char              *method,
                         GBytes                  *params,
                         const McpRequestOptions *options,
                         GCancellable            *cancellable,
                         GAsyncReadyCallback      callback,
                         gpointer                 user_data);
/** mcp_client_call_finish() ends these. @arguments, @options: (nullable) */
void test_call_tool_async (McpClient               *client,
                           const char              *name,
                           GBytes                  *arguments,
                           const McpRequestOptions *options,
                           GCancellable            *cancellable,
                           GAsyncReadyCallback      callback,
                           gpointer                 user_data);
void test_get_prompt_async (McpClient               *client,
                            const char              *name,
                            GBytes                  *arguments,
                            const McpRequestOptions *options,
                            GCancellable            *cancellable,
                            GAsyncReadyCallback      callback,
                            gpointer                 user_data);
void test_read_resource_async (McpClient               *client,
                               const char              *uri,
                               const McpRequestOptions *options,
                               GCancellable            *cancellable,
                               GAsyncReadyCallback      callback,
                               gpointer                 user_data);

void test_peer_request_async (McpPeer                 *peer,
                              const char              *method,
                              GBytes                  *params,
                              const McpRequestOptions *options,
                              GCancellable            *cancellable,
                              GAsyncReadyCallback      callback,
                              gpointer                 user_data);
/** Returns: (transfer full) (nullable) */
McpResponse *test_peer_request_finish (McpPeer *peer, GAsyncResult *result, GError **error);
