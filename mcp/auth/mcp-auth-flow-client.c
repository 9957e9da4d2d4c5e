/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who the client is, what is asked for, and the request that the browser makes. */

#include "mcp-auth-flow-private.h"

#include "mcp-auth-address.h"
#include "mcp-auth-grant.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"

#include <libsoup/soup.h>
#include <string.h>

#define DEFAULT_HOST "127.0.0.1"
#define OTHER_HOST "localhost"
#define DEFAULT_PATH "/callback"

/* Endpoints */

static const char *
get_default_path (const char *name)
{
  if (g_str_equal (name, "authorization_endpoint"))
    return "/authorize";
  if (g_str_equal (name, "token_endpoint"))
    return "/token";
  return g_str_equal (name, "registration_endpoint") ? "/register" : NULL;
}

char *
mcp_auth_flow_dup_endpoint (McpAuthFlowRun *self, const char *name, McpAuthSetting setting)
{
  const char *override = setting != MCP_AUTH_N_SETTINGS
                             ? mcp_auth_settings_get (self->settings, setting)
                             : NULL;

  if (override == NULL && self->server_document != NULL)
    override = mcp_auth_document_get (self->server_document, name);
  else if (override == NULL)
    return get_default_path (name) != NULL
               ? g_strconcat (self->issuer, get_default_path (name), NULL)
               : NULL;
  /* RFC 6749 §3.1, §3.2: an endpoint has no fragment, and none is ever sent. */
  return override != NULL ? g_strndup (override, strcspn (override, "#")) : NULL;
}

const char *
mcp_auth_flow_name_failure (const GError *error)
{
  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_TARGET))
    return "unreachable";
  return mcp_error_get_details (error)->kind != NULL ? "endpoint-private" : "endpoint-unsafe";
}

/* @error: (inout): why the first of them cannot be used */
static void
check_endpoint (McpAuthFlowRun *self, const char *name, McpAuthSetting setting, GError **error)
{
  g_autofree char *url = mcp_auth_flow_dup_endpoint (self, name, setting);
  g_autoptr (GUri) server = g_uri_parse (self->url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GError) problem = NULL;

  if (url != NULL)
    uri = mcp_auth_address_check (
        url, server != NULL ? mcp_auth_uri_get_place (server) : MCP_AUTH_PLACE_PUBLIC,
        mcp_auth_settings_is (self->settings, MCP_AUTH_ALLOW_PRIVATE),
        mcp_auth_settings_is (self->settings, MCP_AUTH_ALLOW_HTTP), &problem);
  else
    problem = mcp_error_new (MCP_ERROR_INVALID_MESSAGE, "The authorization server names no %s.",
                             name);
  if (problem == NULL)
    return;
  if (url == NULL)
    mcp_auth_step_note (self->step, "endpoint-absent", "%s; the setting %s can name it", name,
                        mcp_auth_setting_get_info (setting)->name);
  else
    mcp_auth_step_note (self->step, mcp_auth_flow_name_failure (problem), "%s is %s: %s", name, url,
                        problem->message);
  if (*error == NULL)
    *error = g_steal_pointer (&problem);
}

void
mcp_auth_flow_end_server (McpAuthFlowRun *self, char *summary)
{
  g_autofree char *owned = summary;
  const char      *reason;
  GError          *error = NULL;

  if (mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE)
    check_endpoint (self, "authorization_endpoint", MCP_AUTH_AUTHORIZATION_URL, &error);
  check_endpoint (self, "token_endpoint", MCP_AUTH_TOKEN_URL, &error);
  if (mcp_auth_client_choose (self->settings, self->server_document, &reason) ==
      MCP_AUTH_CLIENT_DYNAMIC)
    check_endpoint (self, "registration_endpoint", MCP_AUTH_REGISTRATION_URL, &error);
  if (error != NULL)
    mcp_auth_step_fail_with (self->step, error);
  else
    mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_steal_pointer (&owned));
}

gboolean
mcp_auth_flow_is_client_known (McpAuthFlowRun *self)
{
  return self->known != NULL && self->client != NULL &&
         mcp_auth_record_get (self->known)->client == self->client;
}

/* The listener */

static McpAuthListener *
listen_on (McpAuthFlowRun *self, const char *host, guint port, GError **error)
{
  const char *path = mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_PATH);

  return mcp_auth_listener_new (host, port, path != NULL ? path : DEFAULT_PATH, error);
}

static guint
get_port (const char *uri)
{
  g_autoptr (GUri) parsed = uri != NULL ? g_uri_parse (uri, SOUP_HTTP_URI_FLAGS, NULL) : NULL;

  return parsed != NULL && g_uri_get_port (parsed) > 0 ? (guint)g_uri_get_port (parsed) : 0;
}

/* The client that is known from before has the redirect that it was registered with: the same port
 * is tried again. Returns: (transfer none) (nullable) */
static McpAuthClient *
get_known_client (McpAuthFlowRun *self)
{
  const McpAuthRecordParts *parts = self->known != NULL ? mcp_auth_record_get (self->known) : NULL;

  return parts != NULL && parts->client != NULL &&
                 g_strcmp0 (parts->issuer, self->issuer) == 0
             ? parts->client
             : NULL;
}

static gboolean
open_listener (McpAuthFlowRun *self, GError **error)
{
  const char    *host = mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_HOST);
  const char    *port = mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_PORT);
  McpAuthClient *known = get_known_client (self);

  if (host == NULL)
    host = DEFAULT_HOST;
  if (port == NULL && known != NULL)
    self->listener = listen_on (
        self, host, get_port (mcp_auth_client_get (known)->redirect_uri), NULL);
  if (self->listener == NULL)
    self->listener =
        listen_on (self, host, port != NULL ? (guint)g_ascii_strtoull (port, NULL, 10) : 0, error);
  return self->listener != NULL;
}

/* Registering */

static void send_registration (McpAuthFlowRun *self);

/* Whether the other name of this machine is tried, as the first was refused. */
static gboolean
is_second (McpAuthFlowRun *self)
{
  g_autoptr (GUri) uri = g_uri_parse (mcp_auth_listener_get_uri (self->listener),
                                      SOUP_HTTP_URI_FLAGS, NULL);

  return mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_HOST) == NULL &&
         g_strcmp0 (g_uri_get_host (uri), OTHER_HOST) == 0;
}

static gboolean
listen_on_other (McpAuthFlowRun *self)
{
  guint port = get_port (mcp_auth_listener_get_uri (self->listener));

  g_clear_object (&self->listener);
  self->listener = listen_on (self, OTHER_HOST, port, NULL);
  if (self->listener == NULL)
    self->listener = listen_on (self, OTHER_HOST, 0, NULL);
  return self->listener != NULL;
}

static void
end_client (McpAuthFlowRun *self, McpAuthClient *client, const char *reason)
{
  static const char *const kinds[] = {
    [MCP_AUTH_CLIENT_REGISTERED] = "registered beforehand",
    [MCP_AUTH_CLIENT_DOCUMENT] = "its metadata document",
    [MCP_AUTH_CLIENT_DYNAMIC] = "dynamic registration",
    [MCP_AUTH_CLIENT_ASK] = "none",
  };
  McpAuthStep *step = self->step;
  const char  *kind = kinds[mcp_auth_client_get (client)->kind];

  mcp_auth_step_add_fact (step, "Known by", kind, reason);
  mcp_auth_step_add_fact (step, "client_id", mcp_auth_client_get (client)->id, NULL);
  mcp_auth_step_add_secret (step, "client_secret", mcp_auth_client_get (client)->secret);
  mcp_auth_step_add_fact (step, "token_endpoint_auth_method",
                          mcp_auth_method_get_name (mcp_auth_client_get (client)->method), NULL);
  mcp_auth_step_hide (self->step, mcp_auth_client_get (client)->configuration_token);
  self->client = mcp_auth_client_ref (client);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup_printf ("%s, by %s", mcp_auth_client_get (client)->id, kind));
}

/* Returns: (transfer full): the OAuth error of a registration's response, or "" */
static char *
dup_error (GBytes *body, char **description)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  McpJsonValue root = mcp_json_document_get_root (document);
  char        *error = mcp_json_value_dup_member_string (root, "error");

  *description = mcp_json_value_dup_member_string (root, "error_description");
  return error != NULL ? error : g_strdup ("");
}

static gboolean
is_about_redirect (const char *error, const char *description)
{
  g_autofree char *text = description != NULL ? g_ascii_strdown (description, -1) : NULL;

  return g_str_equal (error, "invalid_redirect_uri") ||
         (text != NULL && (strstr (text, "redirect") != NULL || strstr (text, "loopback") != NULL));
}

static void
refuse_registration (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  McpAuthStep     *step = self->step;
  GBytes          *body = mcp_http_fetched_get_body (mcp_auth_exchange_get_response (exchange));
  g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);
  g_autofree char *description = NULL;
  g_autofree char *error = dup_error (body, &description);
  const char      *id = "registration-refused";

  if (is_about_redirect (error, description))
    {
      if (!is_second (self) &&
          mcp_auth_settings_get (self->settings, MCP_AUTH_REDIRECT_HOST) == NULL)
        {
          if (listen_on_other (self))
            send_registration (self);
          else
            mcp_auth_step_fail (self->step, MCP_ERROR_CONNECTION_FAILED,
                                "No port on this machine can be listened on.");
          return;
        }
      id = "registration-loopback";
    }
  else if (*error == '\0')
    id = "token-no-oauth";
  else if (g_str_equal (error, "invalid_client_metadata") &&
           mcp_auth_client_choose_method (self->settings, self->server_document) ==
               MCP_AUTH_METHOD_NONE)
    id = "registration-public";
  mcp_auth_step_note (step, id, "%s%s%s%s%s; redirect_uri %s", outcome, *error != '\0' ? ": " : "",
                      error, description != NULL ? ": " : "",
                      description != NULL ? description : "",
                      mcp_auth_listener_get_uri (self->listener));
  mcp_auth_step_fail (self->step, MCP_ERROR_HTTP_STATUS, "The registration was refused: %s %s",
                      outcome, error);
}

static gboolean
is_sloppy (McpJsonValue root)
{
  for (McpJsonWalk each = mcp_json_walk (root); mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == MCP_JSON_NULL ||
        mcp_json_value_string_equals (each.value, ""))
      return TRUE;
  return FALSE;
}

static void
take_registration (McpAuthFlowRun *self, McpAuthExchange *exchange)
{
  McpAuthStep *step = self->step;
  GBytes      *body = mcp_http_fetched_get_body (mcp_auth_exchange_get_response (exchange));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (body, NULL, NULL, NULL);
  g_autoptr (McpAuthClient) client = NULL;
  GError *error = NULL;

  client = mcp_auth_client_new_registered (body, self->server_document,
                                           mcp_auth_listener_get_uri (self->listener),
                                           &error);
  if (client == NULL)
    {
      g_autofree char *outcome = mcp_auth_exchange_dup_outcome (exchange);

      mcp_auth_step_note (step, "token-no-oauth", "%s: %s", outcome, error->message);
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  if (document != NULL && is_sloppy (mcp_json_document_get_root (document)))
    mcp_auth_step_note (step, "registration-sloppy", "null or \"\" instead of nothing");
  if (mcp_auth_exchange_get_status (exchange) != SOUP_STATUS_CREATED)
    mcp_auth_step_note (step, "registration-sloppy", "status %u instead of 201",
                        mcp_auth_exchange_get_status (exchange));
  if (is_second (self))
    mcp_auth_step_note (step, "registration-localhost", "%s was taken, %s was not",
                        mcp_auth_listener_get_uri (self->listener), DEFAULT_HOST);
  end_client (self, client, "the authorization server registers clients");
}

static void
on_registered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  McpAuthFlowRun *self = user_data;
  GError         *error = NULL;
  g_autoptr (McpAuthExchange) exchange =
      mcp_auth_channel_send_finish (MCP_AUTH_CHANNEL (source), result, &error);

  if (exchange == NULL)
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  mcp_auth_step_add_exchange (self->step, g_object_ref (exchange));
  if (mcp_auth_exchange_get_response (exchange) == NULL)
    {
      mcp_auth_step_note (self->step,
                          mcp_auth_flow_name_failure (mcp_auth_exchange_get_error (exchange)),
                          "%s: %s", mcp_auth_exchange_get_url (exchange),
                          mcp_auth_exchange_get_error (exchange)->message);
      mcp_auth_step_fail_with (self->step, g_error_copy (mcp_auth_exchange_get_error (exchange)));
    }
  else if (SOUP_STATUS_IS_SUCCESSFUL (mcp_auth_exchange_get_status (exchange)))
    take_registration (self, exchange);
  else
    refuse_registration (self, exchange);
}

/* Whether a proof of possession is meant to be given: as the person says, or as the challenge wants
 * and the authorization server can. */
static gboolean
wants_proof (McpAuthFlowRun *self)
{
  const char *setting = mcp_auth_settings_get (self->settings, MCP_AUTH_DPOP);

  if (setting != NULL)
    return g_str_equal (setting, "yes");
  return g_strcmp0 (mcp_auth_challenge_get_scheme (self->challenge), "DPoP") == 0;
}

static void
send_registration (McpAuthFlowRun *self)
{
  static const char *const headers[] = { "Accept: application/json", NULL };
  g_autofree char         *url =
      mcp_auth_flow_dup_endpoint (self, "registration_endpoint", MCP_AUTH_REGISTRATION_URL);
  g_autofree char *text = NULL;

  text = mcp_auth_client_dup_registration (self->settings, self->server_document,
                                           mcp_auth_listener_get_uri (self->listener), NULL,
                                           wants_proof (self));
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
  mcp_auth_step_set_document (self->step, g_strdup (text));
  mcp_auth_channel_send_async (self->channel, url, headers, "application/json", body,
                               self->cancellable, on_registered, self);
}

/* Who the client is */

static void
ask_for_client (McpAuthFlowRun *self, const char *reason)
{
  const char *id = mcp_auth_settings_get (self->settings, MCP_AUTH_CLIENT_ID) != NULL
                       ? "client-of-other-issuer"
                       : "no-registration";

  mcp_auth_step_note (self->step, id, "%s; the redirect address to register is %s", reason,
                      self->listener != NULL ? mcp_auth_listener_get_uri (self->listener)
                                             : "not needed");
  mcp_auth_step_fail (self->step, MCP_ERROR_NOT_OFFERED,
                      "A client ID is needed: register Spyglass with %s and enter its client ID.",
                      self->issuer);
}

static gboolean
read_key (McpAuthFlowRun *self, GError **error)
{
  const char      *pem = mcp_auth_settings_get (self->settings, MCP_AUTH_PRIVATE_KEY);
  McpAuthAlgorithm algorithm = MCP_AUTH_ES256;

  if (pem == NULL)
    return TRUE;
  mcp_auth_step_hide (self->step, pem);
  mcp_auth_algorithm_parse (mcp_auth_settings_get (self->settings, MCP_AUTH_ALGORITHM), &algorithm);
  self->key = mcp_auth_key_new (pem, algorithm, error);
  return self->key != NULL;
}

/* A dynamic client is used again where its redirect is the one that is listened on. */
static McpAuthClient *
get_usable_client (McpAuthFlowRun *self)
{
  McpAuthClient *known = get_known_client (self);
  const char    *method = mcp_auth_settings_get (self->settings, MCP_AUTH_METHOD);

  if (known == NULL || mcp_auth_client_get (known)->kind != MCP_AUTH_CLIENT_DYNAMIC)
    return NULL;
  /* What was chosen since: a client without a secret has no use for it. */
  if (method != NULL && *method != '\0' && mcp_auth_client_get (known)->secret == NULL &&
      mcp_auth_client_choose_method (self->settings, self->server_document) !=
          MCP_AUTH_METHOD_NONE)
    return NULL;
  gint64 expiry = mcp_auth_client_get (known)->secret_expiry;
  if (expiry != 0 && expiry <= g_get_real_time () / G_USEC_PER_SEC)
    return NULL;
  return self->listener == NULL ||
                 g_strcmp0 (mcp_auth_client_get (known)->redirect_uri,
                            mcp_auth_listener_get_uri (self->listener)) == 0
             ? known
             : NULL;
}

void
mcp_auth_flow_begin_client (McpAuthFlowRun *self)
{
  const char       *reason = NULL;
  McpAuthClientKind kind =
      mcp_auth_client_choose (self->settings, self->server_document, &reason);
  g_autoptr (McpAuthClient) client = NULL;
  GError *error = NULL;

  if ((mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE &&
       !open_listener (self, &error)) ||
      !read_key (self, &error))
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  switch (kind)
    {
    case MCP_AUTH_CLIENT_REGISTERED:
    case MCP_AUTH_CLIENT_DOCUMENT:
      client =
          mcp_auth_client_new_from_settings (self->settings, kind, self->server_document);
      end_client (self, client, reason);
      break;
    case MCP_AUTH_CLIENT_DYNAMIC:
      if (get_usable_client (self) != NULL)
        end_client (self, get_usable_client (self), "registered before");
      else if (self->listener == NULL)
        ask_for_client (self, "this grant needs a client that is registered beforehand");
      else
        send_registration (self);
      break;
    case MCP_AUTH_CLIENT_ASK:
    default:
      ask_for_client (self, reason != NULL ? reason : "");
      break;
    }
}

/* Scopes and resource */

/* Returns: (transfer full) (nullable) */
static char *
choose_scopes (McpAuthFlowRun *self, const char **reason)
{
  const char *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPES);
  const char *challenged = mcp_auth_challenge_get (self->challenge, "scope");

  if (wanted != NULL)
    {
      *reason = "as the settings say";
      return *wanted != '\0' ? g_strdup (wanted) : NULL;
    }
  if (challenged != NULL)
    {
      *reason = "the challenge names them";
      return mcp_auth_scopes_unite (challenged, NULL);
    }
  if (self->resource_document != NULL)
    {
      const char *const *listed =
          mcp_auth_document_get_list (self->resource_document, "scopes_supported");

      *reason = "all that the resource lists";
      return listed[0] != NULL ? g_strjoinv (" ", (char **)listed) : NULL;
    }
  return NULL;
}

static char *
choose_resource (McpAuthFlowRun *self, const char **reason)
{
  const char *wanted = mcp_auth_settings_get (self->settings, MCP_AUTH_RESOURCE);

  *reason = "as its metadata spells it";
  if (wanted != NULL)
    {
      *reason = "as the settings say";
      return *wanted != '\0' ? g_strdup (wanted) : NULL;
    }
  if (self->resource_document == NULL)
    return NULL;
  if (mcp_auth_document_get (self->resource_document, "resource") != NULL)
    return g_strdup (mcp_auth_document_get (self->resource_document, "resource"));
  *reason = "the server’s address: its metadata has none";
  return g_strdup (self->url);
}

/* What is granted already is demanded all the same: to ask again leads nowhere. */
static void
note_loop (McpAuthFlowRun *self)
{
  const char *granted =
      self->known != NULL ? mcp_auth_record_get (self->known)->scopes_granted : NULL;
  const char      *wanted = mcp_auth_challenge_get (self->challenge, "scope");
  g_autofree char *missing = mcp_auth_scopes_subtract (wanted, granted);

  if (wanted != NULL && granted != NULL && missing == NULL)
    mcp_auth_step_note (self->step, "step-up-loop", "%s is demanded; %s was granted", wanted,
                        granted);
}

static void
add_earlier_scopes (McpAuthFlowRun *self, const char **reason)
{
  const char *earlier =
      self->known != NULL ? mcp_auth_record_get (self->known)->scopes_asked : NULL;
  g_autofree char *challenged = g_steal_pointer (&self->scopes);

  /* SEP-2350: what was asked for before is asked for again. */
  self->scopes = mcp_auth_scopes_unite (earlier, challenged);
  *reason = "what was asked for before, and what the challenge names";
}

static void
add_offline_access (McpAuthFlowRun *self)
{
  const char *offline = mcp_auth_settings_get (self->settings, MCP_AUTH_OFFLINE);

  /* SEP-2207: only where there are scopes, and the authorization server lists it. */
  if (self->scopes == NULL || g_strcmp0 (offline, "no") == 0 ||
      self->server_document == NULL ||
      !mcp_auth_document_lists (self->server_document, "scopes_supported", "offline_access"))
    return;
  if (!mcp_auth_scopes_has (self->scopes, "offline_access"))
    {
      g_autofree char *scopes = g_steal_pointer (&self->scopes);

      self->scopes = mcp_auth_scopes_unite (scopes, "offline_access");
    }
}

void
mcp_auth_flow_begin_scopes (McpAuthFlowRun *self)
{
  McpAuthStep *step = self->step;
  const char  *reason = NULL, *resource_reason = NULL;
  GError      *error = NULL;

  self->scopes = choose_scopes (self, &reason);
  if (self->status == SOUP_STATUS_FORBIDDEN)
    note_loop (self);
  if (self->status == SOUP_STATUS_FORBIDDEN &&
      mcp_auth_settings_get (self->settings, MCP_AUTH_SCOPES) == NULL)
    add_earlier_scopes (self, &reason);
  if (mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE)
    add_offline_access (self);
  self->resource = choose_resource (self, &resource_reason);
  if (wants_proof (self))
    {
      self->proof = mcp_auth_key_generate (&error);
      if (self->proof == NULL)
        {
          mcp_auth_step_fail_with (self->step, error);
          return;
        }
      mcp_auth_step_add_fact (step, "DPoP", "ES256", "tokens are bound to a key");
    }
  mcp_auth_step_add_fact (step, "scope", self->scopes != NULL ? self->scopes : "(none)", reason);
  mcp_auth_step_add_fact (step, "resource", self->resource != NULL ? self->resource : "(omitted)",
                          resource_reason);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup (self->scopes != NULL ? self->scopes : "No scopes"));
}

/* The authorization request */

void
mcp_auth_flow_begin_authorize (McpAuthFlowRun *self)
{
  McpAuthStep     *step = self->step;
  McpAuthRequest   request = { 0 };
  g_autofree char *endpoint = NULL;
  GError          *error = NULL;

  endpoint =
      mcp_auth_flow_dup_endpoint (self, "authorization_endpoint", MCP_AUTH_AUTHORIZATION_URL);
  check_endpoint (self, "authorization_endpoint", MCP_AUTH_AUTHORIZATION_URL, &error);
  if (error != NULL)
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  self->state = mcp_auth_secret_new ();
  self->verifier = mcp_auth_secret_new ();
  g_autofree char *challenge = mcp_auth_secret_dup_challenge (self->verifier);
  request.endpoint = endpoint;
  request.client_id = mcp_auth_client_get (self->client)->id;
  request.redirect_uri = mcp_auth_listener_get_uri (self->listener);
  request.state = self->state;
  request.code_challenge = challenge;
  request.scope = self->scopes;
  request.resource = self->resource;
  request.prompt = mcp_auth_settings_get (self->settings, MCP_AUTH_PROMPT);
  /* OpenID Connect Core 1.0 §11: without consent a provider ignores offline_access. */
  if (request.prompt == NULL && self->scopes != NULL &&
      mcp_auth_scopes_has (self->scopes, "offline_access"))
    request.prompt = "consent";
  request.login_hint = mcp_auth_settings_get (self->settings, MCP_AUTH_LOGIN_HINT);
  request.extra = mcp_auth_settings_get (self->settings, MCP_AUTH_EXTRA);
  self->browser_url = mcp_auth_request_dup_url (&request);
  g_auto (GStrv) replaced = mcp_auth_request_dup_replaced (&request);
  for (guint i = 0; replaced[i] != NULL; i++)
    mcp_auth_step_note (step, "endpoint-parameter",
                        "“%s” is in it already; it is sent once, with Spyglass’s value",
                        replaced[i]);
  g_auto (GStrv) parameters = mcp_auth_request_dup_parameters (&request);
  for (guint i = 0; parameters[i] != NULL; i += 2)
    {
      if (g_str_equal (parameters[i], "state"))
        mcp_auth_step_add_secret (step, parameters[i], parameters[i + 1]);
      else
        mcp_auth_step_add_fact (step, parameters[i], parameters[i + 1], NULL);
    }
  mcp_auth_step_add_secret (step, "code_verifier", self->verifier);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_steal_pointer (&endpoint));
}
