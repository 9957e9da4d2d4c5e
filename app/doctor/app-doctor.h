/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDoctor: why a server cannot be reached. It tries in turn what a connection needs, one rung of
 * a ladder after the other, and says where the ladder ends and what to do: what was typed; for
 * programs whether it is found, starts, stays alive and answers; on the network name, connection,
 * certificate, HTTP, well-known documents, authorization; at last the protocol itself. A list model
 * of AppDoctorStep, all of which are there from the beginning and change as they go.
 *
 * Each step is bounded in time, and all of them can be cancelled. Texts have their secrets masked.
 *
 * Property (notifies): summary (string, nullable): where it ends, in a sentence; %NULL until it has
 * run
 */

#pragma once

#include "app-doctor-step.h"
#include "app-settings.h"
#include "store-profile.h"
#include "store-secret-vault.h"

/* What one step on the network may take, ms: a slow name server needs five seconds. */
#define APP_DOCTOR_STEP_DEADLINE 10000u
/* What opening a session may take at most, ms, whatever the profile says: somebody is watching. */
#define APP_DOCTOR_SESSION_DEADLINE 30000u

#define APP_TYPE_DOCTOR (app_doctor_get_type ())
G_DECLARE_FINAL_TYPE (AppDoctor, app_doctor, APP, DOCTOR, GObject)

/** @profile: copied. Returns: (transfer full) */
AppDoctor *app_doctor_new (StoreProfile *profile, StoreSecretVault *vault, AppSettings *settings);

/** Runs all steps, once. A failed step is no error; only cancelling is (MCP_ERROR_CANCELLED). */
void     app_doctor_run_async (AppDoctor          *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
gboolean app_doctor_run_finish (AppDoctor *self, GAsyncResult *result, GError **error);

/** Returns: (transfer none) (nullable) */
const char *app_doctor_get_summary (AppDoctor *self);
/** The step where it ended. Returns: (transfer none) (nullable): %NULL where all is well, or it did
 * not run */
AppDoctorStep *app_doctor_get_end (AppDoctor *self);

/** What a connection fails with. Returns: (transfer none) (nullable): %NULL where there is no such
 * step */
const GError *app_doctor_get_error (AppDoctor *self);

/** Returns: (transfer full): one step as lines for people, its end included */
char *app_doctor_dup_step_text (AppDoctorStep *step);
/** Returns: (transfer full): all of it as lines for people */
char *app_doctor_dup_text (AppDoctor *self);
/** Returns: (transfer full): all of it as one JSON object */
char *app_doctor_dup_json (AppDoctor *self);
