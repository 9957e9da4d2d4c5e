/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-body.h"

#include "mcp-byte-buffer.h"
#include "mcp-event-framer.h"
#include "mcp-limits.h"
#include "mcp-object.h"
#include "mcp-source.h"

struct _McpHttpBody
{
  GObject parent_instance;

  GInputStream   *stream; /* (nullable): until it has ended */
  McpHttpBodyKind kind;
  gsize           limit;
  GCancellable   *cancellable;
  GMainContext   *context;

  McpHttpEventFunc event;
  McpHttpEndedFunc ended;
  gpointer         user_data;

  McpByteBuffer   buffer;
  McpEventFramer *events; /* (nullable) */
  guint64         size;
  guint           n_events;
  gboolean        reading;
  gboolean        at_end;
  gboolean        rest_taken;
  GBytes         *rest; /* (nullable): that was left at the end */
  guint           n_strays;
  gboolean        held;
  GSource        *resume; /* goes on handing out, or notices a cancellation */
};

G_DEFINE_FINAL_TYPE (McpHttpBody, mcp_http_body, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (McpHttpBody, mcp_http_body)

static void go_on (McpHttpBody *self);

void
mcp_http_body_stop (McpHttpBody *self)
{
  mcp_source_clear (&self->resume);
  /* Letting go of the stream is what frees the connection; cancelling a read does not. */
  g_clear_object (&self->stream);
}

static void
end (McpHttpBody *self, McpHttpBodyEnd how, const GError *error)
{
  g_autoptr (McpHttpBody) alive = g_object_ref (self);

  mcp_http_body_stop (self);
  self->ended (how, error, self->user_data);
}

static gboolean
is_cancelled (McpHttpBody *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* Waiting */

static gboolean
on_resume (gpointer data)
{
  g_autoptr (McpHttpBody) self = g_object_ref (data);

  mcp_source_clear (&self->resume);
  go_on (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled_while_held (GCancellable *cancellable, gpointer data)
{
  return on_resume (data);
}

static void
attach_resume (McpHttpBody *self, GSource *source, GSourceFunc function)
{
  mcp_source_clear (&self->resume);
  self->resume = source;
  g_source_set_priority (source, MCP_READ_PRIORITY);
  g_source_set_callback (source, function, self, NULL);
  g_source_attach (source, self->context);
}

/* Reading */

/* Hands out whole events. Returns: whether that was all and more may be read */
static gboolean
deliver_events (McpHttpBody *self)
{
  gint64 deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;

  while (!self->held && !is_cancelled (self) && self->stream != NULL)
    {
      g_autoptr (GBytes) data = NULL;
      g_autofree char *type = NULL;

      if (g_get_monotonic_time () >= deadline)
        {
          attach_resume (self, g_idle_source_new (), on_resume);
          return FALSE;
        }
      switch (mcp_event_framer_next (self->events, &type, &data))
        {
        case MCP_EVENT_NONE:
          return TRUE;
        case MCP_EVENT_TOO_LARGE:
          end (self, self->events->starved ? MCP_HTTP_BODY_NO_MEMORY : MCP_HTTP_BODY_TOO_LARGE,
               NULL);
          return FALSE;
        case MCP_EVENT_STRAY:
          if (self->n_strays++ < MCP_HTTP_MAX_STRAYS)
            self->event (NULL, data, self->user_data);
          continue;
        case MCP_EVENT_WHOLE:
        default:
          break;
        }
      self->n_events++;
      self->event (type, data, self->user_data);
    }
  return self->stream != NULL;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (McpHttpBody) self = data;
  g_autoptr (GError) error = NULL;
  gssize count = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  self->reading = FALSE;
  if (self->stream == NULL)
    return;
  if (count < 0)
    {
      end (self, is_cancelled (self) ? MCP_HTTP_BODY_CANCELLED : MCP_HTTP_BODY_FAILED, error);
      return;
    }
  self->at_end = count == 0;
  self->size += (guint64)count;
  if (self->events != NULL)
    mcp_event_framer_commit (self->events, (gsize)count);
  else
    mcp_byte_buffer_commit (&self->buffer, (gsize)count);
  go_on (self);
}

static void
read_more (McpHttpBody *self)
{
  guint8 *place = self->events != NULL ? mcp_event_framer_reserve (self->events)
                                       : mcp_byte_buffer_reserve (&self->buffer, MCP_READ_SIZE);

  if (place == NULL)
    {
      end (self, MCP_HTTP_BODY_NO_MEMORY, NULL);
      return;
    }
  self->reading = TRUE;
  g_input_stream_read_async (self->stream, place, MCP_READ_SIZE, MCP_READ_PRIORITY,
                             self->cancellable, on_read, g_object_ref (self));
}

static void
go_on_with_events (McpHttpBody *self)
{
  if (!deliver_events (self))
    return;
  if (self->held || is_cancelled (self))
    go_on (self);
  else if (self->at_end)
    {
      if (!self->rest_taken)
        self->rest = mcp_event_framer_dup_rest (self->events);
      if (mcp_event_framer_finish (self->events) || self->rest != NULL)
        end (self, MCP_HTTP_BODY_CUT, NULL);
      else
        end (self, MCP_HTTP_BODY_WHOLE, NULL);
    }
  else
    read_more (self);
}

static void
go_on_collecting (McpHttpBody *self)
{
  gsize    size = mcp_byte_buffer_get_size (&self->buffer);
  gboolean is_message =
      self->kind == MCP_HTTP_BODY_MESSAGE || self->kind == MCP_HTTP_BODY_UNTYPED;

  if (is_message && size > self->limit)
    end (self, MCP_HTTP_BODY_TOO_LARGE, NULL);
  else if (self->at_end || (!is_message && size > MCP_HTTP_ERROR_BODY_LIMIT))
    end (self, MCP_HTTP_BODY_WHOLE, NULL); /* nobody wants to see more of it */
  else
    read_more (self);
}

/* After anything that may have let the body advance. */
static void
go_on (McpHttpBody *self)
{
  if (self->stream == NULL || self->reading)
    return;
  if (is_cancelled (self))
    end (self, MCP_HTTP_BODY_CANCELLED, NULL);
  else if (self->held)
    attach_resume (self, g_cancellable_source_new (self->cancellable),
                   G_SOURCE_FUNC (on_cancelled_while_held));
  else if (self->events != NULL)
    go_on_with_events (self);
  else
    go_on_collecting (self);
}

void
mcp_http_body_read (McpHttpBody     *self,
                    McpHttpEventFunc event,
                    McpHttpEndedFunc ended,
                    gpointer         user_data)
{
  g_autoptr (McpHttpBody) alive = g_object_ref (self);

  self->event = event;
  self->ended = ended;
  self->user_data = user_data;
  go_on (self);
}

void
mcp_http_body_hold (McpHttpBody *self, gboolean hold)
{
  if (self->held == hold)
    return;
  self->held = hold;
  if (self->stream != NULL && self->ended != NULL && !self->reading && !hold)
    attach_resume (self, g_idle_source_new (), on_resume);
}

/* What came of it */

GBytes *
mcp_http_body_take (McpHttpBody *self)
{
  gsize size = mcp_byte_buffer_get_size (&self->buffer);

  return size > 0 ? mcp_byte_buffer_take (&self->buffer, size, 0) : g_bytes_new_static ("", 0);
}

GBytes *
mcp_http_body_take_rest (McpHttpBody *self)
{
  if (self->rest_taken || self->events == NULL)
    return NULL;
  if (self->rest == NULL)
    self->rest = mcp_event_framer_dup_rest (self->events);
  self->rest_taken = self->rest != NULL;
  return g_steal_pointer (&self->rest);
}

MCP_DEFINE_PLAIN_GETTER (guint64, McpHttpBody, mcp_http_body, size)
MCP_DEFINE_PLAIN_GETTER (guint, McpHttpBody, mcp_http_body, n_events)

const char *
mcp_http_body_get_last_id (McpHttpBody *self)
{
  return self->events != NULL ? mcp_event_framer_get_last_id (self->events) : NULL;
}

gint64
mcp_http_body_get_retry (McpHttpBody *self)
{
  return self->events != NULL ? mcp_event_framer_get_retry (self->events) : -1;
}

/* The object */

MCP_DEFINE_FINALIZE (McpHttpBody, mcp_http_body)
{
  mcp_http_body_stop (self);
  g_object_unref (self->cancellable);
  g_main_context_unref (self->context);
  mcp_byte_buffer_clear (&self->buffer);
  g_clear_pointer (&self->events, mcp_event_framer_free);
  g_clear_pointer (&self->rest, g_bytes_unref);
}

static void
mcp_http_body_init (McpHttpBody *self)
{
  self->context = g_main_context_ref_thread_default ();
}

McpHttpBody *
mcp_http_body_new (GInputStream   *stream,
                   McpHttpBodyKind kind,
                   gsize           limit,
                   GCancellable   *cancellable)
{
  McpHttpBody *self = g_object_new (MCP_TYPE_HTTP_BODY, NULL);

  self->stream = g_object_ref (stream);
  self->kind = kind;
  self->limit = limit;
  self->cancellable = g_object_ref (cancellable);
  if (kind == MCP_HTTP_BODY_EVENTS)
    self->events = mcp_event_framer_new (limit);
  return self;
}
