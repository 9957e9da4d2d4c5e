/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "hostile.h"

#include "app-demo-stream.h"

#include <string.h>
#include <unistd.h>

/* How deep the "deep" answer is nested: beyond what a recursive reader's stack bears. */
#define DEEP_BRACKETS (200 * 1024)
#define HUGE_LINE (64 * 1024 * 1024)
#define FLOOD_NOTIFICATIONS 500
#define FLOOD_MESSAGES 100000
#define FLOOD_QUESTIONS 1000

/* How often the client was sent away already. */
static guint n_rounds;

typedef void (*HostileSend) (GBytes *message, gpointer user_data);

const char *
hostile_get_url (void)
{
  static const char *const urls[] = {
    "javascript:alert(document.cookie)",
    "file:///etc/passwd",
    "data:text/html,<script>alert(1)</script>",
    "https://xn--80ak6aa92e.com/login",
    "https://аррӏе.com/login",
    "https://accounts.example.com@evil.example/login",
    "https://user:password@evil.example/",
    "http://169.254.169.254/latest/meta-data",
    "https://evil.example/\r\nSet-Cookie: a=b",
    "https://evil.example/$(touch /tmp/owned)`id`",
    "spyglass-unknown-scheme:open",
    "//evil.example/without-scheme",
    "not a url",
    "",
  };
  static guint n_urls;

  return urls[n_urls++ % G_N_ELEMENTS (urls)];
}

static void send_format (HostileSend send, gpointer user_data, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
send_format (HostileSend send, gpointer user_data, const char *format, ...)
{
  g_autoptr (GBytes) bytes = NULL;
  va_list arguments;
  char   *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  bytes = g_bytes_new_take (text, strlen (text));
  send (bytes, user_data);
}

static void
send_huge (gint64 size, const char *id, HostileSend send, gpointer user_data)
{
  g_autofree char *head = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":"
                                           "[{\"type\":\"text\",\"text\":\"",
                                           id);
  const char      *tail = "\"}]}}";
  gsize            padding = MAX (size - (gint64)strlen (head) - (gint64)strlen (tail), 0);
  GByteArray      *array = g_byte_array_sized_new (size + 1);
  g_autoptr (GBytes) bytes = NULL;

  g_byte_array_append (array, (const guint8 *)head, strlen (head));
  g_byte_array_set_size (array, array->len + padding);
  memset (array->data + strlen (head), 'h', padding);
  g_byte_array_append (array, (const guint8 *)tail, strlen (tail));
  bytes = g_byte_array_free_to_bytes (array);
  send (bytes, user_data);
}

/* One kind that replaces the answer, if there is one. */
static gboolean
replace_answer (const Hostile *self,
                const char    *method,
                const char    *id,
                HostileSend    send,
                gpointer       user_data)
{
  if (hostile_spoils (self, HOSTILE_NEVER_ANSWER, method))
    return TRUE;
  if (hostile_spoils (self, HOSTILE_HUGE_LINE, method))
    send_huge (hostile_get_size (self, HUGE_LINE), id, send, user_data);
  else if (hostile_spoils (self, HOSTILE_DEEP, method))
    {
      g_autofree char *brackets = g_strnfill (DEEP_BRACKETS, '[');

      send_format (send, user_data, "%s", brackets);
    }
  else if (hostile_spoils (self, HOSTILE_INVALID_UTF8, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\","
                 "\"text\":\"caf\xe9 \xc0\xaf \xed\xa0\x80 \xff\"}]}}",
                 id);
  else if (hostile_spoils (self, HOSTILE_ERROR_WITHOUT_DATA, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,\"message\":\"\"}}",
                 id);
  else if (hostile_spoils (self, HOSTILE_ERROR_WITHOUT_MESSAGE, method))
    send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":\"E1\"}}",
                 id);
  else if (hostile_spoils (self, HOSTILE_RESULT_AND_ERROR, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[]},"
                 "\"error\":{\"code\":-32000,\"message\":\"both\"}}",
                 id);
  else if (hostile_spoils (self, HOSTILE_NEITHER_RESULT_NOR_ERROR, method))
    send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":%s}", id);
  else if (hostile_spoils (self, HOSTILE_NOT_JSON_RPC, method))
    send_format (send, user_data, "{\"id\":%s,\"answer\":42}", id);
  else if (hostile_spoils (self, HOSTILE_ID_NULL, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                 "\"message\":\"Internal server error: x\"}}");
  else if (hostile_spoils (self, HOSTILE_UNKNOWN_RESULT_TYPE, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"partial\","
                 "\"content\":[]}}",
                 id);
  else if (hostile_spoils (self, HOSTILE_ENDLESS_INPUT, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"input_required\","
                 "\"inputRequests\":{\"again\":{\"method\":\"elicitation/create\",\"params\":{"
                 "\"mode\":\"form\",\"message\":\"And now?\",\"requestedSchema\":{\"type\":"
                 "\"object\",\"properties\":{\"answer\":{\"type\":\"string\"}}}}}},"
                 "\"requestState\":\"round %u\"}}",
                 id, ++n_rounds);
  else if (hostile_spoils (self, HOSTILE_ENDLESS_STATE, method))
    send_format (send, user_data,
                 "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"input_required\","
                 "\"requestState\":\"round %u\"}}",
                 id, ++n_rounds);
  else
    return FALSE;
  return TRUE;
}

/* Returns: (transfer full): @answer with its id as a number of another spelling */
static char *
respell_id (GBytes *answer, const char *id)
{
  g_autofree char *old = g_strdup_printf ("\"id\":%s,", id);
  g_autofree char *new = g_strdup_printf ("\"id\":%s.0,", id);
  g_autofree char *text = g_strndup (g_bytes_get_data (answer, NULL), g_bytes_get_size (answer));
  g_autoptr (GString) spelt = g_string_new (text);

  g_string_replace (spelt, old, new, 1);
  return g_string_free (g_steal_pointer (&spelt), FALSE);
}

static void
send_input_flood (const Hostile *self,
                  McpJsonValue   id,
                  HostileSend    send,
                  gpointer       user_data)
{
  g_autofree char *id_text = mcp_json_value_dup_text (id);
  g_autoptr (GString) requests = g_string_new (NULL);
  int count = hostile_get_count (self, FLOOD_QUESTIONS);

  for (int i = 0; i < count; i++)
    g_string_append_printf (requests,
                            "%s\"q%d\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":"
                            "\"form\",\"message\":\"Question %d\",\"requestedSchema\":{\"type\":"
                            "\"object\",\"properties\":{}}}}",
                            i > 0 ? "," : "", i, i);
  send_format (send, user_data,
               "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"input_required\","
               "\"inputRequests\":{%s}}}",
               id_text, requests->str);
}

/* Kinds that come before the answer, after it, or change its id. */
static gboolean
accompany_answer (const Hostile *self,
                  const char    *method,
                  McpJsonValue   id,
                  GBytes        *answer,
                  HostileSend    send,
                  gpointer       user_data)
{
  gboolean spoilt = FALSE;

  if (hostile_spoils (self, HOSTILE_STRING_ID, method) &&
      mcp_json_value_get_kind (id) == MCP_JSON_NUMBER)
    {
      g_autofree char *text = mcp_json_value_dup_text (id);

      send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{}}", text);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_ID_FLOAT, method) &&
      mcp_json_value_get_kind (id) == MCP_JSON_NUMBER)
    {
      g_autofree char *id_text = mcp_json_value_dup_text (id);
      g_autofree char *text = respell_id (answer, id_text);

      send_format (send, user_data, "%s", text);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_BATCH, method))
    {
      g_autofree char *text = g_strndup (g_bytes_get_data (answer, NULL),
                                         g_bytes_get_size (answer));

      send_format (send, user_data,
                   "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
                   "\"level\":\"info\",\"data\":\"in a batch\"}},%s]",
                   text);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_SENDS_REQUESTS, method))
    {
      send_format (send, user_data,
                   "{\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"roots/list\"}");
      send (answer, user_data);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_MESSAGE_FLOOD, method))
    {
      int count = hostile_get_count (self, FLOOD_MESSAGES);

      for (int i = 0; i < count; i++)
        send_format (send, user_data,
                     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
                     "\"level\":\"info\",\"data\":\"message %d\"}}",
                     i);
      send (answer, user_data);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_INPUT_FLOOD, method))
    {
      send_input_flood (self, id, send, user_data);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_QUESTION_FLOOD, method))
    {
      int count = hostile_get_count (self, FLOOD_QUESTIONS);

      for (int i = 0; i < count; i++)
        send_format (send, user_data,
                     "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"elicitation/create\","
                     "\"params\":{\"mode\":\"form\",\"message\":\"Question %d\","
                     "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"answer\":{"
                     "\"type\":\"string\"}}}}}",
                     100000 + i, i);
      send (answer, user_data);
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_LIST_CHANGED_FLOOD, method))
    {
      send (answer, user_data);
      for (int i = 0; i < FLOOD_NOTIFICATIONS; i++)
        send_format (send, user_data,
                     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
      return TRUE;
    }
  if (hostile_spoils (self, HOSTILE_UNKNOWN_ID, method))
    {
      send_format (send, user_data, "{\"jsonrpc\":\"2.0\",\"id\":987654321,\"result\":{}}");
      send (answer, user_data);
      spoilt = TRUE;
    }
  if (hostile_spoils (self, HOSTILE_REUSED_ID, method))
    {
      if (!spoilt)
        send (answer, user_data);
      send (answer, user_data);
      spoilt = TRUE;
    }
  return spoilt;
}

typedef struct
{
  AppDemoChannel *channel;
  guint           n_sent;
} SpoiltResponse;

static void
send_spoilt (GBytes *message, gpointer user_data)
{
  SpoiltResponse *spoilt = user_data;

  app_demo_channel_send (spoilt->channel, message, spoilt->n_sent++ == 0);
}

/* What one replacement in the text of the response does. */
static gboolean
change_response (const Hostile *self, const char *method, GBytes *response, SpoiltResponse *spoilt)
{
  static const char version[] = "\"protocolVersion\":\"";
  static const char result_type[] = "\"resultType\":\"";
  gsize             size;
  const char       *data = g_bytes_get_data (response, &size);
  g_autoptr (GString) text = NULL;
  const char *at;

  if (hostile_has (self, HOSTILE_UNKNOWN_VERSION) && g_strcmp0 (method, "initialize") == 0 &&
      (at = g_strstr_len (data, size, version)) != NULL)
    {
      text = g_string_new_len (data, size);
      g_string_overwrite (text, at - data + strlen (version), "2031-01-01");
    }
  else if (hostile_spoils (self, HOSTILE_NO_RESULT_TYPE, method) &&
           (at = g_strstr_len (data, size, result_type)) != NULL)
    {
      text = g_string_new_len (data, size);
      g_string_erase (text, at - data, strchr (at + strlen (result_type), ',') + 1 - at);
    }
  else
    return FALSE;

  response = g_bytes_new (text->str, text->len);
  send_spoilt (response, spoilt);
  g_bytes_unref (response);
  return TRUE;
}

static gboolean
respond_now (const Hostile *self, AppDemoRequest *request, GBytes *response)
{
  const char      *method = request->method;
  McpJsonValue     id = request->id;
  g_autofree char *id_text = mcp_json_value_dup_text (id);
  SpoiltResponse   spoilt = { request->channel, 0 };

  return replace_answer (self, method, id_text, send_spoilt, &spoilt) ||
         accompany_answer (self, method, id, response, send_spoilt, &spoilt) ||
         change_response (self, method, response, &spoilt);
}

typedef struct
{
  const Hostile  *self;
  AppDemoRequest *request;
  GBytes         *response;
} LateResponse;

static gboolean
respond_late (gpointer data)
{
  LateResponse *late = data;

  if (!respond_now (late->self, late->request, late->response))
    app_demo_channel_send (late->request->channel, late->response, TRUE);
  g_object_unref (late->request);
  g_bytes_unref (late->response);
  g_free (late);
  return G_SOURCE_REMOVE;
}

static void
end_process (SoupServerMessage *message, gpointer user_data)
{
  _exit (GPOINTER_TO_INT (user_data));
}

static gboolean
write_text (AppDemoRequest *request, const char *text, GCallback written, gpointer user_data)
{
  AppDemoChannelClass *klass = APP_DEMO_CHANNEL_GET_CLASS (request->channel);

  return klass->write != NULL && klass->write (request->channel, text, written, user_data);
}

/* Sends the response, or half of it, and ends the process when that is out. */
static void
die (const Hostile *self, AppDemoRequest *request, GBytes *response)
{
  gboolean         half = hostile_spoils (self, HOSTILE_DIE_HALF, request->method);
  gsize            size;
  const char      *data = g_bytes_get_data (response, &size);
  g_autofree char *part = g_strndup (data, half ? size / 2 : size);
  gboolean         streams = APP_IS_DEMO_STREAM (request->channel);
  g_autofree char *text = g_strconcat (streams ? "data: " : "", part,
                                       half      ? NULL
                                       : streams ? "\n\n"
                                                 : "\n",
                                       NULL);

  if (!write_text (request, text, G_CALLBACK (end_process), GINT_TO_POINTER (self->exit_status)))
    _exit (self->exit_status);
}

gboolean
hostile_respond (const Hostile *self, AppDemoRequest *request, GBytes *response)
{
  if (!self->any)
    return FALSE;

  if (hostile_spoils (self, HOSTILE_DIE_HALF, request->method) ||
      hostile_spoils (self, HOSTILE_DIE_ANSWERED, request->method))
    {
      die (self, request, response);
      return TRUE;
    }

  if (hostile_spoils (self, HOSTILE_SLOW_ANSWER, request->method))
    {
      LateResponse *late = g_new0 (LateResponse, 1);

      late->self = self;
      late->request = g_object_ref (request);
      late->response = g_bytes_ref (response);
      g_timeout_add (self->delay, respond_late, late);
      return TRUE;
    }
  return respond_now (self, request, response);
}
