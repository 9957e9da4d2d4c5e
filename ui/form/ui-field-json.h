/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldJson: a field as JSON text: for what a schema leaves open or says in ways that no control
 * can show.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_JSON (ui_field_json_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldJson, ui_field_json, UI, FIELD_JSON, UiFieldEditor)

G_END_DECLS
