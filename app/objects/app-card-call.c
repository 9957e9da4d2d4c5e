/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-card-call.h"

#include <glib/gi18n-lib.h>

#include "app-object-card.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "app-catalogue.h"

/* Of what a tool says when it fails. */
#define MAX_PROBLEM_CHARACTERS 500u

/* In the order of their bits */
static const char *const tool_names[] = { "get_from_object_store", "get_slice_from_object_store",
                                          "grep_object_store", "sed_object_store",
                                          "yq_object_store" };

AppCardTools
app_card_call_get_tools (AppSession *session)
{
  AppCardTools tools = APP_CARD_TOOL_NONE;

  g_return_val_if_fail (session == NULL || APP_IS_SESSION (session), tools);

  if (session == NULL)
    return tools;
  GListModel *list = app_catalogue_get_list (app_session_get_feature (session, APP_TYPE_CATALOGUE),
                                             MCP_DEFINITION_TOOL);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpDefinition) tool = g_list_model_get_item (list, i);
      const char *name = mcp_definition_get_name (tool);

      for (guint k = 0; k < G_N_ELEMENTS (tool_names); k++)
        if (g_strcmp0 (name, tool_names[k]) == 0)
          tools |= 1 << k;
    }
  return tools;
}

const char *
app_card_call_get_tool_name (AppCardTools tool)
{
  return tool_names[g_bit_nth_lsf (tool, -1)];
}

static char *
dup_text (AppCall *call)
{
  AppResult *result = app_call_get_blocks (call);

  for (guint i = 0; result != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (result)); i++)
    {
      g_autoptr (AppBlock) block = g_list_model_get_item (G_LIST_MODEL (result), i);

      if (app_block_get_kind (block) == APP_BLOCK_TEXT)
        return app_block_dup_text (block, APP_OBJECT_CARD_MAX_BYTES, NULL);
    }
  return NULL;
}

/* Whoever is asked, is asked before. */
static void
answer (AppCall *call, const char *agreed)
{
  if (app_call_get_state (call) != APP_CALL_NEEDS_APPROVAL)
    return;
  if (g_strcmp0 (app_call_get_approval_reason (call), agreed) == 0)
    app_call_approve (call, FALSE);
  else
    app_call_cancel (call);
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  AppCall    *call = APP_CALL (object);
  AppProblem *problem = app_call_get_problem (call);

  if (!app_call_run_finish (call, result, &error) ||
      app_call_get_state (call) != APP_CALL_DONE)
    {
      if (error == NULL)
        error = g_error_new_literal (APP_ERROR, APP_ERROR_NOT_FOUND, _ ("No response"));
      if (problem != NULL)
        {
          g_free (error->message);
          error->message = g_strdup (app_problem_get_what (problem));
        }
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_autofree char *text = dup_text (call);
  if (app_call_is_error (call))
    {
      g_autofree char *said = app_visible_text_summary (text, MAX_PROBLEM_CHARACTERS);

      g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                               said[0] != '\0' ? said : _ ("Tool error"));
    }
  else if (text == NULL)
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                             _ ("The response has no text"));
  else
    g_task_return_pointer (task, g_steal_pointer (&text), g_free);
}

void
app_card_call_async (AppSession         *session,
                     const char         *tool,
                     const char         *arguments,
                     const char         *agreed,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data)
{
  g_return_if_fail (APP_IS_SESSION (session));
  g_return_if_fail (tool != NULL);

  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_card_call_async);
  g_autoptr (AppCall) call = app_session_new_call (session, APP_CALL_TOOL, tool, arguments);
  app_call_set_caller (call, APP_CALLER_PROGRAM);
  app_call_run_async (call, cancellable, on_ended, g_steal_pointer (&task));
  answer (call, agreed);
}

MCP_DEFINE_FINISH_ALONE (app_card_call_finish, char)
