/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the server scenarios of @modelcontextprotocol/conformance call, with the names and texts
 * that they ask for. Offered with --conformance only. */

#include "app-demo-media.h"
#include "app-demo-system.h"

#include <string.h>

#define STEP_MS 50
/* Long enough for a client to notice that its stream was broken and to wait as it was told. */
#define RECONNECTION_MS 100
#define N_STEPS 3

#define SCHEMA_PERSON                                                          \
  "{\"type\":\"object\",\"properties\":{"                                      \
  "\"username\":{\"type\":\"string\",\"description\":\"User's response\"},"    \
  "\"email\":{\"type\":\"string\",\"description\":\"User's email address\"}}," \
  "\"required\":[\"username\",\"email\"]}"

#define SCHEMA_DEFAULTS                                                             \
  "{\"type\":\"object\",\"properties\":{"                                           \
  "\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"                        \
  "\"age\":{\"type\":\"integer\",\"default\":30},"                                  \
  "\"score\":{\"type\":\"number\",\"default\":95.5},"                               \
  "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\",\"pending\"]," \
  "\"default\":\"active\"},"                                                        \
  "\"verified\":{\"type\":\"boolean\",\"default\":true}}}"

#define SCHEMA_ENUMS                                                                         \
  "{\"type\":\"object\",\"properties\":{"                                                    \
  "\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\",\"option2\",\"option3\"]}," \
  "\"titledSingle\":{\"type\":\"string\",\"oneOf\":["                                        \
  "{\"const\":\"value1\",\"title\":\"First Option\"},"                                       \
  "{\"const\":\"value2\",\"title\":\"Second Option\"},"                                      \
  "{\"const\":\"value3\",\"title\":\"Third Option\"}]},"                                     \
  "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],"               \
  "\"enumNames\":[\"Option One\",\"Option Two\",\"Option Three\"]},"                         \
  "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\","                    \
  "\"enum\":[\"option1\",\"option2\",\"option3\"]}},"                                        \
  "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":["                               \
  "{\"const\":\"value1\",\"title\":\"First Choice\"},"                                       \
  "{\"const\":\"value2\",\"title\":\"Second Choice\"},"                                      \
  "{\"const\":\"value3\",\"title\":\"Third Choice\"}]}}}}"

#define EMBEDDED_TEXT                                                          \
  "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://embedded-resource\"," \
  "\"mimeType\":\"text/plain\",\"text\":\"This is an embedded resource content.\"}}"

#define EMBEDDED_JSON                                                               \
  "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://mixed-content-resource\"," \
  "\"mimeType\":\"application/json\",\"text\":\"{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}\"}}"

static void
write_picture (McpJsonWriter *writer)
{
  g_autoptr (GBytes) picture = app_demo_media_make_picture (16, 10);

  app_demo_request_write_media (writer, "image", "image/png", picture);
}

static void
simple_text (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer_text (request, "This is a simple text response for testing.", FALSE);
}

static void
image_content (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  write_picture (writer);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
audio_content (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (GBytes) tone = app_demo_media_make_tone (440, 20);
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  app_demo_request_write_media (writer, "audio", "audio/wav", tone);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
embedded_resource (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer (request, "{\"content\":[" EMBEDDED_TEXT "]}");
}

static void
multiple_content_types (AppDemoRequest *request, McpJsonValue arguments)
{
  McpJsonWriter *writer = app_demo_request_begin_content (request);

  app_demo_request_write_text (writer, "Multiple content types test:");
  write_picture (writer);
  mcp_json_writer_raw (writer, EMBEDDED_JSON, -1);
  app_demo_request_end_content (request, writer, NULL, FALSE);
}

static void
error_handling (AppDemoRequest *request, McpJsonValue arguments)
{
  app_demo_request_answer_text (request, "This tool intentionally returns an error for testing",
                                TRUE);
}

typedef struct
{
  AppDemoRequest *request;
  guint           step;
  gboolean        logs;
} Steps;

static gboolean
take_step (gpointer data)
{
  static const char *const messages[N_STEPS] = { "\"Tool execution started\"",
                                                 "\"Tool processing data\"",
                                                 "\"Tool execution completed\"" };
  Steps                   *steps = data;

  if (steps->logs)
    app_demo_request_log (steps->request, "info", "conformance", messages[steps->step]);
  else
    app_demo_request_progress (steps->request, steps->step * 50, 100, NULL);
  if (++steps->step < N_STEPS)
    return G_SOURCE_CONTINUE;

  app_demo_request_answer_text (steps->request, "Done", FALSE);
  g_object_unref (steps->request);
  g_free (steps);
  return G_SOURCE_REMOVE;
}

static void
start_steps (AppDemoRequest *request, gboolean logs)
{
  Steps *steps = g_new0 (Steps, 1);

  steps->request = g_object_ref (request);
  steps->logs = logs;
  take_step (steps);
  g_timeout_add (STEP_MS, take_step, steps);
}

static void
tool_with_logging (AppDemoRequest *request, McpJsonValue arguments)
{
  start_steps (request, TRUE);
}

static void
tool_with_progress (AppDemoRequest *request, McpJsonValue arguments)
{
  start_steps (request, FALSE);
}

static gboolean
answer_after_reconnection (gpointer data)
{
  app_demo_request_answer_text (data, "Reconnection test completed successfully.", FALSE);
  return G_SOURCE_REMOVE;
}

static void
reconnection (AppDemoRequest *request, McpJsonValue arguments)
{
  APP_DEMO_CHANNEL_GET_CLASS (request->channel)->suspend (request->channel);
  g_timeout_add_full (G_PRIORITY_DEFAULT, RECONNECTION_MS, answer_after_reconnection,
                      g_object_ref (request), g_object_unref);
}

static void
on_sampled (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  g_autofree char *text = mcp_json_value_dup_string (
      mcp_json_value_resolve_pointer (answer, "/result/content/text"), NULL);
  g_autofree char *response = g_strdup_printf ("LLM response: %s", text != NULL ? text : "none");

  app_demo_request_answer_text (request, response, text == NULL);
}

static void
sampling (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *prompt = mcp_json_value_dup_text (
      mcp_json_value_get_member (arguments, "prompt"));
  g_autofree char *params = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{"
                                             "\"type\":\"text\",\"text\":%s}}],\"maxTokens\":100}",
                                             prompt);

  app_demo_request_ask (request, "sampling/createMessage", params, on_sampled, NULL);
}

static void
on_elicited (AppDemoRequest *request, McpJsonValue answer, gpointer user_data)
{
  McpJsonValue     result = mcp_json_value_get_member (answer, "result");
  g_autofree char *action = mcp_json_value_dup_member_string (result, "action");
  McpJsonValue     content = mcp_json_value_get_member (result, "content");
  g_autofree char *values = mcp_json_value_exists (content) ? mcp_json_value_print_compact (content)
                                                            : g_strdup ("{}");
  g_autofree char *text = g_strdup_printf ("%s: action=%s, content=%s", (const char *)user_data,
                                           action != NULL ? action : "none", values);

  app_demo_request_answer_text (request, text, action == NULL);
}

static void
elicit (AppDemoRequest *request, const char *message, const char *schema, const char *answer)
{
  g_autofree char *quoted = mcp_json_quote (message, -1);
  g_autofree char *params = g_strdup_printf ("{\"message\":%s,\"requestedSchema\":%s}", quoted,
                                             schema);

  app_demo_request_ask (request, "elicitation/create", params, on_elicited, (gpointer)answer);
}

static void
elicitation (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *message = mcp_json_value_dup_member_string (arguments, "message");

  elicit (request, message, SCHEMA_PERSON, "User response");
}

static void
elicitation_defaults (AppDemoRequest *request, McpJsonValue arguments)
{
  elicit (request, "Please review the values", SCHEMA_DEFAULTS, "Elicitation completed");
}

static void
elicitation_enums (AppDemoRequest *request, McpJsonValue arguments)
{
  elicit (request, "Please choose", SCHEMA_ENUMS, "Elicitation completed");
}

static const AppDemoHandler tools[] = {
  { "test_simple_text", simple_text },
  { "test_image_content", image_content },
  { "test_audio_content", audio_content },
  { "test_embedded_resource", embedded_resource },
  { "test_multiple_content_types", multiple_content_types },
  { "test_tool_with_logging", tool_with_logging },
  { "test_tool_with_progress", tool_with_progress },
  { "test_error_handling", error_handling },
  { "test_reconnection", reconnection },
  { "test_sampling", sampling },
  { "test_elicitation", elicitation },
  { "test_elicitation_sep1034_defaults",
    elicitation_defaults },
  { "test_elicitation_sep1330_enums", elicitation_enums },
  { "json_schema_2020_12_tool", simple_text },
  { NULL },
};

static void
answer_messages (AppDemoRequest *request, const char *first, const char *second)
{
  g_autoptr (GString) result = g_string_new ("{\"messages\":[");

  g_string_append_printf (result, "{\"role\":\"user\",\"content\":%s}", first);
  if (second != NULL)
    g_string_append_printf (
        result, ",{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"%s\"}}", second);
  g_string_append (result, "]}");
  app_demo_request_answer (request, result->str);
}

static void
simple_prompt (AppDemoRequest *request, McpJsonValue arguments)
{
  answer_messages (request, "{\"type\":\"text\",\"text\":\"This is a simple prompt for testing.\"}",
                   NULL);
}

static void
prompt_with_arguments (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *first = mcp_json_value_dup_member_string (arguments, "arg1");
  g_autofree char *second = mcp_json_value_dup_member_string (arguments, "arg2");
  g_autofree char *text = g_strdup_printf ("Prompt with arguments: arg1='%s', arg2='%s'", first,
                                           second);
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autofree char *content = g_strdup_printf ("{\"type\":\"text\",\"text\":%s}", quoted);

  answer_messages (request, content, NULL);
}

static void
prompt_with_embedded_resource (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *uri = mcp_json_value_dup_text (
      mcp_json_value_get_member (arguments, "resourceUri"));
  g_autofree char *content = g_strdup_printf ("{\"type\":\"resource\",\"resource\":{\"uri\":%s,"
                                              "\"mimeType\":\"text/plain\","
                                              "\"text\":\"Embedded resource content for "
                                              "testing.\"}}",
                                              uri);

  answer_messages (request, content, "Please process the embedded resource above.");
}

static void
prompt_with_image (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *content = NULL;

  write_picture (writer);
  content = mcp_json_writer_finish_text (writer);
  answer_messages (request, content, "Please analyze the image above.");
}

static const AppDemoHandler prompts[] = {
  { "test_simple_prompt", simple_prompt },
  { "test_prompt_with_arguments", prompt_with_arguments },
  { "test_prompt_with_embedded_resource",
    prompt_with_embedded_resource },
  { "test_prompt_with_image", prompt_with_image },
  { NULL },
};

static void
answer_contents (AppDemoRequest *request,
                 const char     *uri,
                 const char     *mime_type,
                 const char     *member,
                 const char     *value)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_add (writer, "{'contents': [{'uri': %s, 'mimeType': %s, %s: %s}]}", uri,
                       mime_type, member, value);
  app_demo_request_end (request, writer);
}

static gboolean
read_template (AppDemoRequest *request, const char *uri)
{
  static const char head[] = "test://template/";
  static const char tail[] = "/data";
  g_autofree char  *id = NULL;
  g_autofree char  *quoted = NULL;
  g_autofree char  *text = NULL;

  if (!g_str_has_prefix (uri, head) || !g_str_has_suffix (uri, tail) ||
      strlen (uri) < strlen (head) + strlen (tail))
    return FALSE;

  id = g_strndup (uri + strlen (head), strlen (uri) - strlen (head) - strlen (tail));
  quoted = mcp_json_quote (id, -1);
  text = g_strdup_printf ("{\"id\":%s,\"templateTest\":true,\"data\":\"Data for ID: %s\"}", quoted,
                          id);
  answer_contents (request, uri, "application/json", "text", text);
  return TRUE;
}

static gboolean
read_resource (AppDemoRequest *request, const char *uri)
{
  if (strcmp (uri, "test://static-text") == 0)
    answer_contents (request, uri, "text/plain", "text",
                     "This is the content of the static text resource.");
  else if (strcmp (uri, "test://watched-resource") == 0)
    answer_contents (request, uri, "text/plain", "text", "Watched resource content");
  else if (strcmp (uri, "test://static-binary") == 0)
    {
      g_autoptr (GBytes) picture = app_demo_media_make_picture (16, 10);
      gsize            size;
      const guchar    *data = g_bytes_get_data (picture, &size);
      g_autofree char *base64 = g_base64_encode (data, size);

      answer_contents (request, uri, "image/png", "blob", base64);
    }
  else
    return read_template (request, uri);
  return TRUE;
}

static void
complete (AppDemoServer *server, const AppDemoCompletion *completion, GPtrArray *values)
{
  static const char *const words[] = { "paris", "park", "party", "test", "testing" };

  if (strcmp (completion->reference, "test_prompt_with_arguments") != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (words[i], completion->prefix))
      g_ptr_array_add (values, g_strdup (words[i]));
}

const AppDemoSystem conformance_system = {
  .name = "conformance",
  .tools = tools,
  .prompts = prompts,
  .read = read_resource,
  .complete = complete,
};
