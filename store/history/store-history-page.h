/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Pages of the history: what is asked for, and the exchanges found, the newest first. A page ends
 * where it is full, or where looking further would take too long; its key says where to go on.
 */

#pragma once

#include "store-database.h"
#include "store-exchange.h"

/* Bytes of a request and of a response that a text is looked for in, from their beginning. */
#define STORE_HISTORY_SEARCHED_BYTES (256 * 1024)
/* Bytes of a request that comes with its page, for what lists show of it. */
#define STORE_HISTORY_SHOWN_BYTES 4096
/* Bytes of a text that is looked for. */
#define STORE_HISTORY_MAX_TEXT 10000

/** What is %NULL or 0 holds for all. */
typedef struct
{
  const char *server;   /* its name */
  const char *method;   /* whole; or several with commas between them */
  const char *name;     /* whole: of the tool or prompt, or a URI */
  const char *text;     /* in the method, name, request or response; ASCII letters of either case */
  guint       outcomes; /* bits: 1 << StoreOutcome */
  gint64      from;     /* µs since the epoch */
  gint64      to;       /* before it */
  gboolean    imported; /* those that came from a file; else those that were recorded here */
} StoreHistoryFilter;

/** A place in the history: before the exchange that has it. */
typedef struct
{
  gint64 time;
  gint64 id;
} StoreHistoryKey;

typedef struct
{
  GPtrArray      *exchanges; /* of StoreExchange */
  gboolean        has_more;  /* there may be more, from @next on; also where this page is empty */
  StoreHistoryKey next;
} StoreHistoryPage;

void store_history_page_free (StoreHistoryPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StoreHistoryPage, store_history_page_free)

/* For work in the threads of a StoreDatabase */

#define STORE_HISTORY_COLUMNS                                                            \
  "id, time, server_id, server, protocol, method, name, outcome, error_code, duration, " \
  "request_size, response_size, session, transport, flags, source"
#define STORE_HISTORY_N_COLUMNS 16

/** @statement: its first columns are STORE_HISTORY_COLUMNS. Returns: (transfer full) */
StoreExchange *store_history_read_row (sqlite3_stmt *statement);
/** A file that an older version wrote, and that cannot be written, has no history.
 * Returns: whether it has one; %FALSE too with @error */
gboolean store_history_exists (sqlite3 *connection, GError **error);
/** @before: (nullable): where to go on. Returns: (transfer full) (nullable) */
StoreHistoryPage *store_history_page_read (sqlite3                  *connection,
                                           const StoreHistoryFilter *filter,
                                           const StoreHistoryKey    *before,
                                           guint                     limit,
                                           GError                  **error);
