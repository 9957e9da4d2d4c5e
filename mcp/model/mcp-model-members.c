/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-model-members.h"

#include <string.h>

/* Messages have a dozen members; a stream that has more names does not grow ours without end. */
#define MAX_MEMBERS 64

typedef struct
{
  char       *name;
  McpJsonKind kind;
  GString    *text; /* as spelled; of a string or an array what is between its ends */
} Member;

struct _McpModelMembers
{
  GPtrArray *members; /* (element-type Member) */
};

static void
member_free (gpointer data)
{
  Member *member = data;

  g_free (member->name);
  g_string_free (member->text, TRUE);
  g_free (member);
}

McpModelMembers *
mcp_model_members_new (void)
{
  McpModelMembers *self = g_new0 (McpModelMembers, 1);

  self->members = g_ptr_array_new_with_free_func (member_free);
  return self;
}

void
mcp_model_members_free (McpModelMembers *self)
{
  g_ptr_array_unref (self->members);
  g_free (self);
}

/* Returns: (nullable) */
static Member *
find (McpModelMembers *self, McpJsonValue name)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      Member *member = self->members->pdata[i];

      if (mcp_json_value_string_equals (name, member->name))
        return member;
    }
  return NULL;
}

/* Returns: (nullable): none beyond the limit */
static Member *
find_or_add (McpModelMembers *self, McpJsonValue name)
{
  Member *member = find (self, name);

  if (member != NULL || self->members->len >= MAX_MEMBERS)
    return member;
  member = g_new0 (Member, 1);
  member->name = mcp_json_value_dup_string (name, NULL);
  member->text = g_string_new (NULL);
  g_ptr_array_add (self->members, member);
  return member;
}

static void
append (Member *member, McpJsonValue value)
{
  g_autofree char *text = NULL;
  gsize            length;

  if (member->kind == MCP_JSON_STRING)
    {
      const char *spelled = mcp_json_value_get_text (value, &length);

      g_string_append_len (member->text, spelled + 1, (gssize)length - 2);
      return;
    }
  /* The numbers and texts in it stay as spelled, the lines of an answer do not. */
  text = mcp_json_value_print_compact (value);
  length = strlen (text);
  if (member->kind != MCP_JSON_ARRAY)
    {
      g_string_append_len (member->text, text, (gssize)length);
      return;
    }
  if (mcp_json_value_get_n_items (value) == 0)
    return;
  if (member->text->len > 0)
    g_string_append_c (member->text, ',');
  g_string_append_len (member->text, text + 1, (gssize)length - 2);
}

static void
put (McpModelMembers *self, McpJsonValue name, McpJsonValue value, gboolean again)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_NONE || kind == MCP_JSON_NULL ||
      (!again && mcp_json_value_string_equals (value, "")))
    return;
  Member *member = find_or_add (self, name);
  if (member == NULL)
    return;
  if (again || kind != member->kind || (kind != MCP_JSON_STRING && kind != MCP_JSON_ARRAY))
    g_string_truncate (member->text, 0);
  member->kind = kind;
  append (member, value);
}

void
mcp_model_members_add (McpModelMembers *self, McpJsonValue name, McpJsonValue value)
{
  put (self, name, value, FALSE);
}

void
mcp_model_members_set (McpModelMembers *self, McpJsonValue name, McpJsonValue value)
{
  put (self, name, value, TRUE);
}

gboolean
mcp_model_members_has (McpModelMembers *self, const char *name)
{
  for (guint i = 0; i < self->members->len; i++)
    if (g_str_equal (((const Member *)self->members->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

const char *
mcp_model_members_get_name (McpModelMembers *self, guint index)
{
  return index < self->members->len ? ((Member *)self->members->pdata[index])->name : NULL;
}

static void
write_member (const Member *member, McpJsonWriter *writer)
{
  g_autofree char *quoted =
      member->kind == MCP_JSON_STRING ? g_strconcat ("\"", member->text->str, "\"", NULL) : NULL;

  mcp_json_writer_add (writer, member->kind == MCP_JSON_ARRAY ? "%s: [%r]" : "%s: %r", member->name,
                       quoted != NULL ? quoted : member->text->str);
}

gboolean
mcp_model_members_write_one (McpModelMembers *self, const char *name, McpJsonWriter *writer)
{
  for (guint i = 0; i < self->members->len; i++)
    if (g_str_equal (mcp_model_members_get_name (self, i), name))
      {
        write_member (self->members->pdata[i], writer);
        return TRUE;
      }
  return FALSE;
}

void
mcp_model_members_write (McpModelMembers *self, McpJsonWriter *writer)
{
  for (guint i = 0; self != NULL && i < self->members->len; i++)
    write_member (self->members->pdata[i], writer);
}
