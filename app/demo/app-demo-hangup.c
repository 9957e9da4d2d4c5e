/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-hangup.h"

#include <errno.h>
#include <sys/socket.h>

typedef struct
{
  AppDemoHangup function;
  gpointer      user_data;
} Watch;

static gboolean
on_readable (GSocket *socket, GIOCondition condition, gpointer user_data)
{
  Watch  watch = *(Watch *)user_data;
  char   byte;
  gssize size = recv (g_socket_get_fd (socket), &byte, 1, MSG_PEEK | MSG_DONTWAIT);

  /* Whatever else came is the next request, or TLS: then nothing can be told from here. */
  if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
    watch.function (watch.user_data);
  return G_SOURCE_REMOVE;
}

GSource *
app_demo_hangup_watch (SoupServerMessage *message, AppDemoHangup function, gpointer user_data)
{
  GSocket *socket = soup_server_message_get_socket (message);
  GSource *source;
  Watch   *watch;

  if (socket == NULL)
    return NULL;

  watch = g_new (Watch, 1);
  watch->function = function;
  watch->user_data = user_data;
  source = g_socket_create_source (socket, G_IO_IN | G_IO_HUP, NULL);
  g_source_set_callback (source, G_SOURCE_FUNC (on_readable), watch, g_free);
  g_source_attach (source, NULL);
  return source;
}
