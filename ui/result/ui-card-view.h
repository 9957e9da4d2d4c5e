/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCardView: a result of a server's own object store: its header (id, type, length, server, age),
 * and the preview as a tree in which each truncated place fetches what is hidden there, by the
 * server's own tools, and shows it in its place. The whole and any path can be fetched too; then
 * there is a way back.
 *
 * Actions: card.whole, card.path, card.retry, card.back
 */

#pragma once

#include "app-object-card.h"
#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_CARD_VIEW (ui_card_view_get_type ())
G_DECLARE_FINAL_TYPE (UiCardView, ui_card_view, UI, CARD_VIEW, GtkWidget)

GtkWidget *ui_card_view_new (void);
/** @card, @session: (nullable) */
void ui_card_view_set_card (UiCardView *self, AppObjectCard *card, AppSession *session);
/** In a column of other things: as high as its rows, up to @height pixels; 0 fills its place. */
void ui_card_view_set_max_height (UiCardView *self, int height);
