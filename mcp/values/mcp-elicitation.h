/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpElicitation: what a server wants to know from a person: by a form, whose schema is kept
 * verbatim, or by a page that the person opens. A handle on the params as they came; read
 * leniently, with findings. Immutable and atomically refcounted.
 *
 * Source: MCP 2025-11-25, ElicitRequestFormParams, ElicitRequestURLParams; 2026-07-28, the same
 * without elicitationId.
 */

#pragma once

#include "mcp-url-review.h"

/* The error of a call that needs a page to be visited first, 2025-11-25 only. */
#define MCP_RPC_URL_ELICITATION_REQUIRED (-32042)
/* Pages that such an error may name; a person visits one after the other. */
#define MCP_ELICITATION_MAX_REQUIRED 64

typedef enum {
  MCP_ELICITATION_FORM, /* also where the mode is absent */
  MCP_ELICITATION_URL,
  MCP_ELICITATION_UNKNOWN, /* another mode: it can only be declined */
} McpElicitationMode;

typedef struct
{
  McpJsonSlot        slot; /* all params as they came */
  McpElicitationMode mode;
  char              *message;  /* plain text; empty where missing */
  McpJsonValue       schema;   /* form: requestedSchema as it came; none where missing */
  McpUrlReview      *url;      /* (nullable): page: never fetched, opened only by the person */
  McpJsonValue       id;       /* page, up to 2025-11-25: a string; none where absent */
  GPtrArray         *findings; /* (nullable) (element-type McpFinding): the URL's included */
} McpElicitation;

/** @params: as they came. Returns: (transfer full) */
McpElicitation *mcp_elicitation_new (McpJsonValue params);
/** Returns: (transfer full) */
McpElicitation *mcp_elicitation_ref (McpElicitation *self);
void            mcp_elicitation_unref (McpElicitation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpElicitation, mcp_elicitation_unref)

/** What a call needs first, where it was answered with MCP_RPC_URL_ELICITATION_REQUIRED: visit the
 * pages, then call again. @data: of the error.
 * Returns: (transfer full) (element-type McpElicitation): perhaps empty */
GPtrArray *mcp_elicitation_list_required (McpJsonValue data);
