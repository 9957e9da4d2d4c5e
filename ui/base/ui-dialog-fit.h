/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Dialogs begin no wider than the window that they belong to, so that they fold where it has
 * folded.
 */

#pragma once

#include <gtk/gtk.h>

/** From now on, for every window that gets a parent before it is shown. More calls change
 * nothing. */
void ui_dialog_fit_begin (void);
