/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiReferenceMode: how a row of a form becomes one that takes its value from an object, and back: a
 * button beside its menu where that is offered, objects and values that are dropped on it, a
 * reference that is pasted. It shows a UiReferenceEditor in the place of the control.
 *
 * Actions of the row: field.use-reference, field.use-value, field.put-value-in,
 * field.paste-reference
 */

#pragma once

#include "ui-field-row.h"

G_BEGIN_DECLS

/** For the row's class. */
void ui_reference_mode_install_actions (GtkWidgetClass *row_class);
/** For a row that is made: does nothing where its form knows of no objects. */
void ui_reference_mode_attach (UiFieldRow *row);
/** Adds what the row's menu says of it. */
void ui_reference_mode_add_items (GMenu *menu, AppField *field);

G_END_DECLS
