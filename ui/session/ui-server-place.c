/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-place.h"
#include "ui-export-page.h"
#include "ui-inbox-page.h"
#include "ui-lint-page.h"
#include "ui-list-page.h"
#include "ui-log-pane.h"
#include "ui-overview-page.h"
#include "ui-tasks-page.h"
#include "mcp-definition.h"

/* The call that asked is on the page of its tool. */
static void
on_show_call (UiServerPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (UI_PLACE_TOOLS));
}

static GtkWidget *
create_inbox (UiServerPage *self, AppWorkspace *workspace)
{
  GtkWidget *page = ui_inbox_page_new (app_workspace_get_inbox (workspace),
                                       ui_server_page_get_session (self));

  g_signal_connect_object (page, "show-call", G_CALLBACK (on_show_call), self, G_CONNECT_SWAPPED);
  return page;
}

static void
on_show_definition (UiServerPage *self, McpDefinition *definition)
{
  static const UiPlaceKind places[] = {
    [MCP_DEFINITION_TOOL] = UI_PLACE_TOOLS,
    [MCP_DEFINITION_RESOURCE] = UI_PLACE_RESOURCES,
    [MCP_DEFINITION_RESOURCE_TEMPLATE] = UI_PLACE_RESOURCES,
    [MCP_DEFINITION_PROMPT] = UI_PLACE_PROMPTS,
  };

  ui_server_page_want (self, mcp_definition_get_key (definition));
  gtk_widget_activate_action (GTK_WIDGET (self), "server.show-place", "s",
                              ui_place_kind_get_id (places[mcp_definition_get_kind (definition)]));
}

static GtkWidget *
create_checks (UiServerPage *self)
{
  GtkWidget *page = ui_lint_page_new (ui_server_page_get_session (self));

  g_signal_connect_object (page, "show-definition", G_CALLBACK (on_show_definition), self,
                           G_CONNECT_SWAPPED);
  return page;
}

GtkWidget *
ui_server_place_create (UiServerPage *self, AppWorkspace *workspace, UiPlaceKind place)
{
  AppSession *session = ui_server_page_get_session (self);

  switch (place)
    {
    case UI_PLACE_TOOLS:
    case UI_PLACE_RESOURCES:
    case UI_PLACE_PROMPTS:
      return ui_list_page_new (session, place);
    case UI_PLACE_TASKS:
      return ui_tasks_page_new (session);
    case UI_PLACE_INBOX:
      return create_inbox (self, workspace);
    case UI_PLACE_CHECKS:
      return create_checks (self);
    case UI_PLACE_EXPORT:
      return ui_export_page_new (session);
    case UI_PLACE_LOG:
      return ui_log_pane_new (app_workspace_get_log (workspace),
                              app_session_get_name (session));
    case UI_PLACE_SERVER:
    case UI_PLACE_OVERVIEW:
    case UI_PLACE_OBJECTS:
    default:
      return ui_overview_page_new (session);
    }
}
