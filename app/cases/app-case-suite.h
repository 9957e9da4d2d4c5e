/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseSuite: cases that models are asked: what is said to them, and what they are to do. A file
 * that a person writes, as YAML or JSON; other programs' files become one by app_case_import().
 * Immutable.
 *
 * |[
 * title: Shop
 * servers: [shop]
 * repeat: 10
 * pass: 0.9
 * cases:
 * - id: cheapest
 *   title: Finds the cheapest monitor
 *   prompt: Which monitor is the cheapest?
 *   expect:
 *     calls:
 *     - tool: search_products
 *       arguments: {query: {$contains: monitor}}
 *     never: [delete_product]
 * ]|
 *
 * A case has an "id" of its own, and a "prompt" with what to "expect", or "turns": a list of these;
 * "expect" beside "turns" is of all of them together. Beside these it may have what the file has
 * for all its cases:
 *
 * - "system": what the model is told first
 * - "before": [ … ]: turns of a conversation that the case goes on with: mcp-model-turn-json.h
 * - "tools": { "allow": [ … ], "deny": [ … ] }: names of tools, in which * and ? stand for others
 * - "define": [ { "name", "description", "inputSchema" } ]: tools that are of no server: nothing
 *   answers a call of them
 * - "results": "live": tools run; "recorded": their results are those of "recorded", and nothing
 *   runs; "none": nothing runs, and what the model calls first is all that counts
 * - "recorded": see AppCaseRecording
 * - "repeat": how often it is asked
 * - "pass": which part of these has to come out right, from 0 to 1
 * - "rounds": in which it may call
 *
 * A case may also have a "note", for people; nothing is checked against it.
 *
 * See AppCaseExpectation.
 */

#pragma once

#include "app-case-expectation.h"
#include "app-case-recording.h"

#define APP_CASE_SUITE_MAX_BYTES (64u * 1024u * 1024u)
#define APP_CASE_SUITE_MAX_CASES 20000u
#define APP_CASE_MAX_TURNS 200u
#define APP_CASE_MAX_REPEAT 10000
#define APP_CASE_MAX_ROUNDS 1000

typedef enum {
  APP_CASE_LIVE,
  APP_CASE_RECORDED,
  APP_CASE_NO_RESULTS,
} AppCaseResults;

/** The words of a file, by their number. */
extern const char *const app_case_results_words[];

typedef struct
{
  char               *prompt;
  AppCaseExpectation *expect; /* (nullable) */
} AppCaseTurn;

typedef struct
{
  char               *id;
  char               *title;  /* (nullable) */
  GPtrArray          *turns;  /* (element-type AppCaseTurn): at least one */
  AppCaseExpectation *expect; /* (nullable): of all turns together */
  GPtrArray          *before; /* (nullable) (element-type McpModelTurn): what was said till then */
  char               *system; /* (nullable) */
  char              **allow;  /* (nullable): all tools */
  char              **deny;   /* (nullable) */
  GPtrArray          *tools;  /* (nullable) (element-type McpTool): in place of those of servers */
  AppCaseResults      results;
  AppCaseRecording   *recording; /* (nullable) */
  guint               repeat;    /* 0: nothing is said */
  double              pass;
  guint               rounds; /* 0: nothing is said */
} AppCase;

typedef struct
{
  char            *title;    /* (nullable) */
  char           **servers;  /* (nullable) */
  GPtrArray       *cases;    /* (element-type AppCase): at least one */
  McpJsonDocument *document; /* all of it as it is written, in JSON */
} AppCaseSuite;

/** What a file says, JSON or YAML. Returns: (transfer full) (nullable): %NULL with
 * APP_ERROR_INVALID_INPUT, MCP_JSON_ERROR or STORE_ERROR */
McpJsonDocument *app_case_read_document (GBytes *text, GError **error);
/** Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT, MCP_JSON_ERROR or
 * STORE_ERROR, which say where */
AppCaseSuite *app_case_suite_parse (GBytes *text, GError **error);
/** Whether models are told of tools of servers. */
gboolean app_case_suite_needs_servers (const AppCaseSuite *self);
void     app_case_suite_free (AppCaseSuite *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseSuite, app_case_suite_free)
