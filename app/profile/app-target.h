/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppTarget: what a person typed or pasted to name a server, understood: a URL, a command line (as
 * a shell would split it, without running one), a JSON snippet of a client's configuration file, or
 * a link that installs a server.
 */

#pragma once

#include <gio/gio.h>

#include "store-profile.h"

typedef enum {
  APP_TARGET_EMPTY,
  APP_TARGET_URL,
  APP_TARGET_COMMAND,
  APP_TARGET_SNIPPET,
  APP_TARGET_INVALID,
} AppTargetKind;

#define APP_TYPE_TARGET (app_target_get_type ())
G_DECLARE_FINAL_TYPE (AppTarget, app_target, APP, TARGET, GObject)

/** Whether @uri is a link that the desktop may open with this program: one that begins with
 * "spyglass:", and describes a server. Errors: APP_ERROR_INVALID_INPUT, STORE_ERROR_INVALID */
gboolean app_target_check_link (const char *uri, GError **error);
/** Never fails: what cannot be understood is APP_TARGET_INVALID with a reason.
 * Returns: (transfer full) */
AppTarget *app_target_new (const char *text);

AppTargetKind app_target_get_kind (AppTarget *self);
/** Returns: (transfer none) (nullable): why it is invalid, or what to know about it */
const char *app_target_get_note (AppTarget *self);
/** The profiles that it describes; a snippet may hold several. Returns: (transfer none): of
 * StoreProfile, with names made up where there was none */
GListModel *app_target_get_profiles (AppTarget *self);

/** Returns: (transfer full) (nullable) (element-type StoreProfile): the servers of a file of any
 * application */
GPtrArray *app_target_read_file (const char *path, GError **error);
