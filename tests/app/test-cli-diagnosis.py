#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli says what went wrong, whose fault it is and what to do.

Usage: test-cli-diagnosis.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import http.server
import json
import os
import re
import shutil
import subprocess

from cli_sandbox import (DEMO, DONE, PROTOCOL, REFUSED, SERVERS, TIMEOUT, UNREACHABLE, USAGE, WITH_US, GuardedDemo,
                         HttpDemo, Skip, check, create_certificate, read_error, run_tests)
from local_server import LocalServer
from proxy_server import Proxy


class Refusing(LocalServer):
    """A server that answers every message with one status and body."""

    def __init__(self, status, body, **headers):
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, code, content):
                self.send_response(code)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def do_POST(self):  # pylint: disable=invalid-name
                text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                asked = json.loads(text) if text else {}
                self.answer(status, body(asked).encode())

            def do_GET(self):  # pylint: disable=invalid-name
                self.answer(404, b"")

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        super().__init__(Handler)

    def __enter__(self):
        return super().__enter__().url


def rpc_error(text):
    """The body of a JSON-RPC error that says @text."""
    return lambda asked: json.dumps({"jsonrpc": "2.0", "id": asked.get("id"),
                                     "error": {"code": -32000, "message": text}})


def plain(text):
    return lambda asked: text


def test_http_status(sandbox):
    """The advice fits the status, whether or not a JSON-RPC error came with it."""
    for status, words, advice in (
            (404, "Not found: the endpoint is /mcp", "/mcp"),
            (405, "no", "/mcp"),
            (403, "Invalid Host header: h", "DNS rebinding"),
            (421, "Invalid Host header", "DNS rebinding"),
            (429, "slow down", "Wait a while"),
            (500, "oh", "server's log"),
            (503, "soon", "Wait a while")):
        for body in (plain(words), rpc_error(words)):
            with Refusing(status, body, Retry_After="7") as base:
                result = sandbox.run("tools", "--era", "legacy", "--server", base + "/wrong/path")
            error = read_error(check(result, UNREACHABLE))
            assert error["code"] == "http_status", (status, error)
            assert advice in error["advice"], (status, error)
            assert words in error["message"] + error["evidence"], (status, error)
            if status in (429, 503) and "status" not in error["message"]:
                assert "asks to wait 7 seconds" in error["advice"], error
            if status in (404, 405):
                assert f"--server {base}/mcp" in error["advice"], error


def test_rpc_errors(sandbox):
    """An honest JSON-RPC error is no breach of the protocol, and programs get it as it came."""
    for words, code, text in (
            (("tools", "--cursor", "zzz"), -32602, "tools/list"),
            (("tasks", "get", "nope"), -32602, "tasks/get"),
            (("call", "nosuch"), -32602, "nosuch"),
            (("read", "foo"), -32602, "")):
        error = read_error(check(sandbox.run(*words, "--", DEMO), PROTOCOL))
        assert error["code"] == "protocol_error", error
        assert error["answer"]["code"] == code, error
        assert text in error["message"], error
        assert "author" not in error["advice"], error


def test_doctor_uses_the_same_proxy(sandbox):
    """The doctor goes the way of the connection: the environment's proxy, and plain requests to the
    proxy itself. Errors name the proxy."""
    with HttpDemo() as url, Proxy() as proxy:
        port = re.search(r":(\d+)/", url).group(1)
        away = f"http://example.invalid:{port}/mcp"
        way = {"http_proxy": f"http://127.0.0.1:{proxy.port}", "no_proxy": ""}
        told = sandbox.run("doctor", "--server", away, **way).stdout
        assert "Connected to the proxy" in told and "POST: passed" in told or "403" in told, told
        assert "no host" not in told, told
        assert proxy.used["connect"] == 0 and proxy.used["plain"] > 0, proxy.used
    dead = {"http_proxy": "http://127.0.0.1:1", "no_proxy": ""}
    for words in (("ping",), ("doctor", "--json")):
        result = check(sandbox.run(*words, "--server", "http://example.invalid/mcp", **dead),
                       UNREACHABLE)
        assert "the proxy http://127.0.0.1:1" in (result.stdout + result.stderr).replace("T", "t"), (
            result)


def test_doctor_ends_as_the_command(sandbox):
    """With the same exit status, in time, and the first cause as the end."""
    dies = ("--", "sh", "-c", "exit 3")
    silent = ("--connect-timeout", "0.5", "--", "sleep", "60")
    for words, status in ((dies, UNREACHABLE), (silent, TIMEOUT)):
        check(sandbox.run("ping", *words), status)
        check(sandbox.run("doctor", *words), status)
    with Refusing(404, plain("no")) as base:
        result = check(sandbox.run("doctor", "--json", "--server", base + "/x"), UNREACHABLE)
    told = json.loads(result.stdout)
    states = {step["id"]: step["state"] for step in told["steps"]}
    assert told["endsAt"] == "post" and states["post"] == "failed", told
    assert states["get"] != "passed", told
    post = next(step for step in told["steps"] if step["id"] == "post")
    assert f"--server {base}/mcp" in post["advice"], post


def test_usage(sandbox):
    """Whoever mistypes is not told that Spyglass is at fault."""
    for words in (("tools",), ("tools", "--era", "foo", "--", DEMO),
                  ("tools", "-H", "foo", "--server", "http://127.0.0.1:1/mcp"),
                  ("export", "openai-chat", "nosuch", "--", DEMO)):
        error = read_error(check(sandbox.run(*words), USAGE))
        assert "report" not in error.get("advice", ""), error


def test_secrets_of_a_kept_server(sandbox):
    """What looks like a secret goes to the keyring, and where it cannot, that is told."""
    sandbox.allow_leaks()
    check(sandbox.run("servers", "add", "a", "--env", "GITHUB_TOKEN=hunter2", "--", "ls"), DONE)
    sandbox.write("hunter2\n", "token")
    check(sandbox.run("servers", "add", "b", "--bearer", "@token", "--url", "http://h/mcp"), DONE)
    check(sandbox.run("servers", "add", "c", "--bearer", "-", "--url", "http://h/mcp",
                      stdin="hunter2\n"), DONE)
    check(sandbox.run("servers", "add", "d", "--header", "X-Api-Key: env:KEY", "--url",
                      "http://h/mcp", KEY="hunter2"), DONE)
    assert "hunter2" not in sandbox.read_book(), sandbox.read_book()
    told = check(sandbox.run("servers", "add", "e", "--", "ls", "--api-key", "hunter2"), DONE)
    assert "plain text" in told.stderr, told
    told = check(sandbox.run("servers", "confirm", "e"), DONE)
    assert "hunter2" not in told.stdout and "--api-key" in told.stdout, told
    check(sandbox.run("tools", "--bearer", "env:NOSUCH", "--", DEMO), USAGE)
    book = sandbox.path("mcp.json")
    sandbox.write('{"mcpServers":{"f":{"url":"http://h","headers":{"Authorization":'
                  '"Bearer ${input:key}"}}}}', "mcp.json")
    check(sandbox.run("servers", "import", book, SECRET_BACKEND=None,
                      DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent"), DONE)
    assert "${input:key}" in sandbox.read_book()


def test_names(sandbox):
    """A name is never that of another server, or its id, nor something that cannot be typed."""
    check(sandbox.run("servers", "add", "a/b", "--", "ls"), DONE)
    check(sandbox.run("servers", "add", "other", "--", "ls"), DONE)
    for words in (("add", ""), ("add", "evil\x1b[31m\n"), ("add", "a-b"),
                  ("edit", "other", "--rename", "a-b")):
        tail = ("--", "ls") if words[0] == "add" else ()
        check(sandbox.run("servers", *words, *tail), USAGE)


def test_secrets_written_elsewhere(sandbox):
    """No secret is printed or written without --with-secrets, nor those of other servers."""
    other = '{"mcpServers":{"o":{"command":"x","env":{"A_TOKEN":"other22"}}}}'
    sandbox.write(other, ".cursor", "mcp.json")
    way = ("--env", "API_KEY=hunter2", "--", "ls")
    assert "${env:API_KEY}" in check(sandbox.run("config", "show", "cursor", *way), DONE).stdout
    assert "hunter2" in check(sandbox.run("config", "show", "cursor", "--with-secrets", *way),
                              DONE).stdout
    for words in (("--bearer", "hunter2"), ("--basic", "me:hunter2")):
        told = check(sandbox.run("config", "show", "cursor", *words, "--server", "http://h/mcp"),
                     DONE).stdout
        assert "hunter2" not in told, told
    for words in (("--server", "http://u:hunter2@h/mcp"), ("--", "ls", "--api-key", "hunter2")):
        check(sandbox.run("config", "show", "cursor", *words), REFUSED)
    told = check(sandbox.run("config", "write", "cursor", "-y", *way), DONE)
    assert "hunter2" not in told.stdout and "other22" not in told.stdout, told
    assert "••••••" in told.stdout, told
    assert "hunter2" not in sandbox.read(".cursor", "mcp.json")
    for words in (("show", "cursor"), ("list",)):
        told = check(sandbox.run("config", *words), DONE)
        assert "other22" not in told.stdout + told.stderr, told
    assert "other22" in check(sandbox.run("config", "show", "cursor", "--with-secrets"), DONE).stdout
    told = check(sandbox.run("config", "write", "cursor", "-y", "--with-secrets", *way), DONE)
    assert "hunter2" in told.stdout, told
    assert "hunter2" in sandbox.read(".cursor", "mcp.json")


def test_other_secrets_of_a_file(sandbox):
    """What stands beside a change is masked, too, whatever it belongs to."""
    sandbox.write('{\n  "oauthToken": "abcdefgh1234",\n  "password": "p w",\n  "mcpServers": {}\n}\n',
                  ".claude.json")
    told = check(sandbox.run("config", "diff", "claude-code", "--name", "x", "--", "/bin/x"), DONE)
    assert "abcdefgh1234" not in told.stdout and "p w" not in told.stdout, told
    assert '"oauthToken": "••••••"' in told.stdout, told
    assert "/bin/x" not in sandbox.read(".claude.json")


def test_other_applications_files(sandbox):
    """Replacing keeps what is not ours, a byte order mark included; a broken list names its file."""
    sandbox.write("\ufeff" + json.dumps({"mcpServers": {"x": {
        "command": "old", "disabled": True, "autoApprove": ["t"]}}}), ".cursor", "mcp.json")
    check(sandbox.run("config", "write", "cursor", "-y", "--name", "x", "--", "ls"), DONE)
    text = sandbox.read(".cursor", "mcp.json")
    entry = json.loads(text[1:])["mcpServers"]["x"]
    assert text[0] == "\ufeff" and entry["command"] == "ls", text
    assert entry["disabled"] is True and entry["autoApprove"] == ["t"], text
    left = sandbox.write("x", ".cursor", "mcp.json.spyglass-abcdef")
    os.utime(left, (0, 0))
    check(sandbox.run("config", "write", "cursor", "-y", "--name", "y", "--", "ls"), DONE)
    assert not os.path.exists(left)
    sandbox.write("servers:\n\t- a\n", ".config", "spyglass", "servers.yaml")
    error = read_error(check(sandbox.run("servers"), REFUSED))
    assert "servers.yaml" in error["message"] and "a tab" in error["message"], error


def test_doctor_finds_what_a_sign_in_finds(sandbox):
    """The same findings, and nobody was registered or sent to a browser."""
    log = sandbox.path("asked.log")
    for quirk in ("resource-foreign", "resource-slash", "issuer-slash", "no-pkce", "no-challenge"):
        with GuardedDemo("--auth-quirk", quirk, "--auth-log", log) as url:
            told = json.loads(sandbox.run("doctor", "--json", "--server", url).stdout)
            with open(log, encoding="utf-8") as file:
                asked = {json.loads(line)["path"] for line in file}
            steps = json.loads(sandbox.run("auth", "steps", "server", "--json", "--server",
                                           url).stdout)
        assert not [path for path in asked if path.endswith(("/register", "/authorize"))], asked
        metadata = next(step for step in told["steps"] if step["id"] == "metadata")
        assert told["endsAt"] == "authorization", told
        found = [finding for step in steps for finding in step["findings"]]
        for finding in found:
            for name in ("title", "seen", "rule", "fault", "remedy"):
                assert (finding.get(name) or "") in metadata["evidence"], (name, finding, metadata)
        assert found, quirk
        bad = [finding for finding in found if finding["severity"] != "note"]
        assert metadata["state"] == ("warned" if bad else "passed"), (quirk, found, metadata)


def test_http2_alone(sandbox):
    """The doctor offers what the connection offers: a server that speaks nothing but HTTP/2 is well."""
    node = shutil.which("node")
    if node is None:
        raise Skip("node is not installed")
    key, certificate = create_certificate(sandbox, "IP:127.0.0.1")
    with subprocess.Popen([*WITH_US, node, os.path.join(SERVERS, "http2-server.mjs"), key, certificate],
                          stdout=subprocess.PIPE, text=True) as server:
        try:
            url = f"https://127.0.0.1:{int(server.stdout.readline())}/mcp"
            for command in ("tools", "doctor"):
                result = check(sandbox.run(command, "--ca-file", certificate, "--server", url), DONE)
            assert "The certificate is trusted." in result.stdout, result.stdout
        finally:
            server.kill()


if __name__ == "__main__":
    run_tests(globals())
