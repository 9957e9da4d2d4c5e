/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-builder.h"

#include "store-client-bridge.h"
#include "store-client-habits.h"
#include "store-error.h"

#include <string.h>

/* Names of environment variables */

/* "My Server" and "X-Api-Key" make MY_SERVER_X_API_KEY. */
static char *
make_variable_name (const char *a, const char *b)
{
  g_autofree char *joined = a != NULL ? g_strconcat (a, "_", b, NULL) : g_strdup (b);
  GString         *name = g_string_new (NULL);

  for (const char *at = joined; *at != '\0'; at++)
    {
      if (g_ascii_isalnum (*at))
        g_string_append_c (name, g_ascii_toupper (*at));
      else if (name->len > 0 && name->str[name->len - 1] != '_')
        g_string_append_c (name, '_');
    }
  if (name->len == 0 || g_ascii_isdigit (name->str[0]))
    g_string_prepend_c (name, '_');
  return g_string_free (name, FALSE);
}

static gboolean
is_variable_name (const char *name)
{
  if (*name == '\0' || g_ascii_isdigit (*name))
    return FALSE;
  for (; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_')
      return FALSE;
  return TRUE;
}

/* Values */

/* The last part of a field's name: that of the variable or header. */
static const char *
get_label (const char *field)
{
  return strrchr (field, '/') != NULL ? strrchr (field, '/') + 1 : field;
}

static void
use_inputs (StoreClientBuilder *self, StoreVariableUse *use)
{
  for (guint i = 0; i < use->inputs->len; i++)
    g_hash_table_add (self->inputs, g_strdup (use->inputs->pdata[i]));
}

static void
note_use (StoreClientBuilder *self, const char *field, StoreVariableUse *use)
{
  const char      *label = get_label (field);
  const char      *application = self->format->name;
  g_autofree char *names = NULL;

  if (use->is_left)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” contains ${…}, which %s does not replace: write the value itself there.",
                    label, application);
  if (use->loses_default)
    store_note_add (self->notes, STORE_NOTE_LOSS, field,
                    "“%s” has a text for a variable that is not set, and %s has no such thing.",
                    label, application);
  if (use->is_set)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” was asked for; %s takes it from its environment: set the variable there.",
                    label, application);
  if (use->asks)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” has a variable of the environment; %s asks for its value instead.", label,
                    application);
  if (use->is_taken_as)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” contains what %s takes for a variable, and replaces.", label,
                    application);
  if (use->is_nested)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” has a variable in the text for one that is not set, as ${A:-${B}} has; "
                    "%s reads that otherwise: write the value itself there.",
                    label, application);
}

/* What is named in a header or a URL has to be in the keyring that env_keys leads to: Goose. */
static void
name_remote_variable (StoreClientBuilder *self, const char *variable, StoreVariableParts part)
{
  if ((part == STORE_VARIABLES_IN_HEADERS || part == STORE_VARIABLES_IN_URL) &&
      store_client_format_get_variables (self->format, part) != 0 &&
      self->format->members.environment_names != NULL &&
      !g_ptr_array_find_with_equal_func (self->names, variable, g_str_equal, NULL))
    g_ptr_array_add (self->names, g_strdup (variable));
}

/* Crush reads each value as a shell does. */
static void
note_command (StoreClientBuilder *self, const char *text, const char *field)
{
  if (self->format->rules.shell_values && store_client_variables_run_command (text))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s” contains “$(…)” or “`…`”: %s runs what stands in it as a command.",
                    get_label (field), self->format->name);
}

/* @text as the application spells it. Returns: (transfer full) */
static char *
translate (StoreClientBuilder *self,
           const char         *text,
           const char         *field,
           StoreVariableParts  part)
{
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();
  StoreVariableForms forms = store_client_format_get_variables (self->format, part);
  char              *result = store_client_variables_write (text, forms, use);

  /* A shell closes the outer one with its own brace. */
  use->is_nested |= self->format->rules.shell_values && store_client_variables_has_nested (text);
  note_use (self, field, use);
  note_command (self, text, field);
  use_inputs (self, use);
  for (guint i = 0; i < use->names->len; i++)
    name_remote_variable (self, use->names->pdata[i], part);
  return result;
}

/* A variable, or a question, stands for the secret. Returns: (transfer full) (nullable) */
static char *
make_reference (StoreClientBuilder *self,
                const char         *field,
                const char         *variable,
                StoreVariableParts  part)
{
  g_autofree char   *neutral = g_strdup_printf ("${%s}", variable);
  StoreVariableForms forms = store_client_format_get_variables (self->format, part);

  if (forms == 0)
    return NULL;
  if ((forms & STORE_VARIABLE_INPUT) && self->options->secret_mode == STORE_SECRETS_AS_INPUTS)
    forms = STORE_VARIABLE_INPUT;
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();
  char *text = store_client_variables_write (neutral, forms, use);

  use_inputs (self, use);
  if (use->inputs->len == 0)
    name_remote_variable (self, variable, part);
  if (use->inputs->len > 0)
    store_note_add (self->notes, STORE_NOTE_INFORMATION, field,
                    "%s asks for “%s” when it starts the server.", self->format->name,
                    get_label (field));
  else
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "%s takes the secret “%s” from its own environment variable %s; set it there.",
                    self->format->name, get_label (field), variable);
  return text;
}

/* What to write for the secret @reference, (nullable) for one that may not be written;
 * @variable: the variable's name that may stand for it.
 * Returns: (transfer full) */
static char *
resolve_secret (StoreClientBuilder *self,
                const char         *reference,
                const char         *field,
                const char         *variable,
                StoreVariableParts  part)
{
  const char *secret = self->options->secrets != NULL && reference != NULL
                           ? g_hash_table_lookup (self->options->secrets, reference)
                           : NULL;

  if (secret != NULL)
    {
      self->has_secrets = TRUE;
      note_command (self, secret, field);
      store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                      "The secret “%s” is written into the file as plain text.", get_label (field));
      return g_strdup (secret);
    }
  char *text = make_reference (self, field, variable, part);
  if (text != NULL)
    return text;
  store_note_add (
      self->notes, STORE_NOTE_ATTENTION, field,
      "The secret “%s” is left empty: %s has no other place for it than its file. Fill it in "
      "there, or let "
      "it be written as plain text.",
      get_label (field), self->format->name);
  return g_strdup ("");
}

static gboolean
is_hidden (StoreClientBuilder *self, const char *section, const char *name, const char *value)
{
  return self->options->hides_plain_secrets && (g_str_equal (section, "authorization") ||
                                                store_variables_looks_secret (name, value));
}

/* Whether a value may not be written as it stands. */
static gboolean
is_secret (StoreClientBuilder   *self,
           const StoreVariables *variables,
           guint                 index,
           const char           *section)
{
  const char *reference = store_variables_get_secret (variables, index);
  const char *name = store_variables_get_name (variables, index);

  if (reference == NULL)
    return is_hidden (self, section, name, store_variables_get_value (variables, index));
  return self->options->secrets == NULL ||
         !g_hash_table_contains (self->options->secrets, reference);
}

static char *
make_secret_variable (StoreClientBuilder *self, const char *section, const char *name)
{
  if (g_str_equal (section, "env") && is_variable_name (name))
    return g_strdup (name);
  return make_variable_name (self->name, name);
}

static char *
resolve (StoreClientBuilder   *self,
         const StoreVariables *variables,
         guint                 index,
         const char           *section,
         StoreVariableParts    part)
{
  const char      *name = store_variables_get_name (variables, index);
  const char      *reference = store_variables_get_secret (variables, index);
  g_autofree char *field = g_strconcat (section, "/", name, NULL);

  if (reference == NULL && !is_secret (self, variables, index, section))
    return translate (self, store_variables_get_value (variables, index), field, part);
  g_autofree char *variable = make_secret_variable (self, section, name);
  return resolve_secret (self, reference, field, variable, part);
}

/* Secrets and variables that the application has by their names alone. */

/* Whether the variable at @index is listed by its name instead of being written. */
static gboolean
list_name (StoreClientBuilder *self, const StoreVariables *environment, guint index)
{
  const char      *name = store_variables_get_name (environment, index);
  const char      *value = store_variables_get_value (environment, index);
  g_autofree char *variable = value != NULL ? store_client_variables_dup_name (value) : NULL;
  g_autofree char *field = g_strconcat ("env/", name, NULL);
  gboolean         secret = is_secret (self, environment, index, "env");

  if (self->format->members.environment_names == NULL ||
      (!secret && g_strcmp0 (variable, name) != 0))
    return FALSE;
  if (secret)
    store_note_add (
        self->notes, STORE_NOTE_ATTENTION, field,
        "%s takes “%s” from where it keeps its own secrets, or from its environment; set it "
        "there.",
        self->format->name, name);
  if (!g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, NULL))
    g_ptr_array_add (self->names, g_strdup (name));
  return TRUE;
}

/* The headers as they will be, authorization included. Returns: (transfer full) */
static StoreVariables *
make_headers (StoreClientBuilder *self, StoreVariableParts part)
{
  const StoreVariables *headers = store_profile_get_endpoint (self->profile)->headers;
  const StoreVariables *credentials = store_profile_get_endpoint (self->profile)->credentials;
  StoreAuthorization    authorization = store_profile_get_endpoint (self->profile)->authorization;
  StoreVariables       *result = store_variables_new ();
  const char           *key = authorization == STORE_AUTHORIZATION_BASIC ? "password" : "token";
  g_autofree char      *value = NULL;
  guint                 index;

  for (guint i = 0; i < store_variables_get_n_items (headers); i++)
    {
      g_autofree char *text = resolve (self, headers, i, "headers", part);

      store_variables_set (result, store_variables_get_name (headers, i), text);
    }
  if (authorization == STORE_AUTHORIZATION_NONE ||
      store_variables_find_caseless (result, "Authorization", NULL) ||
      !store_variables_find (credentials, key, &index))
    return result;
  if (authorization == STORE_AUTHORIZATION_BEARER)
    {
      g_autofree char *token = resolve (self, credentials, index, "authorization", part);

      value = g_strconcat ("Bearer ", token, NULL);
    }
  else
    {
      const char      *reference = store_variables_get_secret (credentials, index);
      const char      *user = store_variables_lookup (credentials, "user");
      gboolean         hidden = reference == NULL && self->options->hides_plain_secrets;
      const char      *plain = hidden ? NULL : store_variables_get_value (credentials, index);
      const char      *password = reference == NULL ? plain
                                  : self->options->secrets != NULL
                                      ? g_hash_table_lookup (self->options->secrets, reference)
                                      : NULL;
      g_autofree char *variable = make_variable_name (self->name, "authorization");
      g_autofree char *noted =
          reference != NULL || hidden
              ? resolve_secret (self, reference, "authorization/password", variable, part)
              : g_strdup (password);
      g_autofree char *pair =
          g_strconcat (user != NULL ? user : "", ":", password != NULL ? password : "", NULL);
      g_autofree char *encoded = g_base64_encode ((const guchar *)pair, strlen (pair));

      /* RFC 7617: the variable would have to hold the encoded pair. */
      value = g_strconcat ("Basic ", password != NULL ? encoded : noted, NULL);
    }
  store_variables_set (result, "Authorization", value);
  return result;
}

/* Programs */

static char *
find_on_path (const char *program, const char *search_path)
{
  if (search_path == NULL)
    return g_find_program_in_path (program);
  g_auto (GStrv) folders = g_strsplit (search_path, ":", -1);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *path =
          g_build_filename (*folders[i] != '\0' ? folders[i] : ".", program, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_canonicalize_filename (path, NULL);
    }
  return NULL;
}

/* Returns: (transfer full): the program as it should be written */
static char *
resolve_command (StoreClientBuilder *self, const char *command)
{
  g_autofree char *found = NULL;
  const char      *folder = store_profile_get_endpoint (self->profile)->working_directory;
  const char      *own = store_profile_get_endpoint (self->profile)->command;

  /* This computer's folders are not that one's; a variable may have a whole path. */
  if (g_path_is_absolute (command) || (own != NULL && g_str_has_prefix (own, "${")) ||
      self->options->platform == STORE_PLATFORM_WINDOWS)
    return g_strdup (command);
  if (strchr (command, '/') != NULL)
    {
      if (folder != NULL && g_path_is_absolute (folder))
        return g_canonicalize_filename (command, folder);
      store_note_add (self->notes, STORE_NOTE_ATTENTION, "command",
                      "“%s” depends on the folder that %s starts it in; write its full path.",
                      command, self->format->name);
      return g_strdup (command);
    }
  if (self->options->absolute_command)
    found = find_on_path (command, self->options->search_path);
  if (found != NULL)
    return g_steal_pointer (&found);
  if (self->options->absolute_command)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, "command",
                    "“%s” was not found on this computer.", command);
  else if (self->format->rules.needs_absolute_path)
    store_note_add (self->notes, STORE_NOTE_INFORMATION, "command",
                    "%s may not find “%s” where the shell does; its full path is safer.",
                    self->format->name, command);
  return g_strdup (command);
}

/* The object */

/* Scripts of Node's package managers are no programs to Windows: its shell starts them. */
static gboolean
needs_shell (StoreClientBuilder *self, const char *program)
{
  static const char *const scripts[] = { "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", NULL };

  return self->options->platform == STORE_PLATFORM_WINDOWS && g_strv_contains (scripts, program);
}

/* What cmd.exe takes for a sign of its own, however the application quotes it: the scripts of Node
 * are batch files, which read their arguments a second time (CVE-2024-24576). A name between
 * percent signs is a variable; two hexadecimal digits are an escape of a URL. Returns: (nullable):
 * where it stands */
static const char *
find_sign_of_cmd (const char *word)
{
  const char *sign = strpbrk (word, "&|<>^\"\r\n");

  for (const char *from = strchr (word, '%'); sign == NULL && from != NULL;
       from = strchr (from + 1, '%'))
    {
      const char *name = from + 1;

      if (g_ascii_isxdigit (name[0]) && g_ascii_isxdigit (name[1]))
        continue;
      if ((g_ascii_isalpha (name[0]) || name[0] == '_') && strchr (name, '%') != NULL)
        sign = from;
    }
  return sign;
}

/* The argument may be a secret: its sign is named, and not the whole. */
static void
check_for_cmd (StoreClientBuilder *self, const char *program, const char *const *arguments)
{
  for (guint i = 0; arguments[i] != NULL && self->refusal == NULL; i++)
    {
      const char *sign = find_sign_of_cmd (arguments[i]);
      const char  text[] = { sign != NULL ? *sign : '\0', '\0' };

      if (sign != NULL)
        self->refusal = g_error_new (
            STORE_ERROR, STORE_ERROR_UNSUPPORTED,
            "On Windows “%s” is started by cmd.exe, which would act on the “%s” in argument %u "
            "instead of passing it on. Use a program that needs no shell.",
            program, *sign == '\r' || *sign == '\n' ? "⏎" : text, i + 1);
    }
}

static void
set_command (StoreClientBuilder *self, const char *program, const char *const *arguments)
{
  const StoreClientMembers *members = &self->format->members;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  gboolean         joined = members->joined_command;
  gboolean         split = members->shell_words || (members->shell_line && *arguments == NULL);
  g_autofree char *quoted =
      split && strpbrk (program, " \t\"'\\") != NULL ? g_shell_quote (program) : NULL;

  if (joined || needs_shell (self, program))
    g_ptr_array_add (words, (gpointer)program);
  if (needs_shell (self, program))
    {
      check_for_cmd (self, program, arguments);
      g_ptr_array_insert (words, 0, (gpointer) "/c");
      if (joined)
        g_ptr_array_insert (words, 0, (gpointer) "cmd");
    }
  for (; *arguments != NULL; arguments++)
    g_ptr_array_add (words, (gpointer)*arguments);
  g_ptr_array_add (words, NULL);
  if (!joined)
    store_client_object_set_text (self->object, members->command,
                                  needs_shell (self, program) ? "cmd"
                                  : quoted != NULL            ? quoted
                                                              : program);
  if (joined || words->len > 1 || members->empty_arguments)
    store_client_object_set_list (self->object, joined ? members->command : members->arguments,
                                  (const char *const *)words->pdata);
}

static void
set_texts (StoreClientBuilder *self, const char *member, const StoreVariables *variables)
{
  if (store_variables_get_n_items (variables) > 0)
    store_client_object_set_texts (self->object, member, variables);
}

static void
set_type (StoreClientBuilder *self, const char *type)
{
  if (self->format->members.type != NULL && type != NULL)
    store_client_object_set_text (self->object, self->format->members.type, type);
}

static void
set_program (StoreClientBuilder   *self,
             const char           *command,
             const char *const    *arguments,
             const StoreVariables *environment)
{
  const StoreClientMembers *members = &self->format->members;
  g_autofree char          *program = resolve_command (self, command);
  g_autoptr (StoreVariables) extended = store_variables_copy (environment);

  if (self->options->path_variable != NULL && !store_variables_find (extended, "PATH", NULL))
    store_variables_set (extended, "PATH", self->options->path_variable);
  set_type (self, members->type_stdio);
  set_command (self, program, arguments);
  set_texts (self, members->environment, extended);
}

static void
set_folder (StoreClientBuilder *self, const char *folder)
{
  const char *member = self->format->members.working_directory;

  if (folder == NULL)
    return;
  if (member == NULL)
    {
      store_note_add (self->notes, STORE_NOTE_LOSS, "working-directory",
                      "%s has no working directory for a server: “%s” is left out.",
                      self->format->name, folder);
      return;
    }
  g_autofree char *text = translate (self, folder, "working-directory", STORE_VARIABLES_IN_PROGRAM);
  store_client_object_set_text (self->object, member, text);
}

/* What mcp-remote replaces is its own; an application that knows the spelling comes before it. */
static char *
translate_argument (StoreClientBuilder *self, guint index)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  const char          *text = endpoint->arguments[index];
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();

  if (!store_client_bridge_replaces (endpoint, index))
    return translate (self, text, "args", STORE_VARIABLES_IN_PROGRAM);
  use->is_taken_as = (store_client_format_get_variables (self->format, STORE_VARIABLES_IN_PROGRAM) &
                      STORE_VARIABLE_BRACES) != 0;
  note_use (self, "args", use);
  return g_strdup (text);
}

static void
set_stdio (StoreClientBuilder *self)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (self->profile);
  const StoreVariables *environment = endpoint->environment;
  g_autoptr (StoreVariables) resolved = store_variables_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  g_autofree char *command =
      translate (self, endpoint->command, "command", STORE_VARIABLES_IN_PROGRAM);

  for (guint i = 0; endpoint->arguments[i] != NULL; i++)
    {
      g_autofree char *text = translate_argument (self, i);

      g_strv_builder_add (builder, text);
    }
  arguments = g_strv_builder_end (builder);
  for (guint i = 0; i < store_variables_get_n_items (environment); i++)
    {
      if (list_name (self, environment, i))
        continue;
      g_autofree char *text = resolve (self, environment, i, "env", STORE_VARIABLES_IN_ENVIRONMENT);
      store_variables_set (resolved, store_variables_get_name (environment, i), text);
    }
  set_program (self, command, (const char *const *)arguments, resolved);
  set_folder (self, endpoint->working_directory);
}

/* The keyring has the secrets: our own program fetches them and runs the server. */
static void
set_wrapped (StoreClientBuilder *self)
{
  const char *const arguments[] = { "exec", store_profile_get_id (self->profile), NULL };

  set_type (self, self->format->members.type_stdio);
  set_command (self, self->options->wrapper, arguments);
  store_note_add (
      self->notes, STORE_NOTE_INFORMATION, "command",
      "%s starts the server through spyglass-cli, which takes its secrets from the keyring.",
      self->format->name);
}

/* The variable that has the value of a header, where its name alone can be written: Codex.
 * @is_token: whether it has the bearer token. Returns: (transfer full) (nullable) */
static char *
dup_header_variable (StoreClientBuilder *self,
                     const char         *header,
                     const char         *value,
                     gboolean           *is_token)
{
  static const char         bearer[] = "Bearer ";
  const StoreClientMembers *members = &self->format->members;

  *is_token = members->token_variable != NULL &&
              g_ascii_strcasecmp (header, "Authorization") == 0 &&
              g_str_has_prefix (value, bearer);
  if (!*is_token && members->header_variables == NULL)
    return NULL;
  return store_client_variables_dup_name (*is_token ? value + strlen (bearer) : value);
}

static void
note_header_variable (StoreClientBuilder *self, const char *header, const char *variable)
{
  g_autofree char *field = g_strconcat ("headers/", header, NULL);

  store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                  "%s takes the secret “%s” from its own environment variable %s; set it there.",
                  self->format->name, header, variable);
}

/* Takes out of @headers, which are in the neutral spelling, those that have a variable's name. */
static void
set_header_variables (StoreClientBuilder *self, StoreVariables *headers)
{
  const StoreClientMembers *members = &self->format->members;
  g_autoptr (StoreVariables) listed = store_variables_new ();

  for (guint i = store_variables_get_n_items (headers); i-- > 0;)
    {
      g_autofree char *header = g_strdup (store_variables_get_name (headers, i));
      gboolean         is_token;
      g_autofree char *variable = dup_header_variable (
          self, header, store_variables_get_value (headers, i), &is_token);

      if (variable == NULL)
        continue;
      if (is_token)
        store_client_object_set_text (self->object, members->token_variable, variable);
      else
        store_variables_set (listed, header, variable);
      store_variables_remove (headers, header);
    }
  if (members->header_variables != NULL)
    set_texts (self, members->header_variables, listed);
}

/* Secrets of headers become variables where only their names can be written. */
static StoreVariables *
make_listed_headers (StoreClientBuilder *self)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  StoreVariables      *result = store_variables_new ();
  guint                index;

  for (guint i = 0; i < store_variables_get_n_items (endpoint->headers); i++)
    {
      const char      *name = store_variables_get_name (endpoint->headers, i);
      g_autofree char *text = NULL;

      if (is_secret (self, endpoint->headers, i, "headers"))
        {
          g_autofree char *variable = make_variable_name (self->name, name);

          note_header_variable (self, name, variable);
          text = g_strdup_printf ("${%s}", variable);
        }
      else
        {
          const char      *value = store_variables_get_value (endpoint->headers, i);
          gboolean         is_token;
          g_autofree char *variable =
              value != NULL ? dup_header_variable (self, name, value, &is_token) : NULL;

          text = variable != NULL ? g_strdup (value)
                                  : resolve (self, endpoint->headers, i, "headers",
                                             STORE_VARIABLES_IN_HEADERS);
        }
      store_variables_set (result, name, text);
    }
  if (endpoint->authorization == STORE_AUTHORIZATION_BEARER &&
      !store_variables_find_caseless (result, "Authorization", NULL) &&
      store_variables_find (endpoint->credentials, "token", &index))
    {
      g_autofree char *value = NULL;
      g_autofree char *variable = make_variable_name (self->name, "token");

      if (is_secret (self, endpoint->credentials, index, "authorization"))
        {
          note_header_variable (self, "Authorization", variable);
          value = g_strdup_printf ("Bearer ${%s}", variable);
        }
      else
        {
          const char      *plain = store_variables_get_value (endpoint->credentials, index);
          g_autofree char *name =
              plain != NULL ? store_client_variables_dup_name (plain) : NULL;
          g_autofree char *token = name != NULL
                                       ? g_strdup (plain)
                                       : resolve (self, endpoint->credentials, index,
                                                  "authorization", STORE_VARIABLES_IN_HEADERS);

          value = g_strconcat ("Bearer ", token, NULL);
        }
      store_variables_set (result, "Authorization", value);
    }
  else if (endpoint->authorization == STORE_AUTHORIZATION_BASIC)
    {
      g_autoptr (StoreVariables) whole = make_headers (self, STORE_VARIABLES_IN_HEADERS);
      const char *value = store_variables_lookup (whole, "Authorization");

      if (value != NULL)
        store_variables_set (result, "Authorization", value);
    }
  return result;
}

static void
set_remote (StoreClientBuilder *self)
{
  const StoreClientMembers *members = &self->format->members;
  const StoreEndpoint      *endpoint = store_profile_get_endpoint (self->profile);
  gboolean                  lists = members->token_variable != NULL;
  g_autofree char          *url = translate (self, endpoint->url, "url", STORE_VARIABLES_IN_URL);
  g_autoptr (StoreVariables) headers =
      lists ? make_listed_headers (self) : make_headers (self, STORE_VARIABLES_IN_HEADERS);

  set_type (self, endpoint->transport == STORE_TRANSPORT_SSE ? members->type_sse
                                                             : members->type_http);
  store_client_object_set_text (self->object,
                                endpoint->transport == STORE_TRANSPORT_SSE &&
                                        members->url_sse != NULL
                                    ? members->url_sse
                                    : members->url,
                                url);
  if (lists)
    set_header_variables (self, headers);
  set_texts (self, members->headers, headers);
}

/* mcp-remote refuses plain HTTP to other hosts without being told. */
static gboolean
needs_allow_http (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  return host != NULL && g_str_equal (g_uri_get_scheme (uri), "http") &&
         !g_str_equal (host, "localhost") && !g_str_equal (host, "127.0.0.1") &&
         !g_str_equal (host, "::1");
}

/* `npx -y mcp-remote URL --header Name:${VARIABLE}`: no space in any argument, because some clients
 * break such arguments up; mcp-remote itself replaces the variable. */
static void
set_bridge (StoreClientBuilder *self)
{
  g_autoptr (StoreVariables) headers = make_headers (self, STORE_VARIABLES_IN_ENVIRONMENT);
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *url = translate (self, store_profile_get_endpoint (self->profile)->url, "url",
                                    STORE_VARIABLES_IN_PROGRAM);

  g_strv_builder_add_many (builder, "-y", "mcp-remote", url, NULL);
  if (store_profile_get_endpoint (self->profile)->transport == STORE_TRANSPORT_SSE)
    g_strv_builder_add_many (builder, "--transport", "sse-only", NULL);
  if (needs_allow_http (url))
    g_strv_builder_add (builder, "--allow-http");
  for (guint i = 0; i < store_variables_get_n_items (headers); i++)
    {
      const char      *name = store_variables_get_name (headers, i);
      g_autofree char *variable = g_ascii_strcasecmp (name, "Authorization") == 0
                                      ? g_strdup ("AUTH")
                                      : make_variable_name (NULL, name);
      g_autofree char *free_name = g_strconcat (variable, "_HEADER", NULL);

      for (guint j = 2; store_variables_find (environment, free_name, NULL); j++)
        {
          g_free (free_name);
          free_name = g_strdup_printf ("%s_HEADER_%u", variable, j);
        }
      g_autofree char *argument = g_strdup_printf ("%s:${%s}", name, free_name);
      g_strv_builder_add_many (builder, "--header", argument, NULL);
      store_variables_set (environment, free_name, store_variables_get_value (headers, i));
    }
  g_auto (GStrv) arguments = g_strv_builder_end (builder);
  store_note_add (self->notes, STORE_NOTE_INFORMATION, "url",
                  "%s reaches this remote server through mcp-remote, which needs Node.js (npx).",
                  self->format->name);
  set_program (self, "npx", (const char *const *)arguments, environment);
}

static gboolean
set_target (StoreClientBuilder *self, GError **error)
{
  StoreTransport        transport = store_profile_get_endpoint (self->profile)->transport;
  StoreClientTransports takes = self->format->transports;

  /* What a plain URL means to them as well. */
  if (transport == STORE_TRANSPORT_AUTO)
    transport = STORE_TRANSPORT_HTTP;
  if (self->options->secret_mode == STORE_SECRETS_WRAPPED && self->options->wrapper != NULL &&
      (takes & STORE_CLIENT_TAKES_STDIO))
    set_wrapped (self);
  else if (transport == STORE_TRANSPORT_STDIO && (takes & STORE_CLIENT_TAKES_STDIO))
    set_stdio (self);
  else if ((transport == STORE_TRANSPORT_HTTP && (takes & STORE_CLIENT_TAKES_HTTP)) ||
           (transport == STORE_TRANSPORT_SSE && (takes & STORE_CLIENT_TAKES_SSE)))
    set_remote (self);
  else if ((transport == STORE_TRANSPORT_HTTP || transport == STORE_TRANSPORT_SSE) &&
           self->format->bridge)
    set_bridge (self);
  else
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED, "%s cannot use servers over %s",
                   self->format->name, store_profile_word ("transport", transport));
      return FALSE;
    }
  return TRUE;
}

static void
set_names (StoreClientBuilder *self)
{
  const StoreClientMembers *members = &self->format->members;

  if (members->name != NULL)
    store_client_object_set_text (self->object, members->name, self->name);
  if (members->environment_names == NULL || self->names->len == 0)
    return;
  g_ptr_array_add (self->names, NULL);
  store_client_object_set_list (self->object, members->environment_names,
                                (const char *const *)self->names->pdata);
}

/* What this application said of the server when it was read, and the few things that several say
 * by different names. */
static void
set_rest (StoreClientBuilder *self)
{
  const StoreVariables *settings = store_profile_get_decisions (self->profile)->client_settings;
  g_autofree char      *prefix = g_strconcat (self->format->id, "/", NULL);

  for (guint i = 0; i < store_variables_get_n_items (settings); i++)
    {
      const char *name = store_variables_get_name (settings, i);
      const char *json = store_variables_get_value (settings, i);
      const char *member = NULL;

      if (json == NULL)
        continue;
      if (g_str_has_prefix (name, prefix))
        member = name + strlen (prefix);
      else if (g_str_equal (name, STORE_CLIENT_ENVIRONMENT_FILE))
        member = self->format->members.environment_file;
      else if (g_str_equal (name, STORE_CLIENT_DESCRIPTION))
        member = self->format->members.description;
      else if (g_str_equal (name, STORE_CLIENT_INPUTS))
        continue;
      if (member != NULL && !store_client_object_has (self->object, member))
        store_client_object_set (self->object, member, g_strdup (json));
      else if (member == NULL)
        store_note_add (self->notes, STORE_NOTE_LOSS, name,
                        "“%s” means nothing to %s and is left out.", name, self->format->name);
    }
}

static void
set_defaults (StoreClientBuilder *self)
{
  const char *const *defaults = self->format->members.defaults;

  for (; defaults != NULL && *defaults != NULL; defaults += 2)
    if (!store_client_object_has (self->object, defaults[0]))
      store_client_object_set (self->object, defaults[0], g_strdup (defaults[1]));
}

static gboolean
is_equal (GParamSpec *spec, const GValue *a, const GValue *b)
{
  static const char *const none[] = { NULL };
  const char *const       *one;
  const char *const       *two;

  if (spec->value_type == STORE_TYPE_VARIABLES)
    return store_variables_equal (g_value_get_boxed (a), g_value_get_boxed (b));
  if (spec->value_type != G_TYPE_STRV)
    return g_param_values_cmp (spec, a, b) == 0;
  one = g_value_get_boxed (a);
  two = g_value_get_boxed (b);
  return g_strv_equal (one != NULL ? one : none, two != NULL ? two : none);
}

/* What the profile has and no application has a place for: a property, and what a person calls
 * it. */
static void
note_losses (StoreClientBuilder *self)
{
  static const struct
  {
    const char *property;
    const char *text;
  } rows[] = {
    { "total-timeout", "its time limit for a whole call" },
    { "presets", "the inputs that are set here in advance" },
    { "pinned-arguments", "the arguments that are pinned here" },
    { "watch", "the files whose change restarts it" },
    { "message-url", "the address that messages are posted to" },
    { "proxy", "its proxy" },
    { "ca-file", "its certificate authorities" },
    { "accept-certificate", "the certificate that is accepted for it" },
    { "client-certificate", "the client certificate" },
    { "client-key", "the key of the client certificate" },
    { "era", "the era of the protocol" },
    { "protocol-version", "the version of the protocol" },
    { "roots", "the folders that it is told of" },
    { "extensions", "the extensions of the protocol" },
    { "meta", "the metadata of its requests" },
  };
  g_autoptr (StoreProfile) plain = store_profile_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GParamSpec *spec =
          g_object_class_find_property (G_OBJECT_GET_CLASS (plain), rows[i].property);
      g_auto (GValue) ours = G_VALUE_INIT;
      g_auto (GValue) none = G_VALUE_INIT;

      g_value_init (&ours, spec->value_type);
      g_value_init (&none, spec->value_type);
      g_object_get_property (G_OBJECT (self->profile), rows[i].property, &ours);
      g_object_get_property (G_OBJECT (plain), rows[i].property, &none);
      if (!is_equal (spec, &ours, &none))
        store_note_add (self->notes, STORE_NOTE_LOSS, rows[i].property, "%s has no place for %s.",
                        self->format->name, rows[i].text);
    }
}

static void
note_rules (StoreClientBuilder *self)
{
  const StoreClientRules *rules = &self->format->rules;
  const char *const      *refused = rules->refused_environment;
  const StoreVariables   *environment = store_profile_get_endpoint (self->profile)->environment;

  if (rules->name_limit > 0 && g_utf8_strlen (self->name, -1) >= (glong)rules->name_limit)
    store_note_add (
        self->notes, STORE_NOTE_ATTENTION, "name",
        "The name is too long: with the tool's name it should stay within %u characters in %s.",
        rules->name_limit, self->format->name);
  else if (rules->name_max > 0 && g_utf8_strlen (self->name, -1) > (glong)rules->name_max)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, "name", "%s cuts names to %u characters.",
                    self->format->name, rules->name_max);
  if (rules->name_pattern != NULL && !g_regex_match_simple (rules->name_pattern, self->name, 0, 0))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, "name", "%s takes %s in names.",
                    self->format->name, rules->name_text);
  if (rules->reserved_names != NULL && g_strv_contains (rules->reserved_names, self->name))
    store_note_add (self->notes, STORE_NOTE_ATTENTION, "name", "%s keeps the name “%s” for itself.",
                    self->format->name, self->name);
  for (; refused != NULL && *refused != NULL; refused++)
    if (store_variables_find (environment, *refused, NULL))
      store_note_add (self->notes, STORE_NOTE_LOSS, "env", "%s does not pass the variable “%s” on.",
                      self->format->name, *refused);
}

char *
store_client_builder_run (StoreClientBuilder *self, GError **error)
{
  for (const char *c = self->name; c != NULL && *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      {
        g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                             "The name has a line break or another control character; choose one "
                             "without it");
        return NULL;
      }
  /* An item of a list begins with its name. */
  if (self->format->members.in_list)
    store_client_object_set_text (self->object, self->format->members.name, self->name);
  if (!set_target (self, error))
    return NULL;
  if (self->refusal != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->refusal));
      return NULL;
    }
  set_names (self);
  store_client_habits_write (self->format, self->profile, self->object, self->notes);
  set_rest (self);
  set_defaults (self);
  note_losses (self);
  note_rules (self);
  return store_client_object_print (self->object);
}
