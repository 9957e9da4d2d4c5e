/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-policy.h"

G_DEFINE_INTERFACE (AppInboxPolicy, app_inbox_policy, G_TYPE_OBJECT)

static void
app_inbox_policy_default_init (AppInboxPolicyInterface *iface)
{
}

McpClientCapabilityFlags
app_inbox_policy_get_capabilities (AppInboxPolicy *self, AppSession *session)
{
  g_return_val_if_fail (APP_IS_INBOX_POLICY (self), MCP_CLIENT_NO_CAPABILITIES);
  return APP_INBOX_POLICY_GET_IFACE (self)->get_capabilities (self, session);
}

void
app_inbox_policy_receive (AppInboxPolicy *self, AppInboxItem *item)
{
  AppInboxPolicyInterface *iface;

  g_return_if_fail (APP_IS_INBOX_POLICY (self));

  iface = APP_INBOX_POLICY_GET_IFACE (self);
  if (iface->receive != NULL)
    iface->receive (self, item);
}
