/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The beginning and the end of an asynchronous function: what each pair of foo_async() and
 * foo_finish() says in the same words.
 */

#pragma once

#include <gio/gio.h>

/** A task that ends in its own way: being cancelled does not replace what it returns. @tag: the
 * function that begins. Returns: (transfer full) */
GTask *mcp_async_begin (gpointer            source,
                        gpointer            tag,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data);
/** Ends @task with %TRUE, or with @error. @error: (transfer full) (nullable) */
void mcp_async_return (GTask *task, GError *error);

/* Definitions of functions that only hand over what their task ended with */

/** gboolean @function (TypeName *self, GAsyncResult *result, GError **error) */
#define MCP_DEFINE_FINISH(function, TypeName)                              \
  gboolean function (TypeName *self, GAsyncResult *result, GError **error) \
  {                                                                        \
    g_return_val_if_fail (g_task_is_valid (result, self), FALSE);          \
    return g_task_propagate_boolean (G_TASK (result), error);              \
  }
/** ReturnedType *@function (TypeName *self, GAsyncResult *result, GError **error). Returns:
 * (transfer full) */
#define MCP_DEFINE_FINISH_POINTER(function, TypeName, ReturnedType)             \
  ReturnedType *function (TypeName *self, GAsyncResult *result, GError **error) \
  {                                                                             \
    g_return_val_if_fail (g_task_is_valid (result, self), NULL);                \
    return g_task_propagate_pointer (G_TASK (result), error);                   \
  }
/** ReturnedType *@function (GAsyncResult *result, GError **error), of a task without a source.
 * Returns: (transfer full) */
#define MCP_DEFINE_FINISH_ALONE(function, ReturnedType)          \
  ReturnedType *function (GAsyncResult *result, GError **error)  \
  {                                                              \
    g_return_val_if_fail (g_task_is_valid (result, NULL), NULL); \
    return g_task_propagate_pointer (G_TASK (result), error);    \
  }
