/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client-feature.h"

G_DEFINE_INTERFACE (McpClientFeature, mcp_client_feature, G_TYPE_OBJECT)

static void
mcp_client_feature_default_init (McpClientFeatureInterface *iface)
{
}
