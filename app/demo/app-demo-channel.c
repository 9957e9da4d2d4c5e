/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-channel.h"

#include "app-demo-session.h"

G_DEFINE_TYPE (AppDemoChannel, app_demo_channel, G_TYPE_OBJECT)

#define GET_CLASS(self) \
  G_TYPE_INSTANCE_GET_CLASS (self, APP_TYPE_DEMO_CHANNEL, AppDemoChannelClass)

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

static void
app_demo_channel_init (AppDemoChannel *self)
{
}

void
app_demo_channel_send (AppDemoChannel *self, GBytes *message, gboolean is_answer)
{
  GET_CLASS (self)->send (self, message, is_answer);
}

void
app_demo_channel_drop (AppDemoChannel *self)
{
  GET_CLASS (self)->drop (self);
}

void
app_demo_channel_suspend (AppDemoChannel *self)
{
  GET_CLASS (self)->suspend (self);
}

void
app_demo_channel_keep_alive (AppDemoChannel *self)
{
  GET_CLASS (self)->keep_alive (self);
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
  GET_CLASS (self)->leave (self);
  g_ptr_array_remove (self->clients, self);
  g_object_unref (self);
}
