/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-switch.h"

#include "store-client-edit.h"
#include "store-client-habits.h"
#include "store-file.h"

#include "mcp-json-writer.h"

/* Returns: (nullable): the list after @list, or the first, that counts for @place */
static const StoreClientList *
next_list (StoreClientPlace *place, const StoreClientList *list)
{
  list = list != NULL ? list + 1 : store_client_place_get_format (place)->lists;
  while (list != NULL && list->kind != STORE_LIST_NONE &&
         (list->scopes & 1u << store_client_place_get_scope (place)) == 0)
    list++;
  return list != NULL && list->kind != STORE_LIST_NONE ? list : NULL;
}

gboolean
store_client_switch_is_known (StoreClientPlace *place)
{
  const StoreClientHabits *habits = &store_client_place_get_format (place)->habits;

  return habits->enabled != NULL || habits->disabled != NULL || next_list (place, NULL) != NULL;
}

static McpJsonValue
get_entry (StoreClientPlace *place, McpJsonValue document, const char *name)
{
  const char  *member = store_client_place_get_format (place)->members.name;
  McpJsonValue map = store_client_object_follow (document, store_client_place_get_root (place));

  if (mcp_json_value_get_kind (map) != MCP_JSON_ARRAY)
    return mcp_json_value_get_member (map, name);
  for (McpJsonWalk each = mcp_json_walk (map); member != NULL && mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (mcp_json_value_get_member (each.value, member), name))
      return each.value;
  return MCP_JSON_NO_VALUE;
}

/* Returns: (transfer full) */
static char *
dup_state_name (const char *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);

  return g_strdup (g_strstrip (lower));
}

/* Returns: (transfer full) (nullable): how @array spells @name; %NULL where it lacks it */
static char *
find_spelling (const StoreClientList *list, McpJsonValue array, const char *name)
{
  g_autofree char *wanted = dup_state_name (name);

  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY && mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.value, NULL);
      g_autofree char *lower = text != NULL ? dup_state_name (text) : NULL;

      if (text != NULL &&
          (g_str_equal (text, name) || (list->any_case && g_str_equal (lower, wanted))))
        return g_steal_pointer (&text);
    }
  return NULL;
}

/* @spelling: (out) (nullable): of the name in the list. Returns: whether it says that the entry is
 * not used */
static gboolean
says_off (StoreClientPlace      *place,
          const StoreClientList *list,
          McpJsonValue           document,
          const char            *name,
          char                 **spelling)
{
  g_auto (GStrv) path = store_client_place_dup_names (place, list->path);
  McpJsonValue value = store_client_object_follow (document, (const char *const *)path);

  *spelling = list->kind == STORE_LIST_STATES ? dup_state_name (name)
                                              : find_spelling (list, value, name);
  switch (list->kind)
    {
    case STORE_LIST_ALLOWED:
      return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
             mcp_json_value_get_n_items (value) > 0 && *spelling == NULL;
    case STORE_LIST_STATES:
      return !mcp_json_value_get_member_boolean (mcp_json_value_get_member (value, *spelling),
                                                 "enabled", TRUE);
    case STORE_LIST_EXCLUDED:
    case STORE_LIST_NONE:
    default:
      return *spelling != NULL;
    }
}

/* The same, wherever the list is. */
static gboolean
is_listed_off (StoreClientPlace      *place,
               const StoreClientList *list,
               McpJsonValue           document,
               const char            *name,
               char                 **spelling)
{
  g_autoptr (StoreFile) file = NULL;
  g_autoptr (StoreClientText) text = NULL;

  if (list->file == NULL)
    return says_off (place, list, document, name, spelling);
  g_autofree char *path = store_client_place_dup_next_to (place, list->file);
  file = store_file_read (path, STORE_CLIENT_MAX_BYTES, NULL);
  if (file != NULL)
    text = store_client_text_new (store_file_get_bytes (file),
                                  store_client_place_get_format (place), NULL);
  return text != NULL &&
         says_off (place, list, store_client_text_get (text, (const char *const[]){ NULL }), name,
                   spelling);
}

gboolean
store_client_switch_is_off (StoreClientPlace *place, McpJsonValue document, const char *name)
{
  for (const StoreClientList *list = next_list (place, NULL); list != NULL;
       list = next_list (place, list))
    {
      g_autofree char *spelling = NULL;

      if (is_listed_off (place, list, document, name, &spelling))
        return TRUE;
    }
  return store_client_habits_is_off (store_client_place_get_format (place),
                                     get_entry (place, document, name));
}

char *
store_client_switch_dup_file (StoreClientPlace *place)
{
  const StoreClientList *list = next_list (place, NULL);

  while (list != NULL && list->file == NULL)
    list = next_list (place, list);
  return list != NULL ? store_client_place_dup_next_to (place, list->file) : NULL;
}

static void
set_member (StoreClientPlace *place,
            const char       *name,
            const char       *member,
            gboolean          value,
            GPtrArray        *edits)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = g_strsplit (member, "/", -1);
  g_auto (GStrv) entry = store_client_place_dup_entry_path (place, name);

  g_strv_builder_addv (builder, (const char **)entry);
  g_strv_builder_addv (builder, (const char **)names);
  g_auto (GStrv) whole = g_strv_builder_end (builder);
  store_client_edits_add (edits, STORE_EDIT_MEMBER, (const char *const *)whole,
                          g_strdup (value ? "true" : "false"));
}

/* As the table says where an entry has no member for it.
 * Returns: (transfer full): the place that is changed */
static StoreClientPlace *
add_edit (StoreClientPlace      *place,
          const StoreClientList *list,
          const char            *spelling,
          StoreSwitchAim         aim,
          GPtrArray             *edits)
{
  gboolean is_state = list->kind == STORE_LIST_STATES;
  g_auto (GStrv) names = store_client_place_dup_names (place, list->path);
  const char *const  state[] = { spelling, NULL };
  const char *const *path = is_state ? state : (const char *const *)names;
  g_autofree char   *file = NULL;

  if (is_state)
    store_client_edits_add (edits, STORE_EDIT_MEMBER, path, NULL);
  else
    store_client_edits_add (edits,
                            (aim == STORE_SWITCH_OFF) == (list->kind == STORE_LIST_EXCLUDED)
                                ? STORE_EDIT_ITEM_IN
                                : STORE_EDIT_ITEM_OUT,
                            path, mcp_json_quote (spelling, -1));
  if (list->file == NULL)
    return store_client_place_ref (place);
  file = store_client_place_dup_next_to (place, list->file);
  return store_client_place_new_for_file (store_client_place_get_format (place), file, path);
}

/* Whether @list is to be changed for what is to be. */
static gboolean
is_concerned (const StoreClientList *list, StoreSwitchAim aim, gboolean is_off)
{
  if (aim == STORE_SWITCH_FORGET)
    return list->kind == STORE_LIST_EXCLUDED && list->file == NULL && is_off;
  return aim == STORE_SWITCH_ON ? is_off : list->kind == STORE_LIST_EXCLUDED && !is_off;
}

StoreClientPlace *
store_client_switch_add_edits (StoreClientPlace *place,
                               McpJsonValue      document,
                               const char       *name,
                               StoreSwitchAim    aim,
                               GPtrArray        *edits)
{
  const StoreClientFormat *format = store_client_place_get_format (place);
  const char              *on = format->habits.enabled;
  const char              *off = format->habits.disabled;
  McpJsonValue             entry = get_entry (place, document, name);
  StoreClientPlace        *changed = NULL;
  guint                    n_before = edits->len;

  /* Where an application has both, and the entry only one, that one. */
  if (aim != STORE_SWITCH_FORGET && on != NULL &&
      (off == NULL || mcp_json_value_exists (store_client_object_find (entry, on))))
    set_member (place, name, on, aim == STORE_SWITCH_ON, edits);
  if (aim != STORE_SWITCH_FORGET && off != NULL &&
      (on == NULL || mcp_json_value_exists (store_client_object_find (entry, off)) ||
       edits->len == n_before))
    set_member (place, name, off, aim == STORE_SWITCH_OFF, edits);
  /* One file at a time: those in the file itself come first in the table. */
  for (const StoreClientList *list = next_list (place, NULL); list != NULL;
       list = next_list (place, list))
    {
      g_autofree char *spelling = NULL;
      gboolean         is_off = is_listed_off (place, list, document, name, &spelling);

      if (!is_concerned (list, aim, is_off) || (edits->len > n_before && list->file != NULL) ||
          (edits->len > n_before && aim == STORE_SWITCH_OFF))
        continue;
      g_clear_pointer (&changed, store_client_place_unref);
      changed = add_edit (place, list, spelling != NULL ? spelling : name, aim, edits);
    }
  return changed != NULL ? changed : store_client_place_ref (place);
}
