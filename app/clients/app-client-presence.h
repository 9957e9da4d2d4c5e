/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Whether one of our servers is among those that another application has: by name, else as
 * an equal one under another name. Compared is what matters when
 * the server is used: a full path equals the program's name, a secret equals whatever stands in its
 * place, a variable equals itself however it is spelled, a URL behind mcp-remote equals the URL.
 */

#pragma once

#include "store-profile.h"

typedef enum {
  APP_CLIENT_PRESENCE_ABSENT,
  APP_CLIENT_PRESENCE_EQUAL,
  APP_CLIENT_PRESENCE_DIFFERENT, /* of the same name, but not equal */
  APP_CLIENT_PRESENCE_DISABLED,  /* there, and switched off in that application */
  APP_CLIENT_PRESENCE_INVALID,   /* the file, or what it has under the name, cannot be read */
} AppClientPresence;

/**
 * @entries: (element-type StoreProfile): what the other application has
 * @found: (out) (optional) (transfer none) (nullable): what it has
 */
AppClientPresence
app_client_presence_find (GPtrArray *entries, StoreProfile *ours, StoreProfile **found);

/** Whether both run the same program with the same arguments, or open the same URL. */
gboolean app_client_presence_reaches_same (StoreProfile *ours, StoreProfile *theirs);

/** Whether it makes no difference which of them is used: they also pass the same variables and
 * headers. */
gboolean app_client_presence_is_equal (StoreProfile *ours, StoreProfile *theirs);
