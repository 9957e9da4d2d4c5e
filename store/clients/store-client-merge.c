/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-merge.h"

#include "store-client-reader.h"
#include "store-client-variables.h"

#include "mcp-json-writer.h"

/* Whether both texts are the same value to the application, with a variable spelled otherwise. */
static gboolean
is_same_text (const StoreClientFormat *format, McpJsonValue old, McpJsonValue value)
{
  g_autofree char *one = mcp_json_value_dup_string (old, NULL);
  g_autofree char *two = mcp_json_value_dup_string (value, NULL);
  g_autofree char *old_text =
      one != NULL ? store_client_variables_read (one, format->variables, NULL) : NULL;
  g_autofree char *text =
      two != NULL ? store_client_variables_read (two, format->variables, NULL) : NULL;

  return old_text != NULL && g_strcmp0 (old_text, text) == 0;
}

/* An empty list says nothing, and is no reason to change a file. */
static gboolean
is_empty (McpJsonValue value)
{
  return (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY ||
          mcp_json_value_get_kind (value) == MCP_JSON_OBJECT) &&
         mcp_json_value_get_n_items (value) == 0;
}

static gboolean
is_same_number (McpJsonValue old, McpJsonValue value)
{
  return mcp_json_value_get_kind (old) == MCP_JSON_NUMBER &&
         mcp_json_value_get_kind (value) == MCP_JSON_NUMBER &&
         mcp_json_value_get_double (old, 0) == mcp_json_value_get_double (value, 1);
}

/* Writes @value, and what of it says the same in @old as it is spelled there. */
static void
write_merged (const StoreClientFormat *format,
              McpJsonValue             old,
              McpJsonValue             value,
              McpJsonWriter           *writer)
{
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  McpJsonValue name, member;
  McpJsonIter  iter;
  guint        index = 0;

  if (kind != mcp_json_value_get_kind (old) ||
      (kind == MCP_JSON_ARRAY &&
       mcp_json_value_get_n_items (old) != mcp_json_value_get_n_items (value)))
    {
      mcp_json_writer_value (writer, value);
      return;
    }
  if (kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY)
    {
      gboolean same = is_same_text (format, old, value) || is_same_number (old, value);

      mcp_json_writer_value (writer, same ? old : value);
      return;
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_begin_object (writer);
  else
    mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, value);
  for (; mcp_json_iter_next (&iter, &name, &member); index++)
    {
      g_autofree char *key =
          kind == MCP_JSON_OBJECT ? mcp_json_value_dup_string (name, NULL) : NULL;

      if (kind == MCP_JSON_OBJECT)
        mcp_json_writer_name_value (writer, name);
      write_merged (format,
                    kind == MCP_JSON_OBJECT ? mcp_json_value_get_member (old, key)
                                            : mcp_json_value_get_item (old, index),
                    member, writer);
    }
  if (kind == MCP_JSON_OBJECT)
    mcp_json_writer_end_object (writer);
  else
    mcp_json_writer_end_array (writer);
}

static gboolean
is_program (const StoreClientFormat *format, McpJsonValue entry)
{
  return mcp_json_value_exists (store_client_object_find (entry, format->members.command));
}

/* Whether @name says how a kind of server is reached that the entry is no longer: the other kind
 * has no use for it. */
static gboolean
is_of_other_kind (const StoreClientFormat *format,
                  McpJsonValue             old,
                  McpJsonValue             entry,
                  const char              *name)
{
  if (!mcp_json_value_exists (old) || is_program (format, old) == is_program (format, entry))
    return FALSE;
  if (is_program (format, entry))
    return store_client_format_has_member (format, STORE_MEMBER_OF_URL | STORE_MEMBER_OF_OAUTH,
                                           name) ||
           g_str_equal (name, "oauth");
  return store_client_format_has_member (format, STORE_MEMBER_OF_PROGRAM, name);
}

/* Whether @name was meant to say how the server is reached, which nothing else in @old says. */
static gboolean
is_slip (const StoreClientFormat *format, McpJsonValue old, const char *name)
{
  return !is_program (format, old) &&
         !mcp_json_value_exists (store_client_object_find (old, format->members.url)) &&
         store_client_format_guess (format, name) != NULL;
}

/* Such is what waits for its entry, as the environment of a server that is not there. */
static gboolean
has_tables_only (McpJsonValue old)
{
  for (McpJsonWalk each = mcp_json_walk (old); mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) != MCP_JSON_OBJECT)
      return FALSE;
  return TRUE;
}

char *
store_client_merge (const StoreClientFormat *format, McpJsonValue old, McpJsonValue entry)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean is_part = has_tables_only (old);

  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (entry); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);
      McpJsonValue     before = mcp_json_value_get_member (old, text);
      McpJsonValue     value = each.value;

      if (mcp_json_value_exists (before) && store_client_format_has_default (format, text) &&
          !store_client_reader_is_target (text))
        value = before;
      mcp_json_writer_name_value (writer, each.name);
      write_merged (format, before, value, writer);
    }
  for (McpJsonWalk member = mcp_json_walk (old); mcp_json_value_get_kind (old) == MCP_JSON_OBJECT &&
                                                 mcp_json_walk_next (&member);)
    {
      g_autofree char *text = mcp_json_value_dup_string (member.name, NULL);

      if (text == NULL ||
          (store_client_reader_is_target (text) && !is_empty (member.value) && !is_part) ||
          is_of_other_kind (format, old, entry, text) || is_slip (format, old, text) ||
          mcp_json_value_exists (mcp_json_value_get_member (entry, text)))
        continue;
      mcp_json_writer_name_value (writer, member.name);
      mcp_json_writer_value (writer, member.value);
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
