/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Taking over what another application lists. */

#include "app-cli-servers.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "store-client-import.h"
#include "store-json-editor.h"

static StoreClientImport *
import_standard_input (GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char   buffer[8192];
  size_t n;

  while ((n = fread (buffer, 1, sizeof buffer, stdin)) > 0)
    {
      g_string_append_len (text, buffer, n);
      if (text->len > STORE_JSON_EDITOR_MAX_BYTES)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("Standard input is larger than a configuration file may be."));
          return NULL;
        }
    }
  return store_client_import_new_from_text (text->str, (gssize)text->len, error);
}

/* A file, or an application by the name that "config list" shows. */
static StoreClientImport *
open_source (const AppCliInvocation *invocation, const char *source, GError **error)
{
  const StoreClientFormat *format = NULL;
  g_autoptr (StoreClientHome) home = NULL;
  g_autofree char *path = NULL;

  if (g_str_equal (source, "-"))
    return import_standard_input (error);
  if (!g_file_test (source, G_FILE_TEST_EXISTS))
    format = store_client_format_find (source);
  if (format == NULL)
    return store_client_import_new_from_file (source, NULL, error);
  home = store_client_home_new (invocation->home);
  path = store_client_format_dup_path (format,
                                       invocation->project != NULL ? STORE_CLIENT_PROJECT
                                                                   : STORE_CLIENT_USER,
                                       home, invocation->project);
  if (path != NULL)
    return store_client_import_new_from_file (path, format, error);
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("%s has no such file."), format->name);
  return NULL;
}

static void
print_notes (const AppCliInvocation *invocation, GPtrArray *notes)
{
  for (guint i = 0; i < notes->len && !invocation->quiet; i++)
    {
      const StoreNote *note = notes->pdata[i];
      g_autofree char *text = app_cli_line (note->text);

      fprintf (stderr, "%s %s\n", note->kind == STORE_NOTE_INFORMATION ? "·" : "⚠", text);
    }
}

static gboolean
take_over (const AppCliInvocation *invocation,
           AppCliConnection       *connection,
           StoreProfile           *profile,
           GError                **error)
{
  AppWorkspace    *workspace = app_cli_connection_get_workspace (connection);
  g_autofree char *name = app_cli_line (store_profile_get_name (profile));
  g_autofree char *bold = NULL;
  g_autoptr (StoreProfile) added = NULL;

  if (store_profile_book_find_by_name (app_workspace_get_book (workspace),
                                       store_profile_get_name (profile)) != NULL)
    {
      if (!invocation->quiet)
        /* Translators: %s is the name of a server */
        fprintf (stderr, _ ("⚠ “%s” is left out: there is a server of that name already.\n"), name);
      return TRUE;
    }
  store_profile_set_origin (profile, STORE_ORIGIN_IMPORTED);
  added = app_cli_servers_save (invocation, connection,
                                app_profile_draft_new_imported (workspace, profile), error);
  if (added == NULL)
    return FALSE;
  bold = app_cli_bold (store_profile_get_name (added));
  app_cli_print ("%s%s\n", bold,
                 store_profile_needs_confirmation (added) ? _ ("  [not confirmed]") : "");
  return TRUE;
}

AppCliStatus
app_cli_servers_import (const AppCliInvocation *invocation, AppCliConnection *connection)
{
  const char *source = invocation->arguments[1];
  g_autoptr (StoreClientImport) import = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *profiles;

  if (source == NULL)
    return app_cli_fail_usage (invocation, _ ("“servers import” takes a file, the name of an "
                                              "application, or - for standard input."));
  import = open_source (invocation, source, &error);
  if (import == NULL)
    return app_cli_fail (invocation, error);
  print_notes (invocation, store_client_import_get_notes (import));
  profiles = store_client_import_get_profiles (import);
  for (guint i = 0; i < profiles->len; i++)
    if (!take_over (invocation, connection, profiles->pdata[i], &error))
      return app_cli_fail (invocation, error);
  return APP_CLI_DONE;
}
