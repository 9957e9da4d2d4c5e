#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of security for signing in, each with the tests that prove it. Those that are here are about
the page that the browser comes back to, and about what may be sent and shown.

Usage: test-auth-rules.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import http.client
import json
import os
import re
import socket
import sys
import unicodedata
import urllib.parse

from auth_browser import Callback, Flow, Seen, follow
from auth_demo import decode, get
from cli_sandbox import AUTHORIZATION, DONE, HttpDemo, run_tests

SOURCE_ROOT = sys.argv[3]
QUIRKS, CLI_AUTH, RULES = (f"tests/app/test-{name}.py" for name in
                           ("auth-quirks", "cli-auth", "auth-rules"))
UNIT = "tests/mcp/test-{}.c"
DESCRIPTION_MAX = 2000
A, N, P, NOBODY = "authorization server", "network", "configuration", "nobody"


def quirks(*names):
    return [(QUIRKS, f'"{name}"') for name in names]


def here(*names):
    return [(RULES, f"def test_{name}(") for name in names]


def cli(*names):
    return [(CLI_AUTH, f"def test_{name}(") for name in names]


def unit(file, *names):
    return [(UNIT.format(file), f'"/{name}"') for name in names]


# What each rule says, and where it is proved: a file and what is written in it.
TABLE = {
    1: ("a token goes to its origin alone", here("token_goes_home") + cli("other_origin") +
        [(QUIRKS, "check_tokens_stay(demo)")]),
    2: ("no redirect carries it away", quirks("redirect-other-origin") +
        unit("http-authorizer", "mcp/http-authorizer/redirect")),
    3: ("a code goes to its issuer alone", here("code_goes_to_its_issuer") +
        quirks("mix-up", "two-as")),
    4: ("a client belongs to one issuer", quirks("migration", "two-as")),
    5: ("state: random, used once, compared", here("state") +
        unit("auth-secret", "auth-secret/random", "auth-secret/equal") +
        unit("auth-callback", "auth-callback/state")),
    6: ("iss is checked, of errors too", here("foreign_error") +
        unit("auth-callback", "auth-callback/iss") +
        quirks("iss-wrong", "iss-missing", "iss-unexpected", "iss-normalized", "iss-absent")),
    7: ("identifiers are compared as they are", unit("auth-document", "auth-document/matches")),
    8: ("PKCE with S256 alone", unit("auth-secret", "auth-secret/challenge", "auth-secret/random") +
        quirks("no-pkce", "pkce-plain")),
    9: ("nothing twice, nothing too long", here("long_callback") +
        unit("auth-callback", "auth-callback/query", "auth-callback/length") +
        quirks("callback-twice")),
    10: ("addresses that may be opened", unit("auth-address", "auth-address/policy") +
         quirks("endpoint-javascript", "prm-file")),
    11: ("no private network", here("private_network") +
         unit("auth-address", "auth-address/places", "auth-address/hosts") +
         unit("http-fetch", "mcp/http-fetch/rules") + quirks("endpoint-private")),
    12: ("neither by a redirect, nor by a name", quirks("redirect-to-private") +
         unit("http-fetch", "mcp/http-fetch/redirects", "mcp/http-fetch/rules")),
    13: ("foreign metadata is marked", here("foreign_metadata") + quirks("prm-foreign")),
    14: ("foreign endpoints are marked", quirks("endpoint-private")),
    15: ("the listener is bounded", here("listener")),
    16: ("nothing is reflected, or drawn", here("hostile_description") + quirks("error-markup") +
         unit("auth-callback", "auth-callback/description")),
    17: ("no secret is written", cli("secrets_stay_hidden")),
    18: ("no secret on a command line", cli("secrets_stay_hidden", "wrong_options")),
    19: ("without a keyring", cli("without_keyring")),
    20: ("one refresh for all", cli("many_at_once") + quirks("refresh-lost-answer")),
    21: ("no loop", here("no_loop") + quirks("step-up-loop", "ignores-resource")),
    22: ("limits", quirks("slow") + [(QUIRKS, '"huge", "gzip-bomb", "deep"')] +
         unit("http-fetch", "mcp/http-fetch/limit", "mcp/http-fetch/deadline") +
         unit("auth-document", "auth-document/limits")),
    23: ("a private key stays here", here("private_key_stays") +
         unit("auth-jws", "mcp/auth-jws/header", "mcp/auth-jws/generated")),
    24: ("what is not verified is marked", here("claims_are_not_verified") +
         unit("auth-token", "auth-token/jwt-unsigned")),
    25: ("the system's browser", here("no_browser_inside")),
}


def test_table(_):
    assert sorted(TABLE) == list(range(1, 26)), TABLE
    print("# rule  proved by")
    for number, (words, proofs) in TABLE.items():
        assert proofs, number
        names = []
        for file, mark in proofs:
            with open(os.path.join(SOURCE_ROOT, file), encoding="utf-8") as text:
                assert mark in text.read(), f"rule {number}: {file} has no {mark}"
            names.append(f"{os.path.basename(file)} {mark.removeprefix('def ').strip('(' + chr(34))}")
        print(f"# {number:2} {words}: {', '.join(names)}")


def test_token_goes_home(sandbox):
    """Metadata, endpoints and pages are asked without it."""
    with Seen("--auth-refresh") as demo:
        assert Flow(sandbox, demo.url, action=("login",)).done
        assert sandbox.run("tools", "--server", demo.url).returncode == DONE
        assert sandbox.run("auth", "refresh", "--server", demo.url).returncode == DONE
        assert sandbox.run("auth", "revoke", "--server", demo.url).returncode == DONE
        tokens = {one["headers"]["authorization"].split()[1] for one in demo.signed()}
        assert tokens and all(one["path"] == "/mcp" for one in demo.signed()), demo.signed()
        for one in demo.read_log():
            if one["path"] not in ("/mcp", "/revoke"):
                assert not [token for token in tokens if token in json.dumps(one)], one
            assert "authorization" not in one["headers"] or one["server"] == "resource", one


def test_code_goes_to_its_issuer(sandbox):
    """A callback that another issuer sent: its code is shown to nobody."""
    with Seen("--auth-quirk", "mix-up") as demo:
        codes = []

        def act(callback):
            back = callback.fetch_back()
            codes.extend(urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"])
            return follow(back)

        assert not Flow(sandbox, demo.url, browse=Callback(act)).done
        assert codes and codes[0] not in json.dumps(demo.read_log()), codes
        assert not demo.at("/token")


def test_state(sandbox):
    """Absent, wrong, twice, nearly right: refused, and waited on; the right one counts once."""
    def act(callback):
        almost = callback.state[:-1] + ("A" if callback.state[-1] != "A" else "B")
        for wrong in (None, "", "wrong", almost, callback.state + "x", callback.state.swapcase()):
            answer = callback.bring(code="stolen", state=wrong)
            assert answer.status == 400, (wrong, answer)
        twice = get(f"{callback.redirect}?code=x&state={callback.state}&state={callback.state}")
        assert twice.status == 400, twice
        back = callback.fetch_back()
        first = get(back)
        assert first.status == 303 and first.location == "/done", first
        try:
            # The page may be gone already; what comes with the same state is not used.
            other = callback.bring(code="other", state=callback.state)
            assert other.status == 400, other
        except (OSError, http.client.HTTPException):
            pass
        return [first, *follow(urllib.parse.urljoin(back, first.location))]

    with Seen() as demo:
        flow = Flow(sandbox, demo.url, browse=Callback(act))
        assert flow.done and flow.findings["state-mismatch"]["fault"] == "nobody", flow
        tokens = demo.at("/token")
        assert len(tokens) == 1 and tokens[0]["form"]["code"] not in ("stolen", "other"), tokens
        state = demo.at("/authorize")[0]["query"]["state"]
        assert len(decode(state)) == 32, state
        again = Flow(sandbox, demo.url)
        assert again.done and demo.at("/authorize")[1]["query"]["state"] != state, again


def test_foreign_error(sandbox):
    """What somebody else says is not told as the authorization server's words."""
    def act(callback):
        answers = callback.come_back(error="access_denied", error_description="call this number",
                                     state=callback.state, iss="https://evil.example.com")
        assert "call this number" not in "".join(answer.text for answer in answers), answers
        return answers

    with Seen() as demo:
        flow = Flow(sandbox, demo.url, browse=Callback(act))
        assert not flow.done and "iss-wrong" in flow.findings, flow
        assert "call this number" not in json.dumps(flow.steps) + flow.said, flow
        assert not demo.at("/token")


def test_long_callback(sandbox):
    def act(callback):
        answer = callback.bring(code="x" * 20000, state=callback.state)
        assert answer.status >= 400, answer
        return follow(callback.fetch_back())

    with Seen() as demo:
        assert Flow(sandbox, demo.url, browse=Callback(act)).done
        assert len(demo.at("/token")) == 1


def test_private_network(sandbox):
    """It is told before anything is asked, and is allowed by the person's leave alone."""
    for quirk in ("prm-private", "prm-private-ula", "prm-private-mapped", "prm-private-shared"):
        with Seen("--auth-quirk", quirk) as demo:
            flow = Flow(sandbox, demo.url)
            assert flow.findings["metadata-private"]["override"] == "allow-private", flow
            asked = [one for step in flow.steps for one in step["exchanges"]
                     if not one["url"].startswith("http://127.0.0.1")]
            assert all(one["status"] == 0 for one in asked), asked


def test_foreign_metadata(sandbox):
    with Seen("--auth-quirk", "prm-foreign") as demo:
        flow = Flow(sandbox, demo.url)
        assert flow.done and demo.issuer in flow.findings["metadata-elsewhere"]["seen"], flow
        for one in demo.read_log():
            assert "authorization" not in one["headers"] or one["path"] == "/mcp", one


def find_address():
    """One of this machine that other machines see; None where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system chooses the address that it would send from.
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def is_open(address, port):
    try:
        with socket.create_connection((address, port), timeout=5):
            return True
    except OSError:
        return False


def test_listener(sandbox):
    """Loopback alone, under its own name, by GET, at the exact path; closed after use."""
    ports = []

    def act(callback):
        port = urllib.parse.urlsplit(callback.redirect).port
        ports.append(port)
        address = find_address()
        assert is_open("127.0.0.1", port)
        assert address is None or not is_open(address, port), address
        for host in ("evil.example.com", f"evil.example.com:{port}", "127.0.0.1", "127.0.0.1:1",
                     f"127.0.0.1.evil.example.com:{port}", f"0.0.0.0:{port}"):
            assert callback.send(host=host).status == 400, host
        for method in ("POST", "PUT", "HEAD", "OPTIONS", "DELETE"):
            assert callback.send(method).status == 405, method
        for path in ("/", "/callbackx?code=x", "/callback/deeper", "/favicon.ico", "/Callback"):
            assert callback.send(path=path).status == 404, path
        # Whether it went well is not known to a page that anything can lead to.
        done = callback.send(path="/done")
        assert done.status == 200 and "signed in" not in done.text.lower(), done
        page = callback.bring(code="<script>", state="<b>")
        assert page.status == 400 and "<script>" not in page.text and "<b>" not in page.text, page
        assert page.headers["Cache-Control"] == "no-store", page
        assert page.headers["Content-Security-Policy"] == "default-src 'none'", page
        assert page.headers["Referrer-Policy"] == "no-referrer", page
        return follow(callback.fetch_back())

    with Seen() as demo:
        assert Flow(sandbox, demo.url, browse=Callback(act)).done
        assert len(demo.at("/token")) == 1
        assert not is_open("127.0.0.1", ports[0])


def test_last_page(sandbox):
    """Whoever comes back is told so, although what waited for it ends: of three at least once, as a
    browser that is late finds nobody."""
    with Seen("--auth-consent", "deny") as demo:
        for action in ("login", "steps", "login"):
            flow = Flow(sandbox, demo.url, action=(action,))
            assert not flow.done and flow.came_back(), flow
            if flow.answers[-1].status == 200:
                assert "Back to Spyglass" in flow.answers[-1].text, flow
                return
        raise AssertionError(flow)


def test_hostile_description(sandbox):
    """Long, with markup, control and bidirectional characters: a short plain text of one line."""
    hostile = "<b>bold</b>\x1b[31mred\x07\u202egnol\u2066\r\n" + "long " * 2500

    def act(callback):
        back = urllib.parse.urlsplit(callback.fetch_back())
        iss = urllib.parse.parse_qs(back.query)["iss"][0]
        answers = callback.come_back(error="access_denied", error_description=hostile,
                                     state=callback.state, iss=iss)
        assert "bold" not in "".join(answer.text for answer in answers), answers
        return answers

    with Seen() as demo:
        for action in ("steps", "login"):
            flow = Flow(sandbox, demo.url, browse=Callback(act), action=(action,))
            assert not flow.done and "bold" in json.dumps(flow.steps) + flow.said, flow
            strange = [char for char in flow.said
                       if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
            assert not strange, [hex(ord(char)) for char in strange]
            assert flow.said.count("long ") <= 2 * DESCRIPTION_MAX // len("long "), len(flow.said)
            if flow.steps:
                assert len(flow.findings["access-denied"]["seen"]) < DESCRIPTION_MAX + 100


def test_no_loop(sandbox):
    """A fresh token that is refused ends it, and nobody is asked again."""
    with Seen("--auth-refresh", "--auth-quirk", "ignores-resource") as demo:
        assert Flow(sandbox, demo.url, action=("login",)).done
        n = len(demo.at("/mcp"))
        result = sandbox.run("tools", "--server", demo.url)
        assert result.returncode == AUTHORIZATION, result
        # Perhaps one refresh, as the token may have ended; the request again with each.
        assert len(demo.at("/token")) <= 2 and len(demo.at("/authorize")) == 1, demo.read_log()
        assert len(demo.at("/mcp")) - n <= 6, demo.at("/mcp")


def test_private_key_stays(sandbox):
    """Proofs hold the public key alone; the private one is in no output and no request."""
    with Seen("--auth-dpop", "--auth-refresh") as demo:
        flow = Flow(sandbox, demo.url, "--full")
        assert flow.done, flow
        assert sandbox.run("tools", "--server", demo.url).returncode == DONE
        proofs = [one["headers"]["dpop"] for one in demo.read_log() if "dpop" in one["headers"]]
        assert len(proofs) >= 3, proofs
        for proof in proofs:
            header = json.loads(decode(proof.split(".")[0]))
            assert set(header["jwk"]) == {"kty", "crv", "x", "y"}, header
        text = json.dumps(demo.read_log()) + json.dumps(flow.steps) + flow.said
        assert "PRIVATE KEY" not in text and '"d"' not in text, text


def test_claims_are_not_verified(sandbox):
    with Seen("--auth-jwt") as demo:
        flow = Flow(sandbox, demo.url)
        facts = {fact["name"]: fact for step in flow.steps for fact in step["facts"]}
        assert flow.done and facts["aud"]["value"] == demo.url, facts
        assert facts["aud"]["reason"] == facts["iss of the token"]["reason"] == "not verified", facts


def test_no_browser_inside(_):
    """RFC 8252 §8.12: no view of the program's own shows the page of a sign-in."""
    read = 0
    for room in ("mcp", "store", "app", "ui", "data", "meson.build"):
        place = os.path.join(SOURCE_ROOT, room)
        files = [place] if os.path.isfile(place) else [
            os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names
            if name.endswith((".c", ".h", ".ui", ".blp", ".build", ".in", ".xml"))]
        assert files, room
        for file in files:
            with open(file, encoding="utf-8", errors="replace") as text:
                read += 1
                assert not re.search(r"webkit|qtwebengine|\bcef_", text.read(), re.IGNORECASE), file
    assert read > 500, read


def test_callback_errors(sandbox):
    """What the authorization server says in the browser’s callback, or of its code."""
    table = (
        ({"error": "access_denied"}, "access-denied", NOBODY),
        ({"error": "server_error"}, "authorize-error", A),
        ({"error": "temporarily_unavailable"}, "authorize-error", A),
        ({"error": "invalid_scope"}, "scope-unlisted", NOBODY),
        ({"error": "invalid_target"}, "resource-rejected", A),
        ({"error": "invalid_request", "error_description": "AADSTS9010010: The resource …"},
         "resource-rejected", A),
        ({"error": "invalid_request", "error_description": "redirect_uri is not registered"},
         "redirect-mismatch", NOBODY),
        ({"error": "unauthorized_client"}, "client-refused", A),
        ({"code": "made-up"}, "token-expired-code", NOBODY),
    )
    with Seen() as demo:
        for parameters, name, fault in table:
            flow = Flow(sandbox, demo.url, browse=Callback(lambda callback, more=parameters: (
                callback.come_back(state=callback.state, iss=demo.issuer, **more))))
            assert not flow.done and flow.findings[name]["fault"] == fault, flow
        assert len(demo.at("/token")) == 1, demo.at("/token")


def test_without_authorization(sandbox):
    """A server that asks for none, and one that is not there."""
    with HttpDemo() as url:
        flow = Flow(sandbox, url)
        assert flow.failed_step == "request", flow
        assert flow.findings["open-server"]["fault"] == NOBODY, flow
    flow = Flow(sandbox, "http://127.0.0.1:1/mcp")
    assert flow.failed_step == "request" and flow.findings["unreachable"]["fault"] == N, flow


def test_wrong_metadata(sandbox):
    """Documents that are not there, and a client that is of another issuer."""
    with Seen() as demo:
        flow = Flow(sandbox, demo.url, "--set", f"issuer={demo.origin}/nobody", "--set",
                    f"server-metadata-url={demo.origin}/nothing")
        assert flow.failed_step == "server", flow
        assert flow.findings["no-metadata"]["fault"] == A, flow


if __name__ == "__main__":
    run_tests(globals())
