/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * Requests to token, revocation and introspection endpoints: the form, and how the client proves
 * who it is. Also the address of an authorization request.
 *
 * Sources: RFC 6749 §2.3.1, §4.1.1, §4.1.3, §4.4, §6; RFC 7009; RFC 7662; RFC 7523; RFC 8693;
 * RFC 8707; SEP-1046, SEP-990, SEP-1933
 */

#pragma once

#include "mcp-auth-client.h"
#include "mcp-auth-proof.h"

/** A request that is ready to be sent as application/x-www-form-urlencoded by POST. */
typedef struct
{
  GPtrArray *fields;  /* (element-type utf8): names and values in turn */
  GPtrArray *headers; /* (element-type utf8): "Authorization: Basic …"; may be empty */
} McpAuthForm;

void mcp_auth_form_free (McpAuthForm *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAuthForm, mcp_auth_form_free)
/** @value: (nullable): with %NULL nothing is added */
void mcp_auth_form_add (McpAuthForm *self, const char *name, const char *value);
/** Returns: (transfer full): application/x-www-form-urlencoded, a space as "+" */
GBytes *mcp_auth_form_encode (McpAuthForm *self);
/** Whether a field's value is a secret, to be masked wherever it is shown. */
gboolean mcp_auth_form_is_secret (const char *name);

/** Adds what the client's method demands: nothing but client_id, id and secret in the body or in a
 * Basic header (each form-encoded first), or an assertion for @issuer.
 * @key: (nullable): for private_key_jwt */
gboolean mcp_auth_form_authenticate (McpAuthForm   *self,
                                     McpAuthClient *client,
                                     McpAuthKey    *key,
                                     const char    *issuer,
                                     GError       **error);

/* What they begin with; all of @resource and @scope are (nullable) */

McpAuthForm *mcp_auth_form_new_code (const char *code,
                                     const char *redirect_uri,
                                     const char *verifier,
                                     const char *resource);
McpAuthForm *mcp_auth_form_new_refresh (const char *refresh_token, const char *resource);
McpAuthForm *mcp_auth_form_new_client_credentials (const char *scope, const char *resource);
/** RFC 8693, SEP-990: an ID token for an ID-JAG. @audience: the issuer of the authorization
 * server */
McpAuthForm *mcp_auth_form_new_exchange (const char *subject_token,
                                         const char *subject_token_type,
                                         const char *audience,
                                         const char *resource,
                                         const char *scope);
/** RFC 7523 §2.1: an ID-JAG, or the JWT of a platform */
McpAuthForm *mcp_auth_form_new_assertion (const char *assertion,
                                          const char *scope,
                                          const char *resource);
/** RFC 7009, RFC 7662. @hint: "access_token" or "refresh_token" */
McpAuthForm *mcp_auth_form_new_token (const char *token, const char *hint);

/** What an authorization request says; all but the first five are (nullable). */
typedef struct
{
  const char *endpoint; /* may have a query */
  const char *client_id;
  const char *redirect_uri;
  const char *state;
  const char *code_challenge;
  const char *scope;
  const char *resource;
  const char *prompt;
  const char *login_hint;
  const char *extra; /* a=b&c=d, encoded; what would replace one of ours is left out */
} McpAuthRequest;

/** Returns: (transfer full): names and values of its parameters in turn, closed by %NULL */
GStrv mcp_auth_request_dup_parameters (const McpAuthRequest *self);
/** Returns: (transfer full): what the endpoint's query has and we send too: "resource=urn%3Ax" */
GStrv mcp_auth_request_dup_replaced (const McpAuthRequest *self);
/** Returns: (transfer full): the address that the browser opens: a space as "%20", which every
 * server reads alike; a query that the endpoint has stays in front, without what we send too */
char *mcp_auth_request_dup_url (const McpAuthRequest *self);

/** Names of @more that @scopes has not are added. @scopes, @more: (nullable).
 * Returns: (transfer full) (nullable): in the order of first mention; %NULL where nothing is
 * named */
char *mcp_auth_scopes_unite (const char *scopes, const char *more);
/** Returns: (transfer full) (nullable): those of @scopes that @others lacks */
char    *mcp_auth_scopes_subtract (const char *scopes, const char *others);
gboolean mcp_auth_scopes_has (const char *scopes, const char *scope);
