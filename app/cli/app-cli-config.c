/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"
#include "app-cli-config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-client-note.h"
#include "app-client-scopes.h"
#include "app-visible-text.h"

/* When other programs write the file meanwhile. */
#define TRIES 10

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
      g_autoptr (AppClientTarget) target =
          app_cli_config_create_target (invocation, all[i], NULL);

      if (target != NULL && app_client_target_has_file (target))
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

gboolean
app_cli_config_read_scope (const AppCliInvocation *invocation,
                           StoreClientScope       *scope,
                           GError                **error)
{
  const char *word = invocation->keeping.scope;

  *scope = invocation->keeping.project != NULL ? STORE_CLIENT_PROJECT : STORE_CLIENT_USER;
  for (StoreClientScope i = STORE_CLIENT_USER; word != NULL && i <= STORE_CLIENT_LOCAL; i++)
    if (g_str_equal (word, app_client_scope_get_word (i)))
      {
        *scope = i;
        return TRUE;
      }
  if (word == NULL)
    return TRUE;
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _ ("“--scope” takes user, project or local, not “%s”."), word);
}

AppClientTarget *
app_cli_config_create_target (const AppCliInvocation  *invocation,
                              const StoreClientFormat *format,
                              GError                 **error)
{
  const char      *project = invocation->keeping.project;
  g_autofree char *folder = g_canonicalize_filename (project != NULL ? project : ".", NULL);
  StoreClientScope scope;

  if (!app_cli_config_read_scope (invocation, &scope, error))
    return NULL;
  return app_client_target_new_for_scope (format, scope, invocation->keeping.home, folder, error);
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
show_diff (const AppCliInvocation *invocation, AppClientChange *change)
{
  g_autofree char *diff = app_client_change_dup_diff (change, invocation->keeping.with_secrets);

  if (!isatty (STDOUT_FILENO))
    {
      app_cli_print_bytes (diff, strlen (diff));
      return;
    }
  g_autofree char *visible = app_visible_text_block (diff, 0);
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

void
app_cli_config_print_notes (const AppCliInvocation *invocation,
                            const char             *name,
                            GListModel             *notes)
{
  for (guint i = 0; i < g_list_model_get_n_items (notes); i++)
    {
      g_autoptr (AppClientNote) note = g_list_model_get_item (notes, i);

      app_cli_note (invocation, "%s %s%s%s",
                    app_client_note_get_kind (note) == STORE_NOTE_INFORMATION ? "·" : "⚠",
                    name != NULL ? name : "", name != NULL ? ": " : "",
                    app_client_note_get_text (note));
    }
}

static void
print_outcome (const AppCliInvocation *invocation, AppClientChange *change)
{
  const AppClientChangeInfo *info = app_client_change_get_info (change);
  g_autofree char           *next = app_client_change_dup_next (change, "\n");

  if (invocation->output.quiet)
    return;
  /* Translators: %s is a file's path */
  app_cli_print (info->removes_file ? _ ("Removed %s\n") : _ ("Written to %s\n"),
                 app_client_change_get_path (change));
  if (info->backup != NULL)
    /* Translators: %s is a file's path */
    app_cli_print (_ ("Backup: %s\n"), info->backup);
  if (*next != '\0')
    app_cli_print ("%s\n", next);
}

AppClientChange *
app_cli_config_wait (AppClientChange *change)
{
  while (app_client_change_get_stage (change) == APP_CHANGE_LOOKING ||
         app_client_change_get_stage (change) == APP_CHANGE_WRITING)
    g_main_context_iteration (NULL, TRUE);
  return change;
}

/* What it would be, and whether that is wanted. Returns: whether it is to be made */
static gboolean
review (const AppCliInvocation *invocation,
        AppClientChange        *change,
        AppCliStatus           *status,
        GError                **error)
{
  const char *path = app_client_change_get_path (change);

  *status = APP_CLI_DONE;
  if (app_client_change_get_stage (change) == APP_CHANGE_UNCHANGED)
    {
      /* Translators: %s is a file's path */
      app_cli_print (_ ("%s is up to date.\n"), path);
      return FALSE;
    }
  *status = APP_CLI_REFUSED;
  if (app_client_change_get_stage (change) == APP_CHANGE_REFUSED)
    {
      g_propagate_error (error, g_error_copy (app_client_change_get_info (change)->error));
      return FALSE;
    }
  show_diff (invocation, change);
  if (!invocation->keeping.dry_run && !g_str_equal (invocation->arguments[0], "diff"))
    return confirm (invocation, path, error);
  *status = APP_CLI_DONE;
  return FALSE;
}

/* Another program wrote the file since: what it comes to now is worked out again. What takes back
 * would take that away, unless a person looks at it first. */
static gboolean
can_retry (const AppCliInvocation *invocation, const AppClientChangeInfo *info)
{
  if (!info->can_retry)
    return FALSE;
  if (invocation->yes)
    return info->aim != APP_CHANGE_TO_UNDO && info->aim != APP_CHANGE_TO_RESTORE;
  /* Translators: %s is a file's path */
  app_cli_note (invocation,
                _ ("· Another program has changed %s in the meantime. The change is this now:"),
                app_client_target_get_path (info->target));
  return TRUE;
}

AppCliStatus
app_cli_config_apply (AppCli *cli, AppClientChange *change, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  /* What is said of one server says which. */
  gboolean                   many = g_str_equal (invocation->arguments[0], "sync");
  const AppClientChangeInfo *info;
  AppCliStatus               status;

  for (guint i = 1;; i++)
    {
      app_cli_config_wait (change);
      info = app_client_change_get_info (change);
      app_cli_config_print_notes (invocation, many ? info->entry_name : NULL, info->notes);
      if (!review (invocation, change, &status, error))
        return status;
      app_client_change_apply (change);
      app_cli_config_wait (change);
      if (app_client_change_get_stage (change) == APP_CHANGE_WRITTEN)
        break;
      if (i == TRIES || !can_retry (invocation, app_client_change_get_info (change)))
        {
          g_propagate_error (error, g_error_copy (app_client_change_get_info (change)->error));
          return APP_CLI_REFUSED;
        }
      app_client_change_refresh (change);
    }
  print_outcome (invocation, change);
  return APP_CLI_DONE;
}
