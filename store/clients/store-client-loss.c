/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-loss.h"

#include "store-client-note.h"
#include "store-client-reader.h"

static void
lose (GString *lost, const char *kind, const char *name)
{
  g_string_append_printf (lost, "%s%s“%s”", lost->len > 0 ? ", " : "", kind, name);
}

static void
compare (GString              *lost,
         const char           *kind,
         const StoreVariables *before,
         const StoreVariables *after,
         gboolean              caseless)
{
  for (guint i = 0; i < store_variables_get_n_items (before); i++)
    {
      const char *name = store_variables_get_name (before, i);

      if (!(caseless ? store_variables_find_caseless (after, name, NULL)
                     : store_variables_find (after, name, NULL)))
        lose (lost, kind, name);
    }
}

/* Whether the profile says what @member does. */
static gboolean
is_read (const StoreClientFormat *format, const char *member)
{
  return store_client_reader_is_target (member) &&
         g_strcmp0 (member, format->members.environment_file) != 0;
}

static void
compare_members (GString *lost, const StoreClientFormat *format, McpJsonValue old, McpJsonValue now)
{
  for (McpJsonWalk each = mcp_json_walk (old); mcp_json_walk_next (&each);)
    {
      g_autofree char *member =
          mcp_json_value_exists (each.name) ? mcp_json_value_dup_string (each.name, NULL) : NULL;

      if (member != NULL && !is_read (format, member) &&
          !mcp_json_value_exists (mcp_json_value_get_member (now, member)))
        lose (lost, "", member);
    }
}

void
store_client_loss_note (const StoreClientFormat *format,
                        const char              *name,
                        McpJsonValue             old,
                        const char              *json,
                        GPtrArray               *notes)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (GPtrArray) ignored = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  g_autoptr (StoreProfile) after = NULL;
  g_autoptr (GString) lost = g_string_new (NULL);

  if (mcp_json_value_get_kind (old) != MCP_JSON_OBJECT || document == NULL)
    return;
  g_autoptr (StoreProfile) before = store_client_reader_read (format, name, old, ignored);
  after = store_client_reader_read (format, name, mcp_json_document_get_root (document), ignored);
  if (before == NULL || after == NULL)
    return;
  const StoreEndpoint *had = store_profile_get_endpoint (before);
  const StoreEndpoint *has = store_profile_get_endpoint (after);
  compare (lost, "the header ", had->headers, has->headers, TRUE);
  compare (lost, "the variable ", had->environment, has->environment, FALSE);
  if (had->working_directory != NULL && has->working_directory == NULL)
    lose (lost, "the folder ", had->working_directory);
  compare_members (lost, format, old, mcp_json_document_get_root (document));
  if (lost->len > 0)
    store_note_add (notes, STORE_NOTE_ATTENTION, NULL, "The entry “%s” loses what it has: %s.",
                    name, lost->str);
}
