# SPDX-License-Identifier: GPL-3.0-or-later
"""An authorization server: what it says of itself, whom it registers, and whom it lets in. The token endpoint
is in auth_grants.py. Source: RFC 6749, RFC 7591, RFC 7636, RFC 8414, RFC 8707, RFC 9207; OAuth 2.1 draft 13."""

import gzip
import threading
import time
import urllib.parse

import auth_clients
import auth_grants
import auth_keys
import auth_quirks
from auth_http import (FORM, Reply, read_parameters, redirect, refuse, reply_json, show,
                       write_json)
from auth_options import METHODS
from auth_tickets import CODE, REQUESTED, Ticket, Tickets

OAUTH_DOCUMENT = "/.well-known/oauth-authorization-server"
OPENID_DOCUMENT = "/.well-known/openid-configuration"
# Seconds by which a clock is wrong.
CLOCK_SHIFT = 3600
# Seconds: RFC 6749 §4.1.2 has ten minutes at most.
CODE_LIFE = 60
REQUEST_LIFE = 600
CHALLENGE_LENGTH = 43
MAX_REDIRECTS = 20
HUGE_SIZE = 16 * 1024 * 1024
DEPTH = 100000
DRIP = 0.2  # seconds
# Neither is well-formed text for a person.
HOSTILE = '<b>Call</b> <a href="https://evil.example.com">us</a>\u202e\x07\n%s%n'


def add_parameter(address, name, value):
    if value is None:
        return address
    return f"{address}{'&' if '?' in address else '?'}{name}={urllib.parse.quote(value, safe='')}"


class Issuer:
    """@role: “issuer”, “second” or “idp”: for the log. @resource: what tokens are for: the MCP server"""

    def __init__(self, options, resource, role, origin):
        self.options, self.quirks, self.resource, self.role = (options, options.quirks, resource,
                                                               role)
        self.origin, self.path = origin, options.auth_issuer_path
        self.name = origin + self.path
        self.is_provider = role == "idp"
        self.clients = {}
        self.tickets = Tickets()
        self.key = auth_keys.OwnKey()
        self.seen = set()     # ids of the JWTs that came: each is good once
        self.other = None     # or the other of two issuers
        self.provider = None  # or whose ID-JAGs it takes
        self.workload = (auth_keys.KeyFile(options.auth_workload_key)
                         if options.auth_workload_key is not None else None)
        self.nonce = auth_keys.make_random() if options.auth_dpop_nonce else None
        self.n_refreshes = self.n_refused = 0
        self.lock = threading.RLock()
        if self.is_provider:
            self.add_client(auth_clients.make_provider_client())
        elif "static" in options.auth_clients:
            self.add_client(auth_clients.make_static(options))
        self.endpoints = self.list_endpoints()

    def add_client(self, client):
        self.clients[client.id] = client
        return client

    @property
    def clock_shift(self):
        """Seconds by which the issuer's clock is ahead."""
        return CLOCK_SHIFT * (self.quirks.has("clock-ahead") - self.quirks.has("clock-behind"))

    def see(self, jwt):
        """Remembers a JWT. Returns: False where it has no id or came before"""
        name = jwt.claims.get("jti")
        if name is None or name in self.seen:
            return False
        self.seen.add(name)
        return True

    def takes_resource(self, resource):
        """Whether tokens may be asked for @resource."""
        if resource is None:
            # Before 2025-06-18 there was no such parameter.
            return self.is_provider or self.quirks.has("rejects-resource") or self.resource.is_of_old
        return resource in (self.resource.url, self.resource.published)

    @property
    def scopes(self):
        """Every scope that there is."""
        if self.is_provider:
            return ["openid", "offline_access"]
        scopes = self.options.auth_scopes.split()
        for scope in [scope for _, scope in self.options.auth_step_up] + \
                (self.options.auth_challenge_scope or "").split():
            if scope not in scopes:
                scopes.append(scope)
        return scopes + ["offline_access"] * self.options.auth_offline

    def grant_scope(self, asked):
        """What is granted of @asked; None where it names something that this issuer has not."""
        if not asked:
            return "openid" if self.is_provider else self.options.auth_scopes
        names = asked.split(" ")
        if not set(names) <= set(self.scopes):
            return None
        return names[-1] if self.quirks.has("step-up-shrinks") else asked

    # What it is asked

    def list_endpoints(self):
        """Path to method of HTTP and handler."""
        endpoints = {"/authorize": ("GET", self.authorize), "/decide": ("POST", self.decide),
                     "/token": ("POST", self.grant), "/register": ("POST", self.register),
                     "/revoke": ("POST", self.revoke), "/introspect": ("POST", self.introspect),
                     "/jwks": ("GET", self.list_keys)}
        endpoints = {self.path + path: about for path, about in endpoints.items()}
        if self.quirks.has("no-documents"):
            return endpoints
        describe, documents = ("GET", self.describe), self.options.auth_document
        if "oauth" in documents:
            endpoints[OAUTH_DOCUMENT + self.path] = describe
        if "openid" in documents:
            endpoints[OPENID_DOCUMENT + self.path] = describe
        if "appended" in documents and self.path:
            endpoints[self.path + OPENID_DOCUMENT] = describe
        return endpoints

    def respond(self, request):
        """An endpoint is called with the request and the parameters of its query or form; that of
        registration, whose body is JSON, with none."""
        if request.path not in self.endpoints:
            return Reply(404)
        method, function = self.endpoints[request.path]
        if request.method != method:
            return refuse("invalid_request", "This endpoint has another method",
                          405).add("Allow", method)
        text = request.query
        if method == "POST":
            text = request.text if request.type == FORM else None
            if function == self.register:
                text = ""
        if text is None:
            return refuse("invalid_request", "The body must be a form")
        parameters, repeated = read_parameters(text)
        if repeated is not None:
            return refuse("invalid_request", "A parameter comes more than once")
        self.fetch_unknown(request, parameters)
        with self.lock:
            return function(request, parameters)

    # The document in which it says what it is, RFC 8414

    def list_grants(self):
        options = self.options
        grants = ["authorization_code"]
        if not self.is_provider:
            grants.append("client_credentials")
        if options.auth_refresh:
            grants.append("refresh_token")
        if self.is_provider:
            grants.append(auth_grants.EXCHANGE)
        elif self.provider is not None or self.workload is not None:
            grants.append(auth_grants.BEARER)
        return grants

    def write_document(self, openid):
        options, name = self.options, self.name
        document = {"issuer": name, "authorization_endpoint": f"{name}/authorize",
                    "token_endpoint": f"{name}/token"}
        if "dcr" in options.auth_clients:
            document["registration_endpoint"] = f"{name}/register"
        document |= {"revocation_endpoint": f"{name}/revoke",
                     "introspection_endpoint": f"{name}/introspect", "jwks_uri": f"{name}/jwks",
                     "scopes_supported": self.scopes, "response_types_supported": ["code"],
                     "response_modes_supported": ["query"],
                     "grant_types_supported": self.list_grants()}
        if self.provider is not None:
            document["authorization_grant_profiles_supported"] = [auth_grants.PROFILE]
        if options.auth_dpop:
            document["dpop_signing_alg_values_supported"] = ["ES256"]
        document["token_endpoint_auth_methods_supported"] = [
            name for how, name in METHODS.items() if how in options.auth_method]
        if "private_key_jwt" in options.auth_method:
            document["token_endpoint_auth_signing_alg_values_supported"] = ["ES256", "RS256", "EdDSA"]
        document |= {"code_challenge_methods_supported": ["S256"],
                     "authorization_response_iss_parameter_supported": True,
                     "client_id_metadata_document_supported":
                         "cimd" in options.auth_clients or self.quirks.has("cimd-refused")}
        if openid:
            document |= {"subject_types_supported": ["public"],
                         "id_token_signing_alg_values_supported": ["ES256"]}
        return self.quirks.edit(auth_quirks.SERVER, document, origin=self.origin, issuer=self.name)

    def describe(self, request, _):
        openid = "openid" in request.path
        if not openid and self.quirks.has("html-wellknown"):
            return show(200, "Welcome", "This is a single page.")
        return self.spoil_document(write_json(self.write_document(openid)))

    def spoil_document(self, text):
        """How a document comes that is no harmless one."""
        if self.quirks.has("huge"):
            text = f'{text[:-1]},"padding":"{"x" * (HUGE_SIZE - 2)}"}}'
        if self.quirks.has("deep"):
            text = f'{text[:-1]},"padding":{"[" * DEPTH}{"]" * DEPTH}}}'
        body = text.encode()
        if self.quirks.has("utf8-bom"):
            body = b"\xef\xbb\xbf" + body
        if self.quirks.has("slow"):
            return Reply(200, content_type="application/json", pieces=drip(body))
        if self.quirks.has("gzip-bomb"):
            # Spaces behind a document are part of it, and pack well.
            return Reply(200, gzip.compress(body + b" " * HUGE_SIZE, 9),
                         "application/json").add("Content-Encoding", "gzip")
        return Reply(200, body, "application/json").forbid_keeping()

    def list_keys(self, *_):
        jwk = self.key.jwk
        return reply_json({"keys": [{"kid": auth_keys.make_thumbprint(jwk), "alg": "ES256",
                                     "use": "sig", **jwk}]})

    # The registration endpoint, RFC 7591

    def register(self, request, _):
        if self.quirks.has("register-html"):
            return show(403, "Attention required",
                        "Something in front of this server took you for a robot.")
        if "dcr" not in self.options.auth_clients or self.quirks.has("no-registration"):
            return Reply(404)
        metadata = request.json
        if not isinstance(metadata, dict):
            return refuse("invalid_client_metadata", "The body must be a JSON object")
        fault = self.find_redirects_fault(metadata)
        if fault is not None:
            return refuse("invalid_redirect_uri", fault)
        method = metadata.get("token_endpoint_auth_method") or "client_secret_basic"
        if method not in [METHODS[how] for how in self.options.auth_method]:
            return refuse("invalid_client_metadata", "That authentication method is not supported")
        if method == "none" and self.quirks.has("dcr-secret-only"):
            return refuse("invalid_client_metadata", "Public clients cannot be registered")
        client = self.add_client(auth_clients.make_client(auth_keys.make_random(), metadata))
        document = {"client_id": client.id, "client_id_issued_at": int(time.time())}
        if client.secret is not None:
            document |= {"client_secret": client.secret, "client_secret_expires_at": 0}
        document["token_endpoint_auth_method"] = method
        document = {**metadata, **document}
        return reply_json(self.quirks.edit(auth_quirks.REGISTRATION, document),
                          200 if self.quirks.has("dcr-200") else 201)

    def find_redirects_fault(self, metadata):
        redirects = metadata.get("redirect_uris")
        if not isinstance(redirects, list) or not 0 < len(redirects) <= MAX_REDIRECTS:
            return "redirect_uris must be an array of a few"
        for redirect_uri in redirects:
            fault = self.find_redirect_fault(redirect_uri, metadata.get("application_type"))
            if fault is not None:
                return fault
        return None

    def find_redirect_fault(self, redirect_uri, application_type):
        """Why a person may not be sent there, or None."""
        if not isinstance(redirect_uri, str):
            return "A redirect URI is a string"
        loopback = auth_clients.is_loopback(redirect_uri, named=True)
        if not loopback and not redirect_uri.startswith("https://"):
            return "A redirect URI is of this machine or https"
        if "#" in redirect_uri:
            return "A redirect URI has no fragment"
        if loopback and self.quirks.has("dcr-web-only"):
            return "A redirect URI must be https"
        if loopback and self.quirks.has("dcr-web-default") and application_type != "native":
            return "Web clients may not use addresses of this machine"
        if loopback and self.quirks.has("dcr-localhost-only") and \
                auth_clients.is_loopback(redirect_uri, named=False):
            return "A redirect URI has a name, not an IP address"
        return None

    # The authorization endpoint: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2.1, RFC 9207

    def fetch_unknown(self, request, parameters):
        """Fetches a client's document while nobody else waits for that."""
        name = parameters.get("client_id")
        if request.path == f"{self.path}/authorize" and "cimd" in self.options.auth_clients and \
                not self.quirks.has("cimd-refused") and name not in self.clients and \
                auth_clients.is_address(name):
            client = auth_clients.fetch_client(name)
            if client is not None:
                self.add_client(client)

    def authorize(self, _, parameters):
        client = self.clients.get(parameters.get("client_id"))
        back = parameters.get("redirect_uri")
        # Where nobody can be sent back, the person is told (RFC 6749 §4.1.2.1).
        if client is None:
            return show(400, "Unknown client", "invalid_client: there is no client of that client_id.")
        if back is None or not client.has_redirect(back, self.quirks):
            return show(400, "Wrong redirect URI",
                        "invalid_request: the client has not registered that redirect_uri.")
        scope = self.grant_scope(parameters.get("scope"))
        ticket = Ticket(REQUESTED, client.id, scope, parameters.get("resource") or self.resource.url,
                        self.tickets.begin_family())
        ticket.redirect, ticket.state = back, parameters.get("state")
        ticket.challenge, ticket.nonce = parameters.get("code_challenge"), parameters.get("nonce")
        fault = self.find_fault(parameters, scope)
        if fault is not None:
            return self.fail(ticket, *fault)
        return self.consent(self.tickets.add(REQUESTED, ticket, REQUEST_LIFE))

    def find_fault(self, parameters, scope):
        """A code of OAuth for what is wrong with the request, and words; or None."""
        kind, resource = parameters.get("response_type"), parameters.get("resource")
        challenge = parameters.get("code_challenge")
        if kind != "code":
            return ("invalid_request" if kind is None else "unsupported_response_type",
                    "response_type must be code")
        if challenge is None:
            return "invalid_request", "code_challenge is missing"
        if parameters.get("code_challenge_method") != "S256":
            return "invalid_request", "code_challenge_method must be S256"
        if len(challenge) != CHALLENGE_LENGTH:
            return "invalid_request", "code_challenge is no SHA-256"
        if resource is not None and self.quirks.has("rejects-resource"):
            return "invalid_target", "AADSTS901002: the resource parameter is not supported"
        if not self.takes_resource(resource):
            return "invalid_target", "resource must be that of the protected resource metadata"
        return ("invalid_scope", "There is no such scope") if scope is None else None

    def consent(self, ticket):
        """What the person does who is asked."""
        how = self.options.auth_consent
        if how == "page":
            return self.ask(ticket)
        if how == "deny":
            return self.deny(ticket)
        if how == "error":
            return show(400, "Something went wrong", "This server will not send you back.")
        reply = self.allow(ticket)
        if how == "delay":
            reply.delay = self.options.auth_delay / 1000
        return reply

    def ask(self, ticket):
        text = f"“{ticket.client}” asks for leave to use {ticket.audience} with: {ticket.scope}"
        form = (f'<form method="post" action="{self.path}/decide"><input type="hidden" '
                f'name="request" value="{ticket.text}"><button name="decision" value="allow">'
                'Allow</button> <button name="decision" value="deny">Deny</button></form>\n')
        return show(200, "Spyglass demo", text, form)

    def decide(self, _, parameters):
        ticket = self.tickets.find(parameters.get("request"), REQUESTED)
        if ticket is None or not self.tickets.is_good(ticket):
            return show(400, "Too late", "This request was decided already, or is too old.")
        return self.allow(ticket) if parameters.get("decision") == "allow" else self.deny(ticket)

    def allow(self, ticket):
        code = self.tickets.add(CODE, ticket, CODE_LIFE)
        ticket.spent = True
        address = add_parameter(code.redirect, "code", code.text)
        if self.quirks.has("callback-twice"):
            address = add_parameter(address, "code", "another")
        return self.send_back(ticket, address)

    def deny(self, ticket):
        ticket.spent = True
        return self.fail(ticket, "access_denied", "The person said no")

    def fail(self, ticket, error, description):
        if self.quirks.has("error-markup"):
            description = HOSTILE
        address = add_parameter(ticket.redirect, "error", error)
        return self.send_back(ticket, add_parameter(address, "error_description", description))

    def send_back(self, ticket, address):
        state = ticket.state
        if self.quirks.has("state-wrong"):
            state = (state or "") + "x"
        address = add_parameter(address, "state", state)
        return redirect(add_parameter(address, "iss", self.find_iss()))

    def find_iss(self):
        """What the callback says of who sends it, or None."""
        has = self.quirks.has
        if has("iss-missing") or has("iss-absent"):
            return None
        if has("iss-wrong") or has("iss-unexpected"):
            return "https://evil.example.com"
        if has("iss-normalized"):
            return self.name + "/"
        if has("mix-up") and self.other is not None:
            return self.other.name
        return self.name

    # What the other room of this server does

    def grant(self, request, form):
        return auth_grants.respond(self, request, form)

    def revoke(self, request, form):
        return auth_grants.revoke(self, request, form)

    def introspect(self, request, form):
        return auth_grants.introspect(self, request, form)


def drip(body):
    """A byte at a time."""
    for byte in body:
        time.sleep(DRIP)
        yield bytes([byte])
