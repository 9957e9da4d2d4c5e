/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppResult: what came back from a tool, a resource or a prompt, as a GListModel of AppBlock.
 * Immutable. A result that does not look as the specification says is shown as it is: as one block
 * of unknown JSON.
 */

#pragma once

#include "app-block.h"
#include "store-object.h"

/* Blocks that get a row of their own; the rest is one block of JSON that says how many. */
#define APP_RESULT_MAX_BLOCKS 1000u

typedef enum {
  APP_RESULT_CALL,   /* tools/call */
  APP_RESULT_READ,   /* resources/read */
  APP_RESULT_PROMPT, /* prompts/get */
} AppResultKind;

#define APP_TYPE_RESULT (app_result_get_type ())
G_DECLARE_FINAL_TYPE (AppResult, app_result, APP, RESULT, GObject)

/** @value: the result member of the answer; its document is held. Returns: (transfer full) */
AppResult *app_result_new (AppResultKind kind, McpJsonValue value);
/** The same with a block for everything, however much that is: for what is not a list of rows. */
AppResult *app_result_new_whole (AppResultKind kind, McpJsonValue value);

AppResultKind app_result_get_kind (AppResult *self);
/** Whether the tool said so. */
gboolean app_result_is_error (AppResult *self);
/** What to do about it, where the text of a tool's error says so.
 * Returns: (transfer none) (nullable): translated; see app_advice_find() */
const char *app_result_get_advice (AppResult *self);
/** The whole result as received. */
McpJsonValue app_result_get_value (AppResult *self);
/** The structured content; none where there is none. */
McpJsonValue app_result_get_structured (AppResult *self);
/** What is off in the response; before it is shown. @findings: (transfer full) (nullable) */
void app_result_take_findings (AppResult *self, GPtrArray *findings);
/** Returns: (transfer none) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *app_result_get_findings (AppResult *self);
/** Returns: (transfer none) (nullable): why what came is no result, where it is none */
const char *app_result_get_fault (AppResult *self);
/** Where structured content and the only text block say the same, as the specification asks, the
 * text need not be shown again. Compares only up to a bounded size. */
gboolean app_result_text_repeats_structured (AppResult *self);

/** Makes the object that the result is kept as: the structured content where there is some, the
 * text where there is exactly one text block (as JSON when it is an object or an array of at most
 * APP_BLOCK_IN_PLACE bytes), else the whole result. Nothing is copied.
 * @server, @tool: (nullable). Returns: (transfer full) */
StoreObject *app_result_create_object (AppResult *self, const char *server, const char *tool);
