/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpHttpProbe: one HTTP request to see how a server answers it, whatever the response: its status,
 * the headers that tell something, the beginning of its body. For finding out what is wrong; no
 * session, no redirects.
 */

#pragma once

#include "mcp-http-options.h"

/* What is read of a body: a metadata document fits, a page for people need not. */
#define MCP_HTTP_PROBE_BODY_LIMIT (64u * 1024u)
/* Until a stream of events must have said something to be seen, ms. */
#define MCP_HTTP_PROBE_STREAM_GRACE 1000u

typedef struct
{
  const char        *method; /* static */
  GUri              *uri;
  McpHttpOptions    *options; /* (nullable) */
  const char *const *headers; /* (nullable): "Name: value", checked */
  const char        *body;    /* (nullable): JSON */
} McpHttpProbeRequest;

typedef struct
{
  guint  status;
  char  *reason;       /* never %NULL */
  char  *content_type; /* (nullable): without its parameters, in lower case */
  char  *challenge;    /* (nullable): WWW-Authenticate, several joined by ", " */
  char  *location;     /* (nullable) */
  char  *session_id;   /* (nullable): Mcp-Session-Id; a secret */
  char **headers;      /* (array zero-terminated=1) */
  char  *body;         /* its beginning, made valid UTF-8; never %NULL */
} McpHttpProbeResponse;

void mcp_http_probe_response_free (McpHttpProbeResponse *response);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpProbeResponse, mcp_http_probe_response_free)

/**
 * finish returns: (transfer full) (nullable): %NULL with INVALID_TARGET, CONNECTION_FAILED,
 * CONNECTION_LOST, CERTIFICATE_REFUSED or CANCELLED
 */
void                  mcp_http_probe_run_async (const McpHttpProbeRequest *request,
                                                GCancellable              *cancellable,
                                                GAsyncReadyCallback        callback,
                                                gpointer                   user_data);
McpHttpProbeResponse *mcp_http_probe_run_finish (GAsyncResult *result, GError **error);
