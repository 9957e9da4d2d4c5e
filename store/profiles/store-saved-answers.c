/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-saved-answers.h"

#include "mcp-json-writer.h"
#include "store-server-file.h"

struct _StoreSavedAnswers
{
  GObject parent_instance;

  StoreServerFile *file;
  char            *reply;
  char            *model;
  gboolean         withholds_folders;
  gboolean         read;
};

G_DEFINE_FINAL_TYPE (StoreSavedAnswers, store_saved_answers, G_TYPE_OBJECT)

static void
store_saved_answers_finalize (GObject *object)
{
  StoreSavedAnswers *self = STORE_SAVED_ANSWERS (object);

  store_server_file_flush (self->file);
  g_object_unref (self->file);
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

  self->file = store_server_file_new (folder, "answers", id);
  return self;
}

static void
ensure_read (StoreSavedAnswers *self)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonValue root;
  McpJsonValue reply;

  if (self->read)
    return;
  self->read = TRUE;
  document = store_server_file_read (self->file, STORE_SAVED_ANSWERS_MAX_BYTES);
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
  store_server_file_write (self->file, print_all (self));
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
  store_server_file_write (self->file, print_all (self));
}
