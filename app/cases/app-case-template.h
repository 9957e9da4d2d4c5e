/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Texts with places for values, as promptfoo has them: the plain part of what Nunjucks understands.
 * Pure.
 *
 *   {{ name }}, {{ name.member[0]["other"] }}
 *   {{ name | dump }}, | trim, | upper, | lower, | safe, one behind the other
 *   {# a comment #}, {% raw %}…{% endraw %}, and - beside the brackets
 *
 * A value that is a text may itself name others that are there. Conditions, loops and other filters
 * are not understood.
 *
 * Source: Nunjucks' documentation of its templates; promptfoo's of prompts and variables
 */

#pragma once

#include "mcp-json-value.h"

G_BEGIN_DECLS

/** @values: an object, or none
 * @missing: (inout): the first value that is not there, where it has none yet; nothing stands in
 * its place
 * Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT */
char *app_case_template_fill (const char  *text,
                              McpJsonValue values,
                              char       **missing,
                              GError     **error);

G_END_DECLS
