#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in on the command line, with spyglass-demo as server and authorization server, and this test
as the browser.

Usage: test-cli-auth.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT [--long]. Prints TAP.
"""

import base64
import contextlib
import ctypes
import glob
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from auth_browser import Flow, Seen, follow, outlive, read_address
from cli_sandbox import (AUTHORIZATION, CLI, DEMO, DONE, LONG, PAGE, PATIENCE, TIMEOUT, USAGE, GuardedDemo,
                         HttpDemo, Sandbox, check, read_error, run_tests)

# Two programs, each with that many calls at once, that often, in that many homes.
PROGRAMS, CALLS, ROUNDS, HOMES = 2, 20, 100 if LONG else 10, 5
SECRET = "s3cret-of/the+client=="
PR_SET_CHILD_SUBREAPER = 36


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


BROWSER = urllib.request.build_opener(urllib.request.ProxyHandler({}), StayHere)


def browse(url):
    """Where the page at @url leads to."""
    try:
        with BROWSER.open(url, timeout=PATIENCE) as response:
            raise AssertionError(f"{url} is a page: {response.status}")
    except urllib.error.HTTPError as answer:
        where = answer.headers["Location"]
        assert where, f"{answer.code} {answer.read()[:300]}"
        return where


class AuthDemo(GuardedDemo):
    """@log: every request that the servers saw."""

    def __init__(self, sandbox, *options):
        sandbox.allow_leaks()  # what is kept of a sign-in is written again and again
        self.log_path = sandbox.path("..", os.path.basename(sandbox.home) + ".log")
        super().__init__("--auth-log", self.log_path, *options)

    def read_log(self, path=None):
        with open(self.log_path, encoding="utf-8") as file:
            seen = [json.loads(line) for line in file]
        return [one for one in seen if path is None or one["path"] == path]

    def __exit__(self, *all_of_it):
        super().__exit__(*all_of_it)
        os.unlink(self.log_path)


def start(sandbox, *words, **more):
    return subprocess.Popen([CLI, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**sandbox.env, **more},
                            cwd=sandbox.home)


def sign_in(sandbox, url, *options, action=("login",), paste=True, status=DONE, **more):
    """Returns what was printed, and what was said beside it."""
    process = start(sandbox, "auth", *action, "--browser", "none", "--server", url, *options, **more)
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith("http"):
            break
    if said and said[-1].startswith("http"):
        back = browse(said[-1].strip())
        if paste:
            process.stdin.write("\n" + back + "\n")
            process.stdin.flush()
        else:
            # The browser follows to the listener, and from there to the page that stays.
            done = urllib.parse.urljoin(back, browse(back))
            assert urllib.parse.urlsplit(done).path == "/done", back
            # The program waits for that as well, but not for ever.
            with contextlib.suppress(OSError, http.client.HTTPException), BROWSER.open(done, timeout=PATIENCE) as page:
                page.read()
    out, rest = process.communicate(timeout=PATIENCE)
    said = "".join(said) + rest
    assert process.returncode == status, f"exit status {process.returncode}\n{out}\n{said}"
    return out, said


def get_status(sandbox, url):
    result = sandbox.run("auth", "status", "--json", "--server", url)
    assert result.returncode in (DONE, AUTHORIZATION), result
    return json.loads(result.stdout)


def read_kept(sandbox):
    """Every file of the home as bytes."""
    for path in glob.glob(sandbox.home + "/**", recursive=True, include_hidden=True) \
            if sys.version_info >= (3, 11) else find_files(sandbox.home):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                yield path, file.read()


def find_files(home):
    return [os.path.join(folder, name) for folder, _, names in os.walk(home) for name in names]


def get_forms(secret):
    """As it may be spelled elsewhere."""
    forms = {secret, urllib.parse.quote(secret, safe=""), urllib.parse.quote_plus(secret),
             json.dumps(secret)[1:-1], json.dumps(secret)[1:-1].replace("/", "\\/")}
    raw = secret.encode()
    # Base64 of a text has three beginnings, by what stands before it.
    for before in (b"", b"x", b"xx"):
        whole = base64.b64encode(before + raw).decode()
        forms.add(whole[4 if before else 0:-4])
    return {form for form in forms if len(form) >= 8}


def check_absent(secrets, text, where):
    for secret in secrets:
        for form in get_forms(secret):
            assert form not in text, f"{form} in {where}"


def collect_secrets(log):
    """What the servers' log shows of codes, verifiers and tokens."""
    secrets = set()
    for one in log:
        flat = json.dumps(one)
        secrets.update(re.findall(r'"(?:code|code_verifier|refresh_token|access_token|client_secret|'
                                  r'client_assertion|token)": "([^"]{16,})"', flat))
        secrets.update(re.findall(r"Bearer ([\w.~+/=-]{16,})", flat))
    return secrets


def test_login(sandbox):
    with AuthDemo(sandbox, "--auth-refresh") as url:
        error = read_error(check(sandbox.run("tools", "--server", url), AUTHORIZATION))
        assert error["code"] == "authorization_required", error
        assert "spyglass-cli auth login --server" in error["advice"], error
        assert not get_status(sandbox, url)["signedIn"]
        out, said = sign_in(sandbox, url)
        assert "signed in" in out and "http" in said, (out, said)
        status = get_status(sandbox, url)
        assert status["signedIn"] and status["lasting"], status
        assert status["scopes"] == "mcp:read mcp:write", status
        assert status["expires"] > time.time() + 3000, status
        assert check(sandbox.run("tools", "--server", url), DONE).stdout
        listed = json.loads(check(sandbox.run("auth", "list", "--json"), DONE).stdout)
        assert [one["server"] for one in listed] == [url], listed
        assert listed[0]["client"] == "dynamic" and listed[0]["active"], listed


def test_browser_comes_back(sandbox):
    demo = AuthDemo(sandbox)
    with demo as url:
        sign_in(sandbox, url, paste=False)
        assert get_status(sandbox, url)["signedIn"]
        # The client that is known is used again, and no code is in what the browser keeps.
        sign_in(sandbox, url, paste=False)
        assert len(demo.read_log("/register")) == 1, demo.read_log("/register")


def give_up(sandbox, url, number, stdin=subprocess.PIPE):
    """Signs in up to the browser, and ends it there by a signal. Returns what was said, and the status."""
    process = subprocess.Popen([CLI, "auth", "login", "--browser", "none", "--server", url], stdin=stdin,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=sandbox.env, cwd=sandbox.home)
    assert read_address(process)[0] is not None
    if stdin == subprocess.PIPE:
        process.stdin.close()
        process.stdin = None
    process.send_signal(number)
    return process.communicate(timeout=PATIENCE)[1], process.returncode


def test_abandoned(sandbox):
    """Who gives up is the same client the next time, and nobody is blamed for it."""
    with Seen() as demo:
        sandbox.allow_leaks()
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL):
            said, status = give_up(sandbox, demo.url, number)
            assert status in (128 + number, -number), status
            assert "Problem with" not in said and '"fault"' not in said, said
            assert "no longer knows" not in said, said
        status = sandbox.run("auth", "status", "--json", "--server", demo.url)
        assert not json.loads(status.stdout)["signedIn"], status
        flow = Flow(sandbox, demo.url, action=("login",))
        assert flow.done and len(demo.at("/register")) == 1, flow
        # Somebody who is signed in stays so.
        said, status = give_up(sandbox, demo.url, signal.SIGINT)
        assert "Problem with" not in said and len(demo.at("/register")) == 1, said
        assert sandbox.run("tools", "--server", demo.url).returncode == DONE


def test_without_input(sandbox):
    """Nobody can paste anything: the browser is waited for all the same, as long as it may take."""
    sandbox.allow_leaks()
    with Seen() as demo:
        words = ("auth", "login", "--browser", "none", "--server", demo.url)
        for stdin in (subprocess.DEVNULL, None):
            process = subprocess.Popen([CLI, *words], stdin=stdin, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, env=sandbox.env,
                                       preexec_fn=None if stdin else lambda: os.close(0))
            follow(read_address(process)[0])
            _, said = process.communicate(timeout=PATIENCE)
            assert process.returncode == DONE, said
        result = sandbox.run(*words, "--total-timeout", "1")
        assert result.returncode == TIMEOUT and "did not come back" in result.stderr, result
        assert '"fault"' not in result.stderr, result


def test_wrong_paste(sandbox):
    """What is not ours is told, and waited on."""
    with AuthDemo(sandbox) as url:
        process = start(sandbox, "auth", "login", "--browser", "none", "--server", url)
        for line in process.stderr:
            if line.startswith("http"):
                break
        process.stdin.write("http://127.0.0.1/callback?code=x&state=wrong\nrubbish\n")
        process.stdin.write(browse(line.strip()) + "\n")
        process.stdin.flush()
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == DONE and said.count("⚠") == 2, said


def test_denied(sandbox):
    with AuthDemo(sandbox, "--auth-consent", "deny") as url:
        _, said = sign_in(sandbox, url, status=AUTHORIZATION)
        assert "access_denied" in said, said
        assert not get_status(sandbox, url)["signedIn"]


def test_steps(sandbox):
    with AuthDemo(sandbox) as url:
        shown = json.loads(check(sandbox.run("auth", "steps", "authorize", "--json", "--server", url),
                                 DONE).stdout)
        assert len(shown) == 12, shown
        assert [one["state"] for one in shown] == ["done"] * 8 + ["pending"] * 4, shown
        names = [one["step"] for one in shown]
        assert names[:3] == ["request", "challenge", "resource"] and names[-1] == "use", names
        text = check(sandbox.run("auth", "steps", "authorize", "--server", url), DONE).stdout
        assert len(text.splitlines()) >= 12 and text.startswith("✓  1 "), text
        assert "request, challenge" in read_error(
            check(sandbox.run("auth", "steps", "nowhere", "--server", url), USAGE))["message"]
        out, _ = sign_in(sandbox, url, "--json", action=("steps",))
        assert {one["state"] for one in json.loads(out)} == {"done"}, out
        assert get_status(sandbox, url)["signedIn"]


def test_findings(sandbox):
    """What is wrong with a server is named, with whose fault it is and what mends it."""
    with AuthDemo(sandbox, "--auth-quirk", "resource-foreign") as url:
        result = sandbox.run("auth", "steps", "authorize", "--json", "--server", url)
        assert result.returncode != DONE, result
        shown = json.loads(result.stdout)
        found = [finding for one in shown for finding in one["findings"]]
        assert found and found[0]["fault"] == "server" and found[0]["remedy"], found
        assert [one["state"] for one in shown if one["findings"]][0] == "failed", shown


def test_refresh(sandbox):
    """A token that ended is renewed without a word, and the refresh token with it."""
    demo = AuthDemo(sandbox, "--auth-refresh", "--auth-rotate", "--auth-token-life", "3")
    with demo as url:
        sign_in(sandbox, url)
        for _ in range(2):
            outlive(sandbox, url)
            check(sandbox.run("ping", "--server", url), DONE)
        tokens = demo.read_log("/token")
        assert len(tokens) == 3, tokens
        check(sandbox.run("auth", "refresh", "--server", url), DONE)
        assert len(demo.read_log("/token")) == 4
        check(sandbox.run("tools", "--server", url), DONE)


def test_revoke_and_forget(sandbox):
    demo = AuthDemo(sandbox, "--auth-refresh")
    with demo as url:
        sign_in(sandbox, url)
        check(sandbox.run("auth", "revoke", "--server", url), DONE)
        assert len(demo.read_log("/revoke")) == 1
        assert not get_status(sandbox, url)["signedIn"]
        check(sandbox.run("tools", "--server", url), AUTHORIZATION)
        check(sandbox.run("auth", "refresh", "--server", url), AUTHORIZATION)
        assert not json.loads(sandbox.run("auth", "list", "--json").stdout)[0]["active"]
        # The client is still known there.
        sign_in(sandbox, url)
        assert len(demo.read_log("/register")) == 1
        n = len(demo.read_log())
        check(sandbox.run("auth", "forget", "--server", url), DONE)
        assert len(demo.read_log()) == n, "forgetting asks nobody"
        assert json.loads(sandbox.run("auth", "list", "--json").stdout) == []
        assert not get_status(sandbox, url)["signedIn"]
        check(sandbox.run("auth", "forget", "--server", url), DONE)


def test_saved_server(sandbox):
    """Settings and secrets of a saved server; what is kept goes with it."""
    demo = AuthDemo(sandbox, "--auth-clients", "static", "--auth-client-id", "me",
                    "--auth-client-secret", SECRET, "--auth-refresh")
    with demo as url:
        check(sandbox.run("servers", "add", "mine", "--url", url, "--set", "client-id=me",
                          "--client-secret-env", "SECRET", SECRET=SECRET), DONE)
        book = sandbox.read_book()
        assert "client-id: me" in book and "client-secret: {secret: " in book, book
        assert SECRET not in book
        sign_in(sandbox, "mine")
        check(sandbox.run("tools", "--server", "mine"), DONE)
        assert json.loads(sandbox.run("auth", "list", "--json").stdout)[0]["key"] == "mine"
        check(sandbox.run("servers", "remove", "mine", "--yes"), DONE)
        assert json.loads(sandbox.run("auth", "list", "--json").stdout) == []


def test_bridge(sandbox):
    """Another application runs the saved server, and knows nothing of signing in."""
    with AuthDemo(sandbox, "--auth-refresh") as url:
        check(sandbox.run("servers", "add", "mine", "--url", url), DONE)
        sign_in(sandbox, "mine")
        greeting = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}}}
        result = check(sandbox.run("exec", "mine", stdin=json.dumps(greeting) + "\n"), DONE)
        assert "serverInfo" in json.loads(result.stdout)["result"], result


def test_other_origin(sandbox):
    """A token goes to the origin that it was obtained for alone."""
    with AuthDemo(sandbox) as url:
        check(sandbox.run("servers", "add", "mine", "--url", url), DONE)
        sign_in(sandbox, "mine")
        with HttpDemo("--require-bearer", "never-given") as other:
            check(sandbox.run("servers", "edit", "mine", "--url", other), DONE)
            result = sandbox.run("tools", "--trace", "--server", "mine")
            assert result.returncode == AUTHORIZATION, result
            status = get_status(sandbox, "mine")
            assert not status["signedIn"] and status["otherServer"] == url, status


def test_own_authorization(sandbox):
    """Who sets the header has decided."""
    demo = AuthDemo(sandbox)
    with demo as url:
        sign_in(sandbox, url)
        n = len(demo.read_log("/token"))
        check(sandbox.run("tools", "--server", url, "--bearer", "of-my-own-choice"), AUTHORIZATION)
        error = read_error(sandbox.run("auth", "login", "--server", url, "-H", "Authorization: x"))
        assert error["code"] == "not_offered", error
        assert "header is set by hand" in error["message"], error
        assert len(demo.read_log("/token")) == n


def test_client_credentials(sandbox):
    """Nobody is asked: every command signs in by itself."""
    demo = AuthDemo(sandbox, "--auth-clients", "static", "--auth-client-id", "me",
                    "--auth-client-secret", SECRET)
    with demo as url:
        options = ("--set", "grant=client-credentials", "--set", "client-id=me", "--server", url)
        check(sandbox.run("tools", *options), AUTHORIZATION)
        check(sandbox.run("tools", *options, "--client-secret-env", "MINE", MINE=SECRET), DONE)
        check(sandbox.run("auth", "forget", "--server", url), DONE)
        read, write = os.pipe()
        os.write(write, SECRET.encode() + b"\n")
        os.close(write)
        # A variable is not looked at where a descriptor is given.
        result = subprocess.run([CLI, "tools", *options, "--client-secret-fd", str(read),
                                 "--client-secret-env", "THERE_IS_NONE"],
                                capture_output=True, text=True, env=sandbox.env, timeout=PATIENCE,
                                pass_fds=(read,), check=False, cwd=sandbox.home)
        os.close(read)
        check(result, DONE)


def test_wrong_options(sandbox):
    for words in (("--set", "client-secret=abc"), ("--set", "nothing=1"), ("--set", "issuer"),
                  ("--client-secret-env", "THERE_IS_NONE"), ("--client-secret-fd", "99"),
                  ("--browser", "lynx")):
        result = sandbox.run("auth", "login", *words, "--server", "http://127.0.0.1:1/mcp")
        assert result.returncode == USAGE, (words, result)
    assert "abc" not in sandbox.run("auth", "login", "--set", "client-secret=abc", "--server",
                                    "http://127.0.0.1:1/mcp").stderr
    check(sandbox.run("auth", "nonsense"), USAGE)
    for action in ("list", "forget"):
        check(sandbox.run("auth", action, "--browser", "lynx"), USAGE)
    check(sandbox.run("auth", "list", "too", "many"), USAGE)


def test_words(_sandbox):
    """The settings are those of the manual, and a shell proposes them."""
    with open(PAGE, encoding="utf-8") as file:
        manual = file.read().replace("\\-", "-")
    words = subprocess.run([CLI, "__complete", "auth", "login", "--set", ""], capture_output=True,
                           text=True, check=True, timeout=PATIENCE).stdout.split()
    assert len(words) > 20 and all(word.endswith("=") for word in words), words
    assert not [word for word in words if word[:-1] not in manual], words
    assert "client-secret=" not in words, words
    words = subprocess.run([CLI, "__complete", "auth", "s"], capture_output=True, text=True,
                           check=True, timeout=PATIENCE).stdout.split()
    assert words == ["status", "steps"], words


def test_step_up(sandbox):
    """What one may not do is told with the scope that is missing, and can be asked for."""
    with AuthDemo(sandbox, "--auth-challenge-scope", "mcp:read", "--auth-step-up",
                  "set_stock=mcp:write", "--auth-refresh") as url:
        sign_in(sandbox, url)
        call = ("call", "set_stock", "--args", '{"id": "p-1", "stock": 3}', "--force", "--server",
                url)
        error = read_error(check(sandbox.run(*call), AUTHORIZATION))
        assert "mcp:write" in error["advice"] and "--scopes" in error["advice"], error
        check(sandbox.run("tools", "--server", url), DONE)
        sign_in(sandbox, url, "--scopes", "mcp:read mcp:write")
        result = sandbox.run(*call)
        assert result.returncode != AUTHORIZATION, result


def list_command_lines():
    """Of all that this program started, what that started included."""
    left = [os.getpid()]
    while left:
        for path in glob.glob(f"/proc/{left.pop()}/task/*/children"):
            with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
                children = file.read().split()
                left += children
                for child in children:
                    with open(f"/proc/{child}/cmdline", "rb") as line:
                        yield line.read().decode(errors="replace")


def test_secrets_stay_hidden(sandbox):
    """Neither in what is printed, nor on a command line, nor in a file that is no keyring."""
    demo = AuthDemo(sandbox, "--auth-refresh", "--auth-rotate", "--auth-token-life", "2",
                    "--auth-clients", "static", "--auth-client-id", "me", "--auth-client-secret",
                    SECRET)
    sandbox.env["G_MESSAGES_DEBUG"] = "spyglass-cli spyglass-app spyglass-store spyglass-mcp"
    told = []
    seen = set()
    stop = threading.Event()

    def watch():
        while not stop.is_set():
            seen.update(list_command_lines())
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    # What loses its parent is ours, too.
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    watcher.start()
    with demo as url:
        options = ("--set", "client-id=me", "--client-secret-env", "MINE", "--full", "--trace")
        told += sign_in(sandbox, url, *options, MINE=SECRET, paste=False)
        told += sign_in(sandbox, url, *options, "--json", action=("steps",), MINE=SECRET, paste=False)
        told += sign_in(sandbox, url, *options, action=("steps",), MINE=SECRET, paste=False)
        outlive(sandbox, url)
        for words in (("call", "find_products", "--args", "{}", "--trace"), ("auth", "refresh"),
                      ("auth", "status", "--json"), ("auth", "list"), ("history", "--full"),
                      ("auth", "revoke"), ("tools", "--trace")):
            more = () if words[0] == "history" or words[1] == "list" else ("--server", url)
            result = sandbox.run(*words, *more)
            told += [result.stdout, result.stderr]
        secrets = collect_secrets(demo.read_log()) | {SECRET}
    stop.set()
    watcher.join()
    assert len(secrets) >= 6, secrets
    # The demo is told the secret on its own.
    ours = "\n".join(line for line in seen if DEMO not in line)
    assert CLI in ours, seen
    check_absent(secrets, ours, "a command line")
    for text in told:
        check_absent(secrets, text, text)
    for path, content in read_kept(sandbox):
        # The keyring of this test is a file that libsecret encrypts.
        check_absent(secrets, content.decode(errors="replace"), path)


def test_without_keyring(sandbox):
    """For this run; or, by the person's leave, in a file that nobody else can read."""
    sandbox.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    del sandbox.env["SECRET_BACKEND"]
    with AuthDemo(sandbox, "--auth-refresh", "--auth-rotate", "--auth-token-life", "2") as url:
        out, said = sign_in(sandbox, url, "--json")
        assert json.loads(out)["lasting"] is False if "lasting" in json.loads(out) else True, out
        assert "--secrets-in-file" in said, said
        assert not get_status(sandbox, url)["signedIn"]
        sign_in(sandbox, url, "--secrets-in-file")
        assert get_status(sandbox, url)["signedIn"]
        path = sandbox.path(".local", "share", "spyglass", "secrets.json")
        assert os.stat(path).st_mode & 0o777 == 0o600
        # A token that is renewed goes where it came from.
        for _ in range(2):
            outlive(sandbox, url)
            check(sandbox.run("ping", "--server", url), DONE)


def renew_together(sandbox, url, calls):
    """Two programs at once, each time that the token has ended."""
    for number in range(ROUNDS // HOMES):
        outlive(sandbox, url)
        running = [start(sandbox, "run", calls, "--private", "--server", url)
                   for _ in range(PROGRAMS)]
        for process in running:
            out, said = process.communicate(timeout=120)
            assert process.returncode == DONE, f"round {number}: {out}\n{said}"
            assert out.count("\nok ") + out.startswith("ok ") >= CALLS, out
    assert get_status(sandbox, url)["signedIn"]


def test_many_at_once(sandbox):
    """Programs that renew one token which is good once: none is lost, and none is used twice. As the
    end of a token is waited for, it is so in several homes at once."""
    demo = AuthDemo(sandbox, "--auth-refresh", "--auth-rotate", "--auth-token-life", "2")
    calls = {"calls": [{"tool": "find_products", "arguments": {}} for _ in range(CALLS)]}
    path = sandbox.write(json.dumps(calls), "calls.json")
    with demo as url, contextlib.ExitStack() as stack:
        homes = [stack.enter_context(contextlib.closing(Sandbox())) for _ in range(HOMES)]
        for home in homes:
            # libsecret's keyring in a file is read once by each program; ours is read each time.
            home.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
            del home.env["SECRET_BACKEND"]
            home.allow_leaks()
            sign_in(home, url, "--secrets-in-file")
        with ThreadPoolExecutor(HOMES) as pool:
            list(pool.map(lambda home: renew_together(home, url, path), homes))
        refreshes = [one for one in demo.read_log("/token") if "refresh_token" in json.dumps(one)]
        assert len(refreshes) >= ROUNDS, refreshes


if __name__ == "__main__":
    run_tests(globals())
