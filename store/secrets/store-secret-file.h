/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * StoreSecretFile: secrets in a file that only the user may read; not encrypted. What
 * StoreSecretVault falls back to when the person allowed it. JSON: `{"secrets": {"server/field":
 * "…"}}`. Blocking.
 */

#pragma once

#include "store-error.h"

/* Many secrets fit; more is some other file. */
#define STORE_SECRET_FILE_MAX_BYTES (1024u * 1024u)

/** Returns: (transfer full) (nullable): to be freed with store_secret_free(); %NULL without an
 * error where there is none, with one where the file cannot be understood */
char *store_secret_file_lookup (const char *path, const char *reference, GError **error);

/** @secret: (nullable): %NULL takes it away. A file that is no such file is never written. */
gboolean
store_secret_file_set (const char *path, const char *reference, const char *secret, GError **error);
