/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiCardView: a result of a server's own object store: its header (id, type, length), the preview,
 * and each truncated place as a button that fetches what is hidden there, by the server's own tools,
 * and shows it in place.
 *
 * Properties: card (AppObjectCard, nullable), session (AppSession, nullable: whose tools are called)
 */

#pragma once

#include "app-object-card.h"
#include "app-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define UI_TYPE_CARD_VIEW (ui_card_view_get_type ())
G_DECLARE_FINAL_TYPE (UiCardView, ui_card_view, UI, CARD_VIEW, GtkWidget)

GtkWidget *ui_card_view_new (void);
/** @card, @session: (nullable) */
void ui_card_view_set_card (UiCardView *self, AppObjectCard *card, AppSession *session);

G_END_DECLS
