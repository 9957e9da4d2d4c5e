/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-text.h"

#include "mcp-json-writer.h"
#include "store-error.h"
#include "store-toml-editor.h"
#include "store-yaml-member-editor.h"

#include <string.h>

#define MARK "\357\273\277"

struct _StoreClientText
{
  const StoreClientFormat *format;

  McpJsonEditor         *json; /* (nullable) */
  StoreTomlEditor       *toml; /* (nullable) */
  StoreYamlMemberEditor *yaml; /* (nullable) */
};

static gboolean
read_json (StoreClientText *self, GBytes *text, McpJsonSyntax syntax, GError **error)
{
  GError      *problem = NULL;
  McpJsonPlace place;

  self->json = mcp_json_editor_new (text, syntax, &place, &problem);
  if (self->json == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return FALSE;
    }
  return TRUE;
}

GBytes *
store_client_text_dup_unmarked (GBytes *text)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);
  gsize       mark = strlen (MARK);

  return size >= mark && memcmp (data, MARK, mark) == 0
             ? g_bytes_new_from_bytes (text, mark, size - mark)
             : g_bytes_ref (text);
}

StoreClientText *
store_client_text_new (GBytes *text, const StoreClientFormat *format, GError **error)
{
  g_autoptr (StoreClientText) self = g_new0 (StoreClientText, 1);
  g_autoptr (GBytes) unmarked = store_client_text_dup_unmarked (text);
  gboolean read;

  self->format = format;
  if (format->language == STORE_CLIENT_TOML)
    read = (self->toml = store_toml_editor_new (unmarked, error)) != NULL;
  else if (format->language == STORE_CLIENT_YAML)
    read = (self->yaml = store_yaml_member_editor_new (unmarked, error)) != NULL;
  else
    read = read_json (self, text, format->syntax, error);
  return read ? g_steal_pointer (&self) : NULL;
}

void
store_client_text_free (StoreClientText *self)
{
  g_clear_pointer (&self->json, mcp_json_editor_free);
  g_clear_pointer (&self->toml, store_toml_editor_free);
  g_clear_pointer (&self->yaml, store_yaml_member_editor_free);
  g_free (self);
}

static McpJsonValue
get_value (StoreClientText *self, const char *const *path)
{
  if (self->toml != NULL)
    return store_toml_editor_get (self->toml, path);
  return self->yaml != NULL ? store_yaml_member_editor_get (self->yaml, path)
                            : mcp_json_editor_get (self->json, path);
}

static GBytes *
set_value (StoreClientText *self, const char *const *path, const char *json, GError **error)
{
  GError *problem = NULL;
  GBytes *after;

  if (self->toml != NULL)
    after = json != NULL ? store_toml_editor_set (self->toml, path, json, &problem)
                         : store_toml_editor_remove (self->toml, path, &problem);
  else if (self->yaml != NULL)
    after = json != NULL ? store_yaml_member_editor_set (self->yaml, path, json, &problem)
                         : store_yaml_member_editor_remove (self->yaml, path, &problem);
  else
    after = json != NULL ? mcp_json_editor_set (self->json, path, json, &problem)
                         : mcp_json_editor_remove (self->json, path, &problem);
  if (after == NULL)
    store_error_propagate_json (error, problem, NULL);
  return after;
}

/* Lists of entries */

/* Where a path leads into a list: to the entry that has the path's next name. */
typedef struct
{
  guint        depth; /* how many names lead to the list */
  McpJsonValue items;
  guint        index; /* of the entry; their number where there is none */
  guint        n_alike;
} Way;

static void
find_entry (StoreClientText *self, const char *name, Way *way)
{
  guint index = 0;

  way->n_alike = 0;
  for (McpJsonWalk each = mcp_json_walk (way->items); mcp_json_walk_next (&each); index++)
    if (mcp_json_value_string_equals (
            mcp_json_value_get_member (each.value, self->format->members.name), name) &&
        way->n_alike++ == 0)
      way->index = index;
  if (way->n_alike == 0)
    way->index = index;
}

/* Returns: whether @path leads through a list, or to where a new one has to be */
static gboolean
find_way (StoreClientText *self, const char *const *path, Way *way)
{
  static const char *const nothing[] = { NULL };
  guint                    n_names = g_strv_length ((char **)path);
  McpJsonValue             value = get_value (self, nothing);

  if (self->format->members.name == NULL)
    return FALSE;
  for (way->depth = 0; way->depth < n_names && mcp_json_value_get_kind (value) != MCP_JSON_ARRAY;
       way->depth++)
    value = mcp_json_value_get_member (value, path[way->depth]);
  if (!mcp_json_value_exists (value) && self->format->members.in_list)
    way->depth = g_strv_length ((char **)self->format->root);
  else if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return FALSE;
  if (way->depth == 0 || way->depth >= n_names)
    return FALSE;
  way->items = value;
  find_entry (self, path[way->depth], way);
  return TRUE;
}

McpJsonValue
store_client_text_get (StoreClientText *self, const char *const *path)
{
  Way way;

  if (!find_way (self, path, &way))
    return get_value (self, path);
  McpJsonValue value = mcp_json_value_get_item (way.items, way.index);
  for (path += way.depth + 1; *path != NULL; path++)
    value = mcp_json_value_get_member (value, *path);
  return value;
}

GStrv
store_client_text_dup_place (StoreClientText *self, const char *const *path)
{
  GStrv place = g_strdupv ((char **)path);
  Way   way;

  if (find_way (self, path, &way))
    {
      g_free (place[way.depth]);
      place[way.depth] = g_strdup_printf ("%u", way.index);
    }
  return place;
}

/* The entry, changed at what is left of the path. Returns: (transfer full) (nullable) */
static char *
change_entry (McpJsonValue entry, const char *const *path, const char *json, GError **error)
{
  g_autofree char *text = mcp_json_value_dup_text (entry);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpJsonEditor) editor =
      mcp_json_editor_new (bytes, MCP_JSON_SYNTAX_STRICT, NULL, error);
  g_autoptr (GBytes) after = NULL;

  if (editor != NULL)
    after = json != NULL ? mcp_json_editor_set (editor, path, json, error)
                         : mcp_json_editor_remove (editor, path, error);
  return after != NULL ? g_strndup (g_bytes_get_data (after, NULL), g_bytes_get_size (after))
                       : NULL;
}

/* @json: (nullable): %NULL leaves the entry out. Returns: (transfer full): the list with it */
static char *
print_list (const Way *way, const char *json)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint n = 0;

  mcp_json_writer_begin_array (writer);
  for (McpJsonWalk each = mcp_json_walk (way->items); mcp_json_walk_next (&each); n++)
    if (n != way->index)
      mcp_json_writer_value (writer, each.value);
    else if (json != NULL)
      mcp_json_writer_add (writer, "%r", json);
  if (n == way->index && json != NULL)
    mcp_json_writer_add (writer, "%r", json);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

/* All of it is set again; the editors keep what of it stays. */
static GBytes *
set_in_list (StoreClientText   *self,
             const Way         *way,
             const char *const *path,
             const char        *json,
             GError           **error)
{
  const char        *name = path[way->depth];
  const char *const *rest = path + way->depth + 1;
  McpJsonValue       entry = mcp_json_value_get_item (way->items, way->index);
  g_auto (GStrv) to_list = g_strdupv ((char **)path);
  g_autofree char *changed = NULL;
  GError          *problem = NULL;

  if (way->n_alike > 1)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_DUPLICATE,
                   "“%s” appears twice in the file; remove one of them by hand", name);
      return NULL;
    }
  if (way->n_alike == 0 && (json == NULL || *rest != NULL))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "“%s” is no longer in the file",
                   name);
      return NULL;
    }
  if (*rest != NULL && (changed = change_entry (entry, rest, json, &problem)) == NULL)
    {
      store_error_propagate_json (error, problem, NULL);
      return NULL;
    }
  g_autofree char *list = print_list (way, *rest != NULL ? changed : json);
  for (guint i = g_strv_length (to_list); i-- > way->depth;)
    g_clear_pointer (&to_list[i], g_free);
  return set_value (self, (const char *const *)to_list, list, error);
}

GBytes *
store_client_text_set (StoreClientText   *self,
                       const char *const *path,
                       const char        *json,
                       GError           **error)
{
  Way way;

  return find_way (self, path, &way) ? set_in_list (self, &way, path, json, error)
                                     : set_value (self, path, json, error);
}

GBytes *
store_client_text_dup_alone (const StoreClientFormat *format,
                             const char *const       *path,
                             const char              *json)
{
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (StoreClientText) text = store_client_text_new (nothing, format, NULL);

  return store_client_text_set (text, path, json, NULL);
}
