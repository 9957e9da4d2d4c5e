/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCallSplit: the form and the result beside each other or one above the other, as the layout of
 * the window says and there is room for. The division is the person's and stays where it is:
 * neither a longer form nor another result moves it. Above a result that is still to come, a long
 * form has nearly all the room.
 *
 * Properties: form (GtkWidget), result (GtkWidget); form-shown (boolean, notifies): whether the
 * form is seen; layout (string, notifies): what is shown of the layouts of UiLayout; setting it is
 * the person's choice
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_CALL_SPLIT (ui_call_split_get_type ())
G_DECLARE_FINAL_TYPE (UiCallSplit, ui_call_split, UI, CALL_SPLIT, GtkWidget)

/** Nothing of a form stands where there is none. */
void ui_call_split_set_form_wanted (UiCallSplit *self, gboolean wanted);
/** Above its result the form is not shown: the result has the room. */
void ui_call_split_set_folded (UiCallSplit *self, gboolean folded);
/** Whether the whole form and a result have room together. */
gboolean ui_call_split_fits (UiCallSplit *self);
/** Whether there is anything to see of the result. */
void     ui_call_split_set_has_result (UiCallSplit *self, gboolean has_result);
gboolean ui_call_split_get_form_shown (UiCallSplit *self);
