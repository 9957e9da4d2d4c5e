/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldFile: bytes that are sent as text, base64 or a data URL: a file is chosen, or dropped on
 * it, and read beside the window; what is shown is its size. The text itself can be opened, and
 * written, below.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_FILE (ui_field_file_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldFile, ui_field_file, UI, FIELD_FILE, UiFieldEditor)

G_END_DECLS
