/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-methods.h"

#include "app-demo-icons.h"
#include "app-demo-registry.h"

#include <string.h>

/* Resources come in pages even when nothing was asked for, so that pages are seen. */
#define RESOURCES_PER_PAGE 10
/* What the cursor holds inside; a client must not look. */
#define CURSOR_PREFIX "from:"

static char *
make_cursor (const AppDemoOptions *options, guint next, guint page_size)
{
  g_autofree char *text = NULL;

  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_LOOPING_CURSOR, NULL))
    return g_strdup ("again");
  if (options->empty_cursor && next == page_size)
    return g_strdup ("");
  text = g_strdup_printf (CURSOR_PREFIX "%u", next);
  return g_base64_encode ((const guchar *)text, strlen (text));
}

static gboolean
read_cursor (const AppDemoOptions *options, McpJsonValue params, guint page_size, guint *first)
{
  McpJsonValue       member = mcp_json_value_get_member (params, "cursor");
  g_autofree char   *cursor = mcp_json_value_dup_string (member, NULL);
  g_autofree guchar *text = NULL;
  g_autofree char   *terminated = NULL;
  gsize              length = 0;
  guint64            number;

  *first = 0;
  if (!mcp_json_value_exists (member))
    return TRUE;
  if (cursor == NULL)
    return FALSE;
  if (app_demo_options_has_fault (options, APP_DEMO_FAULT_LOOPING_CURSOR, NULL))
    return TRUE;
  if (options->empty_cursor && *cursor == '\0')
    {
      *first = page_size;
      return TRUE;
    }

  text = g_base64_decode (cursor, &length);
  terminated = g_strndup ((const char *)text, length);
  if (!g_str_has_prefix (terminated, CURSOR_PREFIX) ||
      !g_ascii_string_to_unsigned (terminated + strlen (CURSOR_PREFIX), 10, 1, G_MAXUINT, &number,
                                   NULL))
    return FALSE;
  *first = number;
  return TRUE;
}

/* MCP 2026-07-28 has no “execution” any more. */
static void
write_item (McpJsonWriter *writer, AppDemoServer *server, const AppDemoItem *item, gboolean modern)
{
  McpJsonValue name, value;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (item->definition) != MCP_JSON_OBJECT)
    return;
  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, item->definition);
  while (mcp_json_iter_next (&iter, &name, &value))
    if (!modern || !mcp_json_value_string_equals (name, "execution"))
      {
        mcp_json_writer_name_value (writer, name);
        mcp_json_writer_value (writer, value);
      }
  app_demo_icons_write (server, item->system->icon, writer);
  mcp_json_writer_end_object (writer);
}

/* A document of all the items: the static ones, then what the systems add. */
static McpJsonDocument *
collect (AppDemoServer *server, const char *kind, gboolean modern)
{
  AppDemoRegistry     *registry = app_demo_server_get_registry (server);
  const AppDemoFaults *faults = app_demo_server_get_options (server)->faults;
  GPtrArray           *systems = app_demo_registry_get_systems (registry);
  GPtrArray           *items;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GBytes) bytes = NULL;

  if (strcmp (kind, "tools") == 0)
    items = app_demo_registry_get_tools (registry);
  else if (strcmp (kind, "resources") == 0)
    items = app_demo_registry_get_resources (registry);
  else if (strcmp (kind, "prompts") == 0)
    items = app_demo_registry_get_prompts (registry);
  else
    items = app_demo_registry_get_templates (registry);

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < items->len; i++)
    {
      const AppDemoItem *item = g_ptr_array_index (items, i);

      if (modern || !item->system->modern_only)
        write_item (writer, server, item, modern);
    }
  for (guint i = 0; strcmp (kind, "resources") == 0 && i < systems->len; i++)
    {
      const AppDemoSystem *system = g_ptr_array_index (systems, i);

      if (system->list_resources != NULL)
        system->list_resources (server, writer);
    }
  if (faults->write_items != NULL)
    faults->write_items (kind, writer);
  mcp_json_writer_end_array (writer);
  bytes = mcp_json_writer_finish (writer);
  return mcp_json_document_parse (bytes, NULL, NULL, NULL);
}

void
app_demo_lists_handle (AppDemoRequest *request, const char *kind)
{
  AppDemoServer        *server = app_demo_request_get_server (request);
  const AppDemoOptions *options = app_demo_server_get_options (server);
  g_autoptr (McpJsonDocument) document = collect (server, kind,
                                                  app_demo_request_is_modern (request));
  McpJsonValue   all = mcp_json_document_get_root (document);
  McpJsonValue   item;
  McpJsonIter    iter;
  McpJsonWriter *writer;
  guint          page_size = options->page_size;
  guint          first, index = 0;

  if (page_size == 0)
    page_size = strcmp (kind, "resources") == 0 ? RESOURCES_PER_PAGE : G_MAXINT;
  if (!read_cursor (options, app_demo_request_get_params (request), page_size, &first))
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "Invalid cursor", NULL);
      return;
    }

  writer = app_demo_request_begin (request);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, kind);
  mcp_json_writer_begin_array (writer);
  mcp_json_iter_init (&iter, all);
  while (mcp_json_iter_next (&iter, NULL, &item))
    {
      if (index >= first && index - first < page_size)
        mcp_json_writer_value (writer, item);
      index++;
    }
  mcp_json_writer_end_array (writer);
  if (index > first && index - first > page_size)
    {
      g_autofree char *cursor = make_cursor (options, first + page_size, page_size);

      mcp_json_writer_member_string (writer, "nextCursor", cursor);
    }
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}
