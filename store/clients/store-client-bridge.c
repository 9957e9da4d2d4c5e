/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-bridge.h"

#include "store-client-note.h"
#include "store-client-variables.h"

#include <string.h>

#define PROGRAM "mcp-remote"

/* A longer name of a variable is none. */
#define MAX_NAME_BYTES 256

/* Replaces ${NAME} by what @environment says, once: a value is not looked into again.
 * @used: (element-type utf8): gets the names */
static char *
expand (const char *text, const StoreVariables *environment, GHashTable *used)
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
          g_hash_table_add (used, g_steal_pointer (&name));
          text = end + 1;
        }
      else
        {
          g_string_append_c (result, *text++);
        }
    }
  return g_string_free (result, FALSE);
}

static gboolean
is_program (const char *word)
{
  return g_str_has_prefix (word, PROGRAM) &&
         (word[strlen (PROGRAM)] == '\0' || word[strlen (PROGRAM)] == '@');
}

/* @version: (nullable): gets what stands behind its @. Returns: the place of the URL among the
 * arguments, or -1 */
static int
find_url (const StoreEndpoint *endpoint, const char **version)
{
  const char *const *arguments = endpoint->arguments;
  g_autofree char   *program =
      endpoint->command != NULL ? g_path_get_basename (endpoint->command) : NULL;
  int at = -1;

  if (program == NULL)
    return -1;
  if (is_program (program))
    at = 0;
  for (guint i = 0; at < 0 && arguments[i] != NULL; i++)
    if (is_program (arguments[i]))
      {
        at = (int)i + 1;
        if (version != NULL && arguments[i][strlen (PROGRAM)] != '\0')
          *version = arguments[i] + strlen (PROGRAM "@");
      }
  return at >= 0 && arguments[at] != NULL && strstr (arguments[at], "://") != NULL ? at : -1;
}

gboolean
store_client_bridge_replaces (const StoreEndpoint *endpoint, guint index)
{
  g_autoptr (StoreVariableUse) use = store_variable_use_new ();
  g_autofree char *same = NULL;
  int              url = find_url (endpoint, NULL);

  if (url < 0 || index <= (guint)url || !g_str_equal (endpoint->arguments[index - 1], "--header"))
    return FALSE;
  same = store_client_variables_write (endpoint->arguments[index], STORE_VARIABLE_BRACES, use);
  for (guint i = 0; i < use->names->len; i++)
    if (!store_variables_find (endpoint->environment, use->names->pdata[i], NULL))
      return FALSE;
  return use->names->len > 0 && !use->loses_default && !use->is_nested && !use->is_set;
}

static void
add_header (StoreVariables *headers, const char *argument, StoreProfile *profile, GHashTable *used)
{
  const char      *colon = strchr (argument, ':');
  g_autofree char *value = NULL;

  if (colon == NULL || colon == argument)
    return;
  g_autofree char *name = g_strstrip (g_strndup (argument, colon - argument));
  value = expand (colon + 1, store_profile_get_endpoint (profile)->environment, used);
  g_strstrip (value);
  store_variables_set (headers, name, value);
}

static void
drop (GString *dropped, const char *kind, const char *what)
{
  g_string_append_printf (dropped, "%s%s %s", dropped->len > 0 ? ", " : "", kind, what);
}

/* What stands behind the URL. Values of options may be secrets, and are not named. */
static StoreTransport
read_options (StoreProfile   *profile,
              int             url,
              StoreVariables *headers,
              GHashTable     *used,
              GString        *dropped)
{
  const char *const *arguments = store_profile_get_endpoint (profile)->arguments;
  StoreTransport     transport = STORE_TRANSPORT_AUTO;

  for (int i = url + 1; arguments[i] != NULL; i++)
    {
      const char *value = arguments[i + 1];

      if (g_str_equal (arguments[i], "--header") && value != NULL)
        {
          add_header (headers, value, profile, used);
          i++;
        }
      else if (g_str_equal (arguments[i], "--transport") && value != NULL)
        {
          transport = g_str_has_prefix (value, "sse") ? STORE_TRANSPORT_SSE : STORE_TRANSPORT_HTTP;
          i++;
        }
      else if (g_str_has_prefix (arguments[i], "--") && !g_str_equal (arguments[i], "--allow-http"))
        drop (dropped, "the option", arguments[i]);
      else if (i == url + 1 && g_ascii_isdigit (*arguments[i]))
        drop (dropped, "the port", arguments[i]);
    }
  return transport;
}

/* What the program alone needs. */
static void
drop_rest (const StoreEndpoint *endpoint, const char *version, GHashTable *used, GString *dropped)
{
  if (version != NULL)
    drop (dropped, "its version", version);
  for (guint i = 0; i < store_variables_get_n_items (endpoint->environment); i++)
    {
      const char *name = store_variables_get_name (endpoint->environment, i);

      if (!g_hash_table_contains (used, name))
        drop (dropped, "the variable", name);
    }
  if (endpoint->working_directory != NULL)
    drop (dropped, "its folder", endpoint->working_directory);
}

gboolean
store_client_bridge_unwrap (StoreProfile *profile, GPtrArray *notes)
{
  g_autoptr (StoreVariables) headers = store_variables_new ();
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) dropped = g_string_new (NULL);
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  const char          *name = store_profile_get_name (profile);
  const char          *version = NULL;
  int                  at = find_url (endpoint, &version);

  if (at < 0)
    return FALSE;
  g_autofree char *url = expand (endpoint->arguments[at], endpoint->environment, used);
  StoreTransport   transport = read_options (profile, at, headers, used, dropped);
  drop_rest (endpoint, version, used, dropped);
  if (notes != NULL && dropped->len > 0)
    store_note_add (notes, STORE_NOTE_LOSS, "command",
                    "“%s” no longer goes through mcp-remote. Left out: %s.", name, dropped->str);
  if (transport == STORE_TRANSPORT_AUTO &&
      (g_str_has_suffix (url, "/sse") || strstr (url, "/sse?") != NULL))
    {
      transport = STORE_TRANSPORT_SSE;
      if (notes != NULL)
        store_note_add (notes, STORE_NOTE_ATTENTION, "url",
                        "“%s” is taken for an HTTP+SSE server, because its URL ends in /sse; "
                        "mcp-remote tries streamable HTTP first.",
                        name);
    }
  g_object_set (profile, "transport", transport, "url", url, "headers", headers, "command", NULL,
                "arguments", NULL, "environment", NULL, "working-directory", NULL, NULL);
  return TRUE;
}
