/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPickList: a search above rows of which a person picks one; Enter in the search takes the first.
 * Its owner adds the rows again whenever something else is searched for.
 *
 * Properties (write only): search-label, list-label (strings): what the two are called
 * Signals
 *   searched: rows are wanted for what is searched for
 *   picked (pointer): the data of a row
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_PICK_LIST (ui_pick_list_get_type ())
G_DECLARE_FINAL_TYPE (UiPickList, ui_pick_list, UI, PICK_LIST, GtkWidget)

/** Asks for the rows. */
void ui_pick_list_fill (UiPickList *self);
/** The same, with nothing searched for any more. */
void ui_pick_list_reset (UiPickList *self);
/** Whether what is searched for is in @text. @text: (nullable) */
gboolean    ui_pick_list_finds (UiPickList *self, const char *text);
const char *ui_pick_list_get_words (UiPickList *self);
/** While rows are wanted; beyond 200 they are only counted. No text is markup, nor need be fit to
 * be shown.
 * @mark: (nullable): at the end of the row
 * @group: (nullable): stands above the rows that have it in common
 * @data: (transfer full): freed by @free_data */
void ui_pick_list_add (UiPickList    *self,
                       const char    *title,
                       const char    *subtitle,
                       const char    *mark,
                       const char    *group,
                       gpointer       data,
                       GDestroyNotify free_data);
/** @note: (nullable): said below the rows where all of them are shown */
void ui_pick_list_set_note (UiPickList *self, const char *note);
