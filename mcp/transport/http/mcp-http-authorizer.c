/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-http-authorizer.h"

G_DEFINE_INTERFACE (McpHttpAuthorizer, mcp_http_authorizer, G_TYPE_OBJECT)

static void
mcp_http_authorizer_default_init (McpHttpAuthorizerInterface *iface)
{
}
