/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is proposed for a field's text below its control: the values that a server completes while
 * it is typed, or those that the schema names, of which any other text will do as well.
 */

#pragma once

#include "ui-field-controls.h"

/** Proposes what the server completes; does nothing for a field that the server knows nothing of.
 * The popover is a child of @editor, which unparents it. */
void ui_field_suggestions_follow_server (UiFieldEditor *editor);
/** Proposes the options of the field, which has some. @entry: in @editor. Returns: (transfer
 * floating): a button that shows them too */
GtkWidget *ui_field_suggestions_offer_options (UiFieldEditor *editor, GtkWidget *entry);
