/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelScripted: what a provider that is a script says to one request, in this process: nothing
 * is sent. To McpModelClient it is what McpModelPost and McpModelStream are for a provider behind
 * HTTP: one try after the other, pieces at their pace, a turn at the end.
 */

#pragma once

#include "mcp-model-dialect.h"
#include "mcp-model-exchange.h"
#include "mcp-model-script.h"

typedef struct _McpModelScripted McpModelScripted;

/** Tools and requests are written as in Chat Completions; no server speaks it. */
extern const McpModelDialect mcp_model_scripted_dialect;

/** @script: (transfer full). Returns: (transfer full): a provider that says what @script says */
McpModelProvider *mcp_model_scripted_provider_new (const char *id, McpModelScript *script);

/** @request: to a provider with a script; needed for the call only. Returns: (transfer full) */
McpModelScripted *mcp_model_scripted_new (const McpModelRequest *request);
void              mcp_model_scripted_free (McpModelScripted *self);

/**
 * @self: lives until the callback
 * @seen: digest of a request → how often it was sent: a script may let the first of them fail
 * @exchange: of this try; filled while it goes on
 * @idle_timeout: ms of silence
 * finish: @turn: (out) (transfer full): as far as it came
 * @failure: (out) (transfer full) (nullable): that the script wants
 * Returns: %FALSE with @error where the model did not end its turn, and @failure does not say why:
 * CONNECTION_LOST, TIMED_OUT, CANCELLED
 */
void     mcp_model_scripted_send_async (McpModelScripted   *self,
                                        GHashTable         *seen,
                                        McpModelExchange   *exchange,
                                        guint               idle_timeout,
                                        McpModelEventFunc   func,
                                        gpointer            func_data,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean mcp_model_scripted_send_finish (GAsyncResult     *result,
                                         McpModelTurn    **turn,
                                         McpModelFailure **failure,
                                         GError          **error);
