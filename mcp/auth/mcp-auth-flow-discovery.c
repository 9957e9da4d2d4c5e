/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the first request to the metadata of the authorization server. */

#include "mcp-auth-flow-private.h"

#include "mcp-auth-address.h"
#include "mcp-auth-discovery.h"
#include "mcp-auth-jwt.h"
#include "mcp-auth-proof.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

#include <libsoup/soup.h>
#include <string.h>

/* A server that opens sessions with anybody refuses later: this is what is asked then. */
#define INITIALIZE                                                                     \
  "{'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'protocolVersion': " \
  "'2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'spyglass', 'version': '1'}}}"
#define LIST "{'jsonrpc': '2.0', 'id': 2, 'method': 'tools/list'}"

/* The first request, and the same with the token */

typedef struct
{
  McpAuthFlowRun *run;
  gboolean        with_token;
  gboolean        is_second;
  gboolean        is_stale; /* with a token that ended: how the server refuses it */
} Try;

static void on_tried (GObject *source, GAsyncResult *result, gpointer user_data);

static Try *
new_try (McpAuthFlowRun *self)
{
  Try *try = g_new0 (Try, 1);

  try->run = self;
  return try;
}

static void
send_try (Try *try, const char *session)
{
  McpAuthFlowRun *self = try->run;
  g_autoptr (GBytes) body =
      try->is_second ? mcp_json_build_bytes (LIST) : mcp_json_build_bytes (INITIALIZE);
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (headers, g_strdup ("Accept: application/json, text/event-stream"));
  if (try->is_second)
    g_ptr_array_add (headers, g_strdup ("MCP-Protocol-Version: 2025-11-25"));
  if (session != NULL)
    g_ptr_array_add (headers, g_strconcat ("Mcp-Session-Id: ", session, NULL));
  if (try->is_stale)
    g_ptr_array_add (headers,
                     g_strconcat ("Authorization: Bearer ",
                                  mcp_auth_record_get (self->known)->access_token, NULL));
  if (try->with_token)
    {
      const McpAuthRecordParts *parts = mcp_auth_record_get (self->record);

      g_ptr_array_add (headers, g_strconcat ("Authorization: ", parts->scheme, " ",
                                             parts->access_token, NULL));
      if (self->proof != NULL)
        {
          g_autofree char *proof =
              mcp_auth_key_sign_proof (self->proof, SOUP_METHOD_POST, self->url,
                                       parts->access_token, self->nonce, NULL);

          if (proof != NULL)
            g_ptr_array_add (headers, g_strconcat ("DPoP: ", proof, NULL));
        }
    }
  g_ptr_array_add (headers, NULL);
  mcp_auth_channel_try_async (self->channel, self->url, (const char *const *)headers->pdata, body,
                              self->cancellable, on_tried, try);
}

/* What the refusal of a token that was just made tells. */
static void
explain_refused_token (McpAuthFlowRun *self)
{
  const McpAuthRecordParts *parts = mcp_auth_record_get (self->record);
  g_autoptr (McpAuthJwt) jwt = mcp_auth_jwt_new (parts->access_token);
  g_autofree char *audience =
      jwt != NULL ? g_strjoinv (" ", (char **)mcp_auth_jwt_get_audience (jwt)) : NULL;

  mcp_auth_step_note (self->step, "audience-wrong", "resource sent: %s; audience of the token: %s",
                      parts->resource != NULL ? parts->resource : "none",
                      audience != NULL ? audience : "unknown (the token is opaque)");
}

static void
judge_redirect (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  const char *location =
      mcp_http_fetched_get_header (mcp_auth_exchange_get_response (exchange), "Location");
  g_autofree char *target =
      location != NULL ? g_uri_resolve_relative (self->url, location, SOUP_HTTP_URI_FLAGS, NULL)
                       : NULL;
  gboolean same = target != NULL && mcp_auth_address_is_same_origin (target, self->url);

  mcp_auth_step_note (self->step, same ? "slash-redirect" : "redirect-elsewhere", "%s leads to %s",
                      self->url, target != NULL ? target : "nowhere");
  mcp_auth_step_fail (self->step, MCP_ERROR_REDIRECTED,
                      "The server redirects to %s: use that address.",
                      target != NULL ? target : "nowhere");
}

static void
end_use (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  guint            status = mcp_auth_exchange_get_status (exchange);
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

  if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
    {
      explain_refused_token (self);
      mcp_auth_step_fail (self->step, MCP_ERROR_AUTHORIZATION_REQUIRED,
                          "The server refuses the new token (%s).", outcome);
      return;
    }
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup_printf ("Token accepted: %s", outcome));
}

/* A token of an earlier sign-in to this server that has ended, and is bound to no key: nobody loses
 * anything by its being sent once more. */
static gboolean
has_stale_token (McpAuthFlowRun *self)
{
  const McpAuthRecordParts *parts = self->known != NULL ? mcp_auth_record_get (self->known) : NULL;

  return parts != NULL && parts->access_token != NULL && parts->key == NULL && parts->life >= 0 &&
         parts->obtained + parts->life < g_get_real_time () / G_USEC_PER_SEC &&
         mcp_auth_address_is_same_origin (parts->server, self->url);
}

static void
end_stale (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  guint            status = mcp_auth_exchange_get_status (exchange);
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

  if (status != 0 && status != SOUP_STATUS_UNAUTHORIZED)
    mcp_auth_step_note (self->step, "bad-token-status", "a token that ended is answered with %s",
                        outcome);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup_printf ("The server refused: %u", self->status));
}

static void
try_stale (McpAuthFlowRun *self)
{
  Try *try = new_try (self);

  try->is_stale = TRUE;
  send_try (try, NULL);
}

static void
end_first (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  McpHttpFetched  *response = mcp_auth_exchange_get_response (exchange);
  guint            status = mcp_auth_exchange_get_status (exchange);
  const char      *header = mcp_http_fetched_get_header (response, "WWW-Authenticate");
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

  if (status == SOUP_STATUS_UNAUTHORIZED || (status == SOUP_STATUS_FORBIDDEN && header != NULL))
    {
      self->status = status;
      self->challenge = mcp_auth_challenge_new (header);
      if (has_stale_token (self))
        try_stale (self);
      else
        mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                           g_strdup_printf ("The server refused: %s", outcome));
      return;
    }
  if (SOUP_STATUS_IS_SUCCESSFUL (status))
    {
      mcp_auth_step_note (self->step, "open-server", "%s", outcome);
      mcp_auth_step_fail (self->step, MCP_ERROR_NOT_OFFERED,
                          "The server asks for no authorization.");
      return;
    }
  /* Other statuses are right where the address is wrong, or the server is not well. */
  if (status == SOUP_STATUS_BAD_REQUEST || status == SOUP_STATUS_FORBIDDEN)
    mcp_auth_step_note (self->step, "bad-token-status", "%s", outcome);
  GError *error = mcp_error_new (
      MCP_ERROR_HTTP_STATUS,
      "The server responds in a way that says nothing about authorization (%s).", outcome);
  mcp_error_get_details (error)->http_status = status;
  mcp_error_get_details (error)->url = g_strdup (self->url);
  mcp_auth_step_fail_with (self->step, error);
}

static void
take_try (McpAuthFlowRun *self, Try *try, McpAuthExchange *exchange)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  guint           status = mcp_auth_exchange_get_status (exchange);

  mcp_auth_step_add_exchange (self->step, g_object_ref (exchange));
  if (try->is_stale)
    end_stale (self, exchange);
  else if (response == NULL)
    {
      mcp_auth_step_note (self->step, "unreachable", "%s: %s", self->url,
                          mcp_auth_exchange_get_error (exchange)->message);
      mcp_auth_step_fail_with (self->step, g_error_copy (mcp_auth_exchange_get_error (exchange)));
    }
  else if (SOUP_STATUS_IS_REDIRECTION (status))
    judge_redirect (self, exchange);
  else if (SOUP_STATUS_IS_SUCCESSFUL (status) && !try->is_second)
    {
      Try *second = new_try (self);

      second->with_token = try->with_token;
      second->is_second = TRUE;
      send_try (second, mcp_http_fetched_get_header (response, "Mcp-Session-Id"));
    }
  else if (try->with_token)
    end_use (self, exchange);
  else
    end_first (self, exchange);
}

static void
on_tried (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Try            *try = user_data;
  McpAuthFlowRun *self = try->run;
  GError         *error = NULL;
  g_autoptr (McpAuthExchange) exchange =
      mcp_auth_channel_send_finish (MCP_AUTH_CHANNEL (source), result, &error);

  if (exchange == NULL)
    mcp_auth_step_fail_with (self->step, error);
  else
    take_try (self, try, exchange);
  g_free (try);
}

void
mcp_auth_flow_begin_request (McpAuthFlowRun *self)
{
  if (self->refusal == 0)
    {
      send_try (new_try (self), NULL);
      return;
    }
  self->status = self->refusal;
  self->challenge = mcp_auth_challenge_new (self->refusal_header);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_SKIPPED,
                     g_strdup_printf ("The server refused a request with %u", self->refusal));
}

void
mcp_auth_flow_begin_use (McpAuthFlowRun *self)
{
  Try *try = new_try (self);

  try->with_token = TRUE;
  send_try (try, NULL);
}

/* The challenge */

void
mcp_auth_flow_begin_challenge (McpAuthFlowRun *self)
{
  McpAuthStep       *step = self->step;
  McpAuthChallenge  *challenge = self->challenge;
  const char        *header = mcp_auth_challenge_get_header (challenge);
  const char *const *parameters = mcp_auth_challenge_get_parameters (challenge);
  g_autofree char   *others =
      g_strjoinv (" ", (char **)mcp_auth_challenge_get_other_schemes (challenge));

  mcp_auth_step_add_fact (step, "WWW-Authenticate", header, NULL);
  mcp_auth_step_add_fact (step, "scheme", mcp_auth_challenge_get_scheme (challenge), NULL);
  for (guint i = 0; parameters[i] != NULL && parameters[i + 1] != NULL; i += 2)
    mcp_auth_step_add_fact (step, parameters[i], parameters[i + 1], NULL);
  /* RFC 9110 §11.6.1: a server may offer several ways, in one header or more. */
  mcp_auth_step_add_fact (step, "also offered", *others != '\0' ? others : NULL, NULL);
  if (mcp_auth_challenge_get_oddity (challenge) != NULL)
    mcp_auth_step_note (step, "challenge-odd", "%s: %s", mcp_auth_challenge_get_oddity (challenge),
                        header);
  if (mcp_auth_challenge_get_scheme (challenge) == NULL && *others == '\0')
    mcp_auth_step_note (step, "no-challenge", "WWW-Authenticate: %s",
                        header != NULL ? header : "(absent)");
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_strdup (header));
}

/* The protected resource */

static void
set_document (McpAuthStep *step, McpAuthDocument *document)
{
  mcp_auth_step_set_document (step,
                              mcp_json_value_print_pretty (mcp_auth_document_get_root (document),
                                                           2));
  mcp_auth_step_add_fact (step, "Document", mcp_auth_document_get_url (document), NULL);
}

static void
end_resource (McpAuthFlowRun *self, McpAuthDocument *document)
{
  McpAuthStep *step = self->step;
  GError      *error = NULL;

  set_document (step, document);
  mcp_auth_step_add_fact (step, "resource", mcp_auth_document_get (document, "resource"), NULL);
  if (!mcp_auth_discovery_judge_resource (document, self->url, self->settings, step, &error))
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  self->resource_document = mcp_auth_document_ref (document);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup (mcp_auth_document_get_url (document)));
}

/* A server without such metadata may be one of 2025-03-26, whose endpoints are at its origin. One
 * that does not even send a challenge wants something else, unless its origin has the metadata of
 * an authorization server. */
static void
end_without_resource (McpAuthFlowRun *self)
{
  mcp_auth_step_note (self->step, "legacy-discovery", "nothing was found at %s", self->url);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup ("None: the server’s own origin is asked, as in 2025-03-26"));
}

/* Returns: whether a document is still to be found */
static gboolean
take_found (McpAuthFlowRun *self, GAsyncResult *result)
{
  GError *error = NULL;
  g_autoptr (McpAuthDocument) document = mcp_auth_discovery_run_finish (result, &error);

  if (error != NULL)
    mcp_auth_step_fail_with (self->step, error);
  else if (document != NULL)
    end_resource (self, document);
  return error == NULL && document == NULL;
}

static void
on_resource_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  if (take_found (user_data, result))
    end_without_resource (user_data);
}

static void
look_for_resource (McpAuthFlowRun *self)
{
  g_auto (GStrv) urls = mcp_auth_document_dup_resource_urls (self->url);

  mcp_auth_discovery_run_async (self->channel, (const char *const *)urls, "resource", NULL,
                                self->step, self->cancellable, on_resource_found, self);
}

/* What the challenge names is not there: the well-known places may have it. */
static void
on_named_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  if (take_found (user_data, result))
    look_for_resource (user_data);
}

/* What lies on the server's own origin goes before what it sends us elsewhere for.
 * Returns: (transfer container) */
static GPtrArray *
list_addresses (McpAuthFlowRun *self)
{
  const char *const *named = mcp_auth_challenge_get_addresses (self->challenge);
  GPtrArray         *urls = g_ptr_array_new ();

  for (guint own = 0; own < 2; own++)
    for (guint i = 0; named[i] != NULL; i++)
      if (mcp_auth_address_is_same_origin (named[i], self->url) == (own == 0))
        g_ptr_array_add (urls, (gpointer)named[i]);
  g_ptr_array_add (urls, NULL);
  return urls;
}

void
mcp_auth_flow_begin_resource (McpAuthFlowRun *self)
{
  const char *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_RESOURCE_METADATA_URL);
  const char *only[] = { wanted, NULL };
  g_autoptr (GPtrArray) named = list_addresses (self);

  if (wanted != NULL)
    mcp_auth_discovery_run_async (self->channel, only, "resource", NULL, self->step,
                                  self->cancellable, on_resource_found, self);
  else if (named->len > 1)
    mcp_auth_discovery_run_async (
        self->channel, (const char *const *)named->pdata, "resource",
        mcp_auth_settings_is (self->settings, MCP_AUTH_ACCEPT_RESOURCE) ? NULL : self->url,
        self->step, self->cancellable, on_named_found, self);
  else
    look_for_resource (self);
}

/* The choice of the authorization server */

static const char *
choose_issuer (McpAuthFlowRun *self, const char *const *issuers)
{
  const char *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER);
  const char *known = self->known != NULL ? mcp_auth_record_get (self->known)->issuer : NULL;

  if (wanted != NULL && g_strv_contains (issuers, wanted))
    return wanted;
  if (known != NULL && g_strv_contains (issuers, known))
    return known;
  return issuers[0];
}

static void
note_change (McpAuthFlowRun *self, const char *const *issuers)
{
  const char *known = self->known != NULL ? mcp_auth_record_get (self->known)->issuer : NULL;

  if (known != NULL && issuers[0] != NULL && !g_strv_contains (issuers, known))
    mcp_auth_step_note (self->step, "issuer-changed", "it was %s, it is %s", known, self->issuer);
}

void
mcp_auth_flow_begin_issuer (McpAuthFlowRun *self)
{
  McpAuthStep       *step = self->step;
  const char        *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_ISSUER);
  const char *const *issuers;

  if (self->resource_document == NULL)
    {
      self->issuer = mcp_auth_address_dup_origin (self->url);
      if (self->issuer == NULL)
        {
          mcp_auth_step_fail (self->step, MCP_ERROR_INVALID_TARGET, "“%s” is no address of HTTP.",
                              self->url);
          return;
        }
      mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_strdup (self->issuer));
      return;
    }
  issuers = mcp_auth_document_get_list (self->resource_document, "authorization_servers");
  if (issuers[0] == NULL && wanted == NULL)
    {
      mcp_auth_step_note (step, "no-issuers", "authorization_servers %s", "is absent or empty");
      mcp_auth_step_fail (self->step, MCP_ERROR_INVALID_MESSAGE,
                          "The server’s metadata names no authorization server.");
      return;
    }
  self->issuer = g_strdup (issuers[0] != NULL ? choose_issuer (self, issuers) : wanted);
  if (issuers[0] != NULL && issuers[1] != NULL)
    {
      g_autofree char *all = g_strjoinv ("\n", (char **)issuers);

      mcp_auth_step_add_fact (step, "authorization_servers", all, NULL);
      mcp_auth_step_note (step, "several-issuers", "%s", all);
    }
  note_change (self, issuers);
  mcp_auth_step_add_fact (step, "issuer", self->issuer, NULL);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_strdup (self->issuer));
}

/* Its metadata */

static void
end_without_metadata (McpAuthFlowRun *self)
{
  McpAuthStep *step = self->step;

  if (self->resource_document == NULL && mcp_auth_challenge_get_scheme (self->challenge) != NULL)
    {
      mcp_auth_flow_end_server (self, g_strdup ("None: the default endpoints of 2025-03-26"));
      return;
    }
  if (self->resource_document == NULL &&
      mcp_auth_challenge_get_other_schemes (self->challenge)[0] != NULL)
    mcp_auth_step_note (step, "challenge-other", "WWW-Authenticate: %s",
                        mcp_auth_challenge_get_header (self->challenge));
  else
    mcp_auth_step_note (step, self->resource_document == NULL ? "no-discovery" : "no-metadata",
                        "nothing was found for %s", self->issuer);
  mcp_auth_step_fail_with (
      self->step,
      self->resource_document == NULL
          ? mcp_error_new (
                MCP_ERROR_NOT_OFFERED,
                "The server refuses, and says nowhere how to sign in. It may want "
                "a token or an API key that is entered by hand.")
          : mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                           "The authorization server %s has no metadata.", self->issuer));
}

static void
on_server_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpAuthFlowRun *self = user_data;
  McpAuthStep    *step = self->step;
  GError         *error = NULL;
  g_autoptr (McpAuthDocument) document = mcp_auth_discovery_run_finish (result, &error);
  gboolean browser = mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE;

  if (error != NULL)
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  if (document == NULL)
    {
      end_without_metadata (self);
      return;
    }
  set_document (step, document);
  /* In the fallback the issuer is what the document says: nobody named another one. */
  if (self->resource_document == NULL && mcp_auth_document_get (document, "issuer") != NULL)
    {
      g_free (self->issuer);
      self->issuer = g_strdup (mcp_auth_document_get (document, "issuer"));
    }
  if (!mcp_auth_discovery_judge_server (document, self->issuer, browser, self->settings, step,
                                        &error))
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  self->server_document = mcp_auth_document_ref (document);
  mcp_auth_flow_end_server (self, g_strdup (mcp_auth_document_get_url (document)));
}

void
mcp_auth_flow_begin_server (McpAuthFlowRun *self)
{
  const char *named = mcp_auth_settings_get (self->settings, MCP_AUTH_SERVER_METADATA_URL);
  g_auto (GStrv) urls = NULL;

  if (named != NULL)
    urls = g_strdupv ((char *[]){ (char *)named, NULL });
  else
    urls = mcp_auth_document_dup_server_urls (self->issuer);
  if (urls == NULL)
    {
      mcp_auth_step_note (self->step, "metadata-unsafe", "%s", self->issuer);
      mcp_auth_step_fail (self->step, MCP_ERROR_INVALID_TARGET,
                          "“%s” is no address of an authorization server.", self->issuer);
      return;
    }
  mcp_auth_discovery_run_async (self->channel, (const char *const *)urls,
                                self->resource_document == NULL ? NULL : "issuer", NULL,
                                self->step, self->cancellable,
                                on_server_found, self);
}
