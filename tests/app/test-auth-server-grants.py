#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The extensions of the tests' authorization server: client ID metadata documents, an identity
provider's ID-JAG, a platform's JWT, and DPoP.

Usage: test-auth-server-grants.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import hashlib
import http.server
import json
import os
import time

import jose
from auth_demo import AuthDemo, basic, expect, get, make_pkce, post_form
from cli_sandbox import DEMO, need_openssl, run_tests
from local_server import LocalServer

TYPES = "urn:ietf:params:oauth:token-type:"
BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag"


def start(*options):
    return AuthDemo(DEMO, *options)


class Documents(http.server.BaseHTTPRequestHandler):
    """Serves what the class holds for a path, and counts."""
    held = {}
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        body = json.dumps(self.held[self.path]).encode() if self.path in self.held else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_client_id_metadata_document(_):
    with LocalServer(Documents) as server:
        check_documents(server.url)


def check_documents(base):
    client = f"{base}/client.json"
    document = {"client_name": "Test", "redirect_uris": ["http://127.0.0.1/callback"],
                "token_endpoint_auth_method": "none"}
    Documents.held = {"/client.json": {"client_id": client, **document},
                      "/other.json": {"client_id": client, **document},
                      "/empty.json": {"client_id": f"{base}/empty.json"},
                      "/big.json": {"client_id": f"{base}/big.json", **document,
                                    "padding": "x" * 70000}}
    with start("--auth-clients", "cimd") as demo:
        document = demo.metadata().json
        assert document["client_id_metadata_document_supported"] is True, document
        assert "registration_endpoint" not in document, document
        token = expect(demo.sign_in(client)[1], 200)
        expect(demo.call(token=token.json["access_token"]), 200)
        for wrong in ("other.json", "empty.json", "big.json", "absent.json"):
            expect(demo.authorize(f"{base}/{wrong}", make_pkce()[1]), 400)
        expect(demo.authorize("http://127.0.0.1:1/client.json", make_pkce()[1]), 400)
        assert Documents.asked.count("/client.json") == 1, Documents.asked
    Documents.asked.clear()
    with start() as demo:
        expect(demo.authorize(client, make_pkce()[1]), 400)
        assert not Documents.asked


def exchange(demo, provider, id_token, **more):
    return post_form(f"{provider}/token", {
        "grant_type": EXCHANGE, "client_id": "spyglass-idp",
        "requested_token_type": TYPES + "id-jag", "audience": demo.issuer, "resource": demo.url,
        "subject_token": id_token, "subject_token_type": TYPES + "id_token", "scope": "mcp:read",
        **more})


def bear(demo, assertion, headers=None, **more):
    return post_form(f"{demo.issuer}/token", {"grant_type": BEARER, "assertion": assertion, **more},
                     **(headers or {"Authorization": basic("here", "secret")}))


def test_identity_provider(_):
    """Signing in at the provider, an ID-JAG for the ID token, and a token for the ID-JAG."""
    need_openssl()
    with start("--auth-idp", "--auth-client-id", "here", "--auth-client-secret", "secret") as demo:
        provider = demo.servers["Identity provider"]
        assert demo.metadata().json["authorization_grant_profiles_supported"] == [PROFILE]
        assert BEARER in demo.metadata().json["grant_types_supported"]
        described = get(f"{provider}/.well-known/openid-configuration").json
        assert described["issuer"] == provider, described
        assert EXCHANGE in described["grant_types_supported"], described

        verifier, challenge = make_pkce()
        back = demo.authorize("spyglass-idp", challenge, provider, resource=None, scope="openid",
                              nonce="n-1")
        token = expect(demo.redeem("spyglass-idp", back.callback["code"][0], verifier, provider,
                                   resource=None), 200).json
        claims = jose.read(token["id_token"])[1]
        assert claims["nonce"] == "n-1" and claims["iss"] == provider, claims
        jose.verify(token["id_token"], get(described["jwks_uri"]).json["keys"][0])

        answer = expect(exchange(demo, provider, token["id_token"]), 200).json
        assert answer["issued_token_type"] == TYPES + "id-jag", answer
        assert answer["token_type"] == "N_A", answer
        header, claims = jose.read(answer["access_token"])
        assert header["typ"] == "oauth-id-jag+jwt", header
        assert claims["aud"] == demo.issuer and claims["client_id"] == "here", claims
        assert claims["resource"] == demo.url and claims["scope"] == "mcp:read", claims
        for error, wrong in (("invalid_target", dict(audience="https://a.example")),
                             ("invalid_target", dict(resource=None)),
                             ("invalid_request", dict(requested_token_type=TYPES + "id_token")),
                             ("invalid_grant", dict(subject_token="x")),
                             ("invalid_grant", dict(subject_token_type=TYPES + "refresh_token"))):
            expect(exchange(demo, provider, token["id_token"], **wrong), 400, error)

        got = expect(bear(demo, answer["access_token"]), 200).json
        assert got["scope"] == "mcp:read" and "refresh_token" not in got, got
        expect(demo.call(token=got["access_token"]), 200)
        expect(bear(demo, answer["access_token"]), 400, "invalid_grant")
        again = exchange(demo, provider, token["id_token"]).json["access_token"]
        expect(bear(demo, again, scope="mcp:write"), 400, "invalid_scope")
        expect(bear(demo, token["id_token"]), 400, "invalid_grant")
        again = exchange(demo, provider, token["id_token"]).json["access_token"]
        expect(bear(demo, again, {"Authorization": basic("here", "wrong")}), 401, "invalid_client")
        # Neither does the other's work.
        expect(exchange(demo, demo.issuer, token["id_token"]), 401, "invalid_client")
        answer = post_form(f"{provider}/token", {"grant_type": BEARER, "client_id": "spyglass-idp",
                                                 "assertion": again})
        expect(answer, 400, "unsupported_grant_type")


def test_workload_identity(_):
    need_openssl()
    key, other = jose.Key(), jose.Key()
    with start("--auth-workload-key", key.public, "--auth-client-id", "job") as demo:

        def ask(assertion, **more):
            return bear(demo, assertion, {"X": "y"}, client_id="job",
                        **{"resource": demo.url, **more})

        def claim(signer=key, audience=None, **more):
            return signer.assertion("platform", audience or demo.issuer, sub="job-1", **more)

        assert BEARER in demo.metadata().json["grant_types_supported"]
        good = claim()
        token = expect(ask(good), 200).json
        expect(demo.call(token=token["access_token"]), 200)
        expect(ask(claim(audience=f"{demo.issuer}/token")), 200)
        for wrong in (good, claim(other), claim(audience="https://a.example"),
                      claim(exp=int(time.time()) - 120), "x.y.z", "x"):
            expect(ask(wrong), 400, "invalid_grant")
        expect(ask(claim(), resource=None), 400, "invalid_target")


def prove(key, method, address, token=None, **claims):
    now = int(time.time())
    ath = jose.encode(hashlib.sha256(token.encode()).digest()) if token is not None else None
    claims = {"htm": method, "htu": address, "iat": now, "ath": ath,
              "jti": jose.encode(os.urandom(16)), **claims}
    header = {"typ": "dpop+jwt", "jwk": key.jwk}
    return key.sign({name: value for name, value in claims.items() if value is not None}, **header)


def test_dpop(_):
    need_openssl()
    key, other = jose.Key(), jose.Key()
    with start("--auth-dpop", "--auth-jwt", "--auth-rotate") as demo:
        answer = expect(demo.call(), 401)
        assert answer.challenge.startswith("DPoP ") and 'algs="ES256"' in answer.challenge, answer
        assert demo.metadata().json["dpop_signing_alg_values_supported"] == ["ES256"]
        endpoint = f"{demo.issuer}/token"
        client = demo.register().json["client_id"]

        def redeem(proof):
            verifier, challenge = make_pkce()
            code = demo.authorize(client, challenge).callback["code"][0]
            return demo.redeem(client, code, verifier, headers={"DPoP": proof} if proof else None)

        good = prove(key, "POST", endpoint)
        token = expect(redeem(good), 200).json
        assert token["token_type"] == "DPoP", token
        digest = hashlib.sha256(json.dumps(key.jwk, separators=(",", ":"), sort_keys=True).encode())
        bound = jose.read(token["access_token"])[1]["cnf"]["jkt"]
        assert bound == jose.encode(digest.digest()), token
        with_private = dict(key.jwk, d=jose.encode(b"x" * 32))
        now = int(time.time())
        for wrong in (good, None, "x", prove(key, "GET", endpoint), prove(key, "POST", demo.url),
                      prove(key, "POST", endpoint, iat=now - 900),
                      prove(key, "POST", endpoint, iat=now + 900),
                      prove(key, "POST", endpoint, jti=None),
                      key.sign({"htm": "POST"}, typ="JWT", jwk=key.jwk),
                      key.sign({"htm": "POST", "htu": endpoint, "iat": now, "jti": "a"},
                               typ="dpop+jwt", jwk=other.jwk),
                      key.sign({"htm": "POST", "htu": endpoint, "iat": now, "jti": "b"},
                               typ="dpop+jwt", jwk=with_private)):
            expect(redeem(wrong), 400, "invalid_dpop_proof")

        text = token["access_token"]

        def call(proof, scheme="DPoP"):
            return demo.call(token=text, scheme=scheme, headers={"DPoP": proof} if proof else {})

        good = prove(key, "POST", demo.url, text)
        expect(call(good), 200)
        for wrong in (good, None, prove(key, "POST", demo.url), prove(other, "POST", demo.url, text),
                      prove(key, "POST", endpoint, text)):
            expect(call(wrong), 401)
        expect(call(prove(key, "POST", demo.url, text), "Bearer"), 401)

        def refresh(signer):
            return post_form(endpoint, {"grant_type": "refresh_token", "client_id": client,
                                        "refresh_token": token["refresh_token"],
                                        "resource": demo.url}, DPoP=prove(signer, "POST", endpoint))

        expect(refresh(other), 400, "invalid_grant")
        expect(refresh(key), 200)


def test_dpop_nonce(_):
    need_openssl()
    key = jose.Key()
    with start("--auth-dpop-nonce") as demo:
        endpoint = f"{demo.issuer}/token"
        client = demo.register().json["client_id"]
        verifier, challenge = make_pkce()
        code = demo.authorize(client, challenge).callback["code"][0]
        answer = demo.redeem(client, code, verifier, headers={"DPoP": prove(key, "POST", endpoint)})
        expect(answer, 400, "use_dpop_nonce")
        nonce = answer.headers["DPoP-Nonce"]
        # The code is not spent by that.
        proof = prove(key, "POST", endpoint, nonce=nonce)
        token = demo.redeem(client, code, verifier, headers={"DPoP": proof})
        text = expect(token, 200).json["access_token"]
        answer = demo.call(token=text, scheme="DPoP",
                           headers={"DPoP": prove(key, "POST", demo.url, text)})
        assert answer.status == 401 and 'error="use_dpop_nonce"' in answer.challenge, answer
        proof = prove(key, "POST", demo.url, text, nonce=answer.headers["DPoP-Nonce"])
        expect(demo.call(token=text, scheme="DPoP", headers={"DPoP": proof}), 200)


if __name__ == "__main__":
    run_tests(globals())
