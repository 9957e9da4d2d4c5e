/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelRun: one run of a conversation, from what the person said to the model's answer: the
 * model is asked, its calls are carried out, and it is asked again with what came of them, until it
 * calls nothing more or a limit is reached. Nothing that a tool does ends it. Main thread only.
 *
 * Each call is answered, in the order in which the model made them, all in one turn. Those of one
 * turn that only read run side by side, others one by one.
 */

#pragma once

#include "app-model-call.h"
#include "app-model-usage.h"
#include "mcp-model-client.h"

typedef enum {
  APP_MODEL_NOT_ENDED,
  APP_MODEL_ANSWERED,
  APP_MODEL_OUT_OF_ROUNDS, /* it goes on calling though it was told not to */
  APP_MODEL_OUT_OF_TOKENS,
  APP_MODEL_OUT_OF_MONEY, /* or what it costs is not known, and there is a limit */
  APP_MODEL_REPEATED,     /* the same call again and again */
  APP_MODEL_STOPPED,      /* by the person */
  APP_MODEL_FAILED,       /* the provider; see the error */
} AppModelEnd;

/** Who is told of what goes on; each may be missing. Never called after the run has ended. */
typedef struct
{
  /* A request is about to be sent. @is_last: the model is told to call nothing any more */
  void (*request) (const McpModelRequest *request,
                   guint                  number,
                   gboolean               is_last,
                   gpointer               user_data);
  /* A turn of the model's or of results was added to the conversation. */
  void (*turn) (McpModelTurn *turn, gpointer user_data);
  /* A call is about to run: who wants to be asked first says so now. */
  void (*call) (AppModelCall *call, gpointer user_data);
  McpModelWatch model; /* of each request; its user_data is that of all */
} AppModelWatch;

/** What a run is made of; all of it is held or copied. */
typedef struct
{
  McpModelClient  *client;
  const char      *key; /* (nullable) */
  const char      *model;
  const char      *system; /* (nullable): nothing secret in it */
  AppModelTools   *tools;
  AppModelMask    *mask; /* lives until the run is freed; so do the next two */
  AppModelObjects *objects;
  AppModelCache   *cache;
  GPtrArray       *turns;        /* (element-type McpModelTurn): to which turns are added; its last
                                  * one is what the person said */
  AppModelOptions *options;      /* lives until the run is freed */
  AppCost          spent;        /* for the conversation before it */
  gint64           spent_tokens; /* the same */
} AppModelPlan;

typedef struct _AppModelRun AppModelRun;

/** @watch: copied. Returns: (transfer full) */
AppModelRun *app_model_run_new (const AppModelPlan *plan, const AppModelWatch *watch);
/** Once it has ended, or before it begins. */
void app_model_run_free (AppModelRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelRun, app_model_run_free)

/** What would be asked first, before it begins: nothing secret in it.
 * @request: (out): points to what @self holds. Returns: %FALSE with @error where nothing can be
 * asked */
gboolean
app_model_run_describe (AppModelRun *self, McpModelRequest *request, GError **error);
/** @callback: its source is %NULL. @cancellable: (nullable): stops it: what came stays, and calls
 * are answered as cancelled */
void app_model_run_begin_async (AppModelRun        *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
/** @failure: (out) (transfer full) (nullable) (optional): what the provider said
 * Returns: why it ended; with @error where it failed or was stopped */
AppModelEnd app_model_run_finish (AppModelRun      *self,
                                  GAsyncResult     *result,
                                  McpModelFailure **failure,
                                  GError          **error);

/** What was told by the provider, of all requests of the run. */
const McpModelUsage *app_model_run_get_usage (AppModelRun *self);
/** Tokens in and out; where the provider does not tell, estimated. */
gint64 app_model_run_get_tokens (AppModelRun *self);
guint  app_model_run_get_n_requests (AppModelRun *self);
/** What it cost, as far as that is known. Returns: (transfer none) */
const AppCost *app_model_run_get_cost (AppModelRun *self);
