/* SPDX-License-Identifier: GPL-3.0-or-later */

/** Putting what is set into arguments, and taking what is pinned out of them. */

#pragma once

#include "app-preset-entry.h"

G_BEGIN_DECLS

/** See app_presets_inject(). @entries: (element-type AppPresetEntry). @masks: secrets are not to be
 * seen. Returns: (transfer full): JSON text */
char *app_preset_inject (GPtrArray   *entries,
                         McpJsonValue arguments,
                         gboolean     masks,
                         GPtrArray  **problems);
/** Takes what is pinned out of arguments. Returns: (transfer full): JSON text */
char *app_preset_strip (GPtrArray *entries, McpJsonValue arguments);

G_END_DECLS
