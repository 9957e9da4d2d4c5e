/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Where values stand in a text, however they are encoded there: JSON strings in JSON strings, shell
 * quoting, percent and form encoding (RFC 3986, WHATWG URL), HTML references, hexadecimal, Base64
 * (RFC 4648, both alphabets, at any alignment), and these in each other. The text is decoded step
 * by step, with the place of every byte kept, and not the values encoded: there are too many ways
 * to write one. Functions without state, for any thread.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In each other. */
#define APP_ENCODINGS_MAX_DEPTH 4u
/* Bytes of a value that is looked for: a shorter one is found in what means nothing. */
#define APP_ENCODINGS_MIN_VALUE 8u

/** A part of a text, in bytes. */
typedef struct
{
  gsize start;
  gsize end; /* the first byte behind it */
} AppSpan;

/** @values: (element-type utf8): shorter ones are passed over
 * Returns: (transfer full) (nullable) (element-type AppSpan): in order, none touching another */
GArray *app_encodings_find (const char *data, gsize length, GPtrArray *values);

G_END_DECLS
