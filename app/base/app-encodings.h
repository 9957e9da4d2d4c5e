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

/* In each other. */
#define APP_ENCODINGS_MAX_DEPTH 4u
/* Bytes of a value that is looked for anywhere: a shorter one is a part of ordinary words. */
#define APP_ENCODINGS_MIN_VALUE 8u

/** A part of a text, in bytes. */
typedef struct
{
  gsize    start;
  gsize    end;       /* the first byte behind it */
  gboolean is_number; /* of JSON, all of it */
} AppSpan;

/** @values: (element-type utf8): shorter ones than APP_ENCODINGS_MIN_VALUE are found where they are
 * a whole value: a string or number of JSON, a header's, parameter's or variable's value, a line
 * @prose: for people, and no JSON: a short value may be any of its words
 * Returns: (transfer full) (nullable) (element-type AppSpan): in order, none touching another */
GArray *
app_encodings_find (const char *data, gsize length, GPtrArray *values, gboolean prose);
