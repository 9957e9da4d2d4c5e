/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoListener: what every transport listens with, and who came by it. What all transports over
 * HTTP begin with: a server of libsoup that listens on the loopback interface or on a unix socket,
 * with TLS where that was asked for; and what a request must pass
 * before the protocol sees it: that it comes from this machine and not from a web page (Host and
 * Origin), and that it may come in (Authorization). Source: MCP 2025-11-25, basic/transports,
 * security warning.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-channel.h"
#include "app-demo-server.h"

/** To be read by all; a transport fills in what it listens with. */
typedef struct
{
  GObject parent_instance;

  AppDemoServer        *server;
  const AppDemoOptions *options;
  SoupServer           *soup;    /* (nullable) */
  GSocketService       *service; /* (nullable) */
  GPtrArray            *clients; /* AppDemoChannel, each with the session of a client */
  char                 *origin;  /* (nullable): scheme, host and port; or http+unix:PATH */
  char                 *url;     /* (nullable): of the endpoint */
  char                 *path;    /* (nullable): of a unix socket, which goes with the listener */
} AppDemoListener;

typedef struct
{
  GObjectClass parent_class;
} AppDemoListenerClass;

#define APP_TYPE_DEMO_LISTENER (app_demo_listener_get_type ())
GType app_demo_listener_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoListener, g_object_unref)

/** Returns: (transfer full): of @type, which does not listen yet */
gpointer app_demo_listener_create (GType type, AppDemoServer *server);
/** Opens a socket that listens.
 * @path: (nullable): of a unix socket, in place of one that no one listens on; %NULL for TCP on the
 * loopback interface
 * @port: 0 for any free one
 * Returns: (transfer full) (nullable): %NULL with @error set where that fails */
GSocket *app_demo_listener_open (const char *path, int port, GError **error);
/** Begins to serve HTTP, and sets origin and url.
 * @port: 0 for any free one
 * @path: (nullable): of a unix socket to listen on instead
 * @endpoint: the path of the endpoint
 * @handle: (nullable): called with the listener
 * Returns: %FALSE with @error set where that fails */
gboolean app_demo_listener_serve (AppDemoListener   *self,
                                  int                port,
                                  const char        *path,
                                  const char        *endpoint,
                                  SoupServerCallback handle,
                                  GError           **error);

/* Notices that a client closed its connection while nothing was written to it: libsoup 3.2 does not
 * look at a connection whose response is paused. */

typedef void (*AppDemoHangup) (gpointer user_data);

/** Calls @function once when the client of @message is gone; not at all where that cannot be told.
 * Returns: (transfer full) (nullable): destroy it when the message is over */
GSource *
app_demo_hangup_watch (SoupServerMessage *message, AppDemoHangup function, gpointer user_data);

/** Answers a request that must not go on.
 * @url: of the endpoint. Returns: whether the request may go on */
gboolean app_demo_http_checks_pass (const AppDemoOptions *options,
                                    const char           *url,
                                    SoupServerMessage    *message);
/** Answers with @status and a JSON-RPC error that belongs to no request. */
void
app_demo_http_checks_refuse (SoupServerMessage *message, guint status, int code, const char *text);
/** Answers with @status and an error of the request with @id, JSON text. */
void app_demo_http_checks_refuse_request (
    SoupServerMessage *message, guint status, const char *id, int code, const char *text);
