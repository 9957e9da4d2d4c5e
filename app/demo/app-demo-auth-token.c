/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The token endpoint: RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 8707 §2.2,
 * RFC 9068. */

#include "app-demo-auth-assertion.h"
#include "app-demo-auth-client.h"
#include "app-demo-auth-dpop.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-auth-text.h"

#include <string.h>

/* RFC 6585 §4; libsoup has no name for it. */
#define TOO_MANY_REQUESTS 429
/* Seconds: a month. */
#define REFRESH_LIFE (30 * 24 * 3600)
#define VERIFIER_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._~"

/* One request to the endpoint. */
typedef struct
{
  AppDemoAuthIssuer *issuer;
  SoupServerMessage *message;
  GHashTable        *parameters;
  AppDemoAuthClient *client; /* (nullable): nobody yet */
  char              *key;    /* (nullable): thumbprint of the key that the tokens are bound to */
} Request;

static const char *
get (const Request *request, const char *name)
{
  return g_hash_table_lookup (request->parameters, name);
}

static void
fail (const Request *request, const char *error, const char *description)
{
  app_demo_auth_message_refuse (request->message, SOUP_STATUS_BAD_REQUEST, error, description);
}

/* An access token that says itself what it is: RFC 9068 §2.2. */
static char *
write_jwt (AppDemoAuthIssuer *self, const AppDemoAuthTicket *token)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *claims = NULL;
  gint64           shift = app_demo_auth_issuer_get_clock_shift (self);

  mcp_json_writer_add (writer,
                       "{'iss': %s, 'sub': %s, 'aud': %s, 'client_id': %s, 'scope': %s, "
                       "'iat': %x, 'nbf': %x, 'exp': %x, 'jti': %s",
                       self->name, APP_DEMO_AUTH_SUBJECT, token->audience, token->client,
                       token->scope, token->issued + shift, token->issued + shift,
                       token->expires + shift, token->text);
  if (token->key != NULL)
    mcp_json_writer_add (writer, "'cnf': {'jkt': %s}", token->key);
  mcp_json_writer_end_object (writer);
  claims = mcp_json_writer_finish_text (writer);
  return app_demo_auth_key_sign (self->key, "at+jwt", claims);
}

static AppDemoAuthTicket *
issue (const Request *request, const AppDemoAuthTicket *model, const char *scope)
{
  AppDemoAuthIssuer *self = request->issuer;
  AppDemoAuthTicket  changed = *model;
  AppDemoAuthTicket *token;

  changed.scope = (char *)scope;
  changed.key = request->key;
  if (app_demo_auth_has (self->options, "ignores-resource"))
    changed.audience = (char *)"https://api.example.com/default";
  token = app_demo_auth_tickets_add (self->tickets, APP_DEMO_AUTH_ACCESS, &changed,
                                     self->options->token_life);
  if (self->options->jwt)
    app_demo_auth_tickets_rename (self->tickets, token, write_jwt (self, token));
  return token;
}

static gboolean
wants_refresh (const Request *request, const AppDemoAuthTicket *model)
{
  const AppDemoAuthOptions *options = request->issuer->options;

  return options->refresh && request->client != NULL && request->client->refreshes &&
         model->kind != APP_DEMO_AUTH_ACCESS &&
         (!options->offline || app_demo_auth_words_contain (model->scope, "offline_access"));
}

/* @model: whose token it is: a code, a refresh token, or (of kind APP_DEMO_AUTH_ACCESS) neither
 * @scope: what it is good for */
static void
answer (const Request *request, const AppDemoAuthTicket *model, const char *scope)
{
  AppDemoAuthIssuer       *self = request->issuer;
  AppDemoAuthTicket       *token = issue (request, model, scope);
  AppDemoAuthTicket       *refresh = NULL;
  AppDemoAuthTicket        bound = *model;
  g_autofree char         *id_token = NULL;
  static const char *const variables[] = { NULL };
  g_autofree char         *document = NULL;

  bound.key = request->key;
  if (g_str_equal (self->role, "idp") && app_demo_auth_words_contain (scope, "openid"))
    id_token = app_demo_auth_assertion_write_id_token (self, model);
  /* One that is not rotated is still good. */
  if (wants_refresh (request, model) &&
      (model->kind == APP_DEMO_AUTH_CODE || self->options->rotate))
    refresh =
        app_demo_auth_tickets_add (self->tickets, APP_DEMO_AUTH_REFRESH, &bound, REFRESH_LIFE);
  document = mcp_json_build ("{'access_token': %s, 'token_type': %s, 'expires_in': %i, "
                             "'refresh_token': ?%s, 'scope': %s, 'id_token': ?%s}",
                             token->text, token->key != NULL ? "DPoP" : "Bearer",
                             self->options->token_life, refresh != NULL ? refresh->text : NULL,
                             token->scope, id_token);
  app_demo_auth_message_reply (request->message, SOUP_STATUS_OK,
                               app_demo_auth_quirks_edit (self->options, APP_DEMO_AUTH_TOKEN,
                                                          document, variables));
}

static gboolean
verifies (const char *verifier, const char *challenge)
{
  g_autofree char *digest = NULL;
  gsize            length = verifier != NULL ? strlen (verifier) : 0;

  if (length < 43 || length > 128 || strspn (verifier, VERIFIER_CHARACTERS) != length)
    return FALSE;
  digest = app_demo_auth_digest (verifier);
  return strcmp (digest, challenge) == 0;
}

/* Returns: whether the resource is that of the authorization request */
static gboolean
check_resource (const Request *request, const char *audience)
{
  const char *resource = get (request, "resource");

  if (resource != NULL && app_demo_auth_has (request->issuer->options, "rejects-resource"))
    fail (request, "invalid_target", "AADSTS9010010: the resource parameter is not supported");
  else if (!app_demo_auth_issuer_takes_resource (request->issuer, resource) ||
           (resource != NULL && audience != NULL && strcmp (resource, audience) != 0))
    fail (request, "invalid_target", "resource must be that of the authorization request");
  else
    return TRUE;
  return FALSE;
}

static void
grant_code (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  AppDemoAuthTicket *code = app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_CODE,
                                                        get (request, "code"));

  if (code != NULL && code->spent)
    /* RFC 6749 §4.1.2: somebody else has it, too. */
    app_demo_auth_tickets_revoke_family (self->tickets, code->family);
  if (code == NULL || !app_demo_auth_tickets_is_good (self->tickets, code) ||
      strcmp (code->client, request->client->id) != 0)
    {
      fail (request, "invalid_grant", "The code is unknown, used, too old or another client's");
      return;
    }
  code->spent = TRUE;
  if (g_strcmp0 (get (request, "redirect_uri"), code->redirect) != 0)
    fail (request, "invalid_grant", "redirect_uri is not that of the authorization request");
  else if (!verifies (get (request, "code_verifier"), code->challenge))
    fail (request, "invalid_grant", "code_verifier does not fit code_challenge");
  else if (check_resource (request, code->audience))
    answer (request, code, code->scope);
}

/* RFC 6749 §6: the scope may be narrower, not wider. */
static gboolean
check_scope (const Request *request, const AppDemoAuthTicket *refresh)
{
  const char *scope = get (request, "scope");
  g_auto (GStrv) words = g_strsplit (scope != NULL ? scope : "", " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (!app_demo_auth_words_contain (refresh->scope, words[i]))
      {
        fail (request, "invalid_scope", "A refresh cannot widen the scope");
        return FALSE;
      }
  return TRUE;
}

static void
break_connection (SoupServerMessage *message)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static void
grant_refresh (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  AppDemoAuthTicket *refresh = app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_REFRESH,
                                                           get (request, "refresh_token"));
  const char        *scope = get (request, "scope");

  if (refresh != NULL && refresh->spent)
    /* RFC 9700 §4.14.2: of the two who have it, one is a thief. */
    app_demo_auth_tickets_revoke_family (self->tickets, refresh->family);
  if (refresh == NULL || !app_demo_auth_tickets_is_good (self->tickets, refresh) ||
      strcmp (refresh->client, request->client->id) != 0 ||
      (refresh->key != NULL && g_strcmp0 (refresh->key, request->key) != 0))
    fail (request, "invalid_grant", "The refresh token is unknown, used, revoked or another's");
  else if (check_resource (request, refresh->audience) && check_scope (request, refresh))
    {
      refresh->spent = self->options->rotate;
      answer (request, refresh, scope != NULL ? scope : refresh->scope);
      if (app_demo_auth_has (self->options, "refresh-lost-answer") && self->n_refreshes++ == 0)
        break_connection (request->message);
    }
}

/* RFC 6749 §4.4; nobody is asked, and there is nothing to refresh. */
static void
grant_client (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  const char        *resource = get (request, "resource");
  g_autofree char   *scope = app_demo_auth_issuer_grant_scope (self, get (request, "scope"));
  AppDemoAuthTicket  model = { .kind = APP_DEMO_AUTH_ACCESS, .client = request->client->id };

  if (request->client->methods == APP_DEMO_AUTH_METHOD_NONE)
    fail (request, "unauthorized_client", "A public client cannot speak for itself");
  else if (scope == NULL)
    fail (request, "invalid_scope", "There is no such scope");
  else if (check_resource (request, NULL))
    {
      model.scope = scope;
      model.audience = (char *)(resource != NULL ? resource : self->resource->url);
      model.family = app_demo_auth_tickets_begin_family (self->tickets);
      answer (request, &model, scope);
    }
}

/* Returns: (transfer full) (nullable): what is granted of what was asked for */
static char *
narrow (AppDemoAuthIssuer *self, const char *asked, const char *allowed)
{
  g_auto (GStrv) words = g_strsplit (asked != NULL ? asked : "", " ", -1);

  for (guint i = 0; allowed != NULL && words[i] != NULL; i++)
    if (!app_demo_auth_words_contain (allowed, words[i]))
      return NULL;
  return app_demo_auth_issuer_grant_scope (self, asked != NULL ? asked : allowed);
}

/* An assertion of somebody who is trusted, in place of a person's leave. */
static void
grant_bearer (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  g_autofree char   *allowed = NULL;
  g_autofree char   *resource = NULL;
  g_autofree char   *scope = NULL;
  const char        *fault = app_demo_auth_assertion_check (self, request->client,
                                                            get (request, "assertion"), &allowed,
                                                            &resource);
  AppDemoAuthTicket  model = { .kind = APP_DEMO_AUTH_ACCESS, .client = request->client->id };

  if (fault != NULL)
    {
      fail (request, "invalid_grant", fault);
      return;
    }
  scope = narrow (self, get (request, "scope"), allowed);
  if (resource == NULL)
    resource = g_strdup (get (request, "resource"));
  if (scope == NULL)
    fail (request, "invalid_scope", "The assertion does not allow that scope");
  else if (!app_demo_auth_issuer_takes_resource (self, resource))
    fail (request, "invalid_target", "resource is not known here");
  else
    {
      model.scope = scope;
      model.audience = resource != NULL ? resource : self->resource->url;
      model.family = app_demo_auth_tickets_begin_family (self->tickets);
      answer (request, &model, scope);
    }
}

/* Whether the client holds what proves who the person is. */
static gboolean
knows_person (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  const char        *type = get (request, "subject_token_type");
  const char        *token = get (request, "subject_token");
  AppDemoAuthTicket *refresh;

  if (g_strcmp0 (type, APP_DEMO_AUTH_ID_TOKEN) == 0)
    return app_demo_auth_assertion_is_id_token (self, request->client->id, token);
  refresh = app_demo_auth_tickets_find (self->tickets, APP_DEMO_AUTH_REFRESH, token);
  return g_strcmp0 (type, APP_DEMO_AUTH_REFRESH_TOKEN) == 0 && refresh != NULL &&
         strcmp (refresh->client, request->client->id) == 0 &&
         app_demo_auth_tickets_is_good (self->tickets, refresh);
}

/* RFC 8693: the identity provider gives an ID-JAG for the authorization server. */
static void
grant_exchange (const Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  const char        *resource = get (request, "resource");
  g_autofree char   *id_jag = NULL;

  if (g_strcmp0 (get (request, "requested_token_type"), APP_DEMO_AUTH_ID_JAG) != 0)
    fail (request, "invalid_request", "requested_token_type must be " APP_DEMO_AUTH_ID_JAG);
  else if (g_strcmp0 (get (request, "audience"), self->other->name) != 0)
    fail (request, "invalid_target", "audience must be the issuer of the authorization server");
  else if (resource == NULL || !app_demo_auth_issuer_takes_resource (self, resource))
    fail (request, "invalid_target", "resource must be that of the protected resource metadata");
  else if (!knows_person (request))
    fail (request, "invalid_grant", "subject_token is not good for this client");
  else
    {
      id_jag = app_demo_auth_assertion_write_id_jag (self, self->other, resource,
                                                     get (request, "scope"));
      app_demo_auth_message_reply (
          request->message, SOUP_STATUS_OK,
          mcp_json_build ("{'issued_token_type': %s, 'access_token': %s, 'token_type': 'N_A', "
                          "'expires_in': 300, 'scope': ?%s}",
                          APP_DEMO_AUTH_ID_JAG, id_jag, get (request, "scope")));
    }
}

static const struct
{
  const char *type;
  void (*grant) (const Request *request);
  const char *role; /* (nullable): of the one that has it; all have the others */
} grants[] = {
  { "authorization_code", grant_code },
  { "refresh_token", grant_refresh },
  { "client_credentials", grant_client, "issuer" },
  { "urn:ietf:params:oauth:grant-type:jwt-bearer", grant_bearer, "issuer" },
  { "urn:ietf:params:oauth:grant-type:token-exchange", grant_exchange, "idp" },
};

/* Answers in place of the endpoint. Returns: whether that was asked for */
static gboolean
answer_otherwise (const Request *request)
{
  AppDemoAuthIssuer  *self = request->issuer;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (request->message);
  gboolean            refreshes = g_strcmp0 (get (request, "grant_type"), "refresh_token") == 0;

  if (app_demo_auth_has (self->options, "token-html"))
    app_demo_auth_message_show (request->message, SOUP_STATUS_OK, "Sign in", "Please sign in.",
                                NULL);
  else if (app_demo_auth_has (self->options, "token-500") ||
           (refreshes && app_demo_auth_has (self->options, "refresh-500")))
    soup_server_message_set_status (request->message, SOUP_STATUS_INTERNAL_SERVER_ERROR, NULL);
  else if (app_demo_auth_has (self->options, "token-429") && self->n_refused++ == 0)
    {
      soup_message_headers_replace (headers, "Retry-After", "1");
      soup_server_message_set_status (request->message, TOO_MANY_REQUESTS, NULL);
    }
  else
    return FALSE;
  return TRUE;
}

static char *
write_form (McpJsonValue object)
{
  GString     *form = g_string_new (NULL);
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *text = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                                  ? mcp_json_value_dup_string (value, NULL)
                                  : mcp_json_value_dup_text (value);
      g_autofree char *escaped = g_uri_escape_string (text, NULL, FALSE);

      g_string_append_printf (form, "%s%s=%s", form->len > 0 ? "&" : "", key, escaped);
    }
  return g_string_free (form, FALSE);
}

static void
spoil_answer (const Request *request)
{
  SoupServerMessage *message = request->message;
  g_autoptr (GBytes)
      body = soup_message_body_flatten (soup_server_message_get_response_body (message));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);

  if (app_demo_auth_has (request->issuer->options, "token-200-error"))
    soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  if (app_demo_auth_has (request->issuer->options, "token-form") && document != NULL)
    {
      char *form = write_form (mcp_json_document_get_root (document));

      soup_message_body_truncate (soup_server_message_get_response_body (message));
      soup_server_message_set_response (message, "application/x-www-form-urlencoded",
                                        SOUP_MEMORY_TAKE, form, strlen (form));
    }
}

/* Some authorization servers forget the clients that registered themselves. */
static void
purge (Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  gboolean           purges = app_demo_auth_has (self->options, "client-purged") ||
                    app_demo_auth_has (self->options, "client-purged-422");

  if (purges && request->client != NULL && !request->client->lasting &&
      soup_server_message_get_status (request->message) == SOUP_STATUS_OK)
    g_hash_table_remove (self->clients, request->client->id);
}

/* Returns: whether the request has the proof that it needs; it is answered where not */
static gboolean
bind_key (Request *request)
{
  AppDemoAuthIssuer *self = request->issuer;
  g_autofree char   *address = g_strconcat (self->name, "/token", NULL);
  AppDemoAuthProof   expected = { address, NULL, self->nonce };
  const char        *error, *description;

  if (!self->options->dpop && !app_demo_auth_dpop_is_there (request->message))
    return TRUE;
  request->key = app_demo_auth_dpop_check (self, request->message, &expected, &error, &description);
  if (request->key == NULL)
    fail (request, error, description);
  return request->key != NULL;
}

static void
grant (Request *request)
{
  const char *type = get (request, "grant_type");

  request->client = app_demo_auth_client_authenticate (request->issuer, request->message,
                                                       request->parameters);
  if (request->client == NULL || !bind_key (request))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (grants); i++)
    if (g_strcmp0 (grants[i].type, type) == 0 &&
        (grants[i].role == NULL || g_str_equal (grants[i].role, request->issuer->role)))
      {
        grants[i].grant (request);
        return;
      }
  fail (request, type != NULL ? "unsupported_grant_type" : "invalid_request",
        "There is no such grant_type here");
}

void
app_demo_auth_token (AppDemoAuthIssuer *self, SoupServerMessage *message, GHashTable *parameters)
{
  Request request = { self, message, parameters, NULL };

  if (answer_otherwise (&request))
    return;
  grant (&request);
  spoil_answer (&request);
  purge (&request);
  g_free (request.key);
}
