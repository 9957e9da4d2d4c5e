/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiLogFilter: which entries of the log are shown; all that is set has to hold.
 *
 * Properties (notify): n-active (uint: how much of it is set, beside the text and the session)
 */

#pragma once

#include "app-log-entry.h"

#include <gtk/gtk.h>

typedef enum {
  UI_LOG_ANY_DIRECTION,
  UI_LOG_SENT,
  UI_LOG_RECEIVED,
} UiLogDirection;

typedef enum {
  UI_LOG_ANY_STATUS,
  UI_LOG_STATUS_OK,
  UI_LOG_STATUS_FAILED,
  UI_LOG_STATUS_PENDING,
  UI_LOG_STATUS_CANCELLED,
} UiLogStatus;

typedef enum {
  UI_LOG_ALL_MESSAGES,
  UI_LOG_WITH_ISSUES,
  UI_LOG_SERVER_LOGS, /* of any level; what follows is from the next level on */
} UiLogMessages;

#define UI_TYPE_LOG_FILTER (ui_log_filter_get_type ())
G_DECLARE_FINAL_TYPE (UiLogFilter, ui_log_filter, UI, LOG_FILTER, GtkFilter)

/** @session_name: (nullable): the only server that is ever shown. Returns: (transfer full) */
UiLogFilter *ui_log_filter_new (const char *session_name);
/** @text: (nullable): in any column, in any case */
void ui_log_filter_set_text (UiLogFilter *self, const char *text);
/** @server: (nullable): its name */
void ui_log_filter_set_server (UiLogFilter *self, const char *server);
/** @method: (nullable) */
void ui_log_filter_set_method (UiLogFilter *self, const char *method);
void ui_log_filter_set_direction (UiLogFilter *self, UiLogDirection direction);
void ui_log_filter_set_status (UiLogFilter *self, UiLogStatus status);
/** @messages: an UiLogMessages, or beyond it */
void ui_log_filter_set_messages (UiLogFilter *self, guint messages);
/** Whether messages are read for it, which takes longer than looking at their lines. */
gboolean ui_log_filter_is_slow (UiLogFilter *self);
/** Whether an answer may bring a line into the list, or out of it. */
gboolean ui_log_filter_depends_on_answers (UiLogFilter *self);
/** Whether anything is set, beside the session. */
gboolean ui_log_filter_is_active (UiLogFilter *self);
