/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-saved-answers.h"

#include "mcp-json-writer.h"

#include <glib/gstdio.h>
#include <string.h>

struct _StoreSavedAnswers
{
  GObject parent_instance;

  char    *path; /* (nullable) */
  char    *reply;
  char    *model;
  gboolean withholds_folders;
  gboolean read;
  gboolean writing;
  gboolean again; /* it changed while it was written */
};

G_DEFINE_FINAL_TYPE (StoreSavedAnswers, store_saved_answers, G_TYPE_OBJECT)

static void
store_saved_answers_finalize (GObject *object)
{
  StoreSavedAnswers *self = STORE_SAVED_ANSWERS (object);

  g_free (self->path);
  g_free (self->reply);
  g_free (self->model);
  G_OBJECT_CLASS (store_saved_answers_parent_class)->finalize (object);
}

static void
store_saved_answers_class_init (StoreSavedAnswersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = store_saved_answers_finalize;
}

static void
store_saved_answers_init (StoreSavedAnswers *self)
{
}

StoreSavedAnswers *
store_saved_answers_new (const char *folder, const char *id)
{
  StoreSavedAnswers *self = g_object_new (STORE_TYPE_SAVED_ANSWERS, NULL);
  g_autofree char   *escaped = NULL;
  g_autofree char   *name = NULL;

  if (folder == NULL || id == NULL || id[0] == '\0')
    return self;
  /* An id is any text; a name of a file is not, and neither is one that begins with a point. */
  escaped = g_uri_escape_string (id, NULL, TRUE);
  name = g_strdup_printf ("%s%s.json", escaped[0] == '.' ? "_" : "", escaped);
  self->path = g_build_filename (folder, "answers", name, NULL);
  return self;
}

static void
ensure_read (StoreSavedAnswers *self)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *text = NULL;
  gsize            length;
  GStatBuf         status;
  McpJsonValue     root;
  McpJsonValue     reply;

  if (self->read)
    return;
  self->read = TRUE;
  if (self->path == NULL || g_stat (self->path, &status) != 0 ||
      status.st_size > STORE_SAVED_ANSWERS_MAX_BYTES ||
      !g_file_get_contents (self->path, &text, &length, NULL))
    return;
  document = mcp_json_document_parse_text (text, (gssize)length, NULL);
  if (document == NULL)
    return;
  root = mcp_json_document_get_root (document);
  reply = mcp_json_value_get_member (root, "reply");
  self->reply = mcp_json_value_dup_member_string (reply, "text");
  self->model = mcp_json_value_dup_member_string (reply, "model");
  self->withholds_folders = mcp_json_value_get_member_boolean (root, "withholdsFolders", FALSE);
}

static char *
print_all (StoreSavedAnswers *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  if (self->reply != NULL)
    {
      mcp_json_writer_name (writer, "reply");
      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "text", self->reply);
      if (self->model != NULL)
        mcp_json_writer_member_string (writer, "model", self->model);
      mcp_json_writer_end_object (writer);
    }
  if (self->withholds_folders)
    mcp_json_writer_member_boolean (writer, "withholdsFolders", TRUE);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

static void
write_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char      *path = g_object_get_data (G_OBJECT (task), "path");
  g_autofree char *folder = g_path_get_dirname (path);
  GError          *error = NULL;

  g_mkdir_with_parents (folder, 0700);
  if (g_file_set_contents_full (path, data, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void write_later (StoreSavedAnswers *self);

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  StoreSavedAnswers *self = STORE_SAVED_ANSWERS (source);
  g_autoptr (GError) error = NULL;

  self->writing = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_info ("An answer could not be kept: %s", error->message);
  if (self->again)
    write_later (self);
}

static void
write_later (StoreSavedAnswers *self)
{
  g_autoptr (GTask) task = NULL;

  self->again = self->writing;
  if (self->writing || self->path == NULL)
    return;
  self->writing = TRUE;
  task = g_task_new (self, NULL, on_written, NULL);
  g_task_set_source_tag (task, write_later);
  g_task_set_task_data (task, print_all (self), g_free);
  g_object_set_data_full (G_OBJECT (task), "path", g_strdup (self->path), g_free);
  g_task_run_in_thread (task, write_in_worker);
}

const char *
store_saved_answers_get_reply (StoreSavedAnswers *self)
{
  g_return_val_if_fail (STORE_IS_SAVED_ANSWERS (self), NULL);

  ensure_read (self);
  return self->reply;
}

const char *
store_saved_answers_get_model (StoreSavedAnswers *self)
{
  g_return_val_if_fail (STORE_IS_SAVED_ANSWERS (self), NULL);

  ensure_read (self);
  return self->model;
}

void
store_saved_answers_set_reply (StoreSavedAnswers *self, const char *text, const char *model)
{
  g_return_if_fail (STORE_IS_SAVED_ANSWERS (self));

  ensure_read (self);
  if (g_strcmp0 (self->reply, text) == 0 && g_strcmp0 (self->model, model) == 0)
    return;
  g_free (self->reply);
  self->reply = g_strdup (text);
  g_free (self->model);
  self->model = text != NULL ? g_strdup (model) : NULL;
  write_later (self);
}

gboolean
store_saved_answers_get_withholds_folders (StoreSavedAnswers *self)
{
  g_return_val_if_fail (STORE_IS_SAVED_ANSWERS (self), FALSE);

  ensure_read (self);
  return self->withholds_folders;
}

void
store_saved_answers_set_withholds_folders (StoreSavedAnswers *self, gboolean withholds)
{
  g_return_if_fail (STORE_IS_SAVED_ANSWERS (self));

  ensure_read (self);
  if (self->withholds_folders == withholds)
    return;
  self->withholds_folders = withholds;
  write_later (self);
}
