/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppCliWatch: for commands that print what a server says by itself: the main loop runs until
 * somebody ends it, the time is up, a signal comes or the connection is lost.
 */

#pragma once

#include "app-cli-connection.h"

G_BEGIN_DECLS

typedef struct _AppCliWatch AppCliWatch;

/** @connection: open; must live until the end. Returns: (transfer full) */
AppCliWatch *app_cli_watch_new (AppCliConnection *connection, AppSession *session);
void         app_cli_watch_free (AppCliWatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppCliWatch, app_cli_watch_free)

/** Ends it, now or as soon as it runs. @error: (nullable) (transfer full) */
void app_cli_watch_end (AppCliWatch *self, GError *error);
/** @seconds: NaN for no limit. Returns: %FALSE where @error ended it: it was given to
 * app_cli_watch_end(), the connection is lost, or a signal came before any limit did */
gboolean app_cli_watch_run (AppCliWatch *self, double seconds, GError **error);

G_END_DECLS
