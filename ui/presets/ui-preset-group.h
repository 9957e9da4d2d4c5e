/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPresetGroup: what is set once for a server, not part of the form, put in when a call is sent:
 * pinned parameters, a line each, and a tool's pre-configured inputs. Closed unless something has
 * to be set.
 * Signal: preset-changed (path: string, lexeme: string, nullable: JSON text, %NULL to unset,
 * secret: boolean), when the person changed what is set
 * Actions that it needs around it: form.unpin (s), form.show-presets
 */

#pragma once

#include "app-presets.h"

#include <gtk/gtk.h>

#define UI_TYPE_PRESET_GROUP (ui_preset_group_get_type ())
G_DECLARE_FINAL_TYPE (UiPresetGroup, ui_preset_group, UI, PRESET_GROUP, GtkBox)

/** In a window of its own: nothing is folded away, and it does not lead to that window. */
void ui_preset_group_set_always_open (UiPresetGroup *self);
/** @presets: (nullable) */
void ui_preset_group_set_presets (UiPresetGroup *self, AppPresets *presets);
/** How many inputs are wrong, or missing though something must be set. @presets: (nullable) */
guint ui_preset_group_count_problems (AppPresets *presets);
/** Opens the group and moves the focus to the first input that is wrong, or to the first. */
void ui_preset_group_focus (UiPresetGroup *self);
