/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A tool's schema without its inputs, as a model is shown it. */

#pragma once

#include "app-preset-entry.h"

G_BEGIN_DECLS

/** See app_presets_dup_model_schema(). @entries: (element-type AppPresetEntry): the schema's inputs
 * Returns: (transfer full): JSON text */
char *app_preset_dup_model_schema (McpJsonValue root, GPtrArray *entries);

G_END_DECLS
