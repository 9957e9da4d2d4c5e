/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelMeter: what fills a model's context, and what it costs, for a person: estimated, until
 * the provider is asked to count it. Main thread only.
 *
 * Properties (all notify)
 *   meter (string): "12,431 of 128,000 tokens, estimated"; "" where there is no model
 *   warning (string, nullable): it does not fit into the model's context, in words
 *   cost (string): "0.0310 USD"; "" without a price
 *   prices (string): of which day the price is: "prices of 2026-08-01"; "" where it is not told
 *   draft (string, writable): what the person writes and has not sent
 *   n-requests (uint): of the conversation since it was opened
 *   cached (string, nullable): how much of what went out since then came from the provider's cache,
 *     in words; %NULL where none did, or it is not told
 *   can-count (boolean): the provider may be asked for exact numbers now
 *   count (string, nullable): what came of that, in words
 */

#pragma once

#include "app-model-attachments.h"
#include "app-model-segment.h"
#include "app-model-conversation.h"

#define APP_TYPE_MODEL_METER (app_model_meter_get_type ())
G_DECLARE_FINAL_TYPE (AppModelMeter, app_model_meter, APP, MODEL_METER, GObject)

/** @attachments: held: what goes with the message that is not sent yet
 * Returns: (transfer full): without a model */
AppModelMeter *app_model_meter_new (AppModelAttachments *attachments);
/** Looks at all that would be told now. @bench: (nullable): held until the next time */
void app_model_meter_update (AppModelMeter *self, AppModelConversation *bench);
/** Nothing is counted any more. */
void app_model_meter_close (AppModelMeter *self);
/** Returns: (transfer none) (element-type AppModelSegment): the parts that are not empty; notified
 * as "meter" */
GPtrArray *app_model_meter_get_segments (AppModelMeter *self);
/** Asks the provider; what it counts is shown until something changes. Nothing happens where it
 * cannot count now. */
void app_model_meter_count (AppModelMeter *self);

/** Returns: (transfer full): "0.0310 USD"; "" where it is not known */
char *app_model_meter_create_cost (const AppCost *cost);
