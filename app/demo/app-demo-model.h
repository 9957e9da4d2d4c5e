/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoModel: a language model that says what a script says, over HTTP on this machine, to
 * whoever speaks one of these APIs: OpenAI's Chat Completions and Responses, Anthropic's Messages,
 * Gemini's generateContent and Ollama's chat. So a client of language models can be tried, and
 * tested, without a key and without a model.
 */

#pragma once

#include <gio/gio.h>

#include "app-demo-options.h"

G_BEGIN_DECLS

#define APP_TYPE_DEMO_MODEL (app_demo_model_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoModel, app_demo_model, APP, DEMO_MODEL, GObject)

/** Listens as long as the object lives. @options: kept, not copied; with a model
 * @url: (out) (transfer full): where
 * Returns: (transfer full) (nullable): %NULL with @error set where the script is none, or it cannot
 * listen */
GObject *app_demo_model_new (const AppDemoOptions *options, char **url, GError **error);

G_END_DECLS
