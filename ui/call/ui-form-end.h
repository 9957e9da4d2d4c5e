/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormEnd: where filling in ends: what stands against sending, the button that keeps the call,
 * and the one that sends it.
 *
 * Signal: problem-activated (problem: AppFormProblem, nullable), see UiFormProblems
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

#include <adwaita.h>

#define UI_TYPE_FORM_END (ui_form_end_get_type ())
G_DECLARE_FINAL_TYPE (UiFormEnd, ui_form_end, UI, FORM_END, AdwBin)

/** @form: (nullable): followed */
void ui_form_end_set_form (UiFormEnd *self, AppForm *form);
/** @presets: (nullable): call ui_form_end_update() when one changes */
void ui_form_end_set_presets (UiFormEnd *self, AppPresets *presets);
void ui_form_end_update (UiFormEnd *self);
/** @label: (nullable): what the button says */
void     ui_form_end_set_label (UiFormEnd *self, const char *label);
void     ui_form_end_set_busy (UiFormEnd *self, gboolean busy);
gboolean ui_form_end_is_busy (UiFormEnd *self);
/** @obstacle: (nullable): why nothing can be sent now, in a word or two */
void ui_form_end_set_obstacle (UiFormEnd *self, const char *obstacle);
/** Returns: (transfer none) (nullable) */
const char *ui_form_end_get_obstacle (UiFormEnd *self);
/** Lists what stands against sending, if this was not done yet; from then on the button says that
 * it sends anyway. Returns: whether the person is warned for the first time */
gboolean ui_form_end_warn (UiFormEnd *self);
void     ui_form_end_focus (UiFormEnd *self);
