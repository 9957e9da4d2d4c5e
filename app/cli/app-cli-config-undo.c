/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "app-client-history.h"
#include "app-client-journal.h"
#include "mcp-json-writer.h"

/* Of this place and time. Returns: (transfer full) */
static char *
print_time (gint64 seconds, const char *format)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (seconds);

  return time != NULL ? g_date_time_format (time, format) : g_strdup ("");
}

static void
print_item (AppClientHistoryItem *item)
{
  const StoreClientRecord *record = app_client_history_item_get_record (item);
  g_autofree char         *id = g_strdup_printf ("%" G_GINT64_FORMAT, record->id);
  g_autofree char         *bold = app_cli_bold (id);
  g_autofree char         *time = print_time (record->time, "%Y-%m-%d %H:%M");
  g_autofree char         *name = app_cli_line (record->name);
  g_autofree char         *path = app_cli_line (record->path);
  g_autofree char         *state = app_client_history_item_dup_state (item);

  app_cli_print ("%s  %s  %s  %s", bold, time, app_client_history_item_get_application (item),
                 app_client_history_item_get_action (item));
  if (record->name != NULL)
    app_cli_print ("  %s", name);
  if (record->undoes != 0)
    app_cli_print ("  (%" G_GINT64_FORMAT ")", record->undoes);
  app_cli_print ("\n    %s\n    %s\n", path, state);
}

static void
write_item (McpJsonWriter *writer, AppClientHistoryItem *item)
{
  const StoreClientRecord *record = app_client_history_item_get_record (item);
  g_autofree char         *time = print_time (record->time, "%FT%T%:z");

  mcp_json_writer_add (writer,
                       "{'id': %x, 'time': %s, 'application': %s, 'action': %s, 'entry': ?%s, "
                       "'path': %s, 'backup': ?%s, 'undoes': ?%x, 'undone': %b, 'since': ?%s, "
                       "'undoable': %b}",
                       record->id, time, record->client,
                       store_client_record_get_word (record->action), record->name, record->path,
                       record->backup, record->undoes != 0 ? record->undoes : -1, record->undone,
                       app_client_history_item_get_since (item),
                       app_client_history_item_can_undo (item));
}

static AppCliStatus
list_records (const AppCliInvocation *invocation, GError **error)
{
  g_autoptr (GPtrArray) items = app_client_history_read (error);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (items == NULL)
    return APP_CLI_REFUSED;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < items->len; i++)
    if (invocation->output.as_json)
      write_item (writer, items->pdata[i]);
    else
      print_item (items->pdata[i]);
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  else if (items->len == 0)
    app_cli_print ("%s\n", _ ("Nothing was written yet."));
  return APP_CLI_DONE;
}

static AppCliStatus
undo (AppCli *cli, const char *text, GError **error)
{
  g_autoptr (AppClientChange) change = NULL;
  guint64 id = 0;

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT64, &id, NULL))
    return app_cli_fail_usage (cli->invocation,
                               _ ("“config undo” takes the number of a change; “config "
                                  "history” lists them."));
  g_autoptr (AppClientHistoryItem) item = app_client_history_find ((gint64)id, error);
  change = item != NULL ? app_client_history_item_undo (item, error) : NULL;
  return change != NULL ? app_cli_config_apply (cli, change, error) : APP_CLI_REFUSED;
}

static AppCliStatus
list_backups (const AppCliInvocation *invocation, const char *client)
{
  const StoreClientFormat *format = client != NULL ? store_client_format_find (client) : NULL;
  g_autoptr (AppClientTarget) target = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (format == NULL)
    return app_cli_fail_usage (invocation, _ ("“config backups” takes an application; “config "
                                              "list” names them."));
  target = app_client_target_new (format, invocation->keeping.home, invocation->keeping.project);
  if (target == NULL)
    return app_cli_fail_usage (invocation, _ ("%s has no such file."), format->name);
  g_autoptr (GPtrArray) backups = app_client_journal_list_backups (target);
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < backups->len; i++)
    {
      const StoreClientBackup *backup = backups->pdata[i];
      g_autofree char         *time = print_time (backup->time, "%FT%T%:z");
      g_autofree char         *size = g_format_size ((guint64)backup->size);

      mcp_json_writer_add (writer, "{'path': %s, 'time': %s, 'size': %x}", backup->path, time,
                           backup->size);
      if (!invocation->output.as_json)
        app_cli_print ("%s  (%s)\n", backup->path, size);
    }
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  else if (backups->len == 0)
    /* Translators: %s is a file's path */
    app_cli_print (_ ("There are no backups of %s.\n"), app_client_target_get_path (target));
  return APP_CLI_DONE;
}

static AppCliStatus
restore (AppCli *cli, const char *file, GError **error)
{
  const char      *home = cli->invocation->keeping.home;
  g_autofree char *backup = file != NULL ? g_canonicalize_filename (file, NULL) : NULL;
  g_autofree char *path = NULL;
  g_autoptr (AppClientTarget) target =
      backup != NULL ? app_client_journal_find_backup (backup, home, &path) : NULL;
  AppClientChangeOptions options = { .aim = APP_CHANGE_TO_RESTORE, .backup = backup };

  if (path == NULL)
    return app_cli_fail_usage (cli->invocation,
                               _ ("“config restore” takes a backup; “config backups” "
                                  "lists those of an application."));
  if (target == NULL)
    return app_cli_fail_usage (cli->invocation,
                               /* Translators: %s is a file's path */
                               _ ("%s is no configuration that Spyglass knows."), path);
  g_autoptr (AppClientChange) change = app_client_change_new_decided (target, NULL, NULL, &options);
  return app_cli_config_apply (cli, change, error);
}

AppCliStatus
app_cli_config_undo (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *action = invocation->arguments[0];
  const char             *word = invocation->arguments[1];

  if (word != NULL && (g_str_equal (action, "history") || invocation->arguments[2] != NULL))
    return app_cli_fail_usage (invocation, _ ("Unexpected argument “%s”."),
                               g_str_equal (action, "history") ? word : invocation->arguments[2]);
  if (g_str_equal (action, "history"))
    return list_records (invocation, error);
  if (g_str_equal (action, "undo"))
    return undo (cli, word, error);
  if (g_str_equal (action, "backups"))
    return list_backups (invocation, word);
  return restore (cli, word, error);
}
