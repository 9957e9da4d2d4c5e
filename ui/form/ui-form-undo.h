/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The actions form.undo and form.redo of a form's view, and their keys: one undo for the rows and
 * the JSON text.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** @view_class: of UiFormView */
void ui_form_undo_install (GtkWidgetClass *view_class);

G_END_DECLS
