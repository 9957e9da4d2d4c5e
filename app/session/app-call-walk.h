/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * For features: how a call is driven that goes on elsewhere than in a request, such as a task.
 */

#pragma once

#include "app-call.h"

/** It runs; also after its cancelling came to nothing. */
void app_call_go_on (AppCall *self);
/** @value, @total: not finite where not known. @message: (nullable) */
void app_call_report (AppCall *self, double value, double total, const char *message);
/** The server asks something of the person, and waits. @question: an object of whoever shows it; it
 * is to be removed when it is answered or over */
void app_call_add_question (AppCall *self, GObject *question);
void app_call_remove_question (AppCall *self, GObject *question);
/** It ends with a result, once that is read. */
void app_call_respond (AppCall *self, McpResult *result);
/** It ends with a JSON-RPC error. @error: the object, or what the server sent in its place */
void app_call_refuse (AppCall *self, McpJsonValue error);
/** It was sent before the program was started, or by another one, and ends with what came then,
 * once that is read. No feature hears of it. @time: when, µs since the epoch. @elapsed: µs */
void app_call_recall (AppCall *self, McpResult *response, gint64 time, gint64 elapsed);
/** It ends without a response: cancelled where @error is a cancelling that was asked for, else
 * failed. @error: (transfer full) */
void app_call_fail (AppCall *self, GError *error);
/** It is in the history as @id. */
void app_call_set_record (AppCall *self, gint64 id);
