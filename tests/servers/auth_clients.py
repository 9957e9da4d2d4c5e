# SPDX-License-Identifier: GPL-3.0-or-later
"""The clients that an authorization server knows, however it came to know them, and how they prove who they
are. Source: RFC 6749 §2, RFC 7523, RFC 7591, RFC 8252 §7.3, RFC 9449;
draft-ietf-oauth-client-id-metadata-document-00."""

import base64
import http.client
import json
import ssl
import time
import urllib.parse

import auth_keys
from auth_http import read_parameters, refuse, reply_json
from auth_options import METHODS

PROVIDER_CLIENT = "spyglass-idp"
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
# Seconds that an assertion may live, and that the clocks of client and server may differ.
ASSERTION_LIFE = WINDOW = 300
MAX_DOCUMENT = 64 * 1024
PATIENCE = 10  # seconds
SECRET_METHODS = {"client_secret_basic", "client_secret_post"}


class Client:
    def __init__(self, name):
        self.id = name
        self.secret = None       # or its secret
        self.redirects = None    # any address of this machine
        self.methods = {"none"}  # how it may prove who it is
        self.key = None          # or its public key
        self.refreshes = False   # it said that it uses refresh tokens
        self.lasting = False     # it is never purged

    def has_redirect(self, redirect, quirks):
        """Whether a person may be sent there. RFC 8252 §7.3: the port of a loopback address is the client's
        affair at that moment."""
        if self.redirects is None:
            return is_loopback(redirect, named=True)
        if redirect in self.redirects:
            return True
        plain = drop_port(redirect)
        return not quirks.has("strict-port") and plain is not None and \
            plain in [drop_port(other) for other in self.redirects]


def make_client(name, metadata):
    """@metadata: as in a registration; what it has not, it has not"""
    client = Client(name)
    client.redirects = [uri for uri in metadata["redirect_uris"] if isinstance(uri, str)]
    client.refreshes = "refresh_token" in (metadata.get("grant_types") or [])
    keys = (metadata.get("jwks") or {}).get("keys") or [None]
    client.key = auth_keys.read_jwk(keys[0])
    # RFC 7591 §2: without a word about it, a client has a secret and sends it by Basic.
    client.methods = {metadata.get("token_endpoint_auth_method") or "client_secret_basic"}
    if client.methods & SECRET_METHODS:
        client.secret = auth_keys.make_random()
    return client


def make_static(options):
    """The client that is registered beforehand."""
    client = Client(options.auth_client_id)
    client.lasting = client.refreshes = True
    client.secret = options.auth_client_secret
    client.methods = set()
    if options.auth_client_redirect is not None:
        client.redirects = options.auth_client_redirect.split()
    if client.secret is not None:
        client.methods = {METHODS[how] for how in options.auth_method} & SECRET_METHODS
    if options.auth_client_key is not None:
        client.key = auth_keys.KeyFile(options.auth_client_key)
        client.methods.add("private_key_jwt")
    client.methods = client.methods or {"none"}
    return client


def make_provider_client():
    """Each authority knows the client by an id of its own."""
    client = Client(PROVIDER_CLIENT)
    client.lasting = True
    return client


def drop_port(redirect, named=False):
    """The URI without its port, if it is of this machine."""
    try:
        parts = urllib.parse.urlsplit(redirect)
        hosts = ("127.0.0.1", "::1", "localhost") if named else ("127.0.0.1", "::1")
        if parts.scheme != "http" or "@" in parts.netloc or parts.fragment or \
                parts.hostname not in hosts:
            return None
        return f"http://{parts.hostname}{parts.path}?{parts.query}"
    except ValueError:
        return None


def is_loopback(redirect, named):
    """Whether it is a plain address of this machine; by name too where @named."""
    return drop_port(redirect, named) is not None


# Client ID metadata documents


def is_address(name):
    """Whether a client's id is the address of a document."""
    parts = urllib.parse.urlsplit(name or "")
    return not parts.fragment and len(parts.path) > 1 and (parts.scheme == "https" or
                                                           is_loopback(name, named=True))


def fetch_client(address):
    """The client that the document at @address describes, or None. The document has to name its own
    address as the client's id."""
    parts = urllib.parse.urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        body = answer.read(MAX_DOCUMENT + 1)
    except (OSError, http.client.HTTPException, ssl.SSLError):
        return None
    finally:
        connection.close()
    metadata = read_document(body) if answer.status == 200 and len(body) <= MAX_DOCUMENT else None
    if metadata is None or metadata.get("client_id") != address or not metadata.get("redirect_uris"):
        return None
    return make_client(address, metadata)


def read_document(body):
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


# How a client proves who it is


class Refused(Exception):
    """@reply: what is sent for it"""

    def __init__(self, reply):
        super().__init__(reply.status)
        self.reply = reply


def read_basic(header):
    """Name and secret. RFC 6749 §2.3.1: both are form-encoded before they are put together."""
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    name, colon, secret = base64.b64decode(text).decode(errors="replace").partition(":")
    if not colon or "\0" in secret:
        return None
    decoded, repeated = read_parameters(f"id={name}&secret={secret}")
    return (decoded["id"], decoded["secret"]) if repeated is None else None


def refuse_client(request, description):
    reply = refuse("invalid_client", description, 401)
    if "Authorization" in request.headers:
        reply.add("WWW-Authenticate", 'Basic realm="spyglass-demo"')
    return Refused(reply)


def read_claim(request, form):
    """What a client says of itself; nothing of it is believed yet. Returns how it proves that, its id, and
    a secret or an assertion."""
    header, name = request.headers.get("Authorization"), form.get("client_id")
    secret, assertion = form.get("client_secret"), form.get("client_assertion")
    if len([one for one in (header, secret, assertion) if one is not None]) > 1:
        raise Refused(refuse("invalid_request", "The client says in two ways who it is"))
    if header is not None:
        pair = read_basic(header)
        if pair is None:
            raise Refused(refuse("invalid_request",
                                 "The Authorization header is not that of a client"))
        claim = ("client_secret_basic", *pair)
    elif assertion is not None:
        jwt = auth_keys.read_jwt(assertion)
        if jwt is None or form.get("client_assertion_type") != ASSERTION_TYPE:
            raise Refused(refuse("invalid_request", "client_assertion is no JWT, or not said to be one"))
        claim = ("private_key_jwt", jwt.claims.get("sub"), jwt)
    else:
        claim = ("none" if secret is None else "client_secret_post", name, secret)
    if name is not None and name != claim[1]:
        raise Refused(refuse("invalid_request", "client_id is another client's"))
    return claim


def find_assertion_fault(issuer, client, jwt):
    """RFC 7523 §3; that the audience is the issuer is MCP's (SEP-1046)."""
    if client.key is None or not client.key.has_signed(jwt):
        return "The assertion's signature is not the client's"
    if not jwt.has("iss", client.id):
        return "The assertion's iss is not the client"
    if not jwt.has("aud", issuer.name):
        return "The assertion's aud is not the issuer"
    fault = jwt.find_time_fault(ASSERTION_LIFE)
    if fault is None and not issuer.see(jwt):
        fault = "The assertion has no jti, or came before"
    return fault


def authenticate(issuer, request, form):
    """The client that sends a form; raises Refused."""
    how, name, proof = read_claim(request, form)
    client = issuer.clients.get(name)
    if client is None:
        if issuer.quirks.has("client-purged-422"):
            raise Refused(reply_json({"message": "OAuth client not found", "code": 422}, 422))
        raise refuse_client(request, "There is no such client")
    fault = None
    if how not in client.methods:
        fault = "The client has another authentication method"
    elif how == "private_key_jwt":
        fault = find_assertion_fault(issuer, client, proof)
    elif how != "none" and proof != client.secret:
        fault = "The secret is wrong"
    if fault is not None:
        raise refuse_client(request, fault)
    return client


# Proofs that a client holds the key that its token is bound to: RFC 9449 §4.3, §8


class ProofFault(Exception):
    """@error: a code of OAuth. @nonce: (nullable): that the next proof has to hold"""

    def __init__(self, description, error="invalid_dpop_proof", nonce=None):
        super().__init__(description)
        self.error, self.description, self.nonce = error, description, nonce


def check_proof(issuer, request, address, token=None):
    """The thumbprint of the key that the request's proof is signed with; raises ProofFault. @address: of
    the request, without its query. @token: (nullable): that goes with it"""
    proofs = request.headers.get_all("DPoP") or []
    proof = auth_keys.read_jwt(proofs[0]) if len(proofs) == 1 else None
    key = auth_keys.read_jwk(proof.header.get("jwk")) if proof is not None else None
    if key is None or not key.has_signed(proof):
        raise ProofFault("There must be one proof, with its public key and signed by it")
    if proof.header.get("typ") != "dpop+jwt":
        raise ProofFault("typ is not dpop+jwt")
    if not proof.has("htm", request.method):
        raise ProofFault("htm is not the method")
    if not proof.has("htu", address):
        raise ProofFault("htu is not the address")
    if abs(proof.claims.get("iat", 0) - time.time()) >= WINDOW:
        raise ProofFault("iat is not now")
    if token is not None and not proof.has("ath", auth_keys.digest(token)):
        raise ProofFault("ath is not the digest of the token")
    if not issuer.see(proof):
        raise ProofFault("jti is missing or came before")
    if issuer.nonce is not None and not proof.has("nonce", issuer.nonce):
        raise ProofFault("The proof must hold the nonce of this server", "use_dpop_nonce", issuer.nonce)
    return auth_keys.make_thumbprint(key.jwk)
