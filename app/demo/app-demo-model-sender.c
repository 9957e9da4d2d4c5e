/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-model-sender.h"

#include "app-demo-listener.h"

struct _AppDemoModelSender
{
  SoupServerMessage  *message;
  AppDemoModelFrames *frames;
  AppDemoModelPace    pace;
  GHashTable         *senders; /* (unowned) */
  guint               next;
  guint               n_pieces;  /* that were sent */
  gint64              start;     /* µs, of the first frame */
  guint               n_written; /* frames that went out */
  gboolean            is_cut;    /* the frame of number @next was cut, and is the last one */
  guint               timer;
  gulong              finished_handler;
  gulong              wrote_handler;
  GSource            *watch; /* (nullable) */
};

void
app_demo_model_sender_free (AppDemoModelSender *self)
{
  if (self->timer > 0)
    g_source_remove (self->timer);
  if (self->watch != NULL)
    g_source_destroy (self->watch);
  g_clear_pointer (&self->watch, g_source_unref);
  g_clear_signal_handler (&self->finished_handler, self->message);
  g_clear_signal_handler (&self->wrote_handler, self->message);
  g_object_unref (self->message);
  app_demo_model_frames_free (self->frames);
  g_free (self);
}

static void
stop (AppDemoModelSender *self)
{
  g_hash_table_remove (self->senders, self);
}

static void
on_hangup (gpointer user_data)
{
  AppDemoModelSender *self = user_data;

  if (self->pace.has_stamps)
    g_printerr ("Hung up at %" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
  /* libsoup notices when it writes. */
  soup_message_body_complete (soup_server_message_get_response_body (self->message));
  soup_server_message_unpause (self->message);
  stop (self);
}

/* What was sent before the cut arrives, the cut frame's first half included. */
static void
on_wrote_chunk (AppDemoModelSender *self)
{
  GSocket *socket = soup_server_message_get_socket (self->message);

  if (++self->n_written == self->next + 1 && self->is_cut && socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static void
cut (AppDemoModelSender *self, GBytes *frame)
{
  g_autoptr (GBytes) half = g_bytes_new_from_bytes (frame, 0, g_bytes_get_size (frame) / 2);

  self->is_cut = TRUE;
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), half);
  soup_server_message_unpause (self->message);
}

static gint64
get_due (AppDemoModelSender *self, const AppDemoModelFrame *frame)
{
  if (self->pace.speed == 0 || !frame->is_piece)
    return 0;
  return self->start + (gint64)self->n_pieces * G_USEC_PER_SEC / self->pace.speed;
}

static void
stamp (AppDemoModelSender *self, gint64 now)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, now);

  soup_message_headers_replace (soup_server_message_get_response_headers (self->message),
                                "X-Sent-At", text);
}

static gboolean
send (gpointer user_data)
{
  AppDemoModelSender *self = user_data;
  SoupMessageBody    *body = soup_server_message_get_response_body (self->message);
  gint64              now = g_get_monotonic_time ();

  self->timer = 0;
  if (self->start == 0 && self->pace.has_stamps)
    stamp (self, now);
  if (self->start == 0)
    self->start = now;
  for (; self->next < self->frames->list->len; self->next++)
    {
      const AppDemoModelFrame *frame = self->frames->list->pdata[self->next];
      gint64                   due = get_due (self, frame);

      if (due > now)
        {
          self->timer = g_timeout_add ((guint)((due - now + 999) / 1000), send, self);
          soup_server_message_unpause (self->message);
          return G_SOURCE_REMOVE;
        }
      if (frame->is_piece && self->pace.cut >= 0 && (int)self->n_pieces >= self->pace.cut)
        {
          cut (self, frame->data);
          return G_SOURCE_REMOVE;
        }
      self->n_pieces += frame->is_piece;
      soup_message_body_append_bytes (body, frame->data);
    }
  soup_message_body_complete (body);
  soup_server_message_unpause (self->message);
  return G_SOURCE_REMOVE;
}

void
app_demo_model_sender_start (SoupServerMessage      *message,
                             AppDemoModelFrames     *frames,
                             const AppDemoModelPace *pace,
                             GHashTable             *senders)
{
  AppDemoModelSender *self = g_new0 (AppDemoModelSender, 1);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  self->message = g_object_ref (message);
  self->frames = frames;
  self->pace = *pace;
  self->senders = senders;
  g_hash_table_add (senders, self);
  self->finished_handler =
      g_signal_connect_swapped (message, "finished", G_CALLBACK (stop), self);
  self->wrote_handler =
      g_signal_connect_swapped (message, "wrote-chunk", G_CALLBACK (on_wrote_chunk), self);
  self->watch = app_demo_hangup_watch (message, on_hangup, self);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  soup_server_message_pause (message);
  if (pace->delay > 0)
    self->timer = g_timeout_add (pace->delay, send, self);
  else
    send (self);
}
