/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiComparisonDialog: asks with what something is compared, then shows what differs, a row for each
 * difference, and of the one that is selected both values whole. What the things are, and how they
 * are read, its owner knows.
 *
 * Signals: chosen (GObject): that is what it is to be compared with; more: the end of the list is
 * in sight
 * Action: comparison.back
 */

#pragma once

#include "app-comparison.h"
#include "app-settings.h"

#include <adwaita.h>

/** What is said of one of the two: its name, and what is known of it in one line. */
typedef struct
{
  char *name;
  char *facts;
} UiComparisonSide;

#define UI_TYPE_COMPARISON_DIALOG (ui_comparison_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiComparisonDialog, ui_comparison_dialog, UI, COMPARISON_DIALOG, AdwWindow)

/** @near: in the window that it belongs to. @settings: of the values that are shown; held */
UiComparisonDialog *ui_comparison_dialog_new (GtkWidget *near, AppSettings *settings);
/** Whether an item of the choice is meant by what was typed. */
typedef gboolean (*UiComparisonMatches) (gpointer item, const char *words);
/** Before it asks: with it, the choice can be filtered. */
void ui_comparison_dialog_set_filter (UiComparisonDialog *self, UiComparisonMatches matches);
/** Shows what there is to choose from, but for @own. @own_name: what is compared
 * @items: held. @factory: of its rows; held */
void ui_comparison_dialog_ask (UiComparisonDialog *self,
                               GObject            *own,
                               const char         *own_name,
                               GListModel         *items,
                               GtkListItemFactory *factory);
/** Shows that the two are being compared. @before, @after: what they own is taken over
 * Returns: (transfer none): cancelled when nobody waits for that any more */
GCancellable *ui_comparison_dialog_begin (UiComparisonDialog *self,
                                          UiComparisonSide    before,
                                          UiComparisonSide    after);
/** Shows what came of it. @comparison: (nullable): held. @error: (nullable): (transfer full): why
 * there is none; what was cancelled is not shown */
void ui_comparison_dialog_end (UiComparisonDialog *self, AppComparison *comparison, GError *error);
