/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiComposerPage: a message is written, sent as it stands on the connection that is chosen, and
 * what comes back stands beneath, with what was sent before.
 *
 * Property: composer (AppComposer, construct)
 * Signal: connect (AppSession *session): the person wants the chosen server to be connected
 */

#pragma once

#include "app-composer.h"

#include <gtk/gtk.h>

#define UI_TYPE_COMPOSER_PAGE (ui_composer_page_get_type ())
G_DECLARE_FINAL_TYPE (UiComposerPage, ui_composer_page, UI, COMPOSER_PAGE, GtkWidget)

/** @sessions: of AppSession, to choose from */
GtkWidget *ui_composer_page_new (AppComposer *composer, GListModel *sessions);
/** Puts the cursor into the text. */
void ui_composer_page_focus (UiComposerPage *self);
/** Returns: (transfer none) */
AppComposer *ui_composer_page_get_composer (UiComposerPage *self);
