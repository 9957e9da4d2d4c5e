/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-launch.h"

#include "app-error.h"
#include "app-expansion.h"
#include "mcp-json-document.h"
#include "store-client-note.h"
#include "store-client-entry.h"
#include "store-client-variables.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a program that was started from a menu has: no shell added to it. */
#define SESSION_PATH "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games"
/* More words are no command. */
#define MAX_WORDS 4096

/* All that a server gets from an application that keeps its own environment to itself. */
static const char *const bare[] = { "HOME", "LANG", "LOGNAME", "PATH", "SHELL",
                                    "TERM", "TMPDIR", "TZ", "USER", NULL };

static gboolean
is_bare (const char *name)
{
  return g_strv_contains (bare, name) || g_str_has_prefix (name, "LC_");
}

void
app_client_launch_free (AppClientLaunch *self)
{
  if (self == NULL)
    return;
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->environment);
  g_free (self->directory);
  g_clear_object (&self->profile);
  g_ptr_array_unref (self->missing);
  g_free (self->taken);
  g_free (self);
}

/* Values */

typedef struct
{
  const StoreClientFormat *format;
  char                   **environment; /* of the application */
  GPtrArray               *missing;
  gboolean                 expanded;
} Reading;

/* @text: (transfer full), as it stands in the file. Returns: (transfer full) */
static char *
take_value (Reading *self, char *text, StoreVariableParts part)
{
  g_autofree char *own = text;

  if (own == NULL || !self->expanded || store_client_format_get_variables (self->format, part) == 0)
    return g_steal_pointer (&own);
  g_autofree char *neutral = store_client_variables_read (own, self->format->variables, NULL);
  return store_client_variables_expand (neutral, (const char *const *)self->environment,
                                        self->missing);
}

/* Numbers and switches are written bare by some. */
static char *
dup_scalar (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return mcp_json_value_dup_text (value);
    default:
      return NULL;
    }
}

static void
add_words (Reading *self, McpJsonValue array, GPtrArray *words)
{
  for (McpJsonWalk each = mcp_json_walk (array);
       words->len < MAX_WORDS && mcp_json_walk_next (&each);)
    {
      char *word = take_value (self, dup_scalar (each.value), STORE_VARIABLES_IN_PROGRAM);

      if (word != NULL)
        g_ptr_array_add (words, word);
    }
}

/* The command and its arguments. Returns: (transfer full): closed by %NULL; empty without one */
static GPtrArray *
read_words (Reading *self, McpJsonValue object)
{
  const StoreClientMembers *members = &self->format->members;
  McpJsonValue              command = store_client_object_find (object, members->command);
  GPtrArray                *words = g_ptr_array_new_with_free_func (g_free);
  char                     *first;

  if (mcp_json_value_get_kind (command) == MCP_JSON_ARRAY)
    add_words (self, command, words);
  else
    {
      first = take_value (self, dup_scalar (command), STORE_VARIABLES_IN_PROGRAM);
      if (first != NULL)
        g_ptr_array_add (words, first);
    }
  if (words->len > 0 && !members->joined_command)
    add_words (self, store_client_object_find (object, members->arguments), words);
  return words;
}

/* The environment */

/* What the application itself has. Returns: (transfer full) */
static char **
create_environment (const StoreClientFormat *format)
{
  char **environment = g_get_environ ();

  if (format->rules.needs_absolute_path)
    environment = g_environ_setenv (environment, "PATH", SESSION_PATH, TRUE);
  return environment;
}

static gboolean
is_named (McpJsonValue names, const char *name)
{
  for (McpJsonWalk each = mcp_json_walk (names); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, name))
      return TRUE;
  return FALSE;
}

/* What of it the server gets. Returns: (transfer full) */
static char **
pass_on (Reading *self, McpJsonValue object)
{
  McpJsonValue names =
      store_client_object_find (object, self->format->members.environment_names);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **at = self->environment; *at != NULL; at++)
    {
      g_autofree char *name = g_strndup (*at, strcspn (*at, "="));

      if (!self->format->rules.bare_environment || is_bare (name) || is_named (names, name))
        g_strv_builder_add (builder, *at);
    }
  return g_strv_builder_end (builder);
}

static gboolean
is_refused (const StoreClientFormat *format, const char *name)
{
  return format->rules.refused_environment != NULL &&
         g_strv_contains (format->rules.refused_environment, name);
}

static char **
read_environment (Reading *self, McpJsonValue object)
{
  McpJsonValue variables = store_client_object_find (object, self->format->members.environment);
  char       **environment = pass_on (self, object);

  for (McpJsonWalk each = mcp_json_walk (variables); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_exists (each.name) ? dup_scalar (each.name) : NULL;
      g_autofree char *text =
          take_value (self, dup_scalar (each.value), STORE_VARIABLES_IN_ENVIRONMENT);

      if (key != NULL && *key != '\0' && strchr (key, '=') == NULL && text != NULL &&
          !is_refused (self->format, key))
        environment = g_environ_setenv (environment, key, text, TRUE);
    }
  return environment;
}

/* The network */

static void
expand_remote (Reading *self, StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (StoreVariables) headers = store_variables_copy (endpoint->headers);
  g_autofree char   *url = g_strdup (endpoint->url);
  const char *const *environment = (const char *const *)self->environment;

  if (store_client_format_get_variables (self->format, STORE_VARIABLES_IN_URL) != 0)
    {
      g_free (url);
      url = store_client_variables_expand (endpoint->url, environment, self->missing);
    }
  for (guint i = 0;
       store_client_format_get_variables (self->format, STORE_VARIABLES_IN_HEADERS) != 0 &&
       i < store_variables_get_n_items (headers);
       i++)
    {
      const char      *text = store_variables_get_value (headers, i);
      g_autofree char *value =
          text != NULL ? store_client_variables_expand (text, environment, self->missing) : NULL;

      if (value != NULL)
        store_variables_set (headers, store_variables_get_name (headers, i), value);
    }
  g_object_set (profile, "url", url, "headers", headers, NULL);
}

/* Headers whose values, and the token that, the application takes from its own variables. */
static void
add_named_headers (Reading *self, McpJsonValue object, StoreProfile *profile)
{
  const StoreClientMembers *members = &self->format->members;
  McpJsonValue              token = store_client_object_find (object, members->token_variable);
  McpJsonValue              names = store_client_object_find (object, members->header_variables);
  g_autoptr (StoreVariables) headers =
      store_variables_copy (store_profile_get_endpoint (profile)->headers);

  g_autofree char *variable = dup_scalar (token);
  const char      *found = variable != NULL ? g_environ_getenv (self->environment, variable) : NULL;

  if (found != NULL)
    {
      g_autofree char *bearer = g_strconcat ("Bearer ", found, NULL);

      store_variables_set (headers, "Authorization", bearer);
      g_object_set (profile, "authorization", STORE_AUTHORIZATION_NONE, NULL);
    }
  else if (variable != NULL)
    g_ptr_array_add (self->missing, g_strdup (variable));
  for (McpJsonWalk each = mcp_json_walk (names); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_exists (each.name) ? dup_scalar (each.name) : NULL;
      g_autofree char *name = dup_scalar (each.value);

      found = name != NULL ? g_environ_getenv (self->environment, name) : NULL;
      if (key != NULL && found != NULL)
        store_variables_set (headers, key, found);
      else if (name != NULL)
        g_ptr_array_add (self->missing, g_strdup (name));
    }
  g_object_set (profile, "headers", headers, NULL);
}

AppClientLaunch *
app_client_launch_new (const StoreClientFormat *format,
                       const char              *name,
                       const char              *json,
                       const char              *project,
                       gboolean                 expanded,
                       GError                 **error)
{
  g_autoptr (GPtrArray) notes =
      g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (AppClientLaunch) self = g_new0 (AppClientLaunch, 1);
  g_auto (GStrv) environment = create_environment (format);
  Reading      reading = { format, environment, NULL, expanded };
  McpJsonValue object = { 0 };

  self->missing = reading.missing = g_ptr_array_new_with_free_func (g_free);
  if (document != NULL)
    {
      object = mcp_json_document_get_root (document);
      self->profile = store_client_reader_read (format, name, object, notes);
    }
  if (self->profile == NULL)
    {
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: %s is a name of a server, then an application */
                   _ ("The entry “%s” has neither a command nor a URL that %s would use."), name,
                   format->name);
      return NULL;
    }
  if (!expanded)
    self->taken = app_expansion_dup_list (self->profile);
  g_autoptr (GPtrArray) words = read_words (&reading, object);
  if (words->len > 0)
    {
      self->command = g_ptr_array_steal_index (words, 0);
      g_ptr_array_add (words, NULL);
      self->arguments = g_strdupv ((char **)words->pdata);
      self->environment = read_environment (&reading, object);
      self->directory = take_value (
          &reading,
          dup_scalar (store_client_object_find (object, format->members.working_directory)),
          STORE_VARIABLES_IN_PROGRAM);
      if (self->directory == NULL)
        self->directory = g_strdup (project != NULL ? project : g_get_home_dir ());
    }
  else if (expanded)
    {
      expand_remote (&reading, self->profile);
      add_named_headers (&reading, object, self->profile);
    }
  return g_steal_pointer (&self);
}

char *
app_client_launch_dup_text (AppClientLaunch *self)
{
  GString *text =
      g_string_new (self->command == NULL ? store_profile_get_endpoint (self->profile)->url : NULL);

  for (int i = -1; self->command != NULL && (i < 0 || self->arguments[i] != NULL); i++)
    {
      const char      *word = i < 0 ? self->command : self->arguments[i];
      g_autofree char *quoted =
          strpbrk (word, " \t\n\"'\\$`*?!#&|;<>()[]{}~") != NULL || *word == '\0'
              ? g_shell_quote (word)
              : g_strdup (word);

      g_string_append_printf (text, "%s%s", i < 0 ? "" : " ", quoted);
    }
  if (self->taken != NULL)
    g_string_append_printf (text, "\n\n%s", self->taken);
  return g_string_free (text, FALSE);
}
