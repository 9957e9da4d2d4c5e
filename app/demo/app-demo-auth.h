/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuth: what makes the demo's HTTP endpoint a protected resource, and the authorization
 * servers beside it. Source: MCP 2026-07-28, basic/authorization; RFC 6750, RFC 9728.
 */

#pragma once

#include <libsoup/soup.h>

#include "app-demo-options.h"
#include "mcp-json-value.h"

G_BEGIN_DECLS

typedef struct _AppDemoAuth AppDemoAuth;

/** @soup: of the endpoint at @url; @origin: of @soup
 * Returns: (transfer full) (nullable): %NULL with @error set */
AppDemoAuth *app_demo_auth_new (const AppDemoOptions *options,
                                SoupServer           *soup,
                                const char           *origin,
                                const char           *url,
                                GError              **error);
void         app_demo_auth_free (AppDemoAuth *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppDemoAuth, app_demo_auth_free)

/** Looks at the token of a request to the endpoint. Returns: whether it may go on; it is answered
 * where not */
gboolean app_demo_auth_admit (AppDemoAuth *self, SoupServerMessage *message);
/** Looks at whether the token is enough for what the request is about. Returns: as above
 * @root: the JSON-RPC message */
gboolean
app_demo_auth_admit_message (AppDemoAuth *self, SoupServerMessage *message, McpJsonValue root);

G_END_DECLS
