/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSampler: the policy of a window: a person answers everything that servers ask, and a language
 * model drafts in their place where they want it to: for one request, or by an AppSamplingRule for
 * all of a server. By a rule one request of a server is sent at a time, so that none goes beyond
 * what may be spent.
 *
 * What a model says leads to no request of another model: the tools of a request are run by the
 * server that asked. Where a server asks again in the same call before the model has replied, that
 * second level is refused a model by the rule, with the reason, and waits for the person. What is
 * spent in a call that a model of the bench made is charged to its conversation. Main thread only.
 */

#pragma once

#include "app-inbox-policy.h"
#include "app-sampling-draft.h"
#include "app-sampling-rule.h"

#define APP_TYPE_SAMPLER (app_sampler_get_type ())
G_DECLARE_FINAL_TYPE (AppSampler, app_sampler, APP, SAMPLER, GObject)

/** @workspace: not held. Returns: (transfer full) */
AppSampler *app_sampler_new (AppWorkspace *workspace);
/** The one that answers a server. Returns: (transfer none) (nullable): where another policy does */
AppSampler *app_sampler_find (AppSession *session);
/** Ends what it started. */
void app_sampler_close (AppSampler *self);

/** Returns: (transfer none) */
AppSamplingModels *app_sampler_get_models (AppSampler *self);
/** @item: of kind SAMPLING and waiting. Returns: (transfer none): its draft, as long as it waits */
AppSamplingDraft *app_sampler_get_draft (AppSampler *self, AppInboxItem *item);
