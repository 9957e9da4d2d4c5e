/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-objects.h"

#include "app-demo-registry.h"
#include "store-explorer.h"

#define STATE "objects"

static gpointer
create_objects (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_json_document_unref);
}

static GPtrArray *
get_objects (AppDemoServer *server)
{
  return app_demo_server_get_state (server, STATE, create_objects,
                                    (GDestroyNotify)g_ptr_array_unref);
}

static char *
make_id (guint number)
{
  return g_strdup_printf ("obj_%03u", number);
}

char *
app_demo_objects_put (AppDemoServer *server, McpJsonWriter *value)
{
  GPtrArray *objects = get_objects (server);
  g_autoptr (GBytes) bytes = mcp_json_writer_finish (value);

  mcp_json_writer_free (value);
  g_ptr_array_add (objects, mcp_json_document_parse (bytes, NULL, NULL, NULL));
  return make_id (objects->len);
}

McpJsonValue
app_demo_objects_get (AppDemoServer *server, const char *reference)
{
  GPtrArray       *objects = get_objects (server);
  g_autofree char *path = NULL;
  g_autofree char *id = store_explorer_split_reference (reference, &path);
  g_autofree char *right_id = NULL;
  guint64          number;

  if (!g_str_has_prefix (id, "obj_") ||
      !g_ascii_string_to_unsigned (id + 4, 10, 1, objects->len, &number, NULL))
    return MCP_JSON_NO_VALUE;

  right_id = make_id (number);
  if (g_strcmp0 (id, right_id) != 0)
    return MCP_JSON_NO_VALUE;
  return mcp_json_document_get_root (g_ptr_array_index (objects, number - 1));
}

void
app_demo_objects_answer (AppDemoRequest *request, McpJsonWriter *value)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  g_autofree char *id = app_demo_objects_put (server, value);
  g_autofree char *text = store_explorer_explore (app_demo_objects_get (server, id), id, "", NULL,
                                                  NULL);

  app_demo_request_answer_text (request, text, FALSE);
}

void
app_demo_objects_fail (AppDemoRequest *request, const char *message)
{
  g_autofree char *tool = mcp_json_value_dup_member_string (app_demo_request_get_params (request),
                                                            "name");
  g_autofree char *text = g_strdup_printf ("Error executing tool %s: %s", tool, message);

  app_demo_request_answer_text (request, text, TRUE);
}
