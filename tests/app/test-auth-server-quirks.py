#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every quirk of the tests' authorization server shows on the wire, and nothing without its quirk.

Usage: test-auth-server-quirks.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import email.utils
import gzip
import http.client
import json
import re
import ssl
import subprocess
import time
import urllib.parse
import urllib.request

import jose
from auth_demo import PATIENCE, AuthDemo, command, get, make_pkce
from cli_sandbox import DEMO, run_tests

CHECKS = {}


def quirk(name, *options):
    def add(function):
        assert name not in CHECKS, name
        CHECKS[name] = (options, function)
        return function
    return add


def shows(name, where, member, wanted, *options):
    """The quirk is one member of a document. @wanted: a function of the demo, or the value"""
    def check(demo):
        documents = {"resource": demo.resource_metadata, "server": demo.metadata,
                     "registration": demo.register, "token": lambda: demo.sign_in()[1]}
        document = documents[where]().json
        value = wanted(demo) if callable(wanted) else wanted
        assert document.get(member, "absent") == value, document
    quirk(name, *options)(check)


shows("resource-slash", "resource", "resource", lambda demo: demo.url + "/")
shows("resource-urn", "resource", "resource", "urn:spyglass:demo")
shows("resource-foreign", "resource", "resource", "https://api.example.com/mcp")
shows("issuer-slash", "resource", "authorization_servers", lambda demo: [demo.issuer + "/"])
shows("scope-unlisted", "resource", "scopes_supported", ["mcp:read", "mcp:unlisted"])
shows("prm-private", "resource", "authorization_servers", ["http://169.254.169.254"])
shows("prm-private-ula", "resource", "authorization_servers", ["http://[fd00::1]"])
shows("prm-private-mapped", "resource", "authorization_servers", ["http://[::ffff:10.0.0.1]"])
shows("prm-private-shared", "resource", "authorization_servers", ["http://100.64.0.1"])
shows("prm-file", "resource", "authorization_servers", ["file:///etc"])
shows("prm-no-as", "resource", "authorization_servers", "absent")
shows("issuer-root", "server", "issuer", lambda demo: demo.issuer[:-len("/tenant")],
      "--auth-issuer-path", "/tenant")
shows("issuer-foreign", "server", "issuer", "https://attacker.example.com")
shows("no-pkce", "server", "code_challenge_methods_supported", "absent")
shows("pkce-plain", "server", "code_challenge_methods_supported", ["plain"])
shows("endpoint-javascript", "server", "authorization_endpoint", "javascript:alert(1)")
shows("endpoint-private", "server", "token_endpoint", "http://169.254.169.254/token")
shows("endpoint-fragment", "server", "authorization_endpoint",
      lambda demo: demo.issuer + "/authorize#top")
shows("token-fragment", "server", "token_endpoint", lambda demo: demo.issuer + "/token#top")
shows("endpoint-resource", "server", "authorization_endpoint",
      lambda demo: demo.issuer + "/authorize?a=%2F&resource=https%3A%2F%2Fother.example%2F&b")
shows("no-endpoints", "server", "authorization_endpoint", "absent")
shows("dcr-secret", "registration", "client_secret", "demo-secret-not-to-be-sent")
shows("token-empty", "token", "access_token", "absent")
shows("token-type", "token", "token_type", "mac")
shows("token-type-case", "token", "token_type", "BEARER")
shows("no-expiry", "token", "expires_in", "absent")
shows("expiry-zero", "token", "expires_in", 0)
shows("expiry-string", "token", "expires_in", "3600")
shows("no-refresh", "token", "refresh_token", "absent", "--auth-refresh")
shows("scope-less", "token", "scope", "mcp:read")
shows("scope-silent", "token", "scope", "absent")


def named(demo):
    """Where the challenge says that the metadata is."""
    return re.findall('resource_metadata="([^"]*)"', demo.call().challenge)


@quirk("two-as")
def two_as(demo):
    second = demo.servers["Second authorization server"]
    assert demo.resource_metadata().json["authorization_servers"] == [second, demo.issuer]
    client, token = demo.sign_in()
    assert demo.call(token=token.json["access_token"]).status == 200
    issuer, demo.issuer = demo.issuer, second
    _, wrong = demo.sign_in()
    demo.issuer = issuer
    assert demo.call(token=wrong.json["access_token"]).status == 401
    assert demo.redeem(client, "x", "y", second).status == 401


@quirk("migration")
def migration(demo):
    second = demo.servers["Second authorization server"]
    assert demo.resource_metadata().json["authorization_servers"] == [demo.issuer]
    token = demo.sign_in()[1].json["access_token"]
    assert demo.call(token=token).status == 200
    assert demo.call(token=token).status == 401
    assert demo.resource_metadata().json["authorization_servers"] == [second]
    demo.issuer = second
    assert demo.call(token=demo.sign_in()[1].json["access_token"]).status == 200


@quirk("prm-foreign")
def prm_foreign(demo):
    place = demo.call().challenge.split('resource_metadata="')[1].split('"')[0]
    assert place.startswith(demo.issuer) and get(place).json["resource"] == demo.url, place


@quirk("metadata-twice", "--auth-metadata", "custom")
def metadata_twice(demo):
    first, second = named(demo)
    assert get(first).status == 404 and get(second).json["resource"] == demo.url, second


@quirk("metadata-twice-foreign", "--auth-metadata", "custom")
def metadata_twice_foreign(demo):
    first, second = named(demo)
    assert get(first).json["resource"] != demo.url, first
    assert get(second).json["resource"] == demo.url, second


@quirk("metadata-absent")
def metadata_absent(demo):
    (only,) = named(demo)
    assert get(only).status == 404 and demo.resource_metadata().status == 200, only


@quirk("metadata-500")
def metadata_500(demo):
    assert demo.resource_metadata().status == 500


@quirk("metadata-loop")
def metadata_loop(demo):
    answer = demo.resource_metadata()
    assert answer.status == 302 and answer.location in named(demo), answer


@quirk("no-prm")
def no_prm(demo):
    assert demo.issuer == demo.origin and "resource_metadata" not in demo.call().challenge
    assert demo.resource_metadata().status == 404
    assert demo.metadata().json["issuer"] == demo.origin
    client = demo.register().json["client_id"]
    verifier, challenge = make_pkce()
    code = demo.authorize(client, challenge, resource=None).callback["code"][0]
    token = demo.redeem(client, code, verifier, resource=None)
    assert demo.call(token=token.json["access_token"]).status == 200, token


@quirk("no-documents")
def no_documents(demo):
    assert demo.issuer == demo.origin and demo.metadata().status == 404
    assert get(f"{demo.origin}/.well-known/openid-configuration").status == 404
    assert demo.call(token=demo.sign_in()[1].json["access_token"]).status == 200


def only_root_is_good(demo):
    assert "resource_metadata" not in demo.call().challenge
    root = get(f"{demo.origin}/.well-known/oauth-protected-resource")
    assert root.status == 200 and root.json["resource"] == demo.url, root


@quirk("forbidden-wellknown")
def forbidden_wellknown(demo):
    only_root_is_good(demo)
    assert demo.resource_metadata().status == 401


@quirk("html-wellknown")
def html_wellknown(demo):
    only_root_is_good(demo)
    for answer in (demo.resource_metadata(), demo.metadata()):
        assert answer.status == 200 and answer.text.startswith("<!DOCTYPE html>"), answer
    assert get(f"{demo.issuer}/.well-known/openid-configuration").json["issuer"] == demo.issuer


@quirk("no-cors")
def no_cors(demo):
    assert "Access-Control-Allow-Origin" not in demo.resource_metadata().headers


@quirk("redirect-to-private")
def redirect_to_private(demo):
    answer = demo.resource_metadata()
    assert answer.status == 302 and answer.location.startswith("http://169.254.169.254/"), answer


@quirk("no-challenge")
def no_challenge(demo):
    answer = demo.call()
    assert answer.status == 401 and answer.challenge is None, answer
    assert demo.resource_metadata().status == 404


@quirk("challenge-basic")
def challenge_basic(demo):
    challenges = demo.call().headers.get_all("WWW-Authenticate")
    assert len(challenges) == 1 and challenges[0].startswith("Basic "), challenges
    assert "Bearer" not in challenges[0] and demo.resource_metadata().status == 404, challenges


@quirk("challenge-twice")
def challenge_twice(demo):
    challenges = demo.call().headers.get_all("WWW-Authenticate")
    assert len(challenges) == 2 and "Bearer" in challenges[1], challenges


@quirk("challenge-basic-first")
def challenge_basic_first(demo):
    challenges = demo.call().headers.get_all("WWW-Authenticate")
    assert len(challenges) == 1 and challenges[0].startswith("Basic "), challenges
    assert ", Bearer " in challenges[0], challenges


@quirk("challenge-lower-case")
def challenge_lower_case(demo):
    assert demo.call().challenge.startswith("bearer "), demo.call()


@quirk("challenge-unquoted", "--auth-challenge-scope", "mcp:read")
def challenge_unquoted(demo):
    challenge = demo.call().challenge
    assert '"' not in challenge and "resource_metadata=http://" in challenge, challenge


def answers_wrong_token(status):
    def check(demo):
        assert demo.call().status == 401
        answer = demo.call(token="wrong")
        assert answer.status == status and answer.challenge is None, answer
        if status == 307:
            assert answer.location == demo.issuer + "/login", answer
        if status == 200:
            assert answer.json["result"]["isError"] is True, answer
    quirk(f"bad-token-{status}")(check)


for bad in (400, 403, 500, 200, 307):
    answers_wrong_token(bad)


@quirk("slash-307")
def slash_307(demo):
    answer = demo.call()
    assert answer.status == 307 and answer.location == demo.url + "/", answer
    assert demo.call(url=demo.url + "/").status == 401
    token = demo.sign_in()[1].json["access_token"]
    assert demo.call(url=demo.url + "/", token=token).status == 200


@quirk("redirect-other-origin")
def redirect_other_origin(demo):
    assert demo.call().status == 401
    answer = demo.call(token=demo.sign_in()[1].json["access_token"])
    assert answer.status == 307, answer
    assert answer.location == demo.url.replace("127.0.0.1", "localhost"), answer


STEP = ("--auth-step-up", "echo=mcp:extra")
ECHO = {"name": "echo", "arguments": {"message": "x"}}


@quirk("step-up-loop", *STEP)
def step_up_loop(demo):
    token = demo.sign_in(scope="mcp:read mcp:extra")[1].json
    assert token["scope"] == "mcp:read mcp:extra", token
    assert demo.call("tools/call", token=token["access_token"], **ECHO).status == 403


@quirk("step-up-shrinks", *STEP)
def step_up_shrinks(demo):
    assert demo.sign_in(scope="mcp:read mcp:extra")[1].json["scope"] == "mcp:extra"


@quirk("ignores-resource", "--auth-jwt")
def ignores_resource(demo):
    token = demo.sign_in()[1].json["access_token"]
    assert jose.read(token)[1]["aud"] != demo.url
    assert demo.call(token=token).status == 401


@quirk("no-registration")
def no_registration(demo):
    assert "registration_endpoint" not in demo.metadata().json
    assert demo.register().status == 404


@quirk("slow")
def slow(demo):
    """Its first bytes come, its last does not within a second."""
    parts = urllib.parse.urlsplit(demo.issuer)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    begun = time.monotonic()
    connection.request("GET", "/.well-known/oauth-authorization-server")
    answer = connection.getresponse()
    assert answer.status == 200 and answer.read(3) == b'{"i', answer
    assert time.monotonic() - begun > 0.3
    connection.close()
    assert demo.register().status == 201  # nobody else waits


@quirk("huge")
def huge(demo):
    answer = demo.metadata()
    assert len(answer.body) > 16 * 1024 * 1024 and answer.json["issuer"] == demo.issuer


@quirk("gzip-bomb")
def gzip_bomb(demo):
    answer = demo.metadata()
    assert answer.headers["Content-Encoding"] == "gzip" and len(answer.body) < 65536, len(answer.body)
    plain = gzip.decompress(answer.body)
    assert len(plain) > 16 * 1024 * 1024 and json.loads(plain)["issuer"] == demo.issuer


@quirk("deep")
def deep(demo):
    assert "[" * 100000 in demo.metadata().text


@quirk("utf8-bom")
def utf8_bom(demo):
    for answer in (demo.metadata(), demo.resource_metadata()):
        assert answer.body.startswith(b"\xef\xbb\xbf{"), answer


def shifts_clock(name, shift):
    def check(demo):
        token = demo.sign_in()[1]
        claims = jose.read(token.json["access_token"])[1]
        date = email.utils.parsedate_to_datetime(token.headers["Date"]).timestamp()
        for seen in (claims["nbf"], claims["iat"], date):
            assert abs(seen - time.time() - shift) < 120, (claims, token)
        assert demo.call(token=token.json["access_token"]).status == 200
    quirk(name, "--auth-jwt")(check)


shifts_clock("clock-ahead", 3600)
shifts_clock("clock-behind", -3600)


@quirk("client-purged", "--auth-refresh")
def client_purged(demo):
    client, token = demo.sign_in()
    answer = demo.refresh(client, token.json["refresh_token"])
    assert answer.status == 401 and answer.json["error"] == "invalid_client", answer
    assert demo.authorize(client, make_pkce()[1]).status == 400


@quirk("client-purged-422", "--auth-refresh")
def client_purged_422(demo):
    client, token = demo.sign_in()
    answer = demo.refresh(client, token.json["refresh_token"])
    assert answer.status == 422 and "error" not in answer.json, answer


@quirk("strict-port")
def strict_port(demo):
    client = demo.register().json["client_id"]
    other = demo.authorize(client, make_pkce()[1], redirect_uri="http://127.0.0.1:1/callback")
    assert other.status == 400 and demo.authorize(client, make_pkce()[1]).status == 302


def refuses_redirect(answer):
    assert answer.status == 400 and answer.json["error"] == "invalid_redirect_uri", answer


@quirk("dcr-web-only")
def dcr_web_only(demo):
    refuses_redirect(demo.register())
    assert demo.register(redirect_uris=["https://a.example/callback"]).status == 201


@quirk("dcr-web-default")
def dcr_web_default(demo):
    refuses_redirect(demo.register(application_type=None))
    refuses_redirect(demo.register(application_type="web"))
    assert demo.register().status == 201


@quirk("dcr-localhost-only")
def dcr_localhost_only(demo):
    refuses_redirect(demo.register())
    assert demo.register(redirect_uris=["http://localhost:1/callback"]).status == 201


@quirk("dcr-junk")
def dcr_junk(demo):
    answer = demo.register().json
    assert answer["client_secret"] is None and answer["contacts"] is None, answer
    assert answer["client_uri"] == "" and "token_endpoint_auth_method" not in answer, answer
    assert demo.sign_in()[1].status == 200


@quirk("dcr-secret-only")
def dcr_secret_only(demo):
    assert "none" in demo.metadata().json["token_endpoint_auth_methods_supported"]
    refused = demo.register(token_endpoint_auth_method="none")
    assert refused.status == 400 and refused.json["error"] == "invalid_client_metadata", refused
    taken = demo.register(token_endpoint_auth_method="client_secret_basic")
    assert taken.status == 201 and taken.json["client_secret"], taken


@quirk("dcr-200")
def dcr_200(demo):
    answer = demo.register()
    assert answer.status == 200 and answer.json["client_id"], answer


@quirk("register-html")
def register_html(demo):
    answer = demo.register()
    assert answer.status == 403 and "<html" in answer.text, answer


@quirk("cimd-refused")
def cimd_refused(demo):
    assert demo.metadata().json["client_id_metadata_document_supported"] is True
    answer = demo.authorize("http://127.0.0.1:1/client.json", make_pkce()[1])
    assert answer.status == 400 and "invalid_client" in answer.text, answer
    assert demo.sign_in()[1].status == 200


@quirk("rejects-resource")
def rejects_resource(demo):
    client = demo.register().json["client_id"]
    verifier, challenge = make_pkce()
    assert demo.authorize(client, challenge).callback["error"] == ["invalid_target"]
    code = demo.authorize(client, challenge, resource=None).callback["code"][0]
    token = demo.redeem(client, code, verifier, resource=None).json["access_token"]
    assert demo.call(token=token).status == 200


def sends_back(name, advertised, wanted):
    """@wanted: the callback's iss, by the demo"""
    def check(demo):
        client = demo.register().json["client_id"]
        answer = demo.authorize(client, make_pkce()[1])
        document = demo.metadata().json
        assert ("authorization_response_iss_parameter_supported" in document) == advertised, document
        assert answer.callback.get("iss") == wanted(demo), answer
        assert "code" in answer.callback, answer
    quirk(name)(check)


sends_back("iss-wrong", True, lambda demo: ["https://evil.example.com"])
sends_back("iss-missing", True, lambda demo: None)
sends_back("iss-unexpected", False, lambda demo: ["https://evil.example.com"])
sends_back("iss-absent", False, lambda demo: None)
sends_back("iss-normalized", True, lambda demo: [demo.issuer + "/"])
sends_back("mix-up", True, lambda demo: [demo.servers["Second authorization server"]])


@quirk("state-wrong")
def state_wrong(demo):
    back = demo.authorize(demo.register().json["client_id"], make_pkce()[1]).callback
    assert back["state"] == ["s+äx"], back


@quirk("callback-twice")
def callback_twice(demo):
    back = demo.authorize(demo.register().json["client_id"], make_pkce()[1]).callback
    assert len(back["code"]) == 2, back


@quirk("error-markup", "--auth-consent", "deny")
def error_markup(demo):
    back = demo.authorize(demo.register().json["client_id"], make_pkce()[1]).callback
    assert back["error"] == ["access_denied"], back
    assert "<b>" in back["error_description"][0] and "\u202e" in back["error_description"][0], back


@quirk("token-200-error")
def token_200_error(demo):
    answer = demo.redeem(demo.register().json["client_id"], "wrong", make_pkce()[0])
    assert answer.status == 200 and answer.json["error"] == "invalid_grant", answer


@quirk("token-form")
def token_form(demo):
    answer = demo.sign_in()[1]
    assert answer.headers["Content-Type"] == "application/x-www-form-urlencoded", answer
    form = urllib.parse.parse_qs(answer.text)
    assert form["token_type"] == ["Bearer"] and form["expires_in"] == ["3600"], form
    assert demo.call(token=form["access_token"][0]).status == 200


@quirk("token-html")
def token_html(demo):
    answer = demo.sign_in()[1]
    assert answer.status == 200 and "<html" in answer.text, answer


@quirk("token-500")
def token_500(demo):
    assert demo.sign_in()[1].status == 500


@quirk("token-429")
def token_429(demo):
    client, answer = demo.sign_in()
    assert answer.status == 429 and answer.headers["Retry-After"] == "1", answer
    assert demo.sign_in(client)[1].status == 200


@quirk("refresh-lost-answer", "--auth-rotate")
def refresh_lost_answer(demo):
    client, token = demo.sign_in()
    try:
        raise AssertionError(demo.refresh(client, token.json["refresh_token"]))
    except (OSError, http.client.HTTPException):
        pass
    # It was used all the same.
    answer = demo.refresh(client, token.json["refresh_token"])
    assert answer.status == 400 and answer.json["error"] == "invalid_grant", answer


@quirk("refresh-500", "--auth-refresh")
def refresh_500(demo):
    client, token = demo.sign_in()
    assert demo.refresh(client, token.json["refresh_token"]).status == 500


def list_quirks():
    text = subprocess.run([*command(DEMO), "--auth-quirk", "list"], capture_output=True, text=True,
                          timeout=PATIENCE, check=True).stdout
    lines = [line.split(None, 1) for line in text.splitlines()]
    assert all(len(line) == 2 for line in lines), text
    return [line[0] for line in lines]


def test_each_is_tried(_):
    names = list_quirks()
    assert len(names) == len(set(names)) and len(names) > 60, names
    assert set(names) == set(CHECKS) | {"http-behind-tls"}, set(names) ^ set(CHECKS)


def test_each_shows(_):
    problems = []
    for name, (options, check) in CHECKS.items():
        with AuthDemo(DEMO, "--auth-quirk", name, *options) as demo:
            try:
                check(demo)
            except (AssertionError, KeyError, IndexError, ValueError, TypeError) as error:
                problems.append(f"{name}: {type(error).__name__} {error}")
    assert not problems, "\n".join(problems)


def test_none_shows_by_itself(_):
    """What a check looks at is not there without the quirk: else the check would prove nothing."""
    idle = []
    for name, (options, check) in CHECKS.items():
        with AuthDemo(DEMO, *options) as demo:
            try:
                check(demo)
                idle.append(name)
            except (AssertionError, KeyError, IndexError, ValueError, TypeError):
                pass
    assert not idle, idle


def test_http_behind_tls(sandbox):
    """The server is reached by https and names itself with http."""
    key, certificate = sandbox.path("key.pem"), sandbox.path("certificate.pem")
    jose.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                 "/CN=localhost", "-keyout", key, "-out", certificate)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for options, scheme in (([], "https"), (["--auth-quirk", "http-behind-tls"], "http")):
        with AuthDemo(DEMO, "--tls", certificate, "--tls-key", key, *options) as demo:
            assert demo.url.startswith("https://"), demo.url
            place = f"{demo.origin}/.well-known/oauth-protected-resource/mcp"
            with urllib.request.urlopen(place, context=context, timeout=PATIENCE) as answer:
                document = json.load(answer)
            assert document["resource"].split(":")[0] == scheme, document


if __name__ == "__main__":
    run_tests(globals())
