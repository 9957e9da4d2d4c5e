/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormSchema: what a sub-schema says at a glance, before there is an index: for whoever only
 * looks for a mark in it. What a form makes of a schema is AppFieldSchema's.
 */

#pragma once

#include "mcp-json-value.h"

/* References that lead to references; a longer chain is a circle, or meant to be one. */
#define APP_FORM_SCHEMA_MAX_HOPS 32u

/** Follows "#/…" references to what they mean. Returns: the schema itself where it is no reference,
 * none where the reference leads nowhere */
McpJsonValue app_form_schema_follow (McpJsonValue root, McpJsonValue schema);
/** Whether a branch admits null and nothing else. */
gboolean app_form_schema_is_null (McpJsonValue branch);
/** The branches of "anyOf" or "oneOf"; none where there are none. */
McpJsonValue app_form_schema_get_union (McpJsonValue schema);
/** The value of a choice. Returns: none where @branch is no constant */
McpJsonValue app_form_schema_get_constant (McpJsonValue branch);
