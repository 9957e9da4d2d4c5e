/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCardRow: one line of a UiCardView: its text and, where it was cut, a button that opens the
 * place, the wait for it, or why that failed.
 *
 * Its button activates the action "card.open" with the row's position.
 */

#pragma once

#include "app-card-marker.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CARD_ROW (ui_card_row_get_type ())
G_DECLARE_FINAL_TYPE (UiCardRow, ui_card_row, UI, CARD_ROW, GtkWidget)

GtkWidget *ui_card_row_new (void);
/** @row: (nullable): whose item is an AppCardLine; %NULL lets go
 * @tools: with which places can be opened */
void ui_card_row_bind (UiCardRow *self, GtkTreeListRow *row, AppCardTools tools);
/** Why @marker could not be opened; rows of it show that when its loading ends.
 * @problem: (nullable) */
void ui_card_row_set_problem (AppCardMarker *marker, const char *problem);

G_END_DECLS
