/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-switch.h"

#include "store-client-edit.h"
#include "store-client-habits.h"

#include "mcp-json-writer.h"

gboolean
store_client_switch_is_known (const StoreClientFormat *format)
{
  return format->habits.enabled != NULL || format->habits.disabled != NULL ||
         format->excluded != NULL;
}

static McpJsonValue
get_entry (StoreClientPlace *place, StoreClientText *text, const char *name)
{
  g_auto (GStrv) path = store_client_place_dup_entry_path (place, name);

  return store_client_text_get (text, (const char *const *)path);
}

gboolean
store_client_switch_is_off (StoreClientPlace *place, StoreClientText *text, const char *name)
{
  const StoreClientFormat *format = store_client_place_get_format (place);

  return store_client_habits_is_off (format, get_entry (place, text, name)) ||
         (format->excluded != NULL &&
          mcp_json_value_lists (store_client_text_get (text, format->excluded), name));
}

static void
set_member (StoreClientPlace *place,
            const char       *name,
            const char       *member,
            gboolean          value,
            GPtrArray        *edits)
{
  g_auto (GStrv) path = store_client_place_dup_entry_path (place, name);
  g_auto (GStrv) names = g_strsplit (member, "/", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) whole = NULL;

  g_strv_builder_addv (builder, (const char **)path);
  g_strv_builder_addv (builder, (const char **)names);
  whole = g_strv_builder_end (builder);
  store_client_edits_add (edits, STORE_EDIT_MEMBER, (const char *const *)whole,
                          g_strdup (value ? "true" : "false"));
}

void
store_client_switch_add_edits (StoreClientPlace *place,
                               StoreClientText  *text,
                               const char       *name,
                               gboolean          enabled,
                               GPtrArray        *edits)
{
  const StoreClientFormat *format = store_client_place_get_format (place);
  const char              *on = format->habits.enabled;
  const char              *off = format->habits.disabled;
  McpJsonValue             entry = get_entry (place, text, name);

  /* Where an application has both, and the entry only one, that one. */
  if (on != NULL && (off == NULL || mcp_json_value_exists (store_client_object_find (entry, on))))
    set_member (place, name, on, enabled, edits);
  if (off != NULL && (on == NULL || mcp_json_value_exists (store_client_object_find (entry, off)) ||
                      edits->len == 0))
    set_member (place, name, off, !enabled, edits);
  if (format->excluded != NULL && (edits->len == 0 || enabled))
    store_client_edits_add (edits, enabled ? STORE_EDIT_ITEM_OUT : STORE_EDIT_ITEM_IN,
                            format->excluded, mcp_json_quote (name, -1));
}
