/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-presence.h"

#include "store-client-bridge.h"
#include "store-client-variables.h"

#include <gio/gio.h>
#include <string.h>

/* What a person may have typed of a variable: every spelling that cannot be anything else. */
#define ANY_SPELLING \
  (STORE_VARIABLE_ENV | STORE_VARIABLE_BRACES | STORE_VARIABLE_CURLY | STORE_VARIABLE_SECRETS)

/* In the neutral spelling. */
static gboolean
is_same_text (const char *ours, const char *theirs)
{
  if (g_strcmp0 (ours, theirs) == 0)
    return TRUE;
  if (ours == NULL || theirs == NULL ||
      (strchr (ours, '{') == NULL && strchr (theirs, '{') == NULL))
    return FALSE;
  g_autofree char *our = store_client_variables_read (ours, ANY_SPELLING, NULL);
  g_autofree char *their = store_client_variables_read (theirs, ANY_SPELLING, NULL);
  return g_str_equal (our, their);
}

static gboolean
is_same_texts (const char *const *ours, const char *const *theirs)
{
  for (; *ours != NULL && *theirs != NULL; ours++, theirs++)
    if (!is_same_text (*ours, *theirs))
      return FALSE;
  return *ours == NULL && *theirs == NULL;
}

/* A relative program as it stands when it is written for others. Returns: (transfer full) */
static char *
dup_program (StoreProfile *profile)
{
  const char *command = store_profile_get_endpoint (profile)->command;
  const char *folder = store_profile_get_endpoint (profile)->working_directory;

  if (command != NULL && strchr (command, '/') != NULL && !g_path_is_absolute (command) &&
      folder != NULL && g_path_is_absolute (folder))
    return g_canonicalize_filename (command, folder);
  return g_strdup (command);
}

static gboolean
is_same_program (StoreProfile *ours, StoreProfile *theirs)
{
  g_autofree char *a = dup_program (ours);
  g_autofree char *b = dup_program (theirs);

  if (a == NULL || b == NULL)
    return a == b;
  if (g_str_equal (a, b))
    return TRUE;
  /* "npx" and "/usr/bin/npx"; but two different paths are two programs. */
  if (strchr (a, '/') != NULL && strchr (b, '/') != NULL)
    return FALSE;
  g_autofree char *a_base = g_path_get_basename (a);
  g_autofree char *b_base = g_path_get_basename (b);
  return g_str_equal (a_base, b_base);
}

/* `spyglass-cli exec ID` runs the server of this id, whatever it is reached by. */
static gboolean
is_wrapped (StoreProfile *ours, StoreProfile *theirs)
{
  const StoreEndpoint *their = store_profile_get_endpoint (theirs);

  if (their->transport != STORE_TRANSPORT_STDIO || their->command == NULL)
    return FALSE;
  g_autofree char *program = g_path_get_basename (their->command);
  return g_str_equal (program, "spyglass-cli") && g_strv_length ((char **)their->arguments) == 2 &&
         g_str_equal (their->arguments[0], "exec") &&
         g_str_equal (their->arguments[1], store_profile_get_id (ours));
}

/* What is reached through mcp-remote is the same as its URL. Returns: (transfer full) */
static StoreProfile *
dup_comparable (StoreProfile *ours, StoreProfile *theirs)
{
  if (store_profile_get_endpoint (ours)->transport == STORE_TRANSPORT_STDIO ||
      store_profile_get_endpoint (theirs)->transport != STORE_TRANSPORT_STDIO)
    return g_object_ref (theirs);
  g_autoptr (StoreProfile) copy = store_profile_copy (theirs);
  store_client_bridge_unwrap (copy, NULL);
  return g_steal_pointer (&copy);
}

gboolean
app_client_presence_reaches_same (StoreProfile *ours, StoreProfile *theirs)
{
  g_autoptr (StoreProfile) comparable = dup_comparable (ours, theirs);
  const StoreEndpoint *our = store_profile_get_endpoint (ours);
  const StoreEndpoint *their = store_profile_get_endpoint (comparable);
  gboolean             runs = our->transport == STORE_TRANSPORT_STDIO;

  if (is_wrapped (ours, theirs))
    return TRUE;
  if (runs != (their->transport == STORE_TRANSPORT_STDIO))
    return FALSE;
  if (!runs)
    return is_same_text (our->url, their->url);
  return is_same_program (ours, comparable) && is_same_texts (our->arguments, their->arguments);
}

static gboolean
find (const StoreVariables *variables, const char *name, gboolean caseless, guint *index)
{
  return caseless ? store_variables_find_caseless (variables, name, index)
                  : store_variables_find (variables, name, index);
}

/* @spare: a name that theirs may have beside ours */
static gboolean
is_same_list (const StoreVariables *ours,
              const StoreVariables *theirs,
              gboolean              caseless,
              const char           *spare)
{
  guint extra = 0;
  guint index;

  for (guint i = 0; i < store_variables_get_n_items (ours); i++)
    {
      const char *value = store_variables_get_value (ours, i);

      if (!find (theirs, store_variables_get_name (ours, i), caseless, &index) ||
          (value != NULL && !is_same_text (value, store_variables_get_value (theirs, index))))
        return FALSE;
    }
  if (spare != NULL && find (theirs, spare, caseless, NULL) && !find (ours, spare, caseless, NULL))
    extra = 1;
  return store_variables_get_n_items (theirs) == store_variables_get_n_items (ours) + extra;
}

/* A URL without a word on its transport is as good as one that says streamable HTTP. */
static gboolean
is_same_transport (StoreTransport ours, StoreTransport theirs)
{
  if (ours == STORE_TRANSPORT_AUTO)
    ours = STORE_TRANSPORT_HTTP;
  if (theirs == STORE_TRANSPORT_AUTO)
    theirs = STORE_TRANSPORT_HTTP;
  return ours == theirs;
}

gboolean
app_client_presence_is_equal (StoreProfile *ours, StoreProfile *theirs)
{
  g_autoptr (StoreProfile) comparable = dup_comparable (ours, theirs);
  const StoreEndpoint *our = store_profile_get_endpoint (ours);
  const StoreEndpoint *their = store_profile_get_endpoint (comparable);
  gboolean             authorized = our->authorization != STORE_AUTHORIZATION_NONE;

  if (is_wrapped (ours, theirs))
    return TRUE;
  if (!app_client_presence_reaches_same (ours, theirs))
    return FALSE;
  if (our->transport != STORE_TRANSPORT_STDIO)
    return is_same_transport (our->transport, their->transport) &&
           is_same_list (our->headers, their->headers, TRUE, authorized ? "Authorization" : NULL);
  if (their->working_directory != NULL &&
      g_strcmp0 (their->working_directory, our->working_directory) != 0)
    return FALSE;
  /* A PATH goes along where a program is found by the shell only. */
  return is_same_list (our->environment, their->environment, FALSE, "PATH");
}

static StoreProfile *
find_entry (GPtrArray *entries, StoreProfile *ours)
{
  const char *names[] = { store_profile_get_id (ours), store_profile_get_name (ours) };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < entries->len; j++)
      {
        StoreProfile *entry = g_ptr_array_index (entries, j);

        if (g_str_equal (store_profile_get_name (entry), names[i]))
          return entry;
      }
  /* Two accounts may share a URL: with other headers it is another server. */
  for (guint j = 0; j < entries->len; j++)
    if (app_client_presence_is_equal (ours, g_ptr_array_index (entries, j)))
      return g_ptr_array_index (entries, j);
  return NULL;
}

AppClientPresence
app_client_presence_find (GPtrArray *entries, StoreProfile *ours, StoreProfile **found)
{
  StoreProfile *entry = entries != NULL ? find_entry (entries, ours) : NULL;

  if (found != NULL)
    *found = entry;
  if (entry == NULL)
    return APP_CLIENT_PRESENCE_ABSENT;
  if (!store_profile_get_decisions (entry)->enabled)
    return APP_CLIENT_PRESENCE_DISABLED;
  return app_client_presence_is_equal (ours, entry) ? APP_CLIENT_PRESENCE_EQUAL
                                                    : APP_CLIENT_PRESENCE_DIFFERENT;
}
