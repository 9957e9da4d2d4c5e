/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-table-csv.h"
#include "mcp-json-writer.h"

#include <string.h>

/* What is written at once. */
#define PIECE_BYTES (64u * 1024u)

typedef struct
{
  GFile  *file;
  GArray *order; /* (nullable) */
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_clear_object (&self->file);
  g_clear_pointer (&self->order, g_array_unref);
  g_free (self);
}

static void
append_field (GString *line, const char *text, gsize length)
{
  gboolean quoted = length > 0 && (text[0] == ' ' || text[length - 1] == ' ');

  for (gsize i = 0; !quoted && i < length; i++)
    quoted = strchr (",\"\r\n", text[i]) != NULL && text[i] != '\0';
  if (!quoted)
    {
      g_string_append_len (line, text, (gssize)length);
      return;
    }
  g_string_append_c (line, '"');
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, text[i]);
    }
  g_string_append_c (line, '"');
}

static void
append_value (GString *line, McpJsonValue value)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *made = NULL;
  gsize            length;

  if (kind == MCP_JSON_NONE || kind == MCP_JSON_NULL)
    return;
  if (kind == MCP_JSON_STRING)
    made = mcp_json_value_dup_string (value, &length);
  else if (kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT)
    {
      made = mcp_json_value_print_compact (value);
      length = strlen (made);
    }
  const char *text = made != NULL ? made : mcp_json_value_get_text (value, &length);
  append_field (line, text, length);
}

static void
append_names (GString *line, AppTable *table)
{
  for (guint column = 0; column < app_table_get_n_columns (table); column++)
    {
      const char *name = app_table_get_name (table, column);

      if (column > 0)
        g_string_append_c (line, ',');
      append_field (line, name, strlen (name));
    }
  g_string_append (line, "\r\n");
}

static void
append_row (GString *line, AppTable *table, guint row)
{
  gsize start = line->len;

  for (guint column = 0; column < app_table_get_n_columns (table); column++)
    {
      if (column > 0)
        g_string_append_c (line, ',');
      append_value (line, app_table_get_cell (table, row, column));
    }
  /* An empty line would be no row to most readers. */
  if (line->len == start)
    g_string_append (line, "\"\"");
  g_string_append (line, "\r\n");
}

static gboolean
write_piece (GOutputStream *stream, GString *piece, GCancellable *cancellable, GError **error)
{
  gboolean done =
      g_output_stream_write_all (stream, piece->str, piece->len, NULL, cancellable, error);

  g_string_truncate (piece, 0);
  return done;
}

static gboolean
write_table (AppTable      *table,
             const Saving  *saving,
             GOutputStream *stream,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr (GString) piece = g_string_sized_new (PIECE_BYTES);

  append_names (piece, table);
  for (guint i = 0; i < app_table_get_n_rows (table); i++)
    {
      append_row (piece, table,
                  saving->order != NULL ? g_array_index (saving->order, guint32, i) : i);
      if (piece->len >= PIECE_BYTES && !write_piece (stream, piece, cancellable, error))
        return FALSE;
    }
  return write_piece (stream, piece, cancellable, error);
}

static void
save_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError       *error = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_replace (
      saving->file, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, cancellable, &error);
  g_autoptr (GCancellable) dropped = g_cancellable_new ();

  if (stream != NULL &&
      write_table (source, saving, G_OUTPUT_STREAM (stream), cancellable, &error) &&
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  /* Closed while it is cancelled, it leaves the file that was there. */
  g_cancellable_cancel (dropped);
  if (stream != NULL)
    g_output_stream_close (G_OUTPUT_STREAM (stream), dropped, NULL);
  g_task_return_error (task, error);
}

void
app_table_csv_save_async (AppTable           *table,
                          GFile              *file,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (table, cancellable, callback, user_data);
  Saving *saving = g_new0 (Saving, 1);

  saving->file = g_object_ref (file);
  saving->order = app_table_dup_order (table);
  g_task_set_source_tag (task, app_table_csv_save_async);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_in_worker);
}

gboolean
app_table_csv_save_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, app_table_csv_save_async), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
