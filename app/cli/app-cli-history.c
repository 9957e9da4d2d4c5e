/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The history: listing it, showing one exchange of it, and clearing it. */

#include "app-cli-commands.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-exchange-json.h"
#include "app-exchange-words.h"
#include "app-history-export.h"
#include "app-history-import.h"
#include "mcp-json-writer.h"

#define DEFAULT_LIMIT 50

/* Times */

/* "30m", "12h", "7d", or a date. Returns: µs since the epoch; 0 with @error */
static gint64
read_time (const char *text, GError **error)
{
  static const struct
  {
    const char *letter;
    gint64      span;
  } units[] = { { "m", G_TIME_SPAN_MINUTE }, { "h", G_TIME_SPAN_HOUR }, { "d", G_TIME_SPAN_DAY } };
  char            *end;
  gint64           number = g_ascii_strtoll (text, &end, 10);
  g_autofree char *whole = strchr (text, 'T') == NULL ? g_strdup_printf ("%sT00:00:00", text)
                                                      : g_strdup (text);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (whole, zone);

  for (guint i = 0; i < G_N_ELEMENTS (units) && end != text && number >= 0 && number <= 36500000;
       i++)
    if (g_str_equal (end, units[i].letter))
      return MAX (1, g_get_real_time () - number * units[i].span);
  if (date != NULL && g_date_time_to_unix (date) > 0)
    return g_date_time_to_unix (date) * G_USEC_PER_SEC;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("“%s” is not a time: use a date such as 2026-01-31, or 30m, 12h or 7d."), text);
  return 0;
}

static char *
dup_time (gint64 time)
{
  g_autoptr (GDateTime) moment = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);

  return moment != NULL ? g_date_time_format (moment, "%F %T") : g_strdup ("?");
}

/* Printing */

static void
print_facts (const StoreExchange *exchange)
{
  g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, exchange->id);
  g_autofree char *bold = app_cli_bold (id);
  g_autofree char *time = dup_time (exchange->time);
  g_autofree char *server = app_cli_line (exchange->server);
  g_autofree char *method = app_cli_line (exchange->method);
  g_autofree char *name = app_cli_line (exchange->name);
  g_autofree char *outcome = app_exchange_dup_outcome (exchange);
  g_autofree char *size = g_format_size (exchange->response_size);
  gboolean         by_server = (exchange->flags & STORE_EXCHANGE_BY_SERVER) != 0;

  app_cli_print ("%s  %s", bold, time);
  if (*server != '\0')
    app_cli_print (" · %s", server);
  app_cli_print (" · %s%s%s%s · %s", by_server ? "← " : "", method, *name != '\0' ? " " : "", name,
                 outcome);
  if (exchange->duration >= 0)
    app_cli_print (" · %.1f ms · %s", (double)exchange->duration / 1000, size);
  if ((exchange->flags & STORE_EXCHANGE_RESPONSE_MASKED) != 0)
    app_cli_print (" · %s", _ ("secrets masked"));
  app_cli_print ("\n");
}

/* List */

static gboolean
read_filter (const AppCliInvocation *invocation, StoreHistoryFilter *filter, GError **error)
{
  const AppCliPast *past = &invocation->past;
  StoreOutcome      outcome;

  *filter = (StoreHistoryFilter){ NULL };
  filter->server = invocation->target.server;
  filter->method = past->method;
  filter->text = past->text;
  filter->imported = past->imported;
  if (past->since != NULL)
    filter->from = read_time (past->since, error);
  if (past->since != NULL && filter->from == 0)
    return FALSE;
  if (past->outcome == NULL)
    return TRUE;
  if (store_outcome_from_name (past->outcome, &outcome))
    {
      filter->outcomes = 1u << outcome;
      return TRUE;
    }
  return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         _ ("“%s” is not an outcome: use result, tool-error, error, cancelled or "
                            "no-response."),
                         past->outcome);
}

/* @before: (nullable). Returns: (nullable) */
static StoreHistoryPage *
read_page (AppCli                   *cli,
           const StoreHistoryFilter *filter,
           const StoreHistoryKey    *before,
           guint                     limit,
           GError                  **error)
{
  StoreHistory *history = app_objects_get_history (cli->objects);

  store_history_query_async (history, filter, before, limit,
                             app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  return store_history_query_finish (history, app_cli_await (cli), error);
}

static void
print_page (StoreHistoryPage *page, McpJsonWriter *writer)
{
  for (guint i = 0; i < page->exchanges->len; i++)
    {
      if (writer == NULL)
        {
          print_facts (page->exchanges->pdata[i]);
          continue;
        }
      mcp_json_writer_begin_object (writer);
      app_exchange_write_facts (writer, page->exchanges->pdata[i]);
      mcp_json_writer_end_object (writer);
    }
}

AppCliStatus
app_cli_history_list (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  StoreHistoryFilter      filter;
  StoreHistoryKey         next = { 0 };
  gboolean                has_more = TRUE;
  int                     limit = invocation->past.limit;
  guint                   left = limit > 0 ? (guint)limit : DEFAULT_LIMIT;
  g_autoptr (McpJsonWriter) writer = invocation->output.as_json ? mcp_json_writer_new () : NULL;

  if (!read_filter (invocation, &filter, error))
    return APP_CLI_USAGE;
  if (writer != NULL)
    mcp_json_writer_begin_array (writer);
  while (has_more && left > 0)
    {
      g_autoptr (StoreHistoryPage) page =
          read_page (cli, &filter, next.id != 0 ? &next : NULL, MIN (left, 1000), error);

      if (page == NULL)
        return APP_CLI_REFUSED;
      print_page (page, writer);
      left -= page->exchanges->len;
      has_more = page->has_more;
      next = page->next;
    }
  if (writer != NULL)
    {
      mcp_json_writer_end_array (writer);
      app_cli_print_json (mcp_json_writer_finish_text (writer));
    }
  else if (has_more)
    app_cli_note (invocation, "… %s", _ ("There may be more; --limit shows more."));
  return APP_CLI_DONE;
}

/* Show */

/* What is no JSON is a text. @bytes: (nullable) */
static void
write_text (McpJsonWriter *writer, const char *name, GBytes *bytes)
{
  g_autoptr (McpJsonDocument) document =
      bytes != NULL ? mcp_json_document_parse (bytes, NULL, NULL, NULL) : NULL;

  if (document != NULL)
    mcp_json_writer_member_value (writer, name, mcp_json_document_get_root (document));
  else if (bytes != NULL)
    {
      g_autofree char *text =
          g_utf8_make_valid (g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes));

      mcp_json_writer_member_string (writer, name, text);
    }
}

static void
print_text (GBytes *bytes)
{
  gsize       length;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (text != NULL)
    app_cli_print_message (text, length);
}

AppCliStatus
app_cli_history_show (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (StoreExchange) exchange = NULL;
  g_autoptr (GBytes) request = NULL;
  g_autoptr (GBytes) response = NULL;
  guint64 id;

  StoreHistory *history = app_objects_get_history (cli->objects);
  if (!g_ascii_string_to_unsigned (invocation->arguments[1], 10, 1, G_MAXINT64, &id, NULL))
    return app_cli_fail_usage (invocation, _ ("“%s” is not the ID of an entry."),
                               invocation->arguments[1]);
  store_history_get_async (history, (gint64)id, NULL, app_cli_done, cli);
  exchange = store_history_get_finish (history, app_cli_await (cli), &request, &response, error);
  if (exchange == NULL)
    return APP_CLI_REFUSED;
  if (invocation->output.as_json)
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

      mcp_json_writer_begin_object (writer);
      app_exchange_write_facts (writer, exchange);
      write_text (writer, "request", request);
      write_text (writer, "response", response);
      mcp_json_writer_end_object (writer);
      app_cli_print_json (mcp_json_writer_finish_text (writer));
      return APP_CLI_DONE;
    }
  print_facts (exchange);
  print_text (request);
  print_text (response);
  return APP_CLI_DONE;
}

/* Files */

/* @to: a file's name; "-" is standard output. Returns: (transfer full) (nullable) */
static GOutputStream *
open_output (const char *to, GError **error)
{
  if (g_str_equal (to, "-"))
    return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (to);
  return G_OUTPUT_STREAM (g_file_replace (
      file, NULL, FALSE, G_FILE_CREATE_PRIVATE | G_FILE_CREATE_REPLACE_DESTINATION, NULL, error));
}

AppCliStatus
app_cli_history_export (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *to = invocation->arguments[1];
  StoreHistoryFilter      wanted;
  AppHistoryExported      exported;

  if (!read_filter (invocation, &wanted, error))
    return APP_CLI_USAGE;
  g_autoptr (GOutputStream) stream = open_output (to, error);
  if (stream == NULL)
    return APP_CLI_REFUSED;
  AppPastFilter filter = { wanted.server, wanted.method, wanted.text,
                           wanted.outcomes, wanted.from, wanted.imported };
  app_history_export_async (cli->objects, &filter, app_history_format_of (to), stream,
                            app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (!app_history_export_finish (app_cli_await (cli), &exported, error))
    return APP_CLI_REFUSED;
  app_cli_note (invocation,
                ngettext ("%u entry was written.", "%u entries were written.", exported.n),
                exported.n);
  if (exported.n_left_out > 0)
    app_cli_note (invocation,
                  ngettext ("%u entry did not go over HTTP, and was left out.",
                            "%u entries did not go over HTTP, and were left out.",
                            exported.n_left_out),
                  exported.n_left_out);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_history_import (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *from = invocation->arguments[1];
  AppHistoryImported      imported = { 0 };
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (from);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *name = g_file_get_basename (file);

  if (stream == NULL)
    return APP_CLI_REFUSED;
  app_history_import_async (cli->objects, G_INPUT_STREAM (stream), name,
                            app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  gboolean well = app_history_import_finish (app_cli_await (cli), &imported, error);
  if (imported.n > 0)
    app_cli_note (invocation,
                  ngettext ("%u entry imported; “history --imported” lists it.",
                            "%u entries imported; “history --imported” lists them.",
                            imported.n),
                  imported.n);
  if (imported.n_skipped > 0 && well)
    app_cli_note (invocation,
                  ngettext ("%u line was skipped; it is not part of a session file.",
                            "%u lines were skipped; they are not part of a session file.",
                            imported.n_skipped),
                  imported.n_skipped);
  return well ? APP_CLI_DONE : APP_CLI_REFUSED;
}

/* Clear */

static void
note_size (AppCli *cli)
{
  StoreHistory    *history = app_objects_get_history (cli->objects);
  StoreHistorySize size;

  store_history_measure_async (history, NULL, app_cli_done, cli);
  if (!store_history_measure_finish (history, app_cli_await (cli), &size, NULL))
    return;
  g_autofree char *text = g_format_size (size.bytes);
  g_autofree char *file = g_format_size (size.file_bytes);
  app_cli_note (cli->invocation,
                /* Translators: %s are sizes; the file also holds the stored objects */
                ngettext ("%u entry is left, %s; the file has %s.",
                          "%u entries are left, %s; the file has %s.", (gulong)size.n),
                (guint)size.n, text, file);
}

AppCliStatus
app_cli_history_clear (AppCli *cli, GError **error)
{
  const AppCliPast *what = &cli->invocation->past;
  gint64            before = what->max_size > 0 ? 0 : G_MAXINT64;
  guint64           max_bytes = G_MAXUINT64;
  gint64            n = -1;

  StoreHistory *history = app_objects_get_history (cli->objects);
  if (what->older_than != NULL)
    before = read_time (what->older_than, error);
  if (what->older_than != NULL && before == 0)
    return APP_CLI_USAGE;
  if (what->max_size > 0)
    max_bytes = (guint64)what->max_size * 1000000;
  store_history_clear_async (history, before, max_bytes, app_cli_interrupt_get_cancellable (),
                             app_cli_done, cli);
  n = store_history_clear_finish (history, app_cli_await (cli), error);
  if (n < 0)
    return APP_CLI_REFUSED;
  note_size (cli);
  return APP_CLI_DONE;
}
