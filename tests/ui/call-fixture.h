/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Calls that never went anywhere: their states are set by hand, their answers come from a text.
 */

#pragma once

#include "app-call.h"
#include "app-settings.h"

G_BEGIN_DECLS

/** In state PREPARED, without a session. Returns: (transfer full) */
AppCall *call_fixture_new (AppCallKind kind, const char *target, const char *arguments);
/** Of a session that never connects. @settings: held by the session. Returns: (transfer full) */
GObject *call_fixture_new_session (AppSettings *settings);
AppCall *call_fixture_new_in (GObject *session, AppCallKind kind, const char *target);
void     call_fixture_set_state (AppCall *call, AppCallState state);
/** @message: (nullable); @total: -1 unknown */
void call_fixture_set_progress (AppCall *call, double progress, double total, const char *message);
void call_fixture_set_elapsed (AppCall *call, gint64 microseconds);
void call_fixture_set_reason (AppCall *call, const char *reason);
/** The call ends with this result. @json: of the result member; held */
void call_fixture_answer (AppCall *call, McpJsonDocument *result);
/** The same from a text, which must parse. */
void call_fixture_answer_text (AppCall *call, const char *json);
void call_fixture_fail (AppCall *call, AppProblem *problem);

G_END_DECLS
