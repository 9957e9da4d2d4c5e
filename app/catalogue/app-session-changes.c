/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What changed in a session's lists, and what the person has to be asked about again for it. */

#include "app-session-private.h"

#include <glib/gi18n-lib.h>

AppChangeList *
app_session_get_changes (AppSession *self)
{
  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  if (self->changes == NULL)
    self->changes = app_change_list_new ();
  return self->changes;
}

/* Beside the profiles; a server that is in no list is known for this run only. */
static StoreMemory *
get_approved_tools (AppSession *self)
{
  if (self->approved_tools == NULL)
    self->approved_tools = store_profile_book_open_memory (
        self->book, store_profile_get_id (self->profile), STORE_MEMORY_APPROVED);
  return self->approved_tools;
}

/* Returns: (transfer full) (nullable): what was approved, where the tool says something else now */
static char *
dup_outdated (AppSession *self, McpTool *tool)
{
  const char      *name = mcp_definition_get_key (MCP_DEFINITION (tool));
  const char      *approved = store_memory_get (get_approved_tools (self), name);
  g_autofree char *text = NULL;

  if (approved == NULL)
    return NULL;
  text = app_change_notice_dup_tool_text (tool);
  return store_approved_tools_matches (get_approved_tools (self), name, text)
             ? NULL
             : g_strdup (approved);
}

static void
look_for_outdated (AppSession *self)
{
  GListModel *tools = G_LIST_MODEL (self->lists[MCP_DEFINITION_TOOL]);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *approved = dup_outdated (self, tool);
      g_autoptr (AppChangeNotice) notice = NULL;

      if (approved == NULL)
        continue;
      /* What was agreed to for this connection was agreed to for the tool as it was. */
      g_hash_table_remove (self->approved, mcp_definition_get_key (MCP_DEFINITION (tool)));
      notice = app_change_notice_new_grave (tool, approved);
      app_change_list_add_grave (app_session_get_changes (self), notice);
    }
}

void
app_session_take_list (AppSession *self, McpDefinitionKind kind)
{
  /* What a part of the list does not have may be there all the same. */
  if (!mcp_definition_list_is_partial (self->lists[kind]))
    app_change_list_take (app_session_get_changes (self), kind, G_LIST_MODEL (self->lists[kind]));
  if (kind == MCP_DEFINITION_TOOL)
    look_for_outdated (self);
}

void
app_session_keep_approved (AppSession *self, const char *name)
{
  McpTool         *tool = app_session_find_tool (self, name);
  g_autofree char *text = NULL;

  if (tool == NULL)
    return;
  text = app_change_notice_dup_tool_text (tool);
  if (!store_approved_tools_matches (get_approved_tools (self), name, text))
    store_approved_tools_set (get_approved_tools (self), name, text);
  app_change_list_remove (app_session_get_changes (self), MCP_DEFINITION_TOOL, name);
}

AppApproval
app_session_decide (AppSession *self, const char *name, const char **reason)
{
  McpTool         *tool = app_session_find_tool (self, name);
  g_autofree char *approved = tool != NULL ? dup_outdated (self, tool) : NULL;
  AppApproval      approval;

  if (approved == NULL && app_session_has_approval (self, name))
    return APP_APPROVAL_AUTO;
  approval = app_approval_decide (self->settings, self->profile, tool, name, reason);
  if (approved == NULL || approval == APP_APPROVAL_NEVER)
    return approval;
  if (reason != NULL)
    *reason = _ ("The server altered this tool since you approved it: look at what differs.");
  return APP_APPROVAL_ASK;
}

AppChangeNotice *
app_session_create_tool_notice (AppSession *self, const char *name)
{
  McpTool         *tool;
  g_autofree char *approved = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  tool = app_session_find_tool (self, name);
  approved = tool != NULL ? dup_outdated (self, tool) : NULL;
  return approved != NULL ? app_change_notice_new_grave (tool, approved) : NULL;
}
