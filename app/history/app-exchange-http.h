/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppExchangeHttp: the HTTP exchange that carries a request: its addresses, headers, status and
 * times, as the history keeps them.
 */

#pragma once

#include "app-redactor.h"
#include "mcp-tap-entry.h"

typedef struct _AppExchangeHttp AppExchangeHttp;

/** @record: the first one. Returns: (transfer full) */
AppExchangeHttp *app_exchange_http_new (McpRecord *record);
void             app_exchange_http_free (AppExchangeHttp *self);
/** @record: a further one */
void app_exchange_http_add (AppExchangeHttp *self, McpRecord *record);

guint64 app_exchange_http_get_number (AppExchangeHttp *self);
/** Returns: (transfer full): StoreExchange.http, secrets masked */
char *app_exchange_http_dup_text (AppExchangeHttp *self, AppRedactor *redactor);
