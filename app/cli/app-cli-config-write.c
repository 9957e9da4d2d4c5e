/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "app-cli-print.h"
#include "app-cli-profile.h"
#include "app-client-file.h"

/* A secret in a URL or among the arguments has no other place. */
static gboolean
check_plain_parts (StoreProfile *profile, GError **error)
{
  gboolean in_url, in_arguments;

  app_client_change_find_plain (profile, &in_url, &in_arguments);
  if (!in_url && !in_arguments)
    return TRUE;
  return app_cli_refuse (
      error, APP_ERROR, APP_ERROR_REFUSED,
      _ ("The URL or the arguments contain a secret. With --with-secrets it is written as "
         "plain text."));
}

/* Makes what is given with the command part of @profile. */
static void
apply_options (const AppCliInvocation *invocation, StoreProfile *profile)
{
  app_cli_profile_apply_deadlines (invocation, profile);
  /* The person names it here, or another application runs it already. */
  store_profile_confirm (profile);
}

static void
note_timeout (const AppCliInvocation *invocation)
{
  if (invocation->target.timeout == 0)
    app_cli_note (
        invocation, "%s",
        _ ("⚠ “--timeout 0” is left out: no application can be set to wait without a limit."));
}

StoreProfile *
app_cli_config_dup_profile (AppCli *cli, GError **error)
{
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (cli, error);

  if (profile == NULL)
    return NULL;
  app_cli_profile_make_absolute (cli->invocation, profile);
  apply_options (cli->invocation, profile);
  note_timeout (cli->invocation);
  return g_steal_pointer (&profile);
}

/* What --secrets and --with-secrets say. Returns: %FALSE, with an error, for another word */
static gboolean
read_secret_mode (const AppCliInvocation *invocation, int *mode, GError **error)
{
  const char *word = invocation->keeping.secrets;
  int         i = 0;

  while (word != NULL && i < APP_N_SECRET_MODES &&
         !g_str_equal (word, app_secret_mode_get (i)->word))
    i++;
  if (i < APP_N_SECRET_MODES)
    {
      *mode =
          invocation->keeping.with_secrets && i != STORE_SECRETS_WRAPPED ? APP_SECRETS_PLAIN : i;
      return TRUE;
    }
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _ ("“--secrets” takes variable, input, keyring or plain, not “%s”."),
                         word);
}

static gboolean
read_platform (const AppCliInvocation *invocation, StorePlatform *platform, GError **error)
{
  const char *word = invocation->keeping.platform;

  *platform = store_platform_get ();
  if (word == NULL)
    return TRUE;
  for (guint i = 0; i < STORE_N_PLATFORMS; i++)
    if (g_str_equal (word, store_platform_get_word (i)))
      {
        *platform = i;
        return TRUE;
      }
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _ ("“--platform” takes linux, macos or windows, not “%s”."), word);
}

static gboolean
read_options (const AppCliInvocation *invocation,
              StoreProfile           *profile,
              AppClientChangeOptions *options,
              GError                **error)
{
  if (!read_secret_mode (invocation, &options->secret_mode, error) ||
      !read_platform (invocation, &options->platform, error))
    return FALSE;
  if (options->secret_mode == STORE_SECRETS_WRAPPED && *store_profile_get_id (profile) == '\0')
    return app_cli_refuse (
        error, APP_ERROR, APP_ERROR_REFUSED,
        _ ("With “--secrets keyring” the server has to be saved first: “servers add”."));
  options->hides_plain_secrets =
      options->secret_mode != APP_SECRETS_PLAIN && !invocation->keeping.with_secrets;
  if (options->hides_plain_secrets && options->secret_mode != STORE_SECRETS_WRAPPED &&
      !check_plain_parts (profile, error))
    return FALSE;
  options->name = invocation->keeping.name;
  /* Who says how secrets are written wants them written so. */
  options->insists = invocation->keeping.with_secrets || invocation->keeping.secrets != NULL;
  options->full_path = invocation->keeping.absolute;
  return TRUE;
}

AppClientChange *
app_cli_config_plan_entry (AppCli                  *cli,
                           const StoreClientFormat *format,
                           StoreProfile            *profile,
                           gboolean                 plain,
                           GError                 **error)
{
  const AppCliKeeping   *keeping = &cli->invocation->keeping;
  AppClientChangeOptions options = { .aim = APP_CHANGE_TO_COPY,
                                     .name = keeping->name,
                                     .secret_mode = APP_SECRETS_PLAIN,
                                     .full_path = keeping->absolute };
  g_autoptr (AppClientTarget) target = app_client_target_new (format, keeping->home, NULL);
  g_autoptr (AppClientChange) change = NULL;

  if (!plain && !read_options (cli->invocation, profile, &options, error))
    return NULL;
  if (target == NULL)
    target = app_client_target_new (format, keeping->home, "/");
  change = app_cli_config_wait (app_client_change_new_decided (
      target, profile, app_workspace_get_vault (cli->workspace), &options));
  if (app_client_change_get_info (change)->snippet != NULL)
    return g_steal_pointer (&change);
  g_propagate_error (error, g_error_copy (app_client_change_get_info (change)->error));
  return NULL;
}

/* Writing */

static AppCliStatus
change (AppCli                       *cli,
        const StoreClientFormat      *format,
        StoreProfile                 *profile,
        const AppClientChangeOptions *options,
        GError                      **error)
{
  g_autoptr (AppClientTarget) target =
      app_cli_config_create_target (cli->invocation, format, error);
  g_autoptr (AppClientChange) one = NULL;

  if (target == NULL)
    return APP_CLI_REFUSED;
  one = app_client_change_new_decided (
      target, profile, profile != NULL ? app_workspace_get_vault (cli->workspace) : NULL, options);
  return app_cli_config_apply (cli, one, error);
}

/* One application that refuses does not keep the others from being written.
 * Returns: whether there is more than this error to say */
static void
tell (const AppCliInvocation *invocation, const StoreClientFormat *format, GError **error)
{
  if (*error == NULL)
    return;
  app_cli_note (invocation, "✕ %s: %s\n", format->name, (*error)->message);
  g_clear_error (error);
}

typedef AppCliStatus (*ClientFunc) (AppCli                  *cli,
                                    const StoreClientFormat *format,
                                    gconstpointer            data,
                                    GError                 **error);

static AppCliStatus
for_each (AppCli *cli, GPtrArray *formats, ClientFunc func, gconstpointer data, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;

  for (guint i = 0; i < formats->len; i++)
    {
      AppCliStatus one = func (cli, formats->pdata[i], data, error);

      if (one != APP_CLI_DONE)
        status = one;
      if (formats->len > 1)
        tell (cli->invocation, formats->pdata[i], error);
    }
  return status;
}

static AppCliStatus
write_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  StoreProfile          *profile = (StoreProfile *)data;
  AppClientChangeOptions options = { .aim = APP_CHANGE_TO_WRITE };

  if (!read_options (cli->invocation, profile, &options, error))
    return APP_CLI_REFUSED;
  return change (cli, format, profile, &options, error);
}

/* Returns: (nullable) (transfer container): %NULL where the usage was printed */
static GPtrArray *
need_clients (const AppCliInvocation *invocation, AppCliStatus *status)
{
  if (invocation->arguments[1] != NULL)
    return app_cli_config_find_clients (invocation, FALSE, status);
  *status = app_cli_fail_usage (invocation, _ ("“config %s” takes an application; “config clients” "
                                               "names them."),
                                invocation->arguments[0]);
  return NULL;
}

AppCliStatus
app_cli_config_write (AppCli *cli, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = need_clients (cli->invocation, &status);

  if (formats == NULL)
    return status;
  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  if (!app_cli_check_confirmed (cli, error))
    return APP_CLI_REFUSED;
  g_autoptr (StoreProfile) profile = app_cli_config_dup_profile (cli, error);
  if (profile == NULL)
    return APP_CLI_REFUSED;
  return for_each (cli, formats, write_one, profile, error);
}

/* What writing it would have called it. */
static char *
dup_name (const AppCliInvocation *invocation)
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

/* @data: what is done with an entry that is there, by its name */
static AppCliStatus
change_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  return change (cli, format, NULL, data, error);
}

static AppCliStatus
change_entries (AppCli *cli, AppChangeAim aim, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = need_clients (invocation, &status);
  g_autofree char       *name = dup_name (invocation);
  AppClientChangeOptions options = { .aim = aim, .name = name };

  if (formats == NULL)
    return status;
  if (name == NULL)
    return app_cli_fail_usage (invocation, _ ("Name the entry with --name NAME."));
  return for_each (cli, formats, change_one, &options, error);
}

AppCliStatus
app_cli_config_remove (AppCli *cli, GError **error)
{
  return change_entries (cli, APP_CHANGE_TO_REMOVE, error);
}

AppCliStatus
app_cli_config_enable (AppCli *cli, GError **error)
{
  return change_entries (cli, APP_CHANGE_TO_ENABLE, error);
}

AppCliStatus
app_cli_config_disable (AppCli *cli, GError **error)
{
  return change_entries (cli, APP_CHANGE_TO_DISABLE, error);
}

/* From one application to others */

/* One server into one application. What is wrong with it does not end the sync. */
static void
sync_server (AppCli                  *cli,
             const StoreClientFormat *format,
             StoreProfile            *profile,
             AppClientChangeOptions  *options,
             AppCliStatus            *status,
             GError                 **error)
{
  g_autoptr (AppClientTarget) target =
      app_cli_config_create_target (cli->invocation, format, error);
  g_autoptr (AppClientChange) change = NULL;
  AppCliStatus one = APP_CLI_REFUSED;

  options->name = store_profile_get_name (profile);
  if (target != NULL)
    {
      change =
          app_cli_config_wait (app_client_change_new_decided (target, profile, NULL, options));
      one = app_cli_config_apply (cli, change, error);
    }
  if (one != APP_CLI_DONE)
    *status = one;
  if (*error != NULL)
    g_prefix_error (error, "%s: ", options->name);
  tell (cli->invocation, format, error);
}

static AppCliStatus
sync_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  GPtrArray              *profiles = (GPtrArray *)data;
  AppCliStatus            status = APP_CLI_DONE;
  AppClientChangeOptions  options = {
     .insists = TRUE,
     .hides_plain_secrets = !invocation->keeping.with_secrets,
     .full_path = invocation->keeping.absolute,
  };

  if (!read_platform (invocation, &options.platform, error))
    return APP_CLI_REFUSED;
  for (guint i = 0; i < profiles->len; i++)
    sync_server (cli, format, profiles->pdata[i], &options, &status, error);
  return status;
}

/* Leaves the one that is asked for. Returns: %FALSE, with an error, where there is none */
static gboolean
keep_named (GPtrArray *profiles, const char *name, const StoreClientFormat *source, GError **error)
{
  for (guint i = profiles->len; name != NULL && i-- > 0;)
    if (!g_str_equal (name, store_profile_get_name (profiles->pdata[i])))
      g_ptr_array_remove_index (profiles, i);
  if (name == NULL || profiles->len > 0)
    return TRUE;
  return app_cli_refuse (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("%s has no server called “%s”"),
                         source->name, name);
}

AppCliStatus
app_cli_config_sync (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  g_autoptr (AppClientTarget) source = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GPtrArray) profiles = NULL;

  if (invocation->arguments[1] == NULL || invocation->arguments[2] == NULL)
    return app_cli_fail_usage (invocation,
                               _ ("“config sync” takes an application and those that are to get "
                                  "its servers."));
  g_autoptr (GPtrArray) formats = app_cli_config_find_clients (invocation, TRUE, &status);
  if (formats == NULL)
    return status;
  source = app_cli_config_create_target (invocation, formats->pdata[0], error);
  profiles = source != NULL ? app_client_file_read_servers (
                                  source, invocation->keeping.unwrap_remote, &notes, error)
                            : NULL;
  if (profiles == NULL)
    return APP_CLI_REFUSED;
  app_cli_print_notes (invocation, notes);
  if (!keep_named (profiles, invocation->keeping.name, formats->pdata[0], error))
    return APP_CLI_REFUSED;
  note_timeout (invocation);
  for (guint i = 0; i < profiles->len; i++)
    apply_options (invocation, profiles->pdata[i]);
  g_ptr_array_remove_index (formats, 0);
  return for_each (cli, formats, sync_one, profiles, error);
}
