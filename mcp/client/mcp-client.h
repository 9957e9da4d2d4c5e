/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClient: one session with one server, whatever the transport and the era. It opens once; to
 * connect again, make another one. A JSON-RPC error or a tool's isError is a result; a GError
 * (MCP_ERROR) means that no response came.
 *
 * Properties (all notify)
 *   state (McpClientState)
 *
 * Signals
 *   lost (GError *error)
 *     The connection died; the state is MCP_CLIENT_LOST already.
 *   list-changed (McpDefinitionKind kind, as int)
 *     The server says that a list changed; several in a row come as one, a moment later.
 *   notification (McpMessage *message)
 *     Every notification of the server's, those above included.
 *
 * What else is done for a session (what servers ask of the person, tasks, subscriptions, the log,
 * the cache of results) are features that are added; see McpClientFeature. What servers may ask of
 * us is offered to them as far as mcp_client_set_capabilities() says, at first nothing.
 *
 * Lives on the thread-default main context in which it was made.
 */

#pragma once

#include "mcp-client-feature.h"
#include "mcp-era.h"
#include "mcp-result.h"

typedef enum {
  MCP_CLIENT_IDLE,
  MCP_CLIENT_CONNECTING,
  MCP_CLIENT_READY,
  MCP_CLIENT_CLOSING,
  MCP_CLIENT_CLOSED,
  MCP_CLIENT_FAILED, /* it could not be opened */
  MCP_CLIENT_LOST,   /* it was open and the connection died */
} McpClientState;

#define MCP_TYPE_CLIENT_STATE (mcp_client_state_get_type ())
GType mcp_client_state_get_type (void);

/* Deadlines where nobody sets others, ms. A first npx may have to download its package. */
#define MCP_CLIENT_CONNECT_DEADLINE_MS 60000
#define MCP_CLIENT_REQUEST_DEADLINE_MS 60000
#define MCP_CLIENT_TOTAL_DEADLINE_MS 600000
/* Servers that know neither server/discover nor what to answer to it say nothing; others have
 * answered after some 2 s, npx included. */
#define MCP_CLIENT_PROBE_DEADLINE_MS 5000
/* Over HTTP a service that sleeps may have to be started first. */
#define MCP_CLIENT_HTTP_PROBE_DEADLINE_MS 10000

/** How a client opens and how long it waits, ms, 0 for no limit. */
typedef struct
{
  /* Before opening: the family of revisions to speak; and what mcp_client_get_era() said of this
   * server the last time: with MCP_ERA_CHOICE_AUTO it need not be asked again as long as that
   * holds. Where it does not, the server is asked after all. */
  McpEraChoice era;
  McpEraKind   known_era;
  /* Before opening: nothing is sent; it is open as soon as the transport is, and
   * mcp_client_send_text() says the rest. It ends as an older session does. */
  gboolean bare;

  guint connect_ms; /* from opening to ready */
  guint request_ms; /* see McpRequestOptions */
  guint total_ms;
  /* How long a server may be silent to server/discover before it is asked to initialize, or, over
   * HTTP, taken for out of order; over others than HTTP at most a third of what connecting may
   * take; 0 for as long as connecting may take. */
  guint probe_ms;
  guint http_probe_ms;
} McpClientOptions;

/* The code of what mcp_stray_report() says. */
#define MCP_STRAY_FINDING "stray-output"

#define MCP_TYPE_CLIENT (mcp_client_get_type ())
G_DECLARE_FINAL_TYPE (McpClient, mcp_client, MCP, CLIENT, GObject)

/** @transport: not opened yet; nobody else uses it. Returns: (transfer full) */
McpClient *mcp_client_new (McpTransport *transport);
/** Before opening: who we say we are. @title: (nullable) */
void mcp_client_set_implementation (McpClient  *self,
                                    const char *name,
                                    const char *title,
                                    const char *version);
/** What servers may ask of us; nothing where this is not called. Up to 2025-11-25 they are told
 * once, when the session opens; later revisions with each request, so that it may change at any
 * time.
 * @capabilities: copied */
void mcp_client_set_capabilities (McpClient *self, const McpClientCapabilities *capabilities);
/** Returns: (transfer none): never %NULL */
const McpClientCapabilities *mcp_client_get_capabilities (McpClient *self);
/** What every request carries in its _meta, beside what it brings itself, which goes before; the
 * requests that open the connection do not.
 * @meta: (nullable): JSON text of an object; with other text no request can be sent */
void mcp_client_set_meta (McpClient *self, GBytes *meta);
/** Returns: (transfer none): to be changed; at first MCP_ERA_CHOICE_LEGACY and the deadlines
 * above */
McpClientOptions *mcp_client_get_options (McpClient *self);
/** Before opening: the exact revision that initialize offers; any text, also one that is none.
 * @version: (nullable): %NULL for the latest */
void mcp_client_set_offered_version (McpClient *self, const char *version);
/** Before opening: for a server at a URL, the HTTP+SSE of 2024-11-05 at the same URL, which is
 * tried where the server knows neither era's way. Then mcp_client_get_transport() returns it.
 * @transport: (nullable): not opened yet; nobody else uses it */
void mcp_client_set_sse_transport (McpClient *self, McpTransport *transport);
/** Returns: (transfer none) (nullable) */
McpTransport *mcp_client_get_sse_transport (McpClient *self);
/** What is spoken; MCP_ERA_UNKNOWN until the session is open. It stays afterwards. */
McpEraKind mcp_client_get_era (McpClient *self);

McpClientState mcp_client_get_state (McpClient *self);
/** Returns: (transfer none) (nullable): %NULL until the session is open; it stays afterwards */
McpServerInfo *mcp_client_get_server_info (McpClient *self);
/** Returns: (transfer none) (nullable): why it failed or was lost */
const GError *mcp_client_get_error (McpClient *self);
/** Returns: (transfer none): everything that passes; connect before opening */
McpTap *mcp_client_get_tap (McpClient *self);
/** Returns: (transfer none): it may be another one once the session is open */
McpTransport *mcp_client_get_transport (McpClient *self);

/** Opens transport and session. After an error nothing is left of the connection. */
void     mcp_client_open_async (McpClient          *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean mcp_client_open_finish (McpClient *self, GAsyncResult *result, GError **error);

/** Answers what the server waits for, fails what we wait for (MCP_ERROR_CANCELLED), then closes the
 * transport in good order. May be called in any state and more than once. Cancelling means: at
 * once. */
void     mcp_client_close_async (McpClient          *self,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
gboolean mcp_client_close_finish (McpClient *self, GAsyncResult *result, GError **error);

/** Sends any request. The client, its features and its era add to @request what they have to say;
 * it is sent once. Errors: MCP_ERROR */
void mcp_client_send_async (McpClient          *self,
                            McpRequest         *request,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpResponse *mcp_client_send_finish (McpClient *self, GAsyncResult *result, GError **error);
/** Sends tools/call, resources/read or prompts/get and reads what comes. A call of a tool without
 * arguments gets {}. Errors: those of sending, and EXCLUDED where a tool must not be called with
 * what is spoken here: over HTTP, from 2026-07-28 on, one whose mcp_tool_get_exclusion() says why
 */
void mcp_client_call_async (McpClient          *self,
                            McpRequest         *request,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpResult *mcp_client_call_finish (McpClient *self, GAsyncResult *result, GError **error);

/** Any notification. @params: (nullable): JSON text */
void     mcp_client_notify_async (McpClient          *self,
                                  const char         *method,
                                  GBytes             *params,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean mcp_client_notify_finish (McpClient *self, GAsyncResult *result, GError **error);

/** Sends any text as it is; what comes back shows in the tap only, linked to it.
 * Returns: its sequence number in the tap; 0 where the session is not open */
guint64 mcp_client_send_text (McpClient *self, GBytes *text);
/** An id that no request of ours has or will have, for such a text. Returns: (transfer full) */
McpRequestId *mcp_client_take_id (McpClient *self);
/** Whether a request of ours with this id has no response yet. */
gboolean mcp_client_is_waiting_for (McpClient *self, McpRequestId *id);

/** Ends with the round trip: of ping, or of server/discover where the revision has no ping. */
void mcp_client_ping_async (McpClient          *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: µs; -1 with @error set. A JSON-RPC error is a response too: the server is there */
gint64 mcp_client_ping_finish (McpClient *self, GAsyncResult *result, GError **error);
