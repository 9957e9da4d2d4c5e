/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-connection.h"
#include "app-cli-print.h"
#include "app-target.h"
#include "mcp-json-writer.h"

static void
write_variables (McpJsonWriter *writer, const char *name, const StoreVariables *variables)
{
  guint n = store_variables_get_n_items (variables);

  if (n == 0)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < n; i++)
    {
      mcp_json_writer_name (writer, store_variables_get_name (variables, i));
      if (store_variables_get_secret (variables, i) != NULL)
        {
          mcp_json_writer_begin_object (writer);
          mcp_json_writer_member_string (writer, "secret",
                                         store_variables_get_secret (variables, i));
          mcp_json_writer_end_object (writer);
        }
      else
        mcp_json_writer_string (writer, store_variables_get_value (variables, i));
    }
  mcp_json_writer_end_object (writer);
}

static void
write_profile (McpJsonWriter *writer, StoreProfile *profile)
{
  const char *const *arguments = store_profile_get_arguments (profile);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "id", store_profile_get_id (profile));
  mcp_json_writer_member_string (writer, "name", store_profile_get_name (profile));
  mcp_json_writer_member_string (writer, "transport",
                                 store_transport_to_text (store_profile_get_transport (profile)));
  if (store_profile_get_url (profile) != NULL)
    mcp_json_writer_member_string (writer, "url", store_profile_get_url (profile));
  if (store_profile_get_command (profile) != NULL)
    {
      mcp_json_writer_member_string (writer, "command", store_profile_get_command (profile));
      mcp_json_writer_name (writer, "args");
      mcp_json_writer_begin_array (writer);
      for (guint i = 0; arguments[i] != NULL; i++)
        mcp_json_writer_string (writer, arguments[i]);
      mcp_json_writer_end_array (writer);
    }
  write_variables (writer, "env", store_profile_get_environment (profile));
  write_variables (writer, "headers", store_profile_get_headers (profile));
  if (store_profile_get_working_directory (profile) != NULL)
    mcp_json_writer_member_string (writer, "cwd", store_profile_get_working_directory (profile));
  mcp_json_writer_end_object (writer);
}

static AppCliStatus
list_servers (const AppCliInvocation *invocation, StoreProfileBook *book)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  GPtrArray       *findings = store_profile_book_get_findings (book);
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (book));

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);
      g_autofree char *summary = store_profile_dup_summary (profile);
      g_autofree char *bold = app_cli_bold (store_profile_get_name (profile));

      write_profile (writer, profile);
      if (!invocation->json)
        app_cli_print ("%s\n    %s%s\n", bold, summary,
                       store_profile_needs_confirmation (profile) ? _ ("  [not confirmed]") : "");
    }
  mcp_json_writer_end_array (writer);
  text = mcp_json_writer_finish_text (writer);
  if (invocation->json)
    app_cli_print ("%s\n", text);
  else if (n == 0 && !invocation->quiet)
    /* Translators: %s is a file's path */
    fprintf (stderr, _ ("There are no servers in %s yet; “servers add” adds one.\n"),
             store_profile_book_get_path (book));
  for (guint i = 0; i < findings->len && !invocation->quiet; i++)
    {
      const StoreBookFinding *finding = findings->pdata[i];

      fprintf (stderr, "%s:%u:%u: %s\n", store_profile_book_get_path (book), finding->line,
               finding->column, finding->message);
    }
  return APP_CLI_DONE;
}

static gboolean
is_secret (const AppCliInvocation *invocation, const char *name)
{
  return invocation->secret != NULL &&
         g_strv_contains ((const char *const *)invocation->secret, name);
}

/* Moves the values that the person called secret from the profile to the keyring. */
static gboolean
hide_secrets (AppCliConnection       *connection,
              const AppCliInvocation *invocation,
              StoreProfile           *profile,
              const char             *section,
              const StoreVariables   *variables,
              gboolean                all,
              StoreVariables        **hidden,
              GError                **error)
{
  StoreSecretVault *vault =
      app_workspace_get_vault (app_cli_connection_get_workspace (connection));
  g_autoptr (StoreVariables) changed = store_variables_copy (variables);

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *name = store_variables_get_name (variables, i);
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *reference = NULL;
      g_autofree char *label = NULL;
      g_autoptr (GAsyncResult) result = NULL;

      if (value == NULL || (!all && !is_secret (invocation, name)) || g_str_equal (name, "user"))
        continue;
      reference = store_profile_dup_secret_reference (profile, section, name);
      /* Translators: what a keyring shows: a variable's name, then a server's */
      label = g_strdup_printf (_ ("%s of %s"), name, store_profile_get_name (profile));
      store_secret_vault_store_async (vault, reference, label, value, NULL,
                                      app_cli_connection_done, connection);
      result = app_cli_connection_wait (connection);
      if (!store_secret_vault_store_finish (vault, result, NULL, error))
        return FALSE;
      store_variables_set_secret (changed, name, reference);
    }
  *hidden = g_steal_pointer (&changed);
  return TRUE;
}

static gboolean
hide_all_secrets (AppCliConnection       *connection,
                  const AppCliInvocation *invocation,
                  StoreProfile           *profile,
                  GError                **error)
{
  g_autoptr (StoreVariables) environment = NULL;
  g_autoptr (StoreVariables) headers = NULL;
  g_autoptr (StoreVariables) credentials = NULL;

  if (!hide_secrets (connection, invocation, profile, "env",
                     store_profile_get_environment (profile), FALSE, &environment, error) ||
      !hide_secrets (connection, invocation, profile, "headers",
                     store_profile_get_headers (profile), FALSE, &headers, error) ||
      !hide_secrets (connection, invocation, profile, "authorization",
                     store_profile_get_credentials (profile), TRUE, &credentials, error))
    return FALSE;
  store_profile_set_environment (profile, environment);
  store_profile_set_headers (profile, headers);
  store_profile_set_credentials (profile, credentials);
  return TRUE;
}

static gboolean
apply_changes (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  StoreApproval approval;

  if (invocation->rename != NULL)
    store_profile_set_name (profile, invocation->rename);
  if (invocation->url != NULL)
    {
      store_profile_set_transport (profile, STORE_TRANSPORT_HTTP);
      store_profile_set_url (profile, invocation->url);
      store_profile_set_command (profile, NULL);
      store_profile_set_arguments (profile, NULL);
    }
  else if (invocation->program != NULL)
    {
      store_profile_set_transport (profile, STORE_TRANSPORT_STDIO);
      store_profile_set_command (profile, invocation->program[0]);
      store_profile_set_arguments (profile, (const char *const *)invocation->program + 1);
      store_profile_set_url (profile, NULL);
    }
  if (invocation->approval != NULL)
    {
      if (!store_approval_from_text (invocation->approval, &approval))
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("--approval is one of ask, auto, never."));
          return FALSE;
        }
      store_profile_set_approval (profile, approval);
    }
  if (invocation->connect_timeout >= 0)
    store_profile_set_connect_timeout (profile, (guint)(invocation->connect_timeout * 1000));
  if (invocation->timeout >= 0)
    store_profile_set_request_timeout (profile, (guint)(invocation->timeout * 1000));
  if (invocation->total_timeout >= 0)
    store_profile_set_total_timeout (profile, (guint)(invocation->total_timeout * 1000));
  return TRUE;
}

static AppCliStatus
add_server (const AppCliInvocation *invocation, AppCliConnection *connection)
{
  StoreProfileBook *book = app_workspace_get_book (app_cli_connection_get_workspace (connection));
  const char       *name = invocation->arguments[1];
  g_autoptr (StoreProfile) profile = NULL;
  g_autoptr (StoreProfile) added = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (name == NULL || (invocation->program == NULL && invocation->url == NULL))
    return app_cli_fail_usage (invocation,
                               _ ("“servers add NAME” takes --url URL, or -- PROGRAM ARG…"));
  if (store_profile_book_find_by_name (book, name) != NULL)
    return app_cli_fail_usage (invocation, _ ("There is a server called “%s” already."), name);
  profile = app_cli_connection_dup_new (connection, name, &error);
  if (profile == NULL || !apply_changes (invocation, profile, &error))
    return app_cli_fail (invocation, error);
  store_profile_set_id (profile, name);
  if (!hide_all_secrets (connection, invocation, profile, &error))
    return app_cli_fail (invocation, error);
  store_profile_book_add_async (book, profile, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  added = store_profile_book_add_finish (book, result, &error);
  return added != NULL ? APP_CLI_DONE : app_cli_fail (invocation, error);
}

static AppCliStatus
edit_server (const AppCliInvocation *invocation, AppCliConnection *connection, StoreProfile *old)
{
  StoreProfileBook *book = app_workspace_get_book (app_cli_connection_get_workspace (connection));
  g_autoptr (StoreProfile) profile = store_profile_copy (old);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!app_cli_connection_apply (connection, profile, &error) ||
      !apply_changes (invocation, profile, &error) ||
      !hide_all_secrets (connection, invocation, profile, &error))
    return app_cli_fail (invocation, error);
  store_profile_book_replace_async (book, profile, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (!store_profile_book_replace_finish (book, result, &error))
    return app_cli_fail (invocation, error);
  return APP_CLI_DONE;
}

static void
forget_secrets (AppCliConnection *connection, StoreProfile *profile)
{
  AppWorkspace *workspace = app_cli_connection_get_workspace (connection);
  g_auto (GStrv) references = store_profile_dup_secret_references (profile);

  for (guint i = 0; references[i] != NULL; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      if (store_profile_book_uses_secret (app_workspace_get_book (workspace), references[i],
                                          profile))
        continue;
      store_secret_vault_clear_async (app_workspace_get_vault (workspace), references[i], NULL,
                                      app_cli_connection_done, connection);
      result = app_cli_connection_wait (connection);
      store_secret_vault_clear_finish (app_workspace_get_vault (workspace), result, NULL);
    }
}

static AppCliStatus
remove_server (const AppCliInvocation *invocation,
               AppCliConnection       *connection,
               StoreProfile           *profile)
{
  StoreProfileBook *book = app_workspace_get_book (app_cli_connection_get_workspace (connection));
  g_autoptr (StoreProfile) held = g_object_ref (profile);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_profile_book_remove_async (book, store_profile_get_id (profile), NULL,
                                   app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (!store_profile_book_remove_finish (book, result, &error))
    return app_cli_fail (invocation, error);
  forget_secrets (connection, held);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_servers (const AppCliInvocation *invocation)
{
  const char *action = invocation->arguments[0];
  const char *name = action != NULL ? invocation->arguments[1] : NULL;
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  StoreProfileBook *book;
  StoreProfile     *profile;

  connection = app_cli_connection_new (invocation, TRUE, &error);
  if (connection == NULL)
    return app_cli_fail (invocation, error);
  book = app_workspace_get_book (app_cli_connection_get_workspace (connection));
  if (action == NULL || g_str_equal (action, "list"))
    return list_servers (invocation, book);
  if (g_str_equal (action, "add"))
    return add_server (invocation, connection);
  if (!g_str_equal (action, "edit") && !g_str_equal (action, "remove"))
    return app_cli_fail_usage (invocation, _ ("“servers” knows list, add, edit and remove."));
  if (name == NULL)
    /* Translators: %s is "edit" or "remove" */
    return app_cli_fail_usage (invocation, _ ("“servers %s” takes the name of a server."), action);
  profile = store_profile_book_find_by_name (book, name);
  if (profile == NULL)
    return app_cli_fail_usage (invocation, _ ("There is no server called “%s”."), name);
  return g_str_equal (action, "edit") ? edit_server (invocation, connection, profile)
                                      : remove_server (invocation, connection, profile);
}
