/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-exchange.h"

static const char *const names[] = { "result", "tool-error", "error", "cancelled", "no-response" };

const char *
store_outcome_get_name (StoreOutcome outcome)
{
  return names[MIN ((guint)outcome, G_N_ELEMENTS (names) - 1)];
}

gboolean
store_outcome_from_name (const char *name, StoreOutcome *outcome)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (name, names[i]) == 0)
      {
        *outcome = (StoreOutcome)i;
        return TRUE;
      }
  return FALSE;
}

StoreExchange *
store_exchange_copy (const StoreExchange *exchange)
{
  StoreExchange *copy = g_memdup2 (exchange, sizeof *exchange);

  copy->server_id = g_strdup (exchange->server_id);
  copy->server = g_strdup (exchange->server);
  copy->protocol = g_strdup (exchange->protocol);
  copy->method = g_strdup (exchange->method);
  copy->name = g_strdup (exchange->name);
  copy->session = g_strdup (exchange->session);
  copy->transport = g_strdup (exchange->transport);
  copy->source = g_strdup (exchange->source);
  copy->http = g_strdup (exchange->http);
  return copy;
}

void
store_exchange_free (StoreExchange *exchange)
{
  g_free (exchange->server_id);
  g_free (exchange->server);
  g_free (exchange->protocol);
  g_free (exchange->method);
  g_free (exchange->name);
  g_free (exchange->session);
  g_free (exchange->transport);
  g_free (exchange->source);
  g_free (exchange->http);
  g_free (exchange);
}
