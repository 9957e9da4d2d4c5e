/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-gauge.h"

#include <glib/gi18n.h>

#include "app-visible-text.h"

#define NAME_CHARACTERS 60u

static void
segment_free (gpointer data)
{
  AppBenchSegment *segment = data;

  g_free (segment->label);
  g_free (segment);
}

/* @label: (transfer full) */
static void
add (GPtrArray *segments, AppBenchSegmentKind kind, char *label, gint64 tokens, double whole)
{
  AppBenchSegment *segment;

  if (tokens <= 0)
    {
      g_free (label);
      return;
    }
  segment = g_new0 (AppBenchSegment, 1);
  *segment = (AppBenchSegment){ kind, label, tokens, whole > 0 ? (double)tokens / whole : 0 };
  g_ptr_array_add (segments, segment);
}

GPtrArray *
app_bench_gauge_create_segments (const AppBenchMeter *meter)
{
  GPtrArray *segments = g_ptr_array_new_with_free_func (segment_free);
  double     whole = (double)MAX (meter->context, meter->total);

  add (segments, APP_BENCH_SEGMENT_SYSTEM, g_strdup (_ ("System prompt")), meter->system, whole);
  for (guint i = 0; i < meter->servers->len; i++)
    {
      const AppBenchServerTokens *server = meter->servers->pdata[i];
      g_autofree char            *name = app_visible_text_line (server->server, NAME_CHARACTERS);

      add (segments, APP_BENCH_SEGMENT_TOOLS,
           /* Translators: the name of a server, and how many tools it has */
           g_strdup_printf (_ ("Tools of %s (%u)"), name, server->n_tools), server->tokens, whole);
    }
  add (segments, APP_BENCH_SEGMENT_HISTORY, g_strdup (_ ("What was said before")), meter->history,
       whole);
  add (segments, APP_BENCH_SEGMENT_RESULTS, g_strdup (_ ("Results of tools")), meter->results,
       whole);
  add (segments, APP_BENCH_SEGMENT_ANSWER, g_strdup (_ ("Answer")), meter->answer, whole);
  /* Translators: of a model's context */
  add (segments, APP_BENCH_SEGMENT_FREE, g_strdup (_ ("Free")), meter->free, whole);
  return segments;
}

char *
app_bench_gauge_create_text (const AppBenchMeter *meter)
{
  g_autofree char *text =
      meter->context > 0
          /* Translators: numbers of tokens: those that are used, and those that fit */
          ? g_strdup_printf (_ ("%'lld of %'lld tokens"), (long long)meter->total,
                             (long long)meter->context)
          : g_strdup_printf (ngettext ("%'lld token", "%'lld tokens", (gulong)meter->total),
                             (long long)meter->total);

  /* Translators: %s is a number of tokens */
  return g_strdup_printf (meter->n_requests > 0 ? _ ("%s, estimated from earlier requests")
                                                : _ ("%s, estimated"),
                          text);
}

char *
app_bench_gauge_create_cost (const AppCost *cost)
{
  if (!app_cost_is_known (cost))
    return g_strdup ("");
  if (cost->n_unknown > 0)
    /* Translators: an amount of money, then its currency: part of it is not known */
    return g_strdup_printf (_ ("more than %.4f %s"), cost->amount, cost->currency);
  return g_strdup_printf ("%.4f %s", cost->amount, cost->currency);
}
