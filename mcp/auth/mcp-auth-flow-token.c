/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the browser brought, and the token. */

#include "mcp-auth-flow-private.h"

#include "mcp-auth-grant.h"
#include "mcp-auth-issue.h"
#include "mcp-auth-jwt.h"
#include "mcp-auth-secret.h"
#include "mcp-error.h"
#include "mcp-json-writer.h"

#include <libsoup/soup.h>
#include <string.h>

#define ID_TOKEN_TYPE "urn:ietf:params:oauth:token-type:id_token"

/* Clocks that differ by less are taken for the same, in seconds. */
#define CLOCK_TOLERANCE 60

/* The callback */

static gboolean
check_iss (McpAuthFlowRun *self, GError **error)
{
  McpAuthStep *step = self->step;
  const char  *iss = mcp_auth_callback_get (self->callback, "iss");
  gboolean     advertised =
      self->server_document != NULL &&
      mcp_auth_document_is (self->server_document,
                            "authorization_response_iss_parameter_supported");
  const char *id = NULL;

  mcp_auth_step_add_fact (step, "iss", iss != NULL ? iss : "(absent)",
                          advertised ? "advertised" : "not advertised");
  switch (mcp_auth_callback_check_iss (self->callback, self->issuer, advertised))
    {
    case MCP_AUTH_ISS_MISSING:
      id = "iss-missing";
      break;
    case MCP_AUTH_ISS_OTHER:
      id = "iss-wrong";
      break;
    case MCP_AUTH_ISS_NORMALIZED:
      id = "iss-normalized";
      break;
    case MCP_AUTH_ISS_ABSENT:
    case MCP_AUTH_ISS_SAME:
    default:
      return TRUE;
    }
  mcp_auth_step_note (step, id, "iss is %s, the issuer is %s", iss != NULL ? iss : "absent",
                      self->issuer);
  if (mcp_auth_settings_is (self->settings, MCP_AUTH_SKIP_ISS))
    return TRUE;
  g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_MESSAGE,
                                           "The browser’s response is not from this authorization "
                                           "server."));
  return FALSE;
}

/* By how the client became known: a document can be refused, what was registered be forgotten, and
 * what a person entered be wrong. */
static const char *
classify_client (McpAuthFlowRun *self, const char *forgotten)
{
  McpAuthClientKind kind = mcp_auth_client_get (self->client)->kind;

  if (kind == MCP_AUTH_CLIENT_DYNAMIC)
    return mcp_auth_flow_is_client_known (self) ? forgotten : "client-refused";
  return kind == MCP_AUTH_CLIENT_DOCUMENT ? "document-refused" : "client-wrong";
}

/* Which kind of trouble an error of the authorization endpoint is. */
static const char *
classify_callback (McpAuthFlowRun *self, const char *error, const char *description)
{
  g_autofree char *text = description != NULL ? g_ascii_strdown (description, -1) : NULL;

  if (g_str_equal (error, "access_denied"))
    return "access-denied";
  if (g_str_equal (error, "invalid_scope"))
    return "scope-unlisted";
  if (g_str_equal (error, "invalid_target") ||
      (text != NULL && (strstr (text, "aadsts901002") != NULL ||
                        strstr (text, "aadsts9010010") != NULL ||
                        strstr (text, "resource") != NULL)))
    return "resource-rejected";
  if (text != NULL && strstr (text, "redirect") != NULL)
    return "redirect-mismatch";
  if (g_str_equal (error, "unauthorized_client") || g_str_equal (error, "invalid_client"))
    return classify_client (self, "client-refused");
  return "authorize-error";
}

static void
end_with_error (McpAuthFlowRun *self)
{
  const char *error = mcp_auth_callback_get (self->callback, "error");
  const char *description = mcp_auth_callback_get (self->callback, "error_description");
  const char *id = classify_callback (self, error, description);

  mcp_auth_step_note (self->step, id, "%s%s%s", error, description != NULL ? ": " : "",
                      description != NULL ? description : "");
  mcp_auth_step_fail (self->step, MCP_ERROR_AUTHORIZATION_REQUIRED,
                      "The authorization server did not agree: %s", error);
}

void
mcp_auth_flow_begin_callback (McpAuthFlowRun *self)
{
  McpAuthStep *step = self->step;
  GError      *error = NULL;

  mcp_auth_step_add_fact (step, "state", "the one that was sent", NULL);
  if (!check_iss (self, &error))
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  if (mcp_auth_callback_get (self->callback, "error") != NULL)
    {
      end_with_error (self);
      return;
    }
  mcp_auth_step_add_secret (step, "code", mcp_auth_callback_get (self->callback, "code"));
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE, g_strdup ("Authorization code received"));
}

/* The token */

static void on_token_issued (GObject *source, GAsyncResult *result, gpointer user_data);
static void on_assertion_issued (GObject *source, GAsyncResult *result, gpointer user_data);

/* @proof: (nullable) */
/* @form: (transfer full) */
static void
send_form (McpAuthFlowRun     *self,
           const char         *url,
           McpAuthForm        *form,
           McpAuthKey         *proof,
           GAsyncReadyCallback callback)
{
  for (guint i = 0; i + 1 < form->fields->len; i += 2)
    {
      const char *name = form->fields->pdata[i], *value = form->fields->pdata[i + 1];

      if (mcp_auth_form_is_secret (name))
        mcp_auth_step_add_secret (self->step, name, value);
      else
        mcp_auth_step_add_fact (self->step, name, value, NULL);
    }
  for (guint i = 0; i < form->headers->len; i++)
    {
      const char *value = strchr (form->headers->pdata[i], ' ');

      /* "Authorization: Basic XXX": what follows the scheme. */
      value = value != NULL ? strchr (value + 1, ' ') : NULL;
      mcp_auth_step_hide (self->step, value != NULL ? value + 1 : NULL);
    }
  mcp_auth_issue_run_async (self->channel, url, form, proof, self->nonce, self->cancellable,
                            callback, self);
}

/* Asks the token endpoint. @form: (transfer full) */
static void
ask_for_token (McpAuthFlowRun *self, McpAuthForm *form)
{
  g_autofree char *url = mcp_auth_flow_dup_endpoint (self, "token_endpoint", MCP_AUTH_TOKEN_URL);
  GError          *error = NULL;

  if (!mcp_auth_form_authenticate (form, self->client, self->key, self->issuer,
                                   &error))
    {
      mcp_auth_form_free (form);
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  /* It was there when the metadata was read. */
  send_form (self, url != NULL ? url : "", form, self->proof, on_token_issued);
}

static void
ask_identity_provider (McpAuthFlowRun *self)
{
  const char *url = mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_TOKEN_URL);
  const char *token = mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_TOKEN);

  if (url == NULL || token == NULL)
    {
      mcp_auth_step_fail (
          self->step, MCP_ERROR_NOT_OFFERED,
          "The identity provider’s token endpoint and an ID token of yours are needed.");
      return;
    }
  mcp_auth_step_hide (self->step, token);
  McpAuthForm *form = mcp_auth_form_new_exchange (token, ID_TOKEN_TYPE, self->issuer,
                                                  self->resource, self->scopes);
  mcp_auth_form_add (form, "client_id",
                     mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_CLIENT_ID));
  mcp_auth_form_add (form, "client_secret",
                     mcp_auth_settings_get (self->settings, MCP_AUTH_IDP_CLIENT_SECRET));
  send_form (self, url, form, NULL, on_assertion_issued);
}

void
mcp_auth_flow_begin_token (McpAuthFlowRun *self)
{
  const char *assertion;

  switch (mcp_auth_settings_get_grant (self->settings))
    {
    case MCP_AUTH_BY_CREDENTIALS:
      ask_for_token (self, mcp_auth_form_new_client_credentials (self->scopes,
                                                                 self->resource));
      break;
    case MCP_AUTH_BY_ENTERPRISE:
      ask_identity_provider (self);
      break;
    case MCP_AUTH_BY_WORKLOAD:
      assertion = mcp_auth_settings_get (self->settings, MCP_AUTH_ASSERTION);
      if (assertion == NULL)
        {
          mcp_auth_step_fail (self->step, MCP_ERROR_NOT_OFFERED, "The platform’s token is needed.");
          return;
        }
      ask_for_token (self, mcp_auth_form_new_assertion (assertion, self->scopes,
                                                        self->resource));
      break;
    case MCP_AUTH_BY_CODE:
    default:
      ask_for_token (
          self, mcp_auth_form_new_code (mcp_auth_callback_get (self->callback, "code"),
                                        mcp_auth_listener_get_uri (self->listener),
                                        self->verifier, self->resource));
      break;
    }
}

/* What came */

static const char *
classify_token (McpAuthFlowRun *self, const char *error)
{
  if (g_str_equal (error, "invalid_grant"))
    return "token-expired-code";
  if (g_str_equal (error, "invalid_client") || g_str_equal (error, "unauthorized_client"))
    return classify_client (self, "client-purged");
  if (g_str_equal (error, "invalid_target"))
    return "resource-rejected";
  if (g_str_equal (error, "invalid_scope"))
    return "scope-unlisted";
  return "token-error";
}

static void
fail_with (McpAuthFlowRun *self, McpAuthToken *token)
{
  const char     *error = mcp_auth_token_get_error (token);
  const char     *description = mcp_auth_token_get (token, "error_description");
  const char     *id = classify_token (self, error);
  McpAuthFinding *finding = mcp_auth_finding_new (id, "%s%s%s", error,
                                                  description != NULL ? ": " : "",
                                                  description != NULL ? description : "");

  if (g_str_equal (id, "client-purged") && mcp_auth_flow_is_client_known (self))
    {
      self->purged = finding;
      mcp_auth_step_end (self->step, MCP_AUTH_STEP_PENDING, NULL);
      return;
    }
  mcp_auth_step_add_finding (self->step, finding);
  mcp_auth_step_fail (self->step, MCP_ERROR_AUTHORIZATION_REQUIRED,
                      "The authorization server gives no token: %s", error);
}

static void
note_oddities (McpAuthFlowRun *self, McpAuthToken *token)
{
  static const struct
  {
    McpAuthTokenOddities oddity;
    const char          *id;
    const char          *seen;
  } rows[] = {
    { MCP_AUTH_TOKEN_FORM, "token-form", "application/x-www-form-urlencoded" },
    { MCP_AUTH_TOKEN_ERROR_WITH_200, "token-200-error", "error with status 200" },
    { MCP_AUTH_TOKEN_EXPIRY_TEXT, "expiry-text", "expires_in is a string" },
    { MCP_AUTH_TOKEN_EXPIRY_UNKNOWN, "no-expiry", "expires_in is absent, or cannot be" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if ((mcp_auth_token_get_oddities (token) & rows[i].oddity) != 0)
      mcp_auth_step_note (self->step, rows[i].id, "%s", rows[i].seen);
}

static void
compare_scopes (McpAuthFlowRun *self, McpAuthToken *token)
{
  McpAuthStep *step = self->step;
  const char  *granted = mcp_auth_token_get (token, "scope");
  const char  *had = self->known != NULL ? mcp_auth_record_get (self->known)->scopes_granted
                                         : NULL;

  mcp_auth_step_add_fact (step, "scope granted", granted != NULL ? granted : self->scopes,
                          granted != NULL ? NULL : "not named: as asked");
  if (granted == NULL)
    return;
  g_autofree char *missing = mcp_auth_scopes_subtract (self->scopes, granted);
  /* What was not asked for again is not lost. */
  g_autofree char *strange = mcp_auth_scopes_subtract (missing, had);
  g_autofree char *lost = mcp_auth_scopes_subtract (missing, strange);
  if (lost != NULL)
    mcp_auth_step_note (step, "step-up-shrinks", "lost: %s", lost);
  else if (missing != NULL)
    mcp_auth_step_note (step, "scope-narrowed", "not granted: %s", missing);
}

/* RFC 9110 §6.6.1: how far its clock is from ours. */
static void
compare_clocks (McpAuthFlowRun *self, McpAuthExchange *exchange, McpAuthJwt *jwt)
{
  const char *date =
      mcp_http_fetched_get_header (mcp_auth_exchange_get_response (exchange), "Date");
  g_autoptr (GDateTime) theirs = date != NULL ? soup_date_time_new_from_http_string (date) : NULL;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  gint64 skew = theirs != NULL ? g_date_time_to_unix (theirs) - now : 0;
  gint64 begins = jwt != NULL ? MAX (mcp_auth_jwt_get_time (jwt, "nbf"),
                                     mcp_auth_jwt_get_time (jwt, "iat"))
                              : -1;

  if (begins > now + CLOCK_TOLERANCE)
    skew = begins - now;
  if (skew > CLOCK_TOLERANCE || skew < -CLOCK_TOLERANCE)
    mcp_auth_step_note (self->step, "clock-skew",
                        "the authorization server’s clock is %" G_GINT64_FORMAT " seconds %s ours",
                        ABS (skew), skew > 0 ? "ahead of" : "behind");
}

static void
note_claims (McpAuthFlowRun *self, McpAuthJwt *jwt)
{
  McpAuthStep *step = self->step;

  if (jwt == NULL)
    {
      mcp_auth_step_add_fact (step, "access token", "opaque", NULL);
      return;
    }
  g_autofree char *audience = g_strjoinv (" ", (char **)mcp_auth_jwt_get_audience (jwt));
  mcp_auth_step_set_document (step,
                              mcp_json_value_print_pretty (mcp_auth_jwt_get_claims (jwt), 2));
  mcp_auth_step_add_fact (step, "aud", audience, "not verified");
  mcp_auth_step_add_fact (step, "iss of the token", mcp_auth_jwt_get (jwt, "iss"), "not verified");
  if (mcp_auth_jwt_is_unsigned (jwt))
    mcp_auth_step_note (step, "token-unsigned", "alg is none");
  if (self->resource != NULL && *audience != '\0' &&
      !g_strv_contains (mcp_auth_jwt_get_audience (jwt), self->resource))
    mcp_auth_step_note (step, "audience-other", "aud is %s, resource is %s", audience,
                        self->resource);
}

static void
make_record (McpAuthFlowRun *self, McpAuthToken *token)
{
  g_autofree char *token_url =
      mcp_auth_flow_dup_endpoint (self, "token_endpoint", MCP_AUTH_TOKEN_URL);
  g_autofree char *revocation =
      mcp_auth_flow_dup_endpoint (self, "revocation_endpoint", MCP_AUTH_N_SETTINGS);
  g_autofree char *introspection =
      mcp_auth_flow_dup_endpoint (self, "introspection_endpoint", MCP_AUTH_N_SETTINGS);
  g_autofree char *key = self->proof != NULL ? mcp_auth_key_dup_pem (self->proof)
                                             : NULL;
  const char      *granted = mcp_auth_token_get (token, "scope");
  /* The granted scopes may be fewer: what was asked for is asked for again. */
  const McpAuthRecordParts parts = {
    .server = self->url,
    .issuer = self->issuer,
    .token_url = token_url,
    .revocation_url = revocation,
    .introspection_url = introspection,
    .resource = self->resource,
    .grant = mcp_auth_settings_get (self->settings, MCP_AUTH_GRANT),
    .scopes_asked = self->scopes,
    .scopes_granted = granted != NULL ? granted : self->scopes,
    .access_token = mcp_auth_token_get (token, "access_token"),
    .refresh_token = mcp_auth_token_get (token, "refresh_token"),
    .id_token = mcp_auth_token_get (token, "id_token"),
    .scheme = self->proof != NULL ? mcp_auth_token_get_scheme (token) : "Bearer",
    .obtained = g_get_real_time () / G_USEC_PER_SEC,
    .life = mcp_auth_token_get_life (token),
    .client = self->client,
    .key = key,
  };

  mcp_auth_step_hide (self->step, parts.id_token);
  mcp_auth_step_hide (self->step, parts.key);
  g_clear_pointer (&self->record, mcp_auth_record_unref);
  self->record = mcp_auth_record_new (&parts);
}

static void
take_token (McpAuthFlowRun *self, McpAuthToken *token, McpAuthExchange *exchange)
{
  McpAuthStep *step = self->step;
  g_autoptr (McpAuthJwt) jwt = mcp_auth_jwt_new (mcp_auth_token_get (token, "access_token"));
  gint64           life = mcp_auth_token_get_life (token);
  g_autofree char *text = life >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT " s", life)
                                    : g_strdup ("unknown");

  note_oddities (self, token);
  mcp_auth_step_add_secret (step, "access_token", mcp_auth_token_get (token, "access_token"));
  mcp_auth_step_add_secret (step, "refresh_token", mcp_auth_token_get (token, "refresh_token"));
  mcp_auth_step_add_fact (step, "token_type", mcp_auth_token_get_scheme (token), NULL);
  mcp_auth_step_add_fact (step, "expires_in", text, NULL);
  compare_scopes (self, token);
  note_claims (self, jwt);
  compare_clocks (self, exchange, jwt);
  if (mcp_auth_token_get (token, "refresh_token") == NULL &&
      mcp_auth_settings_get_grant (self->settings) == MCP_AUTH_BY_CODE)
    mcp_auth_step_note (step, "no-refresh", "refresh_token is absent");
  make_record (self, token);
  /* They were used. */
  g_clear_pointer (&self->state, mcp_auth_secret_free);
  g_clear_pointer (&self->verifier, mcp_auth_secret_free);
  mcp_auth_step_end (self->step, MCP_AUTH_STEP_DONE,
                     g_strdup_printf ("Access token received; life: %s", text));
}

static void
take_assertion (McpAuthFlowRun *self, McpAuthToken *token, McpAuthExchange *exchange)
{
  const char *assertion = mcp_auth_token_get (token, "access_token");

  mcp_auth_step_hide (self->step, assertion);
  ask_for_token (self, mcp_auth_form_new_assertion (assertion, self->scopes, NULL));
}

/* What it is called that no token and no error of OAuth came. */
static const char *
classify_problem (McpAuthExchange *exchange, const GError *problem)
{
  McpHttpFetched *response = mcp_auth_exchange_get_response (exchange);
  const char     *type = response != NULL ? mcp_http_fetched_get_content_type (response) : NULL;

  if (response == NULL)
    return mcp_auth_flow_name_failure (problem);
  return mcp_http_fetched_get_status (response) == SOUP_STATUS_OK && type != NULL &&
                 g_str_has_prefix (type, "application/json")
             ? "token-malformed"
             : "token-no-oauth";
}

/* @take: what is done with tokens */
static void
take_issue (McpAuthFlowRun *self,
            GAsyncResult   *result,
            void (*take) (McpAuthFlowRun *, McpAuthToken *, McpAuthExchange *))
{
  GError *error = NULL;
  g_autoptr (McpAuthIssue) issue = mcp_auth_issue_run_finish (result, &error);

  if (issue == NULL)
    {
      mcp_auth_step_fail_with (self->step, error);
      return;
    }
  for (guint i = 0; i < issue->exchanges->len; i++)
    mcp_auth_step_add_exchange (self->step, g_object_ref (issue->exchanges->pdata[i]));
  McpAuthExchange *last = issue->exchanges->pdata[issue->exchanges->len - 1];
  if (issue->nonce != NULL)
    {
      g_free (self->nonce);
      self->nonce = g_strdup (issue->nonce);
    }
  if (issue->token == NULL)
    {
      mcp_auth_step_note (self->step, classify_problem (last, issue->problem), "%s: %s",
                          mcp_auth_exchange_get_url (last), issue->problem->message);
      mcp_auth_step_fail_with (self->step, g_error_copy (issue->problem));
    }
  else if (mcp_auth_token_get_error (issue->token) != NULL)
    {
      note_oddities (self, issue->token);
      fail_with (self, issue->token);
    }
  else
    take (self, issue->token, last);
}

static void
on_token_issued (GObject *source, GAsyncResult *result, gpointer user_data)
{
  take_issue (user_data, result, take_token);
}

static void
on_assertion_issued (GObject *source, GAsyncResult *result, gpointer user_data)
{
  take_issue (user_data, result, take_assertion);
}
