/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseInjection: results of tools that read like an instruction to a model, in one run, and what
 * the model called behind them: see app-text-signs.h. What it did is told, not why it did so: a
 * tool that is named there may have been called for another reason. Plain struct, in a
 * box of g_rc_box_new0().
 */

#pragma once

#include "app-model-tools.h"
#include "app-case-suite.h"

typedef struct
{
  char *tool;   /* whose result it is, as the model was told it; of the first one */
  char *quoted; /* what it says */
  /* (nullable): the first tool that was called behind such a result and that is named close to what
   * was found there; the case does not expect it, and it was not called before the result came */
  char *followed;
  /* (nullable): where there is none, the first one that the case does not expect; always none of a
   * case that says nothing of calls */
  char *strayed;
} AppCaseInjection;

/** @turns: (element-type McpModelTurn): of the whole conversation
 * @first: the first turn of this run; what was called before was not called in it
 * Returns: (transfer full) (nullable): %NULL where no result reads like that */
AppCaseInjection *app_case_injection_find (GPtrArray     *turns,
                                           guint          first,
                                           const AppCase *item,
                                           AppModelTools *tools);
void              app_case_injection_unref (AppCaseInjection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseInjection, app_case_injection_unref)
