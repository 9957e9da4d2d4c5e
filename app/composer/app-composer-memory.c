/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer-memory.h"

#include "app-log-entry-private.h"
#include "mcp-json-writer.h"
#include "mcp-tap.h"
#include "store-memory.h"

#include <string.h>

struct _AppComposerMemory
{
  StoreMemory *memory;
};

AppComposerMemory *
app_composer_memory_new (AppWorkspace *workspace)
{
  AppComposerMemory *self;

  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  self = g_new0 (AppComposerMemory, 1);
  self->memory = store_profile_book_open_memory (app_workspace_get_book (workspace), NULL,
                                                 STORE_MEMORY_COMPOSER);
  return self;
}

void
app_composer_memory_free (AppComposerMemory *self)
{
  if (self == NULL)
    return;
  store_memory_flush (self->memory);
  g_object_unref (self->memory);
  g_free (self);
}

/* One message as the tap would have passed it. */
static McpTapEntry *
create_tap_entry (McpRecordKind kind, const char *text, gint64 time)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_parse (bytes);
  McpRecord   *record = mcp_record_new (kind);
  McpTapEntry *entry;

  record->text = g_bytes_ref (bytes);
  record->time = time;
  entry = mcp_tap_entry_new (record, message);
  entry->latency = -1;
  return entry;
}

static AppLogEntry *
read_entry (McpJsonValue item)
{
  g_autofree char *text = mcp_json_value_dup_member_string (item, "text");
  g_autofree char *answer = mcp_json_value_dup_member_string (item, "answer");
  g_autofree char *server = mcp_json_value_dup_member_string (item, "server");
  gint64           time = mcp_json_value_get_member_int64 (item, "time", 0);
  AppLogEntry     *entry;
  g_autoptr (McpTapEntry) question = NULL;

  if (text == NULL || time < 0)
    return NULL;
  question = create_tap_entry (MCP_RECORD_SENT, text, time);
  entry = app_log_entry_new (0, server, question, NULL);
  if (answer != NULL)
    {
      g_autoptr (McpTapEntry) answered = create_tap_entry (MCP_RECORD_RECEIVED, answer, time);

      answered->latency =
          MAX (0, mcp_json_value_get_member_int64 (item, "duration", 0));
      app_log_entry_set_answer (entry, answered, NULL);
    }
  else
    app_log_entry_set_cancelled (entry);
  return entry;
}

/* Returns: (transfer full) (nullable): what is kept under a name, where it is a string */
static char *
dup_string (AppComposerMemory *self, const char *name)
{
  g_autoptr (McpJsonDocument) document = store_memory_read (self->memory, name);

  return document != NULL ? mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL)
                          : NULL;
}

char *
app_composer_memory_read (AppComposerMemory *self, char **server, GListStore *history)
{
  g_autoptr (McpJsonDocument) sent = NULL;
  McpJsonIter  iter;
  McpJsonValue item;

  g_return_val_if_fail (self != NULL && server != NULL, NULL);

  *server = dup_string (self, "server");
  sent = store_memory_read (self->memory, "sent");
  mcp_json_iter_init (&iter, sent != NULL ? mcp_json_document_get_root (sent) : MCP_JSON_NO_VALUE);
  while (mcp_json_iter_next (&iter, NULL, &item) &&
         g_list_model_get_n_items (G_LIST_MODEL (history)) < APP_COMPOSER_MEMORY_SENT)
    {
      g_autoptr (AppLogEntry) entry = read_entry (item);

      if (entry != NULL)
        g_list_store_append (history, entry);
    }
  return dup_string (self, "text");
}

/* Returns: (transfer full) (nullable): masked; %NULL where it is too long, or no text */
static char *
dup_kept (AppLogText *text)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize       length;
  const char *data;

  if (text == NULL || app_log_text_get_size (text) > APP_COMPOSER_MEMORY_BYTES)
    return NULL;
  bytes = app_log_text_dup_redacted (text);
  data = g_bytes_get_data (bytes, &length);
  return g_utf8_make_valid (data != NULL ? data : "", (gssize)length);
}

static void
write_entry (McpJsonWriter *writer, AppLogEntry *entry)
{
  g_autofree char *text = dup_kept (entry->text);
  g_autofree char *answer = dup_kept (entry->answer);

  if (text == NULL)
    return;
  mcp_json_writer_add (writer,
                       "{'server': %s, 'time': %x, 'text': %s, 'duration': ?%x, 'answer': ?%s}",
                       entry->session, entry->time, text,
                       answer != NULL ? entry->duration : (gint64)-1, answer);
}

void
app_composer_memory_write (AppComposerMemory *self,
                           const char        *text,
                           AppSession        *session,
                           GListModel        *history)
{
  g_autoptr (McpJsonWriter) writer = NULL;
  g_autofree char *masked = NULL;
  guint            n = MIN (g_list_model_get_n_items (history), APP_COMPOSER_MEMORY_SENT);

  g_return_if_fail (self != NULL && text != NULL);

  store_memory_take (self->memory, "server",
                     session != NULL ? mcp_json_quote (app_session_get_name (session), -1) : NULL);
  if (text[0] != '\0' && strlen (text) <= APP_COMPOSER_MEMORY_BYTES)
    masked = session != NULL ? app_redactor_redact_text (app_session_get_redactor (session), text)
                             : g_strdup (text);
  store_memory_take (self->memory, "text", masked != NULL ? mcp_json_quote (masked, -1) : NULL);
  writer = mcp_json_writer_new ();
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppLogEntry) entry = g_list_model_get_item (history, i);

      write_entry (writer, entry);
    }
  mcp_json_writer_end_array (writer);
  store_memory_take (self->memory, "sent", mcp_json_writer_finish_text (writer));
}
