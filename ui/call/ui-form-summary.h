/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormSummary: the arguments on one line in the place of a form that is folded away; pressing it
 * unfolds the form.
 *
 * Signal: clicked ()
 */

#pragma once

#include "app-form.h"

#include <gtk/gtk.h>

#define UI_TYPE_FORM_SUMMARY (ui_form_summary_get_type ())
G_DECLARE_FINAL_TYPE (UiFormSummary, ui_form_summary, UI, FORM_SUMMARY, GtkWidget)

/** @form: (nullable): held */
void ui_form_summary_set_form (UiFormSummary *self, AppForm *form);
