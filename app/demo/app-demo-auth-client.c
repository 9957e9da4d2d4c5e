/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-client.h"

#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-auth-text.h"

#include <string.h>

/* More clients than this are made by nobody but a fault. */
#define MAX_CLIENTS 10000
#define PROVIDER_CLIENT "spyglass-idp"
#define ASSERTION_TYPE "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
/* Seconds that an assertion may live. */
#define ASSERTION_LIFE 300

static const AppDemoAuthMethod all_methods[] = {
  APP_DEMO_AUTH_METHOD_NONE,
  APP_DEMO_AUTH_METHOD_BASIC,
  APP_DEMO_AUTH_METHOD_POST,
  APP_DEMO_AUTH_METHOD_KEY,
};

void
app_demo_auth_client_free (AppDemoAuthClient *self)
{
  g_free (self->id);
  g_free (self->secret);
  g_strfreev (self->redirects);
  g_clear_pointer (&self->key, app_demo_auth_key_free);
  g_free (self);
}

static char **
read_strings (McpJsonValue array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, array);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

static guint
find_method (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_methods); i++)
    if (g_strcmp0 (app_demo_auth_method_get_name (all_methods[i]), name) == 0)
      return all_methods[i];
  return 0;
}

static gboolean
may_go (gpointer id, gpointer client, gpointer user_data)
{
  return !((AppDemoAuthClient *)client)->lasting;
}

static AppDemoAuthClient *
add (AppDemoAuthIssuer *issuer, const char *id)
{
  AppDemoAuthClient *self = g_new0 (AppDemoAuthClient, 1);

  if (g_hash_table_size (issuer->clients) >= MAX_CLIENTS)
    g_hash_table_foreach_remove (issuer->clients, may_go, NULL);
  self->id = g_strdup (id);
  g_hash_table_replace (issuer->clients, self->id, self);
  return self;
}

AppDemoAuthClient *
app_demo_auth_client_add (AppDemoAuthIssuer *issuer, const char *id, McpJsonValue metadata)
{
  AppDemoAuthClient *self = add (issuer, id);
  g_autofree char   *method = mcp_json_value_dup_member_string (metadata,
                                                                "token_endpoint_auth_method");
  g_auto (GStrv) grants = read_strings (mcp_json_value_get_member (metadata, "grant_types"));

  self->redirects = read_strings (mcp_json_value_get_member (metadata, "redirect_uris"));
  self->refreshes = g_strv_contains ((const char *const *)grants, "refresh_token");
  self->key = app_demo_auth_key_read_jwk (
      mcp_json_value_resolve_pointer (metadata, "/jwks/keys/0"));
  self->methods = method != NULL ? find_method (method) : (guint)APP_DEMO_AUTH_METHOD_BASIC;
  if ((self->methods & (APP_DEMO_AUTH_METHOD_BASIC | APP_DEMO_AUTH_METHOD_POST)) != 0)
    self->secret = app_demo_auth_random ();
  return self;
}

gboolean
app_demo_auth_client_add_static (AppDemoAuthIssuer *issuer, GError **error)
{
  const AppDemoAuthOptions *options = issuer->options;
  AppDemoAuthClient        *self;

  if (g_str_equal (issuer->role, "idp"))
    {
      /* Each authority knows the client by an id of its own. */
      self = add (issuer, PROVIDER_CLIENT);
      self->methods = APP_DEMO_AUTH_METHOD_NONE;
      self->lasting = TRUE;
      return TRUE;
    }
  if ((options->clients & APP_DEMO_AUTH_CLIENTS_STATIC) == 0)
    return TRUE;

  self = add (issuer, options->registered.id);
  self->lasting = TRUE;
  self->refreshes = TRUE;
  self->secret = g_strdup (options->registered.secret);
  if (options->registered.redirect != NULL)
    self->redirects = g_strsplit (options->registered.redirect, " ", -1);
  if (self->secret != NULL)
    self->methods = options->methods & (APP_DEMO_AUTH_METHOD_BASIC | APP_DEMO_AUTH_METHOD_POST);
  if (options->registered.key != NULL)
    {
      self->key = app_demo_auth_key_read_file (options->registered.key, error);
      self->methods |= APP_DEMO_AUTH_METHOD_KEY;
    }
  if (self->methods == 0)
    self->methods = APP_DEMO_AUTH_METHOD_NONE;
  return options->registered.key == NULL || self->key != NULL;
}

/* Returns: (transfer full) (nullable): the URI without its port, if it is of this machine */
static char *
drop_port (const char *redirect, gboolean named)
{
  g_autoptr (GUri) uri = g_uri_parse (redirect, G_URI_FLAGS_ENCODED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || strcmp (g_uri_get_scheme (uri), "http") != 0 ||
      g_uri_get_userinfo (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return NULL;
  if (strcmp (host, "127.0.0.1") != 0 && strcmp (host, "::1") != 0 &&
      !(named && strcmp (host, "localhost") == 0))
    return NULL;
  return g_uri_join (G_URI_FLAGS_ENCODED, "http", NULL, host, -1, g_uri_get_path (uri),
                     g_uri_get_query (uri), NULL);
}

gboolean
app_demo_auth_client_is_loopback (const char *redirect, gboolean named)
{
  g_autofree char *plain = drop_port (redirect, named);

  return plain != NULL;
}

/* RFC 8252 §7.3: the port of a loopback address is the client's affair at that moment. */
gboolean
app_demo_auth_client_has_redirect (const AppDemoAuthClient  *self,
                                   const AppDemoAuthOptions *options,
                                   const char               *redirect)
{
  g_autofree char *plain = drop_port (redirect, FALSE);

  if (self->redirects == NULL)
    return app_demo_auth_client_is_loopback (redirect, TRUE);
  for (guint i = 0; self->redirects[i] != NULL; i++)
    {
      g_autofree char *other = NULL;

      if (strcmp (self->redirects[i], redirect) == 0)
        return TRUE;
      if (app_demo_auth_has (options, "strict-port"))
        continue;
      other = drop_port (self->redirects[i], FALSE);
      if (plain != NULL && g_strcmp0 (other, plain) == 0)
        return TRUE;
    }
  return FALSE;
}

/* RFC 6749 §2.3.1: id and secret are form-encoded before they are put together. */
static gboolean
read_basic (const char *header, char **id, char **secret)
{
  g_autofree char *text = NULL;
  g_autofree char *repeated = NULL;
  g_autoptr (GHashTable) decoded = NULL;
  g_autofree char *form = NULL;
  gsize            size;
  char            *colon;

  if (header == NULL || g_ascii_strncasecmp (header, "Basic ", 6) != 0)
    return FALSE;
  text = (char *)g_base64_decode (header + 6, &size);
  colon = memchr (text, ':', size);
  if (colon == NULL || memchr (text, '\0', size) != NULL)
    return FALSE;
  *colon = '\0';
  form = g_strdup_printf ("id=%s&secret=%.*s", text, (int)(text + size - colon - 1), colon + 1);
  decoded = app_demo_auth_parameters (form, &repeated);
  *id = g_strdup (g_hash_table_lookup (decoded, "id"));
  *secret = g_strdup (g_hash_table_lookup (decoded, "secret"));
  return repeated == NULL;
}

static void
refuse (SoupServerMessage *message, const char *description)
{
  if (app_demo_auth_message_get_header (message, "Authorization") != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                  "WWW-Authenticate", "Basic realm=\"spyglass-demo\"");
  app_demo_auth_message_refuse (message, SOUP_STATUS_UNAUTHORIZED, "invalid_client", description);
}

static void
refuse_unknown (AppDemoAuthIssuer *issuer, SoupServerMessage *message)
{
  if (app_demo_auth_has (issuer->options, "client-purged-422"))
    app_demo_auth_message_reply (message, SOUP_STATUS_UNPROCESSABLE_ENTITY,
                                 g_strdup (
                                     "{\"message\":\"OAuth client not found\",\"code\":422}"));
  else
    refuse (message, "There is no such client");
}

/* What a client said of itself; nothing of it is believed yet. */
typedef struct
{
  AppDemoAuthMethod method;
  char             *id;     /* (nullable) */
  char             *secret; /* (nullable) */
  AppDemoAuthJwt   *assertion;
} Claim;

static void
claim_clear (Claim *claim)
{
  g_free (claim->id);
  g_free (claim->secret);
  g_clear_pointer (&claim->assertion, app_demo_auth_jwt_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Claim, claim_clear)

/* Returns: (nullable): why it cannot be told who the client is */
static const char *
read_claim (SoupServerMessage *message, GHashTable *parameters, Claim *claim)
{
  const char *header = app_demo_auth_message_get_header (message, "Authorization");
  const char *id = g_hash_table_lookup (parameters, "client_id");
  const char *secret = g_hash_table_lookup (parameters, "client_secret");
  const char *assertion = g_hash_table_lookup (parameters, "client_assertion");

  if ((header != NULL) + (secret != NULL) + (assertion != NULL) > 1)
    return "The client says in two ways who it is";
  if (header != NULL)
    {
      claim->method = APP_DEMO_AUTH_METHOD_BASIC;
      if (!read_basic (header, &claim->id, &claim->secret))
        return "The Authorization header is not that of a client";
    }
  else if (assertion != NULL)
    {
      claim->method = APP_DEMO_AUTH_METHOD_KEY;
      claim->assertion = app_demo_auth_jwt_read (assertion);
      if (claim->assertion == NULL ||
          g_strcmp0 (g_hash_table_lookup (parameters, "client_assertion_type"),
                     ASSERTION_TYPE) != 0)
        return "client_assertion is no JWT, or not said to be one";
      claim->id = mcp_json_value_dup_member_string (
          app_demo_auth_jwt_get_claims (claim->assertion), "sub");
    }
  else
    {
      claim->method = secret != NULL ? APP_DEMO_AUTH_METHOD_POST : APP_DEMO_AUTH_METHOD_NONE;
      claim->id = g_strdup (id);
      claim->secret = g_strdup (secret);
    }
  return id != NULL && g_strcmp0 (id, claim->id) != 0 ? "client_id is another client's" : NULL;
}

/* RFC 7523 §3; that the audience is the issuer is MCP's (SEP-1046).
 * Returns: (nullable): what is wrong */
static const char *
find_assertion_fault (AppDemoAuthIssuer       *issuer,
                      const AppDemoAuthClient *client,
                      const AppDemoAuthJwt    *jwt)
{
  const char *fault = app_demo_auth_jwt_find_time_fault (jwt, ASSERTION_LIFE);

  if (client->key == NULL || !app_demo_auth_jwt_is_signed_by (jwt, client->key))
    return "The assertion's signature is not the client's";
  if (!app_demo_auth_jwt_has (jwt, "iss", client->id))
    return "The assertion's iss is not the client";
  if (!app_demo_auth_jwt_has (jwt, "aud", issuer->name))
    return "The assertion's aud is not the issuer";
  if (fault != NULL)
    return fault;
  return app_demo_auth_issuer_see (issuer, jwt) ? NULL : "The assertion has no jti, or came before";
}

AppDemoAuthClient *
app_demo_auth_client_authenticate (AppDemoAuthIssuer *issuer,
                                   SoupServerMessage *message,
                                   GHashTable        *parameters)
{
  g_auto (Claim) claim = { 0 };
  const char        *fault = read_claim (message, parameters, &claim);
  AppDemoAuthClient *client;

  if (fault != NULL)
    {
      app_demo_auth_message_refuse (message, SOUP_STATUS_BAD_REQUEST, "invalid_request", fault);
      return NULL;
    }
  client = claim.id != NULL ? g_hash_table_lookup (issuer->clients, claim.id) : NULL;
  if (client == NULL)
    {
      refuse_unknown (issuer, message);
      return NULL;
    }
  if ((client->methods & claim.method) == 0)
    fault = "The client has another authentication method";
  else if (claim.method == APP_DEMO_AUTH_METHOD_KEY)
    fault = find_assertion_fault (issuer, client, claim.assertion);
  else if (claim.method != APP_DEMO_AUTH_METHOD_NONE &&
           g_strcmp0 (claim.secret, client->secret) != 0)
    fault = "The secret is wrong";
  if (fault == NULL)
    return client;
  refuse (message, fault);
  return NULL;
}
