/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldSwitch: a boolean that has to be sent, or a constant. A switch that was never touched
 * looks like "false" and is not sent: it says so beside it, and one click makes it false. A
 * constant that has to be sent cannot be changed and is only shown.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_SWITCH (ui_field_switch_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldSwitch, ui_field_switch, UI, FIELD_SWITCH, UiFieldEditor)

G_END_DECLS
