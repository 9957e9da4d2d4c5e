/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppLogExchange: what an HTTP exchange did, as text: request line, status, headers, timing, and
 * the beginning of a body that was no message. Secrets are masked as the text is made; its length
 * is bounded, whatever a server sends.
 */

#pragma once

#include "app-redactor.h"
#include "mcp-record.h"

G_BEGIN_DECLS

/* Header lines beyond this are counted, not kept: 10 000 entries of the log must fit in memory. */
#define APP_LOG_EXCHANGE_MAX_BYTES (16u * 1024u)
/* Enough of an error page to know it by. */
#define APP_LOG_EXCHANGE_MAX_BODY 4096u

typedef struct _AppLogExchange AppLogExchange;

/** Returns: (transfer full) */
AppLogExchange *app_log_exchange_new (void);
void            app_log_exchange_free (AppLogExchange *self);
/** A further record of the exchange. @redactor: (nullable) */
void app_log_exchange_add (AppLogExchange *self, McpRecord *record, AppRedactor *redactor);
/** Returns: (transfer full) */
char *app_log_exchange_dup_text (AppLogExchange *self);
/** Bytes of text. */
gsize app_log_exchange_get_size (AppLogExchange *self);
/** The last status; 0 before there is one. */
int app_log_exchange_get_status (AppLogExchange *self);

G_END_DECLS
