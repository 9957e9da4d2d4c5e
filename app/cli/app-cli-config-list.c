/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-config.h"

#include <glib/gi18n.h>

#include "app-cli-print.h"
#include "app-client-scopes.h"
#include "mcp-json-writer.h"

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
                 path != NULL ? path : *format->places.project);
}

/* Where the file is on each platform, for a person. */
static void
write_paths (const StoreClientFormat *format, McpJsonWriter *writer)
{
  mcp_json_writer_add (writer, "'paths': {");
  for (StorePlatform i = 0; i < STORE_N_PLATFORMS; i++)
    {
      g_autoptr (StoreClientHome) home = store_client_home_new_for_platform (NULL, i);
      g_autofree char *path = store_client_format_dup_path (format, STORE_CLIENT_USER, home, NULL);

      mcp_json_writer_add (writer, "%s: ?%s", store_platform_get_word (i), path);
    }
  mcp_json_writer_end_object (writer);
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
    { "switch", habits->enabled != NULL || habits->disabled != NULL || format->lists != NULL },
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

/* In which parts it replaces what, and which it takes by the name of a variable alone. */
static void
write_variables (const StoreClientFormat *format, McpJsonWriter *writer)
{
  const StoreClientMembers *members = &format->members;
  g_autofree char          *spellings = store_client_format_dup_spellings (format);
  const struct
  {
    const char        *name;
    StoreVariableParts part;
    const char        *member;
    const char        *by_name;
  } rows[] = {
    { "command", STORE_VARIABLES_IN_PROGRAM, members->command },
    { "args", STORE_VARIABLES_IN_PROGRAM, members->command },
    { "cwd", STORE_VARIABLES_IN_PROGRAM, members->working_directory },
    { "env", STORE_VARIABLES_IN_ENVIRONMENT, members->environment, members->environment_names },
    { "url", STORE_VARIABLES_IN_URL, members->url },
    { "headers", STORE_VARIABLES_IN_HEADERS, members->headers, members->header_variables },
  };

  mcp_json_writer_add (writer, "'variables': {'spellings': %s, 'replaced_in': [", spellings);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].member != NULL && store_client_format_get_variables (format, rows[i].part) != 0)
      mcp_json_writer_string (writer, rows[i].name);
  mcp_json_writer_add (writer, "], 'by_name': [");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].by_name != NULL)
      mcp_json_writer_string (writer, rows[i].name);
  mcp_json_writer_add (writer, "]}");
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
      const char      *project =
          formats[i]->places.project != NULL ? formats[i]->places.project[0] : NULL;

      mcp_json_writer_add (writer,
                           "{'id': %s, 'name': %s, 'state': %s, 'path': ?%s, 'project_path': ?%s, "
                           "'writable': %b, 'format': %s",
                           formats[i]->id, formats[i]->name, words[state], path, project,
                           !formats[i]->imported, languages[formats[i]->language]);
      write_paths (formats[i], writer);
      write_fields (formats[i], writer);
      write_variables (formats[i], writer);
      mcp_json_writer_end_object (writer);
      if (!invocation->output.as_json)
        print_client (formats[i], state, path);
    }
  app_cli_print_list (invocation, writer, 0, NULL);
  return APP_CLI_DONE;
}

/* What is in their files */

static gboolean
is_wanted (const AppCliInvocation *invocation, const AppClientEntry *entry)
{
  return invocation->keeping.name == NULL || g_str_equal (invocation->keeping.name, entry->name);
}

static const char *
get_scope_word (StoreClientPlace *place)
{
  return app_client_scope_get_word (store_client_place_get_scope (place));
}

static const char *
get_scope_name (StoreClientPlace *place)
{
  const char *const names[] = { _ ("user"), _ ("project"), _ ("local") };

  return names[store_client_place_get_scope (place)];
}

static void
list_server (const AppCliInvocation *invocation, const AppClientEntry *entry, McpJsonWriter *writer)
{
  StoreProfile    *profile = entry->profile;
  g_autofree char *summary =
      app_client_entry_dup_summary (entry, invocation->keeping.with_secrets);
  gboolean enabled = profile != NULL && store_profile_get_decisions (profile)->enabled;
  gboolean merged =
      store_client_place_get_format (entry->place)->places.merge != STORE_MERGE_NOTHING;
  g_autofree char *bold = app_cli_bold (entry->name);
  g_autofree char *line = app_cli_line (summary != NULL  ? summary
                                        : entry->is_part ? _ ("a part of the application")
                                        : entry->winner != NULL && merged
                                            ? _ ("a part of the server")
                                            : _ ("not a server"));
  const char      *transport =
      profile != NULL ? store_profile_word ("transport",
                                                 store_profile_get_endpoint (profile)->transport)
                           : NULL;
  const char *winner =
      entry->winner != NULL ? store_client_place_get_path (entry->winner) : NULL;

  mcp_json_writer_add (writer,
                       "{'name': %s, 'enabled': %b, 'transport': ?%s, 'summary': ?%s, "
                       "'overridden_by': ?%s, 'overriding_scope': ?%s",
                       entry->name, enabled, transport, summary, winner,
                       winner != NULL ? get_scope_word (entry->winner) : NULL);
  if (entry->parked)
    mcp_json_writer_add (writer, "'parked': true");
  mcp_json_writer_end_object (writer);
  if (invocation->output.as_json)
    return;
  app_cli_print ("  %s  %s%s", bold, line, profile != NULL && !enabled ? _ ("  [off]") : "");
  if (winner != NULL)
    /* Translators: a file with a server of the same name, then "user", "project" or "local" */
    app_cli_print (merged ? _ ("  [merged into that of %s (%s)]") : _ ("  [overridden by %s (%s)]"),
                   winner, get_scope_name (entry->winner));
  app_cli_print ("\n");
}

static void
print_file (const StoreClientFormat *format, const AppClientReading *reading)
{
  g_autofree char *bold = app_cli_bold (format->name);
  g_autofree char *shadow = store_client_place_find_shadow (reading->place);

  app_cli_print ("%s  %s  (%s)\n", bold, store_client_place_get_path (reading->place),
                 get_scope_name (reading->place));
  if (reading->error != NULL)
    app_cli_print ("  ✕ %s\n", reading->error->message);
  if (shadow != NULL)
    /* Translators: %s is the path of a file */
    app_cli_print (_ ("  ⚠ %s takes precedence, and is not read here\n"), shadow);
}

static void
list_file (const AppCliInvocation *invocation,
           const AppClientReading *reading,
           McpJsonWriter          *writer)
{
  const StoreClientFormat *format = store_client_place_get_format (reading->place);

  if (!invocation->output.as_json)
    print_file (format, reading);
  mcp_json_writer_add (
      writer, "{'client': %s, 'scope': %s, 'path': %s, 'error': ?%s, 'servers': [", format->id,
      get_scope_word (reading->place),
      store_client_place_get_path (reading->place),
      reading->error != NULL ? reading->error->message : NULL);
  for (guint i = 0; i < reading->entries->len; i++)
    if (is_wanted (invocation, reading->entries->pdata[i]))
      list_server (invocation, reading->entries->pdata[i], writer);
  mcp_json_writer_add (writer, "]}");
}

/* Returns: whether all its files can be read */
static gboolean
list_client (const AppCliInvocation  *invocation,
             const StoreClientFormat *format,
             const StoreClientScope  *scope,
             McpJsonWriter           *writer)
{
  const char      *project = invocation->keeping.project;
  g_autofree char *folder = g_canonicalize_filename (project != NULL ? project : ".", NULL);
  g_autoptr (GPtrArray) readings =
      app_client_scopes_read (format, invocation->keeping.home, folder, scope);
  gboolean whole = TRUE;

  for (guint i = 0; i < readings->len; i++)
    {
      const AppClientReading *reading = readings->pdata[i];

      list_file (invocation, reading, writer);
      whole = whole && reading->error == NULL;
    }
  return whole;
}

AppCliStatus
app_cli_config_list (AppCli *cli, GError **error)
{
  const AppCliInvocation         *invocation = cli->invocation;
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  AppCliStatus                    status = APP_CLI_DONE;
  StoreClientScope                scope;
  g_autoptr (GPtrArray) named = app_cli_config_find_clients (invocation, TRUE, &status);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean all = invocation->arguments[0] == NULL || invocation->arguments[1] == NULL;

  if (named == NULL)
    return status;
  if (!app_cli_config_read_scope (invocation, &scope, error))
    return APP_CLI_REFUSED;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; all ? formats[i] != NULL : i < named->len; i++)
    if (!list_client (invocation, all ? formats[i] : named->pdata[i],
                      invocation->keeping.scope != NULL ? &scope : NULL, writer))
      status = APP_CLI_REFUSED;
  app_cli_print_list (invocation, writer, 0, NULL);
  return status;
}

/* One file's servers, in its own language */

static AppCliStatus
show_file (const AppCliInvocation  *invocation,
           const StoreClientFormat *format,
           McpJsonWriter           *writer,
           GError                 **error)
{
  g_autoptr (AppClientTarget) target = app_cli_config_create_target (invocation, format, error);
  g_autoptr (GPtrArray) entries =
      target != NULL ? app_client_file_read_entries (target, error) : NULL;
  gboolean found = FALSE;

  if (entries == NULL)
    return APP_CLI_REFUSED;
  for (guint i = 0; i < entries->len; i++)
    {
      const AppClientEntry *entry = entries->pdata[i];
      g_autofree char      *text =
          is_wanted (invocation, entry)
                   ? app_client_entry_dup_text (entry, invocation->output.as_json,
                                                invocation->keeping.with_secrets)
                   : NULL;

      if (text == NULL)
        continue;
      found = TRUE;
      if (invocation->output.as_json)
        mcp_json_writer_add (writer, "{'client': %s, 'name': %s, 'entry': %r}", format->id,
                             entry->name, text);
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
  g_autoptr (AppClientChange) change =
      profile != NULL ? app_cli_config_plan_entry (cli, format, profile, FALSE, error) : NULL;
  const char *snippet = change != NULL ? app_client_change_get_info (change)->snippet : NULL;

  if (snippet == NULL)
    return APP_CLI_REFUSED;
  app_cli_config_print_notes (invocation, NULL, app_client_change_get_info (change)->notes);
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
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (invocation->arguments[1] == NULL)
    return app_cli_fail_usage (invocation, _ ("“config %s” takes an application; “config clients” "
                                              "names them."),
                               "show");
  g_autoptr (GPtrArray) formats = app_cli_config_find_clients (invocation, !writes, &status);
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
