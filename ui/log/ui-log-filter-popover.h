/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogFilterPopover: the choices of which lines of the log are shown, and in which order.
 */

#pragma once

#include "app-log.h"
#include "ui-log-filter.h"
#include "ui-log-sorter.h"

#define UI_TYPE_LOG_FILTER_POPOVER (ui_log_filter_popover_get_type ())
G_DECLARE_FINAL_TYPE (UiLogFilterPopover, ui_log_filter_popover, UI, LOG_FILTER_POPOVER, GtkPopover)

/** @log: whose servers and methods can be chosen; @servers: whether there are several.
 * Returns: (transfer floating) */
GtkWidget *ui_log_filter_popover_new (AppLog      *log,
                                      UiLogFilter *filter,
                                      UiLogSorter *sorter,
                                      gboolean     servers);
/** Everything is shown again. */
void ui_log_filter_popover_reset (UiLogFilterPopover *self);
