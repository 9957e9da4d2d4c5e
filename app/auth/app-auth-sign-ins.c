/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-auth-sign-ins.h"

#include <glib/gi18n-lib.h>

#include "app-auth-token-store.h"
#include "mcp-json-writer.h"

char *
app_auth_sign_ins_dup_time (gint64 time)
{
  g_autoptr (GDateTime) date = time > 0 ? g_date_time_new_from_unix_local (time) : NULL;

  return date != NULL ? g_date_time_format (date, "%Y-%m-%d %H:%M:%S") : NULL;
}

static const char *
get_name (const StoreSignInParts *parts)
{
  return parts->name != NULL ? parts->name : parts->server;
}

GStrv
app_auth_sign_ins_dup_rows (StoreSignIn *sign_in)
{
  const StoreSignInParts *parts = store_sign_in_get (sign_in);
  g_autofree char        *expires = app_auth_sign_ins_dup_time (parts->expires);
  g_autoptr (GStrvBuilder) rows = g_strv_builder_new ();
  const char *const table[] = {
    get_name (parts),
    parts->active ? "" : _ ("[not signed in]"),
    _ ("Server"),
    parts->server,
    _ ("Authorization server"),
    parts->issuer,
    _ ("Account"),
    parts->account,
    _ ("Scopes"),
    parts->scopes,
    _ ("Access token valid until"),
    expires,
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i += 2)
    if (table[i + 1] != NULL)
      g_strv_builder_add_many (rows, table[i], table[i + 1], NULL);
  return g_strv_builder_end (rows);
}

char *
app_auth_sign_ins_dup_json (StoreSignInList *list)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (G_LIST_MODEL (list), i);
      const StoreSignInParts *parts = store_sign_in_get (entry);

      mcp_json_writer_add (writer,
                           "{'key': %s, 'name': ?%s, 'server': %s, 'issuer': %s, 'account': ?%s, "
                           "'scopes': ?%s, 'client': ?%s, 'when': %x, 'expires': ?%x, "
                           "'renews': %b, 'active': %b}",
                           parts->key, parts->name, parts->server, parts->issuer, parts->account,
                           parts->scopes, parts->client, parts->when,
                           parts->expires > 0 ? parts->expires : (gint64)-1, parts->renews,
                           parts->active);
    }
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Forgetting */

typedef struct
{
  StoreSecretVault *vault;
  char             *name;
  char             *text; /* (nullable): what is said once the next one is deleted */
  GStrvBuilder     *deleted;
} Work;

static void
work_free (Work *work)
{
  g_object_unref (work->vault);
  g_free (work->name);
  g_free (work->text);
  g_strv_builder_unref (work->deleted);
  g_free (work);
}

/* Returns: (transfer full) (nullable) */
static StoreSignIn *
find_named (GListModel *list, const char *name)
{
  for (guint i = g_list_model_get_n_items (list); i > 0; i--)
    {
      g_autoptr (StoreSignIn) entry = g_list_model_get_item (list, i - 1);
      const StoreSignInParts *parts = store_sign_in_get (entry);

      if (g_strcmp0 (parts->key, name) == 0 || g_strcmp0 (parts->name, name) == 0 ||
          g_strcmp0 (parts->server, name) == 0)
        return g_steal_pointer (&entry);
    }
  return NULL;
}

static void forget_next (GTask *task);

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work   *work = g_task_get_task_data (task);
  GError *error = NULL;

  if (mcp_auth_token_store_save_finish (MCP_AUTH_TOKEN_STORE (source), result, &error))
    {
      g_strv_builder_add (work->deleted, work->text);
      forget_next (g_steal_pointer (&task));
    }
  else
    {
      g_auto (GStrv) deleted = g_strv_builder_end (work->deleted);
      g_autofree char *before = g_strjoinv (" ", deleted);

      g_prefix_error (&error, "%s%s", before, *before != '\0' ? " " : "");
      g_task_return_error (task, error);
    }
}

/* @task: (transfer full) */
static void
forget_next (GTask *task)
{
  StoreSignInList *list = g_task_get_source_object (task);
  Work            *work = g_task_get_task_data (task);
  g_autoptr (StoreSignIn) entry =
      work->name != NULL ? find_named (G_LIST_MODEL (list), work->name) : NULL;
  g_autoptr (AppAuthTokenStore) token_store = NULL;

  if (entry == NULL)
    {
      g_task_return_pointer (task, g_strv_builder_end (work->deleted), (GDestroyNotify)g_strfreev);
      g_object_unref (task);
      return;
    }
  const StoreSignInParts *parts = store_sign_in_get (entry);
  g_free (work->text);
  /* Translators: %s is the name of a server, then a URL */
  work->text = g_strdup_printf (_ ("The sign-in to %s at %s was deleted here."),
                                get_name (parts), parts->issuer);
  token_store = app_auth_token_store_new_for_sign_in (work->vault, list, entry);
  mcp_auth_token_store_save_async (MCP_AUTH_TOKEN_STORE (token_store), NULL,
                                   g_task_get_cancellable (task), on_forgotten, task);
}

void
app_auth_sign_ins_forget_async (StoreSignInList    *list,
                                StoreSecretVault   *vault,
                                const char         *name,
                                StoreProfile       *profile,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  GTask *task = g_task_new (list, cancellable, callback, user_data);
  Work  *work = g_new0 (Work, 1);

  g_task_set_source_tag (task, app_auth_sign_ins_forget_async);
  if (name == NULL)
    name = *store_profile_get_id (profile) != '\0' ? store_profile_get_id (profile)
                                                   : store_profile_get_endpoint (profile)->url;
  work->vault = g_object_ref (vault);
  work->name = g_strdup (name);
  work->deleted = g_strv_builder_new ();
  g_task_set_task_data (task, work, (GDestroyNotify)work_free);
  forget_next (task);
}

GStrv
app_auth_sign_ins_forget_finish (StoreSignInList *list, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, list), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
