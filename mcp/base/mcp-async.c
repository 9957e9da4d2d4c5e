/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-async.h"

GTask *
mcp_async_begin (gpointer            source,
                 gpointer            tag,
                 GCancellable       *cancellable,
                 GAsyncReadyCallback callback,
                 gpointer            user_data)
{
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  return task;
}

void
mcp_async_return (GTask *task, GError *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}
