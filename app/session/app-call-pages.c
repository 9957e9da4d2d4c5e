/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call that needs pages to be visited first, and the same call once more. */

#include "app-call-private.h"

#include "app-required-page.h"
#include "app-session-private.h"

static void
on_notification (McpClient *client, McpMessage *message, AppCall *self)
{
  McpJsonValue id;

  g_assert (APP_IS_CALL (self));

  if (!g_str_equal (mcp_message_get_method (message), "notifications/elicitation/complete"))
    return;
  id = mcp_json_value_get_member (mcp_message_get_params (message), "elicitationId");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->pages)); i++)
    {
      g_autoptr (AppRequiredPage) page = g_list_model_get_item (G_LIST_MODEL (self->pages), i);

      app_required_page_take_complete (page, id);
    }
}

void
app_call_take_pages (AppCall *self, AppSession *session, McpJsonValue error)
{
  McpClient *client = session != NULL ? app_session_get_client (session) : NULL;
  g_autoptr (GPtrArray) required =
      mcp_elicitation_list_required (mcp_json_value_get_member (error, "data"));

  if (required->len == 0 || self->pages != NULL)
    return;
  self->pages = g_list_store_new (APP_TYPE_REQUIRED_PAGE);
  for (guint i = 0; i < required->len; i++)
    {
      g_autoptr (AppRequiredPage) page = app_required_page_new (required->pdata[i]);

      g_list_store_append (self->pages, page);
    }
  if (client != NULL)
    g_signal_connect_object (client, "notification", G_CALLBACK (on_notification), self, 0);
}

GListModel *
app_call_get_required_pages (AppCall *self)
{
  g_return_val_if_fail (APP_IS_CALL (self), NULL);
  return self->pages != NULL ? G_LIST_MODEL (self->pages) : NULL;
}

AppCall *
app_call_new_again (AppCall *self)
{
  g_autoptr (AppSession) session = NULL;
  AppCall *again = NULL;

  g_return_val_if_fail (APP_IS_CALL (self), NULL);

  session = g_weak_ref_get (&self->session);
  if (session == NULL)
    return NULL;
  switch (self->kind)
    {
    case APP_CALL_READ:
      again = app_session_new_read (session, self->target);
      break;
    case APP_CALL_PROMPT:
      again = app_session_new_prompt_get (session, self->target, self->arguments);
      break;
    case APP_CALL_TOOL:
    default:
      again = app_session_new_tool_call (session, self->target, self->arguments);
    }
  app_call_set_marks (again, self->marks);
  app_call_set_meta (again, self->meta);
  app_call_set_as_task (again, self->as_task);
  app_call_set_task_ttl (again, self->task_ttl_ms);
  return again;
}
