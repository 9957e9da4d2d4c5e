/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-json-patch.h"

#include <string.h>

#include "mcp-json-writer.h"

/* One member or item: byte offsets in the document. */
typedef struct
{
  gsize start;    /* of the name, or of the item */
  gsize name_end; /* behind the name; start for an item */
  gsize value;    /* of the value */
  gsize end;      /* behind the value */
} Entry;

static const char *
get_text (McpJsonValue value, gsize *length)
{
  return g_bytes_get_data (mcp_json_document_get_bytes (value.document), length);
}

/* The whole text with the bytes from @start to @end replaced. */
static char *
splice (McpJsonValue value, gsize start, gsize end, const char *insert)
{
  gsize       length = 0;
  const char *text = get_text (value, &length);
  GString    *result = g_string_sized_new (length + strlen (insert));

  g_string_append_len (result, text, (gssize)start);
  g_string_append (result, insert);
  g_string_append_len (result, text + end, (gssize)(length - end));
  return g_string_free (result, FALSE);
}

static GArray *
list_entries (McpJsonValue container)
{
  GArray      *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gboolean     object = mcp_json_value_get_kind (container) == MCP_JSON_OBJECT;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, container);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      Entry entry;

      entry.value = mcp_json_value_get_start (value);
      entry.end = entry.value + mcp_json_value_get_length (value);
      entry.start = object ? mcp_json_value_get_start (name) : entry.value;
      entry.name_end = entry.start + (object ? mcp_json_value_get_length (name) : 0);
      g_array_append_val (entries, entry);
    }
  return entries;
}

static gsize
skip_space (const char *text, gsize at, gsize end)
{
  while (at < end && strchr (" \t\r\n", text[at]) != NULL)
    at++;
  return at;
}

/* The white space between a comma and the next entry, as the container has it. */
static char *
find_gap (McpJsonValue container, GArray *entries)
{
  const char  *text = get_text (container, NULL);
  const Entry *first = &g_array_index (entries, Entry, 0);
  gsize        start = mcp_json_value_get_start (container) + 1;

  if (entries->len > 1)
    {
      const Entry *second = &g_array_index (entries, Entry, 1);

      start = skip_space (text, first->end, second->start) + 1;
      return g_strndup (text + start, second->start - start);
    }
  if (memchr (text + start, '\n', first->start - start) != NULL)
    return g_strndup (text + start, first->start - start);
  return g_strdup (first->value > first->name_end + 1 ? " " : "");
}

static char *
insert_entry (McpJsonValue container, guint before, const char *name, const char *json)
{
  g_autoptr (GArray) entries = list_entries (container);
  g_autoptr (GString) entry = g_string_new (NULL);
  const char      *text = get_text (container, NULL);
  g_autofree char *gap = NULL;
  gsize            at = mcp_json_value_get_start (container) + 1;

  if (name != NULL)
    {
      g_autofree char *quoted = mcp_json_quote (name, -1);

      g_string_append (entry, quoted);
      if (entries->len > 0)
        {
          const Entry *model = &g_array_index (entries, Entry, 0);

          g_string_append_len (entry, text + model->name_end, model->value - model->name_end);
        }
      else
        g_string_append_c (entry, ':');
    }
  g_string_append (entry, json);
  if (entries->len == 0)
    return splice (container, at, at, entry->str);

  gap = find_gap (container, entries);
  if (before < entries->len)
    {
      g_string_append_c (entry, ',');
      g_string_append (entry, gap);
      at = g_array_index (entries, Entry, before).start;
    }
  else
    {
      g_string_prepend (entry, gap);
      g_string_prepend_c (entry, ',');
      at = g_array_index (entries, Entry, entries->len - 1).end;
    }
  return splice (container, at, at, entry->str);
}

static char *
remove_entry (McpJsonValue container, GArray *entries, guint position)
{
  const Entry *entry = &g_array_index (entries, Entry, position);
  gsize        start = mcp_json_value_get_start (container);

  if (entries->len == 1)
    return splice (container, start + 1, start + mcp_json_value_get_length (container) - 1, "");
  if (position + 1 < entries->len)
    return splice (container, entry->start, entry[1].start, "");
  return splice (container, entry[-1].end, entry->end, "");
}

char *
app_json_patch_replace (McpJsonValue target, const char *json)
{
  gsize start = mcp_json_value_get_start (target);

  return splice (target, start, start + mcp_json_value_get_length (target), json);
}

char *
app_json_patch_insert_member (McpJsonValue object, guint before, const char *name, const char *json)
{
  g_return_val_if_fail (mcp_json_value_get_kind (object) == MCP_JSON_OBJECT, NULL);
  return insert_entry (object, before, name, json);
}

char *
app_json_patch_remove_member (McpJsonValue object, const char *name)
{
  g_autoptr (GArray) entries = list_entries (object);
  McpJsonValue key;
  McpJsonIter  iter;
  guint        found = G_MAXUINT;

  mcp_json_iter_init (&iter, object);
  for (guint i = 0; mcp_json_iter_next (&iter, &key, NULL); i++)
    if (mcp_json_value_string_equals (key, name))
      found = i;
  if (found == G_MAXUINT)
    return NULL;
  return remove_entry (object, entries, found);
}

char *
app_json_patch_rename_member (McpJsonValue object, const char *name, const char *new_name)
{
  g_autofree char *quoted = mcp_json_quote (new_name, -1);
  McpJsonValue     found = MCP_JSON_NO_VALUE;
  McpJsonValue     member;
  McpJsonIter      iter;

  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &member, NULL))
    if (mcp_json_value_string_equals (member, name))
      found = member;
  return mcp_json_value_exists (found) ? app_json_patch_replace (found, quoted) : NULL;
}

char *
app_json_patch_insert_item (McpJsonValue array, guint before, const char *json)
{
  g_return_val_if_fail (mcp_json_value_get_kind (array) == MCP_JSON_ARRAY, NULL);
  return insert_entry (array, before, NULL, json);
}

char *
app_json_patch_remove_item (McpJsonValue array, guint position)
{
  g_autoptr (GArray) entries = list_entries (array);

  if (position >= entries->len)
    return NULL;
  return remove_entry (array, entries, position);
}

char *
app_json_patch_move_item (McpJsonValue array, guint from, guint to)
{
  g_autoptr (GArray) entries = list_entries (array);
  g_autoptr (GArray) order = NULL;
  g_autoptr (GString) inside = NULL;
  const char *text = get_text (array, NULL);
  gsize       end = 0;
  Entry       moved;

  if (from >= entries->len || to >= entries->len)
    return NULL;

  order = g_array_copy (entries);
  moved = g_array_index (order, Entry, from);
  g_array_remove_index (order, from);
  g_array_insert_val (order, to, moved);

  inside = g_string_new (NULL);
  end = g_array_index (entries, Entry, 0).start;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *place = &g_array_index (entries, Entry, i);
      const Entry *item = &g_array_index (order, Entry, i);

      g_string_append_len (inside, text + end, (gssize)(place->start - end));
      g_string_append_len (inside, text + item->start, (gssize)(item->end - item->start));
      end = place->end;
    }
  return splice (array, g_array_index (entries, Entry, 0).start, end, inside->str);
}
