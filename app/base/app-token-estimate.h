/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a text costs a model, estimated: one token for four characters, and one for each character
 * of the scripts that are written without spaces (Chinese, Japanese, Korean). Vendors count
 * otherwise, each in its own way, some a third more or less; it is good for comparing, and is
 * shown with "≈".
 */

#pragma once

#include "mcp-json-value.h"

/* What a vendor writes around each tool. */
#define APP_TOKEN_ESTIMATE_PER_TOOL 10u

/** @text: (nullable): @length bytes, meant as UTF-8 */
guint app_token_estimate_length (const char *text, gsize length);
/** The text that a JSON string says; nothing of it is copied. */
guint app_token_estimate_string (McpJsonValue string);
/** @text: (nullable): UTF-8 */
guint app_token_estimate_text (const char *text);
/** A tool's entry in a request. @json: JSON text, white space between its parts not counted */
guint app_token_estimate_tool (const char *json);
