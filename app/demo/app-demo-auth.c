/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth.h"

#include "app-demo-auth-challenge.h"
#include "app-demo-auth-dpop.h"
#include "app-demo-auth-issuer.h"
#include "app-demo-auth-message.h"
#include "app-demo-auth-quirks.h"
#include "app-demo-listener.h"

#include <string.h>

#define WELL_KNOWN "/.well-known/oauth-protected-resource"
#define CUSTOM_PATH "/custom/metadata/location.json"
#define FOREIGN_PATH "/metadata-of-another.json"
#define PRIVATE_ADDRESS "http://169.254.169.254/latest/meta-data"
/* Where the scope of a message's token is kept until its tool is known. */
#define SCOPE_KEY "spyglass-demo-scope"

struct _AppDemoAuth
{
  const AppDemoAuthOptions *options;
  SoupServer               *soup;
  AppDemoAuthResource       resource;
  char                     *path; /* of the endpoint */
  AppDemoAuthIssuer        *issuer;
  AppDemoAuthIssuer        *second;   /* (nullable) */
  AppDemoAuthIssuer        *provider; /* (nullable) */
  AppDemoAuthIssuer        *current;  /* not owned: the one whose tokens are taken */
};

static gboolean
has (AppDemoAuth *self, const char *quirk)
{
  return app_demo_auth_has (self->options, quirk);
}

/* Before 2025-06-18 a server was its own authorization server and had no metadata. */
static gboolean
is_of_old (AppDemoAuth *self)
{
  return has (self, "no-prm") || has (self, "no-documents");
}

/* The metadata of the resource, RFC 9728 §2 */

static char *
write_metadata (AppDemoAuth *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_auto (GStrv) scopes = g_strsplit (self->options->scopes, " ", -1);
  g_autoptr (GString) plain = g_string_new (self->resource.url);
  gboolean         root = self->options->metadata == APP_DEMO_AUTH_METADATA_ROOT;
  const char      *variables[] = { "@resource@",
                                   self->resource.url,
                                   "@plain-resource@",
                                   plain->str,
                                   "@issuer@",
                                   self->current->name,
                                   "@other@",
                              self->second != NULL ? self->second->name : "",
                                   NULL };
  g_autofree char *document = NULL;

  if (g_str_has_prefix (plain->str, "https:"))
    g_string_erase (plain, strlen ("http"), 1);
  mcp_json_writer_add (writer, "{'resource': %s, 'authorization_servers': [%s], "
                               "'scopes_supported': [",
                       root ? self->resource.origin : self->resource.url, self->current->name);
  for (guint i = 0; scopes[i] != NULL; i++)
    mcp_json_writer_string (writer, scopes[i]);
  mcp_json_writer_add (writer, "], 'bearer_methods_supported': ['header'], "
                               "'resource_name': 'Spyglass demo'");
  if (self->options->dpop)
    mcp_json_writer_add (writer, "'dpop_bound_access_tokens_required': true, "
                                 "'dpop_signing_alg_values_supported': ['ES256']");
  mcp_json_writer_end_object (writer);
  document = mcp_json_writer_finish_text (writer);
  return app_demo_auth_quirks_edit (self->options, APP_DEMO_AUTH_RESOURCE_METADATA, document,
                                    variables);
}

/* Returns: (transfer full): the path at which the metadata is by the rules */
static char *
get_metadata_path (AppDemoAuth *self)
{
  switch (self->options->metadata)
    {
    case APP_DEMO_AUTH_METADATA_ROOT:
      return g_strdup (WELL_KNOWN);
    case APP_DEMO_AUTH_METADATA_CUSTOM:
      return g_strdup (CUSTOM_PATH);
    default:
      return g_strconcat (WELL_KNOWN, self->path, NULL);
    }
}

static void
send_metadata (AppDemoAuth *self, SoupServerMessage *message)
{
  char *document = write_metadata (self);

  if (has (self, "utf8-bom"))
    {
      char *marked = g_strconcat ("\xEF\xBB\xBF", document, NULL);

      g_free (document);
      document = marked;
    }
  if (!has (self, "no-cors"))
    soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                  "Access-Control-Allow-Origin", "*");
  app_demo_auth_message_reply (message, SOUP_STATUS_OK, document);
}

static void
handle_metadata (SoupServer        *soup,
                 SoupServerMessage *message,
                 const char        *path,
                 GHashTable        *query,
                 gpointer           user_data)
{
  AppDemoAuth     *self = user_data;
  g_autofree char *own = get_metadata_path (self);
  gboolean         spoiled = has (self, "forbidden-wellknown") || has (self, "html-wellknown");
  gboolean         is_root = strcmp (path, WELL_KNOWN) == 0;

  /* The second address that a client tries is good. */
  if (spoiled && is_root)
    send_metadata (self, message);
  else if (spoiled && has (self, "html-wellknown"))
    app_demo_auth_message_show (message, SOUP_STATUS_OK, "Welcome", "This is a single page.", NULL);
  else if (spoiled)
    app_demo_http_checks_refuse (message, SOUP_STATUS_UNAUTHORIZED, -32001, "Unauthorized");
  else if (strcmp (path, own) != 0 && strcmp (path, FOREIGN_PATH) != 0)
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
  else if (has (self, "redirect-to-private"))
    app_demo_auth_message_redirect (message, SOUP_STATUS_FOUND, PRIVATE_ADDRESS);
  else
    send_metadata (self, message);
}

static void
serve_metadata (AppDemoAuth *self)
{
  if (self->options->metadata == APP_DEMO_AUTH_METADATA_NONE || is_of_old (self) ||
      has (self, "no-challenge"))
    return;
  soup_server_add_handler (self->soup, WELL_KNOWN, handle_metadata, self, NULL);
  soup_server_add_handler (self->soup, CUSTOM_PATH, handle_metadata, self, NULL);
  if (has (self, "prm-foreign"))
    soup_server_add_handler (self->issuer->soup, FOREIGN_PATH, handle_metadata, self, NULL);
}

/* What stands before the endpoint */

/* Returns: (transfer full) (nullable): what the challenge says of the metadata's address */
static char *
get_metadata_address (AppDemoAuth *self)
{
  g_autofree char *path = get_metadata_path (self);

  if (has (self, "prm-foreign"))
    return g_strconcat (self->issuer->origin, FOREIGN_PATH, NULL);
  if (self->options->metadata == APP_DEMO_AUTH_METADATA_ROOT ||
      self->options->metadata == APP_DEMO_AUTH_METADATA_NONE || is_of_old (self) ||
      has (self, "forbidden-wellknown") || has (self, "html-wellknown"))
    return NULL;
  return g_strconcat (self->resource.origin, path, NULL);
}

static void
challenge (AppDemoAuth       *self,
           SoupServerMessage *message,
           guint              status,
           const char        *error,
           const char        *description,
           const char        *scope)
{
  g_autofree char     *address = get_metadata_address (self);
  AppDemoAuthChallenge sent = { error, description, scope, address };

  app_demo_auth_challenge_send (&sent, self->options, message, status);
}

/* Real servers answer a wrong token in many ways; 401 with a challenge is the right one. */
static void
refuse_token (AppDemoAuth *self, SoupServerMessage *message, const char *description)
{
  g_autofree char *page = g_strconcat (self->issuer->origin, "/login", NULL);

  if (has (self, "bad-token-400"))
    app_demo_http_checks_refuse (message, SOUP_STATUS_BAD_REQUEST, -32600, description);
  else if (has (self, "bad-token-403"))
    app_demo_http_checks_refuse (message, SOUP_STATUS_FORBIDDEN, -32001, description);
  else if (has (self, "bad-token-500"))
    app_demo_http_checks_refuse (message, SOUP_STATUS_INTERNAL_SERVER_ERROR, -32603, description);
  else if (has (self, "bad-token-307"))
    app_demo_auth_message_redirect (message, SOUP_STATUS_TEMPORARY_REDIRECT, page);
  else if (has (self, "bad-token-200"))
    app_demo_auth_message_reply (
        message, SOUP_STATUS_OK,
        g_strdup ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":true,\"content\":"
                  "[{\"type\":\"text\",\"text\":\"Invalid token\"}]}}"));
  else
    challenge (self, message, SOUP_STATUS_UNAUTHORIZED, "invalid_token", description,
               self->options->challenge_scope);
}

/* Returns: (nullable): the token of the header */
static const char *
get_token (const char *header, const char *scheme)
{
  gsize length = strlen (scheme);

  if (g_ascii_strncasecmp (header, scheme, length) != 0 || header[length] != ' ')
    return NULL;
  return header + length + 1;
}

static gboolean
is_for_this (AppDemoAuth *self, const AppDemoAuthTicket *token)
{
  return strcmp (token->audience, self->resource.url) == 0 ||
         g_strcmp0 (token->audience, self->resource.published) == 0;
}

/* Some servers send a client elsewhere before they look at its token. */
static gboolean
redirects (AppDemoAuth *self, SoupServerMessage *message)
{
  const char      *path = g_uri_get_path (soup_server_message_get_uri (message));
  const char      *host = app_demo_auth_message_get_header (message, "Host");
  g_autofree char *slashed = g_strconcat (self->resource.url, "/", NULL);
  g_autoptr (GString) other = g_string_new (self->resource.url);

  /* The same place by another name: to a client another origin. */
  g_string_replace (other, "127.0.0.1", "localhost", 1);
  if (has (self, "slash-307") && strcmp (path, self->path) == 0)
    app_demo_auth_message_redirect (message, SOUP_STATUS_TEMPORARY_REDIRECT, slashed);
  else if (has (self, "redirect-other-origin") && !g_str_has_prefix (host, "localhost") &&
           app_demo_auth_message_get_header (message, "Authorization") != NULL)
    app_demo_auth_message_redirect (message, SOUP_STATUS_TEMPORARY_REDIRECT, other->str);
  else
    return FALSE;
  return TRUE;
}

/* Returns: whether the token's owner has its key; where not, that is answered */
static gboolean
proves_key (AppDemoAuth *self, SoupServerMessage *message, const AppDemoAuthTicket *token)
{
  AppDemoAuthProof expected = { self->resource.url, token->text, self->current->nonce };
  const char      *error, *description;
  g_autofree char *key = NULL;

  if (token->key == NULL)
    return TRUE;
  key = app_demo_auth_dpop_check (self->current, message, &expected, &error, &description);
  if (g_strcmp0 (key, token->key) == 0)
    return TRUE;
  challenge (self, message, SOUP_STATUS_UNAUTHORIZED, key != NULL ? "invalid_token" : error,
             key != NULL ? "The token is bound to another key" : description, NULL);
  return FALSE;
}

gboolean
app_demo_auth_admit (AppDemoAuth *self, SoupServerMessage *message)
{
  const char        *header = app_demo_auth_message_get_header (message, "Authorization");
  AppDemoAuthTicket *token;

  if (redirects (self, message))
    return FALSE;
  if (header == NULL)
    {
      challenge (self, message, SOUP_STATUS_UNAUTHORIZED, NULL, NULL,
                 self->options->challenge_scope);
      return FALSE;
    }
  token = app_demo_auth_tickets_find (self->current->tickets, APP_DEMO_AUTH_ACCESS,
                                      get_token (header, self->options->dpop ? "DPoP" : "Bearer"));
  if (token == NULL || !app_demo_auth_tickets_is_good (self->current->tickets, token))
    {
      refuse_token (self, message, "The token is unknown, expired or revoked");
      return FALSE;
    }
  if (!is_for_this (self, token))
    {
      refuse_token (self, message, "The token was issued for another audience");
      return FALSE;
    }
  if (!proves_key (self, message, token))
    return FALSE;
  g_object_set_data_full (G_OBJECT (message), SCOPE_KEY, g_strdup (token->scope), g_free);
  if (self->second != NULL && has (self, "migration"))
    self->current = self->second;
  return TRUE;
}

gboolean
app_demo_auth_admit_message (AppDemoAuth *self, SoupServerMessage *message, McpJsonValue root)
{
  const char      *scope = g_object_get_data (G_OBJECT (message), SCOPE_KEY);
  McpJsonValue     params = mcp_json_value_get_member (root, "params");
  g_autofree char *method = mcp_json_value_dup_member_string (root, "method");
  g_autofree char *name = mcp_json_value_dup_member_string (params, "name");

  if (g_strcmp0 (method, "tools/call") != 0 || name == NULL)
    return TRUE;
  for (guint i = 0; i < self->options->steps->len; i++)
    {
      const AppDemoAuthStep *step = g_ptr_array_index (self->options->steps, i);

      if (strcmp (step->tool, name) != 0 ||
          (app_demo_auth_words_contain (scope, step->scope) && !has (self, "step-up-loop")))
        continue;
      challenge (self, message, SOUP_STATUS_FORBIDDEN, "insufficient_scope",
                 "The tool needs one more scope", step->scope);
      return FALSE;
    }
  return TRUE;
}

static gboolean
needs_second (AppDemoAuth *self)
{
  return has (self, "two-as") || has (self, "migration") || has (self, "mix-up");
}

static void
publish (AppDemoAuth *self)
{
  g_autofree char *document = write_metadata (self);
  g_autoptr (McpJsonDocument) parsed = mcp_json_document_parse_text (document, -1, NULL);

  self->resource.published =
      mcp_json_value_dup_member_string (mcp_json_document_get_root (parsed), "resource");
}

AppDemoAuth *
app_demo_auth_new (const AppDemoOptions *options,
                   SoupServer           *soup,
                   const char           *origin,
                   const char           *url,
                   GError              **error)
{
  g_autoptr (AppDemoAuth) self = g_new0 (AppDemoAuth, 1);

  self->options = options->auth;
  self->soup = g_object_ref (soup);
  self->resource.origin = g_strdup (origin);
  self->resource.url = g_strdup (url);
  self->path = g_strdup (url + strlen (origin));
  self->issuer = app_demo_auth_issuer_new (options, &self->resource, "issuer",
                                           is_of_old (self) ? soup : NULL,
                                           is_of_old (self) ? origin : NULL, error);
  if (self->issuer == NULL)
    return NULL;
  self->current = self->issuer;
  if (needs_second (self))
    {
      self->second = app_demo_auth_issuer_new (options, &self->resource, "second", NULL, NULL,
                                               error);
      if (self->second == NULL)
        return NULL;
      self->issuer->other = self->second;
      self->second->other = self->issuer;
    }
  if (self->options->identity_provider)
    {
      self->provider = app_demo_auth_issuer_new (options, &self->resource, "idp", NULL, NULL,
                                                 error);
      if (self->provider == NULL)
        return NULL;
      self->provider->other = self->issuer;
      self->issuer->provider = self->provider;
      g_printerr ("Identity provider at %s\n", self->provider->name);
    }
  app_demo_auth_message_log (self->options, soup, "resource");
  publish (self);
  serve_metadata (self);
  g_printerr ("Authorization server at %s\n", self->issuer->name);
  if (self->second != NULL)
    g_printerr ("Second authorization server at %s\n", self->second->name);
  return g_steal_pointer (&self);
}

void
app_demo_auth_free (AppDemoAuth *self)
{
  g_clear_pointer (&self->issuer, app_demo_auth_issuer_free);
  g_clear_pointer (&self->second, app_demo_auth_issuer_free);
  g_clear_pointer (&self->provider, app_demo_auth_issuer_free);
  g_clear_object (&self->soup);
  g_free (self->resource.origin);
  g_free (self->resource.url);
  g_free (self->resource.published);
  g_free (self->path);
  g_free (self);
}
