/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-channel.h"

#include "app-demo-session.h"
#include "mcp-object.h"

G_DEFINE_TYPE (AppDemoChannel, app_demo_channel, G_TYPE_OBJECT)
MCP_DEFINE_INIT (AppDemoChannel, app_demo_channel)

static void
do_nothing (AppDemoChannel *self)
{
}

static void
app_demo_channel_class_init (AppDemoChannelClass *klass)
{
  klass->drop = do_nothing;
  klass->suspend = do_nothing;
  klass->keep_alive = do_nothing;
  klass->leave = do_nothing;
}

void
app_demo_channel_send (AppDemoChannel *self, GBytes *message, gboolean is_answer)
{
  APP_DEMO_CHANNEL_GET_CLASS (self)->send (self, message, is_answer);
}

void
app_demo_channel_drop (AppDemoChannel *self)
{
  APP_DEMO_CHANNEL_GET_CLASS (self)->drop (self);
}

void
app_demo_channel_keep_alive (AppDemoChannel *self)
{
  APP_DEMO_CHANNEL_GET_CLASS (self)->keep_alive (self);
}

void
app_demo_channel_enter (AppDemoChannel *self, AppDemoSession *session, GPtrArray *clients)
{
  self->session = session;
  self->clients = clients;
  g_ptr_array_add (clients, g_object_ref (self));
  app_demo_session_set_channel (session, self);
}

void
app_demo_channel_leave (AppDemoChannel *self)
{
  g_autoptr (AppDemoSession) session = g_steal_pointer (&self->session);

  if (session == NULL)
    return;
  g_object_ref (self);
  app_demo_session_close (session);
  app_demo_session_set_channel (session, NULL);
  APP_DEMO_CHANNEL_GET_CLASS (self)->leave (self);
  g_ptr_array_remove (self->clients, self);
  g_object_unref (self);
}
