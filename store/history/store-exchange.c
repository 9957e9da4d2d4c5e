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

/* What an exchange owns. */
#define TEXT(member) G_STRUCT_OFFSET (StoreExchange, member)
static const glong texts[] = {
  TEXT (server_id),
  TEXT (server),
  TEXT (protocol),
  TEXT (method),
  TEXT (name),
  TEXT (session),
  TEXT (transport),
  TEXT (source),
  TEXT (http),
  TEXT (request),
};

StoreExchange *
store_exchange_copy (const StoreExchange *exchange)
{
  StoreExchange *copy = g_memdup2 (exchange, sizeof *exchange);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      char **text = &G_STRUCT_MEMBER (char *, copy, texts[i]);

      *text = g_strdup (*text);
    }
  return copy;
}

void
store_exchange_free (StoreExchange *exchange)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (G_STRUCT_MEMBER (char *, exchange, texts[i]));
  g_free (exchange);
}
