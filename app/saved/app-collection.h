/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCollection: saved calls: a JSON file that a person writes, of calls that run one after the
 * other, each with what it is expected to come to. Immutable.
 *
 *   { "calls": [
 *     { "name": "search", "group": "shop", "tool": "search_products",
 *       "arguments": { "query": "monitor" },
 *       "expect": [ { "path": "items[0].name", "matches": "Monitor" } ] },
 *     { "tool": "get_product", "arguments": { "id": "{{search.items[0].id}}" } } ] }
 *
 * "name" is the tool's where it is missing; "server" is the id of a profile, where the call is one
 * of that server alone. See AppExpectation and AppPlaceholders.
 */

#pragma once

#include "app-expectation.h"

typedef struct
{
  char        *name;
  char        *group;  /* (nullable) */
  char        *server; /* (nullable) */
  char        *tool;
  McpJsonValue arguments;    /* an object; none where there are none */
  McpJsonValue expect;       /* an array, as written; none where there is none */
  GPtrArray   *expectations; /* (element-type AppExpectation) */
} AppSavedCall;

typedef struct _AppCollection AppCollection;

/** Returns: (transfer full) (nullable): %NULL with MCP_JSON_ERROR or APP_ERROR_INVALID_INPUT, which
 * says in which call */
AppCollection *app_collection_parse (GBytes *text, GError **error);
/** Returns: (transfer full): @self */
AppCollection *app_collection_ref (AppCollection *self);
void           app_collection_unref (AppCollection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCollection, app_collection_unref)

/** Returns: (transfer none) (element-type AppSavedCall): in their order */
GPtrArray *app_collection_get_calls (AppCollection *self);

/** Whether @call is called so, or is in a group of that name. */
gboolean app_saved_call_is (const AppSavedCall *call, const char *name);
/** Returns: (transfer full) (nullable): a sentence, why @outcome is not what the call was expected
 * to come to; an error of the tool is a failure unless the call expects one */
char *app_saved_call_check (const AppSavedCall *call, const AppOutcome *outcome);
