/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppModelExchange: one request of a conversation and its response as they were on the wire, for
 * the Raw view. The key and all secrets of the servers are masked. Immutable.
 */

#pragma once

#include <gio/gio.h>

#define APP_TYPE_MODEL_EXCHANGE (app_model_exchange_get_type ())
G_DECLARE_FINAL_TYPE (AppModelExchange, app_model_exchange, APP, MODEL_EXCHANGE, GObject)

/** @request, @response, @curl: (transfer full): megabytes. Returns: (transfer full) */
AppModelExchange *app_model_exchange_new_take (guint       turn,
                                               const char *title,
                                               const char *summary,
                                               char       *request,
                                               char       *response,
                                               char       *curl);

/** The turn that came of it. */
guint app_model_exchange_get_turn (AppModelExchange *self);
/** Returns: (transfer none): "Request 3" */
const char *app_model_exchange_get_title (AppModelExchange *self);
/** Returns: (transfer none): "12:04:11 · 200 · first piece after 312 ms · 2.1 s · 14 kB" */
const char *app_model_exchange_get_summary (AppModelExchange *self);
/** Returns: (transfer none): the line, headers and body as sent */
const char *app_model_exchange_get_request (AppModelExchange *self);
/** Returns: (transfer none): the same of the response; its first 2 MiB */
const char *app_model_exchange_get_response (AppModelExchange *self);
/** Returns: (transfer none): a command that sends it again, with the key from the environment */
const char *app_model_exchange_get_curl (AppModelExchange *self);
