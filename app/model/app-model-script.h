/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The scripted model that comes with this program: without a key, in this process. Its script is
 * about the tools of spyglass-demo.
 */

#pragma once

#include "mcp-model-provider.h"

/* What the model is called. */
#define APP_MODEL_SCRIPT_MODEL "Scripted model"
/* How the provider is called in a kept conversation. */
#define APP_MODEL_SCRIPT_ID "scripted-model"

/** @speed: pieces a second, where the script does not say; 0: as fast as can be
 * Returns: (transfer full): a provider that says what our own script says */
McpModelProvider *app_model_script_new_provider (guint speed);
/** The same for a person's script. Returns: (transfer full) (nullable): %NULL with @error set */
McpModelProvider *app_model_script_read_provider (const char *path, GError **error);

/** Adds to an error what to choose in place of a model that spyglass-demo once served, where it may
 * be that one that is not reached. @error: of asking it */
void app_model_script_explain (McpModelProvider *provider, const char *model, GError *error);
