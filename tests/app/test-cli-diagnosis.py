#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli says what went wrong, whose fault it is and what to do.

Usage: test-cli-diagnosis.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import http.server
import json
import threading

from cli_sandbox import (DEMO, PROTOCOL, UNREACHABLE, USAGE, check, read_error, run_tests)


class Refusing:
    """A server that answers every message with one status and body, on a thread of its own."""

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

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self.base

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


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
            (500, "oh", "its own log"),
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


def test_usage(sandbox):
    """Whoever mistypes is not told that Spyglass is at fault."""
    for words in (("tools",), ("tools", "--era", "foo", "--", DEMO),
                  ("tools", "-H", "foo", "--server", "http://127.0.0.1:1/mcp"),
                  ("export", "openai-chat", "nosuch", "--", DEMO)):
        error = read_error(check(sandbox.run(*words), USAGE))
        assert "report" not in error.get("advice", ""), error


if __name__ == "__main__":
    run_tests(globals())
