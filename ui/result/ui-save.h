/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Saving what a result holds into a file that the person chooses.
 */

#pragma once

#include "app-block.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Asks for a file and writes the block's data (or its text) there; what goes wrong is told in a
 * dialog. @parent: a widget in the window that asks */
void ui_save_block (GtkWidget *parent, AppBlock *block);
/** A name for the file, from the block's URI or name and media type. Returns: (transfer full) */
char *ui_save_dup_name (AppBlock *block);

G_END_DECLS
