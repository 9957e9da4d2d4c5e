/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-grant.h"

#include "mcp-auth-secret.h"
#include "mcp-error.h"

#include <string.h>

#define URN_GRANT "urn:ietf:params:oauth:grant-type:"
#define URN_ASSERTION "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
#define URN_ID_JAG "urn:ietf:params:oauth:token-type:id-jag"

/* Encoding */

/* application/x-www-form-urlencoded of one name or value: what RFC 3986 §2.3 calls unreserved stays
 * as it is. @space: "+" of a form, or "%20", which every reader of a query understands alike */
static void
append_encoded (GString *text, const char *value, const char *space)
{
  for (const guchar *p = (const guchar *)value; *p != '\0'; p++)
    if (g_ascii_isalnum (*p) || strchr ("-._~", *p) != NULL)
      g_string_append_c (text, (char)*p);
    else if (*p == ' ')
      g_string_append (text, space);
    else
      g_string_append_printf (text, "%%%02X", *p);
}

static void
append_pair (GString *text, const char *name, const char *value, const char *space)
{
  append_encoded (text, name, space);
  g_string_append_c (text, '=');
  append_encoded (text, value, space);
}

/* Returns: (transfer full) (nullable): %NULL where it is no UTF-8, or holds a NUL */
static char *
dup_decoded (const char *start, gsize length)
{
  g_autofree char *spaced = g_strndup (start, length);

  g_strdelimit (spaced, "+", ' ');
  g_autofree char *decoded = g_uri_unescape_string (spaced, NULL);
  if (decoded == NULL || !g_utf8_validate (decoded, -1, NULL))
    return NULL;
  return g_steal_pointer (&decoded);
}

/* Forms */

static McpAuthForm *
form_new (void)
{
  McpAuthForm *self = g_new0 (McpAuthForm, 1);

  self->fields = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_auth_secret_free);
  self->headers = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_auth_secret_free);
  return self;
}

void
mcp_auth_form_free (McpAuthForm *self)
{
  g_ptr_array_unref (self->fields);
  g_ptr_array_unref (self->headers);
  g_free (self);
}

void
mcp_auth_form_add (McpAuthForm *self, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (self->fields, g_strdup (name));
  g_ptr_array_add (self->fields, g_strdup (value));
}

GBytes *
mcp_auth_form_encode (McpAuthForm *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i + 1 < self->fields->len; i += 2)
    {
      if (i > 0)
        g_string_append_c (text, '&');
      append_pair (text, g_ptr_array_index (self->fields, i),
                   g_ptr_array_index (self->fields, i + 1), "+");
    }
  gsize length = text->len;
  char *body = g_string_free (g_steal_pointer (&text), FALSE);
  return g_bytes_new_with_free_func (body, length, (GDestroyNotify)mcp_auth_secret_free, body);
}

gboolean
mcp_auth_form_is_secret (const char *name)
{
  static const char *const secrets[] = {
    "access_token", "actor_token", "assertion", "client_assertion", "client_secret", "code",
    "code_verifier", "id_token", "id_token_hint", "password", "refresh_token",
    "registration_access_token", "state", "subject_token", "token", NULL
  };

  return g_strv_contains (secrets, name);
}

/* RFC 6749 §2.3.1: both are encoded before they are joined, so that a colon in the ID is none. */
static void
add_basic (McpAuthForm *self, const char *id, const char *secret)
{
  g_autoptr (GString) pair = g_string_new (NULL);

  append_encoded (pair, id, "+");
  g_string_append_c (pair, ':');
  append_encoded (pair, secret, "+");
  char *encoded = g_base64_encode ((const guchar *)pair->str, pair->len);
  g_ptr_array_add (self->headers, g_strconcat ("Authorization: Basic ", encoded, NULL));
  mcp_auth_secret_free (encoded);
  explicit_bzero (pair->str, pair->len);
}

static gboolean
add_assertion (McpAuthForm *self,
               const char  *id,
               McpAuthKey  *key,
               const char  *issuer,
               GError     **error)
{
  if (key == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET,
                           "private_key_jwt needs a private key, and none is entered.");
      return FALSE;
    }
  char *assertion = mcp_auth_key_sign_assertion (key, id, issuer, error);
  if (assertion == NULL)
    return FALSE;
  mcp_auth_form_add (self, "client_id", id);
  mcp_auth_form_add (self, "client_assertion_type", URN_ASSERTION);
  mcp_auth_form_add (self, "client_assertion", assertion);
  mcp_auth_secret_free (assertion);
  return TRUE;
}

gboolean
mcp_auth_form_authenticate (McpAuthForm   *self,
                            McpAuthClient *client,
                            McpAuthKey    *key,
                            const char    *issuer,
                            GError       **error)
{
  const char *id = mcp_auth_client_get (client)->id;
  const char *secret = mcp_auth_client_get (client)->secret;

  switch (mcp_auth_client_get (client)->method)
    {
    case MCP_AUTH_METHOD_BASIC:
      add_basic (self, id, secret != NULL ? secret : "");
      return TRUE;
    case MCP_AUTH_METHOD_POST:
      mcp_auth_form_add (self, "client_id", id);
      mcp_auth_form_add (self, "client_secret", secret);
      return TRUE;
    case MCP_AUTH_METHOD_JWT:
      return add_assertion (self, id, key, issuer, error);
    case MCP_AUTH_METHOD_NONE:
    default:
      mcp_auth_form_add (self, "client_id", id);
      return TRUE;
    }
}

static McpAuthForm *
form_new_grant (const char *grant_type)
{
  McpAuthForm *self = form_new ();

  mcp_auth_form_add (self, "grant_type", grant_type);
  return self;
}

McpAuthForm *
mcp_auth_form_new_code (const char *code,
                        const char *redirect_uri,
                        const char *verifier,
                        const char *resource)
{
  McpAuthForm *self = form_new_grant ("authorization_code");

  mcp_auth_form_add (self, "code", code);
  mcp_auth_form_add (self, "redirect_uri", redirect_uri);
  mcp_auth_form_add (self, "code_verifier", verifier);
  mcp_auth_form_add (self, "resource", resource);
  return self;
}

McpAuthForm *
mcp_auth_form_new_refresh (const char *refresh_token, const char *resource)
{
  McpAuthForm *self = form_new_grant ("refresh_token");

  mcp_auth_form_add (self, "refresh_token", refresh_token);
  mcp_auth_form_add (self, "resource", resource);
  return self;
}

McpAuthForm *
mcp_auth_form_new_client_credentials (const char *scope, const char *resource)
{
  McpAuthForm *self = form_new_grant ("client_credentials");

  mcp_auth_form_add (self, "scope", scope);
  mcp_auth_form_add (self, "resource", resource);
  return self;
}

McpAuthForm *
mcp_auth_form_new_exchange (const char *subject_token,
                            const char *subject_token_type,
                            const char *audience,
                            const char *resource,
                            const char *scope)
{
  McpAuthForm *self = form_new_grant (URN_GRANT "token-exchange");

  mcp_auth_form_add (self, "requested_token_type", URN_ID_JAG);
  mcp_auth_form_add (self, "audience", audience);
  mcp_auth_form_add (self, "resource", resource);
  mcp_auth_form_add (self, "scope", scope);
  mcp_auth_form_add (self, "subject_token", subject_token);
  mcp_auth_form_add (self, "subject_token_type", subject_token_type);
  return self;
}

McpAuthForm *
mcp_auth_form_new_assertion (const char *assertion, const char *scope, const char *resource)
{
  McpAuthForm *self = form_new_grant (URN_GRANT "jwt-bearer");

  mcp_auth_form_add (self, "assertion", assertion);
  mcp_auth_form_add (self, "scope", scope);
  mcp_auth_form_add (self, "resource", resource);
  return self;
}

McpAuthForm *
mcp_auth_form_new_token (const char *token, const char *hint)
{
  McpAuthForm *self = form_new ();

  mcp_auth_form_add (self, "token", token);
  mcp_auth_form_add (self, "token_type_hint", hint);
  return self;
}

/* Authorization requests */

/* Those that no further parameter may set, whether we send them or not. */
static const char *const reserved[] = {
  "client_id", "code_challenge", "code_challenge_method", "redirect_uri", "resource",
  "response_type", "scope", "state", NULL
};

static void
add_parameter (GPtrArray *parameters, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (parameters, g_strdup (name));
  g_ptr_array_add (parameters, g_strdup (value));
}

static gboolean
has_parameter (GPtrArray *parameters, const char *name)
{
  for (guint i = 0; i + 1 < parameters->len; i += 2)
    if (strcmp (g_ptr_array_index (parameters, i), name) == 0)
      return TRUE;
  return FALSE;
}

static char *
dup_name (const char *pair)
{
  return dup_decoded (pair, strcspn (pair, "="));
}

/* RFC 6749 §3.1: no parameter may be there twice. */
static void
add_extra (GPtrArray *parameters, const char *extra)
{
  g_auto (GStrv) pairs = g_strsplit (extra[0] == '?' ? extra + 1 : extra, "&", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char      *behind = pairs[i] + strcspn (pairs[i], "=");
      g_autofree char *name = dup_name (pairs[i]);
      g_autofree char *value = dup_decoded (*behind == '=' ? behind + 1 : behind,
                                            strlen (behind) - (*behind == '=' ? 1 : 0));

      if (name != NULL && *name != '\0' && value != NULL && !g_strv_contains (reserved, name) &&
          !has_parameter (parameters, name))
        add_parameter (parameters, name, value);
    }
}

GStrv
mcp_auth_request_dup_parameters (const McpAuthRequest *self)
{
  GPtrArray *parameters = g_ptr_array_new ();

  add_parameter (parameters, "response_type", "code");
  add_parameter (parameters, "client_id", self->client_id);
  add_parameter (parameters, "redirect_uri", self->redirect_uri);
  add_parameter (parameters, "state", self->state);
  add_parameter (parameters, "code_challenge", self->code_challenge);
  add_parameter (parameters, "code_challenge_method", "S256");
  add_parameter (parameters, "scope", self->scope);
  add_parameter (parameters, "resource", self->resource);
  add_parameter (parameters, "prompt", self->prompt);
  add_parameter (parameters, "login_hint", self->login_hint);
  if (self->extra != NULL)
    add_extra (parameters, self->extra);
  g_ptr_array_add (parameters, NULL);
  return (GStrv)g_ptr_array_free (parameters, FALSE);
}

static gboolean
is_ours (const char *const *parameters, const char *pair)
{
  g_autofree char *name = dup_name (pair);

  for (guint i = 0; parameters[i] != NULL; i += 2)
    if (g_strcmp0 (parameters[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* @ours: which pairs of the endpoint's query: those that we send too, or the others
 * Returns: (transfer full): as they are written */
static GStrv
dup_pairs (const McpAuthRequest *self, gboolean ours)
{
  g_auto (GStrv) parameters = mcp_auth_request_dup_parameters (self);
  g_autofree char *endpoint = g_strndup (self->endpoint, strcspn (self->endpoint, "#"));
  const char      *query = strchr (endpoint, '?');
  g_auto (GStrv) pairs = g_strsplit (query != NULL ? query + 1 : "", "&", -1);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; pairs[i] != NULL; i++)
    if (is_ours ((const char *const *)parameters, pairs[i]) == ours)
      g_strv_builder_add (found, pairs[i]);
  return g_strv_builder_end (found);
}

GStrv
mcp_auth_request_dup_replaced (const McpAuthRequest *self)
{
  return dup_pairs (self, TRUE);
}

char *
mcp_auth_request_dup_url (const McpAuthRequest *self)
{
  g_auto (GStrv) parameters = mcp_auth_request_dup_parameters (self);
  /* RFC 6749 §3.1: its query stays, a fragment is none of it. Of what we send, ours counts: that
   * RFC allows nothing twice, and a token that is for another resource too (RFC 8707 §2) could be
   * used there by whoever gets it. */
  g_auto (GStrv) pairs = dup_pairs (self, FALSE);
  g_autofree char *query = g_strjoinv ("&", pairs);
  GString         *url = g_string_new_len (self->endpoint, (gssize)strcspn (self->endpoint, "?#"));
  char             last;

  g_string_append_printf (url, "?%s", query);
  for (guint i = 0; parameters[i] != NULL; i += 2)
    {
      last = url->str[url->len - 1];
      if (last != '?' && last != '&')
        g_string_append_c (url, '&');
      append_pair (url, parameters[i], parameters[i + 1], "%20");
    }
  return g_string_free (url, FALSE);
}

/* Scopes */

/* The names of @scopes that @seen has not yet are appended to @text and to @seen. */
static void
add_scopes (GString *text, GHashTable *seen, const char *scopes)
{
  g_auto (GStrv) names = g_strsplit_set (scopes != NULL ? scopes : "", " \t\r\n", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (*names[i] == '\0' || g_hash_table_contains (seen, names[i]))
        continue;
      if (text != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", names[i]);
      g_hash_table_add (seen, g_strdup (names[i]));
    }
}

static GHashTable *
scope_set_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static char *
dup_if_any (GString *text)
{
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

char *
mcp_auth_scopes_unite (const char *scopes, const char *more)
{
  g_autoptr (GHashTable) seen = scope_set_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  add_scopes (text, seen, scopes);
  add_scopes (text, seen, more);
  return dup_if_any (text);
}

char *
mcp_auth_scopes_subtract (const char *scopes, const char *others)
{
  g_autoptr (GHashTable) seen = scope_set_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  add_scopes (NULL, seen, others);
  add_scopes (text, seen, scopes);
  return dup_if_any (text);
}

gboolean
mcp_auth_scopes_has (const char *scopes, const char *scope)
{
  g_autoptr (GHashTable) seen = scope_set_new ();

  add_scopes (NULL, seen, scopes);
  return g_hash_table_contains (seen, scope);
}
