/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-import.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-bundle-folder.h"
#include "app-cli-book.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-cli-registry.h"
#include "app-client-target.h"
#include "app-import-note.h"
#include "app-template-import.h"

#define REGISTRY_PREFIX "registry:"

/* Applications, and texts that have servers ready to run */

static StoreClientImport *
import_standard_input (GError **error)
{
  gsize            length = 0;
  g_autofree char *text = app_cli_input_read ("-", STORE_CLIENT_MAX_BYTES, &length, error);

  return text != NULL ? store_client_import_new_from_text (text, (gssize)length, error) : NULL;
}

static void
set_unknown_source (const char *source, GError **error)
{
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; formats[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", formats[i]->id);
  g_propagate_error (
      error,
      app_failure_new (APP_FAILURE_MISSING,
                       /* Translators: a file, then names of applications */
                       _ ("There is no file “%s”. Known applications are %s"), source, names->str));
}

/* Returns: (transfer full) (nullable): where an application has its servers, on the command line's
 * word */
static AppClientTarget *
create_target (const AppCliInvocation *invocation, const StoreClientFormat *format)
{
  return app_client_target_new (format, invocation->keeping.home, invocation->keeping.project);
}

/* A file, a link, or an application by its name. */
static StoreClientImport *
open_source (const AppCliInvocation *invocation, const char *source, GError **error)
{
  if (g_str_equal (source, "-"))
    return import_standard_input (error);
  if (g_file_test (source, G_FILE_TEST_EXISTS))
    return store_client_import_new_from_file (source, NULL, error);
  if (strchr (source, ':') != NULL)
    return store_client_import_new_from_text (source, -1, error);
  const StoreClientFormat *format = store_client_format_find_source (source);
  if (format == NULL)
    {
      set_unknown_source (source, error);
      return NULL;
    }
  g_autoptr (AppClientTarget) target = create_target (invocation, format);
  if (target != NULL)
    return store_client_import_new_from_scope (app_client_target_get_place (target), FALSE,
                                               error);
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("%s has no such file."), format->name);
  return NULL;
}

/* Whether there is a server of that name already, which is said then. */
static gboolean
is_taken (AppCli *cli, StoreProfile *profile)
{
  const char *name = store_profile_get_name (profile);

  if (store_profile_list_find_by_name (app_workspace_get_book (cli->workspace), name) == NULL)
    return FALSE;
  /* Translators: %s is the name of a server */
  app_cli_note (cli->invocation,
                _ ("⚠ “%s” is skipped: there is a server of that name already.\n"), name);
  return TRUE;
}

static gboolean
print_saved (AppCli *cli, StoreProfile *added, GError **error)
{
  g_autofree char *bold = app_cli_bold (store_profile_get_name (added));

  /* A command is read whole before its first run; what a server gets is agreed to here. */
  if (cli->invocation->yes && store_profile_needs_confirmation (added) &&
      store_profile_get_endpoint (added)->transport != STORE_TRANSPORT_STDIO)
    {
      app_cli_tell_variables (added);
      if (!app_cli_keep_confirmation (cli, added, error))
        return FALSE;
    }
  app_cli_print ("%s%s\n", bold,
                 store_profile_needs_confirmation (added) ? _ ("  [not confirmed]") : "");
  return TRUE;
}

static gboolean
save_server (AppCli *cli, StoreProfile *profile, GError **error)
{
  g_autoptr (StoreProfile) added = NULL;

  if (is_taken (cli, profile))
    return TRUE;
  g_object_set (profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
  added = app_cli_book_save (cli, app_profile_draft_new_imported (cli->workspace, profile), error);
  return added != NULL && print_saved (cli, added, error);
}

static gboolean
is_wanted (const AppCliInvocation *invocation, StoreProfile *profile)
{
  return invocation->keeping.name == NULL ||
         g_str_equal (invocation->keeping.name, store_profile_get_name (profile));
}

/* An invalid server does not end the import: it is named, and the others are imported. */
static gboolean
save_servers (AppCli *cli, StoreClientImport *import, GError **error)
{
  g_autoptr (AppClientNote) finding = app_import_note_new (import);
  GPtrArray *profiles = store_client_import_get_profiles (import);
  guint      n_bad = 0;

  if (cli->invocation->keeping.unwrap_remote)
    store_client_import_unwrap (import);
  app_cli_note (cli->invocation, "· %s", app_client_note_get_text (finding));
  app_cli_print_notes (cli->invocation, store_client_import_get_notes (import));
  for (guint i = 0; i < profiles->len; i++)
    {
      g_autoptr (GError) problem = NULL;

      if (!is_wanted (cli->invocation, profiles->pdata[i]) ||
          save_server (cli, profiles->pdata[i], &problem))
        continue;
      if (app_failure_of (problem) != APP_FAILURE_INVALID)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      n_bad++;
      app_cli_note (cli->invocation, "✕ %s: %s\n", store_profile_get_name (profiles->pdata[i]),
                    problem->message);
    }
  if (n_bad > 0)
    g_propagate_error (error, app_failure_new (APP_FAILURE_INVALID,
                                               ngettext ("%u server was not imported.",
                                                         "%u servers were not imported.", n_bad),
                                               n_bad));
  return n_bad == 0;
}

/* What has to be filled in first: bundles, server.json, server cards */

/* NAME=VALUE words */
static gboolean
read_values (const AppCliInvocation *invocation, AppTemplateForm *form, GError **error)
{
  for (char **word = invocation->keeping.input; word != NULL && *word != NULL; word++)
    {
      const char      *equals = strchr (*word, '=');
      g_autofree char *key =
          equals != NULL ? g_strndup (*word, equals - *word) : g_strdup (*word);

      if (!app_template_form_add_value (form, key, equals != NULL ? equals + 1 : "true", error))
        return FALSE;
    }
  return TRUE;
}

/* Where no server was added nothing names the folder of its bundle. */
static void
take_back (AppCli *cli, AppTemplateImport *import)
{
  StoreProfileList *book = app_workspace_get_book (cli->workspace);
  g_autofree char  *folder = NULL;
  guint             n_files;
  guint64           size;

  app_cli_book_take_back (cli, app_template_import_get_added (import));
  if (!app_template_import_get_bundle (import, &n_files, &size, &folder))
    return;
  app_bundle_folder_discard_async (folder, store_profile_list_get_path (book), app_cli_done, cli);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
}

static gboolean
save_filled_in (AppCli            *cli,
                AppTemplateImport *import,
                AppTemplateForm   *form,
                StoreProfile      *profile,
                GError           **error)
{
  if (is_taken (cli, profile))
    return TRUE;
  app_cli_book_prepare (cli);
  app_template_import_run_async (import, form, cli->workspace, NULL, app_cli_done, cli);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
  g_autoptr (StoreProfile) added = app_template_import_run_finish (import, result, error);
  if (added == NULL)
    take_back (cli, import);
  return added != NULL && print_saved (cli, added, error);
}

/* A sentence a line. */
static void
note_remark (const AppCliInvocation *invocation, const StoreTemplateOption *option)
{
  const char *remark = store_template_option_get_remark (option);
  g_auto (GStrv) lines = g_strsplit (remark != NULL ? remark : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    app_cli_note (invocation, "⚠ %s.", lines[i]);
}

static AppCliStatus
fill_in (AppCli *cli, AppTemplateImport *import, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  StoreServerTemplate *template = app_template_import_get_template (import);
  guint option = store_server_template_get_best_option (template);
  g_autoptr (StoreProfile) profile = NULL;

  if (invocation->keeping.option > (int)store_server_template_get_n_options (template))
    return app_cli_fail_usage (invocation, _ ("There are only %u options."),
                               store_server_template_get_n_options (template));
  if (invocation->keeping.option > 0)
    option = (guint)invocation->keeping.option - 1;
  g_autoptr (AppTemplateForm) form = app_template_import_dup_form (import, option);
  app_template_form_set_name (form, invocation->keeping.name);
  if (read_values (invocation, form, error))
    profile = app_template_form_dup_profile (form, NULL, error);
  if (profile == NULL)
    {
      app_cli_registry_list_options (template);
      return APP_CLI_REFUSED;
    }
  note_remark (invocation, app_template_form_get_option (form));
  if (app_template_form_exposes_secret (form))
    app_cli_note (invocation, "⚠ %s",
                  _ ("A secret becomes part of the command or the URL, and is saved as plain "
                     "text."));
  return save_filled_in (cli, import, form, profile, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

static AppCliStatus
import_registered (AppCli *cli, const char *word, GError **error)
{
  g_autoptr (AppServerOffer) offer = app_cli_registry_fetch (cli, word, error);
  g_autoptr (AppTemplateImport) import = NULL;

  if (offer == NULL)
    return APP_CLI_REFUSED;
  const AppServerOfferInfo *info = app_server_offer_get_info (offer);
  if (info->state == APP_OFFER_DELETED)
    app_cli_note (cli->invocation, "⚠ %s", _ ("The registry has deleted this server."));
  if (info->template != NULL)
    {
      import = app_template_import_new (info->template);
      return fill_in (cli, import, error);
    }
  g_propagate_error (error, app_failure_new (APP_FAILURE_INVALID, "%s", info->problem));
  return APP_CLI_REFUSED;
}

/* The command */

/* "template:NAME": one that this program describes itself. */
static AppCliStatus
import_known (AppCli *cli, const char *id, GError **error)
{
  g_autoptr (AppTemplateImport) import = app_template_import_new_known (id);

  if (import != NULL)
    return fill_in (cli, import, error);
  g_autofree char *names = g_strjoinv (", ", (char **)app_template_import_get_known ());
  /* Translators: a word, and the words that are known */
  return app_cli_fail_usage (cli->invocation, _ ("There is no template “%s”; there are: %s"), id,
                             names);
}

static AppCliStatus
import_one (AppCli *cli, const char *source, GError **error)
{
  static const char known[] = "template:";
  g_autoptr (GError) problem = NULL;
  g_autoptr (StoreClientImport) import = NULL;

  if (g_str_has_prefix (source, known))
    return import_known (cli, source + strlen (known), error);
  if (g_str_has_prefix (source, REGISTRY_PREFIX))
    return import_registered (cli, source + strlen (REGISTRY_PREFIX), error);
  app_template_import_open_async (source, NULL, app_cli_done, cli);
  g_autoptr (GAsyncResult) result = app_cli_wait (cli);
  g_autoptr (AppTemplateImport) template = app_template_import_open_finish (result, &problem);
  if (template != NULL)
    return fill_in (cli, template, error);
  if (problem == NULL)
    import = open_source (cli->invocation, source, error);
  else
    g_propagate_error (error, g_steal_pointer (&problem));
  return import != NULL && save_servers (cli, import, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

/* Of several sources the last error is reported at the end, and those before it here.
 * @problem: (transfer full) (nullable): %NULL where it was reported already */
static void
keep_problem (AppCli *cli, GError *problem, GError **error)
{
  if (*error != NULL)
    app_cli_note (cli->invocation, "✕ %s\n", (*error)->message);
  g_clear_error (error);
  if (problem != NULL)
    g_propagate_error (error, problem);
}

/* Those that have a file. One that cannot be read is told of and does not hide the others. */
static AppCliStatus
import_all (AppCli *cli, GError **error)
{
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  AppCliStatus                    status = APP_CLI_DONE;
  guint                           n_found = 0;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autoptr (AppClientTarget) target = create_target (cli->invocation, formats[i]);
      g_autoptr (GError) problem = NULL;
      g_autoptr (StoreClientImport) import = NULL;

      if (target == NULL || !app_client_target_has_file (target))
        continue;
      n_found++;
      import = store_client_import_new_from_scope (app_client_target_get_place (target), FALSE,
                                                   &problem);
      if (import == NULL)
        app_cli_note (cli->invocation, "✕ %s: %s\n", formats[i]->name, problem->message);
      else if (!save_servers (cli, import, &problem))
        {
          status = APP_CLI_REFUSED;
          keep_problem (cli, g_steal_pointer (&problem), error);
        }
    }
  if (n_found > 0)
    return status;
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND,
               _ ("No application with servers was found: name a file, an application, a link, or "
                  "- for standard input."));
  return APP_CLI_REFUSED;
}

AppCliStatus
app_cli_import (AppCli *cli, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;

  if (cli->workspace == NULL && !app_cli_open_workspace (cli, TRUE, error))
    return APP_CLI_REFUSED;
  if (cli->invocation->arguments[1] == NULL)
    return import_all (cli, error);
  for (char **word = cli->invocation->arguments + 1; *word != NULL; word++)
    {
      GError      *problem = NULL;
      AppCliStatus one = import_one (cli, *word, &problem);

      if (one == APP_CLI_DONE)
        continue;
      status = one;
      keep_problem (cli, problem, error);
    }
  return status;
}
