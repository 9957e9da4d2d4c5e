/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchOffer: a prompt, a resource or a template that a server offers, and that can go into a
 * conversation. Main thread only.
 */

#pragma once

#include "app-draft.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH_OFFER (app_bench_offer_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchOffer, app_bench_offer, APP, BENCH_OFFER, GObject)

/** @servers: of AppBenchServer. @prompts: prompts, else resources and their templates
 * Returns: (transfer full) (element-type AppBenchOffer): server by server, as they were listed */
GPtrArray *app_bench_offer_list (GListModel *servers, gboolean prompts);

/** Returns: (transfer none): what it is called */
const char *app_bench_offer_get_title (AppBenchOffer *self);
/** Returns: (transfer none): by what the server knows it: a URI, a name */
const char *app_bench_offer_get_key (AppBenchOffer *self);
/** Returns: (transfer none) (nullable) */
const char *app_bench_offer_get_description (AppBenchOffer *self);
/** Returns: (transfer none) */
AppSession *app_bench_offer_get_session (AppBenchOffer *self);
/** Whether each of the words is in what is known of it. @words: (nullable) */
gboolean app_bench_offer_matches (AppBenchOffer *self, const char *words);
/** What asks for it: app_draft_prepare() makes the call. Returns: (transfer full) */
AppDraft *app_bench_offer_create_draft (AppBenchOffer *self);
/** Whether something of it is to be filled in. */
gboolean app_bench_offer_asks (AppDraft *draft);

G_END_DECLS
