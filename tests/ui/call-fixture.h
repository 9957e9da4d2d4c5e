/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Calls that never reach a server: what comes of them is told by hand, as features of a session do.
 */

#pragma once

#include "app-call.h"
#include "app-settings.h"

/** In state PREPARED, of a session of its own that never connects. Returns: (transfer full) */
AppCall *call_fixture_new (AppCallKind kind, const char *target, const char *arguments);
/** Of a session that is connected, and asks about each call. @reason: static
 * Returns: (transfer full) */
AppCall *call_fixture_new_asking (const char *target, const char *arguments, const char *reason);
/** Never connected. @settings: held by the session. Returns: (transfer full) */
GObject *call_fixture_new_session (AppSettings *settings);
AppCall *call_fixture_new_in (GObject *session, AppCallKind kind, const char *target);
void     call_fixture_run (AppCall *call);
/** As if the person had cancelled it. */
void call_fixture_stop (AppCall *call);
/** @message: (nullable); @total: -1 unknown */
void call_fixture_set_progress (AppCall *call, double progress, double total, const char *message);
/** The call ends with this result. @json: of the result member; held */
void call_fixture_answer (AppCall *call, McpJsonDocument *result);
/** The same from a text, which must parse. */
void call_fixture_answer_text (AppCall *call, const char *json);
/** The call ends with a JSON-RPC error. @json: the error */
void call_fixture_fail (AppCall *call, const char *json);
