#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli reaches the demo server by every way that there is, and by what a person types.

Usage: test-cli-transports.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import re
import shutil
import subprocess

from cli_sandbox import (AUTHORIZATION, DEMO, DONE, PROTOCOL, REFUSED, UNREACHABLE, USAGE, Demo,
                         Skip, check, read_error, run_tests)
from proxy_server import Proxy


def call_echo(sandbox, *server):
    result = check(sandbox.run("call", "echo", "--arg", "message=é\n", *server), DONE)
    assert "é" in result.stdout, result
    return result


def test_tcp(sandbox):
    with Demo("--tcp", "0") as url:
        port = url.rsplit(":", 1)[1].rstrip("/")
        for address in (f"tcp:127.0.0.1:{port}", f"tcp://127.0.0.1:{port}", f"tcp:localhost:{port}"):
            for era in ("auto", "modern", "legacy"):
                call_echo(sandbox, "--server", address, "--era", era)


def test_unix(sandbox):
    path = sandbox.path("demo.sock")
    with Demo("--socket", path):
        for address in (f"unix:{path}", f"unix://{path}", "unix:~/demo.sock"):
            call_echo(sandbox, "--server", address)
        check(sandbox.run("servers", "add", "there", "--url", f"unix:{path}"), DONE)
        call_echo(sandbox, "--server", "there")
        assert "transport" not in sandbox.read_book(), sandbox.read_book()


def test_http_unix(sandbox):
    path = sandbox.path("http.sock")
    with Demo("--http-socket", path) as url:
        call_echo(sandbox, "--server", url)
        encoded = path.replace("/", "%2F")
        for address in (f"http+unix:{path}:/mcp", f"http+unix://{encoded}/mcp"):
            for era in ("auto", "legacy"):
                call_echo(sandbox, "--server", address, "--era", era)


def test_websocket(sandbox):
    with Demo("--websocket", "0") as url:
        for era in ("auto", "modern", "legacy"):
            call_echo(sandbox, "--server", url, "--era", era)


def test_websocket_with_authorization(sandbox):
    with Demo("--websocket", "0", "--require-bearer", "open-sesame") as url:
        check(sandbox.run("tools", "--server", url), AUTHORIZATION)
        call_echo(sandbox, "--server", url, "--bearer", "open-sesame")


def test_sse(sandbox):
    url = Demo.share("--sse")
    assert url.endswith("/sse"), url
    call_echo(sandbox, "--server", url)
    call_echo(sandbox, "--server", url, "--transport", "auto")


def test_sse_message_url(sandbox):
    with Demo("--sse", "--sse-endpoint", "wrong") as url:
        assert sandbox.run("tools", "--server", url).returncode != DONE
        call_echo(sandbox, "--server", url, "--message-url", url.replace("/sse", "/messages"))


def test_http_falls_back_to_sse(sandbox):
    """A plain URL whose path says nothing of HTTP+SSE."""
    url = Demo.share("--sse")
    result = sandbox.run("call", "echo", "--arg", "message=é", "--server", url,
                         "--transport", "http")
    assert result.returncode != DONE, result


def make_certificate(sandbox):
    if shutil.which("openssl") is None:
        raise Skip("openssl is not here")
    file = sandbox.path("tls.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", file,
                    "-out", sandbox.path("ca.pem")], check=True, capture_output=True)
    with open(file, "a", encoding="utf-8") as target:
        target.write(sandbox.read("ca.pem"))
    return file


def test_certificates(sandbox):
    file = make_certificate(sandbox)
    with Demo("--websocket", "0", "--tls", file) as websocket, \
            Demo("--http", "--tls", file) as http:
        for url in (websocket, http):
            url = url.replace("127.0.0.1", "localhost")
            error = read_error(check(sandbox.run("tools", "--server", url), REFUSED_CERTIFICATE))
            assert "not trusted" in error["message"], error
            shown = re.search(r"SHA-256: ([0-9A-F:]+)", error["evidence"]).group(1)
            call_echo(sandbox, "--server", url, "--ca-file", "ca.pem")
            call_echo(sandbox, "--server", url, "--insecure-certificate", shown)
            call_echo(sandbox, "--server", url, "--insecure-certificate", "sha256:" + shown.lower())
            other = shown[:-1] + ("0" if shown[-1] != "0" else "1")
            check(sandbox.run("tools", "--server", url, "--insecure-certificate", other),
                  REFUSED_CERTIFICATE)


REFUSED_CERTIFICATE = UNREACHABLE


def test_options_that_cannot_be(sandbox):
    url = "https://127.0.0.1:1/mcp"
    check(sandbox.run("tools", "--server", url, "--era", "stone"), USAGE)
    check(sandbox.run("tools", "--server", url, "--transport", "pigeon"), USAGE)
    check(sandbox.run("json", "--era", "auto"), USAGE)
    for option, value in (("--proxy", "localhost"), ("--insecure-certificate", "ab:cd"),
                          ("--ca-file", "missing.pem"), ("--client-certificate", "missing.pem")):
        result = sandbox.run("tools", "--server", url, option, value)
        assert result.returncode == USAGE, (option, result)
    result = sandbox.run("servers", "add", "x", "--url", url, "--proxy", "localhost")
    check(result, REFUSED)
    check(sandbox.run("servers", "add", "x", "--url", url, "--era", "modern",
                      "--protocol-version", "2025-06-18"), REFUSED)


def test_keeping(sandbox):
    check(sandbox.run("servers", "add", "x", "--url", "https://x.example/sse", "--era", "legacy",
                      "--protocol-version", "2024-11-05", "--proxy", "none", "--ca-file", "ca.pem",
                      "--message-url", "/post", "--root", ".", "--root", "file:///srv"), DONE)
    book = sandbox.read_book()
    for line in ("transport: sse", "era: legacy", 'protocol-version: "2024-11-05"', "proxy: none",
                 f"ca-file: {sandbox.home}/ca.pem", "message-url: /post"):
        assert line in book, (line, book)
    assert f"roots: [{sandbox.home}, file:///srv]" in book, book
    check(sandbox.run("servers", "edit", "x", "--proxy", "", "--era", "auto", "--root", ""), DONE)
    book = sandbox.read_book()
    for word in ("proxy", "era:", "roots"):
        assert word not in book, (word, book)
    assert "protocol-version" in book, book


def test_revision(sandbox):
    result = check(sandbox.run("raw", '{"jsonrpc":"2.0","id":"x","method":"ping"}', "--era",
                               "legacy", "--protocol-version", "2025-03-26", "--", DEMO), DONE)
    assert '"result"' in result.stdout, result


def test_named_revision(sandbox):
    """Who names a revision alone need not know which era it belongs to."""
    for revision in ("2024-11-05", "2025-06-18", "2026-07-28"):
        result = check(sandbox.run("ping", "--protocol-version", revision, "--", DEMO), DONE)
        assert f"protocol {revision}" in result.stdout, result.stdout


def test_proxies(sandbox):
    """Each transport that leaves this machine goes through each kind of proxy, name and password
    included; nobody reads the password afterwards."""
    name, password = "ada", "s3cr3t:p@ss"
    right, wrong = "ada:s3cr3t%3Ap%40ss@", "ada:s3cr3t%3Awrong@"
    certificate = make_certificate(sandbox)
    ways = ((("--http",), (), "plain"), (("--sse",), (), "plain"),
            (("--websocket", "0"), (), "connect"), (("--tcp", "0"), (), "connect"),
            (("--http", "--tls", certificate), ("--ca-file", "ca.pem"), "connect"),
            (("--websocket", "0", "--tls", certificate), ("--ca-file", "ca.pem"), "connect"))
    for demo, options, used in ways:
        with Demo(*demo) as url, Proxy(name, password) as proxy:
            server = ("--server", url.replace("127.0.0.1", "localhost"), *options)
            for scheme, way in (("http", used), ("socks5", "socks")):
                before = proxy.used[way]
                call_echo(sandbox, *server, "--proxy", f"{scheme}://{right}127.0.0.1:{proxy.port}")
                assert proxy.used[way] > before, (demo, scheme, proxy.used)
                for pair in (wrong, ""):
                    used_before = dict(proxy.used)
                    result = sandbox.run("tools", *server, "--connect-timeout", "10", "--proxy",
                                         f"{scheme}://{pair}127.0.0.1:{proxy.port}")
                    error = read_error(check(result, UNREACHABLE))
                    assert error["code"] == "unreachable", (demo, scheme, error)
                    assert "proxy" in error["message"].lower(), (demo, scheme, error)
                    assert "s3cr3t" not in result.stderr + result.stdout, result
                    assert proxy.used == used_before, (demo, scheme, proxy.used)
            told = sandbox.run("doctor", *server, "--proxy", f"http://{right}127.0.0.1:{proxy.port}")
            assert "the proxy." in told.stdout, told
            assert "s3cr3t" not in told.stdout + told.stderr, told
    with Demo("--socket", sandbox.path("demo.sock")), Proxy() as proxy:
        call_echo(sandbox, "--server", "unix:~/demo.sock", "--proxy", f"http://127.0.0.1:{proxy.port}")
        assert not any(proxy.used.values()), proxy.used


def test_pinned_era(sandbox):
    """A server of another era than the chosen one is told as that, with what to do about it."""
    pins = (("legacy", ("--era", "modern"), "2026-07-28"),
            ("legacy", ("--protocol-version", "2026-07-28"), "2026-07-28"),
            ("modern", ("--era", "legacy"), "2025-11-25"),
            ("modern", ("--protocol-version", "2025-06-18"), "2025-06-18"))
    for speaks, pin, revision in pins:
        error = read_error(check(sandbox.run("ping", *pin, "--", DEMO, "--era", speaks), PROTOCOL))
        assert error["code"] == "other_era", error
        assert "The settings pin" in error["message"] and revision in error["message"], error
        assert "--era auto" in error["advice"], error
    check(sandbox.run("servers", "add", "x", "--protocol-version", "2025-06-18", "--", DEMO,
                      "--era=modern"), DONE)
    check(sandbox.run("ping", "--server", "x"), PROTOCOL)
    check(sandbox.run("ping", "--server", "x", "--era", "auto"), DONE)


def test_contradicting_revision(sandbox):
    for words in (("--era", "modern", "--protocol-version", "2025-06-18"),
                  ("--era", "legacy", "--protocol-version", "2026-07-28"),
                  ("--protocol-version", "2031-01-01")):
        error = read_error(check(sandbox.run("ping", *words, "--", DEMO), REFUSED))
        assert words[-1] in error["message"], error
    check(sandbox.run("ping", "--protocol-version", "tomorrow", "--", DEMO), DONE)


if __name__ == "__main__":
    run_tests(globals())
