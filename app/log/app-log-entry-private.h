/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What only the log does to its entries: it fills them as records come.
 */

#pragma once

#include "app-log-entry.h"
#include "app-log-exchange.h"
#include "app-log-text.h"
#include "mcp-tap-entry.h"

G_BEGIN_DECLS

struct _AppLogEntry
{
  GObject parent_instance;

  guint64     sequence;
  AppLogKind  kind;
  AppLogState state;
  gint64      time;
  gint64      monotonic;
  gint64      duration;
  gboolean    outgoing;
  char       *session;
  char       *method;
  char       *id;
  char       *name;
  char       *summary;
  AppLogText *text;
  AppLogText *answer;
  GPtrArray  *findings;        /* (nullable): of the conversation, beside those of the text */
  GPtrArray  *answer_findings; /* (nullable) */
  gboolean    spilled;
  int         level;
  int         n_findings; /* -1: not counted yet */
  guint       worst;      /* McpFindingLevel of these */
  gboolean    wanted;     /* will be counted */

  AppLogExchange *exchange; /* (nullable) */
};

/** Returns: (transfer full): an entry that begins with @entry */
AppLogEntry *app_log_entry_new (guint64      sequence,
                                const char  *session,
                                McpTapEntry *entry,
                                AppRedactor *redactor);
/** The answer to the request of this entry. */
void app_log_entry_set_answer (AppLogEntry *self, McpTapEntry *answer, AppRedactor *redactor);
/** We stopped waiting, or no answer can come any more. */
void app_log_entry_set_cancelled (AppLogEntry *self);
/** The question whether the server speaks the modern revisions, which it does not: no failure of
 * anybody's. */
void app_log_entry_set_not_spoken (AppLogEntry *self);
/** A further record of the HTTP exchange that carries this entry's message. */
void app_log_entry_add_exchange (AppLogEntry *self, McpRecord *record, AppRedactor *redactor);
/** Bytes of text in memory. */
gsize app_log_entry_get_memory (AppLogEntry *self);
/** Moves its texts; what comes later is to be moved at once. */
void app_log_entry_spill (AppLogEntry *self, AppLogSpill *spill);

G_END_DECLS
