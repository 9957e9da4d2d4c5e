/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-server-file.h"

#include <glib/gstdio.h>

struct _StoreServerFile
{
  GObject parent_instance;

  char  *path;    /* (nullable) */
  GMutex writing; /* held while the file is written */
  GMutex lock;    /* of what follows; never held for long */
  char  *text;    /* (nullable): what is not written yet */
};

G_DEFINE_FINAL_TYPE (StoreServerFile, store_server_file, G_TYPE_OBJECT)

static void
store_server_file_finalize (GObject *object)
{
  StoreServerFile *self = STORE_SERVER_FILE (object);

  g_mutex_clear (&self->writing);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->text);
  G_OBJECT_CLASS (store_server_file_parent_class)->finalize (object);
}

static void
store_server_file_class_init (StoreServerFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_server_file_finalize;
}

static void
store_server_file_init (StoreServerFile *self)
{
  g_mutex_init (&self->writing);
  g_mutex_init (&self->lock);
}

StoreServerFile *
store_server_file_new (const char *folder, const char *kind, const char *id)
{
  StoreServerFile *self = g_object_new (STORE_TYPE_SERVER_FILE, NULL);
  g_autofree char *escaped = NULL;
  g_autofree char *name = NULL;

  if (folder == NULL || id == NULL || id[0] == '\0')
    return self;
  /* An id is any text; a name of a file is not, and neither is one that begins with a point. */
  escaped = g_uri_escape_string (id, NULL, TRUE);
  name = g_strdup_printf ("%s%s.json", escaped[0] == '.' ? "_" : "", escaped);
  self->path = g_build_filename (folder, kind, name, NULL);
  return self;
}

McpJsonDocument *
store_server_file_read (StoreServerFile *self, gsize max_bytes)
{
  g_autofree char *text = NULL;
  gsize            length;
  GStatBuf         status;

  g_return_val_if_fail (STORE_IS_SERVER_FILE (self), NULL);

  if (self->path == NULL || g_stat (self->path, &status) != 0 ||
      (gsize)status.st_size > max_bytes ||
      !g_file_get_contents (self->path, &text, &length, NULL))
    return NULL;
  return mcp_json_document_parse_text (text, (gssize)length, NULL);
}

/* Writes what waits, if anything does: whoever comes second finds nothing and writes nothing. */
static gboolean
write_text (StoreServerFile *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *text = NULL;
  gboolean         written = TRUE;

  g_mutex_lock (&self->writing);
  g_mutex_lock (&self->lock);
  text = g_steal_pointer (&self->text);
  g_mutex_unlock (&self->lock);
  if (text != NULL)
    {
      g_mkdir_with_parents (folder, 0700);
      written = g_file_set_contents_full (self->path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                          0600, error);
    }
  g_mutex_unlock (&self->writing);
  return written;
}

static void
write_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (!write_text (STORE_SERVER_FILE (source), &error))
    g_info ("What is kept of a server could not be written: %s", error->message);
  g_task_return_boolean (task, TRUE);
}

void
store_server_file_write (StoreServerFile *self, char *text)
{
  g_autoptr (GTask) task = NULL;
  gboolean waits;

  g_return_if_fail (STORE_IS_SERVER_FILE (self));
  g_return_if_fail (text != NULL);

  if (self->path == NULL)
    {
      g_free (text);
      return;
    }
  g_mutex_lock (&self->lock);
  waits = self->text != NULL;
  g_free (self->text);
  self->text = text;
  g_mutex_unlock (&self->lock);
  if (waits)
    return;
  task = g_task_new (self, NULL, NULL, NULL);
  g_task_set_source_tag (task, store_server_file_write);
  g_task_run_in_thread (task, write_in_worker);
}

void
store_server_file_flush (StoreServerFile *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (STORE_IS_SERVER_FILE (self));

  if (self->path != NULL && !write_text (self, &error))
    g_info ("What is kept of a server could not be written: %s", error->message);
}
