/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiTextBlock: the text of a block: a short one in one piece that can be selected, a long one by
 * its beginning, with a button that opens all of it as a list of lines.
 */

#pragma once

#include "app-block.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Text that is shown at once; laying out more holds up a frame. */
#define UI_TEXT_BLOCK_BYTES (8u * 1024u)
/* A longer line is shown in pieces, as a list has them. */
#define UI_TEXT_BLOCK_LINE_BYTES 4096u

#define UI_TYPE_TEXT_BLOCK (ui_text_block_get_type ())
G_DECLARE_FINAL_TYPE (UiTextBlock, ui_text_block, UI, TEXT_BLOCK, AdwBin)

/** @height: pixels at most, where it is one of several; 0 where it fills its place */
GtkWidget *ui_text_block_new (AppBlock *block, int height);
/** Opens the list of lines. */
void ui_text_block_show_all (UiTextBlock *self);

G_END_DECLS
