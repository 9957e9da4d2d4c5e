/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDoctorStep: one thing that the doctor tries on the way to a server, and what came of it. Its
 * texts have their secrets masked already.
 *
 * Property (read only): state (uint, an AppDoctorState); notifies when everything else has changed.
 */

#pragma once

#include <gio/gio.h>

typedef enum {
  APP_DOCTOR_WAITING,
  APP_DOCTOR_RUNNING,
  APP_DOCTOR_PASSED,
  APP_DOCTOR_WARNED, /* it goes on, but this is not as it should be */
  APP_DOCTOR_FAILED,
  APP_DOCTOR_SKIPPED, /* it does not apply, or what comes before failed */
} AppDoctorState;

#define APP_TYPE_DOCTOR_STEP (app_doctor_step_get_type ())
G_DECLARE_FINAL_TYPE (AppDoctorStep, app_doctor_step, APP, DOCTOR_STEP, GObject)

/** Returns: (transfer none) */
const char *app_doctor_step_get_id (AppDoctorStep *self);
/** What is tried. Returns: (transfer none): translated */
const char    *app_doctor_step_get_name (AppDoctorStep *self);
AppDoctorState app_doctor_step_get_state (AppDoctorStep *self);
/** Returns: (transfer none): the state for people, translated */
const char *app_doctor_step_get_state_words (AppDoctorStep *self);
/** Microseconds; 0 until it has ended. */
gint64 app_doctor_step_get_duration (AppDoctorStep *self);
/** One sentence. Returns: (transfer none) (nullable) */
const char *app_doctor_step_get_found (AppDoctorStep *self);
/** Raw: addresses, a certificate, a body, stderr; bounded. Returns: (transfer none) (nullable) */
const char *app_doctor_step_get_evidence (AppDoctorStep *self);
/** What to do about it. Returns: (transfer none) (nullable) */
const char *app_doctor_step_get_advice (AppDoctorStep *self);
