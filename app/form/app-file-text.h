/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * A file's bytes as the text that a schema asks for: base64 (RFC 4648 §4), its alphabet for URLs
 * (§5), or a data URL (RFC 2397).
 */

#pragma once

#include "app-field-format.h"

G_BEGIN_DECLS

/* A form's text is read anew at every change: 11 MB of it takes a frame or two, and most servers
 * take less. */
#define APP_FILE_TEXT_MAX_BYTES (8u * 1024u * 1024u)

/** Reads in a worker. @format: one of those that app_field_format_is_bytes() */
void app_file_text_read_async (GFile              *file,
                               AppFieldFormat      format,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            data);
/** Fails with G_IO_ERROR_NOT_REGULAR_FILE, G_IO_ERROR_MESSAGE_TOO_LARGE and what reading fails
 * with. Returns: (transfer full) */
char *app_file_text_read_finish (GAsyncResult *result, GError **error);

/** The text of @bytes. @media_type: of a data URL. Returns: (transfer full) */
char *app_file_text_encode (GBytes *bytes, AppFieldFormat format, const char *media_type);
/** @n_bytes: (out): how many bytes @text stands for. @media_type: (out) (transfer full) (nullable):
 * what a data URL says. Returns: %FALSE where it is no text of that format */
gboolean app_file_text_measure (const char    *text,
                                AppFieldFormat format,
                                gsize         *n_bytes,
                                char         **media_type);

G_END_DECLS
