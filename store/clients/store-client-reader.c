/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-reader.h"

#include "store-client-bridge.h"
#include "store-client-habits.h"
#include "store-client-variables.h"
#include "mcp-json-writer.h"
#include "store-error.h"

#include <string.h>

/* More of one kind in one server is not a person's configuration. */
#define MAX_VARIABLES 2000
#define MAX_SETTINGS 100
#define MAX_SETTING_BYTES (64u * 1024u)
#define MAX_DEPTH 32

static const char *const url_members[] = { "url", "serverUrl", "httpUrl",
                                           "uri", "baseUrl", "base_url" };

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

static McpJsonValue
get_command (McpJsonValue target)
{
  McpJsonValue command = mcp_json_value_get_member (target, "command");

  return mcp_json_value_exists (command) ? command : mcp_json_value_get_member (target, "cmd");
}

gboolean
store_client_reader_is_entry (McpJsonValue object)
{
  if (mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return FALSE;
  McpJsonValue     target = get_target (object);
  g_autofree char *url = dup_url (target);
  switch (mcp_json_value_get_kind (get_command (target)))
    {
    case MCP_JSON_STRING:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
      return TRUE;
    default:
      return url != NULL;
    }
}

gboolean
store_client_reader_is_inner (McpJsonValue object)
{
  static const char *const types[] = { "builtin", "platform", "frontend", "inline_python" };
  McpJsonValue             type = mcp_json_value_get_member (object, "type");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (mcp_json_value_string_equals (type, types[i]))
      return TRUE;
  return FALSE;
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

  for (; *names != NULL; names++)
    {
      for (McpJsonWalk each = mcp_json_walk (store_client_object_find (object, *names));
           mcp_json_walk_next (&each);)
        {
          g_autofree char *key = mcp_json_value_exists (each.name) ? dup_scalar (each.name) : NULL;
          g_autofree char *text = dup_scalar (each.value);

          if (key == NULL || *key == '\0' || text == NULL ||
              store_variables_get_n_items (variables) >= MAX_VARIABLES)
            {
              store_note_add (notes, STORE_NOTE_LOSS, *names,
                              "A member of “%s” is not a string and was left out.",
                              *names);
              continue;
            }
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
        store_note_add (notes, STORE_NOTE_LOSS, "args",
                        "An argument is not a string and was left out.");
      else if (i >= from)
        g_strv_builder_add (builder, text);
    }
}

/* Returns: (transfer full) (nullable): the first word; the others are added */
static char *
split_words (const char *command, GStrvBuilder *builder)
{
  g_auto (GStrv) words = NULL;

  if (!g_shell_parse_argv (command, NULL, &words, NULL))
    return g_strdup (command);
  g_strv_builder_addv (builder, (const char **)words + 1);
  return g_strdup (words[0]);
}

static void
read_program (const StoreClientFormat *format,
              McpJsonValue             target,
              StoreProfile            *profile,
              GPtrArray               *notes)
{
  static const char *const environment_members[] = { "env", "environment", "envs", NULL };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonValue words = get_command (target);
  /* Zed had {"command": {"path": …, "args": […], "env": {…}}}. */
  gboolean     nested = mcp_json_value_get_kind (words) == MCP_JSON_OBJECT;
  McpJsonValue program = nested ? words : target;
  McpJsonValue others = mcp_json_value_get_member (program, "args");
  g_autoptr (StoreVariables) environment = read_variables (program, environment_members, notes);
  g_autofree char *command = nested ? dup_text (program, "path")
                             : mcp_json_value_get_kind (words) == MCP_JSON_STRING
                                 ? mcp_json_value_dup_string (words, NULL)
                                 : NULL;
  g_autofree char *folder = dup_text (target, "cwd");

  if (command != NULL && *command == '\0')
    g_clear_pointer (&command, g_free);
  if (command != NULL && format != NULL &&
      (format->members.shell_words ||
       (format->members.shell_line && !g_file_test (command, G_FILE_TEST_EXISTS) &&
        !mcp_json_value_exists (mcp_json_value_get_item (others, 0)))))
    {
      g_autofree char *line = g_steal_pointer (&command);

      command = split_words (line, builder);
    }
  if (command == NULL && mcp_json_value_get_kind (words) == MCP_JSON_ARRAY)
    {
      command = dup_scalar (mcp_json_value_get_item (words, 0));
      add_texts (builder, words, 1, notes);
    }
  add_texts (builder, others, 0, notes);
  g_auto (GStrv) arguments = g_strv_builder_end (builder);
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

/* Where each transport has a name of its own for the address, that name says which it is.
 * Returns: (transfer full) (nullable) */
static char *
dup_own_url (const StoreClientFormat *format, McpJsonValue target, StoreTransport *transport)
{
  char *url;

  if (format == NULL || format->members.url_sse == NULL)
    return NULL;
  url = dup_text (target, format->members.url);
  *transport = url != NULL ? STORE_TRANSPORT_HTTP : STORE_TRANSPORT_SSE;
  return url != NULL ? url : dup_text (target, format->members.url_sse);
}

static void
read_remote (const StoreClientFormat *format,
             McpJsonValue             object,
             McpJsonValue             target,
             StoreProfile            *profile,
             GPtrArray               *notes)
{
  static const char *const header_members[] = { "headers", "http_headers", "requestOptions/headers",
                                                "auth/headers", NULL };
  g_autoptr (StoreVariables) headers = read_variables (target, header_members, notes);
  StoreTransport   transport;
  g_autofree char *own = dup_own_url (format, target, &transport);
  g_autofree char *url = own != NULL ? g_strdup (own) : dup_url (target);

  if (own == NULL &&
      (!read_type (object, target, &transport) || transport == STORE_TRANSPORT_STDIO))
    {
      transport = store_transport_for_url (url);
      if (url != NULL && (g_str_has_suffix (url, "/sse") || strstr (url, "/sse?") != NULL))
        transport = STORE_TRANSPORT_SSE;
    }
  g_object_set (profile, "transport", transport, "url", url, "headers", headers, NULL);
}

/* One server */

/* Where the spelling is not known, what cannot be anything else is a variable. */
static StoreVariableForms
get_forms (const StoreClientFormat *format, StoreVariableParts part)
{
  if (format == NULL)
    return (STORE_VARIABLE_PLACES << 1) - 1 - STORE_VARIABLE_DOLLAR;
  return store_client_format_get_variables (format, part);
}

/* Where its values are read from, and what is said of them */
typedef struct
{
  const StoreClientFormat *format; /* (nullable) */
  const char              *name;   /* of the server */
  GPtrArray               *notes;
} Reading;

/* @text: (nullable). Returns: (transfer full) (nullable): in the neutral spelling */
static char *
read_text (Reading *self, const char *text, const char *field, StoreVariableParts part)
{
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();
  char *result = text != NULL
                     ? store_client_variables_read (text, get_forms (self->format, part), use)
                     : NULL;

  if (use->is_taken_as && self->format != NULL)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s”: “%s” contains ${…}, which %s does not replace; where it is copied to, "
                    "it is a variable.",
                    self->name, field, self->format->name);
  if (text != NULL && self->format != NULL && self->format->rules.shell_values &&
      store_client_variables_has_nested (text))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s”: “%s” has a variable in the text for one that is not set, which %s reads "
                    "as the shell does, and others otherwise.",
                    self->name, field, self->format->name);
  return result;
}

/* Returns: (transfer full) */
static StoreVariables *
read_texts (Reading *self, const StoreVariables *variables, StoreVariableParts part)
{
  StoreVariables *result = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *name = store_variables_get_name (variables, i);
      g_autofree char *text =
          read_text (self, store_variables_get_value (variables, i), name, part);

      store_variables_set (result, name, text);
    }
  return result;
}

static void
translate (const StoreClientFormat *format, StoreProfile *profile, GPtrArray *notes)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  Reading              self = { format, store_profile_get_name (profile), notes };
  StoreVariableParts   program = STORE_VARIABLES_IN_PROGRAM;
  g_autoptr (StoreVariables) environment =
      read_texts (&self, endpoint->environment, STORE_VARIABLES_IN_ENVIRONMENT);
  g_autoptr (StoreVariables) headers =
      read_texts (&self, endpoint->headers, STORE_VARIABLES_IN_HEADERS);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  g_autofree char *command = read_text (&self, endpoint->command, "command", program);
  g_autofree char *folder =
      read_text (&self, endpoint->working_directory, "working-directory", program);
  g_autofree char *url = read_text (&self, endpoint->url, "url", STORE_VARIABLES_IN_URL);

  for (guint i = 0; endpoint->arguments[i] != NULL; i++)
    {
      gboolean         own = store_client_bridge_replaces (endpoint, i);
      g_autofree char *text = own ? g_strdup (endpoint->arguments[i])
                                  : read_text (&self, endpoint->arguments[i], "args", program);

      g_strv_builder_add (builder, text);
    }
  arguments = g_strv_builder_end (builder);
  g_object_set (profile, "command", command, "arguments", arguments, "environment", environment,
                "headers", headers, "working-directory", folder, "url", url, NULL);
}

static void
note_variable (StoreProfile *profile, const char *text, GPtrArray *notes, const char *field)
{
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  static const char *const nothing[] = { NULL };
  g_autofree char         *expanded =
      text != NULL ? store_client_variables_expand (text, nothing, missing) : NULL;

  if (missing->len == 0)
    return;
  if (strstr (text, "${input:") != NULL)
    store_note_add (notes, STORE_NOTE_ATTENTION, field,
                    "The application asks for “%s”. Set it in the server's settings.", field);
  else
    store_note_add (notes, STORE_NOTE_INFORMATION, field,
                    "“%s” contains the variable %s, which is taken from the environment of "
                    "Spyglass when the server is connected.",
                    field, (const char *)missing->pdata[0]);
}

static void
note_variables (StoreProfile *profile, GPtrArray *notes)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *lists[] = { endpoint->environment, endpoint->headers };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      note_variable (profile, store_variables_get_value (lists[i], j), notes,
                     store_variables_get_name (lists[i], j));
  note_variable (profile, endpoint->url, notes, "url");
}

/* Variables that an application has the values of, by their names alone */

static char *
dup_listed_name (McpJsonValue value)
{
  char *name = mcp_json_value_dup_string (value, NULL);

  return name != NULL ? name : mcp_json_value_dup_member_string (value, "name");
}

static void
read_listed (const StoreClientFormat *format, McpJsonValue object, StoreProfile *profile)
{
  g_autoptr (StoreVariables) environment =
      store_variables_copy (store_profile_get_endpoint (profile)->environment);

  for (McpJsonWalk each =
           mcp_json_walk (store_client_object_find (object, format->members.environment_names));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *name = dup_listed_name (each.value);
      g_autofree char *text = name != NULL ? g_strdup_printf ("${%s}", name) : NULL;

      if (name != NULL && *name != '\0' && !store_variables_find (environment, name, NULL) &&
          store_variables_get_n_items (environment) < MAX_VARIABLES)
        store_variables_set (environment, name, text);
    }
  g_object_set (profile, "environment", environment, NULL);
}

/* The name of a variable that has the bearer token, in the words of any application.
 * Returns: (transfer full) (nullable) */
static char *
dup_token_variable (McpJsonValue object)
{
  static const char *const names[] = { "bearer_token_env_var", "bearerTokenEnv", "bearer_token_env",
                                       "api_key_env" };
  char                    *name = NULL;

  for (guint i = 0; name == NULL && i < G_N_ELEMENTS (names); i++)
    name = dup_text (object, names[i]);
  return name;
}

static void
read_listed_headers (const StoreClientFormat *format, McpJsonValue object, StoreProfile *profile)
{
  g_autoptr (StoreVariables) headers =
      store_variables_copy (store_profile_get_endpoint (profile)->headers);
  g_autofree char *token = dup_token_variable (object);
  g_autofree char *value = token != NULL ? g_strdup_printf ("Bearer ${%s}", token) : NULL;
  const char      *listed = format != NULL ? format->members.header_variables : NULL;

  if (value != NULL && !store_variables_find_caseless (headers, "Authorization", NULL))
    store_variables_set (headers, "Authorization", value);
  for (McpJsonWalk variable =
           mcp_json_walk (store_client_object_find (object, listed));
       mcp_json_walk_next (&variable);)
    {
      g_autofree char *header =
          mcp_json_value_exists (variable.name) ? dup_scalar (variable.name) : NULL;
      g_autofree char *text = dup_scalar (variable.value);
      g_autofree char *reference = text != NULL ? g_strdup_printf ("${%s}", text) : NULL;

      if (header != NULL && *header != '\0' && reference != NULL)
        store_variables_set (headers, header, reference);
    }
  g_object_set (profile, "headers", headers, NULL);
}

/* The rest */

gboolean
store_client_reader_is_target (const char *name)
{
  static const char *const names[] = { "type", "transport", "transportType", "command", "cmd",
                                       "args", "env", "environment", "envs", "env_keys",
                                       "env_vars", "envFile", "cwd", "working_directory", "url",
                                       "serverUrl", "httpUrl", "uri", "baseUrl", "base_url",
                                       "headers", "http_headers", "env_http_headers",
                                       "bearer_token_env_var", "bearerTokenEnv", "api_key_env",
                                       "requestOptions", "auth", NULL };

  return g_strv_contains (names, name);
}

/* Whether a text below it may be a secret, which no profile has in the clear. */
static gboolean
has_secret (McpJsonValue value, guint depth)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    return FALSE;
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_exists (member.name) ? dup_scalar (member.name) : NULL;
      g_autofree char *text = dup_scalar (member.value);

      if (depth > MAX_DEPTH || (key != NULL && store_variables_looks_secret (key, text)) ||
          has_secret (member.value, depth + 1))
        return TRUE;
    }
  return FALSE;
}

static void
keep (const StoreClientFormat *format,
      const char              *name,
      McpJsonValue             value,
      StoreVariables          *settings,
      GPtrArray               *notes)
{
  const StoreClientMembers *members = &format->members;
  g_autofree char          *json = mcp_json_value_print_compact (value);
  g_autofree char          *key = g_strconcat (format->id, "/", name, NULL);
  g_autofree char          *text = dup_scalar (value);

  if (g_strcmp0 (name, members->environment_file) == 0)
    store_variables_set (settings, STORE_CLIENT_ENVIRONMENT_FILE, json);
  else if (g_strcmp0 (name, members->description) == 0)
    store_variables_set (settings, STORE_CLIENT_DESCRIPTION, json);
  else if (strlen (json) > MAX_SETTING_BYTES || store_variables_looks_secret (name, text) ||
           has_secret (value, 0))
    store_note_add (notes, STORE_NOTE_LOSS, name,
                    "“%s” may hold a secret and stays in the other application's file alone.",
                    name);
  else
    store_variables_set (settings, key, json);
}

static void
read_rest (const StoreClientFormat *format,
           McpJsonValue             object,
           StoreProfile            *profile,
           GPtrArray               *notes)
{
  g_autoptr (StoreVariables) settings = store_variables_new ();

  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_exists (each.name) ? dup_scalar (each.name) : NULL;
      gboolean         file = key != NULL && g_strcmp0 (key, format->members.environment_file) == 0;

      if (key == NULL || *key == '\0' || strchr (key, '/') != NULL ||
          (store_client_reader_is_target (key) && !file) ||
          g_strcmp0 (key, format->members.name) == 0 ||
          store_client_format_has_member (format, STORE_MEMBER_OF_USE | STORE_MEMBER_OF_OAUTH,
                                          key) ||
          store_variables_get_n_items (settings) >= MAX_SETTINGS)
        continue;
      /* What every new entry gets anyway is nothing that somebody said. */
      if (store_client_format_has_default (format, key) &&
          mcp_json_value_get_kind (each.value) != MCP_JSON_STRING)
        continue;
      if (g_strcmp0 (key, format->members.description) == 0 &&
          mcp_json_value_string_equals (each.value, ""))
        continue;
      keep (format, key, each.value, settings, notes);
    }
  g_object_set (profile, "client-settings", settings, NULL);
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
      gboolean     is_all = mcp_json_value_get_n_items (value) == 1 &&
                        mcp_json_value_string_equals (mcp_json_value_get_item (value, 0), "*");

      if (kind != MCP_JSON_NONE && !is_all &&
          !(kind == MCP_JSON_ARRAY && mcp_json_value_get_n_items (value) == 0) &&
          !(kind == MCP_JSON_BOOLEAN && !mcp_json_value_get_boolean (value, FALSE)))
        store_note_add (notes, STORE_NOTE_LOSS, left_out[i], "“%s” was left out.", left_out[i]);
    }
}

/* What only the application's own spelling tells: the unit of a number, say. */
static void
read_own (const StoreClientFormat *format,
          McpJsonValue             object,
          StoreProfile            *profile,
          GPtrArray               *notes)
{
  if (format->members.environment_names != NULL &&
      store_profile_get_endpoint (profile)->command != NULL)
    read_listed (format, object, profile);
  store_client_habits_read (format, object, profile, notes);
  read_rest (format, object, profile, notes);
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

      store_note_add (notes, STORE_NOTE_LOSS, name,
                      extension ? "“%s” is started by an extension of the application: "
                                  "add its command by hand."
                                : "“%s” has neither a command nor a URL.",
                      name);
      return NULL;
    }
  read_program (format, target, profile, notes);
  if (store_profile_get_endpoint (profile)->command == NULL)
    read_remote (format, object, target, profile, notes);
  translate (format, profile, notes);
  g_object_set (profile, "enabled", !store_client_habits_is_off (format, object), NULL);
  read_listed_headers (format, object, profile);
  if (format != NULL)
    read_own (format, object, profile, notes);
  else
    note_unknown (object, notes);
  note_variables (profile, notes);
  if (!store_profile_validate (profile, &error))
    store_note_add (notes, STORE_NOTE_ATTENTION, name, "“%s”: %s", name, error->message);
  return g_steal_pointer (&profile);
}

/* What is asked for */

static void
collect_inputs (const char *text, StoreVariableUse *use)
{
  g_autofree char *written =
      text != NULL ? store_client_variables_write (text, STORE_VARIABLE_INPUT, use) : NULL;
}

void
store_client_reader_read_inputs (StoreProfile *profile, McpJsonValue inputs)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *lists[] = { endpoint->environment, endpoint->headers };
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (StoreVariables) settings = NULL;
  guint found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      collect_inputs (store_variables_get_value (lists[i], j), use);
  for (guint i = 0; endpoint->arguments[i] != NULL; i++)
    collect_inputs (endpoint->arguments[i], use);
  collect_inputs (endpoint->url, use);
  mcp_json_writer_begin_array (writer);
  for (McpJsonWalk each = mcp_json_walk (inputs); mcp_json_walk_next (&each);)
    {
      g_autofree char *id = mcp_json_value_dup_member_string (each.value, "id");

      if (id == NULL || !g_ptr_array_find_with_equal_func (use->inputs, id, g_str_equal, NULL))
        continue;
      mcp_json_writer_value (writer, each.value);
      found++;
    }
  mcp_json_writer_end_array (writer);
  if (found == 0)
    return;
  g_autofree char *json = mcp_json_writer_finish_text (writer);
  settings = store_variables_copy (store_profile_get_decisions (profile)->client_settings);
  store_variables_set (settings, STORE_CLIENT_INPUTS, json);
  g_object_set (profile, "client-settings", settings, NULL);
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

  if (strpbrk (line, " \t\r\n") != NULL)
    return NULL;
  if (transport == STORE_TRANSPORT_AUTO || transport == STORE_TRANSPORT_WEBSOCKET)
    {
      if (uri == NULL || g_uri_get_host (uri) == NULL)
        return NULL;
      if (g_str_has_suffix (g_uri_get_path (uri), "/sse"))
        transport = transport == STORE_TRANSPORT_AUTO ? STORE_TRANSPORT_SSE : transport;
    }
  StoreProfile *profile = store_profile_new (uri != NULL && g_uri_get_host (uri) != NULL &&
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
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) words = NULL;

  if ((g_str_has_prefix (line, "$ ") || g_str_has_prefix (line, "> ")))
    line += 2;
  g_autoptr (StoreProfile) profile = read_url (line);
  if (profile != NULL)
    return g_steal_pointer (&profile);
  if (!g_shell_parse_argv (line, NULL, &words, &problem))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "This is not a command line: %s",
                   problem->message);
      return NULL;
    }
  char **first = words;
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
  g_autofree char *name = name_of_words ((const char *const *)first);
  profile = store_profile_new (name);
  g_object_set (profile, "command", *first, "arguments", (const char *const *)first + 1,
                "environment", environment, NULL);
  return g_steal_pointer (&profile);
}
