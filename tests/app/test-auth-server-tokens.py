#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of the tokens of the tests' authorization server: refreshed, revoked, looked into; and
the clients that speak for themselves.

Usage: test-auth-server-tokens.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import time

import jose
from auth_demo import AuthDemo, basic, expect, get, make_pkce, post_form
from cli_sandbox import DEMO, need_openssl, run_tests

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


def start(*options):
    return AuthDemo(DEMO, *options)


def test_refresh(_):
    with start("--auth-refresh") as demo:
        assert "refresh_token" in demo.metadata().json["grant_types_supported"]
        client, token = demo.sign_in(scope="mcp:read mcp:write")
        refresh = token.json["refresh_token"]
        for _ in range(2):
            again = expect(demo.refresh(client, refresh, scope="mcp:read"), 200).json
            assert again["access_token"] != token.json["access_token"], again
            assert again["scope"] == "mcp:read" and "refresh_token" not in again, again
            expect(demo.call(token=again["access_token"]), 200)
        expect(demo.refresh(client, refresh, scope="mcp:read more"), 400, "invalid_scope")
        expect(demo.refresh(client, refresh, resource=None), 400, "invalid_target")
        expect(demo.refresh(client, "unknown"), 400, "invalid_grant")
        other = demo.register().json["client_id"]
        expect(demo.refresh(other, refresh), 400, "invalid_grant")
        # An access token is none.
        expect(demo.refresh(client, token.json["access_token"]), 400, "invalid_grant")
        silent = demo.register(grant_types=["authorization_code"]).json["client_id"]
        assert "refresh_token" not in demo.sign_in(silent)[1].json


def test_offline_access(_):
    with start("--auth-offline") as demo:
        assert "offline_access" in demo.metadata().json["scopes_supported"]
        assert "offline_access" not in demo.resource_metadata().json["scopes_supported"]
        client, token = demo.sign_in(scope="mcp:read")
        assert "refresh_token" not in token.json, token
        _, token = demo.sign_in(client, scope="mcp:read offline_access")
        assert "refresh_token" in token.json, token


def test_rotation(_):
    """Whoever uses a refresh token a second time ends all that came of the first leave."""
    with start("--auth-rotate") as demo:
        client, token = demo.sign_in()
        _, beside = demo.sign_in(client)
        first = token.json["refresh_token"]
        second = expect(demo.refresh(client, first), 200).json
        assert second["refresh_token"] != first, second
        third = expect(demo.refresh(client, second["refresh_token"]), 200).json
        expect(demo.call(token=third["access_token"]), 200)
        expect(demo.refresh(client, first), 400, "invalid_grant")
        expect(demo.refresh(client, third["refresh_token"]), 400, "invalid_grant")
        for ended in (token.json, second, third):
            expect(demo.call(token=ended["access_token"]), 401)
        # What came of another leave is good.
        expect(demo.call(token=beside.json["access_token"]), 200)
        expect(demo.refresh(client, beside.json["refresh_token"]), 200)


def revoke(demo, client, token, **more):
    return post_form(f"{demo.issuer}/revoke", {"client_id": client, "token": token, **more})


def test_revocation(_):
    with start("--auth-refresh") as demo:
        assert demo.metadata().json["revocation_endpoint"] == f"{demo.issuer}/revoke"
        client, token = demo.sign_in()
        again = demo.refresh(client, token.json["refresh_token"]).json
        expect(revoke(demo, client, "unknown"), 200)
        expect(revoke(demo, client, None), 400, "invalid_request")
        expect(revoke(demo, "nobody", again["access_token"]), 401, "invalid_client")
        other = demo.register().json["client_id"]
        expect(revoke(demo, other, again["access_token"]), 400, "unauthorized_client")
        expect(demo.call(token=again["access_token"]), 200)
        expect(revoke(demo, client, again["access_token"], token_type_hint="access_token"), 200)
        expect(demo.call(token=again["access_token"]), 401)
        expect(demo.call(token=token.json["access_token"]), 200)
        expect(revoke(demo, client, token.json["refresh_token"]), 200)
        expect(demo.call(token=token.json["access_token"]), 401)
        expect(demo.refresh(client, token.json["refresh_token"]), 400, "invalid_grant")


def test_introspection(_):
    with start("--auth-client-id", "known", "--auth-client-secret", "secret",
               "--auth-clients", "dcr,static") as demo:

        def introspect(token, secret="secret"):
            return post_form(f"{demo.issuer}/introspect", {"token": token},
                             Authorization=basic("known", secret))

        client, token = demo.sign_in(scope="mcp:read")
        found = expect(introspect(token.json["access_token"]), 200).json
        now = time.time()
        assert found["active"] is True and found["client_id"] == client, found
        assert found["aud"] == demo.url and found["iss"] == demo.issuer, found
        assert found["scope"] == "mcp:read" and found["token_type"] == "Bearer", found
        assert now - 60 < found["iat"] <= now and found["exp"] == found["iat"] + 3600, found
        assert introspect("unknown").json == {"active": False}
        expect(introspect("unknown", "wrong"), 401, "invalid_client")
        revoke(demo, client, token.json["access_token"])
        assert introspect(token.json["access_token"]).json == {"active": False}


def test_tokens_that_say_what_they_are(_):
    need_openssl()
    with start("--auth-jwt") as demo:
        client, token = demo.sign_in(scope="mcp:read")
        text = token.json["access_token"]
        header, claims = jose.read(text)
        assert header["typ"] == "at+jwt" and header["alg"] == "ES256", header
        assert claims["iss"] == demo.issuer and claims["aud"] == demo.url, claims
        assert claims["client_id"] == client and claims["scope"] == "mcp:read", claims
        assert claims["exp"] - claims["iat"] == 3600 and claims["jti"] and claims["sub"], claims
        keys = get(demo.metadata().json["jwks_uri"]).json["keys"]
        assert [key["kid"] for key in keys] == [header["kid"]] and "d" not in keys[0], keys
        jose.verify(text, keys[0])
        expect(demo.call(token=text), 200)
        expect(demo.call(token=text[:-4] + ("AAAA" if text[-4:] != "AAAA" else "BBBB")), 401)


def ask_as_client(demo, headers=None, **form):
    return post_form(f"{demo.issuer}/token", {"grant_type": "client_credentials",
                                              "resource": demo.url, **form}, **(headers or {}))


def test_client_credentials_with_secret(_):
    for how in ("basic", "post"):
        with start("--auth-method", how, "--auth-client-secret", "s3 cret", "--auth-client-id",
                   "robot", "--auth-refresh") as demo:
            assert "client_credentials" in demo.metadata().json["grant_types_supported"]

            def ask(secret, **form):
                if how == "basic":
                    return ask_as_client(demo, {"Authorization": basic("robot", secret)}, **form)
                return ask_as_client(demo, client_id="robot", client_secret=secret, **form)

            token = expect(ask("s3 cret", scope="mcp:read"), 200).json
            assert token["scope"] == "mcp:read" and "refresh_token" not in token, token
            expect(demo.call(token=token["access_token"]), 200)
            expect(ask("wrong"), 401, "invalid_client")
            expect(ask("s3 cret", scope="more"), 400, "invalid_scope")
            expect(ask("s3 cret", resource=None), 400, "invalid_target")
    with start() as demo:
        client = demo.register().json["client_id"]
        expect(ask_as_client(demo, client_id=client), 400, "unauthorized_client")


def test_client_credentials_with_key(_):
    """The assertion's audience is the issuer and nothing else (SEP-1046)."""
    need_openssl()
    key, other = jose.Key(), jose.Key()
    with start("--auth-method", "private_key_jwt", "--auth-client-id", "robot", "--auth-client-key",
               key.public, "--auth-issuer-path", "/tenant") as demo:
        document = demo.metadata().json
        assert document["token_endpoint_auth_methods_supported"] == ["private_key_jwt"], document
        assert "ES256" in document["token_endpoint_auth_signing_alg_values_supported"], document

        def ask(assertion, **form):
            return ask_as_client(demo, **{"client_assertion_type": ASSERTION,
                                          "client_assertion": assertion, **form})

        good = key.assertion("robot", demo.issuer)
        token = expect(ask(good), 200).json
        expect(demo.call(token=token["access_token"]), 200)
        expect(ask(good), 401, "invalid_client")  # its jti was seen
        expect(ask(key.assertion("robot", [demo.issuer, "x"]), client_id="robot"), 200)
        now = int(time.time())
        for wrong in (key.assertion("robot", f"{demo.issuer}/token"),
                      key.assertion("robot", demo.issuer, iss="other"),
                      key.assertion("robot", demo.issuer, exp=now - 120),
                      key.assertion("robot", demo.issuer, exp=now + 3600),
                      key.assertion("robot", demo.issuer, nbf=now + 3600),
                      key.assertion("robot", demo.issuer, jti=None),
                      other.assertion("robot", demo.issuer),
                      key.assertion("other", demo.issuer)):
            expect(ask(wrong), 401, "invalid_client")
        unsigned = key.assertion("robot", demo.issuer).rsplit(".", 1)[0] + "."
        expect(ask(unsigned), 400, "invalid_request")
        none = jose.encode(b'{"alg":"none"}') + "." + good.split(".")[1] + ".AA"
        expect(ask(none), 401, "invalid_client")
        expect(ask(key.assertion("robot", demo.issuer), client_assertion_type="x"), 400,
               "invalid_request")
        expect(ask(key.assertion("robot", demo.issuer), client_id="x"), 400, "invalid_request")
        expect(ask_as_client(demo, client_id="robot"), 401, "invalid_client")


def test_registered_key(_):
    """A client registers its public key, and proves itself with it in the code flow."""
    need_openssl()
    key = jose.Key()
    with start("--auth-jwt") as demo:
        client = expect(demo.register(token_endpoint_auth_method="private_key_jwt",
                                      jwks={"keys": [key.jwk]}), 201).json["client_id"]
        verifier, challenge = make_pkce()
        code = demo.authorize(client, challenge).callback["code"][0]
        expect(demo.redeem(client, code, verifier), 401, "invalid_client")
        proof = {"client_assertion_type": ASSERTION,
                 "client_assertion": key.assertion(client, demo.issuer)}
        expect(demo.redeem(client, code, verifier, **proof), 200)


if __name__ == "__main__":
    run_tests(globals())
