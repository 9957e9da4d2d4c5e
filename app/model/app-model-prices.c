/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-prices.h"

struct _AppModelPrices
{
  AppPriceList    *prices; /* (nullable) */
  AppTokenFactors *factors;
};

void
app_model_prices_free (AppModelPrices *self)
{
  g_clear_pointer (&self->prices, app_price_list_unref);
  g_clear_pointer (&self->factors, app_token_factors_free);
  g_free (self);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  AppModelPrices *self = g_new0 (AppModelPrices, 1);
  g_autoptr (GError) error = NULL;

  self->factors = app_token_factors_read (NULL);
  self->prices = app_price_list_read (NULL, &error);
  if (error != NULL)
    g_warning ("Prices of models: %s", error->message);
  g_task_return_pointer (task, self, (GDestroyNotify)app_model_prices_free);
}

void
app_model_prices_read_async (GAsyncReadyCallback callback, gpointer user_data)
{
  /* A worker may be the last to hold its task: nobody's object is its to let go. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, app_model_prices_read_async);
  g_task_run_in_thread (task, read_in_worker);
}

AppModelPrices *
app_model_prices_read_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

void
app_model_prices_give (AppModelPrices *self, AppModelConversation *bench)
{
  AppModelOptions *options = app_model_conversation_get_options (bench);

  g_clear_pointer (&options->prices, app_price_list_unref);
  g_clear_pointer (&options->factors, app_token_factors_free);
  options->prices = g_steal_pointer (&self->prices);
  options->factors = g_steal_pointer (&self->factors);
  app_model_prices_free (self);
}

void
app_model_prices_keep (AppModelConversation *bench)
{
  g_autoptr (GError) error = NULL;

  if (app_model_conversation_get_n_requests (bench) > 0 &&
      !app_token_factors_write (app_model_conversation_get_options (bench)->factors, NULL, &error))
    g_info ("How tokens are estimated was not kept: %s", error->message);
}
