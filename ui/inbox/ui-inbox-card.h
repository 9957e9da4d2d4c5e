/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxCard: one thing that a server asks of the person, while it waits: who asks and in which
 * call, in the server's words, what to fill in, and the buttons that answer. Ctrl+Enter does what
 * the suggested button does. It follows its item; whoever shows it takes it away when the item does
 * not wait any more.
 *
 * Actions: inbox.accept, inbox.decline, inbox.dismiss
 */

#pragma once

#include "app-inbox-item.h"

#include <gtk/gtk.h>

#define UI_TYPE_INBOX_CARD (ui_inbox_card_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxCard, ui_inbox_card, UI, INBOX_CARD, GtkBox)

GtkWidget *ui_inbox_card_new (AppInboxItem *item);
/** Returns: (transfer none) */
AppInboxItem *ui_inbox_card_get_item (UiInboxCard *self);
/** Those whose cards are on screen. Returns: (transfer none) (element-type AppInboxItem) */
GListModel *ui_inbox_card_get_shown (void);
/** Of a card that is on screen, and new there: moves the focus to it, and back when it was
 * answered. */
void ui_inbox_card_take_focus (UiInboxCard *self);
/** Moves the focus to where the answer is written, or to the button. */
void ui_inbox_card_focus (UiInboxCard *self);
/** The clock goes on: how long it waits. */
void ui_inbox_card_update_time (UiInboxCard *self);
