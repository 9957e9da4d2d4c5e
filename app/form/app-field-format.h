/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a text asks for beyond being a text: a date, a colour, a file's bytes, a program. Taken from
 * "format", "contentEncoding", "contentMediaType" and "pattern" (JSON Schema 2020-12, Validation
 * §7 and §8), else guessed from the name and the description. A guess adds a helper beside the
 * text, never a rule: whatever is typed stays what it is.
 *
 * Pure: looks at nothing but its arguments.
 */

#pragma once

#include "app-field.h"

G_BEGIN_DECLS

typedef enum {
  APP_FORMAT_NONE,
  APP_FORMAT_DATE,      /* RFC 3339 full-date */
  APP_FORMAT_TIME,      /* RFC 3339 full-time, or the same without its offset */
  APP_FORMAT_DATE_TIME, /* RFC 3339 date-time */
  APP_FORMAT_DURATION,  /* ISO 8601, such as P1DT2H */
  APP_FORMAT_COLOR,     /* #rrggbb */
  APP_FORMAT_URI,
  APP_FORMAT_EMAIL,
  APP_FORMAT_UUID,
  APP_FORMAT_FILE_PATH, /* of a file that is there */
  APP_FORMAT_SAVE_PATH, /* of a file that will be written */
  APP_FORMAT_FOLDER_PATH,
  APP_FORMAT_BASE64,
  APP_FORMAT_BASE64_URL, /* RFC 4648 §5 */
  APP_FORMAT_DATA_URL,   /* RFC 2397 */
} AppFieldFormat;

/** @schema: of a string, its references followed. @key, @description: (nullable) */
AppFieldFormat
app_field_format_read (McpJsonValue schema, const char *key, const char *description);
/** Of what the text is a source, as GtkSourceView calls it: "sql", "json".
 * @schema, @key, @description: as above. Returns: (transfer none) (nullable) */
const char *
app_field_format_read_language (McpJsonValue schema, const char *key, const char *description);

/** The same of a field, NONE and %NULL for those that are no plain text. An item and a form of a
 * value are asked for what their field is asked for. */
AppFieldFormat app_field_format_get (AppField *field);
/** Returns: (transfer none) (nullable) */
const char *app_field_format_get_language (AppField *field);
/** What the bytes of a BASE64 or DATA_URL are. Returns: (transfer full) (nullable) */
char *app_field_format_dup_media_type (AppField *field);
/** Whether the format's values are bytes that a file has. */
gboolean app_field_format_is_bytes (AppFieldFormat format);

G_END_DECLS
