/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTokenCount: what an object would cost a model, see app-token-estimate.h, estimated in a worker
 * where the object is large. Of data that is no text nothing is said: what a model makes of an
 * image depends on the model.
 *
 * Properties: words (string, read-only): "≈ 1,234 tokens", "" while nothing is known
 */

#pragma once

#include "store-object.h"

#define APP_TYPE_TOKEN_COUNT (app_token_count_get_type ())
G_DECLARE_FINAL_TYPE (AppTokenCount, app_token_count, APP, TOKEN_COUNT, GObject)

/** Returns: (transfer full) */
AppTokenCount *app_token_count_new (void);
/** @object: (nullable) */
void app_token_count_set_object (AppTokenCount *self, StoreObject *object);
