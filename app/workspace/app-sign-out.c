/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-sign-out.h"

#include "app-auth-token-store.h"
#include "app-authorization.h"
#include "store-sign-in-list.h"
#include "mcp-async.h"
#include "mcp-object.h"

typedef struct
{
  StoreSignIn       *entry;
  AppAuthTokenStore *token_store; /* (nullable): while its lock is ours */
  McpAuthRecord     *record;
  AppAuthorization  *authorization; /* (nullable): where a session has it */
} Work;

static void
work_free (Work *work)
{
  g_object_unref (work->entry);
  g_clear_object (&work->token_store);
  g_clear_object (&work->authorization);
  g_clear_pointer (&work->record, mcp_auth_record_unref);
  g_free (work);
}

static void
on_deleted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);
  mcp_auth_token_store_unlock (MCP_AUTH_TOKEN_STORE (source));
  mcp_async_return (task, error);
}

/* @task: (transfer full) */
static void delete (GTask *task)
{
  Work *work = g_task_get_task_data (task);

  mcp_auth_token_store_save_async (MCP_AUTH_TOKEN_STORE (work->token_store), NULL, NULL,
                                   on_deleted, task);
}

static void
on_revoked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAuthRenewal) renewal = mcp_auth_renewal_run_finish (result, &error);

  /* Signing out ends here, whatever the server makes of it. */
  if (renewal == NULL)
    g_info ("The tokens could not be revoked: %s", error->message);
  delete (data);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask                    *task = data;
  Work                     *work = g_task_get_task_data (task);
  const McpAuthRecordParts *parts;
  g_autoptr (GError) error = NULL;

  work->record = mcp_auth_token_store_load_finish (MCP_AUTH_TOKEN_STORE (source), result, &error);
  parts = work->record != NULL ? mcp_auth_record_get (work->record) : NULL;
  if (parts == NULL || parts->revocation_url == NULL ||
      (parts->access_token == NULL && parts->refresh_token == NULL))
    {
      delete (task);
      return;
    }
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  mcp_auth_renewal_run_async (work->record, MCP_AUTH_REVOKE, settings, NULL,
                              g_task_get_cancellable (task), on_revoked, task);
}

static void
on_locked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (mcp_auth_token_store_lock_finish (MCP_AUTH_TOKEN_STORE (source), result, &error))
    mcp_auth_token_store_load_async (MCP_AUTH_TOKEN_STORE (source), g_task_get_cancellable (task),
                                     on_loaded, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
sign_out_without_session (GTask *task)
{
  AppWorkspace *workspace = g_task_get_source_object (task);
  Work         *work = g_task_get_task_data (task);

  work->token_store = app_auth_token_store_new_for_sign_in (app_workspace_get_vault (workspace),
                                                            app_workspace_get_sign_ins (workspace),
                                                            work->entry);
  mcp_auth_token_store_lock_async (MCP_AUTH_TOKEN_STORE (work->token_store),
                                   g_task_get_cancellable (task), on_locked, task);
}

static void
on_signed_out (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  app_authorization_sign_out_finish (APP_AUTHORIZATION (source), result, &error);
  mcp_async_return (task, error);
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Work  *work = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  /* What one cannot sign in to any more can be signed out of all the same. */
  if (app_authorization_prepare_finish (APP_AUTHORIZATION (source), result, &error))
    app_authorization_sign_out_async (work->authorization, g_task_get_cancellable (task),
                                      on_signed_out, task);
  else
    sign_out_without_session (task);
}

void
app_sign_out_async (AppWorkspace       *workspace,
                    StoreSignIn        *entry,
                    GCancellable       *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer            user_data)
{
  const StoreSignInParts *parts = store_sign_in_get (entry);
  GTask                  *task = g_task_new (workspace, cancellable, callback, user_data);
  Work                   *work = g_new0 (Work, 1);
  AppSession             *session = app_workspace_find_id (workspace, parts->key);
  AppAuthorization       *authorization =
      session != NULL ? app_session_get_feature (session, APP_TYPE_AUTHORIZATION) : NULL;
  g_autofree char *issuer = NULL;

  g_return_if_fail (APP_IS_WORKSPACE (workspace));

  g_task_set_source_tag (task, app_sign_out_async);
  work->entry = g_object_ref (entry);
  g_task_set_task_data (task, work, (GDestroyNotify)work_free);
  if (authorization != NULL)
    g_object_get (authorization, "issuer", &issuer, NULL);
  /* The session's is the one that its connection uses; others of the same server lie beside it. */
  if (g_strcmp0 (issuer, parts->issuer) != 0)
    {
      sign_out_without_session (task);
      return;
    }
  work->authorization = g_object_ref (authorization);
  app_authorization_prepare_async (authorization, cancellable, on_prepared, task);
}

MCP_DEFINE_FINISH (app_sign_out_finish, AppWorkspace)

StoreSignIn *
app_sign_out_find (AppWorkspace *workspace, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);

  return store_sign_in_list_find (app_workspace_get_sign_ins (workspace),
                                  store_profile_get_id (profile), NULL);
}

/* Scheme, host and port. Returns: (transfer full) (nullable) */
static char *
dup_origin (const char *url)
{
  g_autoptr (GUri) uri =
      url != NULL ? g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL)
                  : NULL;

  if (uri == NULL || g_uri_get_host (uri) == NULL)
    return NULL;
  g_autofree char *host = g_ascii_strdown (g_uri_get_host (uri), -1);
  return g_strdup_printf ("%s://%s:%d", g_uri_get_scheme (uri), host, g_uri_get_port (uri));
}

StoreSignIn *
app_sign_out_find_foreign (AppWorkspace *workspace, StoreProfile *profile)
{
  StoreSignIn     *entry = app_sign_out_find (workspace, profile);
  g_autofree char *here = dup_origin (store_profile_get_endpoint (profile)->url);
  g_autofree char *there = entry != NULL ? dup_origin (store_sign_in_get (entry)->server) : NULL;

  return there != NULL && g_strcmp0 (here, there) != 0 ? entry : NULL;
}
