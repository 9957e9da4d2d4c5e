/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiReferencePopover: objects and paths that are proposed while a reference is typed, below the
 * entry that keeps the focus: Up and Down choose, Tab or Enter take, Escape puts it away until
 * something else is typed.
 *
 * Signal: taken (string): the whole reference that was chosen
 */

#pragma once

#include "app-references.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_REFERENCE_POPOVER (ui_reference_popover_get_type ())
G_DECLARE_FINAL_TYPE (UiReferencePopover, ui_reference_popover, UI, REFERENCE_POPOVER, GtkPopover)

/** @parent: takes it as a child, and unparents it. @entry: in @parent. Returns: (transfer none) */
UiReferencePopover *ui_reference_popover_new (GtkWidget *parent, GtkWidget *entry);
/** @choices: (element-type AppReferenceChoice): none closes it */
void ui_reference_popover_propose (UiReferencePopover *self, GPtrArray *choices);
void ui_reference_popover_dismiss (UiReferencePopover *self);

G_END_DECLS
