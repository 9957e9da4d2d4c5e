/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiChoiceButton: a button that says what is chosen and opens the options that there are, see
 * ui-choice-popover.h. A GtkDropDown's list is as wide as its button, which cuts labels that differ
 * at their end, knows no several, and is made with the button; this one when it is opened first.
 *
 * Signal: picked (option: AppFieldOption)
 */

#pragma once

#include "ui-choice-popover.h"

#define UI_TYPE_CHOICE_BUTTON (ui_choice_button_get_type ())
G_DECLARE_FINAL_TYPE (UiChoiceButton, ui_choice_button, UI, CHOICE_BUTTON, GtkToggleButton)

/** As ui_choice_popover_new(). */
GtkWidget *ui_choice_button_new (GListModel      *options,
                                 gboolean         several,
                                 UiChoiceIsChosen is_chosen,
                                 gpointer         owner);
/** What is chosen has changed. @text: what the button says */
void ui_choice_button_show (UiChoiceButton *self, const char *text);
/** The button's text is cut to that many characters; 0: it takes the room that there is. */
void ui_choice_button_set_max_characters (UiChoiceButton *self, int characters);
