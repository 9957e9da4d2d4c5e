# SPDX-License-Identifier: GPL-3.0-or-later
"""The token endpoint, and what may be asked of a token. Source: RFC 6749 §4.1.3, RFC 7009, RFC 7523 §3, RFC 7636
§4.6, RFC 7662, RFC 8693, RFC 8707 §2.2, RFC 9068; MCP extensions SEP-990 and SEP-1933."""

import json
import string
import time
import urllib.parse

import auth_keys
import auth_quirks
from auth_clients import ProofFault, Refused, authenticate, check_proof
from auth_http import FORM, Reply, refuse, reply_json, show
from auth_tickets import ACCESS, CODE, REFRESH, Ticket

BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag"
ID_TOKEN, ID_JAG, REFRESH_TOKEN = (f"urn:ietf:params:oauth:token-type:{name}"
                                   for name in ("id_token", "id-jag", "refresh_token"))
ID_JAG_TYPE = "oauth-id-jag+jwt"
# The one person that there is.
SUBJECT = "demo-person"
# Seconds; the first is a month.
REFRESH_LIFE = 30 * 24 * 3600
ID_TOKEN_LIFE = WORKLOAD_LIFE = 3600
ID_JAG_LIFE = 300
VERIFIER_CHARACTERS = set(string.ascii_letters + string.digits + "-._~")


class Fault(Exception):
    """@error: a code of OAuth"""

    def __init__(self, error, description):
        super().__init__(description)
        self.error, self.description = error, description


class Exchange:
    """One request to the endpoint, in order so far."""

    def __init__(self, issuer, client, form, key):
        self.issuer, self.client, self.form = issuer, client, form
        self.key = key  # (nullable): thumbprint of the key that the tokens are bound to
        self.options, self.quirks, self.tickets = issuer.options, issuer.quirks, issuer.tickets

    def get(self, name):
        return self.form.get(name)

    # What is given

    def issue(self, model, scope):
        changes = {"scope": scope, "key": self.key}
        if self.quirks.has("ignores-resource"):
            changes["audience"] = "https://api.example.com/default"
        token = self.tickets.add(ACCESS, model, self.options.auth_token_life, **changes)
        if self.options.auth_jwt:
            self.tickets.rename(token, self.write_jwt(token))
        return token

    def write_jwt(self, token):
        """An access token that says itself what it is: RFC 9068 §2.2."""
        shift = self.issuer.clock_shift
        return self.issuer.key.sign("at+jwt", {
            "iss": self.issuer.name, "sub": SUBJECT, "aud": token.audience, "client_id": token.client,
            "scope": token.scope, "iat": token.issued + shift, "nbf": token.issued + shift,
            "exp": token.expires + shift, "jti": token.text,
            "cnf": {"jkt": token.key} if token.key is not None else None})

    def wants_refresh(self, model):
        if not self.options.auth_refresh or not self.client.refreshes:
            return False
        if self.options.auth_offline and "offline_access" not in model.scope.split():
            return False
        # One that is not rotated is still good.
        return model.kind == CODE or (model.kind == REFRESH and self.options.auth_rotate)

    def answer(self, model, scope):
        """@model: whose token it is: a code, a refresh token, or (of kind ACCESS) neither. @scope: what it
        is good for"""
        token = self.issue(model, scope)
        document = {"access_token": token.text,
                    "token_type": "Bearer" if token.key is None else "DPoP",
                    "expires_in": self.options.auth_token_life}
        if self.wants_refresh(model):
            document["refresh_token"] = self.tickets.add(REFRESH, model, REFRESH_LIFE,
                                                         key=self.key).text
        document["scope"] = token.scope
        if self.issuer.is_provider and "openid" in scope.split():
            document["id_token"] = self.write_id_token(model)
        return reply_json(self.quirks.edit(auth_quirks.TOKEN, document))

    def check_resource(self, audience):
        """Whether the resource is that of the authorization request."""
        resource = self.get("resource")
        if resource is not None and self.quirks.has("rejects-resource"):
            raise Fault("invalid_target", "AADSTS9010010: the resource parameter is not supported")
        if not self.issuer.takes_resource(resource) or \
                (resource is not None and audience not in (None, resource)):
            raise Fault("invalid_target", "resource must be that of the authorization request")

    # The grants

    def grant_code(self):
        code = self.tickets.find(self.get("code"), CODE)
        if code is not None and code.spent:
            # RFC 6749 §4.1.2: somebody else has it, too.
            self.tickets.revoke_family(code.family)
        if code is None or not self.tickets.is_good(code) or code.client != self.client.id:
            raise Fault("invalid_grant", "The code is unknown, used, too old or another client's")
        code.spent = True
        if self.get("redirect_uri") != code.redirect:
            raise Fault("invalid_grant", "redirect_uri is not that of the authorization request")
        if not verifies(self.get("code_verifier"), code.challenge):
            raise Fault("invalid_grant", "code_verifier does not fit code_challenge")
        self.check_resource(code.audience)
        return self.answer(code, code.scope)

    def grant_refresh(self):
        refresh = self.tickets.find(self.get("refresh_token"), REFRESH)
        if refresh is not None and refresh.spent:
            # RFC 9700 §4.14.2: of the two who have it, one is a thief.
            self.tickets.revoke_family(refresh.family)
        if refresh is None or not self.tickets.is_good(refresh) or \
                refresh.client != self.client.id or refresh.key not in (None, self.key):
            raise Fault("invalid_grant", "The refresh token is unknown, used, revoked or another's")
        self.check_resource(refresh.audience)
        scope = self.get("scope")
        # RFC 6749 §6: the scope may be narrower, not wider.
        if scope is not None and not set(scope.split(" ")) <= set(refresh.scope.split()):
            raise Fault("invalid_scope", "A refresh cannot widen the scope")
        refresh.spent = self.options.auth_rotate
        reply = self.answer(refresh, scope if scope is not None else refresh.scope)
        self.issuer.n_refreshes += 1
        if self.quirks.has("refresh-lost-answer") and self.issuer.n_refreshes == 1:
            return None
        return reply

    def make_model(self, scope, resource):
        return Ticket(ACCESS, self.client.id, scope, resource or self.issuer.resource.url,
                      self.tickets.begin_family())

    def grant_client(self):
        """RFC 6749 §4.4; nobody is asked, and there is nothing to refresh."""
        scope = self.issuer.grant_scope(self.get("scope"))
        if self.client.methods == {"none"}:
            raise Fault("unauthorized_client", "A public client cannot speak for itself")
        if scope is None:
            raise Fault("invalid_scope", "There is no such scope")
        self.check_resource(None)
        return self.answer(self.make_model(scope, self.get("resource")), scope)

    def grant_bearer(self):
        """An assertion of somebody who is trusted, in place of a person's leave."""
        jwt = auth_keys.read_jwt(self.get("assertion"))
        fault = self.find_assertion_fault(jwt)
        if fault is not None:
            raise Fault("invalid_grant", fault)
        scope = self.narrow(self.get("scope"), jwt.claims.get("scope"))
        resource = jwt.claims.get("resource") or self.get("resource")
        if scope is None:
            raise Fault("invalid_scope", "The assertion does not allow that scope")
        if not self.issuer.takes_resource(resource):
            raise Fault("invalid_target", "resource is not known here")
        return self.answer(self.make_model(scope, resource), scope)

    def narrow(self, asked, allowed):
        """What is granted of what was asked for, or None."""
        if asked is not None and allowed is not None and \
                not set(asked.split(" ")) <= set(allowed.split()):
            return None
        return self.issuer.grant_scope(asked if asked is not None else allowed)

    def grant_exchange(self):
        """RFC 8693: the identity provider gives an ID-JAG for the authorization server."""
        resource, scope = self.get("resource"), self.get("scope")
        if self.get("requested_token_type") != ID_JAG:
            raise Fault("invalid_request", f"requested_token_type must be {ID_JAG}")
        if self.get("audience") != self.issuer.other.name:
            raise Fault("invalid_target", "audience must be the issuer of the authorization server")
        if resource is None or not self.issuer.takes_resource(resource):
            raise Fault("invalid_target", "resource must be that of the protected resource metadata")
        if not self.knows_person():
            raise Fault("invalid_grant", "subject_token is not good for this client")
        document = {"issued_token_type": ID_JAG, "access_token": self.write_id_jag(resource, scope),
                    "token_type": "N_A", "expires_in": ID_JAG_LIFE}
        return reply_json({**document, "scope": scope} if scope is not None else document)

    # Assertions: of an identity provider and of a platform

    def write_id_token(self, code):
        """Who the person is, to the client."""
        now = int(time.time())
        return self.issuer.key.sign("JWT", {
            "iss": self.issuer.name, "sub": SUBJECT, "aud": code.client, "iat": now,
            "exp": now + ID_TOKEN_LIFE, "nonce": code.nonce})

    def write_id_jag(self, resource, scope):
        """That the person lets the client of the other issuer use @resource."""
        now = int(time.time())
        return self.issuer.key.sign(ID_JAG_TYPE, {
            "iss": self.issuer.name, "sub": SUBJECT, "aud": self.issuer.other.name,
            "resource": resource, "client_id": self.options.auth_client_id,
            "jti": auth_keys.make_random(), "iat": now, "exp": now + ID_JAG_LIFE, "scope": scope})

    def knows_person(self):
        """Whether the client holds what proves who the person is."""
        kind, token = self.get("subject_token_type"), self.get("subject_token")
        if kind == ID_TOKEN:
            jwt = auth_keys.read_jwt(token)
            return jwt is not None and self.issuer.key.has_signed(jwt) and \
                jwt.has("iss", self.issuer.name) and jwt.has("aud", self.client.id) and \
                jwt.find_time_fault(ID_TOKEN_LIFE) is None
        refresh = self.tickets.find(token, REFRESH)
        return kind == REFRESH_TOKEN and refresh is not None and \
            refresh.client == self.client.id and self.tickets.is_good(refresh)

    def find_assertion_fault(self, jwt):
        issuer = self.issuer
        if jwt is not None and issuer.provider is not None and issuer.provider.key.has_signed(jwt):
            fault = self.find_id_jag_fault(jwt)
        elif jwt is not None and issuer.workload is not None and issuer.workload.has_signed(jwt):
            fault = self.find_workload_fault(jwt)
        else:
            return "The assertion is no JWT of one that this server trusts"
        if fault is None and not issuer.see(jwt):
            fault = "The assertion has no jti, or came before"
        return fault

    def find_id_jag_fault(self, jwt):
        if self.client.methods == {"none"}:
            return "The client must prove who it is"
        if jwt.header.get("typ") != ID_JAG_TYPE:
            return f"The assertion's typ is not {ID_JAG_TYPE}"
        if not jwt.has("iss", self.issuer.provider.name):
            return "The assertion's iss is not the identity provider"
        if not jwt.has("client_id", self.client.id):
            return "The assertion was made for another client"
        if not jwt.has("aud", self.issuer.name):
            return "The assertion's aud is not the issuer"
        return jwt.find_time_fault(ID_JAG_LIFE)

    def find_workload_fault(self, jwt):
        if not jwt.has("aud", self.issuer.name) and not jwt.has("aud", f"{self.issuer.name}/token"):
            return "The assertion's aud is neither the issuer nor its token endpoint"
        return jwt.find_time_fault(WORKLOAD_LIFE)


def verifies(verifier, challenge):
    return verifier is not None and 43 <= len(verifier) <= 128 and \
        set(verifier) <= VERIFIER_CHARACTERS and auth_keys.digest(verifier) == challenge


# By type: what grants it, and whether an identity provider has it, the other one, or both.
GRANTS = {
    "authorization_code": (Exchange.grant_code, (True, False)),
    "refresh_token": (Exchange.grant_refresh, (True, False)),
    "client_credentials": (Exchange.grant_client, (False,)),
    BEARER: (Exchange.grant_bearer, (False,)),
    EXCHANGE: (Exchange.grant_exchange, (True,)),
}


def respond_otherwise(issuer, form):
    """Answers in place of the endpoint, where that was asked for."""
    has = issuer.quirks.has
    if has("token-html"):
        return show(200, "Sign in", "Please sign in.")
    if has("token-500") or (form.get("grant_type") == "refresh_token" and has("refresh-500")):
        return Reply(500)
    if has("token-429"):
        issuer.n_refused += 1
        if issuer.n_refused == 1:
            return Reply(429).add("Retry-After", "1")
    return None


def bind_key(issuer, request):
    """The thumbprint of the key that the request proves; None where it need not, and does not."""
    if not issuer.options.auth_dpop and "DPoP" not in request.headers:
        return None
    return check_proof(issuer, request, f"{issuer.name}/token")


def grant(issuer, request, form):
    kind, client = form.get("grant_type"), None
    try:
        client = authenticate(issuer, request, form)
        exchange = Exchange(issuer, client, form, bind_key(issuer, request))
        function, roles = GRANTS.get(kind, (None, ()))
        if issuer.is_provider not in roles:
            raise Fault("unsupported_grant_type" if kind is not None else "invalid_request",
                        "There is no such grant_type here")
        return client, function(exchange)
    except Refused as refused:
        return client, refused.reply
    except ProofFault as fault:
        reply = refuse(fault.error, fault.description)
        if fault.nonce is not None:
            reply.add("DPoP-Nonce", fault.nonce)
        return client, reply
    except Fault as fault:
        return client, refuse(fault.error, fault.description)


def spoil(issuer, reply):
    if issuer.quirks.has("token-200-error"):
        reply.status = 200
    if issuer.quirks.has("token-form"):
        reply.body = urllib.parse.urlencode(json.loads(reply.body),
                                            quote_via=urllib.parse.quote).encode()
        reply.headers = [("Content-Type", FORM)] + reply.headers[1:]


def respond(issuer, request, form):
    reply = respond_otherwise(issuer, form)
    if reply is not None:
        return reply
    client, reply = grant(issuer, request, form)
    if reply is None:
        request.handler.drop()
        return None
    good = reply.status == 200
    spoil(issuer, reply)
    # Some authorization servers forget the clients that registered themselves.
    purges = issuer.quirks.has("client-purged") or issuer.quirks.has("client-purged-422")
    if purges and good and not client.lasting:
        issuer.clients.pop(client.id, None)
    return reply


def revoke(issuer, request, form):
    try:
        client = authenticate(issuer, request, form)
    except Refused as refused:
        return refused.reply
    token = issuer.tickets.find(form.get("token"), ACCESS, REFRESH)
    if "token" not in form:
        return refuse("invalid_request", "token is missing")
    if token is not None and token.client != client.id:
        return refuse("unauthorized_client", "The token is another client's")
    # With a refresh token goes all that came of it (RFC 7009 §2.1).
    if token is not None and token.kind == REFRESH:
        issuer.tickets.revoke_family(token.family)
    elif token is not None:
        token.spent = True
    return Reply(200)


def introspect(issuer, request, form):
    try:
        authenticate(issuer, request, form)
    except Refused as refused:
        return refused.reply
    token = issuer.tickets.find(form.get("token"), ACCESS, REFRESH)
    if token is None or not issuer.tickets.is_good(token):
        return reply_json({"active": False})
    document = {"active": True, "scope": token.scope, "client_id": token.client,
                "token_type": "Bearer" if token.key is None else "DPoP", "exp": token.expires,
                "iat": token.issued, "sub": SUBJECT, "aud": token.audience, "iss": issuer.name}
    return reply_json({**document, "cnf": {"jkt": token.key}} if token.key is not None else document)
