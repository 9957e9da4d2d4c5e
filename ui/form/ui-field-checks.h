/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldChecks: any of several values, for an array whose items are each one of them: a few as
 * marks to be set, many in a list behind a button, where they can be looked for. What is in the
 * array beside them is shown too, and can be taken out.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

/* More are put behind a button. */
#define UI_FIELD_CHECKS_SHOWN 10u

#define UI_TYPE_FIELD_CHECKS (ui_field_checks_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldChecks, ui_field_checks, UI, FIELD_CHECKS, UiFieldEditor)

G_END_DECLS
