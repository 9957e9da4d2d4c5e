/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What is said for a moment, below a page. A function without state.
 */

#pragma once

#include <adwaita.h>

/** @widget: an AdwToastOverlay, or what is in one; @text: plain, also what a server sent. Returns:
 * (transfer none) (nullable): the toast, for a button; %NULL where there is no overlay */
AdwToast *ui_toast_say (gpointer widget, const char *text);
