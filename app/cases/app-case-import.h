/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Files of other programs, and conversations that were kept, as files of cases of our own; see
 * app-case-suite.h. Pure.
 *
 * Sources: the Berkeley Function Calling Leaderboard, version 4, "bfcl_eval/data" and its
 * "possible_answer"; MCPJam's "eval-suite.schema.json", schemaVersion 1
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-value.h"

typedef enum {
  APP_CASE_OWN,
  APP_CASE_BFCL,         /* lines of JSON: questions and functions, the answers in a second file */
  APP_CASE_MCPJAM,       /* a suite */
  APP_CASE_CONVERSATION, /* what was said and called, see app-model-transcript.h */
  /* No longer read */
  APP_CASE_PROMPTFOO, /* a configuration: prompts and tests in YAML or JSON */
  APP_CASE_ATLAS,     /* MCP-Atlas: a table as CSV */
  APP_CASE_MCPMARK,   /* a folder: no file is taken for it */
} AppCaseFormat;

/** What a file is, by what is in it; one that is none of them is taken for our own. */
AppCaseFormat app_case_import_find_format (GBytes *text);
/** @format: not APP_CASE_OWN
 * @answers: (nullable): of BFCL: the lines of "possible_answer"; where there are none, it can only
 * be checked whether anything is called
 * @notes: (element-type utf8): what could not be taken over is added, in sentences
 * Returns: (transfer full) (nullable): JSON of our own; %NULL with APP_ERROR_INVALID_INPUT,
 * APP_ERROR_NO_LONGER_READ, MCP_JSON_ERROR or STORE_ERROR */
GBytes *app_case_import (AppCaseFormat format,
                         GBytes       *text,
                         GBytes       *answers,
                         GPtrArray    *notes,
                         GError      **error);
