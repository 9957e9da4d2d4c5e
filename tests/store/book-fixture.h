/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a book, and reading it without files. */

#pragma once

#include "store-profile.h"

/* Three servers, "everything", "files" and "remote", with comments and keys that are not ours. */
extern const char book_fixture_text[];

/* Returns: (transfer full): the profiles of a text that is no broken one
 * @findings: (out) (transfer full): what is wrong in it */
GPtrArray *book_fixture_read (const char *text, GPtrArray **findings);
/* Returns: (transfer full) (nullable): the one with that id */
StoreProfile *book_fixture_read_one (const char *text, const char *id);
