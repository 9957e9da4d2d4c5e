/* SPDX-License-Identifier: GPL-3.0-or-later */

/** A window beside the matrix that shows one thing: problems, a comparison, several changes. Escape
 * closes it. */

#pragma once

#include <adwaita.h>

/** @child: scrolled, and clamped to a page of text, where @padded.
 * Returns: (transfer none): shown; owned by GTK, as windows are */
GtkWindow *ui_client_window_present (GtkWidget  *parent,
                                     const char *title,
                                     const char *subtitle,
                                     GtkWidget  *child,
                                     gboolean    padded);
