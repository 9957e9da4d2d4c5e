/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldText: text of several lines, three to twelve of them visible. Tab leaves it.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_TEXT (ui_field_text_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldText, ui_field_text, UI, FIELD_TEXT, UiFieldEditor)

G_END_DECLS
