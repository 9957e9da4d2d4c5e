/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a large argument costs on its way out: how often its bytes are copied and parsed between the
 * one who calls and the transport. Both are counted where they happen: blocks of memory of at least
 * half its size, by malloc itself, and texts of that size that are given to the reader of JSON, by
 * the linker's --wrap. A program of its own, because it takes the place of malloc. */

#include <stdlib.h>
#include <string.h>

#include "test-requests.h"

#define ARGUMENT_BYTES (100u << 20)
#define LARGE (ARGUMENT_BYTES / 2)

static guint n_blocks;
static guint n_parses;
static guint n_mirrored;

void *__libc_malloc (size_t size);
void *__libc_realloc (void *old, size_t size);

void *
malloc (size_t size)
{
  n_blocks += size >= LARGE ? 1 : 0;
  return __libc_malloc (size);
}

void *
realloc (void *old, size_t size)
{
  n_blocks += size >= LARGE ? 1 : 0;
  return __libc_realloc (old, size);
}

McpJsonDocument *__real_mcp_json_document_parse (GBytes              *bytes,
                                                 const McpJsonLimits *limits,
                                                 McpJsonPlace        *place,
                                                 GError             **error);
McpJsonDocument *__wrap_mcp_json_document_parse (GBytes              *bytes,
                                                 const McpJsonLimits *limits,
                                                 McpJsonPlace        *place,
                                                 GError             **error);

McpJsonDocument *
__wrap_mcp_json_document_parse (GBytes              *bytes,
                                const McpJsonLimits *limits,
                                McpJsonPlace        *place,
                                GError             **error)
{
  n_parses += g_bytes_get_size (bytes) >= LARGE ? 1 : 0;
  return __real_mcp_json_document_parse (bytes, limits, place, error);
}

/* A transport that answers each request without reading it: their ids count from 1. */

#define SINK_TYPE_TRANSPORT (sink_transport_get_type ())
G_DECLARE_FINAL_TYPE (SinkTransport, sink_transport, SINK, TRANSPORT, McpTransport)

struct _SinkTransport
{
  McpTransport           parent_instance;
  gboolean               http;
  McpTransportMirrorFunc mirror; /* (nullable) */
  gpointer               mirror_data;
  guint                  n_sent;
  gsize                  last_size;
};

G_DEFINE_FINAL_TYPE (SinkTransport, sink_transport, MCP_TYPE_TRANSPORT)

static void
open_async (McpTransport       *transport,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (transport, NULL, callback, user_data);

  g_task_return_boolean (task, TRUE);
}

typedef struct
{
  SinkTransport *transport;
  GTask         *task;
  guint          id;
} Reply;

static gboolean
on_reply_due (gpointer user_data)
{
  g_autofree Reply *reply = user_data;
  g_autoptr (SinkTransport) self = reply->transport;
  g_autoptr (GTask) task = reply->task;
  g_autofree char *text = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"id\":%u,\"result\":{\"resultType\":\"complete\",\"content\":[],"
      "\"protocolVersion\":\"2025-11-25\",\"supportedVersions\":[\"2026-07-28\"],"
      "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}",
      reply->id);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  mcp_transport_emit_received (MCP_TRANSPORT (self), bytes, 0);
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static void
send_async (McpTransport       *transport,
            GBytes             *message,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  SinkTransport *self = SINK_TRANSPORT (transport);
  Reply         *reply;

  self->last_size = g_bytes_get_size (message);
  if (self->mirror != NULL)
    {
      g_auto (GStrv) headers = self->mirror (message, self->mirror_data);

      n_mirrored += g_strv_length (headers);
    }
  reply = g_new0 (Reply, 1);
  reply->transport = g_object_ref (self);
  reply->task = g_task_new (self, NULL, callback, user_data);
  /* notifications/initialized has no id. */
  reply->id = !self->http && self->n_sent > 1 ? self->n_sent : self->n_sent + 1;
  self->n_sent++;
  g_idle_add (on_reply_due, reply);
}

static void
close_async (McpTransport       *transport,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  mcp_transport_emit_closed (transport, NULL);
  open_async (transport, cancellable, callback, user_data);
}

static gboolean
responds_in_exchange (McpTransport *transport)
{
  return SINK_TRANSPORT (transport)->http;
}

static gboolean
set_mirror (McpTransport *transport, McpTransportMirrorFunc mirror, gpointer user_data)
{
  SinkTransport *self = SINK_TRANSPORT (transport);

  self->mirror = mirror;
  self->mirror_data = user_data;
  return self->http;
}

static void
sink_transport_class_init (SinkTransportClass *klass)
{
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);

  transport_class->open_async = open_async;
  transport_class->send_async = send_async;
  transport_class->close_async = close_async;
  transport_class->responds_in_exchange = responds_in_exchange;
  transport_class->set_mirror = set_mirror;
}

static void
sink_transport_init (SinkTransport *self)
{
}

/* The test */

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **)user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (result);
}

static void
on_progress (const McpProgress *progress, gpointer user_data)
{
}

static void
on_entry (McpTap *tap, McpTapEntry *entry, gpointer user_data)
{
  *(guint *)user_data += 1;
}

static GBytes *
new_argument (void)
{
  char *text = malloc (ARGUMENT_BYTES + 16);

  memset (text, 'x', ARGUMENT_BYTES);
  memcpy (text, "{\"t\":\"", 6);
  memcpy (text + ARGUMENT_BYTES - 2, "\"}", 2);
  return g_bytes_new_with_free_func (text, ARGUMENT_BYTES, free, text);
}

static void
test_argument (gconstpointer data)
{
  McpEraChoice   era = (McpEraChoice)GPOINTER_TO_INT (data);
  SinkTransport *transport = g_object_new (SINK_TYPE_TRANSPORT, NULL);
  g_autoptr (McpClient) client = test_client_new (MCP_TRANSPORT (transport));
  g_autoptr (GBytes) meta = g_bytes_new_static ("{\"m\":1}", 7);
  g_autoptr (GBytes) argument = new_argument ();
  g_autoptr (McpJsonDocument) arguments = mcp_json_document_parse (argument, NULL, NULL, NULL);
  g_autoptr (McpRequest) request = mcp_request_new ("tools/call");
  g_autoptr (McpResult) called = NULL;
  g_autoptr (GError) error = NULL;
  GAsyncResult *result = NULL;
  guint         n_entries = 0;

  transport->http = era == MCP_ERA_CHOICE_MODERN;
  mcp_client_get_options (client)->era = era;
  mcp_client_set_meta (client, meta);
  g_signal_connect (mcp_client_get_tap (client), "entry", G_CALLBACK (on_entry), &n_entries);
  mcp_client_open_async (client, NULL, on_done, &result);
  g_assert_true (mcp_client_open_finish (client, wait_for (&result), &error));
  g_assert_no_error (error);

  n_blocks = n_parses = n_mirrored = 0;
  mcp_request_set_string (request, "name", "t");
  mcp_request_get_options (request)->progress = on_progress;
  g_assert_true (mcp_request_add_meta (request, meta, NULL));
  mcp_request_set_value (request, "arguments", mcp_json_document_get_root (arguments));
  mcp_client_call_async (client, request, NULL, on_done, &result);
  called = mcp_client_call_finish (client, wait_for (&result), &error);
  g_assert_no_error (error);
  g_assert_true (called != NULL);

  g_test_message ("%u blocks, %u parses, %u headers", n_blocks, n_parses, n_mirrored);
  g_assert_cmpuint (n_entries, >, 2);
  g_assert_cmpuint (transport->last_size, >, ARGUMENT_BYTES);
  g_assert_cmpuint (transport->last_size, <, ARGUMENT_BYTES + 1000);
  g_assert_cmpuint (n_parses, ==, 0); /* who has the arguments has parsed them */
  g_assert_cmpuint (n_blocks, ==, 1); /* the message */
  g_assert_cmpuint (n_mirrored, ==, era == MCP_ERA_CHOICE_MODERN ? 3 : 0);

  mcp_client_close_async (client, NULL, on_done, &result);
  g_assert_true (mcp_client_close_finish (client, wait_for (&result), NULL));
  g_object_unref (transport);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/outgoing/argument/legacy", GINT_TO_POINTER (MCP_ERA_CHOICE_LEGACY),
                        test_argument);
  g_test_add_data_func ("/outgoing/argument/modern", GINT_TO_POINTER (MCP_ERA_CHOICE_MODERN),
                        test_argument);
  return g_test_run ();
}
