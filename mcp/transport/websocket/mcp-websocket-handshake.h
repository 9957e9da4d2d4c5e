/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpWebsocketHandshake: the HTTP exchange that opens a WebSocket, as text to send and bytes to
 * judge: pure, without a connection. Source: RFC 6455 §4; the subprotocol is "mcp".
 *
 * libsoup writes the request and parses the response. Its session cannot send it: since libsoup 3
 * no function hands the connection over that a message was sent on (soup_session_steal_connection()
 * is private), and soup_websocket_client_verify_handshake() looks at messages of a session alone.
 */

#pragma once

#include "mcp-error.h"

typedef struct _McpWebsocketHandshake McpWebsocketHandshake;

/* What the head of a response may have: more than servers send, less than what hurts. */
#define MCP_WEBSOCKET_HEAD_LIMIT (64u * 1024u)

/**
 * @uri: http or https, without user and password
 * @headers: (nullable) (array zero-terminated=1): the person's, checked; they replace ours
 * Returns: (transfer full)
 */
McpWebsocketHandshake *mcp_websocket_handshake_new (GUri *uri, const char *const *headers);
void                   mcp_websocket_handshake_free (McpWebsocketHandshake *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpWebsocketHandshake, mcp_websocket_handshake_free)

/** Returns: (transfer full): the whole request */
GBytes *mcp_websocket_handshake_write (McpWebsocketHandshake *self);
/** Returns: (transfer full) (array zero-terminated=1): "Name: value" */
char **mcp_websocket_handshake_list_headers (McpWebsocketHandshake *self);

typedef enum {
  MCP_WEBSOCKET_HANDSHAKE_MORE, /* the head is not whole yet */
  MCP_WEBSOCKET_HANDSHAKE_DONE, /* the socket is open */
  MCP_WEBSOCKET_HANDSHAKE_FAILED,
} McpWebsocketHandshakeState;

/** What came of it. Clear with mcp_websocket_response_clear(). */
typedef struct
{
  guint   status;
  char  **headers; /* (nullable) (array zero-terminated=1) */
  gsize   head;    /* bytes that belong to the head; frames begin behind them */
  GError *error;   /* with FAILED: HTTP_STATUS, AUTHORIZATION_REQUIRED, REDIRECTED,
                    * INVALID_MESSAGE */
  char *note;      /* (nullable): what is wrong and was let pass */
} McpWebsocketResponse;

/** @data: all that came so far. @response: filled unless MORE. */
McpWebsocketHandshakeState mcp_websocket_handshake_read (McpWebsocketHandshake *self,
                                                         const char            *data,
                                                         gsize                  size,
                                                         McpWebsocketResponse  *response);
void                       mcp_websocket_response_clear (McpWebsocketResponse *response);
