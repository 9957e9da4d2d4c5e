/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-event-stray.h"

#include "mcp-json-document.h"
#include "mcp-json-value.h"

#include <string.h>

/* Characters that are quoted of it. */
#define QUOTED 120

static gboolean
is_message (const char *text, gssize size, gboolean *is_response)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, size, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);

  *is_response = mcp_json_value_exists (mcp_json_value_get_member (root, "result")) ||
                 mcp_json_value_exists (mcp_json_value_get_member (root, "error"));
  return *is_response || mcp_json_value_exists (mcp_json_value_get_member (root, "jsonrpc"));
}

gboolean
mcp_event_stray_is_message (GBytes *data)
{
  gboolean    response;
  gsize       size;
  const char *text = g_bytes_get_data (data, &size);

  return size > 0 && is_message (text, (gssize)size, &response);
}

/* The first characters, on one line. Returns: (transfer full) */
static char *
quote (const char *text)
{
  g_autofree char *line = g_strdelimit (g_strchomp (g_strdup (text)), "\r\n\t", ' ');

  return g_utf8_strlen (line, -1) <= QUOTED ? g_steal_pointer (&line)
                                            : g_utf8_substring (line, 0, QUOTED);
}

/* Returns: (nullable): what is behind “data:”, in whatever case and with spaces around the name */
static const char *
skip_name (const char *line)
{
  line += strspn (line, " \t");
  if (g_ascii_strncasecmp (line, "data", strlen ("data")) != 0)
    return NULL;
  line += strlen ("data");
  line += strspn (line, " \t");
  return *line == ':' ? line + 1 : NULL;
}

char *
mcp_event_stray_describe (GBytes *bytes, gboolean is_open, gboolean *lost)
{
  gsize            size;
  const char      *raw = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_utf8_make_valid (size > 0 ? raw : "", (gssize)size);
  g_autofree char *quoted = quote (text);
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);
  g_autoptr (GString) data = g_string_new (NULL);
  gboolean has_data = FALSE, is_misspelt = FALSE, response = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *value = skip_name (lines[i]);

      has_data |= g_str_has_prefix (lines[i], "data:");
      is_misspelt |= value != NULL && !g_str_has_prefix (lines[i], "data:");
      if (!g_str_has_prefix (lines[i], "event:"))
        g_string_append_printf (data, "%s\n", value != NULL ? value : lines[i]);
    }
  *lost = is_message (data->str, (gssize)data->len, &response);
  if (is_misspelt)
    return g_strdup_printf ("a field whose name differs from “data” in case or by spaces, which "
                            "clients pass over: “%s”",
                            quoted);
  if (has_data && is_open)
    return g_strdup_printf (*lost ? "an event without the blank line at its end, which clients do "
                                    "not see; its data is a complete %s: “%s”"
                                  : "an event without the blank line at its end, whose data is an "
                                    "incomplete %s: “%s”",
                            response ? "response" : "message", quoted);
  if (*lost || strchr ("{[", *text) != NULL)
    return g_strdup_printf ("JSON outside of an event, whose lines begin with “data:”: “%s”",
                            quoted);
  return g_strdup_printf ("lines that are no fields of an event: “%s”", quoted);
}
