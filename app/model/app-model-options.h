/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelOptions: what a person chooses for a conversation; each run begins with what it is then.
 */

#pragma once

#include "app-approved-tools.h"
#include "app-model-cache.h"
#include "app-model-result-format.h"
#include "app-price-list.h"
#include "app-token-factors.h"
#include "app-tool-overlays.h"
#include "mcp-model-request.h"

/* What is usual */
#define APP_MODEL_ROUNDS 10u

/** In which order tools are told; it is one of the things that models depend on. */
typedef enum {
  APP_MODEL_SORTED,        /* by name: the same tools always make the same text */
  APP_MODEL_SERVERS_ORDER, /* as they are listed */
  APP_MODEL_SHUFFLED,
} AppModelOrder;

/** When a model is told of the tools that look at kept results. */
typedef enum {
  APP_MODEL_WHEN_NEEDED, /* once there is an object */
  APP_MODEL_ALWAYS,      /* caches of the provider stay warm */
} AppModelObjectTools;

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
  AppModelOrder     order;
  guint32           seed;     /* of the shuffled order: the same one makes the same */
  AppApprovedTools *approved; /* (nullable): what is told in place of what servers say now; calls
                               * go to the servers as they are */
  AppToolOverlays *overlays;  /* (nullable) */
  char           **allow;     /* (nullable): names of tools, with * and ?: it is told no others */
  char           **deny;      /* (nullable): it is not told of these */
  GPtrArray       *tools;     /* (nullable) (element-type McpTool): of no server, in place of those
                               * of servers: whoever is told of a call has to give its result */

  AppModelResultFormat result_format;
  GHashTable          *result_formats; /* of some tools: name → AppModelResultFormat */
  AppModelObjectTools  object_tools;
  gboolean             repairs; /* arguments that are nearly right are made so */
  AppModelCaching      caching;

  AppPriceList    *prices;  /* (nullable) */
  AppTokenFactors *factors; /* what is told of tokens goes in there */
} AppModelOptions;

/** Fills in what is usual. */
void app_model_options_init (AppModelOptions *self);
void app_model_options_clear (AppModelOptions *self);
/** How results of one tool are told. @name: as the model was told it, or the tool's own
 * @result_format: (transfer full) */
void app_model_options_take_result_format (AppModelOptions      *self,
                                           const char           *name,
                                           AppModelResultFormat *result_format);
/** Takes @result_format in the place of the one for all tools. @result_format: (transfer full) */
void app_model_options_take_usual_result_format (AppModelOptions      *self,
                                                 AppModelResultFormat *result_format);
/** @told: the name that the model was told. @name: the tool's own. Returns: (transfer none) */
const AppModelResultFormat *app_model_options_find_result_format (const AppModelOptions *self,
                                                                  const char            *told,
                                                                  const char            *name);

/** Whether a model is told of a tool, as far as @allow and @deny say. */
gboolean app_model_options_takes_tool (const AppModelOptions *self,
                                       const char            *server,
                                       const char            *name);
/** @text: "sorted", "server" or "shuffled", the last with ":SEED" where it is to be repeated.
 * Returns: %FALSE where it is none of them */
gboolean app_model_options_set_order (AppModelOptions *self, const char *text);
