/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchCard: a call that a model makes, as a card of the conversation shows it, from the first
 * piece of its arguments to what the model was told; the same for a call that is kept in a file.
 * Texts of models and servers are as they came, without secrets. Main thread only.
 *
 * Properties (all notify)
 *   state (AppBenchCardState)
 *   state-text (string): "Asks", "Running", "Finished in 12 ms", "Failed in 12 ms": translated
 *   name (string): of the tool, as the model was told it
 *   server (string, nullable): whose tool it is; %NULL where that is not known
 *   given (string): the arguments as the model wrote them: any text, JSON where all is well
 *   sent (string, nullable): what was sent in their place; %NULL where it is the same
 *   changes (string, nullable): why, a line for each change: translated
 *   reason (string, nullable): why it asks: a translated sentence
 *   told (string, nullable): the result as the model was told it; cut at 64 KiB, and says so
 *   told-summary (string, nullable): "412 of 12,431 tokens · kept whole as an object": translated
 *   warning (string, nullable): what in it reads like an instruction to a model, and where, a line
 *     for each: translated
 *   call (AppCall, nullable): what went to the server, with its result, where it went there now
 *
 * Signal
 *   answered (boolean agreed, boolean always): see app_bench_card_answer()
 */

#pragma once

#include "app-call.h"

G_BEGIN_DECLS

typedef enum {
  APP_BENCH_CARD_WRITING, /* the model writes its arguments */
  APP_BENCH_CARD_WAITING, /* for those before it */
  APP_BENCH_CARD_ASKING,  /* see app_bench_card_answer() */
  APP_BENCH_CARD_RUNNING,
  APP_BENCH_CARD_DONE,
  APP_BENCH_CARD_FAILED,  /* there is a result that says so */
  APP_BENCH_CARD_MISSING, /* it was never carried out */
} AppBenchCardState;

#define APP_TYPE_BENCH_CARD_STATE (app_bench_card_state_get_type ())
GType app_bench_card_state_get_type (void);

#define APP_TYPE_BENCH_CARD (app_bench_card_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchCard, app_bench_card, APP, BENCH_CARD, GObject)

/** @name: (nullable): not known yet. @given: the arguments so far. Returns: (transfer full):
 * WRITING */
AppBenchCard *app_bench_card_new (const char *name, const char *given);

AppBenchCardState app_bench_card_get_state (AppBenchCard *self);
/** Returns: (transfer none) */
const char *app_bench_card_get_state_text (AppBenchCard *self);
/** Returns: (transfer none): "" where it is not known yet */
const char *app_bench_card_get_name (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_server (AppBenchCard *self);
/** Returns: (transfer none) */
const char *app_bench_card_get_given (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_sent (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_changes (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_reason (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_told (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_told_summary (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_card_get_warning (AppBenchCard *self);
/** Returns: (transfer none) (nullable) */
AppCall *app_bench_card_get_call (AppBenchCard *self);
/** Returns: (transfer none) (nullable) (element-type GBytes): images that the model was shown */
GPtrArray *app_bench_card_get_images (AppBenchCard *self);

/** What the person says, where it asks; else nothing happens. @agreed: whether it runs
 * @always: never again for this tool; with @agreed only */
void app_bench_card_answer (AppBenchCard *self, gboolean agreed, gboolean always);

/* For whoever fills it */

void app_bench_card_set_state (AppBenchCard *self, AppBenchCardState state);
void app_bench_card_set_name (AppBenchCard *self, const char *name);
void app_bench_card_set_server (AppBenchCard *self, const char *server);
void app_bench_card_set_given (AppBenchCard *self, const char *given);
/** @told: (nullable). @summary: (nullable) */
void app_bench_card_set_told (AppBenchCard *self, const char *told, const char *summary);
/** @reason: (nullable) */
void app_bench_card_set_reason (AppBenchCard *self, const char *reason);
/** @sent: (nullable). @changes: (nullable) */
void app_bench_card_set_sent (AppBenchCard *self, const char *sent, const char *changes);
/** @call: (nullable) */
void app_bench_card_set_call (AppBenchCard *self, AppCall *call);
/** @duration: µs; -1 where it is not known. Told with the states behind RUNNING */
void app_bench_card_set_duration (AppBenchCard *self, gint64 duration);
void app_bench_card_add_image (AppBenchCard *self, GBytes *data);

G_END_DECLS
