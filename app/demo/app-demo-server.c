/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-server.h"

#include "app-demo-listen.h"
#include "app-demo-registry.h"
#include "app-demo-session.h"
#include "app-demo-task.h"
#include "mcp-object.h"

/* Kinds of notifications that are counted; a client may make up any number. */
#define MAX_METHODS 100

G_DEFINE_FINAL_TYPE (AppDemoServer, app_demo_server, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppDemoServer, app_demo_server)

MCP_DEFINE_FINALIZE (AppDemoServer, app_demo_server)
{
  g_clear_pointer (&self->registry, app_demo_registry_free);
  g_clear_pointer (&self->options, app_demo_options_free);
  g_clear_pointer (&self->sessions, g_ptr_array_unref);
  g_clear_pointer (&self->notifications, g_hash_table_unref);
}

static void
app_demo_server_init (AppDemoServer *self)
{
  self->sessions = g_ptr_array_new ();
  self->notifications = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

AppDemoServer *
app_demo_server_new (AppDemoOptions *options)
{
  AppDemoServer *self = g_object_new (APP_TYPE_DEMO_SERVER, NULL);

  self->options = options;
  self->registry = app_demo_registry_new (options);
  return self;
}

void
app_demo_server_broadcast (AppDemoServer *self, const char *method, const char *params)
{
  for (guint i = 0; i < self->sessions->len; i++)
    {
      AppDemoSession *session = g_ptr_array_index (self->sessions, i);

      if (session->version != NULL)
        app_demo_session_notify (session, method, params);
    }
  app_demo_listen_broadcast (self, method, params);
}

void
app_demo_server_resource_updated (AppDemoServer *self, const char *uri)
{
  g_autofree char *quoted = mcp_json_quote (uri, -1);
  g_autofree char *params = g_strdup_printf ("{\"uri\":%s}", quoted);

  for (guint i = 0; i < self->sessions->len; i++)
    {
      AppDemoSession *session = g_ptr_array_index (self->sessions, i);

      if (g_hash_table_contains (session->subscriptions, uri))
        app_demo_session_notify (session, "notifications/resources/updated", params);
    }
  app_demo_listen_resource_updated (self, uri);
}

void
app_demo_server_count_notification (AppDemoServer *self, const char *method)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (self->notifications, method));

  if (count > 0 || g_hash_table_size (self->notifications) < MAX_METHODS)
    g_hash_table_insert (self->notifications, g_strdup (method), GUINT_TO_POINTER (count + 1));
}

void
app_demo_server_write_activity (AppDemoServer *self, McpJsonWriter *writer)
{
  GHashTableIter iter;
  gpointer       method, count;
  guint          requests = 0;

  for (guint i = 0; i < self->sessions->len; i++)
    {
      const AppDemoSession *session = g_ptr_array_index (self->sessions, i);

      requests += session->requests->len;
    }
  mcp_json_writer_begin_object (writer);
  /* Who asks is in progress too. */
  mcp_json_writer_member_int64 (writer, "requests", requests - 1);
  mcp_json_writer_add (writer, "'cancelled': %x, 'sessions': %x, 'notifications': {",
                       (gint64)self->n_cancelled, (gint64)self->sessions->len);
  g_hash_table_iter_init (&iter, self->notifications);
  while (g_hash_table_iter_next (&iter, &method, &count))
    mcp_json_writer_member_int64 (writer, method, GPOINTER_TO_UINT (count));
  mcp_json_writer_add (writer, "}}");
}

void
app_demo_server_stop (AppDemoServer *self)
{
  app_demo_task_end_all (self);
  app_demo_listen_end_all (self);
}

gpointer
app_demo_server_get_state (AppDemoServer *self,
                           const char    *name,
                           gpointer (*create) (void),
                           GDestroyNotify destroy)
{
  gpointer state = g_object_get_data (G_OBJECT (self), name);

  if (state == NULL)
    {
      state = create ();
      g_object_set_data_full (G_OBJECT (self), name, state, destroy);
    }
  return state;
}
