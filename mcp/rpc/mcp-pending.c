/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-pending.h"

#include "mcp-error.h"
#include "mcp-source.h"

#include <math.h>
#include <string.h>

static gboolean
timer_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  return callback (user_data);
}

static GSourceFuncs timer_funcs = { NULL, NULL, timer_dispatch, NULL };

McpPending *
mcp_pending_new (McpRequest     *request,
                 GBytes         *text,
                 GCancellable   *cancellable,
                 McpResponseFunc func,
                 gpointer        user_data)
{
  McpPending *self = g_new0 (McpPending, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->id = mcp_request_id_ref (mcp_request_get_id (request));
  self->method = g_intern_string (mcp_request_get_method (request));
  self->request = mcp_request_ref (request);
  self->text = g_bytes_ref (text);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->func = func;
  self->func_data = user_data;
  self->progress = NAN;
  return self;
}

McpPending *
mcp_pending_ref (McpPending *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_pending_unref (McpPending *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->cancel_source);
  g_clear_pointer (&self->id, mcp_request_id_unref);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->request, mcp_request_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->sending);
  g_free (self->fault);
  g_free (self);
}

/** Returns: µs when it is too late; G_MAXINT64 for never. */
static gint64
pending_get_due (McpPending *self)
{
  const McpRequestOptions *options = mcp_request_get_options (self->request);
  gint64                   due = G_MAXINT64;

  if (options->deadline_ms > 0)
    due = self->restarted + options->deadline_ms * G_GINT64_CONSTANT (1000);
  if (options->total_ms > 0)
    due = MIN (due, mcp_request_get_begun (self->request) +
                        options->total_ms * G_GINT64_CONSTANT (1000));
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

  return mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "No valid response to %s: %s%s", self->method,
                        self->fault, stop);
}

static GError *
pending_make_timeout (McpPending *self, gint64 now)
{
  double seconds = (now - self->started) / (double)G_USEC_PER_SEC;

  if (seconds > 1)
    seconds = round (seconds * 10) / 10; /* the timer's own delay is not worth a word */
  if (self->restarted > self->started)
    return mcp_error_new (MCP_ERROR_TIMED_OUT,
                          "No answer to %s within %.3g seconds, in spite of progress.",
                          self->method, seconds);
  if (self->fault != NULL)
    return mcp_error_new (MCP_ERROR_TIMED_OUT,
                          "No valid response to %s within %.3g seconds. Received instead: %s%s",
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
  gint64 now = g_get_monotonic_time ();
  gint64 due = pending_get_due (self);

  if (now < due)
    {
      g_source_set_ready_time (self->timer, due == G_MAXINT64 ? -1 : due);
      return G_SOURCE_CONTINUE;
    }

  g_source_set_ready_time (self->timer, -1);
  g_autoptr (GError) error = pending_make_timeout (self, now);
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
  self->expire = expire;
  self->expire_data = user_data;
  self->started = self->restarted = g_get_monotonic_time ();

  gint64 due = pending_get_due (self);
  if (due != G_MAXINT64)
    {
      self->timer = g_source_new (&timer_funcs, sizeof (GSource));
      g_source_set_static_name (self->timer, "[spyglass] request deadline");
      g_source_set_callback (self->timer, on_timer, self, NULL);
      g_source_set_ready_time (self->timer, due);
      g_source_attach (self->timer, context);
    }

  if (self->cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (self->cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (on_cancelled), self, NULL);
      g_source_attach (self->cancel_source, context);
    }
}

void
mcp_pending_restart (McpPending *self)
{
  /* The timer looks at this when it fires; setting it again for each report would cost more. */
  if (mcp_request_get_options (self->request)->restart_on_progress)
    self->restarted = g_get_monotonic_time ();
}

gboolean
mcp_pending_extend (McpPending *self)
{
  const McpRequestOptions *options = mcp_request_get_options (self->request);
  gint64                   now = g_get_monotonic_time ();

  if (self->timer == NULL || options->deadline_ms == 0 ||
      (options->total_ms > 0 &&
       now >= mcp_request_get_begun (self->request) +
                  options->total_ms * G_GINT64_CONSTANT (1000)))
    return FALSE;

  self->restarted = now;
  g_source_set_ready_time (self->timer, pending_get_due (self));
  return TRUE;
}

void
mcp_pending_end (McpPending *self, McpPendingState state)
{
  self->state = state;
  mcp_source_clear (&self->timer);
  mcp_source_clear (&self->cancel_source);
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
  mcp_source_clear (&self->timer);
  self->timer = g_timeout_source_new (MCP_PENDING_LINGER_MS);
  g_source_set_callback (self->timer, on_lingered, self, NULL);
  g_source_attach (self->timer, context);
}

void
mcp_pending_sent (McpPending *self)
{
  self->sent = TRUE;
  if (self->state == MCP_PENDING_RESPONDED)
    mcp_source_clear (&self->timer);
}

/* The table */

struct _McpPendingTable
{
  GHashTable *by_id;     /* McpRequestId → McpPending, waiting and ended */
  GQueue      waiting;   /* McpPending, oldest first */
  GQueue      ended;     /* McpPending, oldest first */
  guint       n_lasting; /* of those that wait */
};

McpPendingTable *
mcp_pending_table_new (void)
{
  McpPendingTable *self = g_new0 (McpPendingTable, 1);

  self->by_id = g_hash_table_new_full (mcp_request_id_hash, mcp_request_id_equal, NULL,
                                       (GDestroyNotify)mcp_pending_unref);
  return self;
}

void
mcp_pending_table_free (McpPendingTable *self)
{
  g_queue_clear (&self->waiting);
  g_queue_clear (&self->ended);
  g_hash_table_unref (self->by_id);
  g_free (self);
}

/** Those that wait, streams apart. */
static guint
pending_table_get_size (McpPendingTable *self)
{
  return self->waiting.length - self->n_lasting;
}

void
mcp_pending_table_add (McpPendingTable *self, McpPending *pending)
{
  g_hash_table_insert (self->by_id, pending->id, mcp_pending_ref (pending));
  g_queue_push_tail (&self->waiting, pending);
  self->n_lasting += mcp_request_get_options (pending->request)->lasting != FALSE;
}

void
mcp_pending_table_retire (McpPendingTable *self, McpPending *pending)
{
  if (!g_queue_remove (&self->waiting, pending))
    return;
  self->n_lasting -= mcp_request_get_options (pending->request)->lasting != FALSE;

  /* What was sent may be large and is of no use any more. */
  g_clear_pointer (&pending->text, g_bytes_unref);
  g_queue_push_tail (&self->ended, pending);
  if (self->ended.length > MCP_PENDING_REMEMBERED)
    {
      McpPending *oldest = g_queue_pop_head (&self->ended);

      g_hash_table_remove (self->by_id, oldest->id);
    }
}

McpPending *
mcp_pending_table_lookup (McpPendingTable *self, McpRequestId *id)
{
  return id != NULL ? g_hash_table_lookup (self->by_id, id) : NULL;
}

McpPending *
mcp_pending_table_find_by_exchange (McpPendingTable *self, guint64 exchange)
{
  for (GList *l = self->waiting.head; exchange != 0 && l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (pending->exchange == exchange)
        return pending;
    }

  /* One that waits on another exchange is not meant. */
  if (pending_table_get_size (self) != 1)
    return NULL;
  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    {
      McpPending *only = l->data;

      if (!mcp_request_get_options (only->request)->lasting)
        return exchange == 0 || only->exchange == 0 ? only : NULL;
    }
  return NULL;
}

McpPending *
mcp_pending_table_find_by_text (McpPendingTable *self, GBytes *text)
{
  for (GList *l = self->waiting.head; text != NULL && l != NULL; l = l->next)
    {
      McpPending *pending = l->data;

      if (pending->text == text)
        return pending;
    }
  return NULL;
}

GPtrArray *
mcp_pending_table_list (McpPendingTable *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_pending_unref);

  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    g_ptr_array_add (list, mcp_pending_ref (l->data));
  return list;
}
