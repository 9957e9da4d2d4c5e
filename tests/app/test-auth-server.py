#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The authorization server of the tests, by the rules: what it gives, and what it refuses.

Usage: test-auth-server.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import re
import subprocess
import time

from auth_demo import AuthDemo, REDIRECT, basic, command, expect, get, make_pkce, post_form, request
from cli_sandbox import DEMO, run_tests


def start(*options):
    return AuthDemo(DEMO, *options)


def expect_back(answer, error):
    """The person is sent back with an error, the state and the issuer."""
    expect(answer, 302)
    assert answer.location.startswith(REDIRECT), answer
    assert answer.callback["error"] == [error] and answer.callback["state"] == ["s+ä"], answer
    assert "iss" in answer.callback and "code" not in answer.callback, answer


def test_challenge(_):
    with start() as demo:
        answer = expect(demo.call(), 401)
        place = f"{demo.origin}/.well-known/oauth-protected-resource/mcp"
        assert answer.challenge == f'Bearer realm="spyglass-demo", resource_metadata="{place}"', answer
        document = get(place).json
        assert document["resource"] == demo.url, document
        assert document["authorization_servers"] == [demo.issuer], document
        assert document["scopes_supported"] == ["mcp:read", "mcp:write"], document
        assert get(f"{demo.origin}/.well-known/oauth-protected-resource").status == 404
        answer = expect(demo.call(token="wrong"), 401)
        assert 'error="invalid_token"' in answer.challenge, answer


def test_places_of_resource_metadata(_):
    with start("--auth-metadata", "root") as demo:
        assert "resource_metadata" not in demo.call().challenge
        assert demo.resource_metadata().status == 404
        document = get(f"{demo.origin}/.well-known/oauth-protected-resource").json
        assert document["resource"] == demo.origin, document
        client, token = demo.sign_in(resource=demo.origin)
        expect(demo.call(token=token.json["access_token"]), 200)
    with start("--auth-metadata", "custom", "--auth-challenge-scope", "mcp:read") as demo:
        challenge = demo.call().challenge
        place = re.search(r'resource_metadata="([^"]+)"', challenge).group(1)
        assert place.endswith("/custom/metadata/location.json"), challenge
        assert 'scope="mcp:read"' in challenge, challenge
        assert get(place).json["resource"] == demo.url
        assert demo.resource_metadata().status == 404
    with start("--auth-metadata", "none") as demo:
        assert "resource_metadata" not in demo.call().challenge
        assert demo.resource_metadata().status == 404


def test_places_of_the_issuers_document(_):
    places = {"oauth": "/.well-known/oauth-authorization-server/tenant",
              "openid": "/.well-known/openid-configuration/tenant",
              "appended": "/tenant/.well-known/openid-configuration"}
    for wanted in places:
        with start("--auth-issuer-path", "/tenant", "--auth-document", wanted) as demo:
            origin = demo.issuer[:-len("/tenant")]
            for name, path in places.items():
                assert get(origin + path).status == (200 if name == wanted else 404), (wanted, name)
            document = get(origin + places[wanted]).json
            assert document["issuer"] == demo.issuer, document
            assert document["token_endpoint"] == demo.issuer + "/token", document
            assert get(origin + "/.well-known/oauth-authorization-server").status == 404
    with start() as demo:
        for name in ("oauth-authorization-server", "openid-configuration"):
            document = get(f"{demo.issuer}/.well-known/{name}").json
            assert document["code_challenge_methods_supported"] == ["S256"], document
            assert document["authorization_response_iss_parameter_supported"] is True, document


def test_code_flow(_):
    with start("--auth-issuer-path", "/tenant") as demo:
        client, token = demo.sign_in(scope="mcp:read")
        expect(token, 200)
        assert token.headers["Cache-Control"] == "no-store", token
        assert token.json["token_type"] == "Bearer" and token.json["expires_in"] == 3600, token
        assert token.json["scope"] == "mcp:read" and "refresh_token" not in token.json, token
        assert demo.call(token=token.json["access_token"]).json["result"]["tools"]
        log = demo.read_log()
        asked = [line for line in log if line["path"] == "/tenant/authorize"]
        assert [line["query"]["client_id"] for line in asked] == [client], asked
        assert asked[0]["server"] == "issuer" and asked[0]["query"]["state"] == "s+ä", asked
        used = [line for line in log if line["server"] == "resource"]
        assert used[-1]["headers"]["authorization"] == f"Bearer {token.json['access_token']}", used
        assert used[-1]["json"]["method"] == "tools/list", used


def test_authorize_refuses(_):
    with start() as demo:
        client = demo.register().json["client_id"]
        _, challenge = make_pkce()
        # Nobody may be sent anywhere then.
        for wrong in (dict(client_id="unknown"), dict(redirect_uri=None),
                      dict(redirect_uri="http://127.0.0.1:47111/other"),
                      dict(redirect_uri="https://evil.example.com/callback"),
                      dict(redirect_uri="http://localhost:47111/callback")):
            answer = expect(demo.authorize(client, challenge, **wrong), 400)
            assert not answer.location and "text/html" in answer.headers["Content-Type"], answer
        twice = f"{demo.issuer}/authorize?client_id={client}&client_id={client}"
        expect(get(twice), 400, "invalid_request")
        for error, wrong in (("unsupported_response_type", dict(response_type="token")),
                             ("invalid_request", dict(response_type=None)),
                             ("invalid_request", dict(code_challenge=None)),
                             ("invalid_request", dict(code_challenge="short")),
                             ("invalid_request", dict(code_challenge_method="plain")),
                             ("invalid_request", dict(code_challenge_method=None)),
                             ("invalid_target", dict(resource=None)),
                             ("invalid_target", dict(resource=demo.url + "/")),
                             ("invalid_scope", dict(scope="mcp:read nothing"))):
            expect_back(demo.authorize(client, challenge, **wrong), error)


def test_any_port_of_this_machine(_):
    """RFC 8252 §7.3: the port is free, the rest is not."""
    with start() as demo:
        client = demo.register().json["client_id"]
        _, challenge = make_pkce()
        other = "http://127.0.0.1:51234/callback"
        answer = expect(demo.authorize(client, challenge, redirect_uri=other), 302)
        assert answer.location.startswith(other), answer


def test_token_refuses(_):
    with start() as demo:
        client = demo.register().json["client_id"]
        verifier, challenge = make_pkce()

        def code():
            return demo.authorize(client, challenge).callback["code"][0]

        for error, wrong in (("invalid_grant", dict(code_verifier=make_pkce()[0])),
                             ("invalid_grant", dict(code_verifier=None)),
                             ("invalid_grant", dict(redirect_uri="http://127.0.0.1:1/callback")),
                             ("invalid_grant", dict(code="unknown")),
                             ("invalid_target", dict(resource=None)),
                             ("invalid_target", dict(resource="https://other.example.com")),
                             ("unsupported_grant_type", dict(grant_type="password")),
                             ("invalid_request", dict(grant_type=None))):
            right = dict(code=code(), code_verifier=verifier)
            expect(demo.redeem(client, **{**right, **wrong}), 400, error)
        expect(demo.redeem("unknown", code(), verifier), 401, "invalid_client")
        other = demo.register().json["client_id"]
        expect(demo.redeem(other, code(), verifier), 400, "invalid_grant")
        # A public client has no secret to tell.
        expect(demo.redeem(client, code(), verifier, client_secret="x"), 401, "invalid_client")
        expect(post_form(f"{demo.issuer}/token", [("code", "a"), ("code", "b")]), 400,
               "invalid_request")
        expect(request("POST", f"{demo.issuer}/token", "{}", Content_Type="application/json"), 400,
               "invalid_request")
        expect(get(f"{demo.issuer}/token"), 405)


def test_code_is_good_once(_):
    """The second use of a code ends the token that came of the first."""
    with start() as demo:
        client = demo.register().json["client_id"]
        verifier, challenge = make_pkce()
        code = demo.authorize(client, challenge).callback["code"][0]
        token = expect(demo.redeem(client, code, verifier), 200).json["access_token"]
        expect(demo.call(token=token), 200)
        expect(demo.redeem(client, code, verifier), 400, "invalid_grant")
        expect(demo.call(token=token), 401)


def test_registration(_):
    with start() as demo:
        answer = expect(demo.register(), 201).json
        assert "client_secret" not in answer and answer["redirect_uris"] == [REDIRECT], answer
        assert answer["token_endpoint_auth_method"] == "none", answer
        # RFC 7591 §2: without a word about it, a client has a secret and sends it by Basic.
        answer = expect(demo.register(token_endpoint_auth_method=None), 201).json
        assert answer["token_endpoint_auth_method"] == "client_secret_basic", answer
        assert answer["client_secret"] and answer["client_secret_expires_at"] == 0, answer
        for wrong in ([], ["http://example.com/callback"], ["https://a.example/#f"], [1], None,
                      ["javascript:alert(1)"]):
            expect(demo.register(redirect_uris=wrong), 400, "invalid_redirect_uri")
        expect(demo.register(token_endpoint_auth_method="tls_client_auth"), 400,
               "invalid_client_metadata")
        expect(request("POST", f"{demo.issuer}/register", "[]", Content_Type="application/json"),
               400, "invalid_client_metadata")
    with start("--auth-method", "basic") as demo:
        assert demo.metadata().json["token_endpoint_auth_methods_supported"] == [
            "client_secret_basic"]
        expect(demo.register(), 400, "invalid_client_metadata")
    with start("--auth-clients", "none") as demo:
        assert "registration_endpoint" not in demo.metadata().json
        expect(demo.register(), 404)


def test_secrets(_):
    """Basic and post, each where the client has it; encoded as RFC 6749 §2.3.1 wants."""
    name, secret = "a b:ü", "s:e+c%&ret"
    for how in ("basic", "post"):
        with start("--auth-method", how, "--auth-client-id", name,
                   "--auth-client-secret", secret) as demo:
            verifier, challenge = make_pkce()

            def redeem(kind, value):
                code = demo.authorize(name, challenge).callback["code"][0]
                if kind == "basic":
                    return demo.redeem(None, code, verifier,
                                       headers={"Authorization": basic(name, value)})
                return demo.redeem(name, code, verifier, client_secret=value)

            for kind in ("basic", "post"):
                if kind == how:
                    expect(redeem(kind, secret), 200)
                    expect(redeem(kind, "wrong"), 401, "invalid_client")
                else:
                    expect(redeem(kind, secret), 401, "invalid_client")
            code = demo.authorize(name, challenge).callback["code"][0]
            expect(demo.redeem(name, code, verifier), 401, "invalid_client")
            both = demo.redeem(name, code, verifier, client_secret=secret,
                               headers={"Authorization": basic(name, secret)})
            expect(both, 400, "invalid_request")


def test_consent(_):
    _, challenge = make_pkce()
    with start("--auth-consent", "deny") as demo:
        client = demo.register().json["client_id"]
        expect_back(demo.authorize(client, challenge), "access_denied")
    with start("--auth-consent", "error") as demo:
        client = demo.register().json["client_id"]
        assert not expect(demo.authorize(client, challenge), 400).location
    with start("--auth-consent", "delay", "--auth-delay", "50") as demo:
        client = demo.register().json["client_id"]
        assert "code" in expect(demo.authorize(client, challenge), 302).callback
    with start("--auth-consent", "page") as demo:
        client = demo.register().json["client_id"]
        for decision, wanted in (("allow", "code"), ("deny", "error")):
            page = expect(demo.authorize(client, challenge), 200)
            ticket = re.search(r'name="request" value="([^"]+)"', page.text).group(1)
            form = {"request": ticket, "decision": decision}
            answer = expect(post_form(f"{demo.issuer}/decide", form), 302)
            assert wanted in answer.callback, answer
            expect(post_form(f"{demo.issuer}/decide", form), 400)


def test_life(_):
    with start("--auth-token-life", "1") as demo:
        _, token = demo.sign_in()
        assert token.json["expires_in"] == 1
        for _ in range(300):
            answer = demo.call(token=token.json["access_token"])
            if answer.status == 401:
                break
            time.sleep(0.1)
        assert answer.status == 401 and "invalid_token" in answer.challenge, answer


def test_step_up(_):
    with start("--auth-step-up", "echo=mcp:extra") as demo:
        assert "mcp:extra" not in demo.resource_metadata().json["scopes_supported"]
        assert "mcp:extra" in demo.metadata().json["scopes_supported"]
        client, token = demo.sign_in(scope="mcp:read")
        call = dict(name="echo", arguments={"message": "x"})
        expect(demo.call(token=token.json["access_token"]), 200)
        answer = expect(demo.call("tools/call", token=token.json["access_token"], **call), 403)
        assert 'error="insufficient_scope"' in answer.challenge, answer
        assert 'scope="mcp:extra"' in answer.challenge, answer
        _, token = demo.sign_in(client, scope="mcp:read mcp:extra")
        expect(demo.call("tools/call", token=token.json["access_token"], **call), 200)


def test_options(_):
    for wrong in (["--auth-consent", "maybe"], ["--auth-clients", "dcr,all"], ["--auth-quirk", "x"],
                  ["--auth-step-up", "echo"], ["--auth-token-life", "0"],
                  ["--auth-issuer-path", "tenant"]):
        result = subprocess.run([*command(DEMO), *wrong], capture_output=True, text=True,
                                timeout=30, check=False)
        assert result.returncode == 2 and result.stderr, (wrong, result)
    help_text = subprocess.run([*command(DEMO), "--help"], capture_output=True, text=True, timeout=30,
                               check=True).stdout
    for option in ("--auth ", "--auth-issuer-path", "--auth-log", "--auth-quirk"):
        assert option in help_text, option


if __name__ == "__main__":
    run_tests(globals())
