/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppRecorder: keeps in the history what sessions say: every request, ours and the server's, with
 * its response and, over HTTP, what it was sent with. Secrets are masked before anything is
 * written. A feature of sessions, one for all of them. Nobody waits for it: what is over is handed
 * on together, a moment later, and written in a thread.
 *
 * Properties
 *   private (boolean): nothing is kept while it is set, nor what is under way when it is
 *   failed (boolean, notifies): something could not be written; app_recorder_get_problem() says why
 */

#pragma once

#include "app-objects.h"
#include "app-session-feature.h"

#define APP_TYPE_RECORDER (app_recorder_get_type ())
G_DECLARE_FINAL_TYPE (AppRecorder, app_recorder, APP, RECORDER, GObject)

/** @objects: held; asked for their history when there is something to write. @delay: ms until what
 * is over is written. Returns: (transfer full) */
AppRecorder *app_recorder_new (AppObjects *objects, guint delay);

/** Hands on what is over and what will have no response, and keeps nothing more: before what it
 * writes to is closed. */
void app_recorder_end (AppRecorder *self);

/** Returns: (transfer none) (nullable): why the last thing could not be written: STORE_ERROR */
const GError *app_recorder_get_problem (AppRecorder *self);
