/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiNoteList: what a person should know before something is written, one row a note: an icon, the
 * kind in words, the sentence. Hides itself while there is nothing to say.
 */

#pragma once

#include "app-client-note.h"

#include <gtk/gtk.h>

#define UI_TYPE_NOTE_LIST (ui_note_list_get_type ())
G_DECLARE_FINAL_TYPE (UiNoteList, ui_note_list, UI, NOTE_LIST, GtkWidget)

/** @notes: (nullable): of AppClientNote */
void ui_note_list_set_notes (UiNoteList *self, GListModel *notes);
