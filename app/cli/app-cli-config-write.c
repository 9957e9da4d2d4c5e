/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "app-cli-print.h"
#include "app-cli-profile.h"
#include "app-client-secrets.h"
#include "app-redactor.h"
#include "store-client-import.h"
#include "store-error.h"
#include "store-secret-vault.h"

/* With --yes: when other programs write the file meanwhile. */
#define TRIES 10

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

StoreProfile *
app_cli_config_dup_profile (AppCli *cli, GError **error)
{
  g_autoptr (StoreProfile) profile = app_cli_dup_profile (cli, error);

  if (profile == NULL)
    return NULL;
  app_cli_profile_make_absolute (cli->invocation, profile);
  return g_steal_pointer (&profile);
}

/* What --secrets says. Returns: %FALSE, with an error, for another word */
static gboolean
read_secret_mode (const AppCliInvocation *invocation, StoreSecretMode *mode, GError **error)
{
  static const char *const words[] = { "variable", "input", "keyring" };
  const char              *word = invocation->keeping.secrets;

  *mode = STORE_SECRETS_AS_VARIABLES;
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (word, words[i]))
      {
        *mode = (StoreSecretMode)i;
        return TRUE;
      }
  if (word == NULL || g_str_equal (word, "plain"))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("“--secrets” takes variable, input, keyring or plain, not “%s”."), word);
  return FALSE;
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
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("“--platform” takes linux, macos or windows, not “%s”."), word);
  return FALSE;
}

/* The full path of this program: an application may not find it where the shell does. */
static char *
find_wrapper (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);

  return own != NULL ? g_steal_pointer (&own) : g_find_program_in_path ("spyglass-cli");
}

/* Whether secrets are written as they are. */
static gboolean
is_plain (const AppCliInvocation *invocation)
{
  return invocation->keeping.with_secrets || g_strcmp0 (invocation->keeping.secrets, "plain") == 0;
}

/* @kept: (nullable): secrets that the file has */
static StoreClientEntry *
create_entry (AppCli                  *cli,
              const StoreClientFormat *format,
              StoreProfile            *profile,
              GHashTable              *kept,
              GError                 **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  gboolean                plain = is_plain (invocation);
  g_autoptr (GHashTable) secrets = NULL;
  g_autofree char        *wrapper = find_wrapper ();
  StoreClientEntryOptions options = { .hides_plain_secrets = !plain, .wrapper = wrapper };

  if (!read_secret_mode (invocation, &options.secret_mode, error) ||
      !read_platform (invocation, &options.platform, error))
    return NULL;
  if (options.secret_mode == STORE_SECRETS_WRAPPED && *store_profile_get_id (profile) == '\0')
    {
      g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                   _ ("With “--secrets keyring” the server has to be saved first: “servers add”."));
      return NULL;
    }
  if (options.secret_mode != STORE_SECRETS_WRAPPED && !plain &&
      !check_plain_parts (invocation, profile, error))
    return NULL;
  if (plain)
    {
      secrets = app_cli_dup_secrets (cli, profile, error);
      if (secrets == NULL)
        return NULL;
    }
  options.name = invocation->keeping.name;
  if (options.name == NULL && *store_profile_get_id (profile) == '\0')
    options.name = store_profile_get_name (profile);
  options.secrets = kept != NULL ? kept : secrets;
  options.absolute_command = invocation->keeping.absolute;
  return store_client_entry_new (format, profile, &options, error);
}

StoreClientEntry *
app_cli_config_create_entry (AppCli                  *cli,
                             const StoreClientFormat *format,
                             StoreProfile            *profile,
                             GError                 **error)
{
  return create_entry (cli, format, profile, NULL, error);
}

/* Writing */

/* What a command makes of one file. */
typedef StoreClientPlan *(*PlanFunc) (StoreClientPlace *place, gconstpointer data, GError **error);

static StoreClientPlan *
plan_add (StoreClientPlace *place, gconstpointer entry, GError **error)
{
  return store_client_plan_new_add (place, (StoreClientEntry *)entry, error);
}

static StoreClientPlan *
plan_remove (StoreClientPlace *place, gconstpointer name, GError **error)
{
  return store_client_plan_new_remove (place, name, error);
}

/* @plan: (transfer full) (nullable): %NULL with @error set */
static AppCliStatus
apply (AppCli *cli, StoreClientPlan *plan, GError **error)
{
  g_autoptr (StoreClientPlan) now = plan;
  AppCliStatus status = APP_CLI_REFUSED;

  for (guint i = 0; i < TRIES && now != NULL; i++)
    {
      g_autoptr (StoreClientPlan) before = NULL;

      status = app_cli_config_apply (cli, now, error);
      if (i + 1 == TRIES || !cli->invocation->yes ||
          !g_error_matches (*error, STORE_ERROR, STORE_ERROR_CHANGED))
        return status;
      g_clear_error (error);
      before = g_steal_pointer (&now);
      now = store_client_plan_renew (before, error);
    }
  return now != NULL ? status : APP_CLI_REFUSED;
}

static AppCliStatus
change (AppCli                  *cli,
        const StoreClientFormat *format,
        PlanFunc                 make,
        gconstpointer            data,
        GError                 **error)
{
  g_autoptr (StoreClientPlace) place =
      app_cli_config_create_place (cli->invocation, format, error);

  return apply (cli, place != NULL ? make (place, data, error) : NULL, error);
}

static StoreClientPlan *
plan_enable (StoreClientPlace *place, gconstpointer name, GError **error)
{
  return store_client_plan_new_switch (place, name, TRUE, error);
}

static StoreClientPlan *
plan_disable (StoreClientPlace *place, gconstpointer name, GError **error)
{
  return store_client_plan_new_switch (place, name, FALSE, error);
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

static void
print_notes (const AppCliInvocation *invocation, StoreClientEntry *entry, GHashTable *kept)
{
  GPtrArray *notes = store_client_entry_get_notes (entry);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      const StoreNote *note = notes->pdata[i];
      g_autofree char *text = NULL;

      if (note->field == NULL || !g_hash_table_contains (kept, note->field))
        {
          g_ptr_array_add (others, notes->pdata[i]);
          continue;
        }
      text = app_client_secrets_dup_kept_text (note->field);
      app_cli_note (invocation, "· %s", text);
    }
  app_cli_print_notes (invocation, others);
}

static AppCliStatus
write_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  StoreProfile *profile = (StoreProfile *)data;
  g_autoptr (GHashTable) secrets =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)store_secret_free);
  g_autoptr (StoreClientEntry) entry = app_cli_config_create_entry (cli, format, profile, error);
  g_autoptr (StoreClientPlace) place = NULL;
  g_autoptr (StoreClientPlan) plan = NULL;
  g_autoptr (GHashTable) kept = NULL;

  if (entry == NULL)
    return APP_CLI_REFUSED;
  place = app_cli_config_create_place (cli->invocation, format, error);
  plan = place != NULL ? store_client_plan_new_add (place, entry, error) : NULL;
  /* Who says how secrets are written wants them written so. */
  if (plan != NULL && !is_plain (cli->invocation) && cli->invocation->keeping.secrets == NULL)
    kept = app_client_secrets_keep (plan, profile, store_client_entry_get_name (entry), secrets);
  if (kept != NULL)
    {
      g_clear_pointer (&plan, store_client_plan_unref);
      g_clear_pointer (&entry, store_client_entry_unref);
      entry = create_entry (cli, format, profile, secrets, error);
      plan = entry != NULL ? store_client_plan_new_add (place, entry, error) : NULL;
    }
  if (entry == NULL)
    return APP_CLI_REFUSED;
  if (kept != NULL)
    print_notes (cli->invocation, entry, kept);
  else
    app_cli_print_notes (cli->invocation, store_client_entry_get_notes (entry));
  return apply (cli, g_steal_pointer (&plan), error);
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
  g_autoptr (StoreProfile) profile = NULL;

  if (formats == NULL)
    return status;
  if (!app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  if (!app_cli_check_confirmed (cli, error))
    return APP_CLI_REFUSED;
  profile = app_cli_config_dup_profile (cli, error);
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

/* What is done with an entry that is there, by its name. */
typedef struct
{
  const char *name;
  PlanFunc    make;
} Wish;

static AppCliStatus
change_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  const Wish *wish = data;

  return change (cli, format, wish->make, wish->name, error);
}

static AppCliStatus
change_entries (AppCli *cli, PlanFunc make, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = need_clients (invocation, &status);
  g_autofree char *name = dup_name (invocation);
  Wish             wish = { name, make };

  if (formats == NULL)
    return status;
  if (name == NULL)
    return app_cli_fail_usage (invocation, _ ("Name the entry with --name NAME."));
  return for_each (cli, formats, change_one, &wish, error);
}

AppCliStatus
app_cli_config_remove (AppCli *cli, GError **error)
{
  return change_entries (cli, plan_remove, error);
}

AppCliStatus
app_cli_config_enable (AppCli *cli, GError **error)
{
  return change_entries (cli, plan_enable, error);
}

AppCliStatus
app_cli_config_disable (AppCli *cli, GError **error)
{
  return change_entries (cli, plan_disable, error);
}

/* From one application to others */

/* Returns: (transfer full) (nullable): the servers of the first application */
static StoreClientImport *
open_source (const AppCliInvocation *invocation, const StoreClientFormat *format, GError **error)
{
  g_autoptr (StoreClientPlace) place = app_cli_config_create_place (invocation, format, error);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;

  if (place == NULL)
    return NULL;
  if (!g_file_get_contents (store_client_place_get_path (place), &text, &size, error))
    return NULL;
  bytes = g_bytes_new (text, size);
  return store_client_import_new_from_place (bytes, place, error);
}

static AppCliStatus
sync_one (AppCli *cli, const StoreClientFormat *format, gconstpointer data, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  GPtrArray              *profiles = (GPtrArray *)data;
  AppCliStatus            status = APP_CLI_DONE;
  StorePlatform           platform;

  if (!read_platform (invocation, &platform, error))
    return APP_CLI_REFUSED;
  for (guint i = 0; i < profiles->len && *error == NULL; i++)
    {
      StoreProfile           *profile = profiles->pdata[i];
      StoreClientEntryOptions options = { .name = store_profile_get_name (profile),
                                          .platform = platform,
                                          .hides_plain_secrets = !invocation->keeping.with_secrets,
                                          .absolute_command = invocation->keeping.absolute };
      g_autoptr (StoreClientEntry) entry = NULL;
      AppCliStatus one = APP_CLI_REFUSED;

      if (invocation->keeping.name != NULL &&
          !g_str_equal (invocation->keeping.name, options.name))
        continue;
      entry = store_client_entry_new (format, profile, &options, error);
      if (entry != NULL)
        {
          app_cli_print_notes (invocation, store_client_entry_get_notes (entry));
          one = change (cli, format, plan_add, entry, error);
        }
      if (one != APP_CLI_DONE)
        status = one;
      /* A server that is invalid, or that this application cannot use, does not end the sync. */
      if (entry == NULL || g_error_matches (*error, STORE_ERROR, STORE_ERROR_UNSUPPORTED))
        {
          g_prefix_error (error, "%s: ", options.name);
          tell (invocation, format, error);
        }
    }
  return status;
}

AppCliStatus
app_cli_config_sync (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = NULL;
  g_autoptr (StoreClientImport) import = NULL;

  if (invocation->arguments[1] == NULL || invocation->arguments[2] == NULL)
    return app_cli_fail_usage (invocation,
                               _ ("“config sync” takes an application and those that are to get "
                                  "its servers."));
  formats = app_cli_config_find_clients (invocation, TRUE, &status);
  if (formats == NULL)
    return status;
  import = open_source (invocation, formats->pdata[0], error);
  if (import == NULL)
    return APP_CLI_REFUSED;
  app_cli_print_notes (invocation, store_client_import_get_notes (import));
  g_ptr_array_remove_index (formats, 0);
  return for_each (cli, formats, sync_one, store_client_import_get_profiles (import), error);
}
