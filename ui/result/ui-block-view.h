/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBlockView: one block of a result: a line that says what it is, with what can be done with it,
 * and below it the block in the way that fits: text, a tree, an image, a card of a server's object
 * store, data to be saved, a link to be read.
 *
 * Properties: block (AppBlock, construct only), filling (boolean, construct only: alone in its
 * place, not one of several), call (AppCall, nullable, construct only: what the block came with)
 * Signal: read-resource (uri: string): the person wants to read what a link points to
 * Actions: block.save, block.copy, block.read
 */

#pragma once

#include "app-block.h"
#include "app-call.h"

#include <adwaita.h>

/* Pixels of a tree, an image or a list where it is one of several. */
#define UI_BLOCK_VIEW_HEIGHT 360

#define UI_TYPE_BLOCK_VIEW (ui_block_view_get_type ())
G_DECLARE_FINAL_TYPE (UiBlockView, ui_block_view, UI, BLOCK_VIEW, AdwBin)

/** @call: (nullable) */
GtkWidget *ui_block_view_new (AppBlock *block, AppCall *call, gboolean filling);
