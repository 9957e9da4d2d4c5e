/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpResponse: what an HTTP answer means for the message that it answers: whether its body is a
 * message, and else which error it is. Knows nothing of connections.
 */

#pragma once

#include "mcp-error.h"

#include <libsoup/soup.h>

typedef enum {
  MCP_HTTP_BODY_MESSAGE, /* one JSON text */
  MCP_HTTP_BODY_EVENTS,  /* a stream of events */
  MCP_HTTP_BODY_UNTYPED, /* the response does not say what it is */
  MCP_HTTP_BODY_IGNORED, /* accepted; whatever it is, it is no response */
  MCP_HTTP_BODY_OTHER,   /* of another type, or of a response that means failure */
} McpHttpBodyKind;

typedef struct
{
  const char         *url; /* that was asked */
  guint               status;
  const char         *reason; /* (nullable): the server's phrase */
  SoupMessageHeaders *headers;
  GBytes             *sent;               /* (nullable): the message of ours */
  gboolean            in_session;         /* it was sent with a session id */
  gboolean            answered_elsewhere; /* the response to what was sent comes otherwise */
  gboolean            listens;            /* nothing but events is wanted */
} McpHttpResponse;

McpHttpBodyKind mcp_http_response_get_body_kind (const McpHttpResponse *self);

/**
 * Judges a response that was read to its end and is not plainly a message or events.
 * @body: as far as it was read
 * @is_message: (out): whether @body is to be handed on as a message
 * Returns: %FALSE with an error when the exchange failed
 */
gboolean mcp_http_response_judge (const McpHttpResponse *self,
                                  GBytes                *body,
                                  gboolean              *is_message,
                                  GError               **error);

/** Returns: (transfer full): for a redirect that is not followed
 * @target: (nullable): where to
 * @followed: how many were followed before */
GError *mcp_http_response_new_redirect_error (const McpHttpResponse *self,
                                              const char            *target,
                                              guint                  followed);
