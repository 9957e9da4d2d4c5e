/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-channel.h"

#include <unistd.h>

G_DEFINE_INTERFACE (AppDemoChannel, app_demo_channel, G_TYPE_OBJECT)

static void
app_demo_channel_default_init (AppDemoChannelInterface *iface)
{
}

void
app_demo_channel_expect (AppDemoChannel *self)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->expect != NULL)
    iface->expect (self);
}

void
app_demo_channel_send (AppDemoChannel *self, GBytes *message, gboolean is_answer)
{
  APP_DEMO_CHANNEL_GET_IFACE (self)->send (self, message, is_answer);
}

void
app_demo_channel_drop (AppDemoChannel *self)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->drop != NULL)
    iface->drop (self);
}

void
app_demo_channel_suspend (AppDemoChannel *self)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->suspend != NULL)
    iface->suspend (self);
}

void
app_demo_channel_set_status (AppDemoChannel *self, guint status)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->set_status != NULL)
    iface->set_status (self, status);
}

void
app_demo_channel_keep_alive (AppDemoChannel *self)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->keep_alive != NULL)
    iface->keep_alive (self);
}

void
app_demo_channel_die (AppDemoChannel *self, GBytes *message, gsize size, int status)
{
  AppDemoChannelInterface *iface = APP_DEMO_CHANNEL_GET_IFACE (self);

  if (iface->die == NULL)
    _exit (status);
  iface->die (self, message, size, status);
}
