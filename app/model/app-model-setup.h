/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelSetup: what a person chooses for a conversation, as properties that widgets are bound to;
 * each question goes out with what they are then. Main thread only.
 *
 * Properties (all notify, all writable)
 *   system (string): the system prompt; "" for none
 *   with-instructions (boolean): the servers' own instructions go behind it
 *   choice (uint): of an AppToolChoice: whether the model is to call
 *   choice-name (string): the tool of APP_TOOL_CHOICE_NAMED
 *   rounds (uint): in which it may call; 1 to 100
 *   result-format (string): how results are given to the model: "raw", "compact", "preview",
 * "path:…", "template:…"; see app-model-result-format.h repairs (boolean): arguments that are
 * nearly right are made so parallel (uint): 0 says nothing, 1: one call at a time, 2: several order
 * (uint): of the tools: 0 by name, 1 as listed, 2 shuffled object-tools (boolean): the model is
 * always told of the tools for kept results max-tokens (uint64): of the conversation, in and out; 0
 * for any number max-cost (double): of the conversation, as its price has it; 0 for any parameters
 * (string): a JSON object for the body of each request; "" for none overlays (string): JSON, what
 * is told of tools in place of what they say; "" for none; see app-tool-overlays.h problem (string,
 * nullable, read only): what is wrong in result-format, parameters or overlays, in words; nothing
 * can be sent meanwhile
 */

#pragma once

#include "app-model-options.h"

typedef enum {
  APP_TOOL_CHOICE_AUTO,
  APP_TOOL_CHOICE_NONE,
  APP_TOOL_CHOICE_REQUIRED,
  APP_TOOL_CHOICE_NAMED,
} AppToolChoice;

#define APP_TYPE_MODEL_SETUP (app_model_setup_get_type ())
G_DECLARE_FINAL_TYPE (AppModelSetup, app_model_setup, APP, MODEL_SETUP, GObject)

/** Returns: (transfer full): what is usual */
AppModelSetup *app_model_setup_new (void);
/** Returns: (transfer none): the system prompt; "" for none */
const char *app_model_setup_get_system (AppModelSetup *self);
/** Returns: (transfer none) (nullable): what is wrong, in words */
const char *app_model_setup_get_problem (AppModelSetup *self);
/** What is not said here stays in @options: prices, factors. Returns: %FALSE with
 * APP_ERROR_INVALID_INPUT: nothing is changed then */
gboolean
app_model_setup_apply (AppModelSetup *self, AppModelOptions *options, GError **error);
/** Only what is told of tools, for what is counted before anything is sent; nothing changes where
 * it is not understood. */
void app_model_setup_apply_overlays (AppModelSetup *self, AppModelOptions *options);
