/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-stream.h"

#include "app-demo-listener.h"
#include "mcp-object.h"

#include <string.h>

/* What is kept for a client that comes back: enough for any conversation, not for a flood. */
#define MAX_KEPT_EVENTS 1000
#define MAX_KEPT_BYTES (16 * 1024 * 1024)

typedef enum {
  UNDECIDED, /* nothing sent yet */
  JSON,      /* answered as JSON, or accepted: done */
  EVENTS,
} Mode;

struct _AppDemoStream
{
  AppDemoChannel parent_instance;

  const AppDemoOptions *options;
  AppDemoStreamKind     kind;
  guint                 number;
  SoupServerMessage    *message; /* (nullable): the connection, if there is one */
  gulong                finished_handler;
  GSource              *watch; /* (nullable): of the connection, for when the client closes it */
  Mode                  mode;
  gboolean              cut; /* in the middle of its first event */
  gboolean              listens;
  gboolean              closed;
  GPtrArray            *events; /* GBytes; an event that was too large to keep is empty */
  gsize                 kept;
};

static guint left_signal;

G_DEFINE_FINAL_TYPE (AppDemoStream, app_demo_stream, APP_TYPE_DEMO_CHANNEL)

static gboolean
is_resumable (AppDemoStream *self)
{
  return self->kind == APP_DEMO_STREAM_RESUMABLE || self->kind == APP_DEMO_STREAM_PRIMED;
}

static void
detach (AppDemoStream *self)
{
  if (self->watch != NULL)
    g_source_destroy (self->watch);
  g_clear_pointer (&self->watch, g_source_unref);
  if (self->message == NULL)
    return;

  g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_object (&self->message);
}

static void complete (AppDemoStream *self);

static void
on_hangup (gpointer user_data)
{
  AppDemoStream *self = user_data;

  g_object_ref (self);
  if (is_resumable (self))
    complete (self); /* to be resumed */
  else
    g_signal_emit (self, left_signal, 0);
  g_object_unref (self);
}

static void
on_message_finished (AppDemoStream *self)
{
  g_object_ref (self);
  detach (self);
  if (!is_resumable (self) && !self->closed)
    {
      self->closed = TRUE;
      g_signal_emit (self, left_signal, 0);
    }
  g_object_unref (self);
}

static void
attach (AppDemoStream *self, SoupServerMessage *message)
{
  self->message = g_object_ref (message);
  self->finished_handler =
      g_signal_connect_swapped (message, "finished", G_CALLBACK (on_message_finished), self);
  soup_server_message_pause (message);
}

MCP_DEFINE_DISPOSE (AppDemoStream, app_demo_stream)
{
  detach (self);
  g_clear_pointer (&self->events, g_ptr_array_unref);
}

static void
app_demo_stream_init (AppDemoStream *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
}

static void
watch_hangup (AppDemoStream *self)
{
  if (self->message != NULL && self->watch == NULL)
    self->watch = app_demo_hangup_watch (self->message, on_hangup, self);
}

AppDemoStream *
app_demo_stream_new (const AppDemoOptions *options,
                     AppDemoStreamKind     kind,
                     SoupServerMessage    *message)
{
  static guint   n_streams;
  AppDemoStream *self = g_object_new (APP_TYPE_DEMO_STREAM, NULL);

  self->options = options;
  self->kind = kind;
  self->number = ++n_streams;
  attach (self, message);
  if (!is_resumable (self))
    watch_hangup (self);
  return self;
}

void
app_demo_stream_cut (AppDemoStream *self)
{
  self->cut = TRUE;
}

/* Ends this connection's response; the stream may live on. */
static void
complete (AppDemoStream *self)
{
  SoupServerMessage *message = self->message;

  if (message == NULL)
    return;

  g_object_ref (message);
  detach (self);
  soup_message_body_complete (soup_server_message_get_response_body (message));
  soup_server_message_unpause (message);
  g_object_unref (message);
}

static void
write_text (AppDemoStream *self, const char *text, gssize size)
{
  if (self->message == NULL)
    return;

  soup_message_body_append (soup_server_message_get_response_body (self->message), SOUP_MEMORY_COPY,
                            text, size < 0 ? strlen (text) : (gsize)size);
  soup_server_message_unpause (self->message);
}

static void
break_connection (SoupServerMessage *message, gpointer user_data)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static void
write_event (AppDemoStream *self, guint number, GBytes *event)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize       size;
  const char *data = g_bytes_get_data (event, &size);
  const char *end = data + size;

  if (self->message == NULL)
    return;

  if (is_resumable (self))
    g_string_append_printf (text, "id: %u-%u\n", self->number, number);
  if (self->kind == APP_DEMO_STREAM_NAMED)
    g_string_append (text, "event: message\n");
  g_string_append (text, "data: ");
  if (self->cut)
    {
      g_string_append_len (text, data, size / 2);
      g_signal_connect (self->message, "wrote-chunk", G_CALLBACK (break_connection), NULL);
      write_text (self, text->str, text->len);
      return;
    }
  /* A message that came by HTTP may hold line breaks, and so may what repeats parts of it. */
  while (data < end)
    {
      const char *stop = memchr (data, '\n', end - data);

      g_string_append_len (text, data, (stop != NULL ? stop : end) - data);
      if (stop != NULL)
        g_string_append (text, "\ndata: ");
      data = stop != NULL ? stop + 1 : end;
    }
  g_string_append (text, "\n\n");
  write_text (self, text->str, text->len);
}

static void
begin_events (AppDemoStream *self)
{
  self->mode = EVENTS;
  if (self->message == NULL)
    return;

  SoupMessageHeaders *headers = soup_server_message_get_response_headers (self->message);
  soup_server_message_set_status (self->message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-cache");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (self->message), FALSE);
  soup_server_message_unpause (self->message);
}

static void
write_priming (AppDemoStream *self)
{
  g_autofree char *text =
      g_strdup_printf ("id: %u-0\nretry: %d\ndata: \n\n", self->number, self->options->retry);

  if (self->kind == APP_DEMO_STREAM_PRIMED)
    write_text (self, text, -1);
}

static void
answer_as_json (AppDemoStream *self, GBytes *answer)
{
  guint    status = APP_DEMO_CHANNEL (self)->status;
  gboolean wrong = app_demo_options_has_fault (self->options, APP_DEMO_FAULT_HTML, NULL);

  self->mode = JSON;
  if (self->message == NULL)
    return;

  soup_server_message_set_status (self->message, status > 0 ? status : SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (soup_server_message_get_response_headers (self->message),
                                         wrong ? "text/html" : "application/json", NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), answer);
  complete (self);
}

static void
keep_event (AppDemoStream *self, GBytes *event)
{
  gsize    size = g_bytes_get_size (event);
  gboolean fits = self->kept + size <= MAX_KEPT_BYTES && self->events->len < MAX_KEPT_EVENTS;

  g_ptr_array_add (self->events, fits ? g_bytes_ref (event) : g_bytes_new_static ("", 0));
  if (fits)
    self->kept += size;
}

static void
finish_if_answered (AppDemoStream *self)
{
  if (APP_DEMO_CHANNEL (self)->expected == 0 && !self->listens)
    {
      self->closed = TRUE;
      if (!self->cut)
        complete (self);
    }
}

static void
app_demo_stream_send (AppDemoChannel *channel, GBytes *message, gboolean is_answer)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->closed ||
      (self->options->json_only && !is_answer && self->kind != APP_DEMO_STREAM_NAMED))
    return;

  if (self->mode == UNDECIDED && is_answer && channel->expected == 1 && !self->cut)
    {
      channel->expected = 0;
      self->closed = TRUE;
      answer_as_json (self, message);
      return;
    }
  if (self->mode == UNDECIDED)
    {
      begin_events (self);
      write_priming (self);
    }

  if (is_resumable (self))
    keep_event (self, message);
  write_event (self, self->events->len, message);
  if (is_answer && channel->expected > 0)
    channel->expected--;
  if (is_answer)
    finish_if_answered (self);
}

static void
app_demo_stream_drop (AppDemoChannel *channel)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (channel->expected > 0)
    channel->expected--;
  if (self->mode == UNDECIDED)
    begin_events (self);
  finish_if_answered (self);
}

static void
app_demo_stream_suspend (AppDemoChannel *channel)
{
  AppDemoStream   *self = APP_DEMO_STREAM (channel);
  g_autofree char *text = g_strdup_printf ("id: %u-%u\nretry: %d\ndata: \n\n", self->number,
                                           self->events->len, self->options->retry);

  if (!is_resumable (self))
    return;
  if (self->mode == UNDECIDED)
    begin_events (self);
  write_text (self, text, -1);
  complete (self);
}

static void
app_demo_stream_keep_alive (AppDemoChannel *channel)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->mode == EVENTS && !self->closed)
    write_text (self, ": keep-alive\n\n", -1);
}

void
app_demo_stream_close (AppDemoStream *self)
{
  if (self->closed)
    return;

  self->closed = TRUE;
  if (self->mode == UNDECIDED)
    begin_events (self);
  complete (self);
}

static gboolean
app_demo_stream_write (AppDemoChannel *channel,
                       const char     *text,
                       GCallback       written,
                       gpointer        user_data)
{
  AppDemoStream *self = APP_DEMO_STREAM (channel);

  if (self->message == NULL)
    return FALSE;
  if (self->mode == UNDECIDED)
    begin_events (self);
  g_signal_connect (self->message, "wrote-chunk", written, user_data);
  write_text (self, text, -1);
  return TRUE;
}

static void
app_demo_stream_class_init (AppDemoStreamClass *klass)
{
  AppDemoChannelClass *channel_class = (AppDemoChannelClass *)klass;

  G_OBJECT_CLASS (klass)->dispose = app_demo_stream_dispose;
  channel_class->send = app_demo_stream_send;
  channel_class->drop = app_demo_stream_drop;
  channel_class->suspend = app_demo_stream_suspend;
  channel_class->write = app_demo_stream_write;
  channel_class->keep_alive = app_demo_stream_keep_alive;
  channel_class->leave = (void (*) (AppDemoChannel *))app_demo_stream_close;

  left_signal = mcp_signal_new (klass, "left", 0);
}

void
app_demo_stream_listen (AppDemoStream *self, const char *first)
{
  self->listens = TRUE;
  watch_hangup (self);
  begin_events (self);
  write_priming (self);
  write_text (self, first, -1);
}

gboolean
app_demo_stream_resume (AppDemoStream     *self,
                        SoupServerMessage *message,
                        guint64            number,
                        guint              last)
{
  if (self->number != number)
    return FALSE;
  detach (self);
  attach (self, message);
  begin_events (self);
  for (guint i = last; i < self->events->len; i++)
    {
      GBytes *event = g_ptr_array_index (self->events, i);

      if (g_bytes_get_size (event) > 0)
        write_event (self, i + 1, event);
    }
  if (self->closed)
    complete (self);
  return TRUE;
}

void
app_demo_stream_accept (AppDemoStream *self)
{
  if (self->mode != UNDECIDED || APP_DEMO_CHANNEL (self)->expected > 0)
    return;

  self->mode = JSON;
  self->closed = TRUE;
  if (self->message == NULL)
    return;

  soup_server_message_set_status (self->message, SOUP_STATUS_ACCEPTED, NULL);
  complete (self);
}
