/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong with other applications' configuration files. */

#include "app-cli-config.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "app-client-file.h"
#include "mcp-json-writer.h"

typedef struct
{
  AppCli        *cli;
  McpJsonWriter *writer;
  guint          counts[STORE_LINT_ADVICE + 1];
} Report;

static void
write_finding (Report *self, StoreClientPlace *place, const StoreLintFinding *finding)
{
  const StoreClientFormat *format = store_client_place_get_format (place);

  self->counts[finding->severity]++;
  mcp_json_writer_add (self->writer,
                       "{'application': %s, 'path': %s, 'rule': %s, 'level': %s, 'server': ?%s, "
                       "'member': ?%s, 'line': ?%i, 'column': ?%i, 'text': %s}",
                       format->id, store_client_place_get_path (place), finding->rule,
                       store_lint_severity_get_word (finding->severity), finding->entry,
                       finding->member, finding->line > 0 ? (int)finding->line : -1,
                       finding->line > 0 ? (int)finding->column : -1, finding->text);
}

static void
print_finding (StoreClientPlace *place, const StoreLintFinding *finding)
{
  const char *const words[] = { _ ("Error"), _ ("Warning"), _ ("Advice") };
  g_autofree char  *path = app_cli_line (store_client_place_get_path (place));
  g_autofree char  *entry = app_cli_line (finding->entry);
  g_autofree char  *text = app_cli_line (finding->text);

  if (finding->line > 0)
    app_cli_print ("%s:%u:%u: ", path, finding->line, finding->column);
  else
    app_cli_print ("%s: ", path);
  app_cli_print ("%s: %s%s%s  [%s]\n", words[finding->severity], entry, *entry != '\0' ? ": " : "",
                 text, finding->rule);
}

static gboolean
check_file (Report *self, StoreClientPlace *place, GError **error)
{
  g_autoptr (GPtrArray) findings = app_client_file_lint (place, error);

  if (findings == NULL)
    return FALSE;
  for (guint i = 0; i < findings->len; i++)
    {
      write_finding (self, place, findings->pdata[i]);
      if (!self->cli->invocation->output.as_json)
        print_finding (place, findings->pdata[i]);
    }
  return TRUE;
}

static gboolean
check_files (Report *self, AppClientTarget *target, GError **error)
{
  g_autoptr (GPtrArray) places = store_client_place_list (app_client_target_get_place (target));

  for (guint i = 0; i < places->len; i++)
    if (!check_file (self, places->pdata[i], error))
      return FALSE;
  return TRUE;
}

static void
print_end (Report *self)
{
  if (self->cli->invocation->output.as_json)
    {
      app_cli_print_json (mcp_json_writer_finish_text (self->writer));
      return;
    }
  if (!self->cli->invocation->output.quiet)
    /* Translators: numbers of errors, of warnings, and of advice */
    app_cli_print (_ ("Errors: %u, warnings: %u, advice: %u\n"), self->counts[STORE_LINT_ERROR],
                   self->counts[STORE_LINT_WARNING], self->counts[STORE_LINT_ADVICE]);
}

AppCliStatus
app_cli_config_lint (AppCli *cli, GError **error)
{
  AppCliStatus status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = app_cli_config_find_clients (cli->invocation, FALSE, &status);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  Report report = { cli, writer };

  if (formats == NULL)
    return status;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < formats->len; i++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (AppClientTarget) target =
          app_cli_config_create_target (cli->invocation, formats->pdata[i], &problem);

      /* Of several, those that have such a file. */
      if (target == NULL && cli->invocation->arguments[1] != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return APP_CLI_REFUSED;
        }
      if (target != NULL && !check_files (&report, target, error))
        return APP_CLI_REFUSED;
    }
  mcp_json_writer_end_array (writer);
  print_end (&report);
  return report.counts[STORE_LINT_ERROR] > 0 ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}
