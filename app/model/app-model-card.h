/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelCard: a call that a model makes, as a card of the conversation shows it, from the first
 * piece of its arguments to what the model was told; the same for a call that is kept in a file.
 * Texts of models and servers are as they came, without secrets. Main thread only.
 *
 * Properties (all notify)
 *   state (AppModelCardState)
 *   state-text (string): "Asks", "Running", "Finished in 12 ms", "Failed in 12 ms": translated
 *   name (string): of the tool, as the model was told it
 *   server (string, nullable, writable): whose tool it is; %NULL where that is not known
 *   given (string): the arguments as the model wrote them: any text, JSON where all is well
 *   sent (string, nullable, writable): what was sent in their place; %NULL where it is the same
 *   changes (string, nullable, writable): why, a line for each change: translated
 *   reason (string, nullable, writable): why it asks: a translated sentence
 *   told (string, nullable): the result as the model was told it; cut at 64 KiB, and says so
 *   told-summary (string, nullable): "412 of 12,431 tokens · kept whole as an object": translated
 *   warning (string, nullable): what in it reads like an instruction to a model, and where, a line
 *     for each: translated
 *   duration (int64, write only): µs; -1 where it is not known. It is in state-text behind RUNNING
 *   call (AppCall, nullable): what went to the server, with its result, where it went there now
 *
 * Signal
 *   answered (boolean agreed, boolean always): see app_model_card_answer()
 */

#pragma once

#include "app-model-call.h"

typedef enum {
  APP_MODEL_CARD_WRITING, /* the model writes its arguments */
  APP_MODEL_CARD_WAITING, /* for those before it */
  APP_MODEL_CARD_ASKING,  /* see app_model_card_answer() */
  APP_MODEL_CARD_RUNNING,
  APP_MODEL_CARD_DONE,
  APP_MODEL_CARD_FAILED,   /* there is a result that says so */
  APP_MODEL_CARD_DECLINED, /* the person did not allow it */
  APP_MODEL_CARD_STOPPED,  /* by the person */
  APP_MODEL_CARD_MISSING,  /* it was never carried out */
} AppModelCardState;

#define APP_TYPE_MODEL_CARD_STATE (app_model_card_state_get_type ())
GType app_model_card_state_get_type (void);

#define APP_TYPE_MODEL_CARD (app_model_card_get_type ())
G_DECLARE_FINAL_TYPE (AppModelCard, app_model_card, APP, MODEL_CARD, GObject)

/** @name: (nullable): not known yet. @given: the arguments so far. Returns: (transfer full):
 * WRITING */
AppModelCard *app_model_card_new (const char *name, const char *given);

AppModelCardState app_model_card_get_state (AppModelCard *self);
/** Returns: (transfer none) */
const char *app_model_card_get_state_text (AppModelCard *self);
/** Returns: (transfer none): "" where it is not known yet */
const char *app_model_card_get_name (AppModelCard *self);
/** Returns: (transfer none) */
const char *app_model_card_get_given (AppModelCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_card_get_sent (AppModelCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_card_get_told (AppModelCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_model_card_get_warning (AppModelCard *self);
/** Returns: (transfer none) (nullable) */
AppCall *app_model_card_get_call (AppModelCard *self);
/** Returns: (transfer none) (nullable) (element-type GBytes): images that the model was shown */
GPtrArray *app_model_card_get_images (AppModelCard *self);

/** What the person says, where it asks; else nothing happens. @agreed: whether it runs
 * @always: never again for this tool; with @agreed only */
void app_model_card_answer (AppModelCard *self, gboolean agreed, gboolean always);

/* For whoever fills it */

/** Shows what becomes of a call that is made now, and answers it as the person does. @call: held */
void app_model_card_follow (AppModelCard *self, AppModelCall *call);
void app_model_card_set_state (AppModelCard *self, AppModelCardState state);
void app_model_card_set_name (AppModelCard *self, const char *name);
void app_model_card_set_given (AppModelCard *self, const char *given);
/** @told: (nullable). @summary: (nullable) */
void app_model_card_set_told (AppModelCard *self, const char *told, const char *summary);
/** Its state at its end, by what was told; see app_model_card_set_told() */
void app_model_card_end (AppModelCard *self, gboolean is_error);
void app_model_card_add_image (AppModelCard *self, GBytes *data);
