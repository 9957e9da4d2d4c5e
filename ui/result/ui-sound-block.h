/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSoundBlock: a sound of a result, which is played where the toolkit has something to play it
 * with, and only when the person says so.
 */

#pragma once

#include "app-block.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define UI_TYPE_SOUND_BLOCK (ui_sound_block_get_type ())
G_DECLARE_FINAL_TYPE (UiSoundBlock, ui_sound_block, UI, SOUND_BLOCK, AdwBin)

GtkWidget *ui_sound_block_new (AppBlock *block);

G_END_DECLS
