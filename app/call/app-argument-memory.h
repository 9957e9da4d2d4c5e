/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppArgumentMemory: what arguments that come again (see app-argument-lister.h) were the last times
 * that a tool of the session's server was called with success: kept with the server's profile in a
 * file of its own, without secrets. Main thread only. A feature of the session.
 *
 * Signal: changed (): there is another value, or other ones are at hand
 */

#pragma once

#include "app-argument-lister.h"
#include "app-form.h"
#include "app-session.h"

/* Arguments of a server that are remembered, and values of one. */
#define APP_ARGUMENT_MEMORY_MAX_NAMES 50u
#define APP_ARGUMENT_MEMORY_MAX_VALUES 10u

#define APP_TYPE_ARGUMENT_MEMORY (app_argument_memory_get_type ())
G_DECLARE_FINAL_TYPE (AppArgumentMemory, app_argument_memory, APP, ARGUMENT_MEMORY, GObject)

/** What is done about a field: only texts at the top of a tool's form come again. */
AppArgumentKind app_argument_memory_get_kind (AppArgumentMemory *self, AppField *field);
/** Returns: (transfer none) (nullable): the value of the last time */
const char *app_argument_memory_get_last (AppArgumentMemory *self, const char *name);
/** What the person used, latest first, then what the server listed.
 * Returns: (transfer full): NULL-terminated */
GStrv app_argument_memory_dup_values (AppArgumentMemory *self, const char *name);
/** Returns: (transfer none) (nullable): the tool that could be asked */
McpTool *app_argument_memory_get_lister (AppArgumentMemory *self, const char *name);

/** Fills in what is always the same, where nothing is. Returns: whether anything was */
gboolean app_argument_memory_fill (AppArgumentMemory *self, AppForm *form);
/** Remembers what the form says now as soon as @call succeeds. */
void app_argument_memory_follow (AppArgumentMemory *self, AppForm *form, AppCall *call);

/** Calls the lister, as the person asked for; where its approval rule asks, it is declined. */
void app_argument_memory_ask_async (AppArgumentMemory  *self,
                                    const char         *name,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/** Returns: whether the server named anything */
gboolean
app_argument_memory_ask_finish (AppArgumentMemory *self, GAsyncResult *result, GError **error);

/** Returns when all is in the file. */
void app_argument_memory_flush (AppArgumentMemory *self);
