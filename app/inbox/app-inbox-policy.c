/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-inbox-policy.h"

#include "mcp-object.h"

G_DEFINE_INTERFACE (AppInboxPolicy, app_inbox_policy, G_TYPE_OBJECT)

static void
app_inbox_policy_default_init (AppInboxPolicyInterface *iface)
{
}

/* A person */

G_DECLARE_FINAL_TYPE (AppInboxPerson, app_inbox_person, APP, INBOX_PERSON, GObject)

struct _AppInboxPerson
{
  GObject parent_instance;
};

static McpClientCapabilityFlags
get_capabilities (AppInboxPolicy *policy, AppSession *session)
{
  return MCP_CLIENT_ROOTS_LIST_CHANGED | MCP_CLIENT_SAMPLING_TOOLS | MCP_CLIENT_ELICITATION_FORM |
         MCP_CLIENT_ELICITATION_URL | MCP_CLIENT_TASKS_SAMPLING | MCP_CLIENT_TASKS_ELICITATION |
         MCP_CLIENT_TASKS_LIST | MCP_CLIENT_TASKS_CANCEL;
}

static void
policy_init (AppInboxPolicyInterface *iface)
{
  iface->get_capabilities = get_capabilities;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (AppInboxPerson,
                               app_inbox_person,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (APP_TYPE_INBOX_POLICY, policy_init))

static void
app_inbox_person_class_init (AppInboxPersonClass *klass)
{
}

MCP_DEFINE_INIT (AppInboxPerson, app_inbox_person)

AppInboxPolicy *
app_inbox_policy_new_person (void)
{
  return g_object_new (app_inbox_person_get_type (), NULL);
}
