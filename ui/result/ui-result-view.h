/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiResultView: what came of a call: one line with its state, duration and size, progress and
 * Cancel while it runs, the question whether it may run where the approval rule asks, what went
 * wrong, and the result from up to three sides. The result of the call before stays, dimmed, until
 * this one ends. A resource that a result links to is read and shown in the same place, with a way
 * back.
 *
 * Properties: call (AppCall, nullable); side (string, nullable): what is seen of the result,
 * "content", "structured" or "raw"; kind (uint: AppViewKind): the way in which it is seen; quiet
 * (boolean, notifies): a call has begun that is not shown, as it may end in an instant
 * Signal: retry (AppCall), the person wants the call to be made again: as it is, prepared
 * Actions: result.back, result.copy, result.copy-curl, result.copy-cli, result.copy-json-rpc,
 * result.show-in-log
 */

#pragma once

#include "app-call.h"

#include <adwaita.h>

#define UI_TYPE_RESULT_VIEW (ui_result_view_get_type ())
G_DECLARE_FINAL_TYPE (UiResultView, ui_result_view, UI, RESULT_VIEW, AdwBin)

/** @call: (nullable) */
void ui_result_view_set_call (UiResultView *self, AppCall *call);
/** Calls of the same that ended, oldest first: one steps through their results.
 * @history: (nullable): of AppCall */
void ui_result_view_set_history (UiResultView *self, GListModel *history);
/** @text: what is said while there is no call */
void ui_result_view_set_empty_text (UiResultView *self, const char *text);
