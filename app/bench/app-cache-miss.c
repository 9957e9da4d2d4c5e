/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cache-miss.h"

#include <glib/gi18n-lib.h>

char *
app_cache_miss_write_line (const McpModelTurn *turn)
{
  static const char *const texts[] = {
    [MCP_MODEL_CACHE_MODEL] = N_ ("The cache missed because another model was asked."),
    [MCP_MODEL_CACHE_SYSTEM] = N_ ("The cache missed because the system prompt changed."),
    [MCP_MODEL_CACHE_TOOLS] = N_ ("The cache missed because the list of tools changed."),
    [MCP_MODEL_CACHE_MESSAGES] = N_ ("The cache missed because earlier messages changed."),
    [MCP_MODEL_CACHE_LOST] =
        N_ ("Why the cache missed cannot be told: the provider no longer knows "
            "the request before."),
    [MCP_MODEL_CACHE_UNKNOWN] = N_ ("The cache missed; the provider does not say why."),
  };
  gint64 n = turn->cache_missed;

  if (turn->cache_miss == MCP_MODEL_CACHE_NO_MISS)
    return NULL;
  if (n <= 0)
    return g_strdup (_ (texts[turn->cache_miss]));
  return g_strdup_printf (
      /* Translators: a sentence, then a number of tokens */
      ngettext ("%s About %'lld token could have come from it.",
                "%s About %'lld tokens could have come from it.", (gulong)n),
      _ (texts[turn->cache_miss]), (long long)n);
}

char *
app_cache_miss_write_share (const McpModelUsage *usage)
{
  if (usage->cached <= 0 || usage->input < usage->cached)
    return NULL;
  /* Translators: numbers of tokens, then the part of the second that the first is */
  return g_strdup_printf (_ ("%'lld of %'lld tokens in came from a cache (%.0f %%)"),
                          (long long)usage->cached, (long long)usage->input,
                          100.0 * (double)usage->cached / (double)usage->input);
}
