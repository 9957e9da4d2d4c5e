/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-icons.h"

#include "app-demo-media.h"
#include "app-demo-registry.h"

#include <string.h>

#define PATH "/icons"
#define PICTURE PATH "/server.png"
#define PIXELS 48

void
app_demo_icons_write (AppDemoServer *server, const AppDemoSystem *system, McpJsonWriter *writer)
{
  const AppDemoSystem *of = system != NULL ? system : &app_demo_objects_system;
  const char          *pointer = system != NULL ? "/icon" : "/server";
  McpJsonValue         icon = app_demo_registry_get_data (server->registry, of, pointer);
  const char          *origin = g_object_get_data (G_OBJECT (server), "icons-origin");

  if (!mcp_json_value_exists (icon))
    return;

  mcp_json_writer_add (writer, "'icons': [%v", icon);
  /* What is offered is the same by every transport; only the server itself has a picture there. */
  if (origin != NULL && system == NULL)
    {
      g_autofree char *url = g_strconcat (origin, PICTURE, NULL);

      mcp_json_writer_add (writer, "{'src': %s, 'mimeType': 'image/png', 'sizes': ['48x48'], "
                                   "'theme': 'light'}",
                           url);
    }
  mcp_json_writer_end_array (writer);
}

static void
handle (SoupServer        *soup,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  if (strcmp (path, PICTURE) != 0)
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  g_autoptr (GBytes) picture = app_demo_media_make_picture (PIXELS, PIXELS);
  soup_message_headers_set_content_type (soup_server_message_get_response_headers (message),
                                         "image/png", NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), picture);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}

void
app_demo_icons_serve (AppDemoServer *server, SoupServer *soup, const char *origin)
{
  g_object_set_data_full (G_OBJECT (server), "icons-origin", g_strdup (origin), g_free);
  soup_server_add_handler (soup, PATH, handle, NULL, NULL);
}
