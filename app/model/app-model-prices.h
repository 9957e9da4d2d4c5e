/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelPrices: what lies beside the profiles for estimates: prices of models, and the factors by
 * which tokens are corrected. Both are read in a worker, for each conversation again, since a
 * person edits the one and other windows write the other. Main thread only.
 */

#pragma once

#include "app-model-conversation.h"

typedef struct _AppModelPrices AppModelPrices;

void app_model_prices_free (AppModelPrices *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelPrices, app_model_prices_free)

void app_model_prices_read_async (GAsyncReadyCallback callback, gpointer user_data);
/** Returns: (transfer full) */
AppModelPrices *app_model_prices_read_finish (GAsyncResult *result);

/** Hands them on. @self: (transfer full). @bench: does not run */
void app_model_prices_give (AppModelPrices *self, AppModelConversation *bench);
/** Writes down how what @bench asked for is estimated; it only makes estimates better. */
void app_model_prices_keep (AppModelConversation *bench);
