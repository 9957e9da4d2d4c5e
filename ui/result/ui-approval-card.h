/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiApprovalCard: the question whether a call may run, in the place where its result will be: why
 * it is asked, what would be sent, and the three answers. Hidden while nothing is asked.
 */

#pragma once

#include "app-call.h"

#include <adwaita.h>

#define UI_TYPE_APPROVAL_CARD (ui_approval_card_get_type ())
G_DECLARE_FINAL_TYPE (UiApprovalCard, ui_approval_card, UI, APPROVAL_CARD, AdwBin)

/** Asks about more than one call; the signal "answered" (gboolean) has the answer.
 * @text: what would run. @run: the label of the button that agrees */
void ui_approval_card_ask (UiApprovalCard *self,
                           const char     *title,
                           const char     *reason,
                           const char     *text,
                           const char     *run);
/** @call: (nullable) */
void ui_approval_card_set_call (UiApprovalCard *self, AppCall *call);
/** Whether the tool of @call destroys something: then Enter is not what agrees. */
gboolean ui_approval_card_is_destructive (AppCall *call);
