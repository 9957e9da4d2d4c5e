/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiConfirmPage: a command that was pasted or imported, shown whole before its first run. Nothing
 * runs until the person says so; the button activates server.confirm.
 */

#pragma once

#include "app-session.h"

#include <gtk/gtk.h>

#define UI_TYPE_CONFIRM_PAGE (ui_confirm_page_get_type ())
G_DECLARE_FINAL_TYPE (UiConfirmPage, ui_confirm_page, UI, CONFIRM_PAGE, GtkWidget)

/** Shows the session's command as it stands now. */
void ui_confirm_page_show (UiConfirmPage *self, AppSession *session);
