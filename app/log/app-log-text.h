/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLogText: the bytes of one message of the log: in memory as they came, or, after they were
 * moved, redacted in the log's spill file. AppLogSpill is that file: it has no name, nobody else
 * can open it, and it goes with the process.
 */

#pragma once

#include "app-redactor.h"

typedef struct _AppLogSpill AppLogSpill;

/** Opens no file until something is written. Returns: (transfer full) */
AppLogSpill *app_log_spill_new (void);
void         app_log_spill_unref (AppLogSpill *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppLogSpill, app_log_spill_unref)

typedef struct _AppLogText AppLogText;

/** @redactor: (nullable). Returns: (transfer full) */
AppLogText *app_log_text_new (GBytes *bytes, AppRedactor *redactor);
void        app_log_text_free (AppLogText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppLogText, app_log_text_free)

/** Bytes as they came over the wire. */
gsize app_log_text_get_size (AppLogText *self);
/** Bytes that it occupies in memory now. */
gsize app_log_text_get_memory (AppLogText *self);
/** Returns: (transfer full): as it came, or redacted where it was moved; empty with a word about it
 * where it cannot be read back */
GBytes *app_log_text_dup (AppLogText *self);
/** Returns: (transfer full): fit to leave memory */
GBytes *app_log_text_dup_redacted (AppLogText *self);
/** Moves the bytes to @spill. Where the disk refuses they are let go, and dup says so. */
void app_log_text_spill (AppLogText *self, AppLogSpill *spill);
