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
