/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelOffer: a model that a provider offers, as a list shows it. Immutable.
 */

#pragma once

#include <gio/gio.h>

#define APP_TYPE_MODEL_OFFER (app_model_offer_get_type ())
G_DECLARE_FINAL_TYPE (AppModelOffer, app_model_offer, APP, MODEL_OFFER, GObject)

/** Returns: (transfer none): what a request names it by; as the provider wrote it */
const char *app_model_offer_get_id (AppModelOffer *self);
/** Returns: (transfer none): what else is known of it, such as how much it takes; fit to be shown,
 * "" where nothing is */
const char *app_model_offer_get_detail (AppModelOffer *self);

/** @models: (nullable) (element-type McpModelItem). Returns: (transfer full): of AppModelOffer */
GListModel *app_model_offer_list_new (GPtrArray *models);
