/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliSampling: the model of --sampling-model, which answers what servers want a language model
 * to be asked: at a terminal the person sees each answer and agrees to it; without one, and with
 * --yes, it answers alone, within a budget.
 */

#pragma once

#include "app-cli-provider.h"
#include "app-sampling-model.h"

/** Before a server is connected. @status: (out): what to exit with, where it is %NULL without
 * @error: it was said why then. Returns: (transfer full) (nullable) */
AppCliSampling *app_cli_sampling_new (AppCli *cli, AppCliStatus *status, GError **error);
void            app_cli_sampling_free (AppCliSampling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliSampling, app_cli_sampling_free)

/** Answers or declines it, sooner or later. @item: of kind SAMPLING */
void app_cli_sampling_receive (AppCliSampling *self, AppInboxItem *item);
