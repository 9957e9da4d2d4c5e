/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelClient: asks the models of one provider: sends a request, tells of the response piece by
 * piece, and tries again where that may help. The provider's base is the only place that anything
 * is sent to, the key above all: redirects are not followed.
 *
 * Errors: MCP_ERROR_INVALID_TARGET, _CONNECTION_FAILED, _CONNECTION_LOST, _CERTIFICATE_REFUSED,
 * _REDIRECTED, _TIMED_OUT, _CANCELLED, _MESSAGE_TOO_LARGE, _INVALID_MESSAGE; _HTTP_STATUS where the
 * provider says why, see McpModelFailure
 */

#pragma once

#include "mcp-http-options.h"
#include "mcp-model-draft.h"
#include "mcp-model-exchange.h"
#include "mcp-model-failure.h"
#include "mcp-model-request.h"

/** Who is told of what goes on. All of it is called on the main context of the request, and never
 * after its callback. */
typedef struct
{
  McpModelEventFunc event; /* (nullable) */
  /* (nullable): it is tried again in @wait ms, as try @number_of_try of at most
   * MCP_MODEL_MAX_TRIES */
  void (*again) (guint number_of_try, guint wait, const GError *why, gpointer user_data);
  /* (nullable): a try has ended, whatever came of it. @exchange: held where it is kept */
  void (*exchange) (McpModelExchange *exchange, gpointer user_data);
  gpointer user_data; /* lives until the callback */
} McpModelWatch;

#define MCP_TYPE_MODEL_CLIENT (mcp_model_client_get_type ())
G_DECLARE_FINAL_TYPE (McpModelClient, mcp_model_client, MCP, MODEL_CLIENT, GObject)

/** @provider: held. @options: (nullable): how it is reached: proxy, certificates, socket; held
 * Returns: (transfer full) */
McpModelClient *mcp_model_client_new (McpModelProvider *provider, McpHttpOptions *options);

/** Returns: (transfer none) */
McpModelProvider *mcp_model_client_get_provider (McpModelClient *self);

/** @idle_timeout: ms of silence after which a response counts as lost, in place of
 * MCP_MODEL_IDLE_TIMEOUT: of requests from now on. Nothing else bounds the time of one. */
void mcp_model_client_set_idle_timeout (McpModelClient *self, guint idle_timeout);

/**
 * @request: to the same provider; needed for the call only
 * @key: (nullable): sent as the provider has it
 * @watch: (nullable): copied
 * @cancellable: (nullable): closes the connection at once
 * The same client may have several requests at a time.
 */
void mcp_model_client_send_async (McpModelClient        *self,
                                  const McpModelRequest *request,
                                  const char            *key,
                                  const McpModelWatch   *watch,
                                  GCancellable          *cancellable,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data);
/**
 * @turn: (out) (transfer full) (nullable): the model's turn; where it failed, was lost or
 * cancelled, what had come of it, and %NULL where that is nothing
 * @failure: (out) (transfer full) (nullable) (optional): what the provider said of its error
 * Returns: whether the model ended its turn; else with an error
 */
gboolean mcp_model_client_send_finish (McpModelClient   *self,
                                       GAsyncResult     *result,
                                       McpModelTurn    **turn,
                                       McpModelFailure **failure,
                                       GError          **error);
