/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppInboxPolicy: who answers what servers ask: a person at a window, a file, a
 * terminal. It says what it can answer, which is what servers are told; each item is handed to it
 * once and may be answered at once or later. What it leaves alone stays in the inbox.
 */

#pragma once

#include "app-inbox-item.h"
#include "mcp-client-capabilities.h"

#define APP_TYPE_INBOX_POLICY (app_inbox_policy_get_type ())
G_DECLARE_INTERFACE (AppInboxPolicy, app_inbox_policy, APP, INBOX_POLICY, GObject)

struct _AppInboxPolicyInterface
{
  GTypeInterface parent_interface;

  /* What servers may ask; folders that the profile names are told anyway. */
  McpClientCapabilityFlags (*get_capabilities) (AppInboxPolicy *self, AppSession *session);
  /* (nullable): whether it also says which folders a server may use. Else the server is told at
   * once what its profile names, unless the person wants to be asked. */
  gboolean (*gives_folders) (AppInboxPolicy *self);
  /* (nullable) */
  void (*receive) (AppInboxPolicy *self, AppInboxItem *item);
  /* (nullable): hears of what was refused without asking. @why: (nullable) */
  void (*refused) (AppInboxPolicy *self, const char *method, const char *why);
};

/** The policy of a window: somebody is there who can answer everything, and nothing is answered
 * without them. Returns: (transfer full) */
AppInboxPolicy *app_inbox_policy_new_person (void);
