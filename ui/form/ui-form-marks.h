/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a form's schema has against its value, at its places in the JSON text.
 */

#pragma once

#include "app-form.h"
#include "ui-json-text.h"

/** @text: shows the JSON text of @form */
void ui_form_marks_show (UiJsonText *text, AppForm *form);
