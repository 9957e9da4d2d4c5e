/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelChoice: who is asked: a model of one of the person's providers with its key, or the
 * scripted model with the tools of the demo server, which it starts. Main thread only.
 *
 * Signals
 *   changed: who it is, or whether it can be asked now
 *   failed (GError): it cannot, or what was chosen could not be kept
 */

#pragma once

#include "app-model-script.h"
#include "app-model-providers.h"
#include "app-workspace.h"
#include "mcp-model-client.h"

#define APP_TYPE_MODEL_CHOICE (app_model_choice_get_type ())
G_DECLARE_FINAL_TYPE (AppModelChoice, app_model_choice, APP, MODEL_CHOICE, GObject)

/** @workspace: held. Returns: (transfer full): nobody, until the list of providers was read: then
 * the one that is asked where none is named, if there is one */
AppModelChoice *app_model_choice_new (AppWorkspace *workspace);
/** Another one of the same providers, who is nobody at first; no demo server is started for it.
 * Returns: (transfer full) */
AppModelChoice *app_model_choice_new_beside (AppModelChoice *other);
/** Ends what it started; nothing is told from then on. */
void app_model_choice_close (AppModelChoice *self);

/** Returns: (transfer none) */
AppModelProviders *app_model_choice_get_providers (AppModelChoice *self);
/** @entry: the id of a provider, or APP_MODEL_SCRIPT_ID. @remember: whether it is asked from now on
 * where none is named; the scripted model is so only by a choice such as this one */
void app_model_choice_choose (AppModelChoice *self,
                              const char     *entry,
                              const char     *model,
                              gboolean        remember);
void app_model_choice_use_script (AppModelChoice *self);

/** Returns: (transfer none) (nullable): %NULL for the scripted model, and for nobody */
AppModelEntry *app_model_choice_get_entry (AppModelChoice *self);
/** Returns: (transfer none) (nullable): %NULL as long as it cannot be asked */
McpModelClient *app_model_choice_get_client (AppModelChoice *self);
/** Returns: (transfer none) (nullable): its name */
const char *app_model_choice_get_model (AppModelChoice *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_choice_get_key (AppModelChoice *self);
gboolean    app_model_choice_is_script (AppModelChoice *self);
/** Whether it will be told soon whether it can be asked. */
gboolean app_model_choice_is_starting (AppModelChoice *self);
/** Returns: (transfer none) (nullable): the demo server's, where the scripted model was used */
AppSession *app_model_choice_get_session (AppModelChoice *self);
/** Returns: (transfer full): "gpt-6 · OpenAI"; "" for nobody */
char *app_model_choice_dup_title (AppModelChoice *self);
