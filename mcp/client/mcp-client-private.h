/* SPDX-License-Identifier: GPL-3.0-or-later */

/** The two parts of the client: the object, its requests, its features and its end (mcp-client.c),
 * and how it opens (mcp-client-opening.c), which has data of its own. */

#pragma once

#include "mcp-client-features.h"
#include "mcp-client.h"
#include "mcp-probe.h"

G_BEGIN_DECLS

/* Servers report a changed list several times in a row (up to seven were seen); one loading is
 * enough. */
#define MCP_CLIENT_LIST_CHANGED_MS 100

/** How a client opens: what was chosen for it, and what is under way. */
typedef struct
{
  McpEraChoice  choice;
  char         *offered_version; /* (nullable) */
  McpEraKind    known_era;
  guint         connect_ms;
  guint         probe_ms;
  guint         http_probe_ms;
  McpTransport *sse_transport; /* (nullable) */

  GTask        *task; /* (nullable): while it is under way */
  GCancellable *cancellable;
  GSource      *timer;
  GSource      *cancel_source;
  McpProbe      probe;
  GError       *error;       /* (nullable): what ended the opening, where that was we */
  GError       *first_error; /* (nullable): of the way that should have worked */
} McpClientOpening;

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
  McpEra                *era;  /* (nullable): from opening on */
  McpClientFeatures     *features;
  McpClientOpening       opening;

  McpClientState state;
  McpServerInfo *info;
  GError        *error; /* (nullable): why it failed or was lost */
  guint          request_ms;
  guint          total_ms;
  guint          n_pending; /* as notified last */

  GPtrArray    *closing; /* GTask: who waits for the end */
  GCancellable *close_cancellable;

  GSource *list_timer;
  gboolean changed[MCP_N_DEFINITION_KINDS];
};

/** Ends the opening. @error: (transfer full): why */
void mcp_client_abort_opening (McpClient *self, GError *error);
/** Lets go of what watches the opening. */
void mcp_client_end_opening (McpClient *self);

/* For the opening */

/** Requests have begun or ended. */
void mcp_client_update_pending (McpClient *self);
/** Speaks another era from now on. @era: (transfer full) */
void mcp_client_take_era (McpClient *self, McpEra *era);
/** A new peer, over the transport as it is now. */
void mcp_client_renew_peer (McpClient *self);
void mcp_client_set_state (McpClient *self, McpClientState state);
void mcp_client_set_error (McpClient *self, const GError *error);
/** Whoever waits for the end has it. */
void mcp_client_finish_closing (McpClient *self);
void mcp_client_clear_source (GSource **source);

G_END_DECLS
