/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormNotice: says above a form why not every value of it can be checked; not there where all
 * can.
 *
 * Properties: form (AppForm, nullable)
 */

#pragma once

#include "app-form.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_FORM_NOTICE (ui_form_notice_get_type ())
G_DECLARE_FINAL_TYPE (UiFormNotice, ui_form_notice, UI, FORM_NOTICE, AdwBin)

/** @form: (nullable) */
void ui_form_notice_set_form (UiFormNotice *self, AppForm *form);

G_END_DECLS
