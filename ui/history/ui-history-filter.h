/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiHistoryFilter: the choices of which exchanges of the history are listed.
 *
 * Signal: changed ()
 */

#pragma once

#include "app-past-list.h"

#include <gtk/gtk.h>

#define UI_TYPE_HISTORY_FILTER (ui_history_filter_get_type ())
G_DECLARE_FINAL_TYPE (UiHistoryFilter, ui_history_filter, UI, HISTORY_FILTER, GtkPopover)

/** @names: of servers */
void ui_history_filter_set_servers (UiHistoryFilter *self, const char *const *names);
/** What was chosen, besides the text. @filter: (out): its texts live until the next choice */
void ui_history_filter_get (UiHistoryFilter *self, AppPastFilter *filter);
/** Whether something is left out. */
gboolean ui_history_filter_is_set (UiHistoryFilter *self);
/** What came from files is wanted, all of it. */
void ui_history_filter_choose_imported (UiHistoryFilter *self);
