/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What providers answer where they are asked for their models or for a count, in each dialect's
 * form, private to mcp/model. Knows nothing of connections.
 */

#pragma once

#include "mcp-model-catalogue.h"

/* Models of one provider; the largest catalogues have some hundred. */
#define MCP_MODEL_LISTING_MAX 10000u

/** Returns: (transfer full): the address of a page. @cursor: (nullable): of the first one */
char *mcp_model_listing_dup_url (McpModelProvider *provider, const char *cursor);
/** Adds the models of one page.
 * @models: (element-type McpModelItem)
 * @cursor: (out) (transfer full) (nullable): of the next page
 * Returns: whether it is a list of models */
gboolean mcp_model_listing_read (McpModelProvider *provider,
                                 McpJsonValue      root,
                                 GPtrArray        *models,
                                 char            **cursor);

/** Returns: (transfer full) (nullable): where it is told which models are loaded, if anywhere */
char *mcp_model_listing_dup_loaded_url (McpModelProvider *provider);
/** Replaces the items of the models that are. */
void mcp_model_listing_read_loaded (McpJsonValue root, GPtrArray *models);

/** Returns: (transfer full) (nullable): where a request is counted, if anywhere */
char *mcp_model_listing_dup_count_url (const McpModelRequest *request);
/** Returns: (transfer full): @body with what is counted, and no more: the rest is refused there */
GBytes *mcp_model_listing_build_count (const McpModelRequest *request, GBytes *body);
/** Returns: -1 where it is no count */
gint64 mcp_model_listing_read_count (McpJsonValue root);

/** Returns: (transfer full) (nullable): where a server tells what text its model reads of a
 * request, if anywhere. @base: of this provider, or its other one */
char *mcp_model_listing_dup_reading_url (McpModelProvider *provider, const char *base);
/** @body: of a request, as it was sent. Returns: (transfer full) (nullable): what is posted there;
 * %NULL where @body is no object */
GBytes *mcp_model_listing_build_reading (GBytes *body);
/** Returns: (transfer full) (nullable): the text; %NULL where there is none */
char *mcp_model_listing_read_reading (McpJsonValue root);
