/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiWelcomePage: the first page a newcomer sees: what this is, in a sentence, and three ways on.
 * Its buttons activate win.try-demo, win.add-server and win.import; what the window cannot do now
 * is not shown.
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_WELCOME_PAGE (ui_welcome_page_get_type ())
G_DECLARE_FINAL_TYPE (UiWelcomePage, ui_welcome_page, UI, WELCOME_PAGE, GtkWidget)

GtkWidget *ui_welcome_page_new (void);
/** @applications: (nullable): names of applications whose servers can be imported, joined for
 * reading; %NULL for none */
void ui_welcome_page_set_importable (UiWelcomePage *self, const char *applications);
