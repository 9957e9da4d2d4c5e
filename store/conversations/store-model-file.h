/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Which providers of language models a person has: models.json beside the profiles, to be edited by
 * hand as well:
 *
 *   {
 *     "version": 1,
 *     "default": "work",
 *     "providers": {
 *       "work": {
 *         "model": "gpt-x",
 *         "provider": {"id": "work", "dialect": "openai-chat", "base": "https://…", …},
 *         "consent": {"SERVER": "https://…"}
 *       }
 *     }
 *   }
 *
 * What the members mean is the business of the floor above; nothing of it is secret. An edit
 * changes one member: the file is locked, read again and changed in what it says then, so that
 * other programs' changes survive; numbers, strings, order and unknown members stay. A file that
 * cannot be understood is never written. Blocking; for workers and for programs without a window.
 */

#pragma once

#include "mcp-json-value.h"
#include "store-error.h"

#define STORE_MODEL_FILE_VERSION 1
/* More is some other file. */
#define STORE_MODEL_FILE_MAX_BYTES (4u * 1024u * 1024u)

/** Returns: (transfer full): $XDG_CONFIG_HOME/spyglass/models.json */
char *store_model_file_dup_path (void);

/** Returns: (transfer full) (nullable): an object, an empty one where there is no file.
 * STORE_ERROR_SYNTAX, _NEWER and those of reading a file */
McpJsonDocument *store_model_file_read (const char *path, GError **error);

/** Sets one member, however deep it lies; objects on the way are made.
 * @members: (array zero-terminated=1): the way to it: "providers", "work", "model"
 * @json: (nullable): JSON text; %NULL takes it away, and having had none is no error
 * Returns: (transfer full) (nullable): what the file says now; errors as above, those of writing a
 * file, and STORE_ERROR_BUSY */
McpJsonDocument *store_model_file_set (const char        *path,
                                       const char *const *members,
                                       const char        *json,
                                       GError           **error);
