/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-profile.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-option.h"
#include "app-cli-print.h"
#include "app-cli-sign-in.h"
#include "app-preset-sets.h"
#include "app-server-name.h"
#include "app-target.h"
#include "mcp-json-value.h"

/* Bytes of a token or password. */
#define MAX_SECRET 65536

gboolean
app_cli_profile_looks_like_url (const char *text)
{
  return strchr ("{[\"", text[0]) == NULL &&
         (strstr (text, "://") != NULL || store_transport_for_url (text) != STORE_TRANSPORT_AUTO);
}

StoreProfile *
app_cli_profile_new_for_program (char **words)
{
  g_autofree char *name = app_server_name_for_command ((const char *const *)words);
  StoreProfile    *profile = store_profile_new (name);

  g_object_set (profile, "command", words[0], "arguments", (const char *const *)words + 1, NULL);
  return profile;
}

StoreProfile *
app_cli_profile_new_for_url (const char *url)
{
  g_autofree char *name = app_server_name_for_url (url);
  StoreProfile    *profile = store_profile_new (name);

  app_cli_profile_set_url (profile, url);
  return profile;
}

void
app_cli_profile_set_url (StoreProfile *profile, const char *url)
{
  g_autoptr (AppTarget) target = app_target_new (url);
  g_autoptr (StoreProfile) found = g_list_model_get_item (app_target_get_profiles (target), 0);

  /* What is no URL is told when the profile is checked. */
  g_object_set (profile, "transport",
                found != NULL && store_profile_get_endpoint (found)->url != NULL
                    ? store_profile_get_endpoint (found)->transport
                    : store_transport_for_url (url),
                "url", url, "command", NULL, "arguments", NULL, NULL);
}

/* A secret that is on no command line, where others can see it: "-" is standard input, "@FILE" a
 * file, "env:NAME" a variable of the environment; anything else is the secret itself.
 * Returns: (transfer full) (nullable) */
static char *
read_secret (const char *text, GError **error)
{
  g_autofree char *found = NULL;
  gsize            length;

  if (g_str_has_prefix (text, "env:"))
    {
      if (g_getenv (text + 4) != NULL)
        return g_strdup (g_getenv (text + 4));
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   /* Translators: %s is the name of an environment variable */
                   _ ("There is no environment variable “%s”."), text + 4);
      return NULL;
    }
  if (g_str_equal (text, "-"))
    found = app_cli_input_read ("-", MAX_SECRET, &length, error);
  else if (text[0] == '@')
    found = app_cli_input_read (text + 1, MAX_SECRET, &length, error);
  else
    return g_strdup (text);
  if (found != NULL)
    g_strdelimit (g_strchomp (found), "\r\n", ' ');
  return g_steal_pointer (&found);
}

static gboolean
is_secret (const AppCliInvocation *invocation, const char *name)
{
  char **named = invocation->keeping.secret;

  return app_redactor_is_secret_header (name) ||
         (named != NULL && g_strv_contains ((const char *const *)named, name));
}

static gboolean
add_variables (const AppCliInvocation *invocation,
               StoreVariables         *variables,
               char                  **pairs,
               char                    separator,
               GError                **error)
{
  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i++)
    {
      const char      *split = strchr (pairs[i], separator);
      g_autofree char *value = NULL;

      if (split == NULL || split == pairs[i])
        return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                               /* Translators: %s is what was typed, then an example */
                               _ ("“%s” is not a name and a value. Example: %s"), pairs[i],
                               separator == '=' ? "--env LOG_LEVEL=debug"
                                                : "--header \"X-Tenant: a\"");
      g_autofree char *name = g_strstrip (g_strndup (pairs[i], split - pairs[i]));
      for (split++; separator == ':' && *split == ' '; split++)
        ;
      value = is_secret (invocation, name) ? read_secret (split, error) : g_strdup (split);
      if (value == NULL)
        return FALSE;
      store_variables_set (variables, name, value);
    }
  return TRUE;
}

static gboolean
set_credentials (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  g_autoptr (StoreVariables) credentials = store_variables_new ();
  g_auto (GStrv) parts = NULL;
  const char      *given = invocation->target.bearer != NULL ? invocation->target.bearer
                                                             : invocation->target.basic;
  g_autofree char *secret = given != NULL ? read_secret (given, error) : NULL;

  if (given != NULL && secret == NULL)
    return FALSE;
  if (invocation->target.bearer != NULL)
    {
      store_variables_set (credentials, "token", secret);
      g_object_set (profile, "authorization", STORE_AUTHORIZATION_BEARER, NULL);
    }
  else if (invocation->target.basic != NULL)
    {
      parts = g_strsplit (secret, ":", 2);
      store_variables_set (credentials, "user", parts[0] != NULL ? parts[0] : "");
      store_variables_set (credentials, "password",
                           parts[0] != NULL && parts[1] != NULL ? parts[1] : "");
      g_object_set (profile, "authorization", STORE_AUTHORIZATION_BASIC, NULL);
    }
  else
    return TRUE;
  g_object_set (profile, "credentials", credentials, NULL);
  return TRUE;
}

/* A file is found from here, not from where Spyglass is started the next time. */
static char *
make_whole (const char *path)
{
  return *path == '\0' || g_str_has_prefix (path, "~/") ? g_strdup (path)
                                                        : g_canonicalize_filename (path, NULL);
}

static void
set_roots (StoreProfile *profile, char **roots)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; roots[i] != NULL; i++)
    {
      g_autofree char *scheme = g_uri_parse_scheme (roots[i]);
      g_autofree char *path = scheme == NULL ? make_whole (roots[i]) : g_strdup (roots[i]);

      if (*path != '\0')
        g_strv_builder_add (builder, path);
    }
  g_auto (GStrv) whole = g_strv_builder_end (builder);
  g_object_set (profile, "roots", whole, NULL);
}

/* ID, or ID=JSON; what the profile has of others stays. An ID alone has no settings, and "ID="
 * takes it away. */
static gboolean
set_extension (StoreVariables *extensions, const char *text, GError **error)
{
  const char      *split = strchr (text, '=');
  const char      *settings = split != NULL ? split + 1 : "{}";
  g_autofree char *name = split != NULL ? g_strndup (text, split - text) : g_strdup (text);

  if (*settings == '\0')
    {
      store_variables_remove (extensions, name);
      return TRUE;
    }
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (settings, -1, NULL);
  if (document == NULL || strchr (name, '/') == NULL || name[0] == '/' ||
      mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    return app_cli_refuse (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           /* Translators: %s is what was typed */
                           _ ("“%s” is not an extension. Example: --extension com.example/x={}"),
                           text);
  store_variables_set (extensions, name, settings);
  return TRUE;
}

static gboolean
set_extensions (StoreProfile *profile, char **texts, GError **error)
{
  g_autoptr (StoreVariables) extensions =
      store_variables_copy (store_profile_get_conversation (profile)->extensions);

  for (guint i = 0; texts[i] != NULL; i++)
    if (!set_extension (extensions, texts[i], error))
      return FALSE;
  g_object_set (profile, "extensions", extensions, NULL);
  return TRUE;
}

typedef struct
{
  StoreProfile *profile;
  gboolean      deadlines; /* and nothing else */
  GError      **error;
} Applying;

static gboolean
apply_word (const AppCliOption *option, const char *text, Applying *self)
{
  guint            word;
  g_autofree char *choices = NULL;

  if (store_profile_parse_word (option->word, text, &word))
    {
      g_object_set (self->profile, option->word, word, NULL);
      return TRUE;
    }
  choices = g_strdelimit (g_strdup (option->choices), " ", '|');
  return app_cli_refuse (self->error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         /* Translators: %s is an option, then words with | between, then the option
                            again */
                         _ ("--%s is one of %s. Example: --%s auto"), option->name, choices,
                         option->name);
}

/* What the row of an option says that it sets. @applying: Applying */
static gboolean
apply_option (const AppCliOption *option, gpointer member, gpointer applying)
{
  Applying        *self = applying;
  gboolean         is_deadline = option->kind == G_OPTION_ARG_DOUBLE;
  g_autofree char *whole = NULL;

  if (is_deadline != self->deadlines || !app_cli_option_is_given (option, member))
    return TRUE;
  if (option->word != NULL)
    return apply_word (option, *(char **)member, self);
  if (option->property == NULL)
    return TRUE;
  if (is_deadline)
    g_object_set (self->profile, option->property, (guint)(*(double *)member * 1000), NULL);
  else if (option->kind == G_OPTION_ARG_FILENAME)
    {
      whole = make_whole (*(char **)member);
      g_object_set (self->profile, option->property, whole, NULL);
    }
  else
    g_object_set (self->profile, option->property, *(char **)member, NULL);
  return TRUE;
}

static gboolean
apply_way (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  Applying applying = { profile, FALSE, error };

  if (app_cli_option_visit (invocation, apply_option, &applying) != NULL)
    return FALSE;
  if (invocation->target.root != NULL)
    set_roots (profile, invocation->target.root);
  return invocation->target.extension == NULL ||
         set_extensions (profile, invocation->target.extension, error);
}

/* What does not fit is asked about with the values of a set that is only being made. */
static gboolean
makes_preset_set (const AppCliInvocation *invocation)
{
  return g_str_equal (invocation->command, "servers") &&
         g_strcmp0 (invocation->arguments[0], "preset") == 0;
}

gboolean
app_cli_profile_apply (const AppCliInvocation *invocation, StoreProfile *profile, GError **error)
{
  g_autoptr (StoreVariables) environment =
      store_variables_copy (store_profile_get_endpoint (profile)->environment);
  g_autoptr (StoreVariables) headers =
      store_variables_copy (store_profile_get_endpoint (profile)->headers);

  if (!add_variables (invocation, environment, invocation->target.env, '=', error) ||
      !add_variables (invocation, headers, invocation->target.header, ':', error))
    return FALSE;
  g_object_set (profile, "environment", environment, "headers", headers, NULL);
  if (invocation->target.cwd != NULL)
    g_object_set (profile, "working-directory", invocation->target.cwd, NULL);
  if (invocation->target.preset_set != NULL &&
      !app_preset_sets_use (profile, invocation->target.preset_set,
                            makes_preset_set (invocation), error))
    return FALSE;
  return set_credentials (invocation, profile, error) && apply_way (invocation, profile, error) &&
         app_cli_sign_in_apply (invocation, profile, error);
}

void
app_cli_profile_apply_deadlines (const AppCliInvocation *invocation, StoreProfile *profile)
{
  Applying applying = { profile, TRUE, NULL };

  app_cli_option_visit (invocation, apply_option, &applying);
}

static void
note_relative_arguments (const AppCliInvocation *invocation, StoreProfile *profile)
{
  const char *const *arguments = store_profile_get_endpoint (profile)->arguments;

  for (guint i = 0; arguments[i] != NULL; i++)
    if (g_str_has_prefix (arguments[i], "./") || g_str_has_prefix (arguments[i], "../"))
      {
        /* Translators: %s is an argument of a command, such as ./server.js */
        app_cli_note (invocation, _ ("· “%s” is relative: it is found only from the folder that "
                                     "--cwd names."),
                      arguments[i]);
        return;
      }
}

void
app_cli_profile_make_absolute (const AppCliInvocation *invocation, StoreProfile *profile)
{
  const char      *command = store_profile_get_endpoint (profile)->command;
  const char      *folder = invocation->target.cwd;
  g_autofree char *whole_folder = NULL;
  g_autofree char *whole = NULL;

  if (folder != NULL && !g_path_is_absolute (folder))
    {
      whole_folder = g_canonicalize_filename (folder, NULL);
      g_object_set (profile, "working-directory", whole_folder, NULL);
      folder = whole_folder;
    }
  if (invocation->program == NULL || command == NULL)
    return;
  if (strchr (command, G_DIR_SEPARATOR) != NULL && !g_path_is_absolute (command) &&
      !g_str_has_prefix (command, "${"))
    {
      whole = g_canonicalize_filename (command, folder);
      /* Translators: %s is a program as it was typed, then its full path */
      app_cli_note (invocation, _ ("· “%s” is saved as %s, so that it is found from everywhere."),
                    command, whole);
      g_object_set (profile, "command", whole, NULL);
    }
  if (folder == NULL)
    note_relative_arguments (invocation, profile);
}
