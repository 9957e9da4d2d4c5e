/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFieldHead: what a row says of its field: the name, "required", limits and the like in a few
 * words, and the description, shortened. The name of a member that the schema does not know is a
 * text that can be changed.
 */

#pragma once

#include "app-field.h"

#include <adwaita.h>

#define UI_TYPE_FIELD_HEAD (ui_field_head_get_type ())
G_DECLARE_FINAL_TYPE (UiFieldHead, ui_field_head, UI, FIELD_HEAD, AdwBin)

/** Shows a field; once. */
void ui_field_head_set_field (UiFieldHead *self, AppField *field);
