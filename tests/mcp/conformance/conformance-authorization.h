/* SPDX-License-Identifier: GPL-3.0-or-later */

/** How the client of the suite signs in: as the scenario's context says, with a browser that goes
 * wherever it is sent and agrees to everything. */

#pragma once

#include "mcp-auth-authorizer.h"
#include "mcp-json-value.h"

/** @context: none where the suite gave none. Returns: (transfer full) */
McpAuthAuthorizer *
conformance_authorization_new (const char *name, const char *url, McpJsonValue context);
