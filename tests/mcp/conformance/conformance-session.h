/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * ConformanceSession: a client and one server, with calls that wait for their end. What the server
 * asks for is answered as a person would who agrees to everything: with the defaults of a form, and
 * with yes where there is none.
 */

#pragma once

#include "mcp-client.h"
#include "mcp-http-authorizer.h"
#include "mcp-listing.h"

typedef struct
{
  McpClient  *client;
  const char *between; /* (nullable): a tool to call before an answer is given */

  McpHttpAuthorizer *authorizer; /* (nullable) */
} ConformanceSession;

/** @version: (nullable): which revision to speak. Returns: %FALSE with @error */
gboolean conformance_session_open (ConformanceSession *self,
                                   const char         *url,
                                   const char         *version,
                                   GError            **error);
void     conformance_session_close (ConformanceSession *self);

/** Returns: (transfer full) (nullable) */
McpListing *conformance_session_list (ConformanceSession *self,
                                      McpDefinitionKind   kind,
                                      GError            **error);
/** @arguments: (nullable): JSON text. Returns: whether an answer came; a JSON-RPC error is one */
gboolean conformance_session_call (ConformanceSession *self,
                                   const char         *tool,
                                   const char         *arguments,
                                   GError            **error);
gboolean conformance_session_read (ConformanceSession *self, const char *uri, GError **error);
gboolean conformance_session_get_prompt (ConformanceSession *self,
                                         const char         *name,
                                         GError            **error);
