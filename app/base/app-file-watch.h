/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppFileWatch: says when files change: some that are named, those that fit a pattern in one
 * folder ("src" / "*.py"), or a folder with all that is below it, hidden ones and what tools fetch
 * or make (node_modules, __pycache__ and the like) aside. Editors save in several steps and
 * compilers write for a while: it says so once, when nothing more has come for a moment.
 *
 * Signal: changed (const char *name): what changed first, without its folder
 *
 * Main thread; bounded in folders.
 */

#pragma once

#include <gio/gio.h>

/* After the last change; a rebuild pauses that long at most. */
#define APP_FILE_WATCH_SETTLE_MS 300u
/* The kernel lends a user a limited number, and a project has fewer. */
#define APP_FILE_WATCH_MAX_FOLDERS 500u
/* Deeper is no source of a person's. */
#define APP_FILE_WATCH_MAX_DEPTH 12u

#define APP_TYPE_FILE_WATCH (app_file_watch_get_type ())
G_DECLARE_FINAL_TYPE (AppFileWatch, app_file_watch, APP, FILE_WATCH, GObject)

/** @paths: what to watch; "~/" is the home folder, what is relative begins at @folder. What does
 * not exist yet is watched for too, where its folder does.
 * @folder: (nullable): %NULL for the current one. Returns: (transfer full) */
AppFileWatch *app_file_watch_new (const char *const *paths, const char *folder);
/** Says it again after a moment: it came at a bad time. */
void app_file_watch_again (AppFileWatch *self);
