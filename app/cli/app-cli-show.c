/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text that object-store servers print of a value, or of a part of it. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "mcp-json-writer.h"
#include "store-explorer.h"

/* What is no JSON is a string. Returns: (transfer full) */
static McpJsonDocument *
parse (GBytes *bytes)
{
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);

  if (document != NULL)
    return document;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *valid = g_utf8_make_valid (data, (gssize)length);
  if (g_utf8_validate_len (data, length, NULL))
    mcp_json_writer_string_length (writer, data, length);
  else
    mcp_json_writer_string (writer, valid);
  g_autoptr (GBytes) text = mcp_json_writer_finish (writer);
  return mcp_json_document_parse (text, NULL, NULL, NULL);
}

/* @id: (out) (transfer full). Returns: (transfer full) (nullable) */
static McpJsonDocument *
read_value (AppCli *cli, char **id, GError **error)
{
  const char *name = cli->invocation->arguments[0];
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (StoreObject) object = NULL;

  if (g_str_equal (name, "-") || g_file_test (name, G_FILE_TEST_EXISTS))
    {
      gsize length = 0;
      char *data = app_cli_input_read (name, MCP_JSON_MAX_BYTES, &length, error);

      if (data == NULL)
        return NULL;
      bytes = g_bytes_new_take (data, length);
      *id = g_strdup ("obj_001");
      return parse (bytes);
    }
  object = app_cli_open_objects (cli, error) ? app_cli_get_object (cli, name, error) : NULL;
  if (object == NULL)
    return NULL;
  bytes = store_object_dup_bytes (object);
  *id = g_strdup (store_object_get_id (object));
  return parse (bytes);
}

/* "A:B", either of which may be left out. */
static gboolean
read_slice (const char *text, gint64 *start, gint64 *end, gboolean *has_end, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);

  *start = *end = 0;
  *has_end = g_strv_length (parts) == 2 && parts[1][0] != '\0';
  if (g_strv_length (parts) == 2 &&
      (parts[0][0] == '\0' ||
       g_ascii_string_to_signed (parts[0], 10, G_MININT64, G_MAXINT64, start, NULL)) &&
      (!*has_end || g_ascii_string_to_signed (parts[1], 10, G_MININT64, G_MAXINT64, end, NULL)))
    return TRUE;
  g_propagate_error (
      error, app_failure_new (APP_FAILURE_INVALID,
                              _ ("“%s” is no slice. Write START:END, such as 0:10 or -5:."), text));
  return FALSE;
}

static StoreExplorerLimits
choose_limits (const AppCliInvocation *invocation)
{
  StoreExplorerLimits limits = store_explorer_default_limits;

  if (invocation->output.items > 0)
    limits.max_items = (guint)invocation->output.items;
  if (invocation->output.depth > 0)
    limits.max_depth = (guint)invocation->output.depth;
  if (invocation->output.characters > 0)
    limits.max_string_length = (guint)invocation->output.characters;
  if (invocation->object.width > 0)
    limits.width = (guint)MAX (invocation->object.width, 2);
  return limits;
}

/* A path that leads nowhere is told as the servers' tools tell it. */
AppCliStatus
app_cli_show (AppCli *cli, GError **error)
{
  const AppCliObject *wish = &cli->invocation->object;
  StoreExplorerLimits limits = choose_limits (cli->invocation);
  const char         *path = wish->path != NULL ? wish->path : "";
  g_autofree char    *id = NULL;
  g_autofree char    *text = NULL;
  g_autoptr (GError) refusal = NULL;
  gint64   start = 0, end = 0;
  gboolean has_end = FALSE;

  if (wish->slice != NULL && !read_slice (wish->slice, &start, &end, &has_end, error))
    return APP_CLI_USAGE;
  g_autoptr (McpJsonDocument) document = read_value (cli, &id, error);
  if (document == NULL)
    return APP_CLI_REFUSED;
  const char  *called = wish->id != NULL ? wish->id : id;
  McpJsonValue root = mcp_json_document_get_root (document);

  if (wish->slice != NULL)
    text = store_explorer_slice (root, called, path, start, has_end ? &end : NULL, &limits,
                                 &refusal);
  else
    text = store_explorer_explore (root, called, path, &limits, &refusal);
  if (text != NULL)
    {
      app_cli_print ("%s\n", text);
      return APP_CLI_DONE;
    }
  app_cli_print ("Error executing tool %s: %s\n",
                 wish->slice != NULL ? "get_slice_from_object_store" : "get_from_object_store",
                 refusal->message);
  return APP_CLI_REFUSED;
}
