/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiBlockView: one block of a result: a line that says what it is, with what can be done with it,
 * and below it the block in the way that fits: text, a tree, an image, a card of a server's object
 * store, data to be saved, a link to be read.
 *
 * Properties, construct only: block (AppBlock), session (AppSession, nullable), kept (StoreObject,
 * nullable), filling (boolean: alone in its place, not one of several)
 * Signal: read-resource (uri: string): the person wants to read what a link points to
 * Actions: block.save, block.copy, block.read
 */

#pragma once

#include "app-block.h"
#include "ui-view-choice.h"
#include "app-session.h"
#include "store-object.h"

#include <adwaita.h>

/* Pixels of a tree, an image or a list where it is one of several. */
#define UI_BLOCK_VIEW_HEIGHT 480

#define UI_TYPE_BLOCK_VIEW (ui_block_view_get_type ())
G_DECLARE_FINAL_TYPE (UiBlockView, ui_block_view, UI, BLOCK_VIEW, AdwBin)

/** @session: (nullable): that can say more of it. @kept: (nullable): what its result is kept as */
GtkWidget *
ui_block_view_new (AppBlock *block, AppSession *session, StoreObject *kept, gboolean filling);
/** Whoever shows the block offers its views, Copy and Save in another place.
 * Returns: (transfer none): whose "kinds" and "kind" are those of the block */
UiViewChoice *ui_block_view_take_choice (UiBlockView *self);
/** Whether "block.save" has anything to write. */
gboolean ui_block_view_can_save (UiBlockView *self);
