/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-secret-file.h"

#include "store-file-lock.h"
#include "store-file.h"

#include "mcp-json-writer.h"

#include <glib/gstdio.h>
#include <unistd.h>

static McpJsonDocument *
read_document (StoreFile *file, GError **error)
{
  GBytes *bytes = store_file_get_bytes (file);
  g_autoptr (GError) problem = NULL;

  if (g_bytes_get_size (bytes) == 0)
    return mcp_json_document_parse_text ("{\"secrets\": {}}", -1, error);
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, &problem);
  if (document != NULL && mcp_json_value_get_kind (mcp_json_value_get_member (
                              mcp_json_document_get_root (document), "secrets")) == MCP_JSON_OBJECT)
    return document;
  g_clear_pointer (&document, mcp_json_document_unref);
  g_set_error (error, STORE_ERROR, STORE_ERROR_SYNTAX, "“%s” is not a file of secrets%s%s",
               store_file_get_path (file), problem != NULL ? ": " : "",
               problem != NULL ? problem->message : "");
  return NULL;
}

char *
store_secret_file_lookup (const char *path, const char *reference, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_SECRET_FILE_MAX_BYTES, error);

  if (file == NULL || !store_file_exists (file))
    return NULL;
  g_autoptr (McpJsonDocument) document = read_document (file, error);
  if (document == NULL)
    return NULL;
  return mcp_json_value_dup_member_string (
      mcp_json_value_get_member (mcp_json_document_get_root (document), "secrets"), reference);
}

static GBytes *
write_document (McpJsonDocument *document, const char *reference, const char *secret)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'secrets': {");
  for (McpJsonWalk each = mcp_json_walk (
           mcp_json_value_get_member (mcp_json_document_get_root (document), "secrets"));
       mcp_json_walk_next (&each);)
    if (!mcp_json_value_string_equals (each.name, reference))
      {
        mcp_json_writer_name_value (writer, each.name);
        mcp_json_writer_value (writer, each.value);
      }
  if (secret != NULL)
    mcp_json_writer_member_string (writer, reference, secret);
  mcp_json_writer_add (writer, "}}");
  return mcp_json_writer_finish (writer);
}

static gboolean
set_locked (const char *path, const char *reference, const char *secret, GError **error)
{
  /* Writing keeps the mode; it must not keep a weaker one. */
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_chmod (path, 0600);
  g_autoptr (StoreFile) file = store_file_read (path, STORE_SECRET_FILE_MAX_BYTES, error);
  if (file == NULL)
    return FALSE;
  g_autoptr (McpJsonDocument) document = read_document (file, error);
  if (document == NULL)
    return FALSE;
  if (secret == NULL && !store_file_exists (file))
    return TRUE;
  g_autoptr (GBytes) bytes = write_document (document, reference, secret);
  return store_file_write (file, bytes, 0600, error);
}

gboolean
store_secret_file_set (const char *path, const char *reference, const char *secret, GError **error)
{
  if (secret == NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  int lock = store_file_lock (path, error);
  if (lock < 0)
    return FALSE;
  gboolean done = set_locked (path, reference, secret, error);
  close (lock);
  return done;
}
