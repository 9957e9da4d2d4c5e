/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingModel: a model that writes what servers want a model to answer (sampling): a draft in
 * the inbox, which the person reads, changes and sends, or declines. Nothing is sent to the server
 * here: whoever answers without asking the person does so within this budget, and only because they
 * said so. The model calls no tool here, so that a question never leads to a second one. Main
 * thread only.
 */

#pragma once

#include "app-inbox-item.h"
#include "mcp-model-client.h"

/* What is usual, where a person lets a model answer alone */
#define APP_SAMPLING_REQUESTS 10u
#define APP_SAMPLING_TOKENS 100000

#define APP_TYPE_SAMPLING_MODEL (app_sampling_model_get_type ())
G_DECLARE_FINAL_TYPE (AppSamplingModel, app_sampling_model, APP, SAMPLING_MODEL, GObject)

/** @client: held. @model: its name. @key: (nullable): copied, and masked wherever it would go
 * Returns: (transfer full) */
AppSamplingModel *
app_sampling_model_new (McpModelClient *client, const char *model, const char *key);

/** @requests, @tokens: that may be spent from now on, all drafts together; 0 for any number */
void app_sampling_model_set_budget (AppSamplingModel *self, guint requests, gint64 tokens);
/** Tokens that were spent, in and out; where the provider does not tell, estimated. */
gint64 app_sampling_model_get_tokens (AppSamplingModel *self);
guint  app_sampling_model_get_n_requests (AppSamplingModel *self);
/** Returns: (transfer none) (nullable): the last that it said, for its price */
McpModelTurn *app_sampling_model_get_turn (AppSamplingModel *self);
/** What the model is told behind the server's system prompt, with what is secret masked.
 * @context: (nullable) */
void app_sampling_model_set_context (AppSamplingModel *self, const char *context);

/** Fills the reply of @item, its text as it comes. @item: of kind SAMPLING and waiting; held */
void app_sampling_model_draft_async (AppSamplingModel   *self,
                                     AppInboxItem       *item,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said of its error
 * @left_out: (out) (transfer full) (nullable) (optional) (element-type utf8): what the model was
 * not told, in translated sentences
 * Returns: %FALSE with an error: APP_ERROR_REFUSED beyond the budget; those of McpModelClient. The
 * reply is then what had come */
gboolean app_sampling_model_draft_finish (AppSamplingModel *self,
                                          GAsyncResult     *result,
                                          McpModelFailure **failure,
                                          GPtrArray       **left_out,
                                          GError          **error);
