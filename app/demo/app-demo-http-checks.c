/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-http-checks.h"

#include <string.h>

#define REALM "spyglass-demo"
#define WRONG_TOKEN                                       \
  "Bearer realm=\"" REALM "\", error=\"invalid_token\", " \
  "error_description=\"The token is not the one that was asked for\""

void
app_demo_http_checks_refuse_request (
    SoupServerMessage *message, guint status, const char *id, int code, const char *text)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);
  char            *body = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":"
                                                      "{\"code\":%d,\"message\":%s}}",
                                           id, code, quoted);

  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, body,
                                    strlen (body));
}

void
app_demo_http_checks_refuse (SoupServerMessage *message, guint status, int code, const char *text)
{
  app_demo_http_checks_refuse_request (message, status, "null", code, text);
}

static gboolean
is_loopback (const char *host)
{
  static const char *const hosts[] = { "localhost", "127.0.0.1", "[::1]", NULL };
  const char              *colon = strrchr (host, ':');
  g_autofree char         *name = NULL;

  if (colon != NULL && strchr (colon, ']') == NULL)
    name = g_ascii_strdown (host, colon - host);
  else
    name = g_ascii_strdown (host, -1);
  return g_strv_contains (hosts, name);
}

/* A page on the web whose name was made to point here sends its own name as host and origin. */
static gboolean
comes_from_here (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char         *host = soup_message_headers_get_one (headers, "Host");
  const char         *origin = soup_message_headers_get_one (headers, "Origin");

  if (host == NULL || !is_loopback (host))
    return FALSE;
  if (origin == NULL)
    return TRUE;
  return (g_str_has_prefix (origin, "http://") && is_loopback (origin + strlen ("http://"))) ||
         (g_str_has_prefix (origin, "https://") && is_loopback (origin + strlen ("https://")));
}

static gboolean
is_authorized (const AppDemoOptions *options, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *answer = soup_server_message_get_response_headers (message);
  const char         *given = soup_message_headers_get_one (headers, "Authorization");
  g_autofree char    *wanted = NULL;

  if (options->bearer != NULL)
    {
      wanted = g_strconcat ("Bearer ", options->bearer, NULL);
      if (g_strcmp0 (given, wanted) == 0)
        return TRUE;
      soup_message_headers_append (answer, "WWW-Authenticate",
                                   given != NULL ? WRONG_TOKEN : "Bearer realm=\"" REALM "\"");
    }
  if (options->basic != NULL)
    {
      g_autofree char *base64 = g_base64_encode ((const guchar *)options->basic,
                                                 strlen (options->basic));

      g_free (wanted);
      wanted = g_strconcat ("Basic ", base64, NULL);
      if (g_strcmp0 (given, wanted) == 0)
        return TRUE;
      soup_message_headers_append (answer, "WWW-Authenticate",
                                   "Basic realm=\"" REALM "\", charset=\"UTF-8\"");
    }
  return options->bearer == NULL && options->basic == NULL;
}

gboolean
app_demo_http_checks_pass (const AppDemoOptions *options,
                           const char           *url,
                           SoupServerMessage    *message)
{
  if (!comes_from_here (message))
    app_demo_http_checks_refuse (message, SOUP_STATUS_FORBIDDEN, -32000,
                                 "Forbidden: Host and Origin must be of this machine");
  else if (!is_authorized (options, message))
    app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
  else
    return TRUE;
  return FALSE;
}
