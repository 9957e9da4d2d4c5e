/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-listen.h"

#include <string.h>

#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"
#define TASKS_EXTENSION "/extensions/io.modelcontextprotocol~1tasks"

/* The lists that a client may listen for. */
static const struct
{
  const char *member;
  const char *method;
} lists[] = {
  { "toolsListChanged", "notifications/tools/list_changed" },
  { "promptsListChanged", "notifications/prompts/list_changed" },
  { "resourcesListChanged", "notifications/resources/list_changed" },
};

typedef struct
{
  AppDemoServer  *server; /* not owned */
  AppDemoRequest *request;
  guint           lists; /* a bit for each */
  GHashTable     *uris;
  GHashTable     *tasks;
  guint           keep_alive;
} Listener;

static GPtrArray *
create_listeners (void)
{
  return g_ptr_array_new ();
}

static GPtrArray *
get_listeners (AppDemoServer *server)
{
  return app_demo_server_get_state (server, "listeners", (gpointer (*) (void))create_listeners,
                                    (GDestroyNotify)g_ptr_array_unref);
}

static void
listener_free (Listener *listener)
{
  g_clear_handle_id (&listener->keep_alive, g_source_remove);
  g_hash_table_unref (listener->uris);
  g_hash_table_unref (listener->tasks);
  g_object_unref (listener->request);
  g_free (listener);
}

static void
on_finished (AppDemoRequest *request, gpointer user_data)
{
  Listener *listener = user_data;

  g_ptr_array_remove (get_listeners (listener->server), listener);
  listener_free (listener);
}

static gboolean
on_keep_alive (gpointer user_data)
{
  Listener *listener = user_data;

  app_demo_channel_keep_alive (listener->request->channel);
  return G_SOURCE_CONTINUE;
}

/* @params: an object without _meta, or NULL */
static void
notify (Listener *listener, const char *method, const char *params)
{
  g_autofree char *id = mcp_json_value_dup_text (listener->request->id);
  gboolean         empty = params == NULL || strcmp (params, "{}") == 0;
  g_autofree char *tagged = g_strdup_printf ("{\"_meta\":{\"" META_SUBSCRIPTION "\":%s}%s%s", id,
                                             empty ? "" : ",", empty ? "}" : params + 1);

  app_demo_request_notify (listener->request, method, tagged);
}

static void
end (Listener *listener)
{
  AppDemoRequest  *request = listener->request;
  g_autofree char *id = mcp_json_value_dup_text (request->id);

  app_demo_request_add_result_meta (request, META_SUBSCRIPTION, id);
  app_demo_request_answer (request, "{}");
}

/* Returns: whether the listener is acknowledged */
static gboolean
admit (Listener *listener)
{
  const AppDemoFaults *faults = listener->server->options->faults;
  AppDemoListening     listening = faults->listen != NULL ? faults->listen (listener->request)
                                                          : APP_DEMO_LISTENS;

  if ((listening & APP_DEMO_LISTENS_IN_VAIN) != 0)
    {
      g_clear_handle_id (&listener->keep_alive, g_source_remove);
      listener->lists = 0;
      g_hash_table_remove_all (listener->uris);
    }
  return (listening & APP_DEMO_LISTENS_UNACKNOWLEDGED) == 0;
}

static void
read_strings (GHashTable *set, McpJsonValue array)
{
  for (McpJsonWalk each = mcp_json_walk (array); mcp_json_walk_next (&each);)
    {
      char *text = mcp_json_value_dup_string (each.value, NULL);

      if (text != NULL)
        g_hash_table_add (set, text);
    }
}

static void
acknowledge (Listener *listener, guint lists_wanted, McpJsonValue wanted)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'notifications': {");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if ((lists_wanted >> i & 1) != 0)
      mcp_json_writer_member_boolean (writer, lists[i].member, TRUE);
  mcp_json_writer_member_value (writer, "resourceSubscriptions",
                                mcp_json_value_get_member (wanted, "resourceSubscriptions"));
  if (g_hash_table_size (listener->tasks) > 0)
    mcp_json_writer_member_value (writer, "taskIds",
                                  mcp_json_value_get_member (wanted, "taskIds"));
  mcp_json_writer_add (writer, "}}");
  g_autofree char *params = mcp_json_writer_finish_text (writer);
  notify (listener, "notifications/subscriptions/acknowledged", params);
}

void
app_demo_listen_handle (AppDemoRequest *request, McpJsonValue params)
{
  AppDemoServer        *server = request->server;
  const AppDemoOptions *options = server->options;
  McpJsonValue          wanted = mcp_json_value_get_member (params, "notifications");

  if (mcp_json_value_get_kind (wanted) != MCP_JSON_OBJECT)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "notifications must be an object",
                             NULL);
      return;
    }

  Listener *listener = g_new0 (Listener, 1);
  listener->server = server;
  listener->request = g_object_ref (request);
  listener->uris = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  listener->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (mcp_json_value_get_member_boolean (wanted, lists[i].member, FALSE))
      listener->lists |= 1u << i;
  read_strings (listener->uris, mcp_json_value_get_member (wanted, "resourceSubscriptions"));
  if (app_demo_request_client_can (request, TASKS_EXTENSION))
    read_strings (listener->tasks, mcp_json_value_get_member (wanted, "taskIds"));
  if (options->keep_alive > 0)
    listener->keep_alive = g_timeout_add (options->keep_alive, on_keep_alive, listener);

  g_ptr_array_add (get_listeners (server), listener);
  g_signal_connect (request, "finished", G_CALLBACK (on_finished), listener);
  guint lists_wanted = listener->lists;
  if (admit (listener))
    acknowledge (listener, lists_wanted, wanted);
}

void
app_demo_listen_broadcast (AppDemoServer *server, const char *method, const char *params)
{
  GPtrArray *listeners = get_listeners (server);

  for (guint i = 0; i < listeners->len; i++)
    {
      Listener *listener = g_ptr_array_index (listeners, i);

      for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
        if ((listener->lists >> list & 1) != 0 && strcmp (lists[list].method, method) == 0)
          notify (listener, method, params);
    }
}

void
app_demo_listen_resource_updated (AppDemoServer *server, const char *uri)
{
  GPtrArray       *listeners = get_listeners (server);
  g_autofree char *quoted = mcp_json_quote (uri, -1);
  g_autofree char *params = g_strdup_printf ("{\"uri\":%s}", quoted);

  for (guint i = 0; i < listeners->len; i++)
    {
      Listener *listener = g_ptr_array_index (listeners, i);

      if (g_hash_table_contains (listener->uris, uri))
        notify (listener, "notifications/resources/updated", params);
    }
}

void
app_demo_listen_task_changed (AppDemoServer *server, const char *task_id, const char *params)
{
  GPtrArray *listeners = get_listeners (server);

  for (guint i = 0; i < listeners->len; i++)
    {
      Listener *listener = g_ptr_array_index (listeners, i);

      if (g_hash_table_contains (listener->tasks, task_id))
        notify (listener, "notifications/tasks", params);
    }
}

void
app_demo_listen_end_all (AppDemoServer *server)
{
  GPtrArray *listeners = get_listeners (server);

  while (listeners->len > 0)
    end (g_ptr_array_index (listeners, listeners->len - 1));
}
