/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What there is to say of an answer: of its message, its result and the parts of that, as lists of
 * McpFinding. Nothing is hidden or corrected because of a finding.
 */

#pragma once

#include "mcp-message.h"
#include "mcp-result.h"
#include "mcp-tool.h"

/* A person reads a few; what is wrong a hundred times is told once more often than needed. */
#define APP_FINDINGS_MAX_JSON 20u
/* Larger messages are not looked through for numbers and names that readers differ in: that takes
 * as long as reading them, and the window waits. */
#define APP_FINDINGS_JSON_BYTES (1u << 20)

/** @definition: (nullable): the tool that was called or the resource that was read, as it was
 * listed: what it says of its results is held against them
 * Returns: (transfer full) (nullable) (element-type McpFinding): %NULL when all is in order */
GPtrArray *app_findings_of_result (McpResult *result, McpDefinition *definition);

/** Of a message as it went: the envelope, and the result where @method says whose it is.
 * @method: (nullable): what was asked, for an answer
 * @revision: (nullable): that was spoken; else what the message says of it
 * Returns: (transfer full) (nullable) (element-type McpFinding) */
GPtrArray *app_findings_of_message (GBytes *message, const char *method, const char *revision);
