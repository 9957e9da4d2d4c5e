/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCaseRecording: results of calls that were made before, by tool and arguments, so that a model
 * can be asked again without calling anything. The same call that was made several times is
 * answered in the order in which it was; the last answer stays. Reference counted; one run at a
 * time. As JSON:
 *
 *   [ { "tool": "search", "arguments": { … }, "text": "…", "is_error": false } ]
 */

#pragma once

#include "app-case-outcome.h"

#include <gio/gio.h>

typedef struct
{
  char    *text;
  gboolean is_error;
} AppCaseResult;

typedef struct _AppCaseRecording AppCaseRecording;

/** Returns: (transfer full) (nullable): %NULL with APP_ERROR_INVALID_INPUT */
AppCaseRecording *app_case_recording_new (McpJsonValue value, GError **error);
AppCaseRecording *app_case_recording_ref (AppCaseRecording *self);
void              app_case_recording_unref (AppCaseRecording *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCaseRecording, app_case_recording_unref)

/** Where a new run begins: the first answer of each call is the next. */
void app_case_recording_rewind (AppCaseRecording *self);
/** The next answer of a call. Returns: (transfer none) (nullable): %NULL where none was recorded */
const AppCaseResult *app_case_recording_take (AppCaseRecording *self, const AppCaseCall *call);
