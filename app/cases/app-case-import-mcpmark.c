/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-import-mcpmark.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-case-import-private.h"
#include "app-error.h"
#include "mcp-json-writer.h"

/* A mark of the byte order is none of the text. Returns: (transfer full) */
static char *
dup_description (GBytes *bytes)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    return g_strndup (text + 3, length - 3);
  return text != NULL ? g_strndup (text, length) : g_strdup ("");
}

static void
add_servers (GPtrArray *servers, McpJsonValue names)
{
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (names) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, names);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      char *name = mcp_json_value_dup_string (item, NULL);

      if (name != NULL && !g_ptr_array_find_with_equal_func (servers, name, g_str_equal, NULL))
        g_ptr_array_add (servers, name);
      else
        g_free (name);
    }
}

static gboolean
write_task (McpJsonWriter     *writer,
            const AppCaseTask *task,
            GHashTable        *ids,
            GPtrArray         *servers,
            GError           **error)
{
  g_autoptr (McpJsonDocument) meta = mcp_json_document_parse (task->meta, NULL, NULL, error);
  g_autofree char *prompt = dup_description (task->description);
  g_autofree char *wanted = NULL;
  g_autofree char *title = NULL;
  g_autofree char *id = NULL;
  McpJsonValue     root;

  if (meta == NULL)
    {
      g_prefix_error (error, "%s: ", task->path);
      return FALSE;
    }
  root = mcp_json_document_get_root (meta);
  wanted = mcp_json_value_dup_member_string (root, "task_id");
  title = mcp_json_value_dup_member_string (root, "task_name");
  id = app_case_import_make_id (ids, wanted != NULL && *wanted != '\0' ? wanted : task->path);
  mcp_json_writer_add (writer, "{'id': %s, 'title': ?%s, 'prompt': %s}", id, title, prompt);
  add_servers (servers, mcp_json_value_get_member (root, "mcp"));
  return TRUE;
}

GBytes *
app_case_import_mcpmark (GPtrArray *tasks, GPtrArray *notes, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) servers = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (tasks != NULL && notes != NULL, NULL);

  if (tasks->len == 0)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: the names of two files */
                   _ ("There is no folder in it with “%s” and “%s”."), APP_CASE_TASK_DESCRIPTION,
                   APP_CASE_TASK_META);
      return NULL;
    }
  mcp_json_writer_add (writer, "{'title': %s, 'cases': [", "MCPMark");
  for (guint i = 0; i < tasks->len; i++)
    if (!write_task (writer, tasks->pdata[i], ids, servers, error))
      return NULL;
  mcp_json_writer_add (writer, "], 'servers': [");
  for (guint i = 0; i < servers->len; i++)
    mcp_json_writer_string (writer, servers->pdata[i]);
  mcp_json_writer_add (writer, "]}");
  g_ptr_array_add (notes, g_strdup (_ ("MCPMark’s verification programs are not run, so these "
                                       "cases expect nothing.")));
  return mcp_json_writer_finish (writer);
}
