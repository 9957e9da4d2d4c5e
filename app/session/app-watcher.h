/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppWatcher: restarts a session's server when its files change, for whoever is at work on it. What
 * is shown of the server stays where it is meanwhile. A feature of the session.
 *
 * Property (notifies): watching (boolean): it restarts when its files change
 */

#pragma once

#include "app-session-feature.h"

#define APP_TYPE_WATCHER (app_watcher_get_type ())
G_DECLARE_FINAL_TYPE (AppWatcher, app_watcher, APP, WATCHER, GObject)

/** Whether there is a program that could be restarted when its files change. */
gboolean app_watcher_can_watch (AppWatcher *self);
gboolean app_watcher_get_watching (AppWatcher *self);
/** While it is connected. Where the profile names no files, those that the command names are kept
 * there. */
void app_watcher_set_watching (AppWatcher *self, gboolean watching);
