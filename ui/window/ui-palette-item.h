/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiPaletteItem: one thing that the command palette can lead to: what it is called, where it
 * belongs, and the action of the window that opens it. Its texts are fit to be shown.
 */

#pragma once

#include "app-match.h"

#include <gtk/gtk.h>

#define UI_TYPE_PALETTE_ITEM (ui_palette_item_get_type ())
G_DECLARE_FINAL_TYPE (UiPaletteItem, ui_palette_item, UI, PALETTE_ITEM, GObject)

/** @title: as a server may have named it; @name: (nullable): how it is called besides
 * @icon_name, @action: literals; @target: (nullable): floating. Returns: (transfer full) */
UiPaletteItem *ui_palette_item_new (const char *icon_name,
                                    const char *title,
                                    const char *name,
                                    const char *action,
                                    GVariant   *target);
/** @context: (nullable): what it is and whose, for example "tool · everything"
 * @text: (nullable): what is said of it; it is searched last */
void ui_palette_item_describe (UiPaletteItem *self, const char *context, const char *text);

/** Where it fits as well as others it comes behind them. @behind: by how much, up to 4 */
void ui_palette_item_put_behind (UiPaletteItem *self, guint behind);

/** Returns: (transfer none) */
const char *ui_palette_item_get_icon_name (UiPaletteItem *self);
/** Returns: (transfer none) */
const char *ui_palette_item_get_title (UiPaletteItem *self);
/** Returns: (transfer none): "" where there is none */
const char *ui_palette_item_get_context (UiPaletteItem *self);
/** Returns: (transfer none): "" where there is none; one line */
const char *ui_palette_item_get_text (UiPaletteItem *self);
/** How well it fits what was typed; kept for ui_palette_item_compare(). Returns: 0: not at all */
guint ui_palette_item_rate (UiPaletteItem *self, AppMatch *match);
/** The better ones first. @a, @b: as for g_ptr_array_sort() */
int ui_palette_item_compare (gconstpointer a, gconstpointer b);
/** Returns: (transfer none) (nullable): in @widget, who is shown and has @action in its class */
GtkWidget *ui_palette_item_find_owner (GtkWidget *widget, const char *action);
/** Opens it in @window; what is an action of a page, on the page that is shown. */
void ui_palette_item_activate (UiPaletteItem *self, GtkWidget *window);
