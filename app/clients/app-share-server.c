/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-share-server.h"

#include "app-redactor.h"
#include "store-error.h"
#include "store-secret-signs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PLACEHOLDER "YOUR_"

void
app_share_note (AppShareServer *self,
                StoreNoteKind   kind,
                const char     *field,
                const char     *format,
                ...)
{
  StoreNote *note = g_new0 (StoreNote, 1);
  va_list    args;

  va_start (args, format);
  note->text = g_strdup_vprintf (format, args);
  va_end (args);
  note->kind = kind;
  note->field = g_strdup (field);
  g_ptr_array_add (self->notes, note);
}

char *
app_share_dup_variable (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (text, g_ascii_toupper (*at));
    else if (text->len > 0 && text->str[text->len - 1] != '_')
      g_string_append_c (text, '_');
  if (text->len == 0 || g_ascii_isdigit (text->str[0]))
    g_string_prepend_c (text, '_');
  return g_string_free (text, FALSE);
}

static char *
dup_placeholder (const char *name)
{
  g_autofree char *variable = app_share_dup_variable (name);

  return g_strconcat (PLACEHOLDER, variable, NULL);
}

/* Secrets in places where no variable can stand: addresses and arguments */

static gboolean
append_placeholder (const GMatchInfo *match, GString *text, gpointer data)
{
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  g_autofree char *placeholder = dup_placeholder (*name != '\0' ? name : "SECRET");

  g_string_append_printf (text, "%s%s", before, placeholder);
  return FALSE;
}

/* @text: (nullable): what stands behind the name of a secret is called by that; a scheme stays.
 * Returns: (transfer full) (nullable) */
static char *
dup_safe (AppRedactor *redactor, const char *text)
{
  g_autoptr (GRegex) scheme =
      g_regex_new ("^[^\\s:]+: *(?:bearer|basic) +", G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GRegex) regex =
      g_regex_new ("((?:([\\w.-]{1,64})(?:=|: (?:bearer +|basic +)?))?)" APP_REDACTOR_MASK,
                   G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int end = 0;

  if (text == NULL)
    return NULL;
  if (g_regex_match (scheme, text, 0, &match))
    g_match_info_fetch_pos (match, 0, NULL, &end);
  g_autofree char *rest = app_redactor_redact_text (redactor, text + end);
  g_autofree char *masked = g_strdup_printf ("%.*s%s", end, text, rest);
  return g_regex_replace_eval (regex, masked, -1, 0, 0, append_placeholder, NULL, NULL);
}

/* A word behind the option that names it is called by that, however short it is. */
static char **
dup_safe_words (AppRedactor *redactor, const char *const *words)
{
  char **safe = g_new0 (char *, g_strv_length ((char **)words) + 1);

  for (guint i = 0; words[i] != NULL; i++)
    if (i > 0 && words[i - 1][0] == '-' && strpbrk (words[i - 1], "= :") == NULL &&
        words[i][0] != '-' && store_secret_signs_is_named (words[i - 1], words[i]))
      safe[i] = dup_placeholder (words[i - 1]);
    else
      safe[i] = dup_safe (redactor, words[i]);
  return safe;
}

/* Its secrets, and whatever looks like one. */
static AppRedactor *
new_redactor (StoreProfile *profile)
{
  AppRedactor *redactor = app_redactor_new ();

  app_redactor_add_profile (redactor, profile);
  return redactor;
}

/* Environment, headers and credentials: what looks secret becomes a reference.
 * @all: whatever its name is. Returns: (transfer full) */
static StoreVariables *
hide_values (AppRedactor          *redactor,
             const StoreVariables *variables,
             const char           *section,
             const char           *plain_name)
{
  StoreVariables *result = store_variables_new ();

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *name = store_variables_get_name (variables, i);
      const char      *value = store_variables_get_value (variables, i);
      g_autofree char *reference = g_strconcat ("shared/", section, "/", name, NULL);
      g_autofree char *safe = app_redactor_redact_text (redactor, value);
      gboolean         hidden =
          value == NULL || !g_str_equal (safe, value) ||
          (plain_name != NULL ? !g_str_equal (name, plain_name)
                              : *value != '\0' && !store_secret_signs_is_reference (value) &&
                                    app_redactor_is_secret_header (name));

      if (hidden)
        store_variables_set_secret (result, name, reference);
      else
        store_variables_set (result, name, value);
    }
  return result;
}

static void
note_replaced (AppShareServer *self, const char *before, const char *after, const char *field)
{
  if (g_strcmp0 (before, after) != 0)
    app_share_note (self, STORE_NOTE_ATTENTION, field,
                    _ ("A secret is left out of “%s”: put your own in its place."), after);
}

/* Returns: (transfer full) */
static StoreProfile *
dup_safe_profile (AppShareServer *self, StoreProfile *profile)
{
  StoreProfile        *safe = store_profile_copy (profile);
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (AppRedactor) redactor = new_redactor (profile);
  g_autoptr (StoreVariables) environment =
      hide_values (redactor, endpoint->environment, "env", NULL);
  g_autoptr (StoreVariables) headers = hide_values (redactor, endpoint->headers, "headers", NULL);
  g_autoptr (StoreVariables) credentials =
      hide_values (redactor, endpoint->credentials, "authorization", "user");
  g_auto (GStrv) arguments = dup_safe_words (redactor, endpoint->arguments);
  g_autofree char *url = dup_safe (redactor, endpoint->url);

  for (guint i = 0; arguments[i] != NULL; i++)
    note_replaced (self, endpoint->arguments[i], arguments[i], "arguments");
  note_replaced (self, endpoint->url, url, "url");
  g_object_set (safe, "environment", environment, "headers", headers, "credentials", credentials,
                "arguments", arguments, "url", url, NULL);
  return safe;
}

/* Values */

static void
value_free (gpointer data)
{
  AppShareValue *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self->before);
  g_free (self->variable);
  g_free (self);
}

static AppShareValue *
add_value (GPtrArray *values, const char *name, const char *value)
{
  AppShareValue *self = g_new0 (AppShareValue, 1);

  self->name = g_strdup (name);
  self->value = g_strdup (value);
  self->before = g_strdup ("");
  g_ptr_array_add (values, self);
  return self;
}

/* @prefix: (nullable): in front of the variable's name, which is not the person's choice */
static void
add_values (GPtrArray *values, const StoreVariables *variables, const char *prefix)
{
  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *name = store_variables_get_name (variables, i);
      const char      *plain = store_variables_get_value (variables, i);
      AppShareValue   *value = add_value (values, name, plain);
      g_autofree char *joined = prefix != NULL ? g_strconcat (prefix, "_", name, NULL)
                                               : g_strdup (name);

      if (plain == NULL)
        value->variable = app_share_dup_variable (joined);
    }
}

static void
add_authorization (AppShareServer *self)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  gboolean             basic = endpoint->authorization == STORE_AUTHORIZATION_BASIC;
  g_autofree char     *joined = g_strconcat (self->name, basic ? "_CREDENTIALS" : "_TOKEN", NULL);

  if (endpoint->authorization == STORE_AUTHORIZATION_NONE ||
      store_variables_find_caseless (endpoint->headers, "Authorization", NULL) ||
      !store_variables_find (endpoint->credentials, basic ? "password" : "token", NULL))
    return;
  AppShareValue *value = add_value (self->headers, "Authorization", NULL);
  g_free (value->before);
  value->before = g_strdup (basic ? "Basic " : "Bearer ");
  value->variable = app_share_dup_variable (joined);
  if (basic)
    app_share_note (self, STORE_NOTE_INFORMATION, "authorization",
                    _ ("%s stands for the Base64 of the user's name, a colon and the password."),
                    value->variable);
}

static void
note_places (AppShareServer *self)
{
  if (self->command != NULL && g_path_is_absolute (self->command))
    app_share_note (self, STORE_NOTE_ATTENTION, "command",
                    _ ("“%s” is a program on this computer; elsewhere it may be in another place."),
                    self->command);
  for (guint i = 0; self->arguments[i] != NULL; i++)
    if (g_path_is_absolute (self->arguments[i]) &&
        g_file_test (self->arguments[i], G_FILE_TEST_EXISTS))
      app_share_note (self, STORE_NOTE_ATTENTION, "arguments",
                      _ ("“%s” is a place on this computer."), self->arguments[i]);
}

static gboolean
set_transport (AppShareServer *self, GError **error)
{
  self->transport = store_profile_get_endpoint (self->profile)->transport;
  if (self->transport == STORE_TRANSPORT_AUTO)
    self->transport = STORE_TRANSPORT_HTTP;
  if (self->transport == STORE_TRANSPORT_STDIO || self->transport == STORE_TRANSPORT_HTTP ||
      self->transport == STORE_TRANSPORT_SSE)
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED,
               /* Translators: %s is the name of a transport */
               _ ("Other applications cannot use servers over %s"),
               store_profile_word ("transport", self->transport));
  return FALSE;
}

AppShareServer *
app_share_server_new (StoreProfile          *profile,
                      const AppShareOptions *options,
                      GPtrArray             *notes,
                      GError               **error)
{
  static const AppShareOptions none = { 0 };
  g_autoptr (AppShareServer) self = g_new0 (AppShareServer, 1);

  self->options = options != NULL ? options : &none;
  self->notes = notes;
  self->environment = g_ptr_array_new_with_free_func (value_free);
  self->headers = g_ptr_array_new_with_free_func (value_free);
  if (!store_profile_validate (profile, error))
    return NULL;
  self->name =
      g_strdup (self->options->name != NULL               ? self->options->name
                : *store_profile_get_id (profile) != '\0' ? store_profile_get_id (profile)
                                                          : store_profile_get_name (profile));
  if (*self->name == '\0' || !g_utf8_validate (self->name, -1, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, _ ("The server needs a name"));
      return NULL;
    }
  self->profile = dup_safe_profile (self, profile);
  if (!set_transport (self, error))
    return NULL;
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  self->arguments = g_strdupv ((char **)endpoint->arguments);
  if (self->transport == STORE_TRANSPORT_STDIO)
    {
      self->command = g_strdup (endpoint->command);
      self->folder = g_strdup (endpoint->working_directory);
      add_values (self->environment, endpoint->environment, NULL);
    }
  else
    {
      self->url = g_strdup (endpoint->url);
      add_values (self->headers, endpoint->headers, self->name);
      add_authorization (self);
    }
  note_places (self);
  return g_steal_pointer (&self);
}

void
app_share_server_free (AppShareServer *self)
{
  g_free (self->name);
  g_free (self->command);
  g_strfreev (self->arguments);
  g_ptr_array_unref (self->environment);
  g_ptr_array_unref (self->headers);
  g_free (self->folder);
  g_free (self->url);
  g_clear_object (&self->profile);
  g_free (self);
}

static GPtrArray *
get_values (AppShareServer *self)
{
  return self->transport == STORE_TRANSPORT_STDIO ? self->environment : self->headers;
}

const char *
app_share_get_type (AppShareServer *self)
{
  return self->transport == STORE_TRANSPORT_STDIO  ? "stdio"
         : self->transport == STORE_TRANSPORT_HTTP ? "http"
                                                   : "sse";
}

gboolean
app_share_has_secrets (AppShareServer *self)
{
  GPtrArray *values = get_values (self);

  for (guint i = 0; i < values->len; i++)
    if (((AppShareValue *)values->pdata[i])->value == NULL)
      return TRUE;
  return FALSE;
}

void
app_share_note_secrets (AppShareServer *self, gboolean placeholder, const char *format)
{
  GPtrArray *values = get_values (self);

  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue *value = values->pdata[i];

      if (value->value != NULL)
        continue;
      g_autofree char *shown = g_strconcat (placeholder ? PLACEHOLDER : "", value->variable, NULL);
      g_auto (GStrv) parts = g_strsplit (format, "%s", -1);
      g_autofree char *text = g_strjoinv (shown, parts);
      app_share_note (self, STORE_NOTE_ATTENTION, value->name, "%s", text);
    }
}

void
app_share_note_folder (AppShareServer *self, const char *application)
{
  if (self->folder != NULL)
    app_share_note (self, STORE_NOTE_LOSS, "working-directory",
                    _ ("%s takes no working directory: “%s” is left out."), application,
                    self->folder);
}

/* "API_KEY" as VS Code's inputs are called. */
static char *
dup_input_id (const char *variable)
{
  char *id = g_ascii_strdown (variable, -1);

  return g_strdelimit (id, "_", '-');
}

char *
app_share_value_dup (const AppShareValue *value, AppShareStyle style)
{
  static const char *const around[][2] = {
    [APP_SHARE_PLACEHOLDER] = { PLACEHOLDER, "" },
    [APP_SHARE_BRACES] = { "${", "}" },
    [APP_SHARE_DOLLAR] = { "$", "" },
    [APP_SHARE_ENV] = { "${env:", "}" },
    [APP_SHARE_INPUT] = { "${input:", "}" },
  };
  g_autofree char *id = NULL;

  if (value->value != NULL)
    return g_strdup (value->value);
  id = style == APP_SHARE_INPUT ? dup_input_id (value->variable) : g_strdup (value->variable);
  return g_strconcat (value->before, around[style][0], id, around[style][1], NULL);
}

static void
write_values (McpJsonWriter *writer, const char *member, GPtrArray *values, AppShareStyle style)
{
  if (values->len == 0)
    return;
  mcp_json_writer_name (writer, member);
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue   *value = values->pdata[i];
      g_autofree char *text = app_share_value_dup (value, style);

      mcp_json_writer_member_string (writer, value->name, text);
    }
  mcp_json_writer_end_object (writer);
}

void
app_share_write_members (AppShareServer *self, McpJsonWriter *writer, AppShareStyle style)
{
  if (self->transport != STORE_TRANSPORT_STDIO)
    {
      mcp_json_writer_member_string (writer, "url", self->url);
      write_values (writer, "headers", self->headers, style);
      return;
    }
  mcp_json_writer_add (writer, "'command': %s, 'args': ?%a", self->command, self->arguments);
  write_values (writer, "env", self->environment, style);
}

gboolean
app_share_write_inputs (AppShareServer *self, McpJsonWriter *writer)
{
  GPtrArray *values = get_values (self);

  if (!app_share_has_secrets (self))
    return FALSE;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < values->len; i++)
    {
      AppShareValue   *value = values->pdata[i];
      g_autofree char *id = value->value == NULL ? dup_input_id (value->variable) : NULL;

      if (id != NULL)
        mcp_json_writer_add (
            writer,
            "{'type': 'promptString', 'id': %s, 'description': %s, 'password': true}", id,
            value->name);
    }
  mcp_json_writer_end_array (writer);
  return TRUE;
}
