/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchOptions: what a person chooses for a conversation; each run begins with what it is then.
 */

#pragma once

#include "app-approved-tools.h"
#include "app-bench-cache.h"
#include "app-bench-telling.h"
#include "app-price-book.h"
#include "app-token-factors.h"
#include "app-tool-overlays.h"
#include "mcp-model-request.h"

G_BEGIN_DECLS

/* What is usual */
#define APP_BENCH_ROUNDS 10u

/** In which order tools are told; it is one of the things that models depend on. */
typedef enum {
  APP_BENCH_SORTED,        /* by name: the same tools always make the same text */
  APP_BENCH_SERVERS_ORDER, /* as they are listed */
  APP_BENCH_SHUFFLED,
} AppBenchOrder;

/** When a model is told of the tools that look at kept results. */
typedef enum {
  APP_BENCH_WHEN_NEEDED, /* once there is an object */
  APP_BENCH_ALWAYS,      /* caches of the provider stay warm */
} AppBenchObjectTools;

typedef struct
{
  guint            rounds;      /* in which it may call; one more request asks for the answer */
  McpModelChoice   choice;      /* of the first request of a run; only "none" is of all */
  char            *choice_name; /* (nullable): for NAMED: a tool */
  int              parallel;    /* -1: nothing is said; 0: one call at a time; 1: several */
  gint64           max_tokens;  /* of the conversation, in and out; 0 for any number */
  double           max_cost;    /* of the conversation, as its price has it; 0 for any */
  McpJsonDocument *parameters;  /* (nullable): an object, for the body of each request */

  gboolean          with_instructions; /* the servers' own, behind the system prompt */
  AppBenchOrder     order;
  guint32           seed;     /* of the shuffled order: the same one makes the same */
  AppApprovedTools *approved; /* (nullable): what is told in place of what servers say now; calls
                               * go to the servers as they are */
  AppToolOverlays *overlays;  /* (nullable) */
  char           **allow;     /* (nullable): names of tools, with * and ?: it is told no others */
  char           **deny;      /* (nullable): it is not told of these */
  GPtrArray       *tools;     /* (nullable) (element-type McpTool): of no server, in place of those
                               * of servers: whoever is told of a call has to give its result */

  AppBenchTelling     telling;
  GHashTable         *tellings; /* of some tools: name → AppBenchTelling */
  AppBenchObjectTools object_tools;
  gboolean            repairs; /* arguments that are nearly right are made so */
  AppBenchCaching     caching;

  AppPriceBook    *prices;  /* (nullable) */
  AppTokenFactors *factors; /* what is told of tokens goes in there */
} AppBenchOptions;

/** Fills in what is usual. */
void app_bench_options_init (AppBenchOptions *self);
void app_bench_options_clear (AppBenchOptions *self);
/** How results of one tool are told. @name: as the model was told it, or the tool's own
 * @telling: (transfer full) */
void app_bench_options_take_telling (AppBenchOptions *self,
                                     const char      *name,
                                     AppBenchTelling *telling);
/** Takes @telling in the place of the one for all tools. @telling: (transfer full) */
void app_bench_options_take_usual_telling (AppBenchOptions *self, AppBenchTelling *telling);
/** @told: the name that the model was told. @name: the tool's own. Returns: (transfer none) */
const AppBenchTelling *
app_bench_options_find_telling (const AppBenchOptions *self, const char *told, const char *name);

/** Whether a model is told of a tool, as far as @allow and @deny say. */
gboolean app_bench_options_takes_tool (const AppBenchOptions *self,
                                       const char            *server,
                                       const char            *name);
/** @text: "sorted", "server" or "shuffled", the last with ":SEED" where it is to be repeated.
 * Returns: %FALSE where it is none of them */
gboolean app_bench_options_set_order (AppBenchOptions *self, const char *text);

G_END_DECLS
