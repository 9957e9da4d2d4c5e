/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-log-text.h"

#include "mcp-object.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Larger texts are moved by a worker: redacting and writing them takes longer than a frame. */
#define SPILL_IN_PLACE (64u * 1024u)

struct _AppLogSpill
{
  gatomicrefcount ref_count;
  GMutex          mutex;
  int             fd; /* -1 before the first write */
  goffset         end;
};

struct _AppLogText
{
  gatomicrefcount ref_count;
  AppRedactor    *redactor; /* (nullable) */
  GBytes         *bytes;    /* NULL once it was moved */
  gsize           size;
  AppLogSpill    *spill; /* NULL while in memory */
  goffset         offset;
  gsize           spilled_size; /* 0 with a spill: the disk refused */
};

AppLogSpill *
app_log_spill_new (void)
{
  AppLogSpill *self = g_new0 (AppLogSpill, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->fd = -1;
  return self;
}

static AppLogSpill *
spill_ref (AppLogSpill *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_log_spill_unref (AppLogSpill *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static gboolean
spill_open (AppLogSpill *self)
{
  g_autofree char *path = NULL;

  if (self->fd >= 0)
    return TRUE;
  self->fd = open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (self->fd >= 0)
    return TRUE;
  /* Not every file system has unnamed files. */
  self->fd = g_file_open_tmp ("spyglass-log-XXXXXX", &path, NULL);
  if (self->fd < 0)
    return FALSE;
  g_unlink (path);
  return TRUE;
}

/* Takes room for @length bytes. Returns: -1 where there is no file. */
static goffset
spill_reserve (AppLogSpill *self, gsize length)
{
  goffset offset = -1;

  g_mutex_lock (&self->mutex);
  if (spill_open (self))
    {
      offset = self->end;
      self->end += length;
    }
  g_mutex_unlock (&self->mutex);
  return offset;
}

static gboolean
spill_write (AppLogSpill *self, const char *data, gsize length, goffset *offset)
{
  gsize done = 0;

  *offset = spill_reserve (self, length);
  while (*offset >= 0 && done < length)
    {
      ssize_t n = pwrite (self->fd, data + done, length - done, *offset + done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += n;
    }
  return *offset >= 0;
}

static GBytes *
spill_read (AppLogSpill *self, goffset offset, gsize length)
{
  g_autofree char *data = g_try_malloc (length);
  gsize            done = 0;

  while (data != NULL && done < length)
    {
      ssize_t n = pread (self->fd, data + done, length - done, offset + done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return NULL;
      done += n;
    }
  return data == NULL ? NULL : g_bytes_new_take (g_steal_pointer (&data), length);
}

AppLogText *
app_log_text_new (GBytes *bytes, AppRedactor *redactor)
{
  AppLogText *self = g_new0 (AppLogText, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->bytes = g_bytes_ref (bytes);
  self->size = g_bytes_get_size (bytes);
  self->redactor = redactor != NULL ? g_object_ref (redactor) : NULL;
  return self;
}

void
app_log_text_free (AppLogText *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->spill, app_log_spill_unref);
  g_clear_object (&self->redactor);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (gsize, AppLogText, app_log_text, size)

gsize
app_log_text_get_memory (AppLogText *self)
{
  return self->spill == NULL ? self->size : 0;
}

GBytes *
app_log_text_dup (AppLogText *self)
{
  GBytes *bytes = NULL;

  if (self->bytes != NULL)
    return g_bytes_ref (self->bytes);
  if (self->spilled_size > 0)
    bytes = spill_read (self->spill, self->offset, self->spilled_size);
  if (bytes != NULL || self->size == 0)
    return bytes != NULL ? bytes : g_bytes_new_static ("", 0);
  const char *excuse = _ ("(this message was dropped: there was no room for it on disk)");
  return g_bytes_new (excuse, strlen (excuse));
}

GBytes *
app_log_text_dup_redacted (AppLogText *self)
{
  if (self->bytes == NULL || self->redactor == NULL)
    return app_log_text_dup (self);
  return app_redactor_redact (self->redactor, self->bytes);
}

/* What moving came to: where the text is now. */
typedef struct
{
  AppLogText *text;
  goffset     offset;
  gsize       spilled_size; /* 0: the disk refused */
} Moving;

static void
moving_free (Moving *self)
{
  app_log_text_free (self->text);
  g_free (self);
}

static void
move_out (Moving *self)
{
  g_autoptr (GBytes) redacted = app_log_text_dup_redacted (self->text);
  gsize       length;
  const char *data = g_bytes_get_data (redacted, &length);

  if (spill_write (self->text->spill, data, length, &self->offset))
    self->spilled_size = length;
}

static void
move_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  move_out (data);
  g_task_return_boolean (task, TRUE);
}

static void
let_go (Moving *self)
{
  self->text->offset = self->offset;
  self->text->spilled_size = self->spilled_size;
  g_clear_pointer (&self->text->bytes, g_bytes_unref);
}

static void
on_moved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  let_go (g_task_get_task_data (G_TASK (result)));
}

static void
move_later (Moving *moving)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_moved, NULL);

  g_task_set_source_tag (task, move_later);
  g_task_set_task_data (task, moving, (GDestroyNotify)moving_free);
  g_task_run_in_thread (task, move_in_worker);
}

void
app_log_text_spill (AppLogText *self, AppLogSpill *spill)
{
  if (self->spill != NULL || self->size == 0)
    return;
  self->spill = spill_ref (spill);
  Moving *moving = g_new0 (Moving, 1);
  moving->text = self;
  g_atomic_ref_count_inc (&self->ref_count);
  if (self->size > SPILL_IN_PLACE)
    {
      move_later (moving);
      return;
    }
  move_out (moving);
  let_go (moving);
  moving_free (moving);
}
