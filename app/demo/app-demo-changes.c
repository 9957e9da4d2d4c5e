/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tools that change what the server offers, and tell everybody. */

#include "app-demo-prepared.h"
#include "app-demo-registry.h"
#include "mcp-json-edit.h"

#include <string.h>

#define MAX_CHANGES 1000

/* The lists that change, and how the names of their extra items begin. */
static const struct
{
  const char *noun;
  const char *prefix;
} lists[APP_DEMO_N_KINDS] = {
  [APP_DEMO_TOOLS] = { "tool", "extra_tool_" },
  [APP_DEMO_RESOURCES] = { "resource", "extra://resource/" },
  [APP_DEMO_PROMPTS] = { "prompt", "extra_prompt_" },
};

static McpJsonValue
get_data (AppDemoRegistry *registry, const char *what, const char *member)
{
  g_autofree char *pointer = g_strdup_printf ("/%s/%s", what, member);

  return app_demo_registry_get_data (registry, &app_demo_changes_system, pointer);
}

static void
broadcast (AppDemoServer *server, AppDemoKind kind)
{
  g_autofree char *method = g_strdup_printf ("notifications/%s/list_changed",
                                             app_demo_registry_get_list (kind));

  app_demo_server_broadcast (server, method, NULL);
}

static guint
count_extra (GPtrArray *items, const char *prefix)
{
  guint count = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const AppDemoItem *item = g_ptr_array_index (items, i);

      count += g_str_has_prefix (item->name, prefix);
    }
  return count;
}

static void
add_extra (AppDemoRegistry *registry, AppDemoKind kind, guint number)
{
  const char *list = app_demo_registry_get_list (kind);
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();
  g_autofree char *definition = NULL;
  AppDemoItem     *item;

  app_demo_prepared_set (values, "number", g_strdup_printf ("%u", number));
  definition = app_demo_prepared_fill (get_data (registry, "extra", list), values);
  item = app_demo_registry_add (registry, kind, definition, &app_demo_changes_system);
  item->response = get_data (registry, "responses", list);
}

static void
change (AppDemoRequest *request, McpJsonValue arguments, AppDemoKind kind)
{
  AppDemoRegistry *registry = request->server->registry;
  GPtrArray       *items = registry->items[kind];
  McpJsonValue     action = mcp_json_value_get_member (arguments, "action");
  gint64           wanted = mcp_json_value_get_member_int64 (arguments, "count", 1);
  guint            count = CLAMP (wanted, 1, MAX_CHANGES);
  gboolean         removes = mcp_json_value_string_equals (action, "remove");
  guint            extra = count_extra (items, lists[kind].prefix);
  g_autofree char *text = NULL;

  for (guint i = 0; i < count && (!removes || extra > 0); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", lists[kind].prefix, extra);

      if (removes)
        g_ptr_array_remove (items, app_demo_registry_find (registry, kind, name));
      else
        add_extra (registry, kind, extra + 1);
      extra += removes ? -1 : 1;
    }
  broadcast (request->server, kind);
  text = g_strdup_printf ("There %s %u extra %s%s now.", extra == 1 ? "is" : "are", extra,
                          lists[kind].noun, extra == 1 ? "" : "s");
  app_demo_request_answer_text (request, text, FALSE);
}

/* @how: "describe" or "reshape" */
static void
alter_tool (AppDemoRequest *request, McpJsonValue arguments, const char *how)
{
  AppDemoRegistry *registry = request->server->registry;
  const char      *member = strcmp (how, "reshape") == 0 ? "inputSchema" : "description";
  g_autofree char *name = mcp_json_value_dup_member_string (arguments, "tool");
  const char      *wanted = name != NULL ? name : "echo";
  AppDemoItem     *item = app_demo_registry_find (registry, APP_DEMO_TOOLS, wanted);
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();
  g_autofree char *definition = NULL;
  g_autofree char *text = NULL;

  if (item == NULL)
    {
      app_demo_request_answer_text (request, "There is no such tool.", TRUE);
      return;
    }
  g_autofree char *before = mcp_json_value_dup_text (item->definition);
  g_autoptr (McpJsonDocument) old = mcp_json_document_parse_text (before, -1, NULL);
  McpJsonValue changed = mcp_json_value_get_member (mcp_json_document_get_root (old), member);
  app_demo_prepared_set (values, "old", mcp_json_value_dup_text (changed));
  g_autofree char *value = app_demo_prepared_fill (get_data (registry, "altered", how), values);
  definition = mcp_json_edit_replace (changed, value);
  app_demo_registry_redefine (registry, item, definition);
  broadcast (request->server, APP_DEMO_TOOLS);
  text = g_strdup_printf ("The %s of %s changed.",
                          strcmp (how, "reshape") == 0 ? "schema" : "description", wanted);
  app_demo_request_answer_text (request, text, FALSE);
}

static void
change_tools (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *action = mcp_json_value_dup_member_string (arguments, "action");

  if (g_strcmp0 (action, "describe") == 0 || g_strcmp0 (action, "reshape") == 0)
    alter_tool (request, arguments, action);
  else
    change (request, arguments, APP_DEMO_TOOLS);
}

static void
change_prompts (AppDemoRequest *request, McpJsonValue arguments)
{
  change (request, arguments, APP_DEMO_PROMPTS);
}

static void
change_resources (AppDemoRequest *request, McpJsonValue arguments)
{
  change (request, arguments, APP_DEMO_RESOURCES);
}

static const AppDemoHandler tools[] = {
  { "change_tools", change_tools },
  { "change_prompts", change_prompts },
  { "change_resources", change_resources },
  { NULL },
};

const AppDemoSystem app_demo_changes_system = {
  .name = "changes",
  .tools = tools,
};
