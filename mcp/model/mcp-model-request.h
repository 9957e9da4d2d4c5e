/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpModelRequest: what a model is asked, whatever the dialect: a plain struct that points to what
 * the caller holds.
 */

#pragma once

#include "mcp-model-provider.h"
#include "mcp-model-turn.h"

typedef enum {
  MCP_MODEL_CHOICE_AUTO, /* nothing is sent where that is what nothing means */
  MCP_MODEL_CHOICE_NONE,
  MCP_MODEL_CHOICE_REQUIRED,
  MCP_MODEL_CHOICE_NAMED,
} McpModelChoice;

typedef struct
{
  McpModelProvider *provider;
  const char       *model;
  const char       *system; /* (nullable) */
  GPtrArray        *turns;  /* (element-type McpModelTurn): at least one */
  const char       *tools;  /* (nullable): a JSON array, as the dialect has tools */
  McpModelChoice    choice;
  const char       *choice_name; /* (nullable): with NAMED: as in @tools */
  int               parallel;    /* -1: nothing is said; 0: one call at a time; 1: several */
  gint64            max_tokens;  /* of the response; 0: the provider's or none */
  McpJsonValue      parameters;  /* an object, or none: merged into the body, over what we say */
  gboolean          whole;       /* asks for a response in one piece */
} McpModelRequest;

/** Returns: (transfer full): the body, in one line */
GBytes *mcp_model_request_build (const McpModelRequest *self);
/** Returns: (transfer full): the URL that it is posted to */
char *mcp_model_request_dup_url (const McpModelRequest *self);
/** The headers that it is sent with: ours, the provider's and the key's, checked.
 * @key: (nullable). @key_index: (out): which one has the key; -1 for none
 * Returns: (transfer full) (nullable): "Name: value"; %NULL with INVALID_TARGET */
char **mcp_model_request_dup_headers (const McpModelRequest *self,
                                      const char            *key,
                                      int                   *key_index,
                                      GError               **error);
/** Returns: (transfer full) (nullable): the URL that may be meant where there is nothing at that
 * one: a base without the version of the API, or with one that its server does not have */
char *mcp_model_request_dup_other_url (const McpModelRequest *self);

/** Whether @turn goes back verbatim: it has an echo of this provider and dialect, and this model
 * was asked for it. Where the turn does not tell which one was, the one that answered counts:
 * providers add a date to the name that they were asked for. */
gboolean mcp_model_request_echoes (const McpModelRequest *self, McpModelTurn *turn);
/** Returns: (transfer full) (nullable): the echo of @turn, where it goes back verbatim */
McpJsonDocument *mcp_model_request_parse_echo (const McpModelRequest *self, McpModelTurn *turn);

/** What came of the calls of the turn number @turn, from the turn behind it: a result for each, in
 * the order of the calls. Each API refuses a request in which a call has none, or a result no call:
 * where nothing came of one, because a person stopped it, say, the result says that it was not
 * carried out. Returns: (transfer full) (element-type McpModelBlock): none where the turn has no
 * calls */
GPtrArray *mcp_model_request_dup_results (const McpModelRequest *self, guint turn);
/** The text of a result for a dialect without a mark for those that failed: it says so itself.
 * Returns: (transfer full) */
char *mcp_model_request_dup_result_text (McpModelBlock *result);
/** What stands before the images of a result, for a dialect whose results have none: they follow as
 * a person's. Returns: (transfer full) */
char *mcp_model_request_dup_images_text (McpModelBlock *result);
