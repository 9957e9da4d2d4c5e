/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSessionPresets: what the person sets once for all tools of a session's server, pre-configured
 * inputs and pinned arguments; kept with the profile, their secrets in the keyring. A feature of
 * the session, which puts what is set into the calls.
 */

#pragma once

#include "app-presets.h"
#include "app-session-feature.h"
#include "mcp-tool.h"

typedef struct _AppPresetSecrets AppPresetSecrets; /* see app-preset-secrets.h */

#define APP_TYPE_SESSION_PRESETS (app_session_presets_get_type ())
G_DECLARE_FINAL_TYPE (AppSessionPresets, app_session_presets, APP, SESSION_PRESETS, GObject)

/** Whose calls are not sent where an input that is needed is missing, or one does not fit. */
typedef enum {
  APP_PRESETS_CHECK_OTHERS, /* a person's own form has said so before */
  APP_PRESETS_CHECK_ALL,
  APP_PRESETS_CHECK_NONE,
} AppPresetsCheck;

void app_session_presets_set_check (AppSessionPresets *self, AppPresetsCheck check);
/** Whether some tool has an input at @path, and @lexeme, JSON text, fits it. The list of tools has
 * to be there. */
gboolean app_session_presets_check (AppSessionPresets *self,
                                    const char        *path,
                                    const char        *lexeme,
                                    GError           **error);
/** The pre-configured inputs and pinned arguments of a tool with the server's values; changes of
 * theirs are made with the functions below. Returns: (transfer full) (nullable): %NULL where the
 * tool has none */
AppPresets *app_session_presets_create (AppSessionPresets *self, const char *tool);
/** Those of all tools together, each once; every one of them says which tools have it.
 * Returns: (transfer full): empty where there are none */
AppPresets *app_session_presets_create_all (AppSessionPresets *self);
/** Gives @presets the values that the server has now; which there are stays. */
void app_session_presets_refresh (AppSessionPresets *self, AppPresets *presets);
/** Uses another set of values from now on, see app-preset-sets.h; it may be a new one. */
gboolean app_session_presets_use_set (AppSessionPresets *self, const char *set, GError **error);
/** Takes the set that is in use out, with its secrets, and uses the default one. */
void app_session_presets_remove_set (AppSessionPresets *self);
/** Into the set that is in use.
 * @lexeme: (nullable): JSON text; %NULL takes the value out
 * @secret: whether the value, a string, goes to the keyring */
void app_session_presets_set (AppSessionPresets *self,
                              const char        *path,
                              const char        *lexeme,
                              gboolean           secret);
/** The same for a parameter, which is from now on set for every tool of the server that has it. */
void app_session_presets_pin (AppSessionPresets *self,
                              const char        *path,
                              const char        *lexeme,
                              gboolean           secret);
/** The secrets among them: fetched when they are needed. Returns: (transfer none) */
AppPresetSecrets *app_session_presets_get_secrets (AppSessionPresets *self);
/** The tool as a model is told of it: without what is set here. Returns: (transfer full): the same
 * tool where nothing is */
McpTool *app_session_presets_create_model_tool (AppSessionPresets *self, McpTool *tool);
