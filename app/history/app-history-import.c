/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-history-import.h"

#include "app-error.h"
#include "app-exchange-json.h"
#include "mcp-json-memory.h"

#include <glib/gi18n-lib.h>

/* What is read, and then waits to be written, at once. */
#define MAX_LINES 500
#define MAX_BYTES (8u * 1024u * 1024u)
#define CHUNK (256u * 1024u)

typedef struct
{
  StoreHistory      *history;
  GInputStream      *stream;
  char              *source;
  GByteArray        *rest; /* read, but no line yet */
  gsize              seen; /* of it: has no line end */
  gboolean           ended;
  GPtrArray         *lines; /* of GBytes: of the last turn */
  guint              left;  /* of them, on their way */
  AppHistoryImported done;
  GError            *error; /* (nullable): of one of them */
} Import;

static void
import_free (Import *self)
{
  g_object_unref (self->history);
  g_object_unref (self->stream);
  g_byte_array_unref (self->rest);
  g_ptr_array_unref (self->lines);
  g_clear_error (&self->error);
  g_free (self->source);
  g_free (self);
}

/* Reading, in a thread */

static void
take_lines (Import *self)
{
  const guint8 *data = self->rest->data;
  gsize         begin = 0;

  for (gsize i = self->seen; i < self->rest->len; i++)
    if (data[i] == '\n')
      {
        if (i > begin)
          g_ptr_array_add (self->lines, g_bytes_new (data + begin, i - begin));
        begin = i + 1;
      }
  if (begin > 0)
    g_byte_array_remove_range (self->rest, 0, (guint)begin);
  self->seen = self->rest->len;
  if (self->ended && self->rest->len > 0)
    {
      g_ptr_array_add (self->lines, g_bytes_new (self->rest->data, self->rest->len));
      g_byte_array_set_size (self->rest, 0);
      self->seen = 0;
    }
}

/* Whether what is read of a line may be one of ours, an object. Nothing else is read to its end,
 * which a device may not have. */
static gboolean
may_be_line (const GByteArray *rest)
{
  gsize i = 0;

  while (i < rest->len && g_ascii_isspace ((char)rest->data[i]))
    i++;
  return rest->len <= APP_HISTORY_MAX_LINE &&
         (rest->len <= CHUNK || (i < rest->len && rest->data[i] == '{'));
}

static void
read_lines (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Import            *self = data;
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  GError            *error = NULL;
  gsize              bytes = 0;

  g_ptr_array_set_size (self->lines, 0);
  while (!self->ended && self->lines->len < MAX_LINES &&
         (bytes < MAX_BYTES || self->lines->len == 0))
    {
      gssize n = g_input_stream_read (self->stream, chunk, CHUNK, cancellable, &error);

      if (n < 0)
        {
          g_task_return_error (task, error);
          return;
        }
      self->ended = n == 0;
      bytes += (gsize)n;
      if (!mcp_json_memory_has_room (self->rest->len))
        {
          g_task_return_new_error (task, APP_ERROR, APP_ERROR_INVALID_INPUT,
                                   _ ("There is not enough memory for a line of “%s”."),
                                   self->source);
          return;
        }
      g_byte_array_append (self->rest, chunk, (guint)n);
      take_lines (self);
      if (!may_be_line (self->rest))
        {
          g_task_return_new_error (task, APP_ERROR, APP_ERROR_INVALID_INPUT,
                                   _ ("A line of “%s” is too long to be one of a session file."),
                                   self->source);
          return;
        }
    }
  g_task_return_boolean (task, TRUE);
}

/* Writing */

/* In the thread that writes. @data: the file's name. The line comes as the request. */
static gboolean
prepare (StoreExchange *exchange, GBytes **request, GBytes **response, gpointer data)
{
  g_autoptr (GBytes) line = g_steal_pointer (request);

  g_clear_pointer (&exchange->method, g_free);
  if (!app_exchange_read_line (line, exchange, request, response))
    return FALSE;
  exchange->source = g_strdup (data);
  return TRUE;
}

static void read_more (GTask *task);

/* @task: (transfer full) */
static void
go_on (GTask *task)
{
  Import  *self = g_task_get_task_data (task);
  gboolean is_none = self->done.n == 0 && self->done.n_skipped >= MAX_LINES;

  if (self->error == NULL && !self->ended && !is_none)
    {
      read_more (task);
      return;
    }
  if (self->error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->error));
  else if (self->done.n == 0 && self->done.n_skipped > 0)
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_INVALID_INPUT,
                             _ ("“%s” is no session file: none of its lines is a JSON object with "
                                "a method."),
                             self->source);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask  *task = data;
  Import *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  gint64 id = store_history_add_finish (STORE_HISTORY (source), result, &error);

  self->done.n += id != 0;
  self->done.n_skipped += id == 0 && error == NULL;
  if (error != NULL && self->error == NULL)
    self->error = g_steal_pointer (&error);
  if (--self->left == 0)
    go_on (task);
}

static void
on_lines (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask        *task = data;
  Import       *self = g_task_get_task_data (task);
  StoreExchange nothing = { .method = (char *)"", .duration = -1 };

  g_task_propagate_boolean (G_TASK (result), &self->error);
  self->left = self->error == NULL ? self->lines->len : 0;
  if (self->left == 0)
    {
      go_on (task);
      return;
    }
  for (guint i = 0; i < self->lines->len; i++)
    {
      StoreHistoryPreparation preparation = { prepare, g_strdup (self->source), g_free };

      store_history_add_async (self->history, &nothing, self->lines->pdata[i], NULL, &preparation,
                               g_task_get_cancellable (task), on_added, task);
    }
}

/* @task: (transfer full) */
static void
read_more (GTask *task)
{
  g_autoptr (GTask) reading = g_task_new (NULL, g_task_get_cancellable (task), on_lines, task);

  g_task_set_task_data (reading, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (reading, read_lines);
}

void
app_history_import_async (AppObjects         *objects,
                          GInputStream       *stream,
                          const char         *source,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_return_if_fail (APP_IS_OBJECTS (objects));
  g_return_if_fail (G_IS_INPUT_STREAM (stream));
  g_return_if_fail (source != NULL);

  GTask  *task = g_task_new (NULL, cancellable, callback, user_data);
  Import *self = g_new0 (Import, 1);

  self->history = g_object_ref (app_objects_get_history (objects));
  self->stream = g_object_ref (stream);
  self->source = g_utf8_make_valid (source, -1);
  self->rest = g_byte_array_new ();
  self->lines = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_task_set_task_data (task, self, (GDestroyNotify)import_free);
  read_more (task);
}

gboolean
app_history_import_finish (GAsyncResult *result, AppHistoryImported *imported, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  *imported = ((Import *)g_task_get_task_data (G_TASK (result)))->done;
  return g_task_propagate_boolean (G_TASK (result), error);
}
