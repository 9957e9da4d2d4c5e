/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoChannel: the way back to the client for what one incoming message causes. Over stdio it is
 * standard output for everything; over HTTP each POST has its own, and the GET stream is one too.
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define APP_TYPE_DEMO_CHANNEL (app_demo_channel_get_type ())
G_DECLARE_INTERFACE (AppDemoChannel, app_demo_channel, APP, DEMO_CHANNEL, GObject)

struct _AppDemoChannelInterface
{
  GTypeInterface parent_iface;

  void (*expect) (AppDemoChannel *self);
  void (*send) (AppDemoChannel *self, GBytes *message, gboolean is_answer);
  void (*drop) (AppDemoChannel *self);
  void (*suspend) (AppDemoChannel *self);
  void (*set_status) (AppDemoChannel *self, guint status);
  void (*keep_alive) (AppDemoChannel *self);
  void (*die) (AppDemoChannel *self, GBytes *message, gsize size, int status);
};

/** One request came in by this channel; its answer, or a drop, follows later. */
void app_demo_channel_expect (AppDemoChannel *self);
/** @message: JSON text on one line
 * @is_answer: whether it answers a request that came in by this channel */
void app_demo_channel_send (AppDemoChannel *self, GBytes *message, gboolean is_answer);
/** An expected answer will not come: the request was cancelled. */
void app_demo_channel_drop (AppDemoChannel *self);
/** Breaks the connection where it can be resumed; what is sent later waits until then. */
void app_demo_channel_suspend (AppDemoChannel *self);
/** The HTTP status of the answer that comes next, where there is HTTP and nothing was sent. */
void app_demo_channel_set_status (AppDemoChannel *self, guint status);
/** Sends what no client may take for a message, so that nobody on the way closes the connection. */
void app_demo_channel_keep_alive (AppDemoChannel *self);
/** Sends the first @size bytes of a message, then ends the process with @status. */
void app_demo_channel_die (AppDemoChannel *self, GBytes *message, gsize size, int status);

G_END_DECLS
