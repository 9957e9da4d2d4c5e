/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiChoiceSearch: choosing by keyboard in a GtkDropDown that has a search entry. The toolkit opens
 * it with the focus sometimes in the list and sometimes in the entry; letters that are typed in the
 * list are lost, only beginnings are found, late, and Enter in the entry does nothing. Here the
 * focus is in the entry as soon as it opens, any part of a name finds it at once, what Enter takes
 * is always marked, and the arrows move the mark.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Call it when search is on, and model and expression are set; they stay from then on. */
void ui_choice_search_attach (GtkDropDown *drop_down);

G_END_DECLS
