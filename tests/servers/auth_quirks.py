# SPDX-License-Identifier: GPL-3.0-or-later
"""How real servers depart from the rules of MCP authorization, each on request, so that a client can show
that it bears with it or says whose fault it is. Most of them are edits of a document; the others are where
their names are. What a client has to find for each is in tests/app/test-auth-quirks.py."""

import json

# Documents that quirks edit.
RESOURCE, SERVER, REGISTRATION, TOKEN = ("resource metadata", "server metadata", "registration",
                                         "token")
# What takes a member away.
ABSENT = object()

# What there is by name, with what it does; and the edits, each of a document and a member.
DESCRIPTIONS = {}
EDITS = []


def quirk(name, description, edited=None, member=None, value=ABSENT):
    """@value: with variables such as @issuer@ in its strings"""
    DESCRIPTIONS[name] = description
    if edited is not None:
        EDITS.append((name, edited, member, value))


# What the resource says of itself

quirk("resource-slash", "The resource is named with a slash that its address has not", RESOURCE,
      "resource", "@resource@/")
quirk("resource-urn", "The resource is a URN", RESOURCE, "resource", "urn:spyglass:demo")
quirk("resource-foreign", "The resource is on another host", RESOURCE, "resource",
      "https://api.example.com/mcp")
quirk("http-behind-tls", "With --tls: the resource is named with http, as behind a proxy", RESOURCE,
      "resource", "@plain-resource@")
quirk("issuer-slash", "The resource names the issuer with a slash that its own document has not",
      RESOURCE, "authorization_servers", ["@issuer@/"])
quirk("scope-unlisted", "The resource lists a scope that the authorization server has not", RESOURCE,
      "scopes_supported", ["mcp:read", "mcp:unlisted"])
quirk("two-as",
      "The resource names two authorization servers and takes tokens of the second only", RESOURCE,
      "authorization_servers", ["@other@", "@issuer@"])
quirk("prm-private", "The resource names an authorization server at a link-local address", RESOURCE,
      "authorization_servers", ["http://169.254.169.254"])
quirk("prm-private-ula", "The same at an address of fc00::/7", RESOURCE, "authorization_servers",
      ["http://[fd00::1]"])
quirk("prm-private-mapped", "The same at an IPv4 address written as IPv6", RESOURCE,
      "authorization_servers", ["http://[::ffff:10.0.0.1]"])
quirk("prm-private-shared", "The same at an address of 100.64.0.0/10", RESOURCE,
      "authorization_servers", ["http://100.64.0.1"])
quirk("prm-file", "The same at an address of the scheme file", RESOURCE, "authorization_servers",
      ["file:///etc"])
quirk("prm-no-as", "The resource names no authorization server", RESOURCE, "authorization_servers")
quirk("prm-foreign", "The challenge names metadata on another origin")
quirk("metadata-twice", "The challenge names two addresses of metadata, the first of which is not there")
quirk("metadata-twice-foreign",
      "The challenge names two addresses of metadata, the first of which is for another resource")
quirk("metadata-absent", "The challenge names metadata where there is none; well-known addresses have it")
quirk("metadata-500", "The resource's metadata is answered with 500")
quirk("metadata-loop", "The resource's metadata redirects to itself")
quirk("no-prm", "There is no metadata of the resource; the issuer is at its origin, as in 2025-03-26")
quirk("no-documents", "The same without a document of the issuer")
quirk("forbidden-wellknown", "Well-known addresses answer 401 too")
quirk("html-wellknown", "Well-known addresses answer 200 with a page")
quirk("no-cors", "The resource's metadata cannot be read by clients in a browser")
quirk("redirect-to-private", "The resource's metadata redirects to a link-local address")

# The challenge, and tokens at the resource

quirk("no-challenge", "401 comes without WWW-Authenticate, and there is no metadata")
quirk("challenge-basic", "401 comes with a challenge of Basic alone, and there is no metadata")
quirk("challenge-twice", "Two WWW-Authenticate headers")
quirk("challenge-basic-first", "One WWW-Authenticate header that offers Basic before Bearer")
quirk("challenge-lower-case", "The scheme is written “bearer”")
quirk("challenge-unquoted", "The challenge's parameters are not quoted")
quirk("bad-token-400", "A wrong token is answered with 400")
quirk("bad-token-403", "A wrong token is answered with 403")
quirk("bad-token-500", "A wrong token is answered with 500")
quirk("bad-token-200", "A wrong token is answered with 200 and a result that is an error")
quirk("bad-token-307", "A wrong token is answered with a redirect to a page")
quirk("slash-307", "The endpoint redirects to itself with a slash")
quirk("redirect-other-origin", "What carries a token is redirected to another origin")
quirk("step-up-loop", "With --auth-step-up: the tool is refused whatever the token's scope")
quirk("step-up-shrinks", "A new token has the last of the scopes that were asked for alone")
quirk("ignores-resource", "The token is for another audience than was asked for")
quirk("migration", "After the first authorized request the resource names another issuer")

# What the authorization server says of itself

quirk("issuer-root", "The document of an issuer with a path names the issuer without it", SERVER,
      "issuer", "@origin@")
quirk("issuer-foreign", "The document names another issuer", SERVER, "issuer",
      "https://attacker.example.com")
quirk("no-pkce", "The document says nothing of PKCE", SERVER, "code_challenge_methods_supported")
quirk("pkce-plain", "The document has PKCE without S256", SERVER, "code_challenge_methods_supported",
      ["plain"])
quirk("no-registration", "There is no registration endpoint", SERVER, "registration_endpoint")
quirk("endpoint-javascript", "The authorization endpoint is a script", SERVER,
      "authorization_endpoint", "javascript:alert(1)")
quirk("endpoint-private", "The token endpoint is at a link-local address", SERVER, "token_endpoint",
      "http://169.254.169.254/token")
quirk("endpoint-fragment", "The authorization endpoint has a fragment", SERVER,
      "authorization_endpoint", "@issuer@/authorize#top")
quirk("token-fragment", "The token endpoint has a fragment", SERVER, "token_endpoint",
      "@issuer@/token#top")
quirk("endpoint-resource", "The authorization endpoint has a resource of its own", SERVER,
      "authorization_endpoint",
      "@issuer@/authorize?a=%2F&resource=https%3A%2F%2Fother.example%2F&b")
quirk("no-endpoints", "The document has no authorization endpoint", SERVER, "authorization_endpoint")
quirk("slow", "The document comes a byte at a time")
quirk("huge", "The document has 16 MiB")
quirk("gzip-bomb", "The document is small until it is unpacked")
quirk("deep", "The document is nested 100 000 deep")
quirk("utf8-bom", "Documents begin with a byte order mark")
quirk("clock-ahead", "The authorization server's clock is an hour ahead")
quirk("clock-behind", "The authorization server's clock is an hour behind")

# Clients

quirk("client-purged", "Clients are forgotten after their first token; then: 401 invalid_client")
quirk("client-purged-422", "The same; then: 422 and no error of OAuth")
quirk("strict-port", "The port of a loopback redirect URI has to be the registered one")
quirk("dcr-web-only", "Registration takes no redirect URI but https")
quirk("dcr-web-default", "Registration takes loopback addresses of native clients only")
quirk("dcr-localhost-only", "Registration takes “localhost” and no IP address")
quirk("dcr-junk", "The registration's answer has null and empty strings")
EDITS += [("dcr-junk", REGISTRATION, "client_secret", None),
          ("dcr-junk", REGISTRATION, "client_secret_expires_at", None),
          ("dcr-junk", REGISTRATION, "token_endpoint_auth_method", ABSENT),
          ("dcr-junk", REGISTRATION, "client_uri", ""),
          ("dcr-junk", REGISTRATION, "contacts", None)]
quirk("dcr-secret", "Registration gives a secret to a client that asked for none", REGISTRATION,
      "client_secret", "demo-secret-not-to-be-sent")
quirk("dcr-secret-only", "Registration takes no client without a secret, and the document lists them")
quirk("dcr-200", "Registration answers 200 in place of 201")
quirk("register-html", "Registration answers 403 with a page")
quirk("cimd-refused", "Client ID metadata documents are advertised, and refused")

# The authorization request and what comes back

quirk("rejects-resource", "A request with “resource” is an invalid_target")
quirk("iss-wrong", "The callback's iss is another")
quirk("iss-missing", "The callback has no iss although it is advertised")
quirk("iss-unexpected", "The callback has a wrong iss, and nothing is advertised", SERVER,
      "authorization_response_iss_parameter_supported")
quirk("iss-absent", "The callback has no iss, and nothing is advertised: which is in order", SERVER,
      "authorization_response_iss_parameter_supported")
quirk("iss-normalized", "The callback's iss has a slash more")
quirk("mix-up", "The callback comes from another issuer, with its iss")
quirk("state-wrong", "The callback has another state")
quirk("callback-twice", "The callback has its code twice")
quirk("error-markup",
      "Errors in the callback are described with markup and control characters")

# Tokens

quirk("token-200-error", "The token endpoint answers 200 whatever the error")
quirk("token-form", "The token's answer is a form in place of JSON")
quirk("token-html", "The token endpoint answers 200 with a page")
quirk("token-500", "The token endpoint answers 500")
quirk("token-429", "The token endpoint answers 429 with Retry-After once")
quirk("token-empty", "The token's answer has no token", TOKEN, "access_token")
quirk("token-type", "The token's type is unknown", TOKEN, "token_type", "mac")
quirk("token-type-case", "The token's type is written “BEARER”", TOKEN, "token_type", "BEARER")
quirk("no-expiry", "The token's answer does not say how long it lives", TOKEN, "expires_in")
quirk("expiry-zero", "The token lives for 0 seconds", TOKEN, "expires_in", 0)
quirk("expiry-string", "The token's life is a string", TOKEN, "expires_in", "3600")
quirk("no-refresh",
      "The token's answer has no refresh token although offline_access was asked for", TOKEN,
      "refresh_token")
quirk("scope-less", "The token has fewer scopes than were asked for", TOKEN, "scope", "mcp:read")
quirk("scope-silent", "The token's answer does not name the scopes", TOKEN, "scope")
quirk("refresh-lost-answer", "The answer to the first refresh is lost")
quirk("refresh-500", "A refresh is answered with 500")


def describe():
    """All names, each with what it does."""
    return "".join(f"{name:22} {description}\n" for name, description in DESCRIPTIONS.items())


class Quirks:
    """Those that were asked for."""

    def __init__(self, names):
        self.names = set(names)

    def has(self, name):
        assert name in DESCRIPTIONS, name
        return name in self.names

    def edit(self, edited, document, **variables):
        """The document as the quirks that were asked for have it. @variables: with _ for -"""
        edits = [(member, value) for name, which, member, value in EDITS
                 if which == edited and name in self.names]
        changed = {member: value for member, value in document.items()
                   if member not in dict(edits)}
        for member, value in edits:
            if value is not ABSENT:
                changed[member] = fill(value, variables)
        return changed


def fill(value, variables):
    text = json.dumps(value)
    for name, replacement in variables.items():
        text = text.replace(f"@{name.replace('_', '-')}@", json.dumps(replacement)[1:-1])
    return json.loads(text)
