/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-preview.h"

#include <string.h>

#include "store-object.h"

/* As the servers write it. */
static char *
dup_header (McpJsonValue value, const char *object_id, const char *path, gsize length)
{
  return g_strdup_printf ("%s%s%s%s → %s (length: %" G_GSIZE_FORMAT ")",
                          *object_id == '@' ? "" : "@", object_id, *path != '\0' ? "." : "", path,
                          store_object_type_name_of (value), length);
}

static char *
preview_string (McpJsonValue value,
                const char  *object_id,
                const char  *path,
                guint        characters,
                guint64     *hidden)
{
  gsize            length = mcp_json_value_count_characters (value);
  g_autofree char *header = dup_header (value, object_id, path, length);
  g_autofree char *text =
      mcp_json_value_dup_string_prefix (value, (gsize)characters * 4 + 4, NULL);
  gsize shown = mcp_json_count_characters (text, strlen (text));

  if (shown > characters)
    {
      *g_utf8_offset_to_pointer (text, (glong)characters) = '\0';
      shown = characters;
    }
  *hidden += length - MIN (length, shown);
  return g_strconcat (header, "\n\n", text, NULL);
}

char *
app_model_preview (McpJsonValue               root,
                   const char                *object_id,
                   const char                *path,
                   const StoreExplorerLimits *limits,
                   guint                      characters,
                   guint64                   *hidden,
                   GError                   **error)
{
  McpJsonValue     value = store_explorer_find (root, object_id, path, error);
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  g_autofree char *layout = NULL;

  if (kind == MCP_JSON_NONE)
    return NULL;
  if (kind == MCP_JSON_STRING)
    return preview_string (value, object_id, path, characters, hidden);
  if (kind != MCP_JSON_OBJECT || mcp_json_value_get_n_items (value) <= APP_MODEL_PREVIEW_MEMBERS)
    return store_explorer_explore (root, object_id, path, limits, error);
  g_autofree char *header = dup_header (value, object_id, path, mcp_json_value_get_n_items (value));
  layout = store_explorer_layout (value, limits, limits->max_items, limits->max_depth, TRUE);
  g_autofree char *body = store_explorer_wrap (layout, limits->width, FALSE);
  return g_strconcat (header, "\n\n", body, NULL);
}
