/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-reader.h"

#include "store-error.h"

#include <string.h>

/* A longer name of a variable is none. */
#define MAX_NAME_BYTES 256
/* More of one kind in one server, and more to say about it, is not a person's configuration. */
#define MAX_VARIABLES 2000
#define MAX_NOTES 200

static const char *const url_members[] = { "url", "serverUrl", "httpUrl", "uri" };

static void
note (
    GPtrArray *notes, StoreNoteKind kind, const char *field, const char *format, ...)
{
  StoreNote *note;
  va_list    args;

  if (notes->len >= MAX_NOTES)
    return;
  note = g_new0 (StoreNote, 1);
  va_start (args, format);
  note->text = g_strdup_vprintf (format, args);
  va_end (args);
  note->kind = kind;
  note->field = g_strdup (field);
  g_ptr_array_add (notes, note);
}

static char *
dup_text (McpJsonValue object, const char *name)
{
  g_autofree char *text = mcp_json_value_dup_member_string (object, name);

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static char *
dup_url (McpJsonValue object)
{
  for (guint i = 0; i < G_N_ELEMENTS (url_members); i++)
    {
      char *url = dup_text (object, url_members[i]);

      if (url != NULL)
        return url;
    }
  return NULL;
}

/* Some keep the server's target one level deeper. */
static McpJsonValue
get_target (McpJsonValue object)
{
  McpJsonValue transport = mcp_json_value_get_member (object, "transport");

  return mcp_json_value_get_kind (transport) == MCP_JSON_OBJECT ? transport : object;
}

gboolean
store_client_reader_is_entry (McpJsonValue object)
{
  g_autofree char *url = NULL;
  McpJsonValue     target;

  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return FALSE;
  target = get_target (object);
  url = dup_url (target);
  switch (mcp_json_value_get_kind (mcp_json_value_get_member (target, "command")))
    {
    case MCP_JSON_STRING:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return TRUE;
    default:
      return url != NULL;
    }
}

/* A scalar as text: some write numbers and switches bare. */
static char *
dup_scalar (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_STRING)
    {
      gsize            length;
      g_autofree char *text = mcp_json_value_dup_string (value, &length);

      return strlen (text) == length ? g_steal_pointer (&text) : NULL;
    }
  return kind == MCP_JSON_NUMBER || kind == MCP_JSON_BOOLEAN ? mcp_json_value_dup_text (value)
                                                             : NULL;
}

static StoreVariables *
read_variables (McpJsonValue object, const char *const *names, GPtrArray *notes)
{
  StoreVariables *variables = store_variables_new ();
  McpJsonValue    name, value;
  McpJsonIter     iter;

  for (; *names != NULL; names++)
    {
      mcp_json_iter_init (&iter, mcp_json_value_get_member (object, *names));
      while (mcp_json_iter_next (&iter, &name, &value))
        {
          g_autofree char *key = mcp_json_value_exists (name) ? dup_scalar (name) : NULL;
          g_autofree char *text = dup_scalar (value);

          if (key == NULL || *key == '\0' || text == NULL ||
              store_variables_get_n_items (variables) >= MAX_VARIABLES)
            {
              note (notes, STORE_NOTE_LOSS, *names,
                    "A member of “%s” is not a string and was left out.",
                    *names);
              continue;
            }
          if (strstr (text, "${") != NULL || strstr (text, "{env:") != NULL)
            note (
                notes, STORE_NOTE_ATTENTION, *names,
                "“%s” contains a variable that the other application fills in; here it "
                "is not replaced.",
                key);
          store_variables_set (variables, key, text);
        }
    }
  return variables;
}

static void
add_texts (GStrvBuilder *builder, McpJsonValue array, guint from, GPtrArray *notes)
{
  McpJsonValue value;
  McpJsonIter  iter;

  if (mcp_json_value_get_kind (array) != MCP_JSON_ARRAY)
    return;
  mcp_json_iter_init (&iter, array);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      g_autofree char *text = dup_scalar (value);

      if (text == NULL)
        note (notes, STORE_NOTE_LOSS, "args",
              "An argument is not a string and was left out.");
      else if (i >= from)
        g_strv_builder_add (builder, text);
    }
}

static void
read_program (McpJsonValue target, StoreProfile *profile, GPtrArray *notes)
{
  static const char *const environment_members[] = { "env", "environment", "envs", NULL };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonValue words = mcp_json_value_get_member (target, "command");
  /* Zed had {"command": {"path": …, "args": […], "env": {…}}}. */
  gboolean     nested = mcp_json_value_get_kind (words) == MCP_JSON_OBJECT;
  McpJsonValue program = nested ? words : target;
  g_autoptr (StoreVariables) environment = read_variables (program, environment_members, notes);
  g_autofree char *command = dup_text (program, nested ? "path" : "command");
  g_autofree char *folder = dup_text (target, "cwd");
  g_auto (GStrv) arguments = NULL;

  if (command == NULL && mcp_json_value_get_kind (words) == MCP_JSON_ARRAY)
    {
      command = dup_scalar (mcp_json_value_get_item (words, 0));
      add_texts (builder, words, 1, notes);
    }
  add_texts (builder, mcp_json_value_get_member (program, "args"), 0, notes);
  arguments = g_strv_builder_end (builder);
  if (folder == NULL)
    folder = dup_text (target, "working_directory");
  g_object_set (profile, "command", command, "arguments", arguments, "environment", environment,
                "working-directory", folder, NULL);
}

/* The words that applications use for the transports. */
static gboolean
read_type (McpJsonValue object, McpJsonValue target, StoreTransport *transport)
{
  static const struct
  {
    const char    *word;
    StoreTransport transport;
  } words[] = {
    { "stdio", STORE_TRANSPORT_STDIO },
    { "local", STORE_TRANSPORT_STDIO },
    { "http", STORE_TRANSPORT_HTTP },
    { "streamable-http", STORE_TRANSPORT_HTTP },
    { "streamablehttp", STORE_TRANSPORT_HTTP },
    { "streamable_http", STORE_TRANSPORT_HTTP },
    { "streamable", STORE_TRANSPORT_HTTP },
    { "remote", STORE_TRANSPORT_HTTP },
    { "sse", STORE_TRANSPORT_SSE },
    { "ws", STORE_TRANSPORT_WEBSOCKET },
    { "websocket", STORE_TRANSPORT_WEBSOCKET },
  };
  g_autofree char *word = dup_text (target, "type");

  if (word == NULL)
    word = dup_text (object, "type");
  if (word == NULL)
    word = dup_text (object, "transport");
  if (word == NULL)
    word = dup_text (object, "transportType");
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      {
        *transport = words[i].transport;
        return TRUE;
      }
  return FALSE;
}

static void
read_remote (McpJsonValue object, McpJsonValue target, StoreProfile *profile, GPtrArray *notes)
{
  static const char *const header_members[] = { "headers", "http_headers", NULL };
  g_autoptr (StoreVariables) headers = read_variables (target, header_members, notes);
  g_autofree char *url = dup_url (target);
  StoreTransport   transport;

  if (!read_type (object, target, &transport) || transport == STORE_TRANSPORT_STDIO)
    {
      transport = store_transport_for_url (url);
      if (url != NULL && (g_str_has_suffix (url, "/sse") || strstr (url, "/sse?") != NULL))
        transport = STORE_TRANSPORT_SSE;
    }
  g_object_set (profile, "transport", transport, "url", url, "headers", headers, NULL);
}

/* Bridges */

/* Replaces ${NAME} by what @environment says, once: a value is not looked into again. */
static char *
expand (const char *text, const StoreVariables *environment)
{
  GString *result = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end =
          g_str_has_prefix (text, "${") ? memchr (text, '}', strnlen (text, MAX_NAME_BYTES)) : NULL;
      g_autofree char *name = end != NULL ? g_strndup (text + 2, end - text - 2) : NULL;
      const char      *value = name != NULL ? store_variables_lookup (environment, name) : NULL;

      if (value != NULL)
        {
          g_string_append (result, value);
          text = end + 1;
        }
      else
        {
          g_string_append_c (result, *text++);
        }
    }
  return g_string_free (result, FALSE);
}

static void
add_header (StoreVariables       *headers,
            const char           *argument,
            const StoreVariables *environment,
            GPtrArray            *notes)
{
  const char      *colon = strchr (argument, ':');
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  if (colon == NULL || colon == argument)
    {
      note (notes, STORE_NOTE_LOSS, "headers",
            "“%s” is not a header and was left out.", argument);
      return;
    }
  name = g_strstrip (g_strndup (argument, colon - argument));
  value = expand (colon + 1, environment);
  g_strstrip (value);
  store_variables_set (headers, name, value);
}

static gboolean
is_word_of (const char *word, const char *program)
{
  return g_str_has_prefix (word, program) &&
         (word[strlen (program)] == '\0' || word[strlen (program)] == '@');
}

/* The place of mcp-remote among the words of a command, or -1. */
static int
find_bridge (StoreProfile *profile)
{
  const char *const *arguments = store_profile_get_endpoint (profile)->arguments;
  const char        *command = store_profile_get_endpoint (profile)->command;
  g_autofree char   *program = command != NULL ? g_path_get_basename (command) : NULL;

  if (program == NULL)
    return -1;
  if (is_word_of (program, "mcp-remote"))
    return 0;
  for (guint i = 0; arguments[i] != NULL; i++)
    if (is_word_of (arguments[i], "mcp-remote"))
      return arguments[i + 1] != NULL ? (int)i + 1 : -1;
  return -1;
}

/* Turns `npx -y mcp-remote URL --header …` back into the URL. */
static void
unwrap_bridge (StoreProfile *profile, GPtrArray *notes)
{
  g_autoptr (StoreVariables) headers = store_variables_new ();
  const StoreVariables *environment = store_profile_get_endpoint (profile)->environment;
  const char *const    *arguments = store_profile_get_endpoint (profile)->arguments;
  StoreTransport        transport = STORE_TRANSPORT_AUTO;
  int                   at = find_bridge (profile);
  g_autofree char      *url = NULL;

  if (at < 0 || arguments[at] == NULL || strstr (arguments[at], "://") == NULL)
    return;
  url = expand (arguments[at], environment);
  for (at++; arguments[at] != NULL; at++)
    {
      if (g_str_equal (arguments[at], "--header") && arguments[at + 1] != NULL)
        add_header (headers, arguments[++at], environment, notes);
      else if (g_str_equal (arguments[at], "--transport") && arguments[at + 1] != NULL)
        transport =
            g_str_has_prefix (arguments[++at], "sse") ? STORE_TRANSPORT_SSE : STORE_TRANSPORT_HTTP;
      else if (!g_str_equal (arguments[at], "--allow-http"))
        note (notes, STORE_NOTE_LOSS, "args",
              "The option “%s” of mcp-remote was left out.", arguments[at]);
    }
  g_object_set (profile, "transport", transport, "url", url, "headers", headers, "command", NULL,
                "arguments", NULL, "environment", NULL, NULL);
}

/* One server */

static gboolean
is_switched_off (McpJsonValue object)
{
  return mcp_json_value_get_member_boolean (object, "disabled", FALSE) ||
         !mcp_json_value_get_member_boolean (object, "enabled", TRUE) ||
         !mcp_json_value_get_member_boolean (object, "isActive", TRUE) ||
         !mcp_json_value_get_member_boolean (object, "active", TRUE);
}

/* What only the application's own spelling tells: the unit of a number, say. */
static void
read_behaviour (const StoreClientFormat *format, McpJsonValue object, StoreProfile *profile)
{
  const StoreClientMembers *members = &format->members;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) disabled = NULL;
  McpJsonValue value;
  McpJsonIter  iter;
  double       timeout = members->timeout != NULL
                             ? mcp_json_value_get_double (
                                   mcp_json_value_get_member (object, members->timeout), 0)
                             : 0;

  timeout *= members->timeout_unit;
  if (timeout >= 1 && timeout <= G_MAXUINT)
    g_object_set (profile, "request-timeout", (guint)timeout, NULL);
  if (members->disabled_tools == NULL)
    return;
  mcp_json_iter_init (&iter, mcp_json_value_get_member (object, members->disabled_tools));
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *tool = mcp_json_value_dup_string (value, NULL);

      if (tool != NULL && *tool != '\0')
        g_strv_builder_add (builder, tool);
    }
  disabled = g_strv_builder_end (builder);
  g_object_set (profile, "disabled-tools", disabled, NULL);
}

/* Whether its tools are just all of them. */
static gboolean
is_all (McpJsonValue value)
{
  return mcp_json_value_get_n_items (value) == 1 &&
         mcp_json_value_string_equals (mcp_json_value_get_item (value, 0), "*");
}

static gboolean
is_read (const StoreClientFormat *format, const char *name)
{
  return format != NULL && (g_strcmp0 (name, format->members.timeout) == 0 ||
                            g_strcmp0 (name, format->members.disabled_tools) == 0);
}

static void
note_unknown (const StoreClientFormat *format, McpJsonValue object, GPtrArray *notes)
{
  static const char *const left_out[] = { "envFile", "oauth", "auth",
                                          "headersHelper", "timeout", "autoApprove",
                                          "alwaysAllow", "disabledTools", "enabledTools",
                                          "tools", "trust", "sandbox",
                                          "includeTools", "excludeTools" };

  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    {
      McpJsonValue value = mcp_json_value_get_member (object, left_out[i]);
      McpJsonKind  kind = mcp_json_value_get_kind (value);

      if (kind != MCP_JSON_NONE && !is_read (format, left_out[i]) && !is_all (value) &&
          !(kind == MCP_JSON_ARRAY && mcp_json_value_get_n_items (value) == 0) &&
          !(kind == MCP_JSON_BOOLEAN && !mcp_json_value_get_boolean (value, FALSE)))
        note (notes, STORE_NOTE_LOSS, left_out[i], "“%s” was left out.",
              left_out[i]);
    }
}

StoreProfile *
store_client_reader_read (const StoreClientFormat *format,
                          const char              *name,
                          McpJsonValue             object,
                          GPtrArray               *notes)
{
  g_autoptr (StoreProfile) profile = store_profile_new (name);
  g_autoptr (GError) error = NULL;
  McpJsonValue target = get_target (object);

  if (!store_client_reader_is_entry (object))
    {
      /* Zed's extensions start their own. */
      gboolean extension =
          mcp_json_value_get_kind (mcp_json_value_get_member (object, "settings")) ==
          MCP_JSON_OBJECT;

      note (notes, STORE_NOTE_LOSS, name,
            extension ? "“%s” is started by an extension of the application: "
                        "add its command by hand."
                      : "“%s” has neither a command nor a URL.",
            name);
      return NULL;
    }
  read_program (target, profile, notes);
  if (store_profile_get_endpoint (profile)->command == NULL)
    read_remote (object, target, profile, notes);
  else
    unwrap_bridge (profile, notes);
  g_object_set (profile, "enabled", !is_switched_off (object), NULL);
  if (format != NULL)
    read_behaviour (format, object, profile);
  note_unknown (format, object, notes);
  if (!store_profile_validate (profile, &error))
    note (notes, STORE_NOTE_ATTENTION, name, "“%s”: %s", name, error->message);
  return g_steal_pointer (&profile);
}

/* Lines */

/* "@scope/server-name@1.0" → "server-name". */
static char *
name_of_words (const char *const *words)
{
  g_autofree char *name = NULL;

  for (guint i = 1; words[i] != NULL && name == NULL; i++)
    if (words[i][0] != '-' && !g_str_equal (words[i], "run") && !g_str_equal (words[i], "exec"))
      name = g_path_get_basename (words[i]);
  if (name == NULL)
    name = g_path_get_basename (words[0]);
  for (char *at = name + 1; *name != '\0' && *at != '\0'; at++)
    if (*at == '@')
      *at = '\0';
  return g_steal_pointer (&name);
}

static gboolean
is_assignment (const char *word)
{
  const char *equals = strchr (word, '=');

  if (equals == NULL || equals == word || g_ascii_isdigit (*word))
    return FALSE;
  for (const char *at = word; at < equals; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return TRUE;
}

static StoreProfile *
read_url (const char *line)
{
  g_autoptr (GUri) uri = g_uri_parse (line, G_URI_FLAGS_PARSE_RELAXED, NULL);
  StoreTransport transport = store_transport_for_url (line);
  StoreProfile  *profile;

  if (strpbrk (line, " \t\r\n") != NULL)
    return NULL;
  if (transport == STORE_TRANSPORT_AUTO || transport == STORE_TRANSPORT_WEBSOCKET)
    {
      if (uri == NULL || g_uri_get_host (uri) == NULL)
        return NULL;
      if (g_str_has_suffix (g_uri_get_path (uri), "/sse"))
        transport = transport == STORE_TRANSPORT_AUTO ? STORE_TRANSPORT_SSE : transport;
    }
  profile = store_profile_new (uri != NULL && g_uri_get_host (uri) != NULL &&
                                       transport != STORE_TRANSPORT_HTTP_UNIX
                                   ? g_uri_get_host (uri)
                                   : line);
  g_object_set (profile, "url", line, "transport", transport, NULL);
  return profile;
}

StoreProfile *
store_client_reader_read_line (const char *line, GError **error)
{
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (StoreProfile) profile = NULL;
  g_autoptr (GError) problem = NULL;
  g_autofree char *name = NULL;
  g_auto (GStrv) words = NULL;
  char **first;

  if ((g_str_has_prefix (line, "$ ") || g_str_has_prefix (line, "> ")))
    line += 2;
  profile = read_url (line);
  if (profile != NULL)
    return g_steal_pointer (&profile);
  if (!g_shell_parse_argv (line, NULL, &words, &problem))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "This is not a command line: %s",
                   problem->message);
      return NULL;
    }
  first = words;
  if (g_str_equal (*first, "env") && first[1] != NULL && is_assignment (first[1]))
    first++;
  for (; *first != NULL && is_assignment (*first); first++)
    {
      char *equals = strchr (*first, '=');

      *equals = '\0';
      store_variables_set (environment, *first, equals + 1);
    }
  if (*first == NULL || **first == '\0')
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "There is no program in this command line");
      return NULL;
    }
  name = name_of_words ((const char *const *)first);
  profile = store_profile_new (name);
  g_object_set (profile, "command", *first, "arguments", (const char *const *)first + 1,
                "environment", environment, NULL);
  return g_steal_pointer (&profile);
}
