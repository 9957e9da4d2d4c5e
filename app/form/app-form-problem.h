/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormProblem: one thing in a value that its schema would refuse. Immutable.
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define APP_TYPE_FORM_PROBLEM (app_form_problem_get_type ())
G_DECLARE_FINAL_TYPE (AppFormProblem, app_form_problem, APP, FORM_PROBLEM, GObject)

/** Returns: (transfer full) */
AppFormProblem *app_form_problem_new (const char *message, const char *pointer, gboolean missing);
/** Returns: (transfer none): in words */
const char *app_form_problem_get_message (AppFormProblem *self);
/** Returns: (transfer none): JSON Pointer (RFC 6901) in the arguments */
const char *app_form_problem_get_pointer (AppFormProblem *self);
/** Whether it is that a required member is absent. */
gboolean app_form_problem_is_missing (AppFormProblem *self);

G_END_DECLS
