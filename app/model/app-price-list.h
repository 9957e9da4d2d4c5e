/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppPriceList: what models cost, as a person wrote it into prices.yaml beside the servers. None is
 * shipped: prices move, and a wrong one is worse than none. Reference
 * counted, and immutable.
 *
 * |[
 * gpt-5*: {input: 1.25, cached_input: 0.125, output: 10, currency: USD, as_of: 2026-11-01}
 * "anthropic/claude-*": {input: 3, cached_input: 0.3, cache_write: 3.75, cache_write_1h: 6,
 *   output: 15}
 * ]|
 *
 * Per million tokens. A pattern may have * and ?; it is held against the model's name and against
 * PROVIDER/NAME, and the first one that fits counts. The currency is USD where none is named.
 *
 * Where something was used that has no price there is no cost, never 0.
 */

#pragma once

#include "mcp-model-turn.h"

#define APP_PRICE_LIST_MAX_BYTES (1024u * 1024u)
#define APP_PRICE_LIST_MAX_PRICES 10000u

/** An amount of money. */
typedef struct
{
  double      amount;
  const char *currency;  /* (nullable): interned; %NULL: nothing was added yet */
  guint       n_unknown; /* turns of which it is not known what they cost */
} AppCost;

#define APP_COST_NONE ((AppCost){ 0, NULL, 0 })

typedef struct _AppPriceList AppPriceList;

/** Reads the file, which blocks; one that is missing is an empty book.
 * @path: (nullable): %NULL for the person's own. Returns: (transfer full) (nullable): %NULL with
 * STORE_ERROR where it cannot be read, or a price of it cannot be understood */
AppPriceList *app_price_list_read (const char *path, GError **error);
AppPriceList *app_price_list_ref (AppPriceList *self);
void          app_price_list_unref (AppPriceList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppPriceList, app_price_list_unref)

/** @provider: the id of its entry */
gboolean app_price_list_has (AppPriceList *self, const char *provider, const char *model);
/** When the price was written down, as it says itself.
 * Returns: (transfer none) (nullable) */
const char *
app_price_list_get_date (AppPriceList *self, const char *provider, const char *model);

/** Adds what a model's turn cost: as the provider says where it does, else by the prices.
 * @self: (nullable). Returns: %FALSE where that is not known: it is counted as such */
gboolean app_price_list_add_turn (AppPriceList *self,
                                  const char   *provider,
                                  McpModelTurn *turn,
                                  AppCost      *cost);
/** @sum: (inout): where the currencies differ, @cost is counted as not known */
void app_cost_add (AppCost *sum, const AppCost *cost);
/** Whether there is an amount to be shown. */
gboolean app_cost_is_known (const AppCost *self);
