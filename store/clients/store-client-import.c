/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-import.h"

#include "store-error.h"
#include "store-file.h"
#include "store-client-entry.h"
#include "store-toml.h"
#include "mcp-json-value.h"

#include <string.h>

/* StoreClientReader: from the JSON of one server, as any client application spells it, to a
 * profile. */

/* A longer name of a variable is none. */
#define MAX_NAME_BYTES 256
/* More of one kind in one server, and more to say about it, is not a person's configuration. */
#define MAX_VARIABLES 2000
#define MAX_NOTES 200

static const char *const url_members[] = { "url", "serverUrl", "httpUrl", "uri" };

static void
store_client_reader_note (
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

/* Whether an object looks like one server: it has a command or a URL under one of their names. */
static gboolean
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
              store_client_reader_note (notes, STORE_NOTE_LOSS, *names,
                                        "A member of “%s” is not a string and was left out.",
                                        *names);
              continue;
            }
          if (strstr (text, "${") != NULL || strstr (text, "{env:") != NULL)
            store_client_reader_note (
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
        store_client_reader_note (notes, STORE_NOTE_LOSS, "args",
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
      store_client_reader_note (notes, STORE_NOTE_LOSS, "headers",
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
        store_client_reader_note (notes, STORE_NOTE_LOSS, "args",
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

static void
note_unknown (McpJsonValue object, GPtrArray *notes)
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

      if (kind != MCP_JSON_NONE &&
          !(kind == MCP_JSON_ARRAY && mcp_json_value_get_n_items (value) == 0) &&
          !(kind == MCP_JSON_BOOLEAN && !mcp_json_value_get_boolean (value, FALSE)))
        store_client_reader_note (notes, STORE_NOTE_LOSS, left_out[i], "“%s” was left out.",
                                  left_out[i]);
    }
}

/* @name: the entry's name
 * @notes: (element-type StoreNote): gets what is not understood
 * Returns: (transfer full) (nullable): %NULL, with a note, where it is no server */
static StoreProfile *
store_client_reader_read (const char *name, McpJsonValue object, GPtrArray *notes)
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

      store_client_reader_note (notes, STORE_NOTE_LOSS, name,
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
  note_unknown (object, notes);
  if (!store_profile_validate (profile, &error))
    store_client_reader_note (notes, STORE_NOTE_ATTENTION, name, "“%s”: %s", name, error->message);
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

/* A command line as for a shell, with `VAR=value` in front, or a URL.
 * Returns: (transfer full) (nullable): STORE_ERROR_INVALID */
static StoreProfile *
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

/* A list of servers that no person looks through. */
#define MAX_SERVERS 1000

struct _StoreClientImport
{
  GPtrArray               *profiles;
  GPtrArray               *notes;
  const StoreClientFormat *format; /* (nullable) */
  char                    *path;   /* (nullable) */
  gboolean                 empty;
  GError                  *error; /* (nullable) */
};

static StoreClientImport *
import_new (void)
{
  StoreClientImport *self = g_atomic_rc_box_new0 (StoreClientImport);

  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  return self;
}

static void
clear (StoreClientImport *self)
{
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->notes);
  g_free (self->path);
  g_clear_error (&self->error);
}

void
store_client_import_unref (StoreClientImport *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

GPtrArray *
store_client_import_get_profiles (StoreClientImport *self)
{
  return self->profiles;
}

GPtrArray *
store_client_import_get_notes (StoreClientImport *self)
{
  return self->notes;
}

gboolean
store_client_import_is_empty (StoreClientImport *self)
{
  return self->empty;
}

const GError *
store_client_import_get_error (StoreClientImport *self)
{
  return self->error;
}

const StoreClientFormat *
store_client_import_get_format (StoreClientImport *self)
{
  return self->format;
}

const char *
store_client_import_get_path (StoreClientImport *self)
{
  return self->path;
}

/* Finding the servers in a document */

static void
add (StoreClientImport *self, const char *name, McpJsonValue object)
{
  StoreProfile *profile;

  if (self->profiles->len >= MAX_SERVERS)
    return;
  profile = store_client_reader_read (name, object, self->notes);
  if (profile != NULL)
    g_ptr_array_add (self->profiles, profile);
}

static void
add_map (StoreClientImport *self, McpJsonValue map)
{
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, map);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_exists (name)
                                 ? mcp_json_value_dup_string (name, NULL)
                                 : mcp_json_value_dup_member_string (value, "name");

      add (self, key != NULL ? key : "server", value);
    }
}

/* A map of servers, or an array of servers that have names. */
static gboolean
is_map (McpJsonValue value)
{
  McpJsonValue each;
  McpJsonIter  iter;
  gboolean     any = FALSE;

  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, NULL, &each))
    any = any || store_client_reader_is_entry (each);
  return any;
}

/* The place of servers under any name that an application gives it */
static McpJsonValue
find_named_map (McpJsonValue root)
{
  static const char *const names[] = { "mcpServers", "servers", "context_servers", "mcp_servers",
                                       "amp.mcpServers" };
  McpJsonValue             value;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      value = mcp_json_value_get_member (root, names[i]);
      if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT ||
          (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY && is_map (value)))
        return value;
    }
  value = mcp_json_value_get_member (root, "mcp");
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      McpJsonValue inner = mcp_json_value_get_member (value, "servers");

      return mcp_json_value_get_kind (inner) == MCP_JSON_OBJECT ? inner : value;
    }
  return MCP_JSON_NO_VALUE;
}

/* Claude Code has servers for each folder that it was used in, and starts them there.
 * Returns: whether there is any such place */
static gboolean
add_projects (StoreClientImport *self, McpJsonValue root)
{
  McpJsonValue name, project;
  McpJsonIter  iter;
  gboolean     found = FALSE;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, "projects"));
  while (mcp_json_iter_next (&iter, &name, &project))
    {
      McpJsonValue     map = mcp_json_value_get_member (project, "mcpServers");
      g_autofree char *folder =
          mcp_json_value_exists (name) ? mcp_json_value_dup_string (name, NULL) : NULL;
      guint before = self->profiles->len;

      if (mcp_json_value_get_kind (map) != MCP_JSON_OBJECT)
        continue;
      found = TRUE;
      add_map (self, map);
      for (guint i = before; i < self->profiles->len; i++)
        {
          const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profiles->pdata[i]);

          if (folder != NULL && g_path_is_absolute (folder) && endpoint->command != NULL &&
              endpoint->working_directory == NULL)
            g_object_set (self->profiles->pdata[i], "working-directory", folder, NULL);
        }
    }
  return found;
}

static char *
name_of_entry (McpJsonValue object)
{
  char            *name = mcp_json_value_dup_member_string (object, "name");
  g_autofree char *url = NULL;
  g_autoptr (GUri) uri = NULL;

  if (name != NULL && *name != '\0')
    return name;
  g_free (name);
  url = mcp_json_value_dup_member_string (object, "url");
  uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  return g_strdup (uri != NULL && g_uri_get_host (uri) != NULL ? g_uri_get_host (uri) : "server");
}

/* Returns: whether the document has a place for servers, be it empty */
static gboolean
read_document (StoreClientImport *self, McpJsonValue root)
{
  McpJsonValue map = find_named_map (root);
  gboolean     found = mcp_json_value_exists (map);

  /* Settings of an application are full of things that have a command or a URL. */
  if (!found && self->format == NULL && store_client_reader_is_entry (root))
    {
      g_autofree char *name = name_of_entry (root);

      add (self, name, root);
      return TRUE;
    }
  if (!found && self->format == NULL && is_map (root))
    {
      map = root;
      found = TRUE;
    }
  add_map (self, map);
  return add_projects (self, root) || found;
}

static gboolean
read_json (StoreClientImport *self, GBytes *bytes, GError **error)
{
  g_autoptr (McpJsonEditor) editor = NULL;
  McpJsonPlace place;
  GError      *problem = NULL;

  if (g_bytes_get_size (bytes) > STORE_CLIENT_MAX_BYTES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "The text is larger than %u bytes",
                   STORE_CLIENT_MAX_BYTES);
      return FALSE;
    }
  editor = mcp_json_editor_new (bytes, MCP_JSON_SYNTAX_COMMENTS, &place, &problem);
  if (editor == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return FALSE;
    }
  self->empty = mcp_json_editor_is_empty (editor);
  /* An application's settings need not have servers; in any other file they are looked for. */
  if (self->empty ||
      read_document (self, mcp_json_editor_get (editor, (const char *const[]){ NULL })) ||
      self->format != NULL)
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                       "There are no MCP servers in it: “mcpServers”, “servers”, "
                       "“context_servers” or “mcp_servers” is expected");
  return FALSE;
}

/* Kinds of text */

static gboolean
has_suffix (const char *path, const char *suffix)
{
  return path != NULL && g_str_has_suffix (path, suffix);
}

/* Comments come before what tells. */
#define REMARKS "\\A\\s*+(?:#[^\\n]*+\\n\\s*+)*+"

static gboolean
is_toml (const char *path, const char *text)
{
  return has_suffix (path, ".toml") ||
         g_regex_match_simple (REMARKS "(\\[\\[?[A-Za-z_][\\w.\\- \"']*\\]\\]?[ \\t\\r]*(#.*)?$"
                                       "|[\\w.\\-]+[ \\t]*=[ \\t]*[\"'\\[{\\d])",
                               text, G_REGEX_MULTILINE, 0);
}

/* What a file is that cannot be read. Returns: (transfer none) (nullable) */
static const char *
name_kind (const char *path, const char *text)
{
  if (has_suffix (path, ".yaml") || has_suffix (path, ".yml") ||
      g_regex_match_simple (REMARKS "(---\\s|[\\w.\\-]+:\\s)", text, 0, 0))
    return "YAML";
  return g_regex_match_simple ("\\A\\s*+<", text, 0, 0) ? "XML" : NULL;
}

static gboolean
read_toml (StoreClientImport *self, const char *text, GError **error)
{
  g_autoptr (GBytes) json = store_toml_to_json (text, error);

  return json != NULL && read_json (self, json, error);
}

static gboolean
read_file (StoreClientImport *self, GBytes *bytes, GError **error)
{
  gsize            size;
  const char      *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_strndup (data != NULL ? data : "", size);
  const char      *kind;

  if (strlen (text) < size || !g_utf8_validate (text, (gssize)size, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "This is not text: JSON or TOML in UTF-8 is expected");
      return FALSE;
    }
  kind = name_kind (self->path, text);
  if (kind != NULL)
    {
      g_set_error (
          error, STORE_ERROR, STORE_ERROR_INVALID,
          "This is %s, and servers are read from JSON and TOML only. Add the server by its "
          "command or URL",
          kind);
      return FALSE;
    }
  return is_toml (self->path, text) ? read_toml (self, text, error)
                                    : read_json (self, bytes, error);
}

static void
set_origin (StoreClientImport *self, StoreOrigin origin)
{
  for (guint i = 0; i < self->profiles->len; i++)
    g_object_set (g_ptr_array_index (self->profiles, i), "origin", origin, NULL);
}

/* What was pasted */

/* Takes the marks of a code block away. */
static char *
strip (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  char            *start = g_strstrip (copy);
  char            *end;

  if (g_str_has_prefix (start, "\357\273\277"))
    start += 3;
  if (g_str_has_prefix (start, "```"))
    {
      start = strchrnul (start, '\n');
      end = g_strrstr (start, "```");
      if (end != NULL)
        *end = '\0';
    }
  return g_strdup (g_strstrip (start));
}

static gboolean
read_text (StoreClientImport *self, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  StoreProfile *profile;

  /* A command line may begin with VAR="value", but has no sections. */
  if ((*text == '[' || strstr (text, "\n[") != NULL) && is_toml (NULL, text))
    return read_toml (self, text, error);
  if (*text == '{' || *text == '[' || g_str_has_prefix (text, "//") ||
      g_str_has_prefix (text, "/*"))
    {
      bytes = g_bytes_new (text, strlen (text));
      return read_json (self, bytes, error);
    }
  /* Read-me files show the inside of an object: "name": {…} */
  if (*text == '"')
    {
      g_autofree char *wrapped = g_strdup_printf ("{%s\n}", text);

      bytes = g_bytes_new (wrapped, strlen (wrapped));
      return read_json (self, bytes, error);
    }
  profile = store_client_reader_read_line (text, error);
  if (profile == NULL)
    return FALSE;
  g_ptr_array_add (self->profiles, profile);
  return TRUE;
}

StoreClientImport *
store_client_import_new_from_text (const char *text, gssize length, GError **error)
{
  g_autoptr (StoreClientImport) self = import_new ();
  g_autofree char *stripped = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (!g_utf8_validate (text, length, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "This is not UTF-8 text");
      return NULL;
    }
  stripped = strip (text, length >= 0 ? (gsize)length : strlen (text));
  if (*stripped == '\0')
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "The text is empty");
      return NULL;
    }
  if (!read_text (self, stripped, error))
    return NULL;
  if (self->profiles->len == 0)
    {
      StoreNote *note = self->notes->len > 0 ? g_ptr_array_index (self->notes, 0) : NULL;

      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "There is no MCP server in this text%s%s", note != NULL ? ": " : "",
                   note != NULL ? note->text : "");
      return NULL;
    }
  set_origin (self, STORE_ORIGIN_PASTED);
  return g_steal_pointer (&self);
}

StoreClientImport *
store_client_import_new_from_file (const char              *path,
                                   const StoreClientFormat *format,
                                   GError                 **error)
{
  g_autoptr (StoreClientImport) self = import_new ();
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  self->format = format;
  self->path = g_strdup (path);
  if (!store_file_exists (file))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no file “%s”", path);
      return NULL;
    }
  if (!read_file (self, store_file_get_bytes (file), error))
    {
      g_prefix_error (error, "“%s”: ", path);
      return NULL;
    }
  set_origin (self, STORE_ORIGIN_IMPORTED);
  return g_steal_pointer (&self);
}

/* All that is installed */

typedef struct
{
  char *home;
  char *project;
} Search;

static void
search_free (Search *search)
{
  g_free (search->home);
  g_free (search->project);
  g_free (search);
}

static void
look_into (GPtrArray *found, const StoreClientFormat *format, const char *path)
{
  g_autoptr (GError) error = NULL;
  StoreClientImport *import;

  if (path == NULL)
    return;
  import = store_client_import_new_from_file (path, format, &error);
  if (import == NULL)
    {
      if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
        return;
      import = import_new ();
      import->format = format;
      import->path = g_strdup (path);
      import->error = g_steal_pointer (&error);
    }
  g_ptr_array_add (found, import);
}

static void
run_search (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search                         *search = data;
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  g_autoptr (StoreClientHome) home = store_client_home_new (search->home);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_import_unref);

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *user =
          store_client_format_dup_path (formats[i], STORE_CLIENT_USER, home, NULL);
      g_autofree char *project =
          store_client_format_dup_path (formats[i], STORE_CLIENT_PROJECT, home, search->project);

      look_into (found, formats[i], user);
      look_into (found, formats[i], project);
    }
  g_task_return_pointer (task, found, (GDestroyNotify)g_ptr_array_unref);
}

void
store_client_import_find_async (const char         *home,
                                const char         *project,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  search->home = g_strdup (home);
  search->project = g_strdup (project);
  g_task_set_source_tag (task, store_client_import_find_async);
  g_task_set_task_data (task, search, (GDestroyNotify)search_free);
  g_task_run_in_thread (task, run_search);
}

GPtrArray *
store_client_import_find_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
