/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-finding.h"

#include "mcp-error.h"
#include "mcp-object.h"

#define BREAKS MCP_AUTH_SEVERITY_BREAKS
#define FORBIDDEN MCP_AUTH_SEVERITY_FORBIDDEN
#define LUCK MCP_AUTH_SEVERITY_LUCK
#define NOTE MCP_AUTH_SEVERITY_NOTE
#define SERVER MCP_AUTH_FAULT_SERVER
#define ISSUER MCP_AUTH_FAULT_AUTHORIZATION_SERVER
#define CLIENT MCP_AUTH_FAULT_CLIENT
#define NETWORK MCP_AUTH_FAULT_NETWORK
#define PERSON MCP_AUTH_FAULT_PERSON
#define NOBODY MCP_AUTH_FAULT_NOBODY
/* What one can go on by all the same: where a person has to say how, where it is a switch, or by
 * what. */
#define BY(setting) (MCP_AUTH_##setting + 1), NULL
#define YES(setting) (MCP_AUTH_##setting + 1), "yes"
#define TO(setting, value) (MCP_AUTH_##setting + 1), value

#define SAME_ISSUER                                                                                \
  "The authorization server’s document and the server’s metadata have to name one issuer, in " \
  "the same spelling"

static const McpAuthFindingRow rows[] = {
  /* The first request and its challenge */
  { "open-server", NOTE, NOBODY, "The server asks for no authorization",
    "MCP “Authorization”: everything begins with a 401",
    "There is nothing to sign in to; if some requests should need it, the server has to refuse them "
    "with 401",
    0 },
  { "own-authorization", BREAKS, PERSON, "An Authorization header is set by hand",
    "RFC 9110 §11.6.2: a request has one Authorization",
    "Remove the header or the token from the server’s settings to sign in instead", 0 },
  { "no-challenge", FORBIDDEN, SERVER, "The server refuses without saying how to sign in",
    "RFC 9728 §5.1, RFC 9110 §11.6.1: a 401 carries WWW-Authenticate",
    "The server should send WWW-Authenticate: Bearer resource_metadata=\"…\" with each 401; if it "
    "wants an API key, enter it as a header or token",
    0 },
  { "bad-token-status", FORBIDDEN, SERVER, "The server refuses with a status other than 401",
    "RFC 6750 §3.1: a missing or bad token is refused with 401",
    "The server has to answer 401 with a challenge where a token is missing, expired or wrong", 0 },
  { "slash-redirect", LUCK, SERVER, "The server redirects to another spelling of its address",
    "RFC 9728 §3.3: the resource is the address that clients use",
    "Use the address that the server redirects to", 0 },
  { "redirect-elsewhere", BREAKS, SERVER, "The server redirects to another origin",
    "RFC 6750 §5.3: a token is sent to its resource alone",
    "If the server has moved, use its new address; a token never follows a redirect", 0 },
  { "challenge-other", BREAKS, NOBODY, "The server offers a way other than OAuth",
    "RFC 9110 §11.6.1: a 401 names the ways that there are",
    "Give what it asks for: a user name and password, or a header", 0 },
  { "challenge-odd", LUCK, SERVER, "The challenge is not written as HTTP has it",
    "RFC 9110 §11.2, §5.6.2: quotes where a value is no token, commas between parameters",
    "Other clients may not understand it: write it as the rule says", 0 },
  /* The protected resource */
  { "resource-slash", FORBIDDEN, SERVER, "The resource differs from the server’s address by a “/”",
    "RFC 9728 §3.3: resource must be identical to the address that it was asked for",
    "The server’s metadata has to carry the address that clients are given", 0 },
  { "resource-prefix", NOTE, SERVER, "The resource is wider than the server’s address",
    "RFC 9728 §3.3: resource must be identical to the address that it was asked for",
    "The server’s metadata has to carry the address that clients are given", 0 },
  { "resource-other", BREAKS, SERVER, "The metadata is for another resource",
    "RFC 9728 §3.3: a document of another resource must not be used",
    "The server’s metadata has to name the server’s own https address as its resource",
    YES (ACCEPT_RESOURCE) },
  { "resource-scheme", BREAKS, SERVER,
    "The metadata says http where the server is reached by https",
    "RFC 9728 §3.3: resource must be identical to the address that it was asked for",
    "Behind a proxy that ends TLS, the server has to be told its external address (forwarded "
    "headers, base URL)",
    YES (ACCEPT_RESOURCE) },
  { "resource-absent", FORBIDDEN, SERVER, "The metadata names no resource",
    "RFC 9728 §2: resource is required", "The server’s metadata has to name its resource", 0 },
  { "metadata-html", FORBIDDEN, SERVER, "A well-known address answers with a page",
    "RFC 9728 §3.2, RFC 8414 §3.2: metadata is JSON; what is absent is 404",
    "Take /.well-known/ out of the fallback route or the bot protection", 0 },
  { "metadata-forbidden", FORBIDDEN, SERVER, "A well-known address asks for authorization itself",
    "RFC 9728 §3.1: metadata is there for clients that have no token yet",
    "Take /.well-known/ out of the authentication middleware", 0 },
  { "metadata-elsewhere", NOTE, NOBODY, "The metadata lies on another origin than the server",
    "RFC 9728 §7.7", "Check that this origin belongs to whoever runs the server", 0 },
  { "metadata-several", LUCK, SERVER, "The challenge names several metadata addresses",
    "RFC 9728 §5.1: resource_metadata is the one address; RFC 9110 §11.2: each parameter once",
    "Name one, where the metadata of this server is; other clients may ask the wrong one", 0 },
  { "metadata-absent", FORBIDDEN, SERVER, "The metadata is not where the challenge says",
    "RFC 9728 §5.1: resource_metadata is the address of the metadata",
    "Serve the metadata at the address that the challenge names, or name the right one", 0 },
  { "metadata-failed", BREAKS, NOBODY, "The metadata could not be fetched from its address", NULL,
    "Look at the log of the server that is named, or of a gateway before it; try again", 0 },
  { "metadata-mark", LUCK, SERVER, "The metadata begins with a byte order mark",
    "RFC 8259 §8.1: a byte order mark must not be added", "Save or send the document without it",
    0 },
  { "metadata-private", BREAKS, SERVER, "The metadata points into a private network",
    "RFC 9728 §7.7: such requests let a server reach what only this machine can",
    "If the server is yours, allow private addresses, and plain HTTP (allow-http) where needed",
    YES (ALLOW_PRIVATE) },
  { "metadata-unsafe", BREAKS, SERVER, "The metadata names an address that must not be opened",
    "RFC 8414 §2, RFC 9728 §2: addresses are https",
    "Addresses have to be https, without user information; allow-http allows plain HTTP", 0 },
  { "metadata-slow", BREAKS, NOBODY, "The metadata did not come in time", NULL,
    "Try again; if it stays so, the server or something on the way is too slow", 0 },
  { "metadata-large", BREAKS, SERVER, "The metadata is larger than any such document", NULL,
    "Is this the right address? Metadata is a few kilobytes", 0 },
  { "legacy-discovery", NOTE, SERVER, "There is no protected resource metadata: as in 2025-03-26",
    "MCP 2025-06-18 and later: the server must serve RFC 9728 metadata",
    "Serve /.well-known/oauth-protected-resource and name it in the challenge", 0 },
  { "no-discovery", BREAKS, SERVER, "The server says nowhere how to sign in",
    "RFC 9728 §5.1; MCP 2025-06-18 and later: the server must serve RFC 9728 metadata",
    "Serve the metadata and name it in the challenge; if the server wants an API key, enter it as a "
    "header or token",
    0 },
  { "no-issuers", BREAKS, SERVER, "The metadata names no authorization server",
    "MCP 2025-06-18 and later: authorization_servers has at least one entry",
    "The server’s metadata has to name its authorization server", BY (ISSUER) },
  { "several-issuers", NOTE, NOBODY, "The server trusts several authorization servers",
    "RFC 9728 §7.6: the client chooses", "Choose the one where you have an account", BY (ISSUER) },
  { "issuer-changed", NOTE, NOBODY, "The server now names another authorization server",
    "MCP 2026-07-28: client credentials must not be used with another authorization server",
    "Sign in there again; what was obtained from the other one is not shown to it", 0 },
  { "scopes-refresh", NOTE, SERVER, "The resource’s scopes name offline_access",
    "SEP-2207: whether refresh tokens are wanted is the client’s business",
    "Leave offline_access out of scopes_supported and of challenges", 0 },
  /* The authorization server's metadata */
  { "issuer-slash", BREAKS, ISSUER, "The authorization server spells its issuer with another “/”",
    "RFC 8414 §3.3: issuer must be identical to the identifier that the document was asked by",
    SAME_ISSUER, YES (ACCEPT_ISSUER) },
  { "issuer-root", BREAKS, ISSUER,
    "The authorization server’s metadata is that of the issuer’s root",
    "RFC 8414 §3.3: issuer must be identical to the identifier that the document was asked by",
    SAME_ISSUER, YES (ACCEPT_ISSUER) },
  { "issuer-other", BREAKS, ISSUER, "The authorization server’s metadata is that of another issuer",
    "RFC 8414 §3.3: a document of another issuer must not be used", SAME_ISSUER,
    YES (ACCEPT_ISSUER) },
  { "issuer-html", FORBIDDEN, ISSUER,
    "A well-known address of the authorization server answers with a page",
    "RFC 8414 §3.2: metadata is JSON; what is absent is 404",
    "Take /.well-known/ out of the fallback route or the bot protection", 0 },
  { "issuer-forbidden", FORBIDDEN, ISSUER,
    "The authorization server’s metadata asks for authorization itself",
    "RFC 8414 §3: metadata is there for clients that have no token yet",
    "Take /.well-known/ out of the authentication middleware", 0 },
  { "issuer-mark", LUCK, ISSUER,
    "The authorization server’s metadata begins with a byte order mark",
    "RFC 8259 §8.1: a byte order mark must not be added", "Save or send the document without it",
    0 },
  { "issuer-large", BREAKS, ISSUER,
    "The authorization server’s metadata is larger than any such document", NULL,
    "Is the issuer’s address right? Metadata is a few kilobytes", BY (SERVER_METADATA_URL) },
  { "no-metadata", BREAKS, ISSUER, "The authorization server has no metadata",
    "RFC 8414 §3, OpenID Connect Discovery §4",
    "The authorization server has to serve its metadata; check the issuer’s address",
    BY (SERVER_METADATA_URL) },
  { "endpoint-absent", BREAKS, ISSUER, "An endpoint is missing from the metadata", "RFC 8414 §2",
    "The authorization server’s metadata has to name it", 0 },
  { "endpoint-fragment", FORBIDDEN, ISSUER, "An endpoint’s address has a fragment",
    "RFC 6749 §3.1, §3.2: an endpoint must not include a fragment",
    "The authorization server has to leave “#…” out of its endpoints; it was not sent", 0 },
  { "endpoint-parameter", LUCK, ISSUER,
    "The authorization endpoint has a parameter of its own that clients send",
    "RFC 6749 §3.1: parameters must not be included more than once; RFC 8707 §2: the client says "
    "which resource it wants",
    "The authorization server has to leave such parameters out of its endpoint’s query", 0 },
  { "endpoint-elsewhere", NOTE, NOBODY, "An endpoint is on another host than the issuer", NULL,
    "Check that this host belongs to the authorization server", 0 },
  { "endpoint-private", BREAKS, ISSUER, "An endpoint lies in a private network",
    "RFC 9728 §7.7: such requests let a server reach what only this machine can",
    "If it is yours, allow private addresses, and plain HTTP (allow-http) where it is needed",
    YES (ALLOW_PRIVATE) },
  { "endpoint-unsafe", BREAKS, ISSUER, "An endpoint is an address that must not be opened",
    "RFC 8414 §2: endpoints are https",
    "Endpoints have to be https, without user information; allow-http allows plain HTTP", 0 },
  { "no-pkce", BREAKS, ISSUER, "PKCE is not advertised",
    "MCP 2025-11-25: clients must refuse where code_challenge_methods_supported is absent or lacks "
    "S256",
    "The authorization server has to advertise code_challenge_methods_supported: [\"S256\"]; many "
    "support it all the same",
    YES (ASSUME_S256) },
  { "no-cors", NOTE, NOBODY, "Clients in a browser could not read this",
    "Fetch standard: cross-origin reads need Access-Control-Allow-Origin",
    "Send Access-Control-Allow-Origin with metadata if web clients matter", 0 },
  /* The client */
  { "no-registration", BREAKS, PERSON, "Clients cannot register themselves here",
    "MCP 2025-11-25 “Client Registration”: pre-registration is what is left",
    "Register an application with the authorization server and enter its client ID",
    BY (CLIENT_ID) },
  { "client-of-other-issuer", BREAKS, PERSON, "The client ID belongs to another issuer",
    "MCP 2026-07-28: client credentials must not be used with another authorization server",
    "Register with this issuer and enter its client ID", BY (CLIENT_ID) },
  { "registration-refused", BREAKS, ISSUER, "The registration was refused", "RFC 7591 §3.2.2",
    "Enter a client ID that was registered beforehand", BY (CLIENT_ID) },
  { "registration-public", BREAKS, ISSUER, "A client without a secret was not registered",
    "RFC 7591 §2: token_endpoint_auth_method none is a client without a secret",
    "Register with a secret (method client_secret_basic), or enter a client ID that was registered "
    "beforehand",
    TO (METHOD, "client_secret_basic") },
  { "registration-loopback", BREAKS, ISSUER, "A redirect to this machine is not allowed",
    "RFC 8252 §7.3: native applications come back to a loopback address",
    "The authorization server has to allow loopback redirects for native clients", BY (CLIENT_ID) },
  { "registration-sloppy", LUCK, ISSUER, "The registration’s response has empty members",
    "RFC 7591 §3.2.1", "Leave members without a value out", 0 },
  { "registration-localhost", LUCK, ISSUER, "The redirect is taken with the name “localhost” alone",
    "RFC 8252 §7.3, §8.3: native applications use the IP address",
    "The authorization server should allow http://127.0.0.1 with any port", 0 },
  { "client-purged", LUCK, ISSUER, "The authorization server no longer knows our client",
    "RFC 7591 §3.2.1: a registration holds until it expires or is deleted",
    "A new client is registered once; the authorization server should keep its clients", 0 },
  { "client-refused", BREAKS, ISSUER,
    "The authorization server refuses the client that it registered",
    "RFC 6749 §5.2, RFC 7591 §3.2.1",
    "The authorization server has to accept what it registered; another method may do",
    BY (METHOD) },
  { "client-wrong", BREAKS, PERSON, "The client ID or its secret is wrong",
    "RFC 6749 §5.2: invalid_client", "Check the client ID, the secret and the method",
    BY (METHOD) },
  { "document-refused", BREAKS, ISSUER, "The client’s metadata document was refused",
    "client_id_metadata_document_supported is advertised",
    "Register dynamically instead, or enter a client ID", TO (CLIENT, "dynamic") },
  /* The authorization request and its response */
  { "scope-unlisted", BREAKS, NOBODY, "A scope that the authorization server does not know",
    "RFC 6749 §4.1.2.1: invalid_scope",
    "Ask for scopes that both sides list; the server should list no others", BY (SCOPES) },
  { "resource-rejected", BREAKS, ISSUER, "The authorization server does not take “resource”",
    "RFC 8707 §2; MCP: clients must send it whether it is supported or not",
    "The authorization server has to accept the parameter", TO (RESOURCE, "") },
  { "redirect-mismatch", BREAKS, NOBODY, "The redirect address is not the registered one",
    "RFC 8252 §7.3: the port of a loopback redirect must be ignored",
    "Register the very address, or set the port that is registered", BY (REDIRECT_PORT) },
  { "no-callback", BREAKS, NOBODY, "The browser did not come back",
    "RFC 6749 §4.1.2.1: where the client or its address is wrong, the page says so and nothing comes "
    "back",
    "If the page shows an error, it says what is wrong; if it could not open this machine, paste its "
    "address",
    0 },
  { "state-mismatch", LUCK, NOBODY, "A callback that does not belong to this sign-in",
    "RFC 6749 §10.12", "An old tab was loaded again, or two sign-ins were mixed up; it was ignored",
    0 },
  { "callback-malformed", BREAKS, ISSUER, "The callback cannot be understood",
    "RFC 6749 §3.1: parameters must not be included more than once",
    "The authorization server has to send each parameter once", 0 },
  { "iss-missing", BREAKS, ISSUER, "The callback does not say who it is from",
    "RFC 9207 §2.4: where iss is advertised, a response without it must be rejected",
    "The authorization server has to send iss, or not to advertise it", YES (SKIP_ISS) },
  { "iss-wrong", BREAKS, ISSUER, "The callback is from another authorization server",
    "RFC 9207 §2.4: a response of another issuer must be rejected",
    "This may be an attack (mix-up); the code was not sent anywhere", YES (SKIP_ISS) },
  { "iss-normalized", BREAKS, ISSUER, "The callback spells the issuer differently",
    "RFC 9207 §2.4, RFC 3986 §6.2.1: compared character by character",
    "The authorization server has to send iss just as its metadata spells it", YES (SKIP_ISS) },
  { "access-denied", BREAKS, NOBODY, "The request was denied", "RFC 6749 §4.1.2.1: access_denied",
    "Sign in again and allow it, or ask whoever decides", 0 },
  { "authorize-error", BREAKS, ISSUER, "The authorization server reports an error",
    "RFC 6749 §4.1.2.1", "The error says what is wrong; try again later if it is temporary", 0 },
  /* The token */
  { "token-error", BREAKS, ISSUER, "The authorization server gives no token", "RFC 6749 §5.2",
    "The error says what is wrong", 0 },
  { "token-expired-code", BREAKS, NOBODY, "The code was not accepted",
    "RFC 6749 §5.2: invalid_grant", "Codes live for a short while and are used once: sign in again",
    0 },
  { "token-200-error", LUCK, ISSUER, "An error is sent as a success",
    "RFC 6749 §5.2: errors are sent with 400", "Send errors with their status", 0 },
  { "token-form", LUCK, ISSUER, "The token comes form-encoded", "RFC 6749 §5.1: JSON",
    "Send application/json", 0 },
  { "token-no-oauth", BREAKS, NOBODY, "An endpoint responds with something other than OAuth",
    "RFC 6749 §5", "Check the address; something on the way, or a crash, answered instead", 0 },
  { "token-malformed", BREAKS, ISSUER, "The token’s response is no token", "RFC 6749 §5.1",
    "A response of 200 has to hold access_token, and a token_type that is Bearer or DPoP", 0 },
  { "no-expiry", NOTE, NOBODY, "The token’s lifetime is unknown",
    "RFC 6749 §5.1: expires_in is recommended", "Send expires_in", 0 },
  { "expiry-text", LUCK, ISSUER, "The token’s life is sent as a text", "RFC 6749 §A.14: a number",
    "Send expires_in as a number", 0 },
  { "no-refresh", NOTE, NOBODY, "There is no refresh token",
    "MCP 2026-07-28: a refresh token must not be assumed",
    "You will have to sign in again when the token ends; offline_access may help", 0 },
  { "refresh-lost", BREAKS, NOBODY, "The refresh token is no longer accepted",
    "RFC 9700 §4.14.2: reuse of a rotated token revokes all that came of it",
    "Sign in again: it has expired, was revoked, or was used before and the response was lost", 0 },
  { "scope-narrowed", NOTE, NOBODY, "Fewer scopes were granted than asked for", "RFC 6749 §3.3",
    "Some tools may be refused", 0 },
  { "step-up-shrinks", LUCK, ISSUER, "The new token lost scopes that the old one had",
    "SEP-2350: what was asked for before is asked for again",
    "The authorization server should grant the union", 0 },
  { "step-up-loop", BREAKS, SERVER, "The server refuses what it asked for",
    "MCP: the number of tries is limited",
    "The scope of the challenge and what the server checks do not fit", 0 },
  { "audience-other", LUCK, ISSUER, "The token is for another audience than was asked for",
    "RFC 8707 §2, RFC 9068 §4: the audience of the token is the resource",
    "The authorization server has to make the token for the “resource” that is sent", 0 },
  { "audience-wrong", BREAKS, NOBODY, "A new token is refused by the server",
    "RFC 8707 §2, RFC 9068 §4: the audience of the token is the resource",
    "The authorization server ignored “resource”, or the server expects another audience", 0 },
  { "clock-skew", LUCK, NOBODY, "The clocks differ", "RFC 7519 §4.1.5, §4.1.6",
    "Set the clock of this machine or of the authorization server", 0 },
  { "token-unsigned", FORBIDDEN, ISSUER, "A token says that nobody signed it", "RFC 9068 §4",
    "Tokens must not have alg none", 0 },
  { "unreachable", BREAKS, NETWORK, "It could not be asked", NULL,
    "Check the network, the proxy and the address", 0 },
};

struct _McpAuthFinding
{
  GObject parent_instance;

  const McpAuthFindingRow *row;
  char                    *seen;
};

MCP_DEFINE_OBJECT (McpAuthFinding, mcp_auth_finding)

MCP_DEFINE_FINALIZE (McpAuthFinding, mcp_auth_finding)
{
  g_free (self->seen);
}

const McpAuthFindingRow *
mcp_auth_finding_find_row (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].id, id) == 0)
      return &rows[i];
  return NULL;
}

void
mcp_auth_finding_explain (McpAuthFinding *self, GError *error)
{
  McpErrorDetails *details = mcp_error_get_details (error);
  const char      *rule = self->row->rule;

  /* The error itself says more than the finding would. */
  if (details == NULL || details->http_status != 0 || error->code == MCP_ERROR_CANCELLED ||
      error->code == MCP_ERROR_CONNECTION_FAILED || error->code == MCP_ERROR_CONNECTION_LOST ||
      error->code == MCP_ERROR_CERTIFICATE_REFUSED)
    return;
  details->kind = self->row->id;
  g_free (details->evidence);
  details->evidence = g_strjoin ("\n", self->seen, rule, NULL);
}

McpAuthFinding *
mcp_auth_finding_new (const char *id, const char *seen, ...)
{
  McpAuthFinding *self = g_object_new (MCP_TYPE_AUTH_FINDING, NULL);
  va_list         arguments;

  self->row = mcp_auth_finding_find_row (id);
  g_assert (self->row != NULL);
  va_start (arguments, seen);
  self->seen = g_strdup_vprintf (seen, arguments);
  va_end (arguments);
  return self;
}

const McpAuthFindingRow *
mcp_auth_finding_get (McpAuthFinding *self)
{
  g_return_val_if_fail (MCP_IS_AUTH_FINDING (self), NULL);
  return self->row;
}

MCP_DEFINE_GETTER (const char *, McpAuthFinding, mcp_auth_finding, seen)

const char *
mcp_auth_severity_get_name (McpAuthSeverity severity)
{
  static const char *const names[] = {
    [MCP_AUTH_SEVERITY_BREAKS] = "breaks",
    [MCP_AUTH_SEVERITY_FORBIDDEN] = "forbidden",
    [MCP_AUTH_SEVERITY_LUCK] = "works by luck",
    [MCP_AUTH_SEVERITY_NOTE] = "note",
  };

  return names[severity];
}

const char *
mcp_auth_fault_get_name (McpAuthFault fault)
{
  static const char *const names[] = {
    [MCP_AUTH_FAULT_SERVER] = "server",
    [MCP_AUTH_FAULT_AUTHORIZATION_SERVER] = "authorization server",
    [MCP_AUTH_FAULT_CLIENT] = "client",
    [MCP_AUTH_FAULT_NETWORK] = "network",
    [MCP_AUTH_FAULT_PERSON] = "configuration",
    [MCP_AUTH_FAULT_NOBODY] = "nobody",
  };

  return names[fault];
}
