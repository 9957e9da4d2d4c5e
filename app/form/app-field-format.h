/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What a text asks for beyond being a text: a date, a colour, a file's bytes, a program. Taken from
 * "format", "contentEncoding", "contentMediaType" and "pattern" (JSON Schema 2020-12, Validation
 * §7 and §8), else guessed from the name and the description. A guess adds a helper beside the
 * text, never a rule: whatever is typed stays what it is.
 */

#pragma once

#include "app-field.h"

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

/** NONE for fields that are no plain text. An item and a form of a value are asked for what their
 * field is asked for. */
AppFieldFormat app_field_format_get (AppField *field);
/** Of what the text is a source, as GtkSourceView calls it: "sql", "json".
 * Returns: (transfer none) (nullable): %NULL for fields that are no plain text */
const char *app_field_format_get_language (AppField *field);
/** What the bytes of a BASE64 or DATA_URL are. Returns: (transfer full) (nullable) */
char *app_field_format_dup_media_type (AppField *field);
/** Whether the format's values are bytes that a file has. */
gboolean app_field_format_is_bytes (AppFieldFormat format);

/* A form's text is read again at every change: 11 MB of it takes a frame or two, and most servers
 * take less. */
#define APP_FIELD_FORMAT_MAX_FILE (8u * 1024u * 1024u)

/** Reads a file's bytes, in a worker, as the text that a schema asks for: base64 (RFC 4648 §4), its
 * alphabet for URLs (§5), or a data URL (RFC 2397). @format: one of those that
 * app_field_format_is_bytes() */
void app_field_format_read_file_async (GFile              *file,
                                       AppFieldFormat      format,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            data);
/** Fails with G_IO_ERROR_NOT_REGULAR_FILE, G_IO_ERROR_MESSAGE_TOO_LARGE and what reading fails
 * with. Returns: (transfer full) */
char *app_field_format_read_file_finish (GAsyncResult *result, GError **error);

/** @n_bytes: (out): how many bytes @text stands for. @media_type: (out) (transfer full) (nullable):
 * what a data URL says. Returns: %FALSE where it is no text of that format */
gboolean app_field_format_measure (const char    *text,
                                   AppFieldFormat format,
                                   gsize         *n_bytes,
                                   char         **media_type);
