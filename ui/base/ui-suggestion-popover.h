/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiSuggestionPopover: what is proposed for a text while it is typed, below the entry that keeps
 * the focus: Up and Down choose, Tab or Enter take, Escape puts the list away. It goes when the
 * focus leaves the entry.
 *
 * Signals
 *   wanted (alt: boolean) → boolean: Down was pressed while nothing is shown, with Alt or without;
 *   whether it is handled
 *   chosen (position: uint, value: string): the person takes a suggestion; the list is away
 *   dismissed: the person went on without one, or left
 */

#pragma once

#include <gtk/gtk.h>

#define UI_TYPE_SUGGESTION_POPOVER (ui_suggestion_popover_get_type ())
G_DECLARE_FINAL_TYPE (
    UiSuggestionPopover, ui_suggestion_popover, UI, SUGGESTION_POPOVER, GtkPopover)

/** @parent: takes it as a child, and unparents it. @entry: in @parent, or the same; @label: what
 * the list is called. Returns: (transfer none) */
UiSuggestionPopover *
ui_suggestion_popover_new (GtkWidget *parent, GtkWidget *entry, const char *label);
/** Removes all suggestions, for others to be added. */
void ui_suggestion_popover_clear (UiSuggestionPopover *self);
/** @value: may be a server's; @label: (nullable): shown in its place; @detail: (nullable): shown
 * behind it */
void ui_suggestion_popover_add (UiSuggestionPopover *self,
                                const char          *value,
                                const char          *label,
                                const char          *detail);
/** Shows what was added. @note: (nullable): a line below; @marked: whether Enter takes the first
 * before another one is chosen */
void ui_suggestion_popover_show (UiSuggestionPopover *self, const char *note, gboolean marked);
void ui_suggestion_popover_hide (UiSuggestionPopover *self);
/** Emits wanted, as if Alt+Down had been pressed. */
void ui_suggestion_popover_want (UiSuggestionPopover *self);
