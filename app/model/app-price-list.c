/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-price-list.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mcp-object.h"
#include "store-file.h"
#include "store-yaml-text.h"

#define PER_TOKENS 1e6
#define USUAL_CURRENCY "USD"
/* What xAI counts in: its recorded answers come to its list prices with this. */
#define TICKS_PER_DOLLAR 1e10

typedef enum {
  INPUT,
  CACHED_INPUT,
  CACHE_WRITE,
  CACHE_WRITE_1H,
  OUTPUT,
  N_RATES,
} Rate;

static const char *const rate_names[N_RATES] = {
  "input",
  "cached_input",
  "cache_write",
  "cache_write_1h",
  "output",
};

typedef struct
{
  GPatternSpec *pattern;
  double        rates[N_RATES]; /* NaN where there is none */
  const char   *currency;       /* interned */
  char         *as_of;          /* (nullable) */
} Price;

struct _AppPriceList
{
  GPtrArray *prices; /* Price, in the order of the file */
};

static void
price_free (gpointer data)
{
  Price *self = data;

  g_pattern_spec_free (self->pattern);
  g_free (self->as_of);
  g_free (self);
}

static void
app_price_list_clear (AppPriceList *self)
{
  g_ptr_array_unref (self->prices);
}

MCP_DEFINE_SHARED (AppPriceList, app_price_list)

/* Reading */

static int
find_rate (const char *name)
{
  for (int i = 0; i < N_RATES; i++)
    if (g_str_equal (name, rate_names[i]))
      return i;
  return -1;
}

static gboolean
fail_member (const char *pattern, const char *name, GError **error)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
               /* Translators: the pattern of a model's name, then a word of the file */
               _ ("In the prices of “%s”, “%s” is not understood."), pattern, name);
  return FALSE;
}

static gboolean
read_member (Price       *price,
             const char  *pattern,
             const char  *name,
             McpJsonValue value,
             GError     **error)
{
  int rate = find_rate (name);

  if (rate >= 0)
    {
      price->rates[rate] = mcp_json_value_get_double (value, NAN);
      return (isfinite (price->rates[rate]) && price->rates[rate] >= 0) ||
             fail_member (pattern, name, error);
    }
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);
  if (text == NULL || (!g_str_equal (name, "currency") && !g_str_equal (name, "as_of")))
    return fail_member (pattern, name, error);
  if (g_str_equal (name, "currency"))
    price->currency = g_intern_string (text);
  else
    {
      g_free (price->as_of);
      price->as_of = g_steal_pointer (&text);
    }
  return TRUE;
}

static gboolean
read_price (AppPriceList *self, const char *pattern, McpJsonValue value, GError **error)
{
  Price *price = g_new0 (Price, 1);

  price->pattern = g_pattern_spec_new (pattern);
  price->currency = g_intern_static_string (USUAL_CURRENCY);
  for (guint i = 0; i < N_RATES; i++)
    price->rates[i] = NAN;
  g_ptr_array_add (self->prices, price);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return fail_member (pattern, mcp_json_kind_get_name (mcp_json_value_get_kind (value)), error);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);

      if (!read_member (price, pattern, key, member.value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_prices (AppPriceList *self, StoreYamlNode *root, GError **error)
{
  g_autofree char *text = store_yaml_node_dup_json (root, APP_PRICE_LIST_MAX_BYTES);
  g_autoptr (McpJsonDocument) document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  McpJsonValue value = mcp_json_document_get_root (document);

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT ||
      mcp_json_value_get_n_items (value) > APP_PRICE_LIST_MAX_PRICES)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           _ ("The file of prices must name models, each with its prices."));
      return FALSE;
    }
  for (McpJsonWalk price = mcp_json_walk (value); mcp_json_walk_next (&price);)
    {
      g_autofree char *pattern = mcp_json_value_dup_string (price.name, NULL);

      if (!read_price (self, pattern, price.value, error))
        return FALSE;
    }
  return TRUE;
}

AppPriceList *
app_price_list_read (const char *path, GError **error)
{
  g_autofree char *own =
      g_build_filename (g_get_user_config_dir (), "spyglass", "prices.yaml", NULL);
  g_autoptr (StoreFile) file =
      store_file_read (path != NULL ? path : own, APP_PRICE_LIST_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  g_autoptr (StoreYamlTree) tree = store_yaml_tree_new (store_file_get_bytes (file), error);
  if (tree == NULL)
    return NULL;
  g_autoptr (AppPriceList) self = g_atomic_rc_box_new0 (AppPriceList);
  self->prices = g_ptr_array_new_with_free_func (price_free);
  if (!store_yaml_node_is_null (tree->root) && !read_prices (self, tree->root, error))
    return NULL;
  return g_steal_pointer (&self);
}

static const Price *
find_price (AppPriceList *self, const char *provider, const char *model)
{
  g_autofree char *full = g_strconcat (provider, "/", model, NULL);

  for (guint i = 0; i < self->prices->len; i++)
    {
      const Price *price = self->prices->pdata[i];

      if (g_pattern_spec_match_string (price->pattern, model) ||
          g_pattern_spec_match_string (price->pattern, full))
        return price;
    }
  return NULL;
}

gboolean
app_price_list_has (AppPriceList *self, const char *provider, const char *model)
{
  return find_price (self, provider, model) != NULL;
}

const char *
app_price_list_get_date (AppPriceList *self, const char *provider, const char *model)
{
  const Price *price = find_price (self, provider, model);

  return price != NULL ? price->as_of : NULL;
}

/* Costs */

/* @count: of tokens. Returns: NaN where some were used that have no price */
static double
multiply (const Price *price, Rate rate, gint64 count)
{
  return count <= 0 ? 0 : (double)count * price->rates[rate] / PER_TOKENS;
}

/* All vendors' counts are in one form here: what is cached or written is a part of the input, and
 * what was thought a part of the output. */
static double
compute (const Price *price, const McpModelUsage *usage, McpJsonValue told)
{
  McpJsonValue creation = mcp_json_value_get_member (told, "cache_creation");
  gint64       hour = mcp_json_value_get_member_int64 (creation, "ephemeral_1h_input_tokens", 0);
  gint64       cached;

  if (usage->input < 0 || usage->output < 0)
    return NAN;
  /* A provider may say that more was cached than was sent. */
  cached = CLAMP (usage->cached, 0, usage->input);
  gint64 written = CLAMP (usage->cache_write, 0, usage->input - cached);
  hour = CLAMP (hour, 0, written);
  return multiply (price, INPUT, usage->input - cached - written) +
         multiply (price, CACHED_INPUT, cached) + multiply (price, CACHE_WRITE, written - hour) +
         multiply (price, CACHE_WRITE_1H, hour) + multiply (price, OUTPUT, usage->output);
}

gboolean
app_price_list_add_turn (AppPriceList *self,
                         const char   *provider,
                         McpModelTurn *turn,
                         AppCost      *cost)
{
  const char *model = turn->asked != NULL ? turn->asked : turn->model;
  g_autoptr (McpJsonDocument) document =
      turn->usage_text != NULL ? mcp_json_document_parse_text (turn->usage_text, -1, NULL) : NULL;
  McpJsonValue told = mcp_json_document_get_root (document);
  gint64       ticks = mcp_json_value_get_member_int64 (told, "cost_in_usd_ticks", -1);
  AppCost      added = { NAN, NULL, 0 };
  const Price *price;

  if (ticks >= 0)
    added = (AppCost){ (double)ticks / TICKS_PER_DOLLAR,
                       g_intern_static_string (USUAL_CURRENCY), 0 };
  else if (self != NULL && model != NULL && (price = find_price (self, provider, model)) != NULL)
    added = (AppCost){ compute (price, &turn->usage, told), price->currency, 0 };
  if (!isfinite (added.amount))
    added = (AppCost){ 0, NULL, 1 };
  app_cost_add (cost, &added);
  return added.n_unknown == 0;
}

void
app_cost_add (AppCost *sum, const AppCost *cost)
{
  sum->n_unknown += cost->n_unknown;
  if (cost->currency == NULL)
    return;
  if (sum->currency == NULL)
    sum->currency = cost->currency;
  if (sum->currency == cost->currency)
    sum->amount += cost->amount;
  else
    sum->n_unknown++;
}

gboolean
app_cost_is_known (const AppCost *self)
{
  return self->currency != NULL;
}
