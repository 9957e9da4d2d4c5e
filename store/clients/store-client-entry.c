/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-entry.h"

#include "store-client-text.h"

#include "store-error.h"

#include "mcp-json-writer.h"

#include <string.h>
#include <unistd.h>

/* StoreClientBuilder: makes the JSON object of one StoreClientEntry and collects what cannot be
 * carried. Lives on the stack of store_client_entry_new(). */

typedef struct
{
  const StoreClientFormat       *format;
  StoreProfile                  *profile;
  const StoreClientEntryOptions *options;
  const char                    *name;
  GPtrArray                     *notes; /* of StoreNote; gets more */
} StoreClientBuilder;

static void
note (StoreClientBuilder *self, StoreNoteKind kind, const char *field, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

static void
note (StoreClientBuilder *self, StoreNoteKind kind, const char *field, const char *format, ...)
{
  StoreNote *result = g_new0 (StoreNote, 1);
  va_list    args;

  va_start (args, format);
  result->text = g_strdup_vprintf (format, args);
  va_end (args);
  result->kind = kind;
  result->field = g_strdup (field);
  g_ptr_array_add (self->notes, result);
}

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

/* What to write for the secret @reference, (nullable) for one that may not be written;
 * @variable: the variable's name that may stand for it.
 * Returns: (transfer full) */
static char *
resolve_secret (StoreClientBuilder *self,
                const char         *reference,
                const char         *field,
                const char         *variable)
{
  const char *secret = self->options->secrets != NULL && reference != NULL
                           ? g_hash_table_lookup (self->options->secrets, reference)
                           : NULL;

  if (secret != NULL)
    {
      note (self, STORE_NOTE_ATTENTION, field,
            "The secret “%s” is written into the file as plain text.",
            strrchr (field, '/') != NULL ? strrchr (field, '/') + 1 : field);
      return g_strdup (secret);
    }
  if (self->format->variable_prefix != NULL)
    {
      note (self, STORE_NOTE_ATTENTION, field,
            "%s takes this secret from its own environment variable %s; set it there.",
            self->format->name, variable);
      return g_strconcat (self->format->variable_prefix, variable, self->format->variable_suffix,
                          NULL);
    }
  note (self, STORE_NOTE_ATTENTION, field,
        "The secret “%s” is left empty: %s has no other place for it than its file. Fill it in "
        "there, or let "
        "it be written as plain text.",
        strrchr (field, '/') != NULL ? strrchr (field, '/') + 1 : field, self->format->name);
  return g_strdup ("");
}

static char *
resolve (StoreClientBuilder   *self,
         const StoreVariables *variables,
         guint                 index,
         const char           *section)
{
  const char      *name = store_variables_get_name (variables, index);
  const char      *value = store_variables_get_value (variables, index);
  const char      *reference = store_variables_get_secret (variables, index);
  g_autofree char *field = g_strconcat (section, "/", name, NULL);
  g_autofree char *variable = NULL;

  if (reference == NULL && !(self->options->hides_plain_secrets &&
                             (g_str_equal (section, "authorization") ||
                              store_variables_looks_secret (name, value))))
    {
      if (strstr (value, "${") != NULL)
        note (self, STORE_NOTE_ATTENTION, field,
              self->format->variable_prefix != NULL
                  ? "“%s” contains ${…}, which %s may replace."
                  : "“%s” contains ${…}, which %s does not replace.",
              name, self->format->name);
      return g_strdup (value);
    }
  if (g_str_equal (section, "env") && is_variable_name (name))
    variable = g_strdup (name);
  else
    variable = make_variable_name (self->name, name);
  return resolve_secret (self, reference, field, variable);
}

/* The headers as they will be, authorization included. Returns: (transfer full) */
static StoreVariables *
make_headers (StoreClientBuilder *self)
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
      g_autofree char *text = resolve (self, headers, i, "headers");

      store_variables_set (result, store_variables_get_name (headers, i), text);
    }
  if (authorization == STORE_AUTHORIZATION_NONE ||
      store_variables_find_caseless (result, "Authorization", NULL) ||
      !store_variables_find (credentials, key, &index))
    return result;
  if (authorization == STORE_AUTHORIZATION_BEARER)
    {
      g_autofree char *token = resolve (self, credentials, index, "authorization");

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
              ? resolve_secret (self, reference, "authorization/password", variable)
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
  g_auto (GStrv) folders = NULL;

  if (search_path == NULL)
    return g_find_program_in_path (program);
  folders = g_strsplit (search_path, ":", -1);
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

  if (g_path_is_absolute (command))
    return g_strdup (command);
  if (strchr (command, '/') != NULL)
    {
      if (folder != NULL && g_path_is_absolute (folder))
        return g_canonicalize_filename (command, folder);
      note (self, STORE_NOTE_ATTENTION, "command",
            "“%s” depends on the folder that %s starts it in; write its full path.", command,
            self->format->name);
      return g_strdup (command);
    }
  if (self->options->absolute_command)
    found = find_on_path (command, self->options->search_path);
  if (found != NULL)
    return g_steal_pointer (&found);
  if (self->options->absolute_command)
    note (self, STORE_NOTE_ATTENTION, "command", "“%s” was not found on this computer.", command);
  else if (self->format->needs_absolute_path)
    note (self, STORE_NOTE_INFORMATION, "command",
          "%s may not find “%s” where the shell does; its full path is safer.", self->format->name,
          command);
  return g_strdup (command);
}

/* The object */

static void
write_variables (McpJsonWriter *writer, const char *member, const StoreVariables *variables)
{
  if (store_variables_get_n_items (variables) == 0)
    return;
  mcp_json_writer_add (writer, "%s: {", member);
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    mcp_json_writer_member_string (writer, store_variables_get_name (variables, i),
                                   store_variables_get_value (variables, i));
  mcp_json_writer_end_object (writer);
}

static void
write_list (McpJsonWriter *writer, const char *member, const char *const *items)
{
  if (items[0] == NULL)
    return;
  mcp_json_writer_add (writer, "%s: [", member);
  for (guint i = 0; items[i] != NULL; i++)
    mcp_json_writer_string (writer, items[i]);
  mcp_json_writer_end_array (writer);
}

static void
write_command (StoreClientBuilder *self,
               McpJsonWriter      *writer,
               const char         *program,
               const char *const  *arguments)
{
  const StoreClientMembers *members = &self->format->members;
  g_autoptr (GPtrArray) words = NULL;

  if (!members->joined_command)
    {
      mcp_json_writer_member_string (writer, members->command, program);
      write_list (writer, members->arguments, arguments);
      return;
    }
  words = g_ptr_array_new ();
  g_ptr_array_add (words, (gpointer)program);
  for (; *arguments != NULL; arguments++)
    g_ptr_array_add (words, (gpointer)*arguments);
  g_ptr_array_add (words, NULL);
  write_list (writer, members->command, (const char *const *)words->pdata);
}

static void
write_program (StoreClientBuilder   *self,
               McpJsonWriter        *writer,
               const char           *command,
               const char *const    *arguments,
               const StoreVariables *environment)
{
  const StoreClientMembers *members = &self->format->members;
  g_autofree char          *program = resolve_command (self, command);
  g_autoptr (StoreVariables) extended = store_variables_copy (environment);

  if (self->options->path_variable != NULL && !store_variables_find (extended, "PATH", NULL))
    store_variables_set (extended, "PATH", self->options->path_variable);
  if (members->type != NULL && members->type_stdio != NULL)
    mcp_json_writer_member_string (writer, members->type, members->type_stdio);
  write_command (self, writer, program, arguments);
  write_variables (writer, members->environment, extended);
}

static void
write_stdio (StoreClientBuilder *self, McpJsonWriter *writer)
{
  const StoreVariables *environment = store_profile_get_endpoint (self->profile)->environment;
  const char           *folder = store_profile_get_endpoint (self->profile)->working_directory;
  g_autoptr (StoreVariables) resolved = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (environment); i++)
    {
      g_autofree char *text = resolve (self, environment, i, "env");

      store_variables_set (resolved, store_variables_get_name (environment, i), text);
    }
  write_program (self, writer, store_profile_get_endpoint (self->profile)->command,
                 store_profile_get_endpoint (self->profile)->arguments, resolved);
  if (folder == NULL)
    return;
  if (self->format->members.working_directory != NULL)
    mcp_json_writer_member_string (writer, self->format->members.working_directory, folder);
  else
    note (self, STORE_NOTE_LOSS, "working-directory",
          "%s has no working directory for a server: “%s” is left out.", self->format->name,
          folder);
}

static void
write_remote (StoreClientBuilder *self, McpJsonWriter *writer)
{
  const StoreClientMembers *members = &self->format->members;
  g_autoptr (StoreVariables) headers = make_headers (self);
  const char *type = store_profile_get_endpoint (self->profile)->transport == STORE_TRANSPORT_SSE
                         ? members->type_sse
                         : members->type_http;

  if (members->type != NULL && type != NULL)
    mcp_json_writer_member_string (writer, members->type, type);
  mcp_json_writer_member_string (writer, members->url,
                                 store_profile_get_endpoint (self->profile)->url);
  write_variables (writer, members->headers, headers);
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
write_bridge (StoreClientBuilder *self, McpJsonWriter *writer)
{
  g_autoptr (StoreVariables) headers = make_headers (self);
  g_autoptr (StoreVariables) environment = store_variables_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  const char *url = store_profile_get_endpoint (self->profile)->url;

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
      g_autofree char *argument = NULL;

      for (guint j = 2; store_variables_find (environment, free_name, NULL); j++)
        {
          g_free (free_name);
          free_name = g_strdup_printf ("%s_HEADER_%u", variable, j);
        }
      argument = g_strdup_printf ("%s:${%s}", name, free_name);
      g_strv_builder_add_many (builder, "--header", argument, NULL);
      store_variables_set (environment, free_name, store_variables_get_value (headers, i));
    }
  arguments = g_strv_builder_end (builder);
  note (self, STORE_NOTE_INFORMATION, "url",
        "%s reaches this remote server through mcp-remote, which needs Node.js (npx).",
        self->format->name);
  write_program (self, writer, "npx", (const char *const *)arguments, environment);
}

/* What a server has however it is reached. */
static void
write_behaviour (StoreClientBuilder *self, McpJsonWriter *writer)
{
  const StoreClientMembers *members = &self->format->members;
  const StoreConversation  *conversation = store_profile_get_conversation (self->profile);
  const StoreDecisions     *decisions = store_profile_get_decisions (self->profile);
  guint                     timeout = conversation->request_timeout;

  if (members->timeout != NULL && timeout != 0)
    mcp_json_writer_add (writer, "%s: %i", members->timeout,
                         (gint64)((timeout - 1) / members->timeout_unit + 1));
  if (members->disabled_tools != NULL)
    write_list (writer, members->disabled_tools, decisions->disabled_tools);
}

static void
note_losses (StoreClientBuilder *self)
{
  const StoreClientMembers *members = &self->format->members;
  StoreProfile             *profile = self->profile;
  const StoreDecisions     *decisions = store_profile_get_decisions (profile);
  const StoreConversation  *conversation = store_profile_get_conversation (profile);

  if (conversation->connect_timeout != 0 || conversation->total_timeout != 0 ||
      (conversation->request_timeout != 0 && members->timeout == NULL))
    note (self, STORE_NOTE_LOSS, "deadlines",
          "%s has deadlines of its own: those set here are left out.", self->format->name);
  if (decisions->approval != STORE_APPROVAL_ASK ||
      store_variables_get_n_items (decisions->tool_approvals) > 0)
    note (self, STORE_NOTE_LOSS, "approval",
          "%s asks before calls by rules of its own: those set here are left out.",
          self->format->name);
  if (store_variables_get_n_items (decisions->presets) > 0)
    note (self, STORE_NOTE_LOSS, "presets",
          "%s does not send the inputs that are set here in advance.", self->format->name);
  if (store_variables_get_n_items (decisions->pinned_arguments) > 0)
    note (self, STORE_NOTE_LOSS, "pinned-arguments",
          "%s asks its model for the arguments that are pinned here.", self->format->name);
  if (*decisions->disabled_tools != NULL && members->disabled_tools == NULL)
    note (self, STORE_NOTE_LOSS, "disabled-tools",
          "%s lists the tools that are disabled here like any other.", self->format->name);
  if (self->format->name_limit > 0 &&
      g_utf8_strlen (self->name, -1) >= (glong)self->format->name_limit)
    note (self, STORE_NOTE_ATTENTION, "name",
          "The name is too long: with the tool's name it should stay within %u characters in %s.",
          self->format->name_limit, self->format->name);
}

static gboolean
write_entry (StoreClientBuilder *self, McpJsonWriter *writer, GError **error)
{
  StoreTransport        transport = store_profile_get_endpoint (self->profile)->transport;
  StoreClientTransports takes = self->format->transports;

  /* What a plain URL means to them as well. */
  if (transport == STORE_TRANSPORT_AUTO)
    transport = STORE_TRANSPORT_HTTP;
  if (transport == STORE_TRANSPORT_STDIO && (takes & STORE_CLIENT_TAKES_STDIO))
    write_stdio (self, writer);
  else if (transport == STORE_TRANSPORT_HTTP && (takes & STORE_CLIENT_TAKES_HTTP))
    write_remote (self, writer);
  else if (transport == STORE_TRANSPORT_SSE && (takes & STORE_CLIENT_TAKES_SSE))
    write_remote (self, writer);
  else if ((transport == STORE_TRANSPORT_HTTP || transport == STORE_TRANSPORT_SSE) &&
           self->format->bridge)
    write_bridge (self, writer);
  else
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED, "%s cannot use servers over %s",
                   self->format->name, store_profile_word ("transport", transport));
      return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): @json, an object, with the defaults that it has not */
static char *
add_defaults (const char *json, const char *const *defaults)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  McpJsonValue object = mcp_json_document_get_root (document);
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      mcp_json_writer_value (writer, value);
    }
  for (; *defaults != NULL; defaults += 2)
    if (!mcp_json_value_exists (mcp_json_value_get_member (object, defaults[0])))
      mcp_json_writer_add (writer, "%s: %r", defaults[0], defaults[1]);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}

/* Returns: (transfer full) (nullable): compact JSON */
static char *
store_client_builder_run (StoreClientBuilder *self, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *json = NULL;

  mcp_json_writer_begin_object (writer);
  if (!write_entry (self, writer, error))
    return NULL;
  write_behaviour (self, writer);
  note_losses (self);
  mcp_json_writer_end_object (writer);
  json = mcp_json_writer_finish_text (writer);
  return self->format->members.defaults != NULL
             ? add_defaults (json, self->format->members.defaults)
             : g_steal_pointer (&json);
}

struct _StoreClientEntry
{
  const StoreClientFormat *format;
  char                    *name;
  char                    *json;
  GPtrArray               *notes;
};

void
store_note_free (StoreNote *note)
{
  g_free (note->field);
  g_free (note->text);
  g_free (note);
}

static gboolean
check_name (const char *name, GError **error)
{
  if (*name != '\0' && g_utf8_validate (name, -1, NULL))
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "The entry needs a name");
  return FALSE;
}

StoreClientEntry *
store_client_entry_new (const StoreClientFormat       *format,
                        StoreProfile                  *profile,
                        const StoreClientEntryOptions *options,
                        GError                       **error)
{
  static const StoreClientEntryOptions none = { 0 };
  g_autoptr (StoreClientEntry) self = NULL;
  StoreClientBuilder builder = { 0 };

  g_return_val_if_fail (format != NULL && STORE_IS_PROFILE (profile), NULL);

  self = g_atomic_rc_box_new0 (StoreClientEntry);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  if (options == NULL)
    options = &none;
  self->format = format;
  self->name =
      g_strdup (options->name != NULL                     ? options->name
                : *store_profile_get_id (profile) != '\0' ? store_profile_get_id (profile)
                                                          : store_profile_get_name (profile));
  if (!check_name (self->name, error) || !store_profile_validate (profile, error))
    return NULL;
  builder.format = format;
  builder.profile = profile;
  builder.options = options;
  builder.name = self->name;
  builder.notes = self->notes;
  self->json = store_client_builder_run (&builder, error);
  return self->json != NULL ? g_steal_pointer (&self) : NULL;
}

static void
clear (StoreClientEntry *self)
{
  g_free (self->name);
  g_free (self->json);
  g_ptr_array_unref (self->notes);
}

void
store_client_entry_unref (StoreClientEntry *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

const StoreClientFormat *
store_client_entry_get_format (StoreClientEntry *self)
{
  return self->format;
}

const char *
store_client_entry_get_name (StoreClientEntry *self)
{
  return self->name;
}

const char *
store_client_entry_get_json (StoreClientEntry *self)
{
  return self->json;
}

GPtrArray *
store_client_entry_get_notes (StoreClientEntry *self)
{
  return self->notes;
}

char *
store_client_entry_dup_snippet (StoreClientEntry *self)
{
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (StoreClientText) text = store_client_text_new (nothing, self->format, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) path = NULL;
  g_autoptr (GBytes) after = NULL;
  gsize       size;
  const char *data;

  g_strv_builder_addv (builder, (const char **)self->format->root);
  g_strv_builder_add (builder, self->name);
  path = g_strv_builder_end (builder);
  after = store_client_text_set (text, (const char *const *)path, self->json, NULL);
  data = g_bytes_get_data (after, &size);
  return g_strchomp (g_strndup (data, size));
}
