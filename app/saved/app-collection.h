/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCollection: saved calls: a JSON file that a person writes, of calls that run one after the
 * other, each with what is expected of its result. Immutable.
 *
 *   { "calls": [
 *     { "name": "search", "group": "shop", "tool": "search_products",
 *       "arguments": { "query": "monitor" },
 *       "expect": [ { "path": "items[0].name", "matches": "Monitor" } ] },
 *     { "tool": "get_product", "arguments": { "id": "{{search.items[0].id}}" } },
 *     { "method": "resources/read", "uri": "shop://products/{{search.items[0].id}}" },
 *     { "method": "prompts/get", "prompt": "praise", "arguments": { "name": "Monitor" } } ] }
 *
 * "method" is "tools/call" where it is missing, as it is in older files; "name" is that of the tool
 * or prompt, or the URI, where it is missing; "server" is the id of a profile, where the call is
 * one of that server alone. See AppExpectation and AppPlaceholders.
 */

#pragma once

#include "app-call.h"
#include "app-expectation.h"
#include "mcp-json-writer.h"

typedef struct
{
  char        *name;
  char        *group;  /* (nullable) */
  char        *server; /* (nullable) */
  AppCallKind  kind;
  char        *target;       /* the name of a tool or prompt, or a URI */
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

/** What a saved call says; for arguments and expectations JSON text. */
typedef struct
{
  const char *name;   /* (nullable): %NULL for the target */
  const char *group;  /* (nullable) */
  const char *server; /* (nullable): the id of a profile */
  AppCallKind kind;
  const char *target;    /* the name of a tool or prompt, or a URI */
  const char *arguments; /* (nullable) */
  const char *expect;    /* (nullable): see AppExpectation */
} AppSavedText;

/** Returns: (transfer full): JSON text */
char *app_saved_text_dup_json (const AppSavedText *text);

/** Returns: (transfer none): the member that has the target: "tool", "uri" or "prompt" */
const char *app_saved_call_get_member (AppCallKind kind);
/** Writes @call as it is in a file. */
void app_saved_call_write (const AppSavedCall *call, McpJsonWriter *writer);
/** Whether @call is called so, or is in a group of that name. */
gboolean app_saved_call_is (const AppSavedCall *call, const char *name);
/** Returns: (transfer full) (nullable): a sentence, why @outcome is not what the call expects; an
 * error of the tool is a failure unless the call expects one */
char *app_saved_call_check (const AppSavedCall *call, const AppOutcome *outcome);
