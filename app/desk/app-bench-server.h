/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppBenchServer: a server whose tools a model may be given: a session of the workspace that is
 * connected, or the demo server of the scripted model. Main thread only.
 *
 * Properties (all notify)
 *   name (string)
 *   used (boolean, writable): whether the model is given its tools, from the next question on.
 *     Setting it where consent is needed asks for that: see AppBenchDesk::consent
 *   needs-consent (boolean): nobody agreed yet that the provider is told what its tools return
 *   n-tools (uint): that models may be given
 *
 * Signal
 *   wanted: it was to be used, and needs consent first
 */

#pragma once

#include "app-session.h"

G_BEGIN_DECLS

#define APP_TYPE_BENCH_SERVER (app_bench_server_get_type ())
G_DECLARE_FINAL_TYPE (AppBenchServer, app_bench_server, APP, BENCH_SERVER, GObject)

/** @session: held. Returns: (transfer full): not used */
AppBenchServer *app_bench_server_new (AppSession *session);

/** Returns: (transfer none) */
AppSession *app_bench_server_get_session (AppBenchServer *self);
/** Returns: (transfer none) */
const char *app_bench_server_get_name (AppBenchServer *self);
gboolean    app_bench_server_is_used (AppBenchServer *self);
void        app_bench_server_set_used (AppBenchServer *self, gboolean used);
gboolean    app_bench_server_needs_consent (AppBenchServer *self);
guint       app_bench_server_get_n_tools (AppBenchServer *self);
/** For the desk. @needs_consent: it is then not used */
void app_bench_server_set_needs_consent (AppBenchServer *self, gboolean needs_consent);
void app_bench_server_set_n_tools (AppBenchServer *self, guint n_tools);

G_END_DECLS
