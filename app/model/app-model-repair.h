/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Arguments that a model wrote nearly right, made to fit a tool's schema: what stands in quotes and
 * is no string, a value where a list is wanted and a list of one where a value is, members that
 * there are not, null for what need not be there. Each change is told. What fits already is not
 * touched, and what cannot be mended stays as it is. A pure function.
 */

#pragma once

#include "app-model-change.h"

/** @arguments: an object, or a string that says one. @schema: of the tool; whatever it is
 * @changes: (element-type AppModelChange): those are added. Returns: (transfer full): JSON text */
char *app_model_repair (McpJsonValue arguments, McpJsonValue schema, GPtrArray *changes);
