/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiFillPage: a server that its publisher describes: what is said of it, the way to run it, what
 * has to be filled in, and the whole command before it is imported.
 *
 * Signals: "imported": it is in the book
 */

#pragma once

#include "app-template-import.h"

#include <gtk/gtk.h>

#define UI_TYPE_FILL_PAGE (ui_fill_page_get_type ())
G_DECLARE_FINAL_TYPE (UiFillPage, ui_fill_page, UI, FILL_PAGE, GtkWidget)

void ui_fill_page_set_workspace (UiFillPage *self, AppWorkspace *workspace);
/** @warning: (nullable): what stands against it: plain text */
void ui_fill_page_show (UiFillPage *self, AppTemplateImport *import, const char *warning);

/** Puts the focus where a person goes on: into the first field. */
void ui_fill_page_begin (UiFillPage *self);
