/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiMetaButton: opens what a request carries in its _meta beside its arguments, as JSON that a
 * person writes. The button says how many members there are.
 *
 * Signal: changed, after the person changed the text
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_META_BUTTON (ui_meta_button_get_type ())
G_DECLARE_FINAL_TYPE (UiMetaButton, ui_meta_button, UI, META_BUTTON, GtkWidget)

/** @text: (nullable): JSON text of an object, or what was being written */
void ui_meta_button_set_text (UiMetaButton *self, const char *text);
/** Returns: (transfer full) (nullable) */
char *ui_meta_button_dup_text (UiMetaButton *self);
/** Whether the text can be sent; where it cannot, it is opened and has the focus. */
gboolean ui_meta_button_check (UiMetaButton *self);
