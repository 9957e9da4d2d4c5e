/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelUsage: what fills a model's context, part by part: estimated, and corrected by what the
 * provider told of earlier requests, see app-token-factors.h. A plain struct.
 */

#pragma once

#include "app-model-tools.h"
#include "mcp-model-turn.h"

/* Around each message, and for an image: vendors differ. */
#define APP_MODEL_USAGE_PER_TURN 4
#define APP_MODEL_USAGE_PER_IMAGE 1000

/** What the tools of one server take. */
typedef struct
{
  char  *server;
  guint  n_tools;
  gint64 tokens;
} AppModelServerTokens;

typedef struct
{
  gint64     system;
  GPtrArray *servers; /* (element-type AppModelServerTokens): in the order of their tools */
  gint64     tools;   /* of all servers */
  gint64     history; /* what was said before the last thing that the person said, and that */
  gint64     results;
  gint64     answer;  /* what the model said since */
  gint64     message; /* what is not sent yet; estimated, whoever counted the rest */
  gint64     total;
  gint64     context;    /* that the model has; 0: not known */
  gint64     free;       /* of that; -1: not known */
  double     factor;     /* by which the estimate was corrected */
  guint      n_requests; /* from which that was fitted; 0: it was not */
  gboolean   is_exact;   /* the provider counted the total and the tools */
} AppModelUsage;

/** @system: (nullable). @tools: (nullable): none are told. @turns: (element-type McpModelTurn)
 * @context: 0 where it is not known. Returns: (transfer full): not corrected */
AppModelUsage *app_model_usage_new (const char    *system,
                                    AppModelTools *tools,
                                    GPtrArray     *turns,
                                    gint64         context);
void           app_model_usage_free (AppModelUsage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelUsage, app_model_usage_free)

/** Returns: (transfer full) (nullable): "250 of 1,000 tokens in came from a cache (25 %)"; %NULL
 * where none did, or it was not told */
char *app_model_usage_write_cached (const McpModelUsage *usage);
/** Multiplies all of it. @n_requests: from which @factor was fitted */
void app_model_usage_correct (AppModelUsage *self, double factor, guint n_requests);
/** What a provider counted takes the place of what was estimated; within the tools, and within all
 * else, the shares stay as they were estimated. */
void app_model_usage_set_counted (AppModelUsage *self, gint64 total, gint64 tools);
/** What would go out next takes the place of what would have before. @tokens: as they are
 * estimated, not corrected */
void app_model_usage_set_message (AppModelUsage *self, gint64 tokens);
