/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiListFrame: what a page that lists things is made in: a search above the list, and the entry
 * that is chosen beside it, or in its place where there is no room for both. A page derives from
 * it, and says in its template by the types of its children what they are:
 *
 *   list: scrolls below the search
 *   tool: beside the search, at its end
 *   state: in the place of the list when ui_list_frame_show() names its id
 *   below: below the list, and what is in its place
 *   detail: the entry
 *   empty: in the place of all while there is nothing
 *   top, bottom: above and below all
 *
 * Of UiPage, it searches, goes back, and names its two panes; the page may do so itself.
 *
 * Properties (write only): search-label, placeholder, nothing (strings): what the search is called
 * and says while it is empty, and what is said in the place of the list where nothing matches
 */

#pragma once

#include <adwaita.h>

#define UI_TYPE_LIST_FRAME (ui_list_frame_get_type ())
G_DECLARE_DERIVABLE_TYPE (UiListFrame, ui_list_frame, UI, LIST_FRAME, GtkWidget)

struct _UiListFrameClass
{
  GtkWidgetClass parent_class;
};

/* Of each @self: a UiListFrame */

/** @empty: whether there is nothing at all; @state: in the place of the list; %NULL: the list or,
 * where @n is 0, "nothing" */
void ui_list_frame_show (gpointer self, gboolean empty, guint n, const char *state);
/** @text: (nullable): above the list, how many there are */
void ui_list_frame_set_count (gpointer self, const char *text);
/** @problem: (nullable): stays above all until it is gone */
void ui_list_frame_show_problem (gpointer self, const char *problem);
/** Returns: (transfer none): the toast */
AdwToast *ui_list_frame_say (gpointer self, const char *text);
/** The same of what was deleted. @undo: the action of a button. Returns: (transfer none): the
 * toast */
AdwToast *ui_list_frame_say_deleted (gpointer self, const char *name, const char *undo);
/** Where there is no room for both, the entry is in the place of the list. */
void ui_list_frame_show_detail (gpointer self);
/** What is searched for: "" for nothing. */
const char *ui_list_frame_get_text (gpointer self);
/** Searches for nothing any more. */
void ui_list_frame_clear_search (gpointer self);

/** Returns: (transfer none) */
GtkSearchEntry *ui_list_frame_get_search (gpointer self);
/** Returns: (transfer none) */
AdwLeaflet *ui_list_frame_get_leaflet (gpointer self);
/** Returns: (transfer none) */
GtkWidget *ui_list_frame_get_list_pane (gpointer self);
