/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changing the list of servers. */

#include "app-cli-servers.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-commands.h"
#include "app-cli-print.h"
#include "app-cli-profile.h"
#include "app-command-text.h"
#include "app-target.h"
#include "app-visible-text.h"

static StoreProfileBook *
get_book (AppCliConnection *connection)
{
  return app_workspace_get_book (app_cli_connection_get_workspace (connection));
}

/* Secrets: what the person named, and what can be nothing else */

static gboolean
is_named (const AppCliInvocation *invocation, const char *name)
{
  return invocation->secret != NULL &&
         g_strv_contains ((const char *const *)invocation->secret, name);
}

/* Moves values from @variables to the draft's secrets. Returns: (transfer full): what is left */
static StoreVariables *
take_secrets (const AppCliInvocation *invocation,
              AppProfileDraft        *draft,
              const char             *section,
              const StoreVariables   *variables,
              gboolean                all)
{
  StoreVariables *rest = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char *name = store_variables_get_name (variables, i);
      const char *value = store_variables_get_value (variables, i);
      const char *reference = store_variables_get_secret (variables, i);

      if (reference != NULL)
        store_variables_set_secret (rest, name, reference);
      else if ((all && !g_str_equal (name, "user")) || is_named (invocation, name))
        app_profile_draft_set_secret (draft, section, name, value);
      else
        store_variables_set (rest, name, value);
    }
  return rest;
}

static void
hide_secrets (const AppCliInvocation *invocation, AppProfileDraft *draft)
{
  StoreProfile *profile = app_profile_draft_get_profile (draft);
  g_autoptr (StoreVariables) environment =
      take_secrets (invocation, draft, APP_PROFILE_SECTION_ENVIRONMENT,
                    store_profile_get_environment (profile), FALSE);
  g_autoptr (StoreVariables) headers =
      take_secrets (invocation, draft, APP_PROFILE_SECTION_HEADERS,
                    store_profile_get_headers (profile), FALSE);
  g_autoptr (StoreVariables) credentials =
      take_secrets (invocation, draft, APP_PROFILE_SECTION_AUTHORIZATION,
                    store_profile_get_credentials (profile), TRUE);

  store_profile_set_environment (profile, environment);
  store_profile_set_headers (profile, headers);
  store_profile_set_credentials (profile, credentials);
}

/* A name that was misspelled would leave the value in the file. */
static gboolean
check_secret_names (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  for (guint i = 0; invocation->secret != NULL && invocation->secret[i] != NULL; i++)
    {
      const char *name = invocation->secret[i];

      if (store_variables_find (store_profile_get_environment (profile), name, NULL) ||
          store_variables_find (store_profile_get_headers (profile), name, NULL))
        continue;
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   /* Translators: %s is what was typed */
                   _ ("--secret: there is no variable and no header “%s”."), name);
      return FALSE;
    }
  return TRUE;
}

/* Saving */

static void
take_back (AppCliConnection *connection, StoreProfile *profile)
{
  StoreProfileBook *book = get_book (connection);
  g_autoptr (GAsyncResult) result = NULL;

  if (store_profile_book_find (book, store_profile_get_id (profile)) == NULL)
    return;
  store_profile_book_remove_async (book, store_profile_get_id (profile), NULL,
                                   app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  store_profile_book_remove_finish (book, result, NULL);
}

StoreProfile *
app_cli_servers_save (const AppCliInvocation *invocation,
                      AppCliConnection       *connection,
                      AppProfileDraft        *draft,
                      GError                **error)
{
  g_autoptr (AppProfileDraft) held = draft;
  g_autoptr (GAsyncResult) result = NULL;
  gboolean      is_new = app_profile_draft_is_new (draft);
  StoreProfile *saved;

  if (invocation->secrets_in_file)
    app_profile_draft_allow_fallback (draft, TRUE);
  app_profile_draft_save_async (draft, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  saved = app_profile_draft_save_finish (draft, result, error);
  if (saved == NULL && is_new && !app_profile_draft_is_new (draft))
    take_back (connection, app_profile_draft_get_profile (draft));
  return saved;
}

/* What add and edit have in common */

static gboolean
apply_changes (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  StoreApproval approval;

  if (invocation->rename != NULL)
    store_profile_set_name (profile, invocation->rename);
  if (invocation->url != NULL)
    {
      app_cli_profile_set_url (profile, invocation->url);
    }
  else if (invocation->program != NULL)
    {
      store_profile_set_transport (profile, STORE_TRANSPORT_STDIO);
      store_profile_set_command (profile, invocation->program[0]);
      store_profile_set_arguments (profile, (const char *const *)invocation->program + 1);
      store_profile_set_url (profile, NULL);
      /* What was typed here needs nobody's confirmation. */
      store_profile_set_origin (profile, STORE_ORIGIN_TYPED);
    }
  if (invocation->approval != NULL)
    {
      if (!store_approval_from_text (invocation->approval, &approval))
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _ ("--approval is one of ask, auto, never."));
          return FALSE;
        }
      store_profile_set_approval (profile, approval);
    }
  app_cli_profile_apply_deadlines (invocation, profile);
  if (!app_cli_profile_apply (invocation, profile, error) ||
      !check_secret_names (invocation, profile, error))
    return FALSE;
  app_cli_profile_make_absolute (invocation, profile);
  return TRUE;
}

/* From a program, a URL, or a snippet of JSON. */
static StoreProfile *
create_profile (const AppCliInvocation *invocation, const char *name, GError **error)
{
  const char *server = invocation->url != NULL ? invocation->url : invocation->server;
  g_autoptr (AppTarget) target = NULL;
  StoreProfile *profile;

  if (invocation->program != NULL)
    profile = app_cli_profile_new_for_program (invocation->program);
  else if (app_cli_profile_looks_like_url (server))
    profile = app_cli_profile_new_for_url (server);
  else
    {
      target = app_target_new (server);
      if (app_target_get_kind (target) != APP_TARGET_SNIPPET ||
          g_list_model_get_n_items (app_target_get_profiles (target)) != 1)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("“%s” is neither a URL nor a JSON snippet of one server."), server);
          return NULL;
        }
      profile = g_list_model_get_item (app_target_get_profiles (target), 0);
    }
  store_profile_set_name (profile, name);
  return profile;
}

static AppCliStatus
add_server (const AppCliInvocation *invocation, AppCliConnection *connection)
{
  const char *name = invocation->arguments[1];
  g_autoptr (StoreProfile) profile = NULL;
  g_autoptr (StoreProfile) added = NULL;
  g_autoptr (AppProfileDraft) draft = NULL;
  g_autoptr (GError) error = NULL;

  if (name == NULL ||
      (invocation->program == NULL && invocation->url == NULL && invocation->server == NULL))
    return app_cli_fail_usage (invocation,
                               _ ("“servers add NAME” takes --url URL, or -- PROGRAM ARG…"));
  if (store_profile_book_find_by_name (get_book (connection), name) != NULL)
    return app_cli_fail_usage (invocation, _ ("There is a server called “%s” already."), name);
  profile = create_profile (invocation, name, &error);
  if (profile == NULL || !apply_changes (invocation, profile, &error))
    return app_cli_fail (invocation, error);
  if (store_profile_get_origin (profile) == STORE_ORIGIN_TYPED)
    {
      draft = app_profile_draft_new (app_cli_connection_get_workspace (connection), NULL);
      store_profile_assign (app_profile_draft_get_profile (draft), profile);
    }
  else
    draft = app_profile_draft_new_imported (app_cli_connection_get_workspace (connection), profile);
  hide_secrets (invocation, draft);
  added = app_cli_servers_save (invocation, connection, g_steal_pointer (&draft), &error);
  return added != NULL ? APP_CLI_DONE : app_cli_fail (invocation, error);
}

static AppCliStatus
edit_server (const AppCliInvocation *invocation, AppCliConnection *connection, StoreProfile *old)
{
  g_autoptr (AppProfileDraft) draft =
      app_profile_draft_new (app_cli_connection_get_workspace (connection), old);
  g_autoptr (StoreProfile) saved = NULL;
  g_autoptr (GError) error = NULL;

  if (!apply_changes (invocation, app_profile_draft_get_profile (draft), &error))
    return app_cli_fail (invocation, error);
  hide_secrets (invocation, draft);
  saved = app_cli_servers_save (invocation, connection, g_steal_pointer (&draft), &error);
  return saved != NULL ? APP_CLI_DONE : app_cli_fail (invocation, error);
}

static AppCliStatus
remove_server (const AppCliInvocation *invocation,
               AppCliConnection       *connection,
               StoreProfile           *profile)
{
  AppWorkspace *workspace = app_cli_connection_get_workspace (connection);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_profile_draft_remove_async (workspace, profile, NULL, app_cli_connection_done, connection);
  result = app_cli_connection_wait (connection);
  if (!app_profile_draft_remove_finish (workspace, result, &error))
    return app_cli_fail (invocation, error);
  return APP_CLI_DONE;
}

static AppCliStatus
confirm_server (const AppCliInvocation *invocation,
                AppCliConnection       *connection,
                StoreProfile           *profile)
{
  g_autofree char *text = app_command_text_for_profile (profile);
  g_autofree char *visible = app_visible_text_block (text, 0);
  g_autoptr (GError) error = NULL;

  app_cli_print ("%s\n", visible);
  if (!store_profile_needs_confirmation (profile))
    {
      if (!invocation->quiet)
        fprintf (stderr, "%s\n", _ ("There is nothing to confirm."));
      return APP_CLI_DONE;
    }
  if (!invocation->yes && !app_cli_ask (_ ("Allow this command to run?")))
    {
      g_set_error (&error, APP_ERROR, APP_ERROR_UNCONFIRMED,
                   _ ("It was not confirmed. With --yes you agree beforehand."));
      return app_cli_fail (invocation, error);
    }
  if (!app_cli_connection_keep_confirmation (connection, profile, &error))
    return app_cli_fail (invocation, error);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_servers (const AppCliInvocation *invocation)
{
  const char *action = invocation->arguments[0];
  const char *name = action != NULL ? invocation->arguments[1] : NULL;
  gboolean    of_tools = g_strcmp0 (action, "enable") == 0 || g_strcmp0 (action, "disable") == 0;
  gboolean    of_inputs = g_strcmp0 (action, "preset") == 0 || g_strcmp0 (action, "pin") == 0;
  g_autoptr (AppCliConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  StoreProfile *profile;

  if (name != NULL && invocation->arguments[2] != NULL && !of_tools && !of_inputs)
    return app_cli_fail_usage (invocation, _ ("“%s” is one word too many."),
                               invocation->arguments[2]);
  connection = app_cli_connection_new (invocation, TRUE, &error);
  if (connection == NULL)
    return app_cli_fail (invocation, error);
  if (action == NULL || g_str_equal (action, "list"))
    return app_cli_servers_list (invocation, get_book (connection));
  if (g_str_equal (action, "add"))
    return add_server (invocation, connection);
  if (g_str_equal (action, "import"))
    return app_cli_servers_import (invocation, connection);
  if (!g_str_equal (action, "edit") && !g_str_equal (action, "remove") &&
      !g_str_equal (action, "confirm") && !of_tools && !of_inputs)
    return app_cli_fail_usage (invocation, _ ("“servers” knows list, add, edit, remove, import, "
                                              "confirm, enable, disable, preset and pin."));
  if (name == NULL)
    /* Translators: %s is what shall be done with it, such as "edit" */
    return app_cli_fail_usage (invocation, _ ("“servers %s” takes the name of a server."), action);
  profile = store_profile_book_find_by_name (get_book (connection), name);
  if (profile == NULL)
    return app_cli_fail_usage (invocation, _ ("There is no server called “%s”."), name);
  if (of_tools)
    return app_cli_servers_set_tools (invocation, connection, profile,
                                      g_str_equal (action, "enable"));
  if (of_inputs)
    return app_cli_servers_set_inputs (invocation, connection, profile,
                                       g_str_equal (action, "pin"));
  if (g_str_equal (action, "edit"))
    return edit_server (invocation, connection, profile);
  return g_str_equal (action, "remove") ? remove_server (invocation, connection, profile)
                                        : confirm_server (invocation, connection, profile);
}
