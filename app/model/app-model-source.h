/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelSource: a prompt, a resource or a template that a server offers, and that can go into a
 * conversation. Main thread only.
 */

#pragma once

#include "app-draft.h"

#define APP_TYPE_MODEL_SOURCE (app_model_source_get_type ())
G_DECLARE_FINAL_TYPE (AppModelSource, app_model_source, APP, MODEL_SOURCE, GObject)

/** @servers: of AppModelServer. @prompts: prompts, else resources and their templates
 * Returns: (transfer full) (element-type AppModelSource): server by server, as they were listed */
GPtrArray *app_model_source_list (GListModel *servers, gboolean prompts);

/** Returns: (transfer none): what it is called */
const char *app_model_source_get_title (AppModelSource *self);
/** Returns: (transfer none): by what the server knows it: a URI, a name */
const char *app_model_source_get_key (AppModelSource *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_source_get_description (AppModelSource *self);
/** Returns: (transfer none) */
AppSession *app_model_source_get_session (AppModelSource *self);
/** Whether each of the words is in what is known of it. @words: (nullable) */
gboolean app_model_source_matches (AppModelSource *self, const char *words);
/** What asks for it: app_draft_prepare() makes the call. Returns: (transfer full) */
AppDraft *app_model_source_create_draft (AppModelSource *self);
/** Whether something of it is to be filled in. */
gboolean app_model_source_asks (AppDraft *draft);
