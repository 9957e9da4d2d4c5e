/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-memory-transport.h"

#include <string.h>

#define WAIT_MS 60000

typedef struct
{
  TestMemoryTransport *transport;
  GTask               *task;
  McpMessage          *message;
  guint64              exchange;
  GSource             *cancel_source;
} Exchange;

struct _TestMemoryTransport
{
  McpTransport   parent_instance;
  gboolean       http;
  TestServerFunc func;
  gpointer       user_data;
  GPtrArray     *sent;
  GPtrArray     *exchanges;
  gboolean       stall;
  gboolean       anything;
  gboolean       opened;
  gboolean       open_breaks;
  GError        *open_error;
  gboolean       held;
  guint          n_holds;
  guint          n_opens;
  guint          n_closes;
  char          *version;

  McpTransportMirrorFunc mirror;
  gpointer               mirror_data;
  GPtrArray             *headers; /* char *: of what was sent, joined by "|" */
};

G_DEFINE_FINAL_TYPE (TestMemoryTransport, test_memory_transport, MCP_TYPE_TRANSPORT)

static void
exchange_free (Exchange *exchange)
{
  if (exchange->cancel_source != NULL)
    g_source_destroy (exchange->cancel_source);
  g_clear_pointer (&exchange->cancel_source, g_source_unref);
  g_clear_object (&exchange->task);
  mcp_message_unref (exchange->message);
  g_free (exchange);
}

/** @error: (nullable) (transfer full) */
static void
exchange_end (Exchange *exchange, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&exchange->task);

  if (task != NULL && error != NULL)
    g_task_return_error (task, error);
  else if (task != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_clear_error (&error);
}

static gboolean
on_open_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_task_return_error_if_cancelled (user_data);
  return G_SOURCE_REMOVE;
}

static void
open_async (McpTransport       *transport,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  if (self->open_breaks && self->open_error != NULL)
    g_task_return_error (task, g_error_copy (self->open_error));
  else if (self->open_breaks)
    {
      /* The task waits in a source that only its cancelling fires. */
      g_autoptr (GSource) source = g_cancellable_source_new (cancellable);

      g_task_attach_source (task, source, G_SOURCE_FUNC (on_open_cancelled));
    }
  else
    {
      self->opened = TRUE;
      self->n_opens++;
      g_task_return_boolean (task, TRUE);
    }
}

static gboolean
on_answer_due (gpointer user_data)
{
  Exchange            *exchange = user_data;
  TestMemoryTransport *self = exchange->transport;
  gboolean             ends = TRUE;

  if (self->func != NULL && self->opened)
    ends = self->func (self, exchange->message, exchange->exchange, self->user_data);
  if (self->http && ends)
    exchange_end (exchange, NULL);
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_send_cancelled (GCancellable *cancellable, gpointer user_data)
{
  Exchange *exchange = user_data;

  exchange_end (exchange, mcp_error_new (MCP_ERROR_CANCELLED, "Cancelled"));
  return G_SOURCE_REMOVE;
}

static void
send_async (McpTransport       *transport,
            GBytes             *message,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);
  Exchange            *exchange = g_new0 (Exchange, 1);

  g_assert_true (self->opened);
  exchange->transport = self;
  exchange->task = g_task_new (self, NULL, callback, user_data);
  exchange->message = mcp_message_parse (message);
  exchange->exchange = self->http ? mcp_record_next_exchange () : 0;
  if (!self->anything)
    test_assert_shape (exchange->message);
  g_ptr_array_add (self->exchanges, exchange);

  if (cancellable != NULL)
    {
      exchange->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (exchange->cancel_source, G_SOURCE_FUNC (on_send_cancelled), exchange,
                             NULL);
      g_source_attach (exchange->cancel_source, NULL);
    }
  if (self->stall)
    return;

  g_ptr_array_add (self->sent, mcp_message_ref (exchange->message));
  if (self->mirror != NULL)
    {
      g_auto (GStrv) headers = self->mirror (message, self->mirror_data);

      g_ptr_array_add (self->headers, g_strjoinv ("|", headers));
    }
  else
    {
      g_ptr_array_add (self->headers, NULL);
    }
  if (self->http)
    {
      g_autoptr (McpRecord) record = mcp_record_new (MCP_RECORD_EXCHANGE_STARTED);

      record->exchange = exchange->exchange;
      record->text = g_bytes_ref (message);
      mcp_transport_emit_record (transport, record);
    }
  else
    {
      exchange_end (exchange, NULL);
    }
  g_object_ref (self);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_answer_due, exchange, NULL);
}

static void
close_async (McpTransport       *transport,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  self->n_closes++;
  for (guint i = 0; i < self->exchanges->len; i++)
    exchange_end (g_ptr_array_index (self->exchanges, i),
                  mcp_error_new (MCP_ERROR_CANCELLED, "Closed"));
  if (self->opened)
    {
      self->opened = FALSE;
      mcp_transport_emit_closed (transport, NULL);
    }
  g_task_return_boolean (task, TRUE);
}

static void
set_protocol_version (McpTransport *transport, const char *version)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);

  g_free (self->version);
  self->version = g_strdup (version);
}

static void
hold (McpTransport *transport, gboolean held)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);

  g_assert_true (self->held != held);
  self->held = held;
  self->n_holds += held ? 1 : 0;
}

static gboolean
responds_in_exchange (McpTransport *transport)
{
  return TEST_MEMORY_TRANSPORT (transport)->http;
}

static gboolean
set_mirror (McpTransport *transport, McpTransportMirrorFunc mirror, gpointer user_data)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (transport);

  self->mirror = self->http ? mirror : NULL;
  self->mirror_data = user_data;
  return self->http;
}

static void
finalize (GObject *object)
{
  TestMemoryTransport *self = TEST_MEMORY_TRANSPORT (object);

  g_ptr_array_unref (self->sent);
  g_ptr_array_unref (self->headers);
  g_ptr_array_unref (self->exchanges);
  g_clear_error (&self->open_error);
  g_free (self->version);

  G_OBJECT_CLASS (test_memory_transport_parent_class)->finalize (object);
}

static void
test_memory_transport_class_init (TestMemoryTransportClass *klass)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = finalize;
  transport_class->open_async = open_async;
  transport_class->send_async = send_async;
  transport_class->close_async = close_async;
  transport_class->set_protocol_version = set_protocol_version;
  transport_class->hold = hold;
  transport_class->responds_in_exchange = responds_in_exchange;
  transport_class->set_mirror = set_mirror;
}

static void
test_memory_transport_init (TestMemoryTransport *self)
{
  self->sent = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_message_unref);
  self->headers = g_ptr_array_new_with_free_func (g_free);
  self->exchanges = g_ptr_array_new_with_free_func ((GDestroyNotify)exchange_free);
}

TestMemoryTransport *
test_memory_transport_new (gboolean http, TestServerFunc func, gpointer user_data)
{
  TestMemoryTransport *self = g_object_new (TEST_TYPE_MEMORY_TRANSPORT, NULL);

  self->http = http;
  self->func = func;
  self->user_data = user_data;
  return self;
}

void
test_memory_transport_say_bytes (TestMemoryTransport *self, guint64 exchange, GBytes *text)
{
  mcp_transport_emit_received (MCP_TRANSPORT (self), text, exchange);
}

void
test_memory_transport_say (TestMemoryTransport *self, guint64 exchange, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  test_memory_transport_say_bytes (self, exchange, bytes);
}

void
test_memory_transport_say_format (TestMemoryTransport *self,
                                  guint64              exchange,
                                  const char          *format,
                                  ...)
{
  g_autofree char *text = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  test_memory_transport_say (self, exchange, text);
}

void
test_memory_transport_answer (TestMemoryTransport *self,
                              McpMessage          *message,
                              guint64              exchange,
                              const char          *result)
{
  test_memory_transport_say_format (self, exchange, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}",
                                    mcp_request_id_get_text (mcp_message_get_id (message)), result);
}

void
test_memory_transport_end (TestMemoryTransport *self, guint64 exchange, GError *error)
{
  for (guint i = 0; i < self->exchanges->len; i++)
    {
      Exchange *candidate = g_ptr_array_index (self->exchanges, i);

      if (candidate->exchange == exchange)
        {
          exchange_end (candidate, error);
          return;
        }
    }
  g_assert_not_reached ();
}

void
test_memory_transport_die (TestMemoryTransport *self, GError *error)
{
  self->opened = FALSE;
  mcp_transport_emit_closed (MCP_TRANSPORT (self), error);
  g_clear_error (&error);
}

void
test_memory_transport_stall (TestMemoryTransport *self, gboolean stall)
{
  self->stall = stall;
}

void
test_memory_transport_break_opening (TestMemoryTransport *self, GError *error)
{
  self->open_breaks = TRUE;
  self->open_error = error;
}

void
test_memory_transport_allow_anything (TestMemoryTransport *self)
{
  self->anything = TRUE;
}

guint
test_memory_transport_get_n_sent (TestMemoryTransport *self)
{
  return self->sent->len;
}

McpMessage *
test_memory_transport_get_sent (TestMemoryTransport *self, int index)
{
  if (index < 0)
    index += (int)self->sent->len;
  g_assert_cmpint (index, >=, 0);
  g_assert_cmpint (index, <, self->sent->len);
  return g_ptr_array_index (self->sent, index);
}

McpMessage *
test_memory_transport_find_sent (TestMemoryTransport *self, const char *method)
{
  for (guint i = self->sent->len; i > 0; i--)
    {
      McpMessage *message = g_ptr_array_index (self->sent, i - 1);

      if (g_strcmp0 (mcp_message_get_method (message), method) == 0)
        return message;
    }
  return NULL;
}

guint
test_memory_transport_count_sent (TestMemoryTransport *self, const char *method)
{
  guint n = 0;

  for (guint i = 0; i < self->sent->len; i++)
    n += g_strcmp0 (mcp_message_get_method (g_ptr_array_index (self->sent, i)), method) == 0;
  return n;
}

gboolean
test_memory_transport_is_held (TestMemoryTransport *self)
{
  return self->held;
}

guint
test_memory_transport_get_n_holds (TestMemoryTransport *self)
{
  return self->n_holds;
}

guint
test_memory_transport_get_n_closes (TestMemoryTransport *self)
{
  return self->n_closes;
}

const char *
test_memory_transport_get_version (TestMemoryTransport *self)
{
  return self->version;
}

/* Waiting */

static gboolean
on_late (gpointer user_data)
{
  g_error ("The test waited too long");
  return G_SOURCE_REMOVE;
}

void
test_wait_until (gboolean *condition)
{
  guint late = g_timeout_add (WAIT_MS, on_late, NULL);

  while (!*condition)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
}

void
test_wait_event (void)
{
  guint late = g_timeout_add (WAIT_MS, on_late, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
}

static gboolean
on_pulse (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* The last reference may go in a worker's thread, which wakes nobody: that is what the pulse is for. */
void
test_assert_finalizes (gpointer object)
{
  gpointer weak = object;
  guint    pulse = g_timeout_add (1, on_pulse, NULL);

  g_object_add_weak_pointer (object, &weak);
  g_object_unref (object);
  while (weak != NULL)
    test_wait_event ();
  g_source_remove (pulse);
}

static gboolean
on_over (gpointer user_data)
{
  *(gboolean *)user_data = TRUE;
  return G_SOURCE_REMOVE;
}

void
test_run_ready (void)
{
  gint64 end = g_get_monotonic_time () + WAIT_MS * G_GINT64_CONSTANT (1000);

  while (g_main_context_iteration (NULL, FALSE))
    if (g_get_monotonic_time () > end)
      g_error ("There is no end to what happens");
}

void
test_wait_ms (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, on_over, &over);
  test_wait_until (&over);
}

void
test_answer_take (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TestAnswer *answer = user_data;

  answer->result = g_object_ref (result);
  answer->done = TRUE;
}

GAsyncResult *
test_answer_wait (TestAnswer *answer)
{
  test_wait_until (&answer->done);
  answer->done = FALSE;
  return g_steal_pointer (&answer->result);
}

guint
test_memory_transport_get_n_opens (TestMemoryTransport *self)
{
  return self->n_opens;
}

const char *
test_memory_transport_get_headers (TestMemoryTransport *self, int index)
{
  return self->headers->pdata[index < 0 ? (int)self->headers->len + index : index];
}
