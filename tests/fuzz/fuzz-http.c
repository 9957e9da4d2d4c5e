/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server answers over HTTP is judged one way or the other, in words that can be shown. The
 * first two bytes say how it was asked and answered; then come, each ended by a newline, the type,
 * what was sent, and the body. */

#include "mcp-http-response.h"
#include "mcp-http-options.h"
#include "mcp-http-pending.h"
#include "mcp-limits.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const guint statuses[] = { 200, 200, 202, 204, 400, 401, 403, 404, 405, 500 };

static GBytes *
take_line (const uint8_t **data, size_t *size)
{
  const uint8_t *end = memchr (*data, '\n', *size);
  size_t         length = end != NULL ? (size_t)(end - *data) : *size;
  GBytes        *line = g_bytes_new (*data, length);

  *data += MIN (length + 1, *size);
  *size -= MIN (length + 1, *size);
  return line;
}

static void
check_error (const GError *error)
{
  McpErrorDetails *details = mcp_error_get_details (error);

  if (details == NULL || !g_utf8_validate (error->message, -1, NULL))
    fuzz_fail ("an error that cannot be shown");
  if (details->evidence != NULL && (!g_utf8_validate (details->evidence, -1, NULL) ||
                                    strlen (details->evidence) > 3 * MCP_EVIDENCE_LIMIT))
    fuzz_fail ("evidence that cannot be shown");
}

static void
judge (guint8 how, guint8 status, SoupMessageHeaders *headers, GBytes *sent, GBytes *body)
{
  g_autoptr (GError) error = NULL;
  gboolean        is_message;
  McpHttpResponse answer = {
    .url = "http://x/",
    .status = statuses[status % G_N_ELEMENTS (statuses)],
    .headers = headers,
    .sent = how & 1 ? sent : NULL,
    .in_session = how & 2,
    .answered_elsewhere = how & 4,
    .listens = how & 8,
  };

  if (mcp_http_response_judge (&answer, body, &is_message, &error) != (error == NULL))
    fuzz_fail ("an error and none");
  if (error != NULL && is_message)
    fuzz_fail ("a failure that is a message");
  if (is_message && answer.sent == NULL)
    fuzz_fail ("an answer to nothing");
  if (error != NULL)
    check_error (error);
}

static void
question (GBytes *sent, GBytes *body)
{
  g_autoptr (McpHttpPending) self = mcp_http_pending_new (sent);
  gboolean was;

  if (mcp_http_pending_expects_response (self) == mcp_http_pending_is_done (self))
    fuzz_fail ("answered and open");
  was = mcp_http_pending_is_done (self);
  mcp_http_pending_watch (self, body);
  if (was && !mcp_http_pending_is_done (self))
    fuzz_fail ("an answer reopens a question");
}

static void
options (GBytes *text)
{
  g_autoptr (McpHttpOptions) self = mcp_http_options_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) other = NULL;
  gsize            size;
  const char      *bytes = g_bytes_get_data (text, &size);
  g_autofree char *string = size > 0 ? g_strndup (bytes, size) : g_strdup ("");

  if (!mcp_http_options_set_proxy (self, string, &error))
    check_error (error);
  if (!mcp_http_options_set_accepted_certificate (self, string, &other))
    check_error (other);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (SoupMessageHeaders) headers = NULL;
  g_autoptr (GBytes) type = NULL;
  g_autoptr (GBytes) sent = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autofree char *text = NULL;
  uint8_t          how;
  uint8_t          status;

  if (size < 2)
    return 0;
  how = data[0];
  status = data[1];
  data += 2;
  size -= 2;
  type = take_line (&data, &size);
  sent = take_line (&data, &size);
  body = g_bytes_new (data, size);

  headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  text = g_bytes_get_size (type) > 0
             ? g_strndup (g_bytes_get_data (type, NULL), g_bytes_get_size (type))
             : g_strdup ("");
  if (*text != '\0' && strpbrk (text, "\r") == NULL)
    soup_message_headers_append (headers, how & 16 ? "WWW-Authenticate" : "Content-Type", text);
  judge (how, status, headers, sent, body);
  question (sent, body);
  options (type);
  return 0;
}
