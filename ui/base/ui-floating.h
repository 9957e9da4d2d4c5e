/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What comes over the end of a page when nobody expects it, and moves nothing that a person may be
 * about to press. As long as it is there, what can be scrolled under it has room below its end, so
 * that its last row can be read and pressed.
 */

#pragma once

#include <gtk/gtk.h>

/** @floating: an overlay of a GtkOverlay, whose child is the page */
void ui_floating_begin (GtkWidget *floating);
