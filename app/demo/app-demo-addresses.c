/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Resource templates with every operator of RFC 6570; what is read says which address it was. */

#include "app-demo-system.h"

#include <string.h>

#define SCHEME "echo://"

static void
write_query (McpJsonWriter *writer, const char *query)
{
  g_auto (GStrv) pairs = g_strsplit (query, "&", -1);

  mcp_json_writer_add (writer, "'query': {");
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (pairs[i], "=", 2);
      g_autofree char *name = g_uri_unescape_string (parts[0] != NULL ? parts[0] : "", NULL);
      g_autofree char *value = g_uri_unescape_string (
          parts[0] != NULL && parts[1] != NULL ? parts[1] : "", NULL);

      if (name != NULL && *name != '\0')
        mcp_json_writer_member_string (writer, name, value);
    }
  mcp_json_writer_end_object (writer);
}

static gboolean
read_address (AppDemoRequest *request, const char *uri)
{
  g_autofree char *result = NULL;
  const char      *query = strchr (uri, '?');

  if (!g_str_has_prefix (uri, SCHEME))
    return FALSE;

  g_autofree char *decoded = g_uri_unescape_string (uri, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  mcp_json_writer_add (writer, "{'uri': %s, 'decoded': %s", uri, decoded);
  if (query != NULL)
    write_query (writer, query + 1);
  mcp_json_writer_end_object (writer);
  g_autofree char *text = mcp_json_writer_finish_text (writer);
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autofree char *quoted_uri = mcp_json_quote (uri, -1);
  result = g_strdup_printf ("{\"contents\":[{\"uri\":%s,\"mimeType\":\"application/json\","
                            "\"text\":%s}]}",
                            quoted_uri, quoted);
  app_demo_request_answer (request, result);
  return TRUE;
}

const AppDemoSystem app_demo_addresses_system = {
  .name = "addresses",
  .read = read_address,
};
