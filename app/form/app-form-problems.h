/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFormProblems: what is wrong with a form's value, and where: what the schema's validator has
 * against it, told at rows. Of a union it is what the chosen form has against it.
 */

#pragma once

#include "app-form-problem.h"
#include "app-form.h"

typedef struct _AppFormProblems AppFormProblems;

/** Returns: (transfer full) */
AppFormProblems *app_form_problems_new (void);
void             app_form_problems_free (AppFormProblems *self);

/** Looks for problems in the form's value. @place: where it changed since the last time, a JSON
 * Pointer; "" for anywhere
 * Returns: (transfer full) (element-type utf8): places of which another problem is told now */
GPtrArray *app_form_problems_update (AppFormProblems *self, AppForm *form, const char *place);
/** Brings the listed problems into the order of the rows, which are as the value is now; makes the
 * fields on the way. */
void app_form_problems_sort (AppFormProblems *self, AppField *root);

/** Returns: (transfer none): of AppFormProblem */
GListModel *app_form_problems_get_list (AppFormProblems *self);
/** All of them, those that are not listed included. */
guint app_form_problems_get_n (AppFormProblems *self);
/** Returns: (transfer none) (nullable): why the value could not be checked whole, where that is
 * so */
const char *app_form_problems_get_doubt (AppFormProblems *self);
/** The first problem at a place. @missing: (out): whether it is that the member is absent
 * Returns: (transfer none) (nullable) */
const char *
app_form_problems_find (AppFormProblems *self, const char *pointer, gboolean *missing);
