/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpClient: one session with one server, whatever the transport and the era. It opens once; to
 * connect again, make another one. A JSON-RPC error or a tool's isError is a result; a GError
 * (MCP_ERROR) means that no response came.
 *
 * Properties (all notify)
 *   state (McpClientState), server-info (McpServerInfo, nullable), error (GError, nullable: why it
 *   failed or was lost), n-pending (uint: requests that wait), era (McpEraKind: what is spoken;
 *   unknown until the session is open), transport (McpTransport)
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
#include "mcp-listing.h"
#include "mcp-result.h"

G_BEGIN_DECLS

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

#define MCP_TYPE_CLIENT (mcp_client_get_type ())
G_DECLARE_FINAL_TYPE (McpClient, mcp_client, MCP, CLIENT, GObject)

/** @transport: not opened yet; nobody else uses it. Returns: (transfer full) */
McpClient *mcp_client_new (McpTransport *transport);
/** Adds a feature, in the place of one of the same type. Once the client is ready the feature is at
 * work at once. */
void mcp_client_add_feature (McpClient *self, McpClientFeature *feature);
/** Returns: (transfer none) (nullable): the feature of this type */
gpointer mcp_client_get_feature (McpClient *self, GType type);
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
/** Before opening: which family of revisions to speak; MCP_ERA_CHOICE_LEGACY where this is not
 * called. */
void mcp_client_set_era (McpClient *self, McpEraChoice choice);
/** Before opening: the exact revision that initialize offers; any text, also one that is none.
 * @version: (nullable): %NULL for the latest */
void mcp_client_set_offered_version (McpClient *self, const char *version);
/** Before opening: what mcp_client_get_era() said of this server the last time, for
 * MCP_ERA_CHOICE_AUTO: it need not be asked again as long as that holds. Where it does not, the
 * server is asked after all. */
void mcp_client_set_known_era (McpClient *self, McpEraKind known);
/** How long a server may be silent to server/discover before it is asked to initialize, or, over
 * HTTP, told as out of order, ms; 0 for as long as connecting may take. */
void mcp_client_set_probe_deadline (McpClient *self, guint deadline_ms);
/** Before opening: for a server at a URL, the HTTP+SSE of 2024-11-05 at the same URL, which is
 * tried where the server knows neither era's way. Then mcp_client_get_transport() returns it.
 * @transport: (nullable): not opened yet; nobody else uses it */
void mcp_client_set_sse_transport (McpClient *self, McpTransport *transport);
/** What is spoken; MCP_ERA_UNKNOWN until the session is open. It stays afterwards. */
McpEraKind mcp_client_get_era (McpClient *self);
/** ms; 0 for none. @connect_ms: from opening to ready. @request_ms, @total_ms: see
 * McpRequestOptions */
void mcp_client_set_deadlines (McpClient *self,
                               guint      connect_ms,
                               guint      request_ms,
                               guint      total_ms);

McpClientState mcp_client_get_state (McpClient *self);
/** Returns: (transfer none) (nullable): %NULL until the session is open; it stays afterwards */
McpServerInfo *mcp_client_get_server_info (McpClient *self);
/** Returns: (transfer none) (nullable): why it failed or was lost */
const GError *mcp_client_get_error (McpClient *self);
/** Returns: (transfer none): everything that passes; connect before opening */
McpTap *mcp_client_get_tap (McpClient *self);
/** Returns: (transfer none): it may be another one once the session is open */
McpTransport *mcp_client_get_transport (McpClient *self);
guint         mcp_client_get_n_pending (McpClient *self);
/** Whether the server said that it has lists of this kind; see also mcp_server_info_offers(). */
gboolean mcp_client_offers (McpClient *self, McpDefinitionKind kind);

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
 * arguments gets {}. Errors: those of sending, and EXCLUDED: see mcp_client_find_exclusion() */
void mcp_client_call_async (McpClient          *self,
                            McpRequest         *request,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpResult *mcp_client_call_finish (McpClient *self, GAsyncResult *result, GError **error);
/** For a feature that has kept a request in its hook "responded": sends it again as it is now. */
void mcp_client_repeat (McpClient *self, GTask *task);

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

/** Whether a tool must not be called with what is spoken here: over HTTP, from 2026-07-28 on, one
 * whose mcp_tool_get_exclusion() says why. Calling it then ends with MCP_ERROR_EXCLUDED.
 * Returns: (transfer none) (nullable): a sentence for a person; %NULL where it may be called, or
 * was never listed */
const char *mcp_client_find_exclusion (McpClient *self, const char *tool);

/** Ends with the round trip: of ping, or of server/discover where the revision has no ping. */
void mcp_client_ping_async (McpClient          *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/** Returns: µs; -1 with @error set. A JSON-RPC error is a response too: the server is there */
gint64 mcp_client_ping_finish (McpClient *self, GAsyncResult *result, GError **error);

/** From 2026-07-28 on servers say how long what they list or let read may be used again; within
 * that time it is not asked for again, until they say that it changed. This is for a person who
 * wants to see it anew, and for a change of authorization: what is private to one is not for
 * another. @method: (nullable): such as "tools/list"; %NULL for all */
void mcp_client_forget_cached (McpClient *self, const char *method);
/** Writes something into the log that its reader should know. */
void mcp_client_note (McpClient *self, const char *text);

/** Called with each page as it comes. @definitions: (element-type McpDefinition): all so far, the
 * new ones from @first on */
typedef void (*McpPageFunc) (GPtrArray *definitions, guint first, gpointer user_data);

/** How a list is asked for. */
typedef struct
{
  GBytes     *params;    /* (nullable): JSON text of an object; its members go with every page */
  guint       max_pages; /* 0 for all */
  const char *cursor;    /* (nullable): where to begin, as JSON text */
} McpListOptions;

/** Loads a whole list, page by page. Asks even where the server did not say that it has any.
 * Errors: MCP_ERROR, of them NOT_OFFERED where the server answers -32601 to the first page.
 * @options: (nullable): copied; @page: (nullable) */
void mcp_client_list_async (McpClient            *self,
                            McpDefinitionKind     kind,
                            const McpListOptions *options,
                            McpPageFunc           page,
                            gpointer              page_data,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
/** Returns: (transfer full) (nullable) */
McpListing *mcp_client_list_finish (McpClient *self, GAsyncResult *result, GError **error);
/** For what loads lists: entries came. @definitions: (element-type McpDefinition): those from
 * @first on are new */
void mcp_client_learn (McpClient *self, GPtrArray *definitions, guint first);

G_END_DECLS
