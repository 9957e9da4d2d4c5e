/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelCatalogue: which models a provider offers, and how many tokens it counts in a request,
 * where it tells. Each question is small and bounded; redirects are not followed.
 *
 * McpModelItem: one model. Immutable; reference counted.
 *
 * Errors: as McpHttpFetch; MCP_ERROR_HTTP_STATUS where the provider says why, see McpModelFailure;
 * _INVALID_MESSAGE; _NOT_OFFERED where it does not count
 */

#pragma once

#include "mcp-http-options.h"
#include "mcp-model-failure.h"
#include "mcp-model-request.h"

typedef enum {
  MCP_MODEL_STATE_UNKNOWN, /* as with all that are not on this machine */
  MCP_MODEL_STATE_LOADED,
  MCP_MODEL_STATE_LOADING,
  MCP_MODEL_STATE_UNLOADED,
} McpModelState;

typedef struct
{
  char         *id;         /* what a request names it by */
  char         *title;      /* (nullable): for people, where it is another text */
  gint64        context;    /* tokens; 0 where it is not told */
  gint64        max_output; /* tokens; 0 where it is not told */
  McpModelState state;
} McpModelItem;

McpModelItem *mcp_model_item_ref (McpModelItem *self);
void          mcp_model_item_unref (McpModelItem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpModelItem, mcp_model_item_unref)

/** Returns: (transfer none): "unknown", "loaded", …: for programs */
const char *mcp_model_state_to_text (McpModelState state);

#define MCP_TYPE_MODEL_CATALOGUE (mcp_model_catalogue_get_type ())
G_DECLARE_FINAL_TYPE (McpModelCatalogue, mcp_model_catalogue, MCP, MODEL_CATALOGUE, GObject)

/** Whether a provider may count what a request takes: servers that speak the same may not. */
gboolean mcp_model_catalogue_may_count (McpModelProvider *provider);
/** @provider: held. @options: (nullable): held. Returns: (transfer full) */
McpModelCatalogue *mcp_model_catalogue_new (McpModelProvider *provider, McpHttpOptions *options);

/** All models, in the provider's order. @key: (nullable) */
void mcp_model_catalogue_list_async (McpModelCatalogue  *self,
                                     const char         *key,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** @failure: (out) (transfer full) (nullable) (optional)
 * Returns: (transfer full) (nullable) (element-type McpModelItem) */
GPtrArray *mcp_model_catalogue_list_finish (McpModelCatalogue *self,
                                            GAsyncResult      *result,
                                            McpModelFailure  **failure,
                                            GError           **error);

/** The tokens of a request, exactly. @request: needed for the call only. @key: (nullable) */
void mcp_model_catalogue_count_async (McpModelCatalogue     *self,
                                      const McpModelRequest *request,
                                      const char            *key,
                                      GCancellable          *cancellable,
                                      GAsyncReadyCallback    callback,
                                      gpointer               user_data);
/** @failure: (out) (transfer full) (nullable) (optional)
 * Returns: -1 with an error */
gint64 mcp_model_catalogue_count_finish (McpModelCatalogue *self,
                                         GAsyncResult      *result,
                                         McpModelFailure  **failure,
                                         GError           **error);

/** Whether a server may tell what text its model reads: some that speak the same do not. */
gboolean mcp_model_catalogue_may_read (McpModelProvider *provider);
/** Asks a server what text its model reads of a request: what its template makes of messages and
 * tools. The model is not asked. @base: (nullable): the one that the request was sent below, the
 * provider's own or its other one; %NULL for its own. @body: of the request, as it was sent
 * @key: (nullable) */
void mcp_model_catalogue_read_async (McpModelCatalogue  *self,
                                     const char         *base,
                                     GBytes             *body,
                                     const char         *key,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/** @failure: as above. Returns: (transfer full) (nullable) */
char *mcp_model_catalogue_read_finish (McpModelCatalogue *self,
                                       GAsyncResult      *result,
                                       McpModelFailure  **failure,
                                       GError           **error);
