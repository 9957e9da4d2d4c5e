/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoChannel: the way back to the client for what one incoming message causes. Over stdio it is
 * standard output for everything; over HTTP each POST has its own, and the GET stream is one too.
 * A channel that is all that a client has holds the client's session.
 */

#pragma once

#include <gio/gio.h>

typedef struct _AppDemoChannel AppDemoChannel;
typedef struct _AppDemoSession AppDemoSession;

/** Transports read and write what is in here; so do requests the two numbers. */
struct _AppDemoChannel
{
  GObject parent_instance;

  AppDemoSession *session;  /* (nullable): of the client that this channel is all of */
  GPtrArray      *clients;  /* (nullable): among which it is one; not owned */
  guint           status;   /* of HTTP, of what is sent next where nothing was sent; 0: 200 */
  guint           expected; /* requests that came in, and have no response yet */
};

typedef struct
{
  GObjectClass parent_class;

  void (*send) (AppDemoChannel *self, GBytes *message, gboolean is_answer);
  void (*drop) (AppDemoChannel *self);
  /** Breaks the connection where it can be resumed; what is sent later waits until then. */
  void (*suspend) (AppDemoChannel *self);
  void (*keep_alive) (AppDemoChannel *self);
  void (*leave) (AppDemoChannel *self);
  /** (nullable): Writes text that need be no message. @written: is connected to “wrote-chunk” of
   * HTTP's message. Returns: whether there is one, and it is not yet written */
  gboolean (*write) (AppDemoChannel *self,
                     const char     *text,
                     GCallback       written,
                     gpointer        user_data);
} AppDemoChannelClass;

#define APP_TYPE_DEMO_CHANNEL (app_demo_channel_get_type ())
#define APP_DEMO_CHANNEL_GET_CLASS(object) \
  (G_TYPE_INSTANCE_GET_CLASS ((object), APP_TYPE_DEMO_CHANNEL, AppDemoChannelClass))
#define APP_DEMO_CHANNEL(object) \
  (G_TYPE_CHECK_INSTANCE_CAST ((object), APP_TYPE_DEMO_CHANNEL, AppDemoChannel))
GType app_demo_channel_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoChannel, g_object_unref)

/** @message: JSON text on one line
 * @is_answer: whether it answers a request that came in by this channel */
void app_demo_channel_send (AppDemoChannel *self, GBytes *message, gboolean is_answer);
/** An expected answer will not come: the request was cancelled. */
void app_demo_channel_drop (AppDemoChannel *self);
/** Sends what no client may take for a message, so that nobody on the way closes the connection. */
void app_demo_channel_keep_alive (AppDemoChannel *self);

/** Makes @self all that a client has: gives it @session, and a place among @clients.
 * @session: (transfer full)
 * @clients: (element-type AppDemoChannel): frees with g_object_unref() */
void
app_demo_channel_enter (AppDemoChannel *self, AppDemoSession *session, GPtrArray *clients);
/** The client is gone: its session ends, and its place is free. */
void app_demo_channel_leave (AppDemoChannel *self);
