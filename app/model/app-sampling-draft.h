/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingDraft: a model's draft of the response to one request of a server: who is asked, how
 * far it is, what came of it. It goes into the request's AppSamplingReply as it comes; nothing is
 * sent to the server here. It stops with the request. Main thread only.
 *
 * Properties (all notify)
 *   model (string, nullable, writable): who is asked, see AppSamplingModels; %NULL for whoever is
 *     chosen
 *   label (string): what the button says: "Let gpt-6 Draft"
 *   writing (boolean): it is under way: app_sampling_draft_stop()
 *   status (string): "Draft by gpt-6 · 214 tokens · 0.0031 USD": translated; "" at first
 *   notes (string): what the model was not told, a sentence a line: translated; "" for nothing
 *   problem (AppProblem, nullable): why there is no draft
 *   consent-text (string, nullable): what has to be agreed to first: app_sampling_draft_agree()
 *   reason (string, nullable): why nobody replied automatically: translated
 *   with-context (boolean, writable): the model is told of the server what the server wishes it to
 *     know: its instructions and the call that asks; %FALSE at first
 *
 * Signal
 *   ended (boolean drafted)
 */

#pragma once

#include "app-inbox-item.h"
#include "app-sampling-models.h"

#define APP_TYPE_SAMPLING_DRAFT (app_sampling_draft_get_type ())
G_DECLARE_FINAL_TYPE (AppSamplingDraft, app_sampling_draft, APP, SAMPLING_DRAFT, GObject)

/** @item: of kind SAMPLING and waiting; held. @models: held. Returns: (transfer full) */
AppSamplingDraft *app_sampling_draft_new (AppInboxItem *item, AppSamplingModels *models);

/** Returns: (transfer none) */
AppInboxItem *app_sampling_draft_get_item (AppSamplingDraft *self);
/** Returns: (transfer none) */
AppSamplingModels *app_sampling_draft_get_models (AppSamplingDraft *self);
/** Returns: (transfer none) (nullable): who is or would be asked */
const char *app_sampling_draft_get_model (AppSamplingDraft *self);
gboolean    app_sampling_draft_is_writing (AppSamplingDraft *self);
/** Whether the server wishes its context to be told. */
gboolean app_sampling_draft_wants_context (AppSamplingDraft *self);

/** Begins, in place of what there is. */
void app_sampling_draft_begin (AppSamplingDraft *self);
/** The same where nobody asked for it: no more than so much is spent; 0 for any number. */
void app_sampling_draft_begin_within (AppSamplingDraft *self, guint requests, gint64 tokens);
/** What came stays. */
void app_sampling_draft_stop (AppSamplingDraft *self);
/** The answer to "consent-text". @agreed: kept for good; it begins then */
void app_sampling_draft_agree (AppSamplingDraft *self, gboolean agreed);
/** @reason: (nullable) */
void app_sampling_draft_set_reason (AppSamplingDraft *self, const char *reason);

/** What the last one took. @requests, @cost: (out). Returns: tokens */
gint64 app_sampling_draft_get_spent (AppSamplingDraft *self, guint *requests, AppCost *cost);
