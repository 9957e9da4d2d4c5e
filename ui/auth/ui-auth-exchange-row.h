/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiAuthExchangeRow: a request of an authorization and what came of it; opened, both as they were
 * on the way, with every secret masked.
 */

#pragma once

#include "app-redactor.h"
#include "mcp-auth-exchange.h"

#include <adwaita.h>

#define UI_TYPE_AUTH_EXCHANGE_ROW (ui_auth_exchange_row_get_type ())
G_DECLARE_FINAL_TYPE (
    UiAuthExchangeRow, ui_auth_exchange_row, UI, AUTH_EXCHANGE_ROW, AdwExpanderRow)

GtkWidget *ui_auth_exchange_row_new (AppRedactor *redactor, McpAuthExchange *exchange);
