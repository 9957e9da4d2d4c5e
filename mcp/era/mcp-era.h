/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpEra: how a family of protocol revisions opens a session, what each request has to say, and
 * what a response means. Abstract; McpClient has one and speaks through it, and hardly anybody else
 * needs to know which.
 */

#pragma once

#include "mcp-client-capabilities.h"
#include "mcp-definition.h"
#include "mcp-json-writer.h"
#include "mcp-peer.h"
#include "mcp-server-info.h"

/** What a person wants to be spoken with a server. */
typedef enum {
  MCP_ERA_CHOICE_AUTO,    /* ask the server, fall back */
  MCP_ERA_CHOICE_MODERN,  /* 2026-07-28 and later, nothing else */
  MCP_ERA_CHOICE_LEGACY,  /* initialize, without asking before */
  MCP_ERA_CHOICE_IMPLIED, /* the same, since the transport knows no other; not chosen */
} McpEraChoice;

/** What is spoken. */
typedef enum {
  MCP_ERA_UNKNOWN,
  MCP_ERA_LEGACY, /* initialize: 2024-11-05 to 2025-11-25 */
  MCP_ERA_MODERN, /* no handshake, everything in each request: 2026-07-28 */
} McpEraKind;

#define MCP_TYPE_ERA_KIND (mcp_era_kind_get_type ())
GType mcp_era_kind_get_type (void);

/** What to do with a response. */
typedef enum {
  MCP_ERA_TAKE,   /* hand it on */
  MCP_ERA_AGAIN,  /* ask again, prepared again */
  MCP_ERA_RELIST, /* list the tools, then ask again */
  MCP_ERA_REFUSE, /* it is no response; the error says why */
} McpEraVerdict;

/** Who we are, as servers see it. */
typedef struct
{
  char *name;
  char *title; /* (nullable) */
  char *version;
} McpImplementation;

#define MCP_TYPE_ERA (mcp_era_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpEra, mcp_era, MCP, ERA, GObject)

struct _McpEraClass
{
  GObjectClass parent_class;
  McpEraKind   kind;

  /* Opens the session over @peer, whose transport is open. */
  void (*open_async) (McpEra             *self,
                      McpPeer            *peer,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  McpServerInfo *(*open_finish) (McpEra *self, GAsyncResult *result, GError **error);
  /* Says what each request of this era says. */
  void (*prepare) (McpEra *self, McpRequest *request);
  /* Looks at a response before whoever asked has it. */
  McpEraVerdict (*review) (McpEra *self, McpResponse *response, guint attempt, GError **error);
  /* Entries of a list came. */
  void (*learn) (McpEra *self, McpDefinition *definition);
  /* Returns: (transfer none) (nullable): why a tool must not be called */
  const char *(*find_fault) (McpEra *self, const char *tool);
};

McpEraKind mcp_era_get_kind (McpEra *self);
/** Before opening. @title: (nullable) */
void mcp_era_set_implementation (McpEra     *self,
                                 const char *name,
                                 const char *title,
                                 const char *version);
/** What we declare. An era that says it once takes what was set when it opened; one that says it
 * with each request, what is set then. @capabilities: copied */
void mcp_era_set_capabilities (McpEra *self, const McpClientCapabilities *capabilities);
/** Returns: (transfer none): never %NULL */
const McpClientCapabilities *mcp_era_get_capabilities (McpEra *self);

/** Errors: MCP_ERROR, of them OTHER_ERA where the server speaks, but not this. */
void mcp_era_open_async (McpEra             *self,
                         McpPeer            *peer,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data);
/** Returns: (transfer full) (nullable) */
McpServerInfo *mcp_era_open_finish (McpEra *self, GAsyncResult *result, GError **error);
/** Before a request is sent, each time that it is. */
void mcp_era_prepare (McpEra *self, McpRequest *request);
/** @attempt: 0 for the response to what was asked first. @error: set with MCP_ERA_REFUSE */
McpEraVerdict mcp_era_review (McpEra *self, McpResponse *response, guint attempt, GError **error);
/** @definitions: (element-type McpDefinition): those from @first on are new */
void mcp_era_learn (McpEra *self, GPtrArray *definitions, guint first);
/** Returns: (transfer none) (nullable): why a tool must not be called; %NULL where it may be */
const char *mcp_era_find_fault (McpEra *self, const char *tool);

/* For the eras: "clientInfo", {"name": …} */
void mcp_era_write_implementation (McpEra *self, McpJsonWriter *writer);
