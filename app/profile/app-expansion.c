/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-expansion.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "store-client-variables.h"
#include "store-secret-signs.h"

/* As a profile spells them: nothing is translated where they are looked for. */
#define NEUTRAL \
  (STORE_VARIABLE_BRACES | STORE_VARIABLE_DEFAULT | STORE_VARIABLE_INPUT | STORE_VARIABLE_PLACES)

typedef enum {
  PART_COMMAND,
  PART_ARGUMENT,
  PART_FOLDER,
  PART_ENVIRONMENT,
  PART_URL,
  PART_HEADER,
  PART_SIGN_IN,
} Part;

/* One variable in one place. */
typedef struct
{
  Part  part;
  char *place; /* (nullable): the name or the number of the text that has it */
  char *name;
} Use;

/* One way through all texts of a profile that matter for its transport. */
typedef struct
{
  StoreProfile      *profile;
  const char *const *environment; /* (nullable): %NULL for ours */
  GPtrArray         *missing;     /* (nullable) */
  GPtrArray         *uses;        /* (element-type Use) */
} Walk;

static void
use_free (gpointer data)
{
  Use *self = data;

  g_free (self->place);
  g_free (self->name);
  g_free (self);
}

/* Returns: (transfer full) (nullable) */
static char *
expand (Walk *self, Part part, const char *place, const char *text)
{
  g_autoptr (StoreVariableUse) found = store_variable_use_new ();
  g_autofree char *same =
      text != NULL ? store_client_variables_write (text, NEUTRAL, found) : NULL;

  for (guint i = 0; i < found->names->len; i++)
    {
      Use *use = g_new0 (Use, 1);

      use->part = part;
      use->place = g_strdup (place);
      use->name = g_strdup (found->names->pdata[i]);
      g_ptr_array_add (self->uses, use);
    }
  return text != NULL ? store_client_variables_expand (text, self->environment, self->missing)
                      : NULL;
}

/* Returns: (transfer full) */
static StoreVariables *
expand_all (Walk *self, Part part, const StoreVariables *variables)
{
  StoreVariables *result = store_variables_copy (variables);

  for (guint i = 0; i < store_variables_get_n_items (variables); i++)
    {
      const char      *name = store_variables_get_name (variables, i);
      g_autofree char *value =
          expand (self, part, name, store_variables_get_value (variables, i));

      if (value != NULL)
        store_variables_set (result, name, value);
    }
  return result;
}

static void
expand_program (Walk *self)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  g_autofree char     *command = expand (self, PART_COMMAND, NULL, endpoint->command);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (StoreVariables) environment = NULL;
  g_auto (GStrv) arguments = NULL;

  for (guint i = 0; endpoint->arguments[i] != NULL; i++)
    {
      g_autofree char *place = g_strdup_printf ("%u", i + 1);
      g_autofree char *argument = expand (self, PART_ARGUMENT, place, endpoint->arguments[i]);

      g_strv_builder_add (builder, argument);
    }
  arguments = g_strv_builder_end (builder);
  g_autofree char *folder = expand (self, PART_FOLDER, NULL, endpoint->working_directory);
  environment = expand_all (self, PART_ENVIRONMENT, endpoint->environment);
  g_object_set (self->profile, "command", command, "arguments", arguments, "working-directory",
                folder, "environment", environment, NULL);
}

static void
expand_network (Walk *self)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profile);
  g_autofree char     *url = expand (self, PART_URL, NULL, endpoint->url);
  g_autoptr (StoreVariables) headers = expand_all (self, PART_HEADER, endpoint->headers);
  g_autoptr (StoreVariables) oauth = expand_all (self, PART_SIGN_IN, endpoint->oauth);

  g_object_set (self->profile, "url", url, "headers", headers, "oauth", oauth, NULL);
}

/* @environment: (nullable). Returns: (transfer full) (element-type Use): what was met */
static GPtrArray *
walk (StoreProfile *profile, const char *const *environment, GPtrArray *missing)
{
  Walk self = { profile, environment, missing, g_ptr_array_new_with_free_func (use_free) };

  if (store_profile_get_endpoint (profile)->transport == STORE_TRANSPORT_STDIO)
    expand_program (&self);
  else
    expand_network (&self);
  return self.uses;
}

/* Returns: (transfer full) (element-type Use): nothing of the environment is read */
static GPtrArray *
find_uses (StoreProfile *profile)
{
  static const char *const nothing[] = { NULL };
  g_autoptr (StoreProfile) copy = store_profile_copy (profile);

  return walk (copy, nothing, NULL);
}

void
app_expansion_apply (StoreProfile *profile, GPtrArray *missing)
{
  g_return_if_fail (STORE_IS_PROFILE (profile));
  g_autoptr (GPtrArray) uses = walk (profile, NULL, missing);
}

/* Secrets */

/* What is in every text is no secret, wherever it is put: it would be masked everywhere. */
static gboolean
is_ordinary (const char *name, const char *value)
{
  static const char *const names[] = { "HOME", "USER", "LOGNAME", "PATH", "PWD",
                                       "SHELL", "LANG", "HOST", "HOSTNAME", "PORT", NULL };
  static const char *const ends[] = { "_HOST", "_PORT", "_DIR", "_HOME", "_PATH" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return g_strv_contains (names, name) || value[strspn (value, "0123456789.:-")] == '\0' ||
         g_str_equal (value, g_get_host_name ()) ||
         (g_path_is_absolute (value) && g_file_test (value, G_FILE_TEST_EXISTS));
}

/* By the variable's name, or by that of the header or variable that gets it; the rest is found in
 * the whole profile. */
static gboolean
is_secret (const Use *use)
{
  return store_secret_signs_is_name (use->name) ||
         ((use->part == PART_HEADER || use->part == PART_ENVIRONMENT ||
           use->part == PART_SIGN_IN) &&
          store_secret_signs_is_name (use->place));
}

void
app_expansion_add_secrets (StoreProfile *profile, AppRedactor *redactor)
{
  g_autoptr (GPtrArray) uses = find_uses (profile);
  g_autoptr (StoreProfile) copy = store_profile_copy (profile);
  g_auto (GStrv) environment = g_get_environ ();

  for (guint i = 0; i < uses->len; i++)
    {
      const Use  *use = uses->pdata[i];
      const char *value = g_getenv (use->name);

      if (value == NULL)
        continue;
      if (is_ordinary (use->name, value))
        environment = g_environ_setenv (environment, use->name, "", TRUE);
      else if (is_secret (use))
        app_redactor_add_secret (redactor, value);
      app_redactor_add_url (redactor, value);
    }
  /* Passwords in URLs, and values of options such as --token. */
  g_autoptr (GPtrArray) expanded = walk (copy, (const char *const *)environment, NULL);
  app_redactor_add_profile (redactor, copy);
}

/* What is confirmed */

/* Returns: (transfer full): the program, or the host; the whole of what names no host clearly */
static char *
dup_receiver (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  g_autoptr (GUri) uri = NULL;

  if (endpoint->transport == STORE_TRANSPORT_STDIO)
    return g_strdup (endpoint->command != NULL ? endpoint->command : "");
  if (endpoint->url != NULL)
    uri = g_uri_parse (endpoint->url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0')
    return g_strdup (g_uri_get_host (uri));
  return g_strdup (endpoint->url != NULL ? endpoint->url : "");
}

/* What gets the value of a variable, behind its name. */
static const char *const descriptions[] = {
  /* Translators: each behind the name of a variable; {place} is the name or number of the part that
   * has it, {receiver} the program or the host that gets it */
  [PART_COMMAND] = N_ ("the name of the program"),
  [PART_ARGUMENT] = N_ ("argument {place}, given to {receiver}"),
  [PART_FOLDER] = N_ ("the folder of {receiver}"),
  [PART_ENVIRONMENT] = N_ ("environment variable {place}, given to {receiver}"),
  [PART_URL] = N_ ("URL, sent to {receiver}"),
  [PART_HEADER] = N_ ("header {place}, sent to {receiver}"),
  [PART_SIGN_IN] = N_ ("sign-in setting {place}, sent to the authorization server"),
};

char *
app_expansion_dup_list (StoreProfile *profile)
{
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  g_autoptr (GPtrArray) uses = find_uses (profile);
  if (uses->len == 0)
    return NULL;
  g_autofree char *receiver = dup_receiver (profile);
  GString         *text = g_string_new (_ ("It gets these variables from your environment:"));
  for (guint i = 0; i < uses->len; i++)
    {
      const Use *use = uses->pdata[i];
      g_autoptr (GString) line = g_string_new (_ (descriptions[use->part]));

      if (use->place != NULL)
        g_string_replace (line, "{place}", use->place, 1);
      g_string_replace (line, "{receiver}", receiver, 1);
      g_string_append_printf (text, "\n%s: %s", use->name, line->str);
    }
  return g_string_free (text, FALSE);
}
