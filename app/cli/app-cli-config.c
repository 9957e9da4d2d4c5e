/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-profile.h"
#include "app-client-secrets.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "store-client-plan.h"
#include "store-error.h"

/* With --yes: when other programs write the file meanwhile. */
#define TRIES 10

static StoreClientPlace *
create_place (const AppCliInvocation *invocation, const StoreClientFormat *format)
{
  g_autoptr (StoreClientHome) home = store_client_home_new (invocation->keeping.home);

  return store_client_place_new (
      format, invocation->keeping.project != NULL ? STORE_CLIENT_PROJECT : STORE_CLIENT_USER, home,
      invocation->keeping.project);
}

typedef enum {
  CLIENT_HAS_FILE,
  CLIENT_INSTALLED,
  CLIENT_NOT_FOUND,
} ClientState;

static ClientState
get_state (const StoreClientFormat *format, StoreClientHome *home, const char *path)
{
  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return CLIENT_HAS_FILE;
  return store_client_format_is_installed (format, home) ? CLIENT_INSTALLED : CLIENT_NOT_FOUND;
}

static void
print_client (const StoreClientFormat *format, ClientState state, const char *path)
{
  g_autofree char *bold = app_cli_bold (format->id);
  const char      *word = _ ("not found");

  if (state == CLIENT_HAS_FILE)
    word = _ ("has a configuration file");
  else if (state == CLIENT_INSTALLED)
    word = _ ("installed, no configuration file yet");
  app_cli_print ("%s  %s  (%s)\n    %s\n", bold, format->name, word, path != NULL ? path : "");
}

static AppCliStatus
list_clients (const AppCliInvocation *invocation)
{
  static const char *const        words[] = { "file", "installed", "not_found" };
  const StoreClientFormat *const *formats = store_client_format_get_all ();
  g_autoptr (StoreClientHome) home = store_client_home_new (invocation->keeping.home);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *path = store_client_format_dup_path (formats[i], STORE_CLIENT_USER, home,
                                                            NULL);
      ClientState      state = get_state (formats[i], home, path);

      mcp_json_writer_add (writer, "{'id': %s, 'name': %s, 'state': %s, 'path': ?%s}",
                           formats[i]->id, formats[i]->name, words[state], path);
      if (!invocation->output.as_json)
        print_client (formats[i], state, path);
    }
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  return APP_CLI_DONE;
}

/* A secret in a URL or among the arguments has no other place. */
static gboolean
check_plain_parts (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autofree char *arguments =
      endpoint->arguments != NULL ? g_strjoinv ("\n", (char **)endpoint->arguments) : g_strdup ("");
  g_autofree char *text =
      g_strconcat (endpoint->url != NULL ? endpoint->url : "", "\n", arguments, NULL);
  g_autofree char *masked = NULL;

  if (invocation->keeping.with_secrets)
    return TRUE;
  app_redactor_add_arguments (redactor, endpoint->arguments);
  app_redactor_add_url (redactor, endpoint->url);
  masked = app_redactor_redact_text (redactor, text);
  if (g_str_equal (masked, text))
    return TRUE;
  g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
               _ ("The URL or the arguments contain a secret. With --with-secrets it is written as "
                  "plain text."));
  return FALSE;
}

static StoreClientEntry *
create_entry (AppCli *cli, const StoreClientFormat *format, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (cli, error);
  g_autoptr (GHashTable) secrets = NULL;
  StoreClientEntryOptions options = { 0 };

  if (profile == NULL || !check_plain_parts (invocation, profile, error))
    return NULL;
  app_cli_profile_make_absolute (invocation, profile);
  if (invocation->keeping.with_secrets)
    {
      secrets = app_cli_dup_secrets (cli, profile, error);
      if (secrets == NULL)
        return NULL;
    }
  options.name = invocation->keeping.name;
  if (options.name == NULL && store_profile_get_id (profile)[0] == '\0')
    options.name = store_profile_get_name (profile);
  options.secrets = secrets;
  options.hides_plain_secrets = !invocation->keeping.with_secrets;
  options.absolute_command = invocation->keeping.absolute;
  return store_client_entry_new (format, profile, &options, error);
}

static AppCliStatus
apply (const AppCliInvocation  *invocation,
       const StoreClientFormat *format,
       StoreClientPlan         *plan,
       GError                 **error)
{
  const char      *path = store_client_plan_get_path (plan);
  g_autofree char *raw = store_text_diff_print (store_client_plan_get_diff (plan), path, path);
  g_autoptr (AppRedactor) redactor = app_client_secrets_find (plan);
  g_autofree char *diff = app_redactor_redact_text (redactor, raw);
  g_autofree char *visible = NULL;
  g_autofree char *backup = NULL;
  g_autofree char *question = NULL;

  app_cli_print_notes (invocation, store_client_plan_get_notes (plan));
  if (store_client_plan_get_kind (plan) == STORE_PLAN_UNCHANGED)
    {
      /* Translators: %s is a file's path */
      app_cli_print (_ ("%s is up to date.\n"), path);
      return APP_CLI_DONE;
    }
  /* The other application's file may hold anything. */
  visible = isatty (STDOUT_FILENO) ? app_visible_text_block (diff, 0) : g_steal_pointer (&diff);
  app_cli_print_bytes (visible, strlen (visible));
  if (invocation->keeping.dry_run)
    return APP_CLI_DONE;
  /* Translators: %s is a file's path */
  question = g_strdup_printf (_ ("Write this to %s?"), path);
  if (!invocation->yes && !app_cli_input_ask (question))
    {
      if (app_cli_input_can_ask ())
        return APP_CLI_REFUSED;
      g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                   _ ("Nothing was written. Without a terminal, use --yes to confirm."));
      return APP_CLI_REFUSED;
    }
  if (!store_client_plan_apply (plan, &backup, error))
    return APP_CLI_REFUSED;
  if (!invocation->output.quiet)
    {
      /* Translators: %s is a file's path */
      app_cli_print (_ ("Written to %s\n"), path);
      if (backup != NULL)
        /* Translators: %s is a file's path */
        app_cli_print (_ ("Backup: %s\n"), backup);
      if (format->restart != NULL)
        app_cli_print ("%s\n", _ (format->restart));
    }
  return APP_CLI_DONE;
}

static AppCliStatus
write_entry (AppCli *cli, const StoreClientFormat *format, gboolean show, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (StoreClientPlace) place = NULL;
  g_autofree char *snippet = NULL;
  AppCliStatus     status = APP_CLI_REFUSED;

  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  entry = create_entry (cli, format, error);
  if (entry == NULL)
    return APP_CLI_REFUSED;
  app_cli_print_notes (invocation, store_client_entry_get_notes (entry));
  if (show)
    {
      snippet = store_client_entry_dup_snippet (entry);
      app_cli_print ("%s%s", snippet, g_str_has_suffix (snippet, "\n") ? "" : "\n");
      return APP_CLI_DONE;
    }
  place = create_place (invocation, format);
  if (place == NULL)
    return app_cli_fail_usage (invocation, _ ("%s has no such file."), format->name);
  for (guint i = 0; i < TRIES; i++)
    {
      g_clear_pointer (&plan, store_client_plan_unref);
      g_clear_error (error);
      plan = store_client_plan_new_add (place, entry, error);
      if (plan == NULL)
        return APP_CLI_REFUSED;
      status = apply (invocation, format, plan, error);
      if (!invocation->yes || !g_error_matches (*error, STORE_ERROR, STORE_ERROR_CHANGED))
        break;
    }
  return status;
}

/* What writing it would have called it. */
static char *
dup_entry_name (const AppCliInvocation *invocation)
{
  g_autoptr (StoreProfile) profile = NULL;

  if (invocation->keeping.name != NULL)
    return g_strdup (invocation->keeping.name);
  if (invocation->program != NULL)
    profile = app_cli_profile_new_for_program (invocation->program);
  else if (invocation->target.server != NULL &&
           app_cli_profile_looks_like_url (invocation->target.server))
    profile = app_cli_profile_new_for_url (invocation->target.server);
  return g_strdup (profile != NULL ? store_profile_get_name (profile) : invocation->target.server);
}

static AppCliStatus
remove_entry (const AppCliInvocation  *invocation,
              const StoreClientFormat *format,
              GError                 **error)
{
  g_autofree char *name = dup_entry_name (invocation);
  g_autoptr (StoreClientPlace) place = create_place (invocation, format);
  g_autoptr (StoreClientPlan) plan = NULL;

  if (name == NULL)
    return app_cli_fail_usage (invocation, _ ("Name the entry with --name NAME."));
  if (place == NULL)
    return app_cli_fail_usage (invocation, _ ("%s has no such file."), format->name);
  plan = store_client_plan_new_remove (place, name, error);
  return plan != NULL ? apply (invocation, format, plan, error) : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_config (AppCli *cli, GError **error)
{
  const AppCliInvocation  *invocation = cli->invocation;
  const char              *action = invocation->arguments[0];
  const char              *client = action != NULL ? invocation->arguments[1] : NULL;
  const StoreClientFormat *format;

  if (client != NULL && invocation->arguments[2] != NULL)
    return app_cli_fail_usage (invocation, _ ("Unexpected argument “%s”."),
                               invocation->arguments[2]);
  if (action == NULL || g_str_equal (action, "list"))
    return list_clients (invocation);
  if (!g_str_equal (action, "show") && !g_str_equal (action, "write") &&
      !g_str_equal (action, "remove"))
    return app_cli_fail_usage (invocation, _ ("“config” takes list, show, write or remove."));
  if (client == NULL)
    return app_cli_fail_usage (invocation, _ ("“config %s” takes an application; “config list” "
                                              "names them."),
                               action);
  format = store_client_format_find (client);
  if (format == NULL)
    return app_cli_fail_usage (invocation, _ ("There is no application “%s”; “config list” names "
                                              "those that are known."),
                               client);
  if (g_str_equal (action, "remove"))
    return remove_entry (invocation, format, error);
  return write_entry (cli, format, g_str_equal (action, "show"), error);
}
