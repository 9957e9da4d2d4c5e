/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-bare.h"

#include "mcp-object.h"

struct _AppCliBare
{
  GObject parent_instance;
};

static void feature_init (AppSessionFeatureInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCliBare,
                               app_cli_bare,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_SESSION_FEATURE, feature_init))
MCP_DEFINE_INIT (AppCliBare, app_cli_bare)

static void
app_cli_bare_class_init (AppCliBareClass *klass)
{
}

static void
opening (AppSessionFeature *feature, AppSession *session, McpClient *client)
{
  mcp_client_get_options (client)->bare = TRUE;
}

static void
feature_init (AppSessionFeatureInterface *iface)
{
  iface->opening = opening;
}

AppCliBare *
app_cli_bare_new (void)
{
  return g_object_new (APP_TYPE_CLI_BARE, NULL);
}
