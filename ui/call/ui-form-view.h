/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFormView: the arguments of a call to be filled in, as rows or as JSON text, what will be sent,
 * and the one button that sends it. Both ways edit the same AppForm; the view only binds.
 *
 * Problems are listed above the button when the person has tried to send, and the first one gets
 * the focus; the button then sends anyway.
 *
 * Signals
 *   submit: the person wants to send what the form holds, problems or not; the arguments are
 *   app_form_dup_arguments()
 *   attention: problems are about to be shown, which the view has to be in sight for
 *   preset-changed (path: string, lexeme: string, nullable, secret: boolean): the person set (or
 *   with %NULL unset) a pre-configured input: it is to be kept with the server
 *   pin-changed (the same): the person pinned (or unpinned) a parameter
 *   show-presets: the person wants to see all that is set for the server
 *
 * Actions: form.submit, form.next (to the next field), form.reset, form.tidy, form.add-member,
 * form.undo, form.redo, form.focus-field (string: JSON Pointer), form.pin (the same), form.unpin
 * (string: the path), form.show-presets
 */

#pragma once

#include "app-form.h"
#include "app-presets.h"

#include <adwaita.h>

/* Forms with more fields get an entry to look for one. */
#define UI_FORM_VIEW_MANY_FIELDS 12u

#define UI_TYPE_FORM_VIEW (ui_form_view_get_type ())
G_DECLARE_FINAL_TYPE (UiFormView, ui_form_view, UI, FORM_VIEW, AdwBin)

/** @form: (nullable) */
void ui_form_view_set_form (UiFormView *self, AppForm *form);
/** @presets: (nullable): for the same tool as the form */
void ui_form_view_set_presets (UiFormView *self, AppPresets *presets);
/** @label: what the button says */
void ui_form_view_set_submit_label (UiFormView *self, const char *label);
/** @busy: a call with these arguments is running; the button waits */
void ui_form_view_set_busy (UiFormView *self, gboolean busy);
/** @obstacle: (nullable): why nothing can be sent now, in a word or two; the button says it */
void ui_form_view_set_obstacle (UiFormView *self, const char *obstacle);
/** Does what the button does, and says what is missing where that is not possible. */
void ui_form_view_submit (UiFormView *self);
/** Moves the focus to the first field, or to the button where there is none. */
void ui_form_view_focus_first (UiFormView *self);
/** Moves the focus to a field, opening what it is in. @pointer: JSON Pointer (RFC 6901)
 * Returns: whether there is such a field */
gboolean ui_form_view_focus_field (UiFormView *self, const char *pointer);
