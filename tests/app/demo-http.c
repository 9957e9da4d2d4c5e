/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo-http.h"

#include <string.h>

#define TIMEOUT_SECONDS 20

void
demo_http_clear (DemoHttp *fixture)
{
  g_clear_object (&fixture->http);
  g_clear_pointer (&fixture->demo, demo_process_free);
  g_clear_pointer (&fixture->url, g_free);
  g_clear_pointer (&fixture->session, g_free);
}

void
demo_http_start (DemoHttp *fixture, const char *options)
{
  g_autofree char *all = g_strconcat ("--http ", options, NULL);
  g_autofree char *trimmed = g_strstrip (g_strdup (all));
  g_autofree char *line = NULL;

  fixture->demo = demo_process_start (trimmed);
  fixture->http = soup_session_new_with_options ("timeout", TIMEOUT_SECONDS, "max-conns-per-host",
                                                 16, NULL);
  line = demo_process_read_error (fixture->demo, "\n");
  g_assert_true (g_str_has_prefix (line, "Listening on http://127.0.0.1:"));
  fixture->url = g_strstrip (g_strdup (line + strlen ("Listening on ")));
}

SoupMessage *
demo_http_make_message (DemoHttp *fixture, const char *method, const char *body)
{
  SoupMessage        *message = soup_message_new (method, fixture->url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (fixture->session != NULL)
    soup_message_headers_replace (headers, "Mcp-Session-Id", fixture->session);
  if (body != NULL)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));

      soup_message_set_request_body_from_bytes (message, "application/json", bytes);
    }
  return message;
}

/* Sends and takes in the whole answer; the text is "" when there is none. */
char *
demo_http_send (DemoHttp *fixture, SoupMessage *message, GError **error)
{
  g_autoptr (GBytes) bytes = soup_session_send_and_read (fixture->http, message, NULL, error);
  gsize       size;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  return data != NULL ? g_strndup (data, size) : g_strdup ("");
}

guint
demo_http_post (DemoHttp *fixture, const char *body, char **answer)
{
  g_autoptr (SoupMessage) message = demo_http_make_message (fixture, "POST", body);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = demo_http_send (fixture, message, &error);
  const char      *session;

  g_assert_no_error (error);
  session = soup_message_headers_get_one (soup_message_get_response_headers (message), "Mcp-"
                                                                                       "Session-"
                                                                                       "Id");
  if (session != NULL)
    {
      g_free (fixture->session);
      fixture->session = g_strdup (session);
    }
  if (answer != NULL)
    *answer = g_steal_pointer (&text);
  return soup_message_get_status (message);
}

void
demo_http_open (DemoHttp *fixture, const char *options)
{
  demo_http_start (fixture, options);
  g_assert_cmpuint (demo_http_post (fixture, INITIALIZE, NULL), ==, 200);
  g_assert_cmpuint (
      demo_http_post (fixture, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", NULL), ==,
      202);
}

GDataInputStream *
demo_http_open_stream (DemoHttp *fixture, SoupMessage *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send (fixture->http, message, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (message), ==, 200);
  return g_data_input_stream_new (stream);
}

/* Reads lines of an event stream until one holds @text. Returns: (transfer full): that line */
char *
demo_http_read_until (GDataInputStream *stream, const char *text, char **last_id)
{
  while (TRUE)
    {
      g_autoptr (GError) error = NULL;
      char *line = g_data_input_stream_read_line_utf8 (stream, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      if (g_str_has_prefix (line, "id: ") && last_id != NULL)
        {
          g_free (*last_id);
          *last_id = g_strdup (line + strlen ("id: "));
        }
      if (strstr (line, text) != NULL)
        return line;
      g_free (line);
    }
}

SoupMessage *
demo_http_make_modern (DemoHttp *fixture, const char *body, const char *method, const char *name)
{
  SoupMessage        *message = demo_http_make_message (fixture, body != NULL ? "POST" : method, body);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_headers_replace (headers, "MCP-Protocol-Version", "2026-07-28");
  if (body != NULL)
    soup_message_headers_replace (headers, "Mcp-Method", method);
  if (name != NULL)
    soup_message_headers_replace (headers, "Mcp-Name", name);
  return message;
}
