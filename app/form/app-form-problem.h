/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormProblem: one thing in a value that its schema would refuse. Immutable: its fields are
 * read only.
 */

#pragma once

#include <glib-object.h>

#define APP_TYPE_FORM_PROBLEM (app_form_problem_get_type ())
G_DECLARE_FINAL_TYPE (AppFormProblem, app_form_problem, APP, FORM_PROBLEM, GObject)

struct _AppFormProblem
{
  GObject parent_instance;

  char    *message; /* in words */
  char    *pointer; /* JSON Pointer (RFC 6901) in the arguments */
  gboolean missing; /* it is that a required member is absent */
};

/** Returns: (transfer full) */
AppFormProblem *app_form_problem_new (const char *message, const char *pointer, gboolean missing);
