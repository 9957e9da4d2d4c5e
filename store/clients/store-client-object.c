/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-object.h"

#include "store-client-format.h"
#include "mcp-json-writer.h"

#include <string.h>

typedef struct
{
  char *path;
  char *json;
} Member;

struct _StoreClientObject
{
  GPtrArray *members; /* of Member */
};

static void
member_free (Member *member)
{
  g_free (member->path);
  g_free (member->json);
  g_free (member);
}

StoreClientObject *
store_client_object_new (void)
{
  StoreClientObject *self = g_new0 (StoreClientObject, 1);

  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify)member_free);
  return self;
}

void
store_client_object_free (StoreClientObject *self)
{
  g_ptr_array_unref (self->members);
  g_free (self);
}

static Member *
find (StoreClientObject *self, const char *path)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      Member *member = g_ptr_array_index (self->members, i);

      if (g_str_equal (member->path, path))
        return member;
    }
  return NULL;
}

gboolean
store_client_object_has (StoreClientObject *self, const char *path)
{
  return find (self, path) != NULL;
}

void
store_client_object_set (StoreClientObject *self, const char *path, char *json)
{
  Member *member = find (self, path);

  if (member == NULL)
    {
      member = g_new0 (Member, 1);
      member->path = g_strdup (path);
      g_ptr_array_add (self->members, member);
    }
  g_free (member->json);
  member->json = json;
}

void
store_client_object_set_text (StoreClientObject *self, const char *path, const char *text)
{
  store_client_object_set (self, path, mcp_json_quote (text, -1));
}

void
store_client_object_set_list (StoreClientObject *self, const char *path, const char *const *items)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (; *items != NULL; items++)
    mcp_json_writer_string (writer, *items);
  mcp_json_writer_end_array (writer);
  store_client_object_set (self, path, mcp_json_writer_finish_text (writer));
}

void
store_client_object_set_texts (StoreClientObject    *self,
                               const char           *path,
                               const StoreVariables *texts)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < store_variables_get_n_items (texts); i++)
    mcp_json_writer_member_string (writer, store_variables_get_name (texts, i),
                                   store_variables_get_value (texts, i));
  mcp_json_writer_end_object (writer);
  store_client_object_set (self, path, mcp_json_writer_finish_text (writer));
}

/* The members of an inner object, from the first of them on. */
static void
print_inner (StoreClientObject *self, guint first, const char *name, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "%s: {", name);
  for (guint i = first; i < self->members->len; i++)
    {
      const Member *member = g_ptr_array_index (self->members, i);
      const char   *slash = strchr (member->path, '/');

      if (slash != NULL && store_client_object_begins (member->path, name))
        mcp_json_writer_add (writer, "%s: %r", slash + 1, member->json);
    }
  mcp_json_writer_end_object (writer);
}

char *
store_client_object_print (StoreClientObject *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < self->members->len; i++)
    {
      const Member    *member = g_ptr_array_index (self->members, i);
      const char      *slash = strchr (member->path, '/');
      g_autofree char *name =
          slash != NULL ? g_strndup (member->path, (gsize)(slash - member->path)) : NULL;

      if (name == NULL)
        mcp_json_writer_add (writer, "%s: %r", member->path, member->json);
      else if (!g_hash_table_contains (done, name))
        {
          print_inner (self, i, name, writer);
          g_hash_table_add (done, g_steal_pointer (&name));
        }
    }
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

McpJsonValue
store_client_object_find (McpJsonValue object, const char *path)
{
  const char *slash = path != NULL ? strchr (path, '/') : NULL;

  if (path == NULL)
    return MCP_JSON_NO_VALUE;
  if (slash == NULL)
    return mcp_json_value_get_member (object, path);
  g_autofree char *name = g_strndup (path, (gsize)(slash - path));
  return mcp_json_value_get_member (mcp_json_value_get_member (object, name), slash + 1);
}

McpJsonValue
store_client_object_follow (McpJsonValue value, const char *const *names)
{
  for (; *names != NULL; names++)
    value = mcp_json_value_get_member (value, *names);
  return value;
}

gboolean
store_client_object_begins (const char *path, const char *name)
{
  gsize length = path != NULL ? strcspn (path, "/") : 0;

  return path != NULL && strlen (name) == length && strncmp (path, name, length) == 0;
}
