/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * How a session's lists are asked for: whole or a page at a time, and with members of one's own in
 * each request, which some servers filter by. Holds as long as the session does.
 */

#pragma once

#include "app-session.h"

G_BEGIN_DECLS

/** For the next loading. @params: (nullable): JSON text of an object; %NULL or "" for none
 * Returns: %FALSE with APP_ERROR_INVALID_INPUT where it is no object */
gboolean app_session_set_list_params (AppSession *self,
                                      AppListKind kind,
                                      const char *params,
                                      GError    **error);
/** Returns: (transfer full): JSON text; empty for none */
char *app_session_dup_list_params (AppSession *self, AppListKind kind);
void  app_session_set_page_by_page (AppSession *self, AppListKind kind, gboolean page_by_page);
/** Whether the server has a page of it that was not asked for. */
gboolean app_session_list_has_more (AppSession *self, AppListKind kind);

/** Fetches the next page of a list, and adds it. */
void     app_session_load_more_async (AppSession         *self,
                                      AppListKind         kind,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean app_session_load_more_finish (AppSession *self, GAsyncResult *result, GError **error);

G_END_DECLS
