/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "app-redactor.h"
#include "mcp-json-writer.h"
#include "store-client-import.h"
#include "store-client-reader.h"
#include "store-client-text.h"
#include "store-error.h"
#include "store-file.h"

/* The applications */

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
  app_cli_print ("%s  %s  (%s%s)\n    %s\n", bold, format->name, word,
                 format->imported ? _ (", import only") : "",
                 path != NULL ? path : format->places.project);
}

/* Where the file is on @platform, for a person. Returns: (transfer full) (nullable) */
static char *
dup_platform_path (const StoreClientFormat *format, StorePlatform platform)
{
  g_autoptr (StoreClientHome) home = store_client_home_new_for_platform (NULL, platform);

  return store_client_format_dup_path (format, STORE_CLIENT_USER, home, NULL);
}

/* What an entry of the application can say, so that a person can compare them. */
static void
write_fields (const StoreClientFormat *format, McpJsonWriter *writer)
{
  const StoreClientMembers *members = &format->members;
  const StoreClientHabits  *habits = &format->habits;
  const struct
  {
    const char *field;
    gboolean    carried;
  } rows[] = {
    { "stdio", format->transports & STORE_CLIENT_TAKES_STDIO },
    { "http", format->transports & STORE_CLIENT_TAKES_HTTP },
    { "sse", format->transports & STORE_CLIENT_TAKES_SSE },
    { "bridge", format->bridge },
    { "cwd", members->working_directory != NULL },
    { "env_file", members->environment_file != NULL },
    { "headers", members->headers != NULL },
    { "timeout", habits->timeout != NULL },
    { "startup_timeout", habits->startup_timeout != NULL },
    { "switch", habits->enabled != NULL || habits->disabled != NULL || format->excluded != NULL },
    { "enabled_tools", habits->enabled_tools != NULL },
    { "disabled_tools", habits->disabled_tools != NULL },
    { "approval", habits->auto_approve != NULL || habits->trust != NULL ||
                      habits->tool_modes != NULL },
    { "oauth", format->oauth.client_id != NULL },
    { "variables", format->variables != 0 || members->environment_names != NULL },
    { "inputs", format->inputs != NULL },
    { "comments", format->language != STORE_CLIENT_JSON ||
                      format->syntax == MCP_JSON_SYNTAX_COMMENTS },
    { "local_scope", format->local_root != NULL },
  };

  mcp_json_writer_add (writer, "'fields': [");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].carried)
      mcp_json_writer_string (writer, rows[i].field);
  mcp_json_writer_end_array (writer);
}

AppCliStatus
app_cli_config_list_clients (AppCli *cli, GError **error)
{
  static const char *const        words[] = { "file", "installed", "not_found" };
  static const char *const        languages[] = { "json", "toml", "yaml" };
  const AppCliInvocation         *invocation = cli->invocation;
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  g_autoptr (StoreClientHome) home = store_client_home_new (invocation->keeping.home);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *path = store_client_format_dup_path (formats[i], STORE_CLIENT_USER, home,
                                                            NULL);
      ClientState      state = get_state (formats[i], home, path);
      g_autofree char *linux_path = dup_platform_path (formats[i], STORE_PLATFORM_LINUX);
      g_autofree char *macos_path = dup_platform_path (formats[i], STORE_PLATFORM_MACOS);
      g_autofree char *windows_path = dup_platform_path (formats[i], STORE_PLATFORM_WINDOWS);

      mcp_json_writer_add (writer,
                           "{'id': %s, 'name': %s, 'state': %s, 'path': ?%s, 'project_path': ?%s, "
                           "'writable': %b, 'format': %s, 'paths': {'linux': ?%s, 'macos': ?%s, "
                           "'windows': ?%s}",
                           formats[i]->id, formats[i]->name, words[state], path,
                           formats[i]->places.project, !formats[i]->imported,
                           languages[formats[i]->language], linux_path, macos_path, windows_path);
      write_fields (formats[i], writer);
      mcp_json_writer_end_object (writer);
      if (!invocation->output.as_json)
        print_client (formats[i], state, path);
    }
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  return APP_CLI_DONE;
}

/* What is in their files */

typedef struct
{
  StoreClientPlace *place;
  StoreClientText  *text;
  McpJsonValue      map; /* the servers, be it none */
} Opened;

static void
opened_clear (Opened *self)
{
  g_clear_pointer (&self->place, store_client_place_unref);
  g_clear_pointer (&self->text, store_client_text_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opened, opened_clear)

/* Returns: %FALSE, without an error, where there is no file */
static gboolean
open_client (const AppCliInvocation  *invocation,
             const StoreClientFormat *format,
             Opened                  *opened,
             GError                 **error)
{
  g_autoptr (StoreFile) file = NULL;
  const char *path;

  opened->place = app_cli_config_create_place (invocation, format, error);
  if (opened->place == NULL)
    return FALSE;
  path = store_client_place_get_path (opened->place);
  file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);
  if (file == NULL || !store_file_exists (file))
    return FALSE;
  opened->text = store_client_text_new (store_file_get_bytes (file), format, error);
  if (opened->text == NULL)
    {
      g_prefix_error (error, "“%s”: ", path);
      return FALSE;
    }
  opened->map = store_client_text_get (opened->text, store_client_place_get_root (opened->place));
  return TRUE;
}

static gboolean
is_wanted (const AppCliInvocation *invocation, const char *name)
{
  return invocation->keeping.name == NULL || g_str_equal (invocation->keeping.name, name);
}

/* Everything that looks like a secret is masked, unless the person wants to see it.
 * Returns: (transfer full) */
static char *
mask (const AppCliInvocation *invocation, StoreProfile *profile, char *text)
{
  g_autofree char *plain = text;
  g_autoptr (AppRedactor) redactor = app_redactor_new ();

  if (invocation->keeping.with_secrets || profile == NULL)
    return g_steal_pointer (&plain);
  app_redactor_add_profile (redactor, profile);
  return app_redactor_redact_text (redactor, plain);
}

static void
list_server (const AppCliInvocation  *invocation,
             const StoreClientFormat *format,
             const char              *name,
             McpJsonValue             value,
             McpJsonWriter           *writer)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  g_autoptr (StoreProfile) profile = store_client_reader_read (format, name, value, notes);
  g_autofree char *summary =
      profile != NULL ? mask (invocation, profile, store_profile_dup_summary (profile)) : NULL;
  gboolean         enabled = profile != NULL && store_profile_get_decisions (profile)->enabled;
  g_autofree char *bold = app_cli_bold (name);
  g_autofree char *line = app_cli_line (summary != NULL ? summary : _ ("not a server"));
  const char      *transport =
      profile != NULL ? store_profile_word ("transport",
                                                 store_profile_get_endpoint (profile)->transport)
                           : NULL;

  mcp_json_writer_add (writer, "{'name': %s, 'enabled': %b, 'transport': ?%s, 'summary': ?%s}",
                       name, enabled, transport, summary);
  if (!invocation->output.as_json)
    app_cli_print ("  %s  %s%s\n", bold, line, profile != NULL && !enabled ? _ ("  [off]") : "");
}

static void
list_servers (const AppCliInvocation *invocation, Opened *opened, McpJsonWriter *writer)
{
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, opened->map);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_exists (name)
                                 ? mcp_json_value_dup_string (name, NULL)
                                 : mcp_json_value_dup_member_string (value, "name");

      if (key != NULL && is_wanted (invocation, key))
        list_server (invocation, store_client_place_get_format (opened->place), key, value,
                     writer);
    }
}

static void
list_client (const AppCliInvocation  *invocation,
             const StoreClientFormat *format,
             McpJsonWriter           *writer)
{
  g_auto (Opened) opened = { 0 };
  g_autoptr (GError) problem = NULL;
  gboolean    read = open_client (invocation, format, &opened, &problem);
  const char *path = opened.place != NULL ? store_client_place_get_path (opened.place) : NULL;

  if (!read && problem == NULL)
    return;
  if (!invocation->output.as_json)
    {
      g_autofree char *bold = app_cli_bold (format->name);

      app_cli_print ("%s  %s\n", bold, path != NULL ? path : "");
      if (problem != NULL)
        app_cli_print ("  ✕ %s\n", problem->message);
    }
  mcp_json_writer_add (writer, "{'client': %s, 'path': ?%s, 'error': ?%s, 'servers': [",
                       format->id, path, problem != NULL ? problem->message : NULL);
  if (read)
    list_servers (invocation, &opened, writer);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
}

AppCliStatus
app_cli_config_list (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  g_autoptr (GPtrArray) formats = app_cli_config_find_clients (invocation, TRUE, &status);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (formats == NULL)
    return status;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < formats->len; i++)
    list_client (invocation, formats->pdata[i], writer);
  mcp_json_writer_end_array (writer);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  return APP_CLI_DONE;
}

/* One file's servers, in its own language */

/* Returns: (transfer full) (nullable) */
static char *
print_entry (const AppCliInvocation *invocation,
             Opened                 *opened,
             const char             *name,
             McpJsonValue            value)
{
  const StoreClientFormat *format = store_client_place_get_format (opened->place);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  g_autoptr (StoreProfile) profile = store_client_reader_read (format, name, value, notes);
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (StoreClientText) text = store_client_text_new (nothing, format, NULL);
  g_auto (GStrv) path = store_client_place_dup_entry_path (opened->place, name);
  g_autofree char *json = mcp_json_value_print_compact (value);
  g_autoptr (GBytes) bytes = NULL;
  gsize       size;
  const char *data;

  if (invocation->output.as_json)
    return mask (invocation, profile, g_steal_pointer (&json));
  bytes = store_client_text_set (text, (const char *const *)path, json, NULL);
  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  return mask (invocation, profile, g_strndup (data, size));
}

static AppCliStatus
show_file (const AppCliInvocation  *invocation,
           const StoreClientFormat *format,
           McpJsonWriter           *writer,
           GError                 **error)
{
  g_auto (Opened) opened = { 0 };
  McpJsonValue name, value;
  McpJsonIter  iter;
  gboolean     found = FALSE;

  if (!open_client (invocation, format, &opened, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("There is no file “%s”"),
                     store_client_place_get_path (opened.place));
      return APP_CLI_REFUSED;
    }
  mcp_json_iter_init (&iter, opened.map);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_exists (name)
                                 ? mcp_json_value_dup_string (name, NULL)
                                 : mcp_json_value_dup_member_string (value, "name");
      g_autofree char *text =
          key != NULL && is_wanted (invocation, key) ? print_entry (invocation, &opened, key, value)
                                                     : NULL;

      if (text == NULL)
        continue;
      found = TRUE;
      if (invocation->output.as_json)
        mcp_json_writer_add (writer, "{'client': %s, 'name': %s, 'entry': %r}", format->id, key,
                             text);
      else
        app_cli_print_lines (text, 0);
    }
  if (found || invocation->keeping.name == NULL)
    return APP_CLI_DONE;
  g_set_error (error, APP_ERROR, APP_ERROR_NOT_FOUND, _ ("%s has no server called “%s”"),
               format->name, invocation->keeping.name);
  return APP_CLI_REFUSED;
}

static AppCliStatus
show_entry (AppCli *cli, const StoreClientFormat *format, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (StoreProfile) profile = app_cli_config_dup_profile (cli, error);
  g_autoptr (StoreClientEntry) entry = NULL;
  g_autofree char *snippet = NULL;

  if (profile == NULL)
    return APP_CLI_REFUSED;
  entry = app_cli_config_create_entry (cli, format, profile, error);
  if (entry == NULL)
    return APP_CLI_REFUSED;
  app_cli_print_notes (invocation, store_client_entry_get_notes (entry));
  snippet = store_client_entry_dup_snippet (entry);
  app_cli_print ("%s%s", snippet, g_str_has_suffix (snippet, "\n") ? "" : "\n");
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_config_show (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  AppCliStatus            status = APP_CLI_DONE;
  gboolean                writes = invocation->program != NULL ||
                    invocation->target.server != NULL || invocation->keeping.url != NULL;
  g_autoptr (GPtrArray) formats = NULL;
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (invocation->arguments[1] == NULL)
    return app_cli_fail_usage (invocation, _ ("“config %s” takes an application; “config clients” "
                                              "names them."),
                               "show");
  formats = app_cli_config_find_clients (invocation, !writes, &status);
  if (formats == NULL)
    return status;
  if (writes && !app_cli_open_workspace (cli, FALSE, error))
    return APP_CLI_REFUSED;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; status == APP_CLI_DONE && i < formats->len; i++)
    status = writes ? show_entry (cli, formats->pdata[i], error)
                    : show_file (invocation, formats->pdata[i], writer, error);
  mcp_json_writer_end_array (writer);
  if (status == APP_CLI_DONE && !writes && invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  return status;
}
