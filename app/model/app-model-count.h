/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How many tokens the provider itself counts in what would be asked now, without asking the model:
 * once with the tools and once without, so that their true price is known. What is sent is what a
 * request would send, with what is secret masked.
 */

#pragma once

#include "app-model-conversation.h"

typedef struct
{
  gint64   total;
  gint64   tools;     /* what of it the tools take */
  gboolean stands_in; /* nothing was said that waits for an answer: a message of one character
                       * was counted in its place */
} AppModelCount;

/** @self: held; must not run. @cancellable: (nullable). Its source is @self */
void app_model_count_async (AppModelConversation *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said
 * Returns: %FALSE with the errors of McpModelCatalogue, and of app_model_run_describe() */
gboolean app_model_count_finish (AppModelConversation *self,
                                 GAsyncResult         *result,
                                 AppModelCount        *count,
                                 McpModelFailure     **failure,
                                 GError              **error);
