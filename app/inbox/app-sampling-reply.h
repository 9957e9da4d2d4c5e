/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingReply: what the person writes in a language model's place: a text, or the whole result
 * as JSON, as it takes to use tools. A draft; it outlives the views of it.
 *
 * Properties (all notify, writable): text, model (strings), json (string: the result), as-json
 * (boolean: json is what is sent), save (boolean: offered again next time)
 *
 * Source: MCP 2025-11-25 and 2026-07-28, CreateMessageResult.
 */

#pragma once

#include "mcp-sampling.h"

/* Who answered, where the person says nothing else. */
#define APP_SAMPLING_REPLY_MODEL "human"

#define APP_TYPE_SAMPLING_REPLY (app_sampling_reply_get_type ())
G_DECLARE_FINAL_TYPE (AppSamplingReply, app_sampling_reply, APP, SAMPLING_REPLY, GObject)

/** @text, @model: (nullable): what was saved. Returns: (transfer full) */
AppSamplingReply *app_sampling_reply_new (McpSamplingRequest *request,
                                          const char         *text,
                                          const char         *model);

/** Returns: (transfer none) */
const char *app_sampling_reply_get_text (AppSamplingReply *self);
void        app_sampling_reply_set_text (AppSamplingReply *self, const char *text);
/** Returns: (transfer none) */
const char *app_sampling_reply_get_model (AppSamplingReply *self);
void        app_sampling_reply_set_model (AppSamplingReply *self, const char *model);
/** Returns: (transfer none): made from the text, and from the first tool that may be used, until it
 * is changed */
const char *app_sampling_reply_get_json (AppSamplingReply *self);
/** @json: (nullable): %NULL makes it from the text again */
void     app_sampling_reply_set_json (AppSamplingReply *self, const char *json);
gboolean app_sampling_reply_is_as_json (AppSamplingReply *self);
void     app_sampling_reply_set_as_json (AppSamplingReply *self, gboolean as_json);
gboolean app_sampling_reply_is_saved (AppSamplingReply *self);

/** What would be sent. Returns: (transfer full): JSON text, if the person's JSON is JSON */
char *app_sampling_reply_dup_result (AppSamplingReply *self);
/** Whether there is something to send. */
gboolean app_sampling_reply_is_empty (AppSamplingReply *self);
