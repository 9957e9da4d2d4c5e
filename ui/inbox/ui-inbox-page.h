/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxPage: what servers ask of the person: a card for each thing that waits, the oldest first,
 * how many more wait, what was refused without asking, and what has ended. Of one server, then with
 * the folders that it may know of; or of all. When an item is answered, the focus moves to the next
 * one.
 *
 * Signal: show-call (session: AppSession): the person wants to see what came of the call
 */

#pragma once

#include "app-inbox.h"

#include <adwaita.h>

/* Cards that are made: a person answers one at a time, and a flood is a number. */
#define UI_INBOX_PAGE_CARDS 8u
/* Rows of what has ended; the rest is in the log. */
#define UI_INBOX_PAGE_ENDED 50u

#define UI_TYPE_INBOX_PAGE (ui_inbox_page_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxPage, ui_inbox_page, UI, INBOX_PAGE, AdwBin)

/** @session: (nullable): %NULL for all */
GtkWidget *ui_inbox_page_new (AppInbox *inbox, AppSession *session);
