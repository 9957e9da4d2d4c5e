/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogDetail: one exchange of the log: what went, what came back, the HTTP around it; laid out or
 * as it came.
 *
 * Properties: entry (AppLogEntry, nullable)
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

#define UI_TYPE_LOG_DETAIL (ui_log_detail_get_type ())
G_DECLARE_FINAL_TYPE (UiLogDetail, ui_log_detail, UI, LOG_DETAIL, GtkBox)

/** Whether an answer is shown as soon as there is one. */
void ui_log_detail_set_prefers_answer (UiLogDetail *self, gboolean prefers_answer);
/** @entry: (nullable) */
void ui_log_detail_set_entry (UiLogDetail *self, AppLogEntry *entry);
