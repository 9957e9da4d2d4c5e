/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppSettings: the limits and habits that the window keeps in GSettings and the command line takes
 * from flags; one object, so that no part has its own defaults. Everything is a property and
 * notifies.
 *
 * Properties (unit, default):
 *   connect-timeout (ms, 30000), request-timeout (ms, 60000), total-timeout (ms, 600000)
 *   message-limit (bytes, 512 MiB), log-entries (10000), log-bytes (64 MiB)
 *   view-items (25), view-depth (4: levels that are unfolded), view-characters (300)
 *   approval (AppApprovalPolicy as string: "ask", "auto", "never"; "ask")
 *   reconnect (boolean, TRUE): whether a lost connection is opened again by itself
 *   icons-from-other-hosts (boolean, FALSE): asking them tells them that somebody looks
 *   references-everywhere (boolean, FALSE): every field of a form offers to take its value from an
 *     object, not only those of tools that say that they take references
 *   close-grace (ms, 500): how long a server may take at each step of its shutdown
 */

#pragma once

#include <gio/gio.h>

/* Long enough for `npx` to fetch a package on a slow line. */
#define APP_DEFAULT_CONNECT_TIMEOUT 30000u
/* What the other inspectors use; progress restarts it, the total bounds it. */
#define APP_DEFAULT_REQUEST_TIMEOUT 60000u
#define APP_DEFAULT_TOTAL_TIMEOUT 600000u
/* A day's debugging; beyond that the oldest go. */
#define APP_DEFAULT_LOG_ENTRIES 10000u
/* Message bytes kept in memory; older ones are read back from disk. */
#define APP_DEFAULT_LOG_BYTES (64u * 1024u * 1024u)
/* The windows of the object-store servers, so that both show the same. */
#define APP_DEFAULT_VIEW_ITEMS 25u
/* A row tells the first members of what is folded; unfolded, a list of records fills pages. */
#define APP_DEFAULT_VIEW_DEPTH 4u
#define APP_DEFAULT_VIEW_CHARACTERS 300u
#define APP_DEFAULT_CLOSE_GRACE 500u

/** The limits of a tree's first sight; see AppTreeNode. */
typedef struct
{
  guint items;      /* children at first; at least 1 */
  guint characters; /* of a string in a row */
  guint levels;     /* that a view unfolds at first; the root is one, and always */
} AppTreeLimits;

#define APP_TYPE_SETTINGS (app_settings_get_type ())
G_DECLARE_FINAL_TYPE (AppSettings, app_settings, APP, SETTINGS, GObject)

/** Returns: (transfer full): the defaults */
AppSettings *app_settings_new (void);

guint   app_settings_get_connect_timeout (AppSettings *self);
guint   app_settings_get_request_timeout (AppSettings *self);
guint   app_settings_get_total_timeout (AppSettings *self);
guint64 app_settings_get_message_limit (AppSettings *self);
guint   app_settings_get_log_entries (AppSettings *self);
guint64 app_settings_get_log_bytes (AppSettings *self);
/** The three of them, for app_tree_node_new_root() and app_block_load_tree_async(). */
AppTreeLimits app_settings_get_tree_limits (AppSettings *self);
guint         app_settings_get_close_grace (AppSettings *self);
/** Returns: (transfer none): "ask", "auto" or "never" */
const char *app_settings_get_approval (AppSettings *self);
gboolean    app_settings_get_reconnect (AppSettings *self);
gboolean    app_settings_get_icons_from_other_hosts (AppSettings *self);
gboolean    app_settings_get_references_everywhere (AppSettings *self);
