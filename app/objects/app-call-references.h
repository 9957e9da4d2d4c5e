/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCallReferences: which of the arguments of a session's calls are references; the values of
 * objects of ours are put in when a call is sent, and where there is none it fails. A feature of
 * the session.
 */

#pragma once

#include "app-reference-marks.h"
#include "app-session-feature.h"

#define APP_TYPE_CALL_REFERENCES (app_call_references_get_type ())
G_DECLARE_FINAL_TYPE (AppCallReferences, app_call_references, APP, CALL_REFERENCES, GObject)

/** Before it runs. @marks: (nullable) */
void app_call_references_set_marks (AppCallReferences *self,
                                    AppCall           *call,
                                    AppReferenceMarks *marks);
/** Returns: (transfer none) (nullable) */
AppReferenceMarks *app_call_references_get_marks (AppCallReferences *self, AppCall *call);
