/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The variants that are measured: each model with the tools as they are, and with each of the
 * changes that a person chose.
 */

#pragma once

#include "app-bench-desk.h"
#include "app-case-runner.h"
#include "app-case-setup.h"

G_BEGIN_DECLS

/** @choices: how many variants there are of each model */
guint app_case_variants_count (const AppCaseChoices *choices);
/** Tools that the model of a desk is told now. @sessions: (element-type AppSession)
 * Returns: (transfer full) */
AppBenchTools *app_case_variants_create_tools (AppBenchDesk *desk, GPtrArray *sessions);

/** Adds those of one model. @asked: can be asked. @sessions: (element-type AppSession): whose tools
 * are used. @prices: (element-type AppPriceBook) (nullable): one is taken for each
 * @bench: one is added for each
 * Returns: %FALSE with APP_ERROR_INVALID_INPUT where the options of the desk are wrong */
gboolean app_case_variants_add (AppCaseRunner        *runner,
                                AppBenchDesk         *desk,
                                AppBenchAsked        *asked,
                                GPtrArray            *sessions,
                                const AppCaseChoices *choices,
                                GPtrArray            *prices,
                                GPtrArray            *names,
                                GError              **error);

G_END_DECLS
