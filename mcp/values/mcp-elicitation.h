/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpElicitation: what a server wants to know from a person: by a form, whose schema is kept
 * verbatim, or by a page that the person opens. Immutable; read leniently, with findings.
 *
 * Source: MCP 2025-11-25, ElicitRequestFormParams, ElicitRequestURLParams; 2026-07-28, the same
 * without elicitationId.
 */

#pragma once

#include "mcp-url-review.h"

G_BEGIN_DECLS

/* The error of a call that needs a page to be visited first, 2025-11-25 only. */
#define MCP_RPC_URL_ELICITATION_REQUIRED (-32042)
/* Pages that such an error may name; a person visits one after the other. */
#define MCP_ELICITATION_MAX_REQUIRED 64

typedef enum {
  MCP_ELICITATION_FORM, /* also where the mode is absent */
  MCP_ELICITATION_URL,
  MCP_ELICITATION_UNKNOWN, /* another mode: it can only be declined */
} McpElicitationMode;

#define MCP_TYPE_ELICITATION (mcp_elicitation_get_type ())
G_DECLARE_FINAL_TYPE (McpElicitation, mcp_elicitation, MCP, ELICITATION, GObject)

/** @params: as they came. Returns: (transfer full) */
McpElicitation *mcp_elicitation_new (McpJsonValue params);

McpElicitationMode mcp_elicitation_get_mode (McpElicitation *self);
/** Returns: (transfer none): the mode as the server spelled it; "form" where it is absent */
const char *mcp_elicitation_get_mode_name (McpElicitation *self);
/** Returns: (transfer none): plain text; empty where missing */
const char *mcp_elicitation_get_message (McpElicitation *self);
/** Form. Returns: requestedSchema as it came; none where missing */
McpJsonValue mcp_elicitation_get_schema (McpElicitation *self);
/** Page. Returns: (transfer none) (nullable): never fetched, opened only by the person */
McpUrlReview *mcp_elicitation_get_url (McpElicitation *self);
/** Page, up to 2025-11-25. Returns: the string as it came; none where absent */
McpJsonValue mcp_elicitation_get_id (McpElicitation *self);
/** Form. Returns: (transfer full): the members of @content (nullable: JSON text of an object) as
 * they are, and the schema's defaults for fields that it leaves out */
GBytes *mcp_elicitation_fill_defaults (McpElicitation *self, GBytes *content);
/** The URL's included. Returns: (transfer none) (nullable) (element-type McpFinding) */
GPtrArray *mcp_elicitation_get_findings (McpElicitation *self);

/** What a call needs first, where it was answered with MCP_RPC_URL_ELICITATION_REQUIRED: visit the
 * pages, then call again. @data: of the error.
 * Returns: (transfer full) (element-type McpElicitation): perhaps empty */
GPtrArray *mcp_elicitation_list_required (McpJsonValue data);

G_END_DECLS
