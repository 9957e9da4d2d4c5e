/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoServer: what all clients of one demo process share: the options, what is offered, the
 * sessions, and the state of the systems (stored objects, the stock of the catalogue).
 */

#pragma once

#include <gio/gio.h>

#include "app-demo-options.h"
#include "mcp-json-writer.h"

typedef struct _AppDemoRegistry AppDemoRegistry;

#define APP_TYPE_DEMO_SERVER (app_demo_server_get_type ())
G_DECLARE_FINAL_TYPE (AppDemoServer, app_demo_server, APP, DEMO_SERVER, GObject)

/** To be read by all, and changed only by AppDemoServer itself. */
struct _AppDemoServer
{
  GObject parent_instance;

  AppDemoOptions  *options;
  AppDemoRegistry *registry;
  GPtrArray       *sessions;      /* not owned: they come and go by themselves */
  guint            n_cancelled;   /* requests */
  GHashTable      *notifications; /* method → how many came */
};

/** @options: (transfer full) */
AppDemoServer *app_demo_server_new (AppDemoOptions *options);

/** Sends a notification to every session and to all who listen for it.
 * @params: (nullable): JSON text */
void app_demo_server_broadcast (AppDemoServer *self, const char *method, const char *params);
/** Tells every session that subscribed to @uri that the resource changed. */
void app_demo_server_resource_updated (AppDemoServer *self, const char *uri);

/** One more notification came from a client. */
void app_demo_server_count_notification (AppDemoServer *self, const char *method);
/** Writes an object of what goes on: requests in progress besides one, requests that were
 * cancelled, sessions, notifications that came. */
void app_demo_server_write_activity (AppDemoServer *self, McpJsonWriter *writer);
/** Ends what goes on without a session: tasks, and requests that listen. */
void app_demo_server_stop (AppDemoServer *self);

/** A system's own state, made by @create when it is first asked for.
 * Returns: (transfer none) */
gpointer app_demo_server_get_state (AppDemoServer *self,
                                    const char    *name,
                                    gpointer (*create) (void),
                                    GDestroyNotify destroy);
