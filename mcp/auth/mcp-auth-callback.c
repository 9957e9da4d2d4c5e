/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-callback.h"

#include "mcp-auth-address.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"

#include <string.h>

#define MAX_DESCRIPTION_CHARACTERS 2000

static const char *const names[] = {
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri",
};

struct _McpAuthCallback
{
  char *values[G_N_ELEMENTS (names)]; /* (nullable) */
};

static void
callback_clear (McpAuthCallback *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    mcp_auth_secret_free (self->values[i]);
}

static int
find_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return (int)i;
  return -1;
}

/* application/x-www-form-urlencoded. Returns: (transfer full) (nullable): %NULL where an escape is
 * broken or the text is no UTF-8 */
static char *
decode (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);

  g_strdelimit (copy, "+", ' ');
  g_autofree char *plain = g_uri_unescape_string (copy, NULL);
  mcp_auth_secret_free (g_steal_pointer (&copy));
  return plain != NULL && g_utf8_validate (plain, -1, NULL) ? g_steal_pointer (&plain) : NULL;
}

static void
cut_description (McpAuthCallback *self)
{
  char *description = self->values[find_name ("error_description")];

  if (description != NULL && g_utf8_strlen (description, -1) > MAX_DESCRIPTION_CHARACTERS)
    *g_utf8_offset_to_pointer (description, MAX_DESCRIPTION_CHARACTERS) = '\0';
}

static gboolean
refuse (GError **error, const char *why)
{
  g_propagate_error (error,
                     mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                    "What came back from the sign-in is not used: %s.", why));
  return FALSE;
}

/* @pair: name and value, or a name alone. What is none of ours may be anything. */
static gboolean
take_pair (McpAuthCallback *self, const char *pair, gsize length, gboolean *seen, GError **error)
{
  const char      *equals = memchr (pair, '=', length);
  const char      *value = equals != NULL ? equals + 1 : pair + length;
  g_autofree char *name = decode (pair, equals != NULL ? (gsize)(equals - pair) : length);
  int              index = name != NULL ? find_name (name) : -1;
  g_autofree char *why = NULL;

  if (index < 0)
    return TRUE;
  if (seen[index])
    {
      why = g_strdup_printf ("it has “%s” twice", names[index]);
      return refuse (error, why);
    }
  seen[index] = TRUE;
  self->values[index] = decode (value, (gsize)(pair + length - value));
  if (self->values[index] != NULL)
    return TRUE;
  why = g_strdup_printf ("its “%s” cannot be decoded", names[index]);
  return refuse (error, why);
}

/* RFC 6749 §3.1: what has no value counts as left out. */
static void
drop_empty (McpAuthCallback *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self->values[i] != NULL && *self->values[i] == '\0')
      g_clear_pointer (&self->values[i], g_free);
}

static gboolean
read_query (McpAuthCallback *self, const char *query, GError **error)
{
  gboolean seen[G_N_ELEMENTS (names)] = { FALSE };

  if (strnlen (query, MCP_AUTH_CALLBACK_MAX_BYTES + 1) > MCP_AUTH_CALLBACK_MAX_BYTES)
    return refuse (error, "it is too long");
  while (*query != '\0')
    {
      gsize length = strcspn (query, "&");

      if (!take_pair (self, query, length, seen, error))
        return FALSE;
      query += length;
      if (*query == '&')
        query++;
    }
  drop_empty (self);
  cut_description (self);
  if (mcp_auth_callback_get (self, "code") == NULL && mcp_auth_callback_get (self, "error") == NULL)
    return refuse (error, "it has neither a code nor an error");
  return TRUE;
}

McpAuthCallback *
mcp_auth_callback_new (const char *query, GError **error)
{
  g_autoptr (McpAuthCallback) self = g_atomic_rc_box_new0 (McpAuthCallback);

  return read_query (self, query, error) ? g_steal_pointer (&self) : NULL;
}

/* Terminals and mail break long lines. */
static char *
dup_without_blanks (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (plain, *text);
  return g_string_free (plain, FALSE);
}

/* Where the query begins: a "?" of an address stands before any "=", one of a value behind it. */
static char *
find_query (char *text)
{
  char *mark = text + strcspn (text, "?=");

  return *mark == '?' ? mark + 1 : text;
}

McpAuthCallback *
mcp_auth_callback_new_pasted (const char *text, GError **error)
{
  if (strnlen (text, MCP_AUTH_CALLBACK_MAX_BYTES + 1) > MCP_AUTH_CALLBACK_MAX_BYTES)
    {
      refuse (error, "it is too long");
      return NULL;
    }
  char *plain = dup_without_blanks (text);
  char *query = find_query (plain);
  query[strcspn (query, "#")] = '\0';
  McpAuthCallback *self = mcp_auth_callback_new (query, error);
  mcp_auth_secret_free (plain);
  return self;
}

McpAuthCallback *
mcp_auth_callback_ref (McpAuthCallback *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_auth_callback_unref (McpAuthCallback *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)callback_clear);
}

const char *
mcp_auth_callback_get (McpAuthCallback *self, const char *name)
{
  int index = find_name (name);

  return index >= 0 ? self->values[index] : NULL;
}

gboolean
mcp_auth_callback_has_state (McpAuthCallback *self, const char *state)
{
  return mcp_auth_secret_equal (mcp_auth_callback_get (self, "state"), state);
}

static gboolean
is_same_path (const char *one, const char *other)
{
  gsize one_length = strlen (one);
  gsize other_length = strlen (other);

  if (one_length > 0 && one[one_length - 1] == '/')
    one_length--;
  if (other_length > 0 && other[other_length - 1] == '/')
    other_length--;
  return one_length == other_length && g_ascii_strncasecmp (one, other, one_length) == 0;
}

McpAuthIss
mcp_auth_callback_check_iss (McpAuthCallback *self, const char *issuer, gboolean advertised)
{
  const char *iss = mcp_auth_callback_get (self, "iss");

  if (iss == NULL)
    return advertised ? MCP_AUTH_ISS_MISSING : MCP_AUTH_ISS_ABSENT;
  if (g_str_equal (iss, issuer))
    return MCP_AUTH_ISS_SAME;
  if (mcp_auth_address_is_same_origin (iss, issuer) &&
      is_same_path (mcp_auth_address_find_path (iss), mcp_auth_address_find_path (issuer)))
    return MCP_AUTH_ISS_NORMALIZED;
  return MCP_AUTH_ISS_OTHER;
}
