/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-file-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DATA_SCHEME "data:"
#define DATA_ENCODING ";base64"
/* A media type is short; what has no comma after so much is no data URL. */
#define MAX_HEAD 1024

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

char *
app_file_text_encode (GBytes *bytes, AppFieldFormat format, const char *media_type)
{
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = size > 0 ? g_base64_encode (data, size) : g_strdup ("");

  g_return_val_if_fail (app_field_format_is_bytes (format), NULL);

  if (format == APP_FORMAT_DATA_URL)
    return g_strconcat (DATA_SCHEME, media_type != NULL ? media_type : "application/octet-stream",
                        DATA_ENCODING ",", text, NULL);
  if (format == APP_FORMAT_BASE64_URL)
    {
      g_strdelimit (text, "+", '-');
      g_strdelimit (text, "/", '_');
      text[strcspn (text, "=")] = '\0';
    }
  return g_steal_pointer (&text);
}

/* Digits of base64 in @text, as many bytes as they make. */
static gboolean
measure_digits (const char *text, gboolean url, gsize *n_bytes)
{
  g_autofree char *digits = g_strconcat (alphabet, url ? "-_" : "+/", NULL);
  gsize            length = strspn (text, digits);
  gsize            padding = strspn (text + length, "=");

  if (text[length + padding] != '\0' || padding > 2 || length % 4 == 1 ||
      (!url && (length + padding) % 4 != 0) || (padding > 0 && (length + padding) % 4 != 0))
    return FALSE;
  *n_bytes = length / 4 * 3 + (length % 4 > 0 ? length % 4 - 1 : 0);
  return TRUE;
}

gboolean
app_file_text_measure (const char    *text,
                       AppFieldFormat format,
                       gsize         *n_bytes,
                       char         **media_type)
{
  const char *comma;

  g_return_val_if_fail (text != NULL, FALSE);

  *n_bytes = 0;
  *media_type = NULL;
  if (format != APP_FORMAT_DATA_URL)
    return measure_digits (text, format == APP_FORMAT_BASE64_URL, n_bytes);

  if (g_ascii_strncasecmp (text, DATA_SCHEME, strlen (DATA_SCHEME)) != 0)
    return FALSE;
  text += strlen (DATA_SCHEME);
  comma = memchr (text, ',', strnlen (text, MAX_HEAD));
  if (comma == NULL)
    return FALSE;
  g_autofree char *head = g_strndup (text, (gsize)(comma - text));
  gboolean         encoded = g_str_has_suffix (head, DATA_ENCODING);
  if (encoded)
    head[strlen (head) - strlen (DATA_ENCODING)] = '\0';
  if (encoded && !measure_digits (comma + 1, FALSE, n_bytes))
    return FALSE;
  if (!encoded)
    {
      g_autoptr (GBytes) bytes = g_uri_unescape_bytes (comma + 1, -1, NULL, NULL);
      if (bytes == NULL)
        return FALSE;
      *n_bytes = g_bytes_get_size (bytes);
    }
  if (head[0] != '\0')
    *media_type = g_steal_pointer (&head);
  return TRUE;
}

static GBytes *
read_bytes (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guchar *buffer = g_malloc (APP_FILE_TEXT_MAX_BYTES + 1);
  gsize              n_read = 0;

  /* A pipe or a device may never end; it is not opened. */
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) != G_FILE_TYPE_REGULAR &&
      g_file_query_exists (file, cancellable))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("That is no ordinary file."));
      return NULL;
    }
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), buffer, APP_FILE_TEXT_MAX_BYTES + 1,
                                &n_read, cancellable, error))
    return NULL;
  if (n_read > APP_FILE_TEXT_MAX_BYTES)
    {
      g_autofree char *limit = g_format_size_full (APP_FILE_TEXT_MAX_BYTES,
                                                   G_FORMAT_SIZE_IEC_UNITS);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                   _ ("The file is too large: a form takes at most %s of it."), limit);
      return NULL;
    }
  g_byte_array_append (bytes, buffer, (guint)n_read);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static char *
guess_media_type (GFile *file, GBytes *bytes)
{
  gsize            size;
  const guchar    *data = g_bytes_get_data (bytes, &size);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *type = g_content_type_guess (name, data, MIN (size, 4096), NULL);

  return g_content_type_get_mime_type (type);
}

static void
read_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *media_type = NULL;
  GError          *error = NULL;

  bytes = read_bytes (source, cancellable, &error);
  if (bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  media_type = guess_media_type (source, bytes);
  g_task_return_pointer (task,
                         app_file_text_encode (bytes, GPOINTER_TO_INT (data), media_type),
                         g_free);
}

void
app_file_text_read_async (GFile              *file,
                          AppFieldFormat      format,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, data);

  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (app_field_format_is_bytes (format));

  g_task_set_source_tag (task, app_file_text_read_async);
  g_task_set_task_data (task, GINT_TO_POINTER (format), NULL);
  g_task_run_in_thread (task, read_in_worker);
}

char *
app_file_text_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
