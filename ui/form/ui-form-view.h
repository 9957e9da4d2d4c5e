/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormView: the arguments of a call to be filled in, and the one button that sends them.
 *
 * Properties
 *   form (AppForm, nullable): what is edited; the view only binds
 *   submit-label (string): what the button says
 *   busy (boolean): a call with these arguments is running; the button waits
 * Signals
 *   submit: the person wants to send what the form holds, problems or not; the arguments are
 *   app_form_dup_arguments()
 */

#pragma once

#include "app-form.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_FORM_VIEW (ui_form_view_get_type ())
G_DECLARE_FINAL_TYPE (UiFormView, ui_form_view, UI, FORM_VIEW, GtkWidget)

GtkWidget *ui_form_view_new (void);
/** @form: (nullable) */
void ui_form_view_set_form (UiFormView *self, AppForm *form);
/** Returns: (transfer none) (nullable) */
AppForm *ui_form_view_get_form (UiFormView *self);
void     ui_form_view_set_busy (UiFormView *self, gboolean busy);
/** Does what the button does, and says what is missing where that is not possible. */
void ui_form_view_submit (UiFormView *self);
/** Moves the focus to the first field, or to the button where there is none. */
void ui_form_view_focus_first (UiFormView *self);

G_END_DECLS
