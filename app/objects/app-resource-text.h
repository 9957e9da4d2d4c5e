/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppResourceText: the texts of a server's resources, for the texts of a form. Reads a resource and
 * joins its text contents by line breaks; what is binary, too large or not to be held by a text
 * field is refused as a whole.
 *
 * Source: MCP 2025-11-25, "Resources", "Prompts".
 */

#pragma once

#include "app-session.h"
#include "mcp-definition.h"

/* What a form takes at once, in bytes of UTF-8; it is looked through at every change. */
#define APP_RESOURCE_TEXT_MAX_BYTES (1024u * 1024u)

#define APP_TYPE_RESOURCE_TEXT (app_resource_text_get_type ())
G_DECLARE_FINAL_TYPE (AppResourceText, app_resource_text, APP, RESOURCE_TEXT, GObject)

/** @session: held weakly. @definition: what the form is for
 * Returns: (transfer full) (nullable): %NULL where that is neither a prompt nor a tool */
AppResourceText *app_resource_text_new (AppSession *session, McpDefinition *definition);

/** Whether the server is connected and has resources, now. */
gboolean app_resource_text_is_offered (AppResourceText *self);
/** Returns: (transfer full) (nullable): of McpResource; %NULL where the session is gone */
GListModel *app_resource_text_dup_resources (AppResourceText *self);

/** Asks the server. @cancellable: cancels the request itself */
void app_resource_text_read_async (AppResourceText    *self,
                                   const char         *uri,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
/** @problem: (out) (optional) (transfer full) (nullable): why there is no text, as a person is told
 * of it; %NULL where it was cancelled. Returns: (transfer full) (nullable): UTF-8 */
char *app_resource_text_read_finish (AppResourceText *self,
                                     GAsyncResult    *result,
                                     AppProblem     **problem);
