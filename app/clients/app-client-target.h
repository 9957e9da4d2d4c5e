/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppClientTarget: one configuration file of another application, that of the user or that of a
 * project: what is there, which servers are in it, what is wrong with it. It follows the file.
 * Nothing is written here; see AppClientChange.
 *
 * Properties: state (AppClientState), problem (AppProblem, nullable), loading (boolean)
 *
 * Signals: "changed": the file was looked at and says something else than before
 */

#pragma once

#include "app-client-presence.h"
#include "app-problem.h"
#include "store-client-place.h"

typedef enum {
  APP_CLIENT_UNKNOWN, /* not looked at yet */
  APP_CLIENT_ABSENT,  /* the application is not found on this computer */
  APP_CLIENT_READY,   /* installed, or a project's folder; there is no file yet */
  APP_CLIENT_PRESENT, /* has a configuration file */
  APP_CLIENT_BROKEN,  /* has one that cannot be read or changed; see the problem */
} AppClientState;

#define APP_TYPE_CLIENT_TARGET (app_client_target_get_type ())
G_DECLARE_FINAL_TYPE (AppClientTarget, app_client_target, APP, CLIENT_TARGET, GObject)

/** @home: (nullable): see store_client_home_new(); @project: (nullable): a folder, for the file of
 * a project. Returns: (transfer full) (nullable): %NULL where the application has no such file */
AppClientTarget *
app_client_target_new (const StoreClientFormat *format, const char *home, const char *project);
/** The same for any scope. @project: an absolute path. Errors: APP_ERROR_NOT_FOUND */
AppClientTarget *app_client_target_new_for_scope (const StoreClientFormat *format,
                                                  StoreClientScope         scope,
                                                  const char              *home,
                                                  const char              *project,
                                                  GError                 **error);

/** Any place, for *Local* and *Other File*. Returns: (transfer full) */
AppClientTarget *app_client_target_new_for_place (StoreClientPlace *place, const char *home);

/** Returns: (transfer none) */
StoreClientPlace        *app_client_target_get_place (AppClientTarget *self);
const StoreClientFormat *app_client_target_get_format (AppClientTarget *self);
/** "Cursor", or "Cursor in demo" for the project of that folder, "servers.json" for a file that a
 * person named. Returns: (transfer full) */
char *app_client_target_dup_title (AppClientTarget *self);
/** Returns: (transfer none) */
const char *app_client_target_get_icon_name (AppClientTarget *self);
/** Returns: (transfer none) */
const char *app_client_target_get_path (AppClientTarget *self);
/** Returns: (transfer none) (nullable): where its user's files are, if not the user's own */
const char *app_client_target_get_home (AppClientTarget *self);
/** Whether there is one now. Looks at the file system. */
gboolean app_client_target_has_file (AppClientTarget *self);
/** Whether it is a file that a person named, and not the application's own. */
gboolean app_client_target_is_other (AppClientTarget *self);
/** Returns: (transfer none) (nullable) */
const char *app_client_target_get_project (AppClientTarget *self);

AppClientState app_client_target_get_state (AppClientTarget *self);
/** In two or three words: "No file yet", "Not found"… Returns: (transfer none): translated */
const char *app_client_target_get_state_name (AppClientTarget *self);
/** Whether @profile is in it. @found: (out) (optional) (transfer none) (nullable): as what, until
 * the next "changed" */
AppClientPresence
app_client_target_find (AppClientTarget *self, StoreProfile *profile, StoreProfile **found);
/** Whether an entry of it is called @name. */
gboolean app_client_target_has_server (AppClientTarget *self, const char *name);
/** What the file has. Returns: (transfer none) (nullable) (element-type StoreProfile): until the
 * next "changed" */
GPtrArray *app_client_target_get_entries (AppClientTarget *self);
/** What is wrong with the file, or with entries of it. Returns: (transfer none) (nullable)
 * (element-type AppClientNote): until the next "changed" */
GPtrArray *app_client_target_get_faults (AppClientTarget *self);
/** Whether the application cannot read the file, or an entry of it. */
gboolean app_client_target_has_errors (AppClientTarget *self);
/** Why what is there for @profile is invalid. Returns: (transfer full) (nullable): a sentence */
char *app_client_target_dup_fault (AppClientTarget *self, StoreProfile *profile);
/** "Present", "Differs", "Disabled", "Invalid", "Absent". Returns: (transfer none): translated */
const char *app_presence_get_name (AppClientPresence presence);

/** Looks at the file again, in a worker; also called by itself when the file changes, once
 * app_client_target_watch() was called. */
void app_client_target_refresh (AppClientTarget *self);
/** Begins to follow the file. */
void app_client_target_watch (AppClientTarget *self);
