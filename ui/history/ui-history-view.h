/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHistoryView: one exchange of the history as it was: the request, the response, and what HTTP
 * said around them.
 *
 * Actions: history.copy
 * Signals: repeat (const char *server, const char *tool, const char *arguments): a call is to be
 * made again; compose (const char *server, const char *text): a request is to be edited. Servers
 * are ids of profiles.
 */

#pragma once

#include "app-past-list.h"

#include <gtk/gtk.h>

#define UI_TYPE_HISTORY_VIEW (ui_history_view_get_type ())
G_DECLARE_FINAL_TYPE (UiHistoryView, ui_history_view, UI, HISTORY_VIEW, GtkWidget)

/** @list: what entries are read from; held */
void ui_history_view_set_list (UiHistoryView *self, AppPastList *list);
/** @entry: (nullable) */
void ui_history_view_show (UiHistoryView *self, AppPastEntry *entry);
/** Hands on what is shown, to be sent again. */
void ui_history_view_repeat (UiHistoryView *self);
