/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormProblems: what stands against sending a form, as a short list above the button: each entry
 * moves the focus to its field.
 *
 * Signal: problem-activated (problem: AppFormProblem; %NULL for the pre-configured inputs)
 */

#pragma once

#include "app-form.h"

#include <adwaita.h>

/* Entries that are listed; the rest is counted. The list must leave the form its room. */
#define UI_FORM_PROBLEMS_SHOWN 4u

#define UI_TYPE_FORM_PROBLEMS (ui_form_problems_get_type ())
G_DECLARE_FINAL_TYPE (UiFormProblems, ui_form_problems, UI, FORM_PROBLEMS, AdwBin)

/** @form: (nullable); @n_presets: pre-configured inputs that have to be set */
void ui_form_problems_show (UiFormProblems *self, AppForm *form, guint n_presets);
/** How many there are, those that are not listed included. */
guint ui_form_problems_get_n (UiFormProblems *self);
