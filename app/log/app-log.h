/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLog: what passed the taps of all sessions, as a GListModel of AppLogEntry in the order in
 * which things happened. A request and its answer are one entry. Bounded: beyond the limit of
 * entries the oldest go and are counted; beyond the limit of bytes the oldest texts move to a file
 * that has no name and that only this process can read, redacted on the way. A feature of sessions,
 * one for all of them.
 *
 * Properties (notify): dropped (uint64, entries that are gone), paused (boolean: entries are kept
 * back and appear when it ends)
 *
 * Signals
 *   answered (AppLogEntry): the answer to an entry came; the list does not change by that
 */

#pragma once

#include "app-log-entry.h"
#include "app-redactor.h"
#include "app-session-feature.h"
#include "app-settings.h"
#include "mcp-tap-entry.h"

#define APP_TYPE_LOG (app_log_get_type ())
G_DECLARE_FINAL_TYPE (AppLog, app_log, APP, LOG, GObject)

/** Returns: (transfer full) */
AppLog *app_log_new (AppSettings *settings);

/** The number of the entry that was added last; 0 before the first. */
guint64 app_log_get_sequence (AppLog *self);
/** Returns: (transfer none) (nullable): the entry with that number, if it is still kept */
AppLogEntry *app_log_find (AppLog *self, guint64 sequence);
void         app_log_clear (AppLog *self);
guint64      app_log_get_dropped (AppLog *self);
