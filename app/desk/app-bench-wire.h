/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchWire: one request of a conversation and its response as they were on the wire, for the
 * Raw view. The key and all secrets of the servers are masked. Immutable.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_BENCH_WIRE (app_bench_wire_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchWire, app_bench_wire, APP, BENCH_WIRE, GObject)

/** @request, @response, @curl: (transfer full): megabytes. Returns: (transfer full) */
AppBenchWire *app_bench_wire_new_take (guint       turn,
                                       const char *title,
                                       const char *summary,
                                       char       *request,
                                       char       *response,
                                       char       *curl);

/** The turn that came of it. */
guint app_bench_wire_get_turn (AppBenchWire *self);
/** Returns: (transfer none): "Request 3" */
const char *app_bench_wire_get_title (AppBenchWire *self);
/** Returns: (transfer none): "12:04:11 · 200 · first piece after 312 ms · 2.1 s · 14 kB" */
const char *app_bench_wire_get_summary (AppBenchWire *self);
/** Returns: (transfer none): the line, headers and body as sent */
const char *app_bench_wire_get_request (AppBenchWire *self);
/** Returns: (transfer none): the same of the response; its first 2 MiB */
const char *app_bench_wire_get_response (AppBenchWire *self);
/** Returns: (transfer none): a command that sends it again, with the key from the environment */
const char *app_bench_wire_get_curl (AppBenchWire *self);

G_END_DECLS
