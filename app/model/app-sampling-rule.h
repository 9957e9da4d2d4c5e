/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSamplingRule: what happens where one server wants a language model to be asked, and how much
 * may be spent on it without a person, in one run of the program. It is remembered of the server,
 * not kept in its profile: who is given a profile is not made to spend anything by it. Main thread
 * only.
 *
 * Properties (all notify)
 *   mode (uint, writable): of an AppSamplingMode
 *   max-requests (uint, writable), max-tokens (uint64, writable), max-cost (double, writable): 0
 *     for any number; the last in the currency of the price book
 *   used (string): "3 of 10 requests, 1,204 of 100,000 tokens": translated
 */

#pragma once

#include "app-price-list.h"
#include "app-session.h"

/* What is usual, where a person lets a model draft or reply. */
#define APP_SAMPLING_RULE_REQUESTS 10u
#define APP_SAMPLING_RULE_TOKENS G_GUINT64_CONSTANT (100000)

typedef enum {
  APP_SAMPLING_MODE_ASK,   /* the person replies, or lets a model draft */
  APP_SAMPLING_MODE_DRAFT, /* a model drafts at once, the person sends */
  APP_SAMPLING_MODE_REPLY, /* a model replies, and nobody is asked */
  APP_SAMPLING_N_MODES
} AppSamplingMode;

#define APP_TYPE_SAMPLING_RULE (app_sampling_rule_get_type ())
G_DECLARE_FINAL_TYPE (AppSamplingRule, app_sampling_rule, APP, SAMPLING_RULE, GObject)

/** @session: with an inbox. Returns: (transfer none): the one of the server, which lasts as long */
AppSamplingRule *app_sampling_rule_get (AppSession *session);

AppSamplingMode app_sampling_rule_get_mode (AppSamplingRule *self);
/** Another mode starts over: nothing is used. */
void app_sampling_rule_set_mode (AppSamplingRule *self, AppSamplingMode mode);
/** Whether one more request may be sent without a person.
 * @is_priced: whether it is known what it will cost
 * Returns: %FALSE with APP_ERROR_REFUSED, which says what is used up */
gboolean
app_sampling_rule_admit (AppSamplingRule *self, gboolean is_priced, GError **error);
/** What is left; 0 for any number. */
guint  app_sampling_rule_get_requests_left (AppSamplingRule *self);
gint64 app_sampling_rule_get_tokens_left (AppSamplingRule *self);
/** What was sent without a person. */
void app_sampling_rule_spend (AppSamplingRule *self,
                              guint            requests,
                              gint64           tokens,
                              const AppCost   *cost);
