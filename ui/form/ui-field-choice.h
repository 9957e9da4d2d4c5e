/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldChoice: one of a field's options, or true and false, with "Not set" first and null last
 * where the schema admits it. Long lists can be searched. A value that is no option (typed as JSON)
 * is shown as it is.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

/* Longer lists have a search entry. */
#define UI_FIELD_CHOICE_SEARCH 12u

#define UI_TYPE_FIELD_CHOICE (ui_field_choice_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldChoice, ui_field_choice, UI, FIELD_CHOICE, UiFieldEditor)

G_END_DECLS
