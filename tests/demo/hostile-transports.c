/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Misbehaviour of transports: HTTP answers, pieces of lines, subscriptions and states. */

#include "hostile.h"

#include "app-demo-listener.h"
#include "app-demo-state.h"

#include <string.h>

/* Between the pieces of a message that half-lines cuts up. */
#define PIECE_PAUSE_US 20000
#define N_PIECES 3
#define BLOCK_SIZE (256 * 1024)
#define ENDLESS_SIZE (64 * 1024 * 1024)
#define HUGE_STATE (1024 * 1024)
#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"
#define CHALLENGE                                                                        \
  "Bearer realm=\"spyglass-demo\", error=\"invalid_token\", scope=\"tools resources\", " \
  "resource_metadata=\"%.*s/.well-known/oauth-protected-resource\""

static void
set_page (SoupServerMessage *message, guint status, const char *title)
{
  char *body = g_strdup_printf ("<!DOCTYPE "
                                "html>\n<html><head><title>%s</title></head>\n<body><h1>%s</h1>\n"
                                "<p>nginx &amp; friends are <b>sorry</b>.</p></body></html>\n",
                                title, title);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_TAKE, body,
                                    strlen (body));
}

/* The other host is this server by another name: it tells what a client should not have sent. */
static gboolean
came_by_redirect (SoupServerMessage *message)
{
  static const char *const secrets[] = { "Authorization", "Mcp-Session-Id", "Last-Event-ID",
                                         "Cookie" };
  SoupMessageHeaders      *headers = soup_server_message_get_request_headers (message);
  const char              *host = soup_message_headers_get_one (headers, "Host");

  if (host == NULL || !g_str_has_prefix (host, "localhost"))
    return FALSE;

  g_printerr ("redirected: %s\n", soup_server_message_get_method (message));
  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (soup_message_headers_get_one (headers, secrets[i]) != NULL)
      g_printerr ("redirected with %s\n", secrets[i]);
  return TRUE;
}

gboolean
hostile_answer_http (const Hostile     *self,
                     SoupServerMessage *message,
                     const char        *url,
                     const char        *method)
{
  SoupMessageHeaders *answer = soup_server_message_get_response_headers (message);

  if (self->method != NULL && g_strcmp0 (self->method, method) != 0)
    return FALSE;

  if (hostile_has (self, HOSTILE_UNAUTHORIZED))
    {
      g_autofree char *challenge = g_strdup_printf (CHALLENGE,
                                                    (int)(strlen (url) - strlen ("/mcp")), url);

      soup_message_headers_append (answer, "WWW-Authenticate", challenge);
      app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
    }
  else if (hostile_has (self, HOSTILE_NOT_FOUND))
    set_page (message, SOUP_STATUS_NOT_FOUND, "404 Not Found");
  else if (hostile_has (self, HOSTILE_SERVER_ERROR))
    set_page (message, SOUP_STATUS_INTERNAL_SERVER_ERROR, "500 Internal Server Error");
  else if (hostile_has (self, HOSTILE_REDIRECT))
    {
      if (came_by_redirect (message))
        return FALSE;

      g_autoptr (GString) location = g_string_new (url);

      /* The same place by another name: to a client another host. */
      g_string_replace (location, "127.0.0.1", "localhost", 1);
      soup_message_headers_replace (answer, "Location", location->str);
      soup_server_message_set_status (message, SOUP_STATUS_TEMPORARY_REDIRECT, NULL);
    }
  else
    return FALSE;
  return TRUE;
}

gboolean
hostile_send_state (const Hostile *self, AppDemoRequest *request)
{
  g_auto (McpJsonSlot) answers = { MCP_JSON_NO_VALUE };
  g_autofree char *padding = NULL;
  g_autofree char *state = NULL;
  g_autofree char *result = NULL;
  guint            round;
  gint64           size;

  if (!request->modern ||
      !hostile_spoils (self, HOSTILE_HUGE_STATE, request->method))
    return FALSE;
  if (!app_demo_state_open (request, &answers, &round))
    return TRUE;
  if (round > 0)
    return FALSE;

  size = hostile_get_size (self, HUGE_STATE);
  padding = g_strnfill (size, 'p');
  for (gint64 i = 0; i + 8 < size; i += 64)
    memcpy (padding + i, "\n\"\\/\t\xc3\xbc\n", 8);
  state = app_demo_state_seal (request, 1, "{}", padding);
  result = g_strdup_printf ("{\"requestState\":%s}", state);
  request->result_type = "input_required";
  app_demo_request_answer (request, result);
  return TRUE;
}

typedef struct
{
  const Hostile  *self;
  AppDemoRequest *request;
} Ending;

static gboolean
on_end (gpointer user_data)
{
  Ending          *ending = user_data;
  AppDemoRequest  *request = ending->request;
  g_autofree char *id = mcp_json_value_dup_text (request->id);
  g_autofree char *params = g_strdup_printf ("{\"requestId\":%s,\"reason\":\"Enough\"}", id);

  if (request->done)
    return G_SOURCE_REMOVE;
  if (hostile_has (ending->self, HOSTILE_LISTEN_ENDS))
    {
      app_demo_request_add_result_meta (request, META_SUBSCRIPTION, id);
      app_demo_request_answer (request, "{}");
      return G_SOURCE_REMOVE;
    }
  if (hostile_has (ending->self, HOSTILE_LISTEN_CANCELLED))
    app_demo_request_notify (request, "notifications/cancelled", params);
  app_demo_request_cancel (request);
  return G_SOURCE_REMOVE;
}

static void
ending_free (gpointer data)
{
  Ending *ending = data;

  g_object_unref (ending->request);
  g_free (ending);
}

/* What nobody listens for, under a name that nobody has. */
static void
send_wrong (AppDemoRequest *request)
{
  static const char *const messages[][2] = {
    { "notifications/subscriptions/acknowledged",
      "{\"_meta\":{\"" META_SUBSCRIPTION "\":\"somebody else\"},\"notifications\":{"
      "\"resourceSubscriptions\":[\"other://thing\"],\"weather\":true}}" },
    { "notifications/resources/updated",
      "{\"_meta\":{\"" META_SUBSCRIPTION "\":\"somebody else\"},\"uri\":\"other://thing\"}" },
    { "notifications/prompts/list_changed", NULL },
    { "notifications/progress", "{\"progressToken\":\"none\",\"progress\":1}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    app_demo_request_notify (request, messages[i][0], messages[i][1]);
}

AppDemoListening
hostile_listen (const Hostile *self, AppDemoRequest *request)
{
  AppDemoListening listening = APP_DEMO_LISTENS;

  if (hostile_has (self, HOSTILE_LISTEN_ENDS) || hostile_has (self, HOSTILE_LISTEN_CANCELLED) ||
      hostile_has (self, HOSTILE_LISTEN_CUT))
    {
      Ending *ending = g_new0 (Ending, 1);

      ending->self = self;
      ending->request = g_object_ref (request);
      g_timeout_add_full (G_PRIORITY_DEFAULT, self->delay, on_end, ending, ending_free);
    }
  if (hostile_has (self, HOSTILE_LISTEN_WRONG))
    send_wrong (request);
  if (hostile_has (self, HOSTILE_LISTEN_QUIET))
    listening |= APP_DEMO_LISTENS_IN_VAIN;
  if (hostile_has (self, HOSTILE_LISTEN_WRONG) || hostile_has (self, HOSTILE_LISTEN_SILENT))
    listening |= APP_DEMO_LISTENS_UNACKNOWLEDGED;
  return listening;
}

void
hostile_write_line (const Hostile *self, GBytes *message, AppDemoWrite write, gpointer user_data)
{
  gsize       size;
  const char *data = g_bytes_get_data (message, &size);
  gboolean    halved = hostile_has (self, HOSTILE_HALF_LINES);

  if (hostile_has (self, HOSTILE_GARBAGE))
    {
      const char *garbage = "npm WARN deprecated something\n\n{\"not\": "
                            "\"json-rpc\"}\n[1,2\n\x1b[31mred\x1b[0m\n";

      write (garbage, strlen (garbage), user_data);
    }
  for (int i = 0; halved && i < N_PIECES - 1; i++)
    {
      gsize piece = size / N_PIECES;

      write (data, piece, user_data);
      g_usleep (PIECE_PAUSE_US);
      data += piece;
      size -= piece;
    }
  write (data, size, user_data);
}

void
hostile_begin_lines (const Hostile *self, AppDemoWrite write, gpointer user_data)
{
  g_autofree char *block = NULL;

  if (!hostile_has (self, HOSTILE_ENDLESS_LINE))
    return;
  block = g_strnfill (BLOCK_SIZE, 'x');
  for (gint64 left = hostile_get_size (self, ENDLESS_SIZE); left > 0; left -= BLOCK_SIZE)
    write (block, MIN (left, BLOCK_SIZE), user_data);
}
