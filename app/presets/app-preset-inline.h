/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A sub-schema copied so that it stands alone: local references are replaced by what they mean. A
 * reference that leads in a circle or out of the document becomes {}, and so does what lies deeper,
 * or is more, than anybody fills in.
 */

#pragma once

#include "mcp-json-value.h"
#include "mcp-json-writer.h"

G_BEGIN_DECLS

/* Sub-schemas that are copied for one input. */
#define APP_PRESET_INLINE_MAX_SCHEMAS 2000u
#define APP_PRESET_INLINE_MAX_DEPTH 32u

/** @bare: without title, description and default */
void app_preset_inline_write (McpJsonWriter *writer,
                              McpJsonValue   root,
                              McpJsonValue   schema,
                              gboolean       bare);

G_END_DECLS
