/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "hostile.h"

#include <string.h>

#define MANY_TOOLS_DEFAULT 2000
#define HUGE_ICON (4 * 1024 * 1024)
#define N_INVALID 12

/* Each is forbidden by MCP 2026-07-28, basic/transports, "Custom Headers". */
static const char *const invalid_properties[N_INVALID] = {
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}",
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"two words\"}}",
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"line\\r\\nX-Evil: 1\"}}",
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"Ünï\"}}",
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":7}}",
  "{\"p\":{\"type\":\"number\",\"x-mcp-header\":\"P\"}}",
  "{\"p\":{\"type\":\"object\",\"x-mcp-header\":\"P\"}}",
  "{\"p\":{\"type\":\"array\",\"x-mcp-header\":\"P\"}}",
  "{\"p\":{\"type\":[\"string\",\"null\"],\"x-mcp-header\":\"P\"}}",
  "{\"p\":{\"type\":\"string\",\"x-mcp-header\":\"Same\"},"
  "\"q\":{\"type\":\"string\",\"x-mcp-header\":\"SAME\"}}",
  "{\"p\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"P\"}}}",
  "{\"p\":{\"anyOf\":[{\"type\":\"string\",\"x-mcp-header\":\"P\"}]}}",
};

static void
write_invalid_headers (McpJsonWriter *writer)
{
  for (guint i = 0; i < N_INVALID; i++)
    {
      g_autofree char *tool = g_strdup_printf ("{\"name\":\"invalid_header_%u\",\"inputSchema\":{"
                                               "\"type\":\"object\",\"properties\":%s}}",
                                               i + 1, invalid_properties[i]);

      mcp_json_writer_raw (writer, tool, -1);
    }
}

static void
write_icon (McpJsonWriter *writer, const char *name, const char *source, const char *type)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", name);
  mcp_json_writer_name (writer, "inputSchema");
  mcp_json_writer_raw (writer, "{\"type\":\"object\"}", -1);
  mcp_json_writer_name (writer, "icons");
  mcp_json_writer_begin_array (writer);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "src", source);
  if (type != NULL)
    mcp_json_writer_member_string (writer, "mimeType", type);
  mcp_json_writer_name (writer, "sizes");
  mcp_json_writer_raw (writer, "[\"1000000x1000000\",\"x\"]", -1);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
}

static void
write_bad_icons (const Hostile *self, McpJsonWriter *writer)
{
  static const struct
  {
    const char *name;
    const char *source;
    const char *type;
  } icons[] = {
    { "icon_file", "file:///etc/passwd", "image/png" },
    { "icon_script", "javascript:alert(1)", "image/png" },
    { "icon_socket", "ws://127.0.0.1:1/icon.png", "image/png" },
    { "icon_elsewhere", "https://tracker.example/pixel.png?id=1", "image/png" },
    { "icon_metadata", "http://169.254.169.254/latest/meta-data", "image/png" },
    { "icon_svg_script",
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'%3E"
      "%3Cscript%3Ealert(1)%3C/script%3E%3Cimage href='file:///etc/passwd'/%3E%3C/svg%3E",
      "image/svg+xml" },
    { "icon_svg_laughs",
      "data:image/svg+xml,%3C!DOCTYPE svg [%3C!ENTITY a 'ha'%3E%3C!ENTITY b "
      "'%26a;%26a;%26a;%26a;'%3E]%3E%3Csvg xmlns='http://www.w3.org/2000/svg'%3E"
      "%3Ctext%3E%26b;%3C/text%3E%3C/svg%3E",
      "image/svg+xml" },
    { "icon_page", "data:text/html,%3Cscript%3Ealert(1)%3C/script%3E", "image/png" },
    { "icon_garbage", "data:image/png;base64,!!!", "image/png" },
    { "icon_empty", "", NULL },
  };
  g_autofree char *block = g_strnfill (hostile_get_size (self, HUGE_ICON), 'A');
  g_autofree char *huge = g_strconcat ("data:image/png;base64,iVBORw0KGgo", block, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    write_icon (writer, icons[i].name, icons[i].source, icons[i].type);
  write_icon (writer, "icon_huge", huge, "image/png");
}

void
hostile_write_items (const Hostile *self, const char *kind, McpJsonWriter *writer)
{
  int count = hostile_get_count (self, MANY_TOOLS_DEFAULT);

  if (strcmp (kind, "tools") != 0)
    return;

  for (int i = 0; hostile_has (self, HOSTILE_DUPLICATE_TOOLS) && i < 2; i++)
    mcp_json_writer_raw (writer,
                         "{\"name\":\"echo\",\"description\":\"Another tool of this name\","
                         "\"inputSchema\":{\"type\":\"object\"}}",
                         -1);
  if (hostile_has (self, HOSTILE_MISSING_SCHEMA))
    mcp_json_writer_raw (writer, "{\"name\":\"no_schema\"},{\"description\":\"no name\"},42", -1);
  if (hostile_has (self, HOSTILE_SCHEMA_NOT_OBJECT))
    mcp_json_writer_raw (writer,
                         "{\"name\":\"schema_string\",\"inputSchema\":\"object\"},"
                         "{\"name\":\"schema_array\",\"inputSchema\":[{\"type\":\"object\"}]},"
                         "{\"name\":\"schema_null\",\"inputSchema\":null},"
                         "{\"name\":\"schema_of_string\",\"inputSchema\":{\"type\":\"string\"}}",
                         -1);
  if (hostile_has (self, HOSTILE_MARKUP_NAMES))
    {
      mcp_json_writer_raw (writer,
                           "{\"name\":\"<b>bold</b>&amp;\",\"title\":\"<b>bold</b> & <i>not "
                           "closed\","
                           "\"description\":\"%s%n <span foreground='red'>red</span> & <a "
                           "href=\\\"x\\\">link</a>\","
                           "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"<b>&\":{"
                           "\"type\":\"string\","
                           "\"description\":\"</b>&lt;\"}}}},"
                           "{\"name\":\"delete\\u202etxt.live\",\"title\":\"safe\\u202eelif "
                           "eteled\\u2066\\u200b\\u0000\\u0007\","
                           "\"description\":\"Ünïcödé 日本語 🚀 \\u202dabc\\u2029 "
                           "second\\u0085third\","
                           "\"inputSchema\":{\"type\":\"object\"}}",
                           -1);
      mcp_json_writer_begin_object (writer);
      g_autofree char *name = g_strnfill (3000, 'n');
      mcp_json_writer_member_string (writer, "name", name);
      mcp_json_writer_member_string (writer, "description", name);
      mcp_json_writer_name (writer, "inputSchema");
      mcp_json_writer_raw (writer, "{\"type\":\"object\"}", -1);
      mcp_json_writer_end_object (writer);
      mcp_json_writer_raw (writer, "{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}", -1);
    }
  for (int i = 0; hostile_has (self, HOSTILE_MANY_TOOLS) && i < count; i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"name\":\"tool_%05d\",\"description\":\"Tool "
                                               "number %d\","
                                               "\"inputSchema\":{\"type\":\"object\"}}",
                                               i, i);

      mcp_json_writer_raw (writer, json, -1);
    }
  if (hostile_has (self, HOSTILE_INVALID_HEADERS))
    write_invalid_headers (writer);
  if (hostile_has (self, HOSTILE_BAD_ICONS))
    write_bad_icons (self, writer);
}
