/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiInboxBanner: a quiet line over the pages of a server whose call waits for the person: who asks
 * for what, and the way to the inbox. Shown while something waits.
 *
 * Signal: answer: the person wants to answer
 */

#pragma once

#include "app-inbox.h"

#include <adwaita.h>

#define UI_TYPE_INBOX_BANNER (ui_inbox_banner_get_type ())
G_DECLARE_FINAL_TYPE (UiInboxBanner, ui_inbox_banner, UI, INBOX_BANNER, AdwBin)

/** Once. */
void ui_inbox_banner_follow (UiInboxBanner *self, AppInbox *inbox, AppSession *session);
