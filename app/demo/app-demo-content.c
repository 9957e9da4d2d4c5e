/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-media.h"
#include "app-demo-system.h"

#include <string.h>

#define TEXT                                                                                  \
  "Text is the commonest answer. It can have several paragraphs.\n\n"                         \
  "- Server text is never markup: <b>this</b> & *that* stay as they are\n"                    \
  "- It may hold other scripts: 日本語, עברית, Ελληνικά, emoji 🌲\n"        \
  "- A link is only text until a person opens it: https://modelcontextprotocol.io\n\n"        \
  "The longest line comes last, so that you can see how it is wrapped: "                      \
  "the quick brown fox jumps over the lazy dog, rests, and jumps back over the dog that has " \
  "meanwhile woken up and wonders what all the jumping is about."

#define UNKNOWN_BLOCK                                                               \
  "{\"type\":\"hologram\",\"angle\":42.50,\"layers\":[\"near\",\"far\"],\"_meta\":" \
  "{\"example.com/why\":\"no revision of the protocol knows this type\"}}"

#define LINKS                                                                       \
  "{\"type\":\"resource_link\",\"uri\":\"product://guide\",\"name\":\"guide\","     \
  "\"title\":\"Buying guide\",\"mimeType\":\"text/markdown\",\"annotations\":"      \
  "{\"audience\":[\"user\"],\"priority\":0.8}},"                                    \
  "{\"type\":\"resource_link\",\"uri\":\"product://picture\",\"name\":\"picture\"," \
  "\"title\":\"Cover picture\",\"mimeType\":\"image/png\",\"size\":48213},"         \
  "{\"type\":\"resource_link\",\"uri\":\"https://modelcontextprotocol.io/\","       \
  "\"name\":\"specification\",\"description\":\"A page elsewhere\"}"

#define EMBEDDED_TEXT                                                             \
  "{\"type\":\"resource\",\"resource\":{\"uri\":\"product://note\",\"mimeType\":" \
  "\"text/markdown\",\"text\":\"# A note\\n\\nThis text came inside of a result.\"}}"

static void
show_text (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer_text (request, TEXT, FALSE);
}

static void
write_image (McpJsonWriter *writer, guint width, guint height)
{
  g_autoptr (GBytes) picture = app_demo_media_make_picture (width, height);

  app_demo_request_write_media (writer, "image", "image/png", picture);
}

static void
write_tone (McpJsonWriter *writer, double hertz)
{
  g_autoptr (GBytes) tone = app_demo_media_make_tone (hertz, 800);

  app_demo_request_write_media (writer, "audio", "audio/wav", tone);
}

static void
write_embedded (McpJsonWriter *writer)
{
  g_autoptr (GBytes) picture = app_demo_media_make_picture (160, 100);
  gsize            size;
  const guchar    *data = g_bytes_get_data (picture, &size);
  g_autofree char *base64 = g_base64_encode (data, size);

  mcp_json_writer_add (writer, "%r, {'type': 'resource', 'resource': {'uri': "
                               "'product://thumbnail', 'mimeType': 'image/png', 'blob': %s}}",
                       EMBEDDED_TEXT, base64);
}

static void
show_image (AppDemoRequest *request, McpJsonValue arguments)
{
  gint64         width = mcp_json_value_get_member_int64 (arguments, "width", 480);
  gint64         height = mcp_json_value_get_member_int64 (arguments, "height", 300);
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  write_image (writer, CLAMP (width, 1, 2000), CLAMP (height, 1, 2000));
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
show_audio (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonValue   argument = mcp_json_value_get_member (arguments, "hertz");
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  write_tone (writer, mcp_json_value_get_double (argument, 440));
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
show_links (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer (request, "{\"content\":[" LINKS "]}");
}

static void
show_embedded (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  write_embedded (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static char *
make_weather (const char *city)
{
  static const char *const skies[] = { "clear", "cloudy", "rain" };
  g_autofree char         *quoted = mcp_json_quote (city, -1);
  guint                    hash = g_str_hash (city);

  return g_strdup_printf ("{\"city\":%s,\"temperature\":%u.%u,\"sky\":\"%s\",\"wind\":"
                          "{\"speed\":%u,\"direction\":\"NW\"}}",
                          quoted, hash % 30, hash / 30 % 10, skies[hash / 300 % 3],
                          hash / 900 % 40);
}

static void
show_structured (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *city = mcp_json_value_dup_member_string (arguments, "city");
  g_autofree char *weather = make_weather (city != NULL ? city : "Porto");
  McpJsonWriter   *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, weather);
  app_demo_request_end_content (request, writer, weather, FALSE);
}

static void
show_everything (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *weather = make_weather ("Porto");
  McpJsonWriter   *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, TEXT);
  write_image (writer, 480, 300);
  write_tone (writer, 440);
  mcp_json_writer_raw (writer,
                       "{\"type\":\"resource_link\",\"uri\":\"product://guide\",\"name\":\"guide\","
                       "\"title\":\"Buying guide\",\"mimeType\":\"text/markdown\"}",
                       -1);
  write_embedded (writer);
  mcp_json_writer_raw (writer, UNKNOWN_BLOCK, -1);
  app_demo_request_end_content (request, writer, weather, FALSE);
}

static void
show_unknown_block (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer (request, "{\"content\":[" UNKNOWN_BLOCK "]}");
}

static void
show_nothing (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer (request, "{\"content\":[]}");
}

static void
fail (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *how = mcp_json_value_dup_member_string (arguments, "how");
  g_autofree char *message = mcp_json_value_dup_member_string (arguments, "message");

  if (message == NULL)
    message = g_strdup ("The warehouse did not answer.");
  if (g_strcmp0 (how, "protocol") == 0)
    app_demo_request_fail (request, APP_DEMO_INTERNAL_ERROR, message,
                           "{\"tool\":\"fail\",\"retry\":true,\"seconds\":30}");
  else
    app_demo_request_answer_text (request, message, TRUE);
}

static void
echo (AppDemoRequest *request, McpJsonValue arguments)
{
  gsize            length = 0;
  g_autofree char *message = mcp_json_value_dup_string (
      mcp_json_value_get_member (arguments, "message"), &length);
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  mcp_json_writer_add (writer, "{'type': 'text', 'text': ");
  mcp_json_writer_string_length (writer, message, length);
  mcp_json_writer_end_object (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
lossless (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer (request, "{\"content\":[{\"type\":\"text\",\"text\":\"See the "
                                    "structured content as it was sent.\"}],"
                                    "\"structuredContent\":{\"big\":18446744073709551616,"
                                    "\"unsafe\":9007199254740993,\"money\":1.10,"
                                    "\"huge\":1e400,\"minus_zero\":-0,\"nul\":\"ab\\u0000cd\","
                                    "\"lone\":\"\\ud800\",\"slash\":\"\\/\","
                                    "\"twice\":1,\"twice\":2}}");
}

static const AppDemoHandler tools[] = {
  { "show_text", show_text },
  { "show_image", show_image },
  { "show_audio", show_audio },
  { "show_links", show_links },
  { "show_embedded", show_embedded },
  { "show_structured", show_structured },
  { "show_everything", show_everything },
  { "show_unknown_block", show_unknown_block },
  { "show_nothing", show_nothing },
  { "fail", fail },
  { "echo", echo },
  { "lossless", lossless },
  { NULL },
};

const AppDemoSystem app_demo_content_system = {
  .name = "content",
  .tools = tools,
};
