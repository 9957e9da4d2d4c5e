/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-session-lists.h"

#include "app-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
app_session_set_list_params (AppSession *self,
                             AppListKind kind,
                             const char *params,
                             GError    **error)
{
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);

  if (params != NULL && *params != '\0')
    {
      document = mcp_json_document_parse_text (params, -1, NULL);
      if (document == NULL ||
          mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
        {
          g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               _ ("The parameters are no JSON object."));
          return FALSE;
        }
      bytes = g_bytes_new (params, strlen (params));
    }
  mcp_definition_list_set_params (self->lists[kind], bytes);
  return TRUE;
}

char *
app_session_dup_list_params (AppSession *self, AppListKind kind)
{
  GBytes     *params;
  gsize       length;
  const char *text;

  g_return_val_if_fail (APP_IS_SESSION (self), NULL);

  params = mcp_definition_list_get_params (self->lists[kind]);
  if (params == NULL)
    return g_strdup ("");
  text = g_bytes_get_data (params, &length);
  return g_strndup (text, length);
}

void
app_session_set_page_by_page (AppSession *self, AppListKind kind, gboolean page_by_page)
{
  g_return_if_fail (APP_IS_SESSION (self));

  mcp_definition_list_set_page_by_page (self->lists[kind], page_by_page);
}

gboolean
app_session_list_has_more (AppSession *self, AppListKind kind)
{
  g_return_val_if_fail (APP_IS_SESSION (self), FALSE);

  return mcp_definition_list_has_more (self->lists[kind]);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_definition_list_load_finish (MCP_DEFINITION_LIST (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
app_session_load_more_async (AppSession         *self,
                             AppListKind         kind,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (APP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, app_session_load_more_async);
  mcp_definition_list_load_more_async (self->lists[kind], cancellable, on_loaded,
                                       g_steal_pointer (&task));
}

gboolean
app_session_load_more_finish (AppSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
