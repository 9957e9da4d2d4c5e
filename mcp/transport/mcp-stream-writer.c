/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stream-writer.h"

#include "mcp-limits.h"

#include <errno.h>
#include <glib-unix.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct
{
  McpStreamWriter *writer; /* borrowed */
  GBytes          *message;
  gsize            written; /* of the message and its line end */
  GTask           *task;    /* (nullable): NULL when it has returned */
  GSource         *cancel_source;
} Entry;

struct _McpStreamWriter
{
  grefcount           ref_count;
  int                 fd;
  GQueue              queue; /* of Entry, owned */
  GMainContext       *context;
  GSource            *source;
  McpStreamWriterFunc on_broken;
  gpointer            user_data;
  gboolean            finishing;
  gboolean            quiet; /* this process ignores the signal of a closed pipe */
};

static void
unref_writer (McpStreamWriter *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_main_context_unref (self->context);
  g_free (self);
}

static void
entry_return (Entry *entry, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&entry->task);

  if (entry->cancel_source != NULL)
    {
      g_source_destroy (entry->cancel_source);
      g_clear_pointer (&entry->cancel_source, g_source_unref);
    }
  if (task == NULL)
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
entry_free (Entry *entry)
{
  g_assert (entry->task == NULL);
  g_bytes_unref (entry->message);
  g_free (entry);
}

static void
disarm (McpStreamWriter *self)
{
  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static void
close_fd (McpStreamWriter *self)
{
  disarm (self);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

static ssize_t
write_parts (int fd, const struct iovec *parts, int n_parts)
{
  ssize_t count;

  do
    count = writev (fd, parts, n_parts);
  while (count < 0 && errno == EINTR);
  return count;
}

/* Writes without the signal that a closed pipe sends, which would end us. */
static ssize_t
write_quietly (int fd, const struct iovec *parts, int n_parts)
{
  static const struct timespec at_once = { 0, 0 };
  sigset_t                     pipe_signal;
  sigset_t                     before;
  sigset_t                     pending;
  ssize_t                      count;
  int                          error_number;

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &before);
  count = write_parts (fd, parts, n_parts);
  error_number = errno;
  if (count < 0 && error_number == EPIPE && !sigismember (&pending, SIGPIPE))
    sigtimedwait (&pipe_signal, NULL, &at_once);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error_number;
  return count;
}

/* @written: (inout): of the message and its line end
 * Returns: whether all of it is written; else errno */
static gboolean
write_line (McpStreamWriter *self, GBytes *message, gsize *written)
{
  static char line_end = '\n';
  gsize       size;
  char       *text = (char *)g_bytes_get_data (message, &size);

  while (*written <= size)
    {
      struct iovec parts[] = {
        { text + *written, size - *written },
        { &line_end, 1 },
      };
      ssize_t count = self->quiet ? write_parts (self->fd, parts, 2)
                                  : write_quietly (self->fd, parts, 2);

      if (count < 0)
        return FALSE;
      *written += (gsize)count;
    }
  return TRUE;
}

static void
pump (McpStreamWriter *self)
{
  gint64 deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;
  Entry *entry;

  while (self->fd >= 0 && (entry = g_queue_peek_head (&self->queue)) != NULL)
    {
      if (!write_line (self, entry->message, &entry->written))
        {
          if (errno == EAGAIN)
            return;
          close_fd (self);
          self->on_broken (self, self->user_data);
          return;
        }
      g_queue_pop_head (&self->queue);
      entry_return (entry, NULL); /* whose callback may stop us */
      entry_free (entry);
      if (g_get_monotonic_time () >= deadline && !g_queue_is_empty (&self->queue))
        return;
    }
  disarm (self);
  if (self->finishing)
    close_fd (self);
}

static gboolean
on_ready (int fd, GIOCondition condition, gpointer data)
{
  McpStreamWriter *self = data;

  g_ref_count_inc (&self->ref_count);
  pump (self);
  unref_writer (self);
  return G_SOURCE_CONTINUE;
}

static void
arm (McpStreamWriter *self)
{
  if (self->source != NULL || self->fd < 0)
    return;
  self->source = g_unix_fd_source_new (self->fd, G_IO_OUT | G_IO_ERR);
  g_source_set_callback (self->source, G_SOURCE_FUNC (on_ready), self, NULL);
  g_source_set_static_name (self->source, "stream writer");
  g_source_attach (self->source, self->context);
}

McpStreamWriter *
mcp_stream_writer_new (int fd, McpStreamWriterFunc on_broken, gpointer user_data)
{
  McpStreamWriter *self = g_new0 (McpStreamWriter, 1);
  struct sigaction action;

  g_ref_count_init (&self->ref_count);
  self->fd = fd;
  self->on_broken = on_broken;
  self->user_data = user_data;
  self->context = g_main_context_ref_thread_default ();
  self->quiet = sigaction (SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
  g_queue_init (&self->queue);
  return self;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Entry   *entry = data;
  gboolean begun = entry->written > 0;

  if (!begun)
    g_queue_remove (&entry->writer->queue, entry);
  entry_return (entry, mcp_error_new (MCP_ERROR_CANCELLED, "The message was taken back"));
  if (!begun)
    entry_free (entry);
  return G_SOURCE_REMOVE;
}

/* Returns: (transfer full): @message without line ends */
static GBytes *
to_one_line (GBytes *message)
{
  gsize       size;
  const char *text = g_bytes_get_data (message, &size);
  char       *line;

  if (size == 0 || (memchr (text, '\n', size) == NULL && memchr (text, '\r', size) == NULL))
    return g_bytes_ref (message);
  line = g_memdup2 (text, size);
  for (gsize i = 0; i < size; i++)
    if (line[i] == '\n' || line[i] == '\r')
      line[i] = ' ';
  return g_bytes_new_take (line, size);
}

gboolean
mcp_stream_writer_write (McpStreamWriter *self, GBytes *message, gsize *written)
{
  g_autoptr (GBytes) line = NULL;

  *written = 0;
  if (self->fd < 0 || self->finishing || !g_queue_is_empty (&self->queue) ||
      g_bytes_get_size (message) > MCP_READ_SIZE)
    return FALSE;
  line = to_one_line (message);
  return write_line (self, line, written);
}

void
mcp_stream_writer_send (McpStreamWriter *self, GBytes *message, gsize written, GTask *task)
{
  GCancellable *cancellable = task != NULL ? g_task_get_cancellable (task) : NULL;
  Entry        *entry = g_new0 (Entry, 1);

  entry->writer = self;
  entry->message = to_one_line (message);
  entry->written = written;
  entry->task = task;
  g_queue_push_tail (&self->queue, entry);
  if (cancellable != NULL)
    {
      entry->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (entry->cancel_source, G_SOURCE_FUNC (on_cancelled), entry, NULL);
      g_source_attach (entry->cancel_source, self->context);
    }
  arm (self);
}

void
mcp_stream_writer_finish (McpStreamWriter *self)
{
  self->finishing = TRUE;
  if (g_queue_is_empty (&self->queue))
    close_fd (self);
}

void
mcp_stream_writer_stop (McpStreamWriter *self, const GError *error)
{
  Entry *entry;

  if (self == NULL)
    return;
  close_fd (self);
  while ((entry = g_queue_pop_head (&self->queue)) != NULL)
    {
      entry_return (entry, g_error_copy (error));
      entry_free (entry);
    }
  unref_writer (self);
}
