/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiChoicePopover: options to choose one or several of, as wide as their labels within limits,
 * whatever opens it. Long lists can be searched: Enter takes what is called so, else what begins
 * so, else the first that has it.
 *
 * Signal: picked (option: AppFieldOption): where one is chosen the popover is away by then
 */

#pragma once

#include "app-field-option.h"

#include <gtk/gtk.h>

/** What it is called, cut after @max characters. Returns: (transfer full) */
char *ui_choice_dup_label (const AppFieldOption *option, guint max);

/** Whether @option is chosen now. */
typedef gboolean (*UiChoiceIsChosen) (gpointer owner, AppFieldOption *option);

#define UI_TYPE_CHOICE_POPOVER (ui_choice_popover_get_type ())
G_DECLARE_FINAL_TYPE (UiChoicePopover, ui_choice_popover, UI, CHOICE_POPOVER, GtkPopover)

/** @options: of AppFieldOption; held. One with an empty lexeme stands for "none" and is not
 * counted. @several: it stays open, and marks are set and taken away
 * @owner: borrowed; outlives the popover. Returns: (transfer floating) */
GtkWidget *ui_choice_popover_new (GListModel      *options,
                                  gboolean         several,
                                  UiChoiceIsChosen is_chosen,
                                  gpointer         owner);
/** Something else is chosen than before. */
void ui_choice_popover_refresh (UiChoicePopover *self);
