/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-json-member.h"

#include <string.h>

static gsize
get_end (McpJsonValue value)
{
  return mcp_json_value_get_start (value) + mcp_json_value_get_length (value);
}

/* Finds the one member called @name. */
static gboolean
find_member (McpJsonValue object, const char *name, StoreJsonMember *member, GError **error)
{
  McpJsonValue each_name, each;
  McpJsonIter  iter;
  gsize        end = 0;
  gboolean     just_found = FALSE;

  *member = (StoreJsonMember){ .object = object };
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &each_name, &each))
    {
      if (just_found)
        member->after = mcp_json_value_get_start (each_name);
      just_found = mcp_json_value_string_equals (each_name, name);
      if (just_found && member->exists)
        {
          g_set_error (
              error, STORE_ERROR, STORE_ERROR_DUPLICATE,
              "“%s” stands twice in the same object, and programs differ in which one they read; "
              "take one of them away by hand",
              name);
          return FALSE;
        }
      if (just_found)
        {
          member->exists = TRUE;
          member->name = each_name;
          member->value = each;
          member->before = end;
        }
      end = get_end (each);
    }
  member->last_end = end;
  return TRUE;
}

gboolean
store_json_member_find (McpJsonValue        root,
                        const char *const  *path,
                        StoreJsonMember    *member,
                        const char *const **rest,
                        GError            **error)
{
  McpJsonValue object = root;

  for (;; path++)
    {
      if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
        {
          g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                       "The file has a value of type %s where an object with “%s” should be",
                       mcp_json_kind_get_name (mcp_json_value_get_kind (object)), *path);
          return FALSE;
        }
      if (!find_member (object, *path, member, error))
        return FALSE;
      *rest = path;
      /* Nothing is there, or null, which is as good as nothing. */
      if (!member->exists || path[1] == NULL ||
          mcp_json_value_get_kind (member->value) == MCP_JSON_NULL)
        return TRUE;
      object = member->value;
    }
}

static gboolean
same_text (McpJsonValue a, McpJsonValue b)
{
  gsize       length_a, length_b;
  const char *text_a = mcp_json_value_get_text (a, &length_a);
  const char *text_b = mcp_json_value_get_text (b, &length_b);

  return length_a == length_b && memcmp (text_a, text_b, length_a) == 0;
}

/* Everything but what lies at @path must be there as it was. */
gboolean
store_json_equal_except (McpJsonValue a, McpJsonValue b, const char *const *path)
{
  McpJsonIter  iter_a, iter_b;
  McpJsonValue name_a, name_b, value_a, value_b;
  gboolean     more_a, more_b;

  if (mcp_json_value_get_kind (a) != MCP_JSON_OBJECT ||
      mcp_json_value_get_kind (b) != MCP_JSON_OBJECT)
    return TRUE;
  mcp_json_iter_init (&iter_a, a);
  mcp_json_iter_init (&iter_b, b);
  while (TRUE)
    {
      while ((more_a = mcp_json_iter_next (&iter_a, &name_a, &value_a)) &&
             mcp_json_value_string_equals (name_a, path[0]))
        ;
      while ((more_b = mcp_json_iter_next (&iter_b, &name_b, &value_b)) &&
             mcp_json_value_string_equals (name_b, path[0]))
        ;
      if (!more_a || !more_b)
        break;
      if (!same_text (name_a, name_b) || !same_text (value_a, value_b))
        return FALSE;
    }
  if (more_a || more_b)
    return FALSE;
  if (path[1] == NULL)
    return TRUE;
  return store_json_equal_except (mcp_json_value_get_member (a, path[0]),
                                  mcp_json_value_get_member (b, path[0]), path + 1);
}
