/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What answers cost, and by how much estimates are off. */

#include "app-model-usage.h"
#include "app-price-list.h"
#include "app-tests.h"
#include "app-token-factors.h"
#include "store-error.h"

#include <glib/gstdio.h>
#include <string.h>

/* In a folder that goes with the test. */
typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("prices-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "file", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static AppPriceList *
read_book (Fixture *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  AppPriceList *book;

  g_file_set_contents (self->path, text, -1, NULL);
  book = app_price_list_read (self->path, &error);
  g_assert_no_error (error);
  return book;
}

static McpModelTurn *
new_turn (const char *model, McpModelUsage usage, const char *usage_text)
{
  McpModelTurn *turn = mcp_model_turn_new (MCP_MODEL_ASSISTANT);

  turn->asked = g_strdup (model);
  turn->usage = usage;
  turn->usage_text = g_strdup (usage_text);
  return turn;
}

/* Returns: NaN where it is not known */
static double
price (AppPriceList *book, const char *model, McpModelUsage usage, const char *usage_text)
{
  g_autoptr (McpModelTurn) turn = new_turn (model, usage, usage_text);
  AppCost cost = APP_COST_NONE;

  if (!app_price_list_add_turn (book, "p", turn, &cost))
    {
      g_assert_cmpuint (cost.n_unknown, ==, 1);
      g_assert_false (app_cost_is_known (&cost));
      return -1;
    }
  return cost.amount;
}

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-12);
}

static void
test_formulas (Fixture *self, gconstpointer data)
{
  g_autoptr (AppPriceList) book =
      read_book (self, "# by hand\n"
                       "special-1: {input: 100, output: 100, currency: EUR, as_of: 2026-11-01}\n"
                       "\"special-*\": {input: 2, cached_input: 0.5, cache_write: 2.5, "
                       "cache_write_1h: 4, output: 8}\n"
                       "p/plain: {input: 1, output: 3}\n");

  /* The first that fits counts. */
  assert_near (price (book, "special-1", (McpModelUsage){ 1000, -1, -1, 10, -1 }, NULL), 0.101);
  assert_near (price (book, "special-2", (McpModelUsage){ 1000, 400, 100, 50, 30 }, NULL),
               (500 * 2 + 400 * 0.5 + 100 * 2.5 + 50 * 8) / 1e6);
  assert_near (price (book, "special-2", (McpModelUsage){ 1000, 400, 100, 50, -1 },
                      "{\"cache_creation\":{\"ephemeral_1h_input_tokens\":60}}"),
               (500 * 2 + 400 * 0.5 + 40 * 2.5 + 60 * 4 + 50 * 8) / 1e6);
  assert_near (price (book, "plain", (McpModelUsage){ 1000, 0, -1, 50, -1 }, NULL),
               (1000 + 150) / 1e6);
  /* No more is cached than there was, whatever somebody says. */
  assert_near (price (book, "special-2",
                      (McpModelUsage){ 1000, G_MAXINT64, G_MAXINT64, 50, -1 }, NULL),
               (1000 * 0.5 + 50 * 8) / 1e6);
  g_assert_cmpstr (app_price_list_get_date (book, "p", "special-1"), ==, "2026-11-01");
  g_assert_true (app_price_list_has (book, "p", "plain"));
  g_assert_false (app_price_list_has (book, "q", "plain"));
}

/* No price, no number. */
static void
test_unknown (Fixture *self, gconstpointer data)
{
  g_autoptr (AppPriceList) book = read_book (self, "plain: {input: 1, output: 3}\n");
  g_autoptr (AppPriceList) none = NULL;
  g_autofree char *missing = g_build_filename (self->folder, "none.yaml", NULL);

  g_assert_cmpfloat (price (book, "other", (McpModelUsage){ 10, 0, 0, 1, 0 }, NULL), ==, -1);
  g_assert_cmpfloat (price (book, "plain", (McpModelUsage){ 10, 5, 0, 1, 0 }, NULL), ==, -1);
  g_assert_cmpfloat (price (book, "plain", MCP_MODEL_USAGE_NONE, NULL), ==, -1);
  g_assert_cmpfloat (price (NULL, "plain", (McpModelUsage){ 10, 0, 0, 1, 0 }, NULL), ==, -1);
  none = app_price_list_read (missing, NULL);
  g_assert_nonnull (none);
  g_assert_cmpfloat (price (none, "plain", (McpModelUsage){ 10, 0, 0, 1, 0 }, NULL), ==, -1);
}

/* Two recorded answers of xAI, which tells what they cost: that holds, and the list prices of that
 * model come to the same. */
static void
test_recorded (Fixture *self, gconstpointer data)
{
  g_autoptr (AppPriceList) book =
      read_book (self, "grok-3-mini: {input: 0.30, cached_input: 0.075, output: 0.50}\n");
  static const struct
  {
    McpModelUsage usage;
    const char   *text;
    double        dollars;
  } cases[] = {
    { { 291, 244, -1, 215, 189 }, "{\"cost_in_usd_ticks\": 1399000}", 139.9e-6 },
    { { 307, 244, -1, 281, 255 }, "{\"cost_in_usd_ticks\": 1777000}", 177.7e-6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_near (price (NULL, "grok-3-mini", cases[i].usage, cases[i].text), cases[i].dollars);
      assert_near (price (book, "grok-3-mini", cases[i].usage, NULL), cases[i].dollars);
    }
}

static void
test_sums (Fixture *self, gconstpointer data)
{
  AppCost       sum = APP_COST_NONE;
  const AppCost dollars = { 0.5, g_intern_static_string ("USD"), 0 };
  const AppCost euros = { 1, g_intern_static_string ("EUR"), 0 };

  app_cost_add (&sum, &APP_COST_NONE);
  g_assert_false (app_cost_is_known (&sum));
  app_cost_add (&sum, &dollars);
  app_cost_add (&sum, &dollars);
  app_cost_add (&sum, &euros);
  assert_near (sum.amount, 1);
  g_assert_cmpstr (sum.currency, ==, "USD");
  g_assert_cmpuint (sum.n_unknown, ==, 1);
}

static void
test_wrong (Fixture *self, gconstpointer data)
{
  static const char *const texts[] = { "a: 1\n",
                                       "- a\n",
                                       "a: {input: x}\n",
                                       "a: {input: -1}\n",
                                       "a: {inptu: 1}\n",
                                       "a: {input: 1, currency: 3}\n",
                                       "a: {input: .inf}\n",
                                       "a: [\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_file_set_contents (self->path, texts[i], -1, NULL);
      g_assert_null (app_price_list_read (self->path, &error));
      g_assert_true (error != NULL && error->domain == STORE_ERROR);
    }
}

/* Factors */

static void
test_factors (Fixture *self, gconstpointer data)
{
  g_autoptr (AppTokenFactors) factors = app_token_factors_new ();
  g_autoptr (AppTokenFactors) again = NULL;
  g_autoptr (AppTokenFactors) none = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_cmpfloat (app_token_factors_get (factors, "p", "m", &n), ==, 1);
  g_assert_cmpuint (n, ==, 0);
  app_token_factors_add (factors, "p", "m", 100, 0);
  app_token_factors_add (factors, "p", "m", 0, 100);
  /* (100·120 + 1000·1300) / (100² + 1000²) */
  app_token_factors_add (factors, "p", "m", 100, 120);
  app_token_factors_add (factors, "p", "m", 1000, 1300);
  app_token_factors_add (factors, "p", "other", 100, 50);
  assert_near (app_token_factors_get (factors, "p", "m", &n), 1312000.0 / 1010000.0);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (app_token_factors_write (factors, self->path, &error));
  g_assert_no_error (error);
  again = app_token_factors_read (self->path);
  assert_near (app_token_factors_get (again, "p", "m", &n), 1312000.0 / 1010000.0);
  assert_near (app_token_factors_get (again, "p", "other", NULL), 0.5);
  /* Old requests are forgotten: ten answers turn it round, fifty are all. */
  for (guint i = 0; i < 10; i++)
    app_token_factors_add (factors, "p", "other", 1000, 1100);
  g_assert_cmpfloat_with_epsilon (app_token_factors_get (factors, "p", "other", NULL), 1.1, 0.01);
  for (guint i = 0; i < APP_TOKEN_FACTORS_REQUESTS; i++)
    app_token_factors_add (factors, "p", "m", 1000, 1000);
  assert_near (app_token_factors_get (factors, "p", "m", &n), 1);
  g_assert_cmpuint (n, ==, APP_TOKEN_FACTORS_REQUESTS);
  g_file_set_contents (self->path, "[{\"provider\": 1}, {\"provider\":\"p\",\"model\":\"m\"}, 7",
                       -1, NULL);
  none = app_token_factors_read (self->path);
  g_assert_cmpfloat (app_token_factors_get (none, "p", "m", NULL), ==, 1);
}

/* What makes no sense is not told. */
static void
test_cached (Fixture *self, gconstpointer data)
{
  McpModelUsage    usage = MCP_MODEL_USAGE_NONE;
  g_autofree char *share = NULL;

  g_assert_null (app_model_usage_write_cached (&usage));
  usage.input = 400;
  usage.cached = 0;
  g_assert_null (app_model_usage_write_cached (&usage));
  usage.cached = 401;
  g_assert_null (app_model_usage_write_cached (&usage));
  usage.cached = 100;
  share = app_model_usage_write_cached (&usage);
  g_assert_cmpstr (share, ==, "100 of 400 tokens in came from a cache (25 %)");
}

#define ADD(name, function) g_test_add ("/prices/" name, Fixture, NULL, set_up, function, tear_down)

void
add_prices_tests (void)
{
  ADD ("formulas", test_formulas);
  ADD ("unknown", test_unknown);
  ADD ("recorded", test_recorded);
  ADD ("sums", test_sums);
  ADD ("wrong", test_wrong);
  ADD ("factors", test_factors);
  ADD ("cached", test_cached);
}
