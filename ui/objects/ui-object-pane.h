/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiObjectPane: a second object beside the one that is shown. It is there while it has one, until
 * it is closed or its object is gone.
 *
 * Signals, each of a StoreObjectEntry: delete and compare as those of UiObjectView; compare-both:
 * to compare it with the one that it is beside
 * Actions: pane.close, pane.compare-both
 */

#pragma once

#include "app-object-cache.h"
#include "app-settings.h"

#include <gtk/gtk.h>

#define UI_TYPE_OBJECT_PANE (ui_object_pane_get_type ())
G_DECLARE_FINAL_TYPE (UiObjectPane, ui_object_pane, UI, OBJECT_PANE, GtkWidget)

/** As ui_object_view_set_up(). */
void ui_object_pane_set_up (UiObjectPane   *self,
                            AppObjectCache *object_cache,
                            AppSettings    *settings,
                            GListModel     *sessions);
/** @entry: (nullable): %NULL closes it */
void ui_object_pane_show (UiObjectPane *self, StoreObjectEntry *entry);
