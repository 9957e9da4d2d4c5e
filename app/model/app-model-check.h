/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether a provider can be asked: what it offers, and whether a model answers a request of a few
 * tokens; and which servers of models run on this machine, looked for only when a person says so.
 * Main thread only.
 */

#pragma once

#include "app-problem.h"
#include "mcp-model-catalogue.h"
#include "mcp-model-client.h"

typedef struct
{
  GPtrArray *models;  /* (nullable) (element-type McpModelItem): where it lists any */
  char      *model;   /* (nullable): that answered, as it says itself */
  gint64     elapsed; /* µs until it had answered */
} AppModelCheck;

void app_model_check_free (AppModelCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppModelCheck, app_model_check_free)

/** @key: (nullable). @model: (nullable): %NULL asks the first one that is offered */
void app_model_check_async (McpModelProvider   *provider,
                            const char         *key,
                            const char         *model,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** @failure: (out) (transfer full) (nullable): what the provider says of its error
 * Returns: (transfer full) (nullable): errors of McpModelCatalogue and McpModelClient; NOT_FOUND
 * where no model is named or offered */
AppModelCheck *
app_model_check_finish (GAsyncResult *result, McpModelFailure **failure, GError **error);

/** A server that answered. */
typedef struct
{
  McpModelProvider *provider;
  GPtrArray        *models; /* (element-type McpModelItem) */
} AppModelFound;

/** Asks the usual addresses on this machine, and the one of OLLAMA_HOST if it is on it. */
void app_model_search_async (GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/** Returns: (transfer full) (nullable) (element-type AppModelFound): fails only when cancelled */
GPtrArray *app_model_search_finish (GAsyncResult *result, GError **error);

/** Explains why a model did not answer. @failure: (nullable): what the provider said of it
 * Returns: (transfer full) */
AppProblem *app_model_check_create_problem (const McpModelFailure *failure, const GError *error);
/** The same for who is not at a window: the code says what kind of failure it was.
 * @failure: (nullable). @advice: (out) (transfer none) (nullable). Returns: (transfer full) */
GError *app_model_check_create_error (const McpModelFailure *failure,
                                      const GError          *error,
                                      const char           **advice);
