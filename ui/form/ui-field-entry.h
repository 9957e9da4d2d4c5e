/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldEntry: one line of text: strings, numbers, integers, as typed. No spin button: it would
 * round, clamp and have no "not set". An emptied entry is not sent. Several lines that are pasted
 * into an array's item become items.
 */

#pragma once

#include "ui-field-editor.h"

G_BEGIN_DECLS

#define UI_TYPE_FIELD_ENTRY (ui_field_entry_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldEntry, ui_field_entry, UI, FIELD_ENTRY, UiFieldEditor)

G_END_DECLS
