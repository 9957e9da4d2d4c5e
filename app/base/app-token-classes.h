/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a text costs a model, estimated by classes of characters: words, digits, ids and other
 * random letters, punctuation, white space, and the scripts of the world each cost otherwise. Ids
 * and Base64, of which results are full, cost three times what app-token-estimate.h says of them.
 *
 * Measured against o200k_base: of 1 246 real tools 1.01 to 1.16 of the true count (98 % of them),
 * in total 1.06; prose in 18 languages 0.87 to 1.26, source text 1.05 to 1.13, ids, Base64 and
 * numbers 0.98 to 1.06. What is left is the vendors' difference: see app-token-factors.h.
 */

#pragma once

#include <glib.h>

/* Of a longer text so much is looked at, and the rest is taken to be like it. */
#define APP_TOKEN_CLASSES_MAX_BYTES (4u * 1024u * 1024u)

/** @text: (nullable): @length bytes, -1 when NUL-terminated; meant as UTF-8 */
gint64 app_token_classes_count (const char *text, gssize length);
