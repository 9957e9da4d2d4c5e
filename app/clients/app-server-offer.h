/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerOffer: a server that a registry offers: what its publisher says, in which version, and
 * whether the registry still stands by it. Immutable. All texts are the publisher's: plain text.
 */

#pragma once

#include "mcp-registry.h"
#include "store-server-template.h"

G_BEGIN_DECLS

typedef enum {
  APP_OFFER_ACTIVE,
  APP_OFFER_DEPRECATED,
  APP_OFFER_DELETED,
} AppOfferState;

#define APP_TYPE_SERVER_OFFER (app_server_offer_get_type ())
G_DECLARE_FINAL_TYPE (AppServerOffer, app_server_offer, APP, SERVER_OFFER, GObject)

/** Returns: (transfer full) */
AppServerOffer *app_server_offer_new (const McpRegistryItem *item);

/** Returns: (transfer none) */
const char *app_server_offer_get_name (AppServerOffer *self);
/** Returns: (transfer none): the name where it has none */
const char *app_server_offer_get_title (AppServerOffer *self);
/** Returns: (transfer none): "" where there is none */
const char *app_server_offer_get_version (AppServerOffer *self);
/** Returns: (transfer none): "" where there is none */
const char   *app_server_offer_get_description (AppServerOffer *self);
AppOfferState app_server_offer_get_state (AppServerOffer *self);
/** The kinds of ways to run or reach it, each once: "npm, oci". Returns: (transfer full) */
char *app_server_offer_dup_ways (AppServerOffer *self);
/** To be filled in. Returns: (transfer none) (nullable): %NULL where it cannot be used */
StoreServerTemplate *app_server_offer_get_template (AppServerOffer *self);
/** Why it cannot be used. Returns: (transfer none) (nullable) */
const char *app_server_offer_get_problem (AppServerOffer *self);

G_END_DECLS
