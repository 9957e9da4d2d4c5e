/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-pending.h"

#include "mcp-error.h"

#include <math.h>

static gboolean
timer_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  return callback (user_data);
}

static GSourceFuncs timer_funcs = { NULL, NULL, timer_dispatch, NULL };

McpPending *
mcp_pending_new (McpRequestId            *id,
                 const char              *method,
                 GBytes                  *text,
                 const McpRequestOptions *options,
                 GTask                   *task)
{
  McpPending *self = g_new0 (McpPending, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->id = mcp_request_id_ref (id);
  self->method = g_intern_string (method);
  self->text = g_bytes_ref (text);
  self->options = *options;
  self->task = g_object_ref (task);
  self->progress = NAN;
  return self;
}

McpPending *
mcp_pending_ref (McpPending *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

void
mcp_pending_unref (McpPending *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  clear_source (&self->timer);
  clear_source (&self->cancel_source);
  g_clear_pointer (&self->id, mcp_request_id_unref);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_object (&self->task);
  g_clear_object (&self->sending);
  g_free (self->fault);
  g_free (self);
}

/** Returns: µs when it is too late; G_MAXINT64 for never. */
static gint64
pending_get_due (McpPending *self)
{
  gint64 due = G_MAXINT64;

  if (self->options.deadline_ms > 0)
    due = self->restarted + self->options.deadline_ms * G_GINT64_CONSTANT (1000);
  if (self->options.total_ms > 0)
    due = MIN (due, self->started + self->options.total_ms * G_GINT64_CONSTANT (1000));
  return due;
}

void
mcp_pending_blame (McpPending *self, const char *fault)
{
  if (self->fault == NULL)
    self->fault = g_strdup (fault);
}

GError *
mcp_pending_explain (McpPending *self)
{
  const char *stop = g_str_has_suffix (self->fault, ".") ? "" : ".";

  return mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "No answer to %s that fits: %s%s", self->method,
                        self->fault, stop);
}

static GError *
pending_make_timeout (McpPending *self, gint64 now)
{
  double seconds = (now - self->started) / (double)G_USEC_PER_SEC;

  if (self->restarted > self->started)
    return mcp_error_new (MCP_ERROR_TIMED_OUT,
                          "No answer to %s within %.3g seconds, in spite of progress.",
                          self->method, seconds);
  if (self->fault != NULL)
    return mcp_error_new (MCP_ERROR_TIMED_OUT,
                          "No answer to %s within %.3g seconds that fits. What came instead: %s%s",
                          self->method, seconds, self->fault,
                          g_str_has_suffix (self->fault, ".") ? "" : ".");
  if (self->cut)
    return mcp_error_new (MCP_ERROR_TIMED_OUT,
                          "No answer to %s within %.3g seconds. The server, or something between, "
                          "closed the stream before the answer; resuming it has not brought it.",
                          self->method, seconds);
  return mcp_error_new (MCP_ERROR_TIMED_OUT, "No answer to %s within %.3g seconds.", self->method,
                        seconds);
}

static gboolean
on_timer (gpointer user_data)
{
  g_autoptr (McpPending) self = mcp_pending_ref (user_data);
  g_autoptr (GError) error = NULL;
  gint64 now = g_get_monotonic_time ();
  gint64 due = pending_get_due (self);

  if (now < due)
    {
      g_source_set_ready_time (self->timer, due == G_MAXINT64 ? -1 : due);
      return G_SOURCE_CONTINUE;
    }

  g_source_set_ready_time (self->timer, -1);
  error = pending_make_timeout (self, now);
  self->expire (self, error, self->expire_data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (McpPending) self = mcp_pending_ref (user_data);
  g_autoptr (GError) error = NULL;

  error = mcp_error_new (MCP_ERROR_CANCELLED, "The request %s was cancelled.", self->method);
  self->expire (self, error, self->expire_data);
  return G_SOURCE_REMOVE;
}

void
mcp_pending_watch (McpPending          *self,
                   GMainContext        *context,
                   McpPendingExpireFunc expire,
                   gpointer             user_data)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);
  gint64        due;

  self->expire = expire;
  self->expire_data = user_data;
  self->started = self->restarted = g_get_monotonic_time ();

  due = pending_get_due (self);
  if (due != G_MAXINT64)
    {
      self->timer = g_source_new (&timer_funcs, sizeof (GSource));
      g_source_set_static_name (self->timer, "[spyglass] request deadline");
      g_source_set_callback (self->timer, on_timer, self, NULL);
      g_source_set_ready_time (self->timer, due);
      g_source_attach (self->timer, context);
    }

  if (cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (on_cancelled), self, NULL);
      g_source_attach (self->cancel_source, context);
    }
}

void
mcp_pending_restart (McpPending *self)
{
  /* The timer looks at this when it fires; setting it anew for each report would cost more. */
  if (self->options.restart_on_progress)
    self->restarted = g_get_monotonic_time ();
}

gboolean
mcp_pending_extend (McpPending *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->timer == NULL || self->options.deadline_ms == 0 ||
      (self->options.total_ms > 0 &&
       now >= self->started + self->options.total_ms * G_GINT64_CONSTANT (1000)))
    return FALSE;

  self->restarted = now;
  g_source_set_ready_time (self->timer, pending_get_due (self));
  return TRUE;
}

void
mcp_pending_end (McpPending *self, McpPendingState state)
{
  self->state = state;
  clear_source (&self->timer);
  clear_source (&self->cancel_source);
}

static gboolean
on_lingered (gpointer user_data)
{
  McpPending *self = user_data;

  g_cancellable_cancel (self->sending);
  return G_SOURCE_REMOVE;
}

void
mcp_pending_linger (McpPending *self, GMainContext *context)
{
  clear_source (&self->timer);
  self->timer = g_timeout_source_new (MCP_PENDING_LINGER_MS);
  g_source_set_callback (self->timer, on_lingered, self, NULL);
  g_source_attach (self->timer, context);
}

void
mcp_pending_sent (McpPending *self)
{
  self->sent = TRUE;
  if (self->state == MCP_PENDING_ANSWERED)
    clear_source (&self->timer);
}
