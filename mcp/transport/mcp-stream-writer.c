/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-stream-writer.h"

#include "mcp-limits.h"
#include "mcp-source.h"

#include <errno.h>
#include <glib-unix.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

/* What is changed on its way goes in pieces of the size of a TLS record. */
#define PIECE_SIZE (16 * 1024)

typedef struct
{
  McpStreamWriter *writer; /* borrowed */
  GBytes          *head;   /* (nullable) */
  GBytes          *message;
  McpStreamFilter  filter;  /* (nullable) */
  gsize            written; /* of head, message and line end */
  GTask           *task;    /* (nullable): NULL when it has returned */
  GSource         *cancel_source;
} Entry;

struct _McpStreamWriter
{
  grefcount                    ref_count;
  int                          fd;     /* of lines; -1 when it is closed */
  GPollableOutputStream       *stream; /* (nullable): of frames */
  McpStreamFilter              filter; /* (nullable): of frames */
  GQueue                       queue;  /* of Entry, owned */
  GMainContext                *context;
  GSource                     *source;
  GSource                     *end; /* (nullable): of the descriptor's other side */
  const McpStreamWriterEvents *events;
  gpointer                     user_data;
  gboolean                     finishing;
  gboolean                     broken;
  gboolean                     quiet; /* this process ignores the signal of a closed pipe */
};

static void
unref_writer (McpStreamWriter *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_main_context_unref (self->context);
  g_clear_object (&self->stream);
  g_free (self);
}

static void
entry_return (Entry *entry, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&entry->task);

  mcp_source_clear (&entry->cancel_source);
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
  g_clear_pointer (&entry->head, g_bytes_unref);
  g_bytes_unref (entry->message);
  g_free (entry);
}

static void
close_fd (McpStreamWriter *self)
{
  mcp_source_clear (&self->source);
  mcp_source_clear (&self->end);
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

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &before);
  ssize_t count = write_parts (fd, parts, n_parts);
  int     error_number = errno;
  if (count < 0 && error_number == EPIPE && !sigismember (&pending, SIGPIPE))
    sigtimedwait (&pipe_signal, NULL, &at_once);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error_number;
  return count;
}

/* Returns: bytes; -1 with errno */
static gssize
write_some (McpStreamWriter *self, const struct iovec *parts, int n_parts)
{
  g_autoptr (GError) error = NULL;

  if (self->stream == NULL)
    return self->quiet ? write_parts (self->fd, parts, n_parts)
                       : write_quietly (self->fd, parts, n_parts);
  gssize count = g_pollable_output_stream_write_nonblocking (self->stream, parts->iov_base,
                                                             parts->iov_len, NULL, &error);
  if (count < 0)
    errno = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK) ? EAGAIN : EPIPE;
  return count;
}

/* Returns: where the next piece was put together */
static struct iovec
fill_piece (const Entry *entry, gsize head_size, gsize size, guint8 *buffer)
{
  gsize offset = entry->written;
  gsize filled = 0;

  if (offset < head_size)
    {
      filled = head_size - offset;
      memcpy (buffer, (const guint8 *)g_bytes_get_data (entry->head, NULL) + offset, filled);
      offset = head_size;
    }
  offset -= head_size;
  if (offset < size)
    {
      gsize count = MIN (size - offset, PIECE_SIZE - filled);

      memcpy (buffer + filled, (const guint8 *)g_bytes_get_data (entry->message, NULL) + offset,
              count);
      entry->filter (buffer + filled, count, offset, entry->head);
      filled += count;
      offset += count;
    }
  if (offset == size && entry->head == NULL && filled < PIECE_SIZE)
    buffer[filled++] = '\n';
  return (struct iovec){ buffer, filled };
}

/* Writes a piece of a line that goes as it is. */
static gssize
write_line (McpStreamWriter *self, const Entry *entry)
{
  static char  line_end = '\n';
  gsize        size;
  char        *text = (char *)g_bytes_get_data (entry->message, &size);
  struct iovec parts[] = {
    { text + entry->written, size - entry->written },
    { &line_end, 1 },
  };

  return write_some (self, parts, 2);
}

static gssize
write_piece (McpStreamWriter *self, const Entry *entry, gsize head_size, gsize size)
{
  guint8       buffer[PIECE_SIZE];
  struct iovec piece = fill_piece (entry, head_size, size, buffer);

  return write_some (self, &piece, 1);
}

/* Returns: whether all of it is written; else errno */
static gboolean
write_entry (McpStreamWriter *self, Entry *entry)
{
  gsize size = g_bytes_get_size (entry->message);
  gsize head_size = entry->head != NULL ? g_bytes_get_size (entry->head) : 0;
  gsize total = head_size + size + (entry->head == NULL ? 1 : 0);

  while (entry->written < total)
    {
      gssize count = entry->filter == NULL ? write_line (self, entry)
                                           : write_piece (self, entry, head_size, size);

      if (count < 0)
        return FALSE;
      entry->written += (gsize)count;
    }
  return TRUE;
}

static void
end_if_finished (McpStreamWriter *self)
{
  if (!self->finishing || !g_queue_is_empty (&self->queue))
    return;
  close_fd (self);
  if (self->events->finished != NULL)
    self->events->finished (self->user_data);
}

static void
break_off (McpStreamWriter *self)
{
  self->broken = TRUE;
  close_fd (self);
  self->events->broken (self->user_data);
}

/* No one reads any more. What was read before may still get a response; what is left will not. */
static gboolean
on_other_side_gone (int fd, GIOCondition condition, gpointer data)
{
  McpStreamWriter *self = data;
  int              unread = 0;

  mcp_source_clear (&self->end);
  if (ioctl (fd, FIONREAD, &unread) == 0 && unread > 0)
    break_off (self);
  return G_SOURCE_REMOVE;
}

static void
pump (McpStreamWriter *self)
{
  gint64 deadline = g_get_monotonic_time () + MCP_DELIVERY_BUDGET;
  Entry *entry;

  while (!self->broken && (entry = g_queue_peek_head (&self->queue)) != NULL)
    {
      if (!write_entry (self, entry))
        {
          if (errno == EAGAIN)
            return;
          break_off (self);
          return;
        }
      g_queue_pop_head (&self->queue);
      entry_return (entry, NULL); /* whose callback may stop us */
      entry_free (entry);
      if (g_get_monotonic_time () >= deadline && !g_queue_is_empty (&self->queue))
        return;
    }
  mcp_source_clear (&self->source);
  if (!self->broken)
    end_if_finished (self);
}

static void
on_turn (McpStreamWriter *self)
{
  g_ref_count_inc (&self->ref_count);
  pump (self);
  unref_writer (self);
}

static gboolean
on_ready (int fd, GIOCondition condition, gpointer data)
{
  on_turn (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_writable (GObject *stream, gpointer data)
{
  on_turn (data);
  return G_SOURCE_CONTINUE;
}

static void
arm (McpStreamWriter *self)
{
  if (self->source != NULL || self->broken)
    return;
  if (self->stream != NULL)
    {
      self->source = g_pollable_output_stream_create_source (self->stream, NULL);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_writable), self, NULL);
    }
  else
    {
      self->source = g_unix_fd_source_new (self->fd, G_IO_OUT | G_IO_ERR);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_ready), self, NULL);
    }
  g_source_set_static_name (self->source, "stream writer");
  g_source_attach (self->source, self->context);
}

static McpStreamWriter *
writer_new (const McpStreamWriterEvents *events, gpointer user_data)
{
  McpStreamWriter *self = g_new0 (McpStreamWriter, 1);

  g_ref_count_init (&self->ref_count);
  self->fd = -1;
  self->events = events;
  self->user_data = user_data;
  self->context = g_main_context_ref_thread_default ();
  g_queue_init (&self->queue);
  return self;
}

McpStreamWriter *
mcp_stream_writer_new_for_lines (int fd, const McpStreamWriterEvents *events, gpointer user_data)
{
  McpStreamWriter *self = writer_new (events, user_data);
  struct sigaction action;

  self->fd = fd;
  self->quiet = sigaction (SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
  self->end = g_unix_fd_source_new (fd, G_IO_ERR);
  g_source_set_callback (self->end, G_SOURCE_FUNC (on_other_side_gone), self, NULL);
  g_source_attach (self->end, self->context);
  return self;
}

McpStreamWriter *
mcp_stream_writer_new_for_frames (GPollableOutputStream       *stream,
                                  McpStreamFilter              filter,
                                  const McpStreamWriterEvents *events,
                                  gpointer                     user_data)
{
  McpStreamWriter *self = writer_new (events, user_data);

  self->stream = g_object_ref (stream);
  self->filter = filter;
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

static void
replace_line_ends (guint8 *piece, gsize size, gsize offset, GBytes *head)
{
  for (gsize i = 0; i < size; i++)
    if (piece[i] == '\n' || piece[i] == '\r')
      piece[i] = ' ';
}

/* Returns: (nullable) */
static McpStreamFilter
choose_filter (McpStreamWriter *self, GBytes *message)
{
  gsize       size;
  const char *text = g_bytes_get_data (message, &size);

  if (self->stream != NULL)
    return self->filter;
  return size > 0 && (memchr (text, '\n', size) != NULL || memchr (text, '\r', size) != NULL)
             ? replace_line_ends
             : NULL;
}

/* Queues a copy of @entry, whose task it takes over. */
static void
queue (McpStreamWriter *self, const Entry *entry)
{
  Entry *queued = g_memdup2 (entry, sizeof *entry);

  queued->head = entry->head != NULL ? g_bytes_ref (entry->head) : NULL;
  queued->message = g_bytes_ref (entry->message);
  g_queue_push_tail (&self->queue, queued);
  if (queued->task != NULL && g_task_get_cancellable (queued->task) != NULL)
    {
      queued->cancel_source = g_cancellable_source_new (g_task_get_cancellable (queued->task));
      g_source_set_callback (queued->cancel_source, G_SOURCE_FUNC (on_cancelled), queued, NULL);
      g_source_attach (queued->cancel_source, self->context);
    }
  arm (self);
}

gboolean
mcp_stream_writer_write_now (McpStreamWriter *self, GBytes *head, GBytes *message)
{
  Entry entry = { .writer = self, .head = head, .message = message };

  if (self->broken || self->finishing || !g_queue_is_empty (&self->queue) ||
      g_bytes_get_size (message) > MCP_READ_SIZE)
    return FALSE;
  entry.filter = choose_filter (self, message);
  if (write_entry (self, &entry))
    return TRUE;
  if (entry.written == 0)
    return FALSE;
  queue (self, &entry); /* it is on its way: the rest follows when the other side reads */
  return TRUE;
}

void
mcp_stream_writer_send (McpStreamWriter *self, GBytes *head, GBytes *message, GTask *task)
{
  Entry entry = { .writer = self,
                  .head = head,
                  .message = message,
                  .filter = choose_filter (self, message),
                  .task = task };

  queue (self, &entry);
}

void
mcp_stream_writer_take_back (McpStreamWriter *self, GBytes *message)
{
  for (GList *link = self->queue.head; link != NULL; link = link->next)
    {
      Entry *entry = link->data;

      if (entry->message != message || entry->written > 0)
        continue;
      g_queue_delete_link (&self->queue, link);
      entry_free (entry);
      return;
    }
}

void
mcp_stream_writer_finish (McpStreamWriter *self)
{
  self->finishing = TRUE;
  end_if_finished (self);
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
