/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-icons.h"

#include "app-demo-media.h"

#include <string.h>

#define PATH "/icons"
#define PIXELS 48

#define SVG(body)                                                                               \
  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\" width=\"16\" height=\"16\" " \
  "fill=\"none\" stroke=\"#4a6fa5\" stroke-width=\"1.5\">" body "</svg>"

static const struct
{
  const char *name;
  const char *svg;
} pictures[] = {
  { "server", SVG ("<circle cx=\"7\" cy=\"7\" r=\"5\"/><path d=\"m11 11 4 4\"/>") },
  { "products", SVG ("<path d=\"M2 5h12l-1 10H3zM5 5c0-4 6-4 6 0\"/>") },
  { "asking", SVG ("<path d=\"M2 2h12v9H8l-4 3v-3H2z\"/>") },
  { "chores", SVG ("<circle cx=\"8\" cy=\"8\" r=\"6\"/><path d=\"M8 4v4l3 2\"/>") },
};

static const char *
find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    if (g_strcmp0 (pictures[i].name, name) == 0)
      return pictures[i].svg;
  return NULL;
}

void
app_demo_icons_write (AppDemoServer *server, const char *name, McpJsonWriter *writer)
{
  const char      *svg = find (name);
  const char      *origin = g_object_get_data (G_OBJECT (server), "icons-origin");
  g_autofree char *base64 = NULL;
  g_autofree char *source = NULL;

  if (svg == NULL)
    return;

  base64 = g_base64_encode ((const guchar *)svg, strlen (svg));
  source = g_strdup_printf ("data:image/svg+xml;base64,%s", base64);
  mcp_json_writer_add (writer, "'icons': [{'src': %s, 'mimeType': 'image/svg+xml', 'sizes': "
                               "['any']}",
                       source);
  /* What is offered is the same by every transport; only the server itself has a picture there. */
  if (origin != NULL && strcmp (name, "server") == 0)
    {
      g_autofree char *url = g_strdup_printf ("%s" PATH "/%s.png", origin, name);

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
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GBytes) picture = NULL;
  char *dot = strrchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  if (find (name) == NULL)
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  picture = app_demo_media_make_picture (PIXELS, PIXELS);
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
