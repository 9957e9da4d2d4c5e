/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a model really reads of a request that was sent: the text that its server's template makes
 * of it, where the server tells: llama.cpp. The model is not asked.
 */

#pragma once

#include "app-model-exchange.h"
#include "app-model-conversation.h"

/** @bench: (nullable): whose provider is asked, with its key; it must be the one that the request
 * went to. @wire: the request; it has no secrets. @cancellable: (nullable). Its source is %NULL */
void app_model_reading_async (AppModelConversation *bench,
                              AppModelExchange     *wire,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
/** Returns: (transfer full) (nullable): the text; %NULL with the errors of McpModelCatalogue, or
 * APP_ERROR_REFUSED where another provider is asked now or the request is not kept whole */
char *app_model_reading_finish (GAsyncResult *result, GError **error);
