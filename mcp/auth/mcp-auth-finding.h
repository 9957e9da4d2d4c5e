/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * McpAuthFinding: something that is wrong, odd or worth knowing about an authorization: what was
 * seen, which rule it breaks, whose fault it is, and what mends it. The kinds are rows of a table.
 * Immutable.
 */

#pragma once

#include "mcp-auth-settings.h"

#include <gio/gio.h>

typedef enum {
  MCP_AUTH_SEVERITY_BREAKS,    /* it cannot go on */
  MCP_AUTH_SEVERITY_FORBIDDEN, /* it works, and a revision of the specification forbids it */
  MCP_AUTH_SEVERITY_LUCK,      /* it works by luck: other clients fail */
  MCP_AUTH_SEVERITY_NOTE,
} McpAuthSeverity;

typedef enum {
  MCP_AUTH_FAULT_SERVER,
  MCP_AUTH_FAULT_AUTHORIZATION_SERVER,
  MCP_AUTH_FAULT_CLIENT, /* us */
  MCP_AUTH_FAULT_NETWORK,
  MCP_AUTH_FAULT_PERSON, /* a decision or the configuration */
  MCP_AUTH_FAULT_NOBODY,
} McpAuthFault;

typedef struct
{
  const char     *id; /* "resource-slash": for tests, reports and JSON */
  McpAuthSeverity severity;
  McpAuthFault    fault;
  const char     *title;  /* a line: what kind it is */
  const char     *rule;   /* (nullable): "RFC 9728 §3.3: resource must be identical to…" */
  const char     *remedy; /* one sentence for whoever can mend it */
  /* By which one can go on all the same: one more than the setting, so that an empty cell means
   * none. */
  guint       override;
  const char *value; /* (nullable): of it; %NULL where a person has to know */
} McpAuthFindingRow;

#define MCP_TYPE_AUTH_FINDING (mcp_auth_finding_get_type ())
G_DECLARE_FINAL_TYPE (McpAuthFinding, mcp_auth_finding, MCP, AUTH_FINDING, GObject)

/** @id: of a row of the table. @seen: what was seen, with the exact strings
 * Returns: (transfer full) */
McpAuthFinding *mcp_auth_finding_new (const char *id, const char *seen, ...) G_GNUC_PRINTF (2, 3);

/** Returns: (transfer none) (nullable): a row of the table */
const McpAuthFindingRow *mcp_auth_finding_find_row (const char *id);
/** What ended a flow is told as this finding, where the error does not say more: whoever shows
 * @error finds the row by its kind, and what was seen in its evidence. */
void mcp_auth_finding_explain (McpAuthFinding *self, GError *error);

/** What kind it is. Returns: (transfer none): a row of the table */
const McpAuthFindingRow *mcp_auth_finding_get (McpAuthFinding *self);
const char              *mcp_auth_finding_get_seen (McpAuthFinding *self);

/** Words for JSON and reports: "breaks", "server", "authorization server" */
const char *mcp_auth_severity_get_name (McpAuthSeverity severity);
const char *mcp_auth_fault_get_name (McpAuthFault fault);
