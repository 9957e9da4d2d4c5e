/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppServerOffer: a server that a registry offers: what its publisher says, in which version, and
 * whether the registry still stands by it. Immutable. All texts are the publisher's: plain text.
 */

#pragma once

#include "mcp-registry.h"
#include "store-server-template.h"

typedef enum {
  APP_OFFER_ACTIVE,
  APP_OFFER_DEPRECATED,
  APP_OFFER_DELETED,
} AppOfferState;

/** What it says; it lives as long as the offer. */
typedef struct
{
  const char   *name;
  const char   *title;       /* the name where it has none */
  const char   *version;     /* "" where there is none */
  const char   *description; /* "" where there is none */
  AppOfferState state;
  StoreServerTemplate *template; /* (nullable): to be filled in; %NULL where it cannot be used */
  const char *problem;           /* (nullable): why it cannot be used */
} AppServerOfferInfo;

#define APP_TYPE_SERVER_OFFER (app_server_offer_get_type ())
G_DECLARE_FINAL_TYPE (AppServerOffer, app_server_offer, APP, SERVER_OFFER, GObject)

/** Returns: (transfer full) */
AppServerOffer *app_server_offer_new (const McpRegistryItem *item);

/** Returns: (transfer none) */
const AppServerOfferInfo *app_server_offer_get_info (AppServerOffer *self);
/** The kinds of ways to run or reach it, each once: "npm, oci". Returns: (transfer full) */
char *app_server_offer_dup_ways (AppServerOffer *self);
