/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The parts of the client: the object (mcp-client.c), how it opens (mcp-client-opening.c) and
 * closes (mcp-client-closing.c), what is asked through it (mcp-client-requests.c). */

#pragma once

#include "mcp-client-features.h"
#include "mcp-probe.h"
#include "mcp-result-cache.h"

G_BEGIN_DECLS

/* Servers report a changed list several times in a row (up to seven were seen); one loading is
 * enough. */
#define MCP_CLIENT_LIST_CHANGED_MS 100

struct _McpClient
{
  GObject       parent_instance;
  McpTransport *transport;
  McpTap       *tap;
  McpPeer      *peer;
  GMainContext *context;

  McpImplementation      implementation;
  McpClientCapabilities *capabilities;
  GBytes                *meta; /* (nullable) */
  McpEraChoice           choice;
  char                  *offered_version; /* (nullable) */
  McpEra                *era;             /* (nullable): from opening on */
  McpClientFeatures     *features;
  McpResultCache        *cache;

  McpClientState state;
  McpServerInfo *info;
  GError        *error; /* (nullable): why it failed or was lost */
  guint          connect_ms;
  guint          request_ms;
  guint          total_ms;
  guint          n_pending; /* as notified last */

  GTask        *opening; /* (nullable) */
  GCancellable *open_cancellable;
  GSource      *open_timer;
  GSource      *open_cancel_source;
  GError       *open_error; /* (nullable): what ended the opening, where that was we */

  McpProbe      probe;
  guint         probe_ms;
  guint         http_probe_ms;
  McpEraKind    known_era;
  McpTransport *sse_transport; /* (nullable) */
  GError       *first_error;   /* (nullable): of the way that should have worked */

  GPtrArray    *closing; /* GTask: who waits for the end */
  GCancellable *close_cancellable;

  GSource *list_timer;
  gboolean changed[MCP_N_DEFINITION_KINDS];
};

/** Requests have begun or ended. */
void mcp_client_update_pending (McpClient *self);
/** The connection is gone, or the server does not know our session any more. */
void mcp_client_lose (McpClient *self, const GError *error);

/** Speaks another era from now on. @era: (transfer full) */
void mcp_client_take_era (McpClient *self, McpEra *era);
/** A request of the server's for what we declared, up to 2025-11-25. Returns: whether it was or
 * will be answered */
gboolean mcp_client_take_input (McpClient *self, McpInboundRequest *request);

/** One request, dressed as the era has it, and its one answer; errors are those of
 * mcp_client_request_async(), which this is a part of. */
void mcp_client_send_async (McpClient               *self,
                            const char              *method,
                            GBytes                  *params,
                            const McpRequestOptions *options,
                            GCancellable            *cancellable,
                            GAsyncReadyCallback      callback,
                            gpointer                 user_data);
/** Returns: (transfer full) (nullable) */
McpAnswer *mcp_client_send_finish (McpClient *self, GAsyncResult *result, GError **error);

/** Entries of a list came. @definitions: (element-type McpDefinition): those from @first on are
 * new */
void mcp_client_learn (McpClient *self, GPtrArray *definitions, guint first);

gboolean mcp_client_emit_input_request (McpClient *self, McpInputRequest *request);
void     mcp_client_emit_input_refused (McpClient *self, McpInputRequest *request);

void mcp_client_set_state (McpClient *self, McpClientState state);
void mcp_client_set_error (McpClient *self, const GError *error);
/** Ends the opening. @error: (transfer full): why */
void mcp_client_abort_opening (McpClient *self, GError *error);
/** Whoever waits for the end has it. */
void mcp_client_finish_closing (McpClient *self);
/** A new peer, over the transport as it is now. */
void mcp_client_renew_peer (McpClient *self);
/** Lets go of what watches the opening. */
void mcp_client_end_opening (McpClient *self);
void mcp_client_clear_source (GSource **source);

G_END_DECLS
