/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiResultPages: a result, from up to three sides: its content blocks, its structured content as a
 * tree, and the text as it came. A page is made when it is looked at first.
 *
 * Signal: read-resource (uri: string): see UiBlockView
 */

#pragma once

#include "app-call.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Blocks that are made at a time. */
#define UI_RESULT_PAGES_BLOCKS 20u

#define UI_TYPE_RESULT_PAGES (ui_result_pages_get_type ())
G_DECLARE_FINAL_TYPE (UiResultPages, ui_result_pages, UI, RESULT_PAGES, AdwBin)

/** @call: that ended and has a result */
GtkWidget *ui_result_pages_new (AppCall *call);
/** For a switcher: of the pages "content", "structured" and "raw". Returns: (transfer none) */
GtkStack *ui_result_pages_get_stack (UiResultPages *self);
/** Returns: (transfer none): what it shows */
AppCall *ui_result_pages_get_call (UiResultPages *self);

G_END_DECLS
