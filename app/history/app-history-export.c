/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-history-export.h"

#include "app-exchange-har.h"
#include "app-exchange-json.h"
#include "store-error.h"

#include <string.h>

/* Of what is known without reading texts. */
#define PAGE 200

typedef struct
{
  StoreHistory      *history;
  AppPastFilter      filter;
  char              *server;
  char              *method;
  char              *text;
  AppHistoryFormat   format;
  GOutputStream     *stream;
  StoreHistoryPage  *page; /* (nullable) */
  guint              at;   /* within it */
  StoreHistoryKey    next;
  gboolean           has_more;
  AppHistoryExported done;
  StoreExchange     *exchange; /* (nullable): is being written */
  GBytes            *request;
  GBytes            *response;
} Export;

static void
forget_exchange (Export *self)
{
  g_clear_pointer (&self->exchange, store_exchange_free);
  g_clear_pointer (&self->request, g_bytes_unref);
  g_clear_pointer (&self->response, g_bytes_unref);
}

static void
export_free (Export *self)
{
  /* Closed with this, a file that is not whole does not take the place of another one. */
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  g_output_stream_close (self->stream, cancelled, NULL);
  forget_exchange (self);
  g_clear_pointer (&self->page, store_history_page_free);
  g_object_unref (self->history);
  g_object_unref (self->stream);
  g_free (self->server);
  g_free (self->method);
  g_free (self->text);
  g_free (self);
}

AppHistoryFormat
app_history_format_of (const char *file_name)
{
  g_return_val_if_fail (file_name != NULL, APP_HISTORY_LINES);

  g_autofree char *folded = g_ascii_strdown (file_name, -1);

  return g_str_has_suffix (folded, ".har") ? APP_HISTORY_ARCHIVE : APP_HISTORY_LINES;
}

static gboolean
write_text (Export *self, const char *text, GCancellable *cancellable, GError **error)
{
  return g_output_stream_write_all (self->stream, text, strlen (text), NULL, cancellable, error);
}

static gboolean
write_line (Export *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *line = app_exchange_dup_line (self->exchange, self->request, self->response);

  self->done.n++;
  return write_text (self, line, cancellable, error) && write_text (self, "\n", cancellable, error);
}

static gboolean
write_entry (Export *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *entry =
      app_exchange_dup_har_entry (self->exchange, self->request, self->response);
  const char *before = self->done.n > 0 ? ",\n" : "\n";

  if (entry == NULL)
    {
      self->done.n_left_out++;
      return TRUE;
    }
  self->done.n++;
  return write_text (self, before, cancellable, error) &&
         write_text (self, entry, cancellable, error);
}

static gboolean
write_end (Export *self, GCancellable *cancellable, GError **error)
{
  if (self->format == APP_HISTORY_ARCHIVE &&
      !write_text (self, APP_EXCHANGE_HAR_END, cancellable, error))
    return FALSE;
  return g_output_stream_close (self->stream, cancellable, error);
}

static void read_next (GTask *task);

/* In a thread, with the data to itself: a large message takes a while. */
static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Export  *self = data;
  GError  *error = NULL;
  gboolean well;

  if (self->exchange == NULL)
    well = write_end (self, cancellable, &error);
  else if (self->format == APP_HISTORY_ARCHIVE)
    well = write_entry (self, cancellable, &error);
  else
    well = write_line (self, cancellable, &error);
  if (well)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Export  *self = g_task_get_task_data (task);
  GError  *error = NULL;
  gboolean ended = self->exchange == NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_error (task, error);
  else if (ended)
    g_task_return_boolean (task, TRUE);
  else
    {
      forget_exchange (self);
      read_next (g_steal_pointer (&task));
    }
}

/* @task: (transfer full) */
static void
write_in_thread (GTask *task)
{
  g_autoptr (GTask) writing =
      g_task_new (NULL, g_task_get_cancellable (task), on_written, task);

  g_task_set_task_data (writing, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (writing, work);
}

static void
on_got (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Export *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->exchange = store_history_get_finish (STORE_HISTORY (source), result, &self->request,
                                             &self->response, &error);
  if (self->exchange != NULL)
    write_in_thread (g_steal_pointer (&task));
  else if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
    {
      /* Somebody cleared the history meanwhile. */
      g_error_free (error);
      read_next (g_steal_pointer (&task));
    }
  else
    g_task_return_error (task, error);
}

static void
on_page (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Export *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_clear_pointer (&self->page, store_history_page_free);
  self->page = store_history_query_finish (STORE_HISTORY (source), result, &error);
  if (self->page == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->at = 0;
  self->next = self->page->next;
  self->has_more = self->page->has_more;
  read_next (g_steal_pointer (&task));
}

static void
read_page (GTask *task)
{
  Export            *self = g_task_get_task_data (task);
  StoreHistoryFilter filter = {
    .server = self->server,
    .method = self->method,
    .text = self->text,
    .outcomes = self->filter.outcomes,
    .from = self->filter.from,
    .imported = self->filter.imported,
  };

  store_history_query_async (self->history, &filter, self->next.id != 0 ? &self->next : NULL, PAGE,
                             g_task_get_cancellable (task), on_page, task);
}

/* @task: (transfer full) */
static void
read_next (GTask *task)
{
  Export *self = g_task_get_task_data (task);

  if (self->page != NULL && self->at < self->page->exchanges->len)
    {
      const StoreExchange *exchange = self->page->exchanges->pdata[self->at++];

      store_history_get_async (self->history, exchange->id, g_task_get_cancellable (task), on_got,
                               task);
    }
  else if (self->page == NULL || self->has_more)
    read_page (task);
  else
    write_in_thread (task);
}

static gboolean
begin (Export *self, GError **error)
{
  if (self->format != APP_HISTORY_ARCHIVE)
    return TRUE;
  g_autofree char *text = app_exchange_dup_har_begin ();
  return write_text (self, text, NULL, error);
}

void
app_history_export_async (AppObjects          *objects,
                          const AppPastFilter *filter,
                          AppHistoryFormat     format,
                          GOutputStream       *stream,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (APP_IS_OBJECTS (objects));
  g_return_if_fail (filter != NULL);
  g_return_if_fail (G_IS_OUTPUT_STREAM (stream));

  GTask  *task = g_task_new (NULL, cancellable, callback, user_data);
  Export *self = g_new0 (Export, 1);
  GError *error = NULL;

  self->history = g_object_ref (app_objects_get_history (objects));
  self->filter = *filter;
  self->server = g_strdup (filter->server);
  self->method = g_strdup (filter->method);
  self->text = g_strdup (filter->text);
  self->format = format;
  self->stream = g_object_ref (stream);
  g_task_set_task_data (task, self, (GDestroyNotify)export_free);
  if (begin (self, &error))
    {
      read_next (task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

gboolean
app_history_export_finish (GAsyncResult *result, AppHistoryExported *exported, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  *exported = ((Export *)g_task_get_task_data (G_TASK (result)))->done;
  return g_task_propagate_boolean (G_TASK (result), error);
}
