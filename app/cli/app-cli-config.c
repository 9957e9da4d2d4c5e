/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"
#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-import.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-client-running.h"
#include "app-client-secrets.h"
#include "app-visible-text.h"

/* Which applications, and where */

static const StoreClientFormat *
find_client (const char *id, gboolean with_sources)
{
  return with_sources ? store_client_format_find_source (id) : store_client_format_find (id);
}

/* Those that have a file where the command line looks. */
static void
add_found (const AppCliInvocation *invocation, gboolean with_sources, GPtrArray *formats)
{
  const StoreClientFormat *const *all =
      with_sources ? store_client_format_get_sources () : store_client_format_get_all ();

  for (guint i = 0; all[i] != NULL; i++)
    {
      g_autoptr (StoreClientPlace) place = app_cli_config_create_place (invocation, all[i], NULL);

      if (place != NULL && g_file_test (store_client_place_get_path (place), G_FILE_TEST_EXISTS))
        g_ptr_array_add (formats, (gpointer)all[i]);
    }
}

GPtrArray *
app_cli_config_find_clients (const AppCliInvocation *invocation,
                             gboolean                with_sources,
                             AppCliStatus           *status)
{
  g_autoptr (GPtrArray) formats = g_ptr_array_new ();
  char **words = invocation->arguments;

  for (guint i = 1; words[0] != NULL && words[i] != NULL; i++)
    {
      const StoreClientFormat *format = find_client (words[i], with_sources);

      if (format == NULL)
        {
          *status = app_cli_fail_usage (
              invocation,
              store_client_format_find_source (words[i]) != NULL
                  ? _ ("The file of “%s” is read and never written.")
                  : _ ("There is no application “%s”; “config clients” names those that are "
                       "known."),
              words[i]);
          return NULL;
        }
      if (!g_ptr_array_find (formats, format, NULL))
        g_ptr_array_add (formats, (gpointer)format);
    }
  if (words[0] == NULL || words[1] == NULL)
    add_found (invocation, with_sources, formats);
  return g_steal_pointer (&formats);
}

/* Returns: %FALSE, with an error, for a word that is none */
static gboolean
read_scope (const AppCliInvocation *invocation, StoreClientScope *scope, GError **error)
{
  static const char *const words[] = { "user", "project", "local" };
  const char              *word = invocation->keeping.scope;

  *scope = invocation->keeping.project != NULL ? STORE_CLIENT_PROJECT : STORE_CLIENT_USER;
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (word, words[i]))
      {
        *scope = (StoreClientScope)i;
        return TRUE;
      }
  if (word == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("“--scope” takes user, project or local, not “%s”."), word);
  return FALSE;
}

StoreClientPlace *
app_cli_config_create_place (const AppCliInvocation  *invocation,
                             const StoreClientFormat *format,
                             GError                 **error)
{
  const char *project = invocation->keeping.project;
  g_autoptr (StoreClientHome) home = store_client_home_new (invocation->keeping.home);
  g_autofree char  *folder = g_canonicalize_filename (project != NULL ? project : ".", NULL);
  StoreClientPlace *place;
  StoreClientScope  scope;

  if (!read_scope (invocation, &scope, error))
    return NULL;
  place = store_client_place_new (format, scope, home, folder);
  if (place == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
                 /* Translators: %s is an application */
                 scope == STORE_CLIENT_USER
                     ? _ ("%s has a file in a project's folder only: name it with --project.")
                 : scope == STORE_CLIENT_PROJECT ? _ ("%s has no file in a project's folder.")
                                                 : _ ("%s has no servers for one project in its "
                                                      "own file."),
                 format->name);
  return place;
}

/* One change */

/* A line that comes is green, one that goes red, on a terminal that can. */
static void
print_diff (const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);

  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || *lines[i] != '\0'); i++)
    {
      const char *colour = *lines[i] == '+'   ? "32"
                           : *lines[i] == '-' ? "31"
                           : *lines[i] == '@' ? "36"
                                              : NULL;

      if (colour != NULL)
        app_cli_print ("\033[%sm%s\033[0m\n", colour, lines[i]);
      else
        app_cli_print ("%s\n", lines[i]);
    }
}

/* The other application's file may hold anything. */
static void
show_diff (const AppCliInvocation *invocation, StoreClientPlan *plan)
{
  const char      *path = store_client_plan_get_path (plan);
  g_autofree char *raw = store_text_diff_print (store_client_plan_get_diff (plan), path, path);
  g_autofree char *diff = invocation->keeping.with_secrets
                              ? g_strdup (raw)
                              : app_client_secrets_mask (plan, raw);
  g_autofree char *visible = NULL;

  if (!isatty (STDOUT_FILENO))
    {
      app_cli_print_bytes (diff, strlen (diff));
      return;
    }
  visible = app_visible_text_block (diff, 0);
  if (app_cli_print_knows_style ())
    print_diff (visible);
  else
    app_cli_print_bytes (visible, strlen (visible));
}

static gboolean
confirm (const AppCliInvocation *invocation, const char *path, GError **error)
{
  /* Translators: %s is a file's path */
  g_autofree char *question = g_strdup_printf (_ ("Write this to %s?"), path);

  if (invocation->yes || app_cli_input_ask (question))
    return TRUE;
  if (!app_cli_input_can_ask ())
    g_set_error (error, APP_ERROR, APP_ERROR_REFUSED,
                 _ ("Nothing was written. Without a terminal, use --yes to confirm."));
  return FALSE;
}

/* What the person does so that the application sees it. */
static void
print_next_step (AppCli *cli, const StoreClientFormat *format)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  AppClientRunning running;

  app_client_running_find_async (format, NULL, app_cli_done, cli);
  result = app_cli_wait (cli);
  if (result == NULL)
    return;
  running = app_client_running_find_finish (result, NULL);
  text = app_client_running_dup_text (format, running);
  if (running != APP_CLIENT_RUNNING_UNKNOWN)
    app_cli_print ("%s\n", text);
  if (format->restart != NULL && running != APP_CLIENT_RUNNING_NO)
    app_cli_print ("%s\n", _ (format->restart));
}

AppCliStatus
app_cli_config_apply (AppCli *cli, StoreClientPlan *plan, GError **error)
{
  const AppCliInvocation  *invocation = cli->invocation;
  const StoreClientFormat *format =
      store_client_place_get_format (store_client_plan_get_place (plan));
  const char *path = store_client_plan_get_path (plan);
  gboolean    dry = invocation->keeping.dry_run ||
                 g_str_equal (invocation->arguments[0], "diff");
  g_autofree char *backup = NULL;

  app_cli_print_notes (invocation, store_client_plan_get_notes (plan));
  if (store_client_plan_get_kind (plan) == STORE_PLAN_UNCHANGED)
    {
      /* Translators: %s is a file's path */
      app_cli_print (_ ("%s is up to date.\n"), path);
      return APP_CLI_DONE;
    }
  show_diff (invocation, plan);
  if (dry)
    return APP_CLI_DONE;
  if (!confirm (invocation, path, error) || !store_client_plan_apply (plan, &backup, error))
    return APP_CLI_REFUSED;
  if (invocation->output.quiet)
    return APP_CLI_DONE;
  /* Translators: %s is a file's path */
  app_cli_print (store_client_plan_is_removal (plan) ? _ ("Removed %s\n") : _ ("Written to %s\n"),
                 path);
  if (backup != NULL)
    /* Translators: %s is a file's path */
    app_cli_print (_ ("Backup: %s\n"), backup);
  print_next_step (cli, format);
  return APP_CLI_DONE;
}
