#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong with authorization in the field: for each quirk of the tests' servers, whether signing
in succeeds, what is found and whose fault it is, and what the servers saw of it.

Usage: test-auth-quirks.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import concurrent.futures
import os
import socket
import subprocess
import sys
import urllib.parse

import jose
from auth_browser import Flow, Seen, outlive
from auth_demo import command
from cli_sandbox import (AUTHORIZATION, DEMO, DONE, PATIENCE, Sandbox, read_error,
                         run_tests)

SOURCE_ROOT = sys.argv[3]
S, A, N, P, C, NOBODY = ("server", "authorization server", "network", "configuration", "client",
                         "nobody")
AT_ONCE = 4
FIND = ("call", "find_products", "--args", "{}")
ECHO = ("call", "echo", "--args", '{"message": "x"}')
DOCUMENT = "https://client.example/client.json"
# Says nothing of a quirk: the demo gives no refresh token unless it is asked to.
USUAL = {"no-refresh": NOBODY}

# Kinds of trouble in the field. What has no quirk has another test.
FIELD = {
    1: "resource differs by a slash", 2: "issuer differs by a slash", 3: "issuer of the root",
    4: "resource is a URN or foreign", 5: "http behind TLS", 6: "resource is rejected",
    7: "a fresh token is refused", 8: "no PKCE", 9: "no challenge", 10: "a page at well-known",
    11: "well-known is forbidden", 12: "no registration", 13: "client purged", 14: "port changed",
    15: "nothing comes back", 16: "loopback is refused", 17: "sloppy registration",
    18: "token as 200 or form", 19: "life unknown", 20: "no refresh token", 21: "refresh lost",
    22: "scope unknown", 23: "step-up", 24: "bad token, odd status", 25: "redirect",
    26: "state differs", 27: "document refused", 28: "clocks differ", 29: "header set by hand",
    30: "several issuers", 31: "no OAuth at an endpoint", 32: "no CORS"}
ELSEWHERE = {29: "tests/app/test-cli-auth.py test_own_authorization"}
ROWS = {}


class Row:
    """@kinds: of FIELD. @options: of the demo. @cli: of “auth steps”. @found: ID to fault.
    @check: (nullable): called with the demo, the flow and the sandbox"""

    def __init__(self, kinds, name, *options, done=True, found=None, cli=(), check=None,
                 action="steps"):
        assert name not in ROWS, name
        self.kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        self.name, self.options, self.cli, self.check = name, options, cli, check
        self.action = action
        self.done, self.found = done, found or {}
        ROWS[name] = self

    def run(self):
        """Returns what was found, and what is wrong with that."""
        sandbox = Sandbox()
        try:
            with Seen("--auth-quirk", self.name, *self.options) as demo:
                cli = [word.replace("@issuer@", demo.issuer) for word in self.cli]
                flow = Flow(sandbox, demo.url, *cli, action=(self.action,))
                return flow, self.judge(demo, flow, sandbox)
        except (AssertionError, OSError, ValueError, KeyError, IndexError,
                subprocess.SubprocessError) as error:
            return None, f"{type(error).__name__} {error}"
        finally:
            sandbox.close()

    def judge(self, demo, flow, sandbox):
        assert flow.done == self.done, flow
        assert flow.done or flow.failed_step, flow
        for name, fault in self.found.items():
            assert name in flow.findings, f"{name} is missing: {flow}"
            assert flow.findings[name]["fault"] == fault, flow.findings[name]
        more = set(flow.findings) - set(self.found) - set(USUAL)
        assert not more, f"{more} is too much: {flow}"
        breaks = [name for name, one in flow.findings.items() if one["severity"] == "breaks"]
        assert bool(breaks) != flow.done or self.found.keys() & STOPS, f"breaks {breaks}: {flow}"
        for one in flow.findings.values():
            assert one["seen"] and one["remedy"], one
        check_tokens_stay(demo)
        if self.check is not None:
            self.check(demo, flow, sandbox)
        return None


# What ends a run although the server may be used by another address, or another browser.
STOPS = {"slash-redirect", "state-mismatch"}


def check_tokens_stay(demo):
    """Tokens and codes go to whom they are for alone, whatever the servers say."""
    for one in demo.signed():
        scheme = one["headers"]["authorization"].split()[0]
        assert scheme == "Bearer" and one["server"] == "resource", one
        assert one["host"] == urllib.parse.urlsplit(demo.url).netloc, one
    for one in demo.read_log():
        if "code_verifier" in one.get("form", {}):
            assert one["path"].endswith("/token"), one


def found_later(flow, again, name, fault):
    """What shows when a token is used, renewed or asked for once more."""
    assert name in again.findings and again.findings[name]["fault"] == fault, again
    flow.later[name] = fault


def nothing_after(*paths):
    """No request to any of these."""
    def check(demo, *_):
        for path in paths:
            assert not demo.at(path), demo.at(path)
    return check


no_browser = nothing_after("/register", "/authorize", "/token")
no_request = nothing_after("/authorize", "/token")
no_token = nothing_after("/token")


def once_at(path, n=1):
    def check(demo, *_):
        assert len(demo.at(path)) == n, demo.at(path)
    return check


def sends_resource(wanted):
    def check(demo, *_):
        for one, where in ((demo.at("/authorize")[0], "query"), (demo.at("/token")[0], "form")):
            assert one[where].get("resource") == wanted(demo), one
    return check


# What the resource says of itself

Row(1, "resource-slash", found={"resource-slash": S}, check=sends_resource(lambda d: d.url + "/"))
Row(4, "resource-urn", done=False, found={"resource-other": S}, check=no_browser)
Row(4, "resource-foreign", done=False, found={"resource-other": S}, check=no_browser)
Row(2, "issuer-slash", done=False, found={"issuer-slash": A}, check=no_browser)
Row(3, "issuer-root", "--auth-issuer-path", "/tenant", done=False, found={"issuer-root": A},
    check=no_browser)
Row(3, "issuer-foreign", done=False, found={"issuer-other": A}, check=no_browser)
Row((), "prm-foreign", found={"metadata-elsewhere": NOBODY})
for place in ("", "-ula", "-mapped", "-shared"):
    Row((), "prm-private" + place, done=False, found={"metadata-private": S}, check=no_browser)
Row((), "redirect-to-private", done=False, found={"metadata-private": S}, check=no_browser)
Row((), "prm-file", done=False, found={"metadata-unsafe": S}, check=no_browser)
Row(32, "no-cors", found={"no-cors": NOBODY})
Row((), "prm-no-as", done=False, found={"no-issuers": S}, check=no_browser)


def names_each(outcome):
    """Which addresses the challenge names, and what became of each."""
    def check(demo, flow, *_):
        first, second = flow.findings["metadata-several"]["seen"].split("; ")
        assert demo.origin in first and outcome in first, first
        assert "/custom/" in second and "it is used" in second, second
    return check


for name, word in (("metadata-twice", "404"), ("metadata-twice-foreign", "api.example.com")):
    Row((), name, "--auth-metadata", "custom", found={"metadata-several": S}, check=names_each(word))
Row((), "metadata-absent", found={"metadata-absent": S})
for name in ("metadata-500", "metadata-loop"):
    Row((), name, done=False, found={"metadata-failed": NOBODY}, check=no_browser)
Row((), "no-prm", found={"legacy-discovery": S}, check=sends_resource(lambda _: None))
Row((), "no-documents", found={"legacy-discovery": S})
Row(11, "forbidden-wellknown", found={"metadata-forbidden": S})
Row(10, "html-wellknown", found={"metadata-html": S, "issuer-html": A})


def chooses_issuer(demo, _flow, sandbox):
    second = demo.servers["Second authorization server"]
    assert [one for one in demo.at("/token") if one["host"] in second], demo.at("/token")
    again = Flow(sandbox, demo.url, "--set", f"issuer={demo.issuer}")
    assert again.done and again.findings["several-issuers"]["fault"] == NOBODY, again
    clients = {}
    for one in demo.at("/authorize") + demo.at("/token"):
        form = one.get("query") or one["form"]
        clients.setdefault(one["host"], set()).add(form["client_id"])
    one, other = clients.values()
    assert not one & other, clients


Row(30, "two-as", done=False, found={"several-issuers": NOBODY, "audience-wrong": NOBODY},
    check=chooses_issuer)


def moves(demo, flow, sandbox):
    """What was obtained from one issuer is not shown to the next."""
    first = demo.issuer.split("//")[1]
    client = demo.at("/authorize")[0]["query"]["client_id"]
    assert sandbox.run(*FIND, "--server", demo.url).returncode == AUTHORIZATION
    again = Flow(sandbox, demo.url)
    assert again.done, again
    found_later(flow, again, "issuer-changed", NOBODY)
    later = [one for one in demo.at("/register") + demo.at("/authorize") + demo.at("/token")
             if one["host"] != first]
    assert len(later) == 3, later
    assert all(client not in str(one) for one in later), later


Row(7, "migration", action="login", check=moves)
Row(7, "ignores-resource", "--auth-jwt", done=False, found={"audience-other": A, "audience-wrong": NOBODY},
    check=once_at("/token"))

# The challenge, and tokens at the resource

Row(9, "no-challenge", done=False,
    found={"no-challenge": S, "legacy-discovery": S, "no-discovery": S}, check=no_browser)
# RFC 9110 §11.1, §11.6.1: several challenges, in any order and case, are in order.
for name in ("challenge-twice", "challenge-basic-first", "challenge-lower-case"):
    Row((), name)
Row((), "challenge-unquoted", found={"challenge-odd": S})
Row(9, "challenge-basic", done=False, found={"legacy-discovery": S, "challenge-other": NOBODY},
    check=no_browser)


def refuses_oddly(demo, flow, sandbox):
    """It is seen by a token that has ended."""
    outlive(sandbox, demo.url, 1)
    again = Flow(sandbox, demo.url, action=("steps", "challenge"))
    assert again.done, again
    found_later(flow, again, "bad-token-status", S)
    result = sandbox.run(*FIND, "--server", demo.url)
    assert result.returncode != DONE, result


for status in (400, 403, 500, 200, 307):
    Row(24, f"bad-token-{status}", "--auth-token-life", "1", action="login",
        check=refuses_oddly)


def use_the_other_address(demo, _flow, sandbox):
    assert not demo.at("/token") and not demo.signed()
    again = Flow(sandbox, demo.url + "/")
    assert again.done, again


Row(25, "slash-307", done=False, found={"slash-redirect": S}, check=use_the_other_address)


def stays_at_home(demo, _flow, sandbox):
    result = sandbox.run(*FIND, "--server", demo.url)
    assert result.returncode != DONE, result
    assert not [one for one in demo.read_log() if one["host"].startswith("localhost")]
    check_tokens_stay(demo)


Row(25, "redirect-other-origin", done=False, found={"redirect-elsewhere": S}, check=stays_at_home)


def loops(demo, _flow, sandbox):
    """It is told, and is not tried again and again."""
    n = len(demo.at("/authorize"))
    result = sandbox.run(*ECHO, "--server", demo.url)
    assert result.returncode == AUTHORIZATION, result
    assert "mcp:extra" in read_error(result)["advice"], result
    assert len(demo.at("/authorize")) == n and len(demo.at("/token")) == n


EXTRA = ("--auth-scopes", "mcp:read mcp:extra", "--auth-step-up", "echo=mcp:extra")
Row(23, "step-up-loop", *EXTRA, cli=("--scopes", "mcp:read mcp:extra"), check=loops)


def shrinks(demo, flow, sandbox):
    assert "scope-narrowed" not in flow.findings, flow
    again = Flow(sandbox, demo.url, "--scopes", "mcp:read mcp:extra")
    assert again.done, again
    found_later(flow, again, "step-up-shrinks", A)
    assert "mcp:read" in again.findings["step-up-shrinks"]["seen"], again


Row(23, "step-up-shrinks", *EXTRA, cli=("--scopes", "mcp:read"), check=shrinks)

# What the authorization server says of itself

Row(8, "no-pkce", done=False, found={"no-pkce": A}, check=no_browser)
Row(8, "pkce-plain", done=False, found={"no-pkce": A}, check=no_browser)


def tells_redirect(_demo, flow, _sandbox):
    assert "http://127.0.0.1:" in flow.findings["no-registration"]["seen"], flow


Row(12, "no-registration", done=False, found={"no-registration": P}, check=tells_redirect)


def tells_before(demo, flow, *_):
    """All endpoints are known with the metadata: nobody registers or signs in for nothing."""
    assert flow.opened is None and flow.failed_step == "server", flow
    no_browser(demo)


def leaves_fragment(demo, *_):
    assert len(demo.at("/authorize")) == len(demo.at("/token")) == 1, demo.read_log()


for name in ("endpoint-fragment", "token-fragment"):
    Row((), name, found={"endpoint-fragment": A}, check=leaves_fragment)


def sends_resource_once(demo, flow, *_):
    query = urllib.parse.urlsplit(flow.opened).query
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    assert [value for name, value in pairs if name == "resource"] == [demo.url], pairs
    assert query.startswith("a=%2F&b&"), query
    assert "resource=https%3A%2F%2Fother" in flow.findings["endpoint-parameter"]["seen"], flow


Row((), "endpoint-resource", found={"endpoint-parameter": A}, check=sends_resource_once)


Row((), "endpoint-javascript", done=False, found={"endpoint-unsafe": A}, check=tells_before)
Row((), "endpoint-private", done=False, found={"endpoint-elsewhere": NOBODY, "endpoint-private": A},
    check=tells_before)
Row((), "no-endpoints", done=False, found={"endpoint-absent": A}, check=tells_before)
Row((), "slow", done=False, found={"metadata-slow": NOBODY}, check=no_browser)
for name in ("huge", "gzip-bomb", "deep"):
    Row((), name, done=False, found={"issuer-large": A}, check=no_browser)
Row((), "utf8-bom", found={"metadata-mark": S, "issuer-mark": A})


def is_shifted(words):
    def check(_demo, flow, _sandbox):
        assert words in flow.findings["clock-skew"]["seen"], flow
    return check


for name, words in (("clock-ahead", "ahead of"), ("clock-behind", "behind")):
    Row(28, name, "--auth-jwt", found={"clock-skew": NOBODY}, check=is_shifted(words))

# Clients


def is_purged(demo, flow, sandbox):
    """The refresh tells it; the browser’s page can tell it only to the person."""
    result = sandbox.run("auth", "refresh", "--server", demo.url)
    assert result.returncode == AUTHORIZATION, result
    assert "no longer knows our client" in result.stderr, result
    assert "authorization server" in result.stderr, result
    again = Flow(sandbox, demo.url)
    if not again.done:
        found_later(flow, again, "no-callback", NOBODY)
        assert "forgotten" in again.findings["no-callback"]["seen"], again
        assert sandbox.run("auth", "forget", "--server", demo.url).returncode == DONE
        again = Flow(sandbox, demo.url)
    assert again.done and len(demo.at("/register")) == 2, again


Row(13, "client-purged", "--auth-refresh", check=is_purged)


def is_purged_oddly(demo, _flow, sandbox):
    """Nobody said that the refresh token is worth nothing: it is kept."""
    result = sandbox.run("auth", "refresh", "--server", demo.url)
    assert result.returncode != DONE and "422" in result.stderr, result
    assert sandbox.run(*FIND, "--server", demo.url).returncode == DONE


Row(13, "client-purged-422", "--auth-refresh", check=is_purged_oddly)


def registers_again(demo, _flow, sandbox):
    """The port of the first time is taken: a client that has another one is another client."""
    used = demo.at("/register")[0]["json"]["redirect_uris"][0]
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", urllib.parse.urlsplit(used).port))
        taken.listen()
        again = Flow(sandbox, demo.url)
    assert again.done, again
    first, second = (one["json"]["redirect_uris"][0] for one in demo.at("/register"))
    assert first != second, first


Row(14, "strict-port", check=registers_again)
Row(16, "dcr-web-only", done=False, found={"registration-loopback": A},
    check=once_at("/register", 2))
Row(16, "dcr-web-default", check=once_at("/register"))


def uses_the_name(demo, *_):
    assert demo.at("/authorize")[0]["query"]["redirect_uri"].startswith("http://localhost:")


Row(16, "dcr-localhost-only", found={"registration-localhost": A}, check=uses_the_name)
Row(17, "dcr-junk", found={"registration-sloppy": A})


def registers_with_secret(demo, flow, sandbox):
    one = flow.findings["registration-public"]
    assert one["override"] == "method" and "client ID" in one["remedy"], one
    again = Flow(sandbox, demo.url, "--set", f"method={one['overrideValue']}")
    assert again.done, again


Row(17, "dcr-secret-only", done=False, found={"registration-public": A},
    check=registers_with_secret)
Row(17, "dcr-200", found={"registration-sloppy": A})


def keeps_secret(demo, *_):
    assert "demo-secret-not-to-be-sent" not in str(demo.at("/token"))


Row((), "dcr-secret", check=keeps_secret)
Row(31, "register-html", done=False, found={"token-no-oauth": NOBODY}, check=no_request)


def falls_back(demo, flow, sandbox):
    assert flow.answers[-1].status == 400, flow
    again = Flow(sandbox, demo.url, "--set", "client=dynamic")
    assert again.done and len(demo.at("/register")) == 1, again


Row((15, 27), "cimd-refused", done=False, cli=("--set", f"metadata-url={DOCUMENT}"),
    found={"no-callback": NOBODY}, check=falls_back)

# The authorization request and what comes back


def omits_resource(demo, _flow, sandbox):
    no_token(demo)
    again = Flow(sandbox, demo.url, "--set", "resource=")
    assert again.done, again


Row(6, "rejects-resource", done=False, found={"resource-rejected": A}, check=omits_resource)


def asks_for_less(demo, flow, sandbox):
    no_token(demo)
    assert flow.findings["scope-unlisted"]["override"] == "scopes", flow
    again = Flow(sandbox, demo.url, "--scopes", "mcp:read")
    assert again.done, again


Row(22, "scope-unlisted", done=False, found={"scope-unlisted": NOBODY}, check=asks_for_less)
Row((), "iss-wrong", done=False, found={"iss-wrong": A}, check=no_token)
Row((), "iss-missing", done=False, found={"iss-missing": A}, check=no_token)
Row((), "iss-unexpected", done=False, found={"iss-wrong": A}, check=no_token)
Row((), "iss-absent", check=once_at("/token"))
Row((), "iss-normalized", done=False, found={"iss-normalized": A}, check=no_token)
Row((), "mix-up", done=False, found={"iss-wrong": A}, check=no_token)


def keeps_waiting(demo, flow, *_):
    assert flow.answers[-1].status == 400, flow
    no_token(demo)


Row(26, "state-wrong", done=False, found={"state-mismatch": NOBODY, "no-callback": NOBODY},
    check=keeps_waiting)
Row((), "callback-twice", done=False, found={"callback-malformed": A, "no-callback": NOBODY},
    check=keeps_waiting)


def tells_plainly(_demo, flow, _sandbox):
    assert "<b>" in flow.findings["access-denied"]["seen"], flow
    assert "<b>" not in "".join(answer.text for answer in flow.answers), flow


Row((), "error-markup", "--auth-consent", "deny", done=False, found={"access-denied": NOBODY},
    check=tells_plainly)

# Tokens

STATIC = ("--auth-clients", "static", "--auth-client-id", "me", "--auth-client-secret", "right")
Row(18, "token-200-error", *STATIC, done=False, cli=("--set", "client-id=me"),
    found={"token-200-error": A, "client-wrong": P})
Row(18, "token-form", found={"token-form": A})
Row(31, "token-html", done=False, found={"token-no-oauth": NOBODY})
Row(31, "token-500", done=False, found={"token-no-oauth": NOBODY}, check=once_at("/token"))
Row((), "token-429", check=once_at("/token", 2))
Row((), "token-empty", done=False, found={"token-malformed": A})
Row((), "token-type", done=False, found={"token-malformed": A})
Row((), "token-type-case")
Row(19, "no-expiry", found={"no-expiry": NOBODY})
Row(19, "expiry-zero", found={"no-expiry": NOBODY})
Row(19, "expiry-string", found={"expiry-text": A})
Row(20, "no-refresh", "--auth-refresh", found={"no-refresh": NOBODY})
Row((), "scope-less", found={"scope-narrowed": NOBODY})
Row((), "scope-silent")


def is_lost(demo, flow, sandbox):
    """The answer does not come; the token that was used for it is worth nothing then."""
    first = sandbox.run("auth", "refresh", "--server", demo.url)
    assert first.returncode != DONE and "no longer accepted" not in first.stderr, first
    second = sandbox.run("auth", "refresh", "--server", demo.url)
    assert second.returncode == AUTHORIZATION, second
    assert "no longer accepted" in second.stderr and "RFC 9700" in second.stderr, second
    assert '"fault"' not in second.stderr and "Sign in again" in second.stderr, second
    flow.later["refresh-lost"] = NOBODY
    assert Flow(sandbox, demo.url).done


Row(21, "refresh-lost-answer", "--auth-rotate", check=is_lost)


def keeps_token(demo, _flow, sandbox):
    result = sandbox.run("auth", "refresh", "--server", demo.url)
    assert result.returncode != DONE and "no longer accepted" not in result.stderr, result
    assert sandbox.run(*FIND, "--server", demo.url).returncode == DONE


Row(31, "refresh-500", "--auth-refresh", check=keeps_token)


def list_quirks():
    text = subprocess.run([*command(DEMO), "--auth-quirk", "list"], capture_output=True, text=True,
                          timeout=PATIENCE, check=True).stdout
    return {line.split()[0] for line in text.splitlines()}


def test_each_quirk_has_a_row(_):
    names = list_quirks()
    assert names == set(ROWS) | {"http-behind-tls"}, names ^ (set(ROWS) | {"http-behind-tls"})


def test_each_kind_is_covered(_):
    covered = {kind for row in ROWS.values() for kind in row.kinds} | {5}
    assert covered | set(ELSEWHERE) == set(FIELD), set(FIELD) - covered - set(ELSEWHERE)
    for where in ELSEWHERE.values():
        file, function = where.split()
        with open(os.path.join(SOURCE_ROOT, file), encoding="utf-8") as text:
            assert f"def {function}(" in text.read(), where


def print_table(results):
    print(f"# {'quirk':23} {'in the field':13} {'signed in':10} found (fault)")
    for row, (flow, problem) in sorted(results.items(), key=lambda pair: pair[0].kinds or (99,)):
        found = ", ".join(f"{name} ({one['fault']})" for name, one in
                          (flow.findings.items() if flow else ()) if name in row.found)
        later = ", ".join(f"{name} ({fault})" for name, fault in (flow.later if flow else {}).items())
        if later:
            found += f"{', ' if found else ''}later {later}"
        ended = "?" if flow is None else "yes" if flow.done else f"{flow.failed_step}"
        kinds = " ".join(f"#{kind}" for kind in row.kinds)
        print(f"# {row.name:23} {kinds:13} {ended:10} {found or '–'}"
              f"{' NOT OK' if problem else ''}")


def test_table(_):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        # What waits for a time limit begins first.
        rows = sorted(ROWS.values(), key=lambda row: row.name != "slow")
        results = dict(zip(rows, pool.map(Row.run, rows)))
    print_table(results)
    problems = [f"{row.name}: {problem}" for row, (_, problem) in results.items() if problem]
    assert not problems, "\n".join(problems)


def test_http_behind_tls(sandbox):
    """The server is reached by https and names itself with http."""
    key, certificate = sandbox.path("key.pem"), sandbox.path("certificate.pem")
    jose.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                 "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
                 certificate)
    with Seen("--tls", certificate, "--tls-key", key, "--auth-quirk", "http-behind-tls") as demo:
        flow = Flow(sandbox, demo.url, "--ca-file", certificate)
        assert flow.failed_step == "resource", flow
        assert flow.findings["resource-scheme"]["fault"] == S, flow
        no_browser(demo)


if __name__ == "__main__":
    run_tests(globals())
