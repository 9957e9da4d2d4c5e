#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-demo --auth: one plain flow, by hand and with spyglass-cli; and the options that it had once.

Usage: test-demo-auth.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import os
import subprocess
import sys

from auth_browser import Flow
from auth_demo import AUTH_SERVER, AuthDemo, PATIENCE, REDIRECT, expect, get, make_pkce, request
from cli_sandbox import AUTHORIZATION, DEMO, DONE, USAGE, check, run_tests

SOURCE_ROOT = sys.argv[3]


class PlainDemo(AuthDemo):
    """spyglass-demo alone, which keeps no log."""

    def __init__(self):
        self.start(DEMO, "--auth")

    def __exit__(self, *_):
        self.stop()


def test_challenge(_):
    with PlainDemo() as demo:
        place = f"{demo.origin}/.well-known/oauth-protected-resource/mcp"
        answer = expect(demo.call(), 401)
        assert answer.challenge == f'Bearer realm="spyglass-demo", resource_metadata="{place}"', answer
        answer = expect(demo.call(token="wrong"), 401)
        assert 'error="invalid_token"' in answer.challenge, answer
        document = expect(get(place), 200).json
        assert document["resource"] == demo.url, document
        assert document["authorization_servers"] == [demo.issuer], document
        assert get(f"{demo.origin}/.well-known/oauth-protected-resource").status == 404


def test_metadata(_):
    with PlainDemo() as demo:
        document = expect(demo.metadata(), 200).json
        assert document["issuer"] == demo.issuer, document
        for name in ("authorization", "token", "registration"):
            assert document[f"{name}_endpoint"].startswith(demo.issuer), document
        assert document["code_challenge_methods_supported"] == ["S256"], document
        assert document["authorization_response_iss_parameter_supported"] is True, document
        assert document["grant_types_supported"] == ["authorization_code", "refresh_token"], document


def test_code_flow(_):
    with PlainDemo() as demo:
        client, token = demo.sign_in(scope="mcp:tools")
        expect(token, 200)
        assert token.headers["Cache-Control"] == "no-store", token
        assert token.json["token_type"] == "Bearer" and token.json["expires_in"] == 3600, token
        assert demo.call(token=token.json["access_token"]).json["result"]["tools"]
        # A refresh token is good once, and opens nothing by itself.
        refresh = token.json["refresh_token"]
        expect(demo.call(token=refresh), 401)
        again = expect(demo.refresh(client, refresh), 200).json
        expect(demo.call(token=again["access_token"]), 200)
        expect(demo.refresh(client, refresh), 400, "invalid_grant")
        other = demo.register().json["client_id"]
        expect(demo.refresh(other, again["refresh_token"]), 400, "invalid_grant")


def test_registration(_):
    with PlainDemo() as demo:
        answer = expect(demo.register(token_endpoint_auth_method=None), 201).json
        assert answer["token_endpoint_auth_method"] == "none", answer
        assert answer["redirect_uris"] == [REDIRECT] and "client_secret" not in answer, answer
        for wrong in ([], None, [1], ["http://example.com/callback"], ["javascript:alert(1)"]):
            expect(demo.register(redirect_uris=wrong), 400, "invalid_redirect_uri")
        for body in ("[]", "{", ""):
            expect(request("POST", f"{demo.issuer}/register", body), 400, "invalid_redirect_uri")


def test_authorize_refuses(_):
    with PlainDemo() as demo:
        client = demo.register().json["client_id"]
        _, challenge = make_pkce()
        # Nobody may be sent anywhere then.
        for wrong in (dict(client_id="unknown"), dict(redirect_uri=None),
                      dict(redirect_uri="http://127.0.0.1:47111/other"),
                      dict(redirect_uri="https://evil.example.com/callback"),
                      dict(redirect_uri="http://localhost:47111/callback")):
            assert not expect(demo.authorize(client, challenge, **wrong), 400).location
        for error, wrong in (("unsupported_response_type", dict(response_type="token")),
                             ("invalid_request", dict(code_challenge=None)),
                             ("invalid_request", dict(code_challenge="short")),
                             ("invalid_request", dict(code_challenge_method="plain")),
                             ("invalid_target", dict(resource=None)),
                             ("invalid_scope", dict(scope="more"))):
            back = expect(demo.authorize(client, challenge, **wrong), 302).callback
            assert back["error"] == [error] and back["state"] == ["s+ä"], back
            assert back["iss"] == [demo.issuer] and "code" not in back, back
        # RFC 8252 §7.3: the port of this machine is free.
        other = "http://127.0.0.1:51234/callback"
        answer = expect(demo.authorize(client, challenge, redirect_uri=other), 302)
        assert answer.location.startswith(other) and "code" in answer.callback, answer


def test_token_refuses(_):
    with PlainDemo() as demo:
        client = demo.register().json["client_id"]
        verifier, challenge = make_pkce()
        for error, wrong in (("invalid_grant", dict(code_verifier=make_pkce()[0])),
                             ("invalid_grant", dict(code_verifier=None)),
                             ("invalid_grant", dict(redirect_uri="http://127.0.0.1:1/callback")),
                             ("invalid_grant", dict(code="unknown")),
                             ("invalid_target", dict(resource=None)),
                             ("unsupported_grant_type", dict(grant_type="password")),
                             ("unsupported_grant_type", dict(grant_type=None))):
            code = demo.authorize(client, challenge).callback["code"][0]
            right = dict(code=code, code_verifier=verifier)
            expect(demo.redeem(client, **{**right, **wrong}), 400, error)
        code = demo.authorize(client, challenge).callback["code"][0]
        expect(demo.redeem("unknown", code, verifier), 401, "invalid_client")
        expect(demo.redeem(client, code, verifier), 200)
        expect(demo.redeem(client, code, verifier), 400, "invalid_grant")
        expect(request("POST", f"{demo.issuer}/token", ""), 400, "unsupported_grant_type")
        assert get(f"{demo.issuer}/token").status == 404


def test_sign_in(sandbox):
    """What a newcomer tries; nothing is found that is worth a word."""
    with PlainDemo() as demo:
        tools = ("tools", "--server", demo.url)
        check(sandbox.run(*tools), AUTHORIZATION)
        flow = Flow(sandbox, demo.url)
        assert flow.done and not flow.findings, flow
        assert "echo" in check(sandbox.run(*tools), DONE).stdout
        check(sandbox.run("auth", "refresh", "--server", demo.url), DONE)
        check(sandbox.run(*tools), DONE)


def test_departed_options(_):
    """What it had once is still known, with where it is now."""
    for words in (["--auth-quirk=issuer-slash"], ["--auth-refresh"], ["--auth-quirk", "list"]):
        result = subprocess.run([DEMO, "--auth", *words], capture_output=True, text=True,
                                timeout=PATIENCE, check=False)
        place = os.path.relpath(AUTH_SERVER, SOURCE_ROOT)
        assert result.returncode == USAGE and words[0].split("=")[0] in result.stderr, result
        assert place in result.stderr and not result.stdout, result
    result = subprocess.run([DEMO, "--websocket", "0"], capture_output=True, text=True,
                            timeout=PATIENCE, check=False)
    assert result.returncode == USAGE and "spyglass-demo-hostile" in result.stderr, result
    text = subprocess.run([DEMO, "--help"], capture_output=True, text=True, timeout=PATIENCE,
                          check=True).stdout
    assert "--auth " in text and "--auth-" not in text, text


if __name__ == "__main__":
    run_tests(globals())
