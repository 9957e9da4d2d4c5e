/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-model-file.h"

#include "mcp-json-writer.h"
#include "store-file-lock.h"
#include "store-file.h"

#include <string.h>
#include <unistd.h>

char *
store_model_file_dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "spyglass", "models.json", NULL);
}

/* Returns: (transfer full) (nullable) */
static McpJsonDocument *
parse (StoreFile *file, GError **error)
{
  GBytes      *bytes = store_file_get_bytes (file);
  McpJsonPlace place = { 0 };
  GError      *problem = NULL;

  if (!store_file_exists (file) || g_bytes_get_size (bytes) == 0)
    return mcp_json_document_parse_text ("{}", -1, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, &place, &problem);
  if (document == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return NULL;
    }
  McpJsonValue root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT)
    {
      g_propagate_error (error, store_error_new_at (STORE_ERROR_SYNTAX, 1, 1,
                                                    "“%s” is not a JSON object",
                                                    store_file_get_path (file)));
      return NULL;
    }
  if (mcp_json_value_get_member_int64 (root, "version", 1) > STORE_MODEL_FILE_VERSION)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NEWER,
                   "A newer version of Spyglass has written “%s”", store_file_get_path (file));
      return NULL;
    }
  return g_steal_pointer (&document);
}

McpJsonDocument *
store_model_file_read (const char *path, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_MODEL_FILE_MAX_BYTES, error);

  return file != NULL ? parse (file, error) : NULL;
}

/* Writes @object with one member changed; whatever is no object on the way gives place to one. */
static void
write_changed (McpJsonWriter     *writer,
               McpJsonValue       object,
               const char *const *members,
               const char        *json)
{
  McpJsonValue old = mcp_json_value_get_member (object, members[0]);
  gboolean     written = FALSE;

  mcp_json_writer_begin_object (writer);
  if (mcp_json_value_get_kind (object) == MCP_JSON_OBJECT)
    {
      for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
        if (!mcp_json_value_string_equals (each.name, members[0]))
          mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
        else if (!written && (members[1] != NULL || json != NULL))
          {
            mcp_json_writer_name_value (writer, each.name);
            if (members[1] != NULL)
              write_changed (writer, old, members + 1, json);
            else
              mcp_json_writer_raw (writer, json, -1);
            written = TRUE;
          }
    }
  if (!written && json != NULL)
    {
      mcp_json_writer_name (writer, members[0]);
      if (members[1] != NULL)
        write_changed (writer, MCP_JSON_NO_VALUE, members + 1, json);
      else
        mcp_json_writer_raw (writer, json, -1);
    }
  mcp_json_writer_end_object (writer);
}

static char *
dup_changed (McpJsonValue root, const char *const *members, const char *json)
{
  static const char *const version[] = { "version", NULL };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (McpJsonWriter) versioned = NULL;
  g_autofree char *number = NULL;

  write_changed (writer, root, members, json);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  if (!mcp_json_value_exists (mcp_json_value_get_member (root, "version")))
    {
      number = g_strdup_printf ("%d", STORE_MODEL_FILE_VERSION);
      versioned = mcp_json_writer_new ();
      write_changed (versioned, mcp_json_document_get_root (document), version, number);
      g_free (text);
      text = mcp_json_writer_finish_text (versioned);
      mcp_json_document_unref (document);
      document = mcp_json_document_parse_text (text, -1, NULL);
    }
  g_free (text);
  text = mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
  return g_strconcat (text, g_str_has_suffix (text, "\n") ? "" : "\n", NULL);
}

static McpJsonDocument *
set_locked (const char *path, const char *const *members, const char *json, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_MODEL_FILE_MAX_BYTES, error);
  g_autoptr (McpJsonDocument) document = file != NULL ? parse (file, error) : NULL;

  if (document == NULL)
    return NULL;
  char *text = dup_changed (mcp_json_document_get_root (document), members, json);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  if (!store_file_replace (file, bytes, 0600, error))
    return NULL;
  return mcp_json_document_parse (bytes, NULL, NULL, error);
}

McpJsonDocument *
store_model_file_set (const char        *path,
                      const char *const *members,
                      const char        *json,
                      GError           **error)
{
  int lock = store_file_lock (path, error);

  if (lock < 0)
    return NULL;
  McpJsonDocument *document = set_locked (path, members, json, error);
  close (lock);
  return document;
}
