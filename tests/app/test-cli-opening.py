#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers that write something else than messages where messages belong: what the command line
says of it, when the session cannot be opened and when it is opened all the same.

Usage: test-cli-opening.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import base64
import hashlib
import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cli_sandbox import (DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, TIMEOUT, check, read_error,
                         run_tests)

# Answers every request; write() is what differs.
SERVER = """
import json, sys
out = sys.stdout.buffer
def write(message):
    text = json.dumps(message).encode()
    %s
    out.flush()
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        write({"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "serverInfo": {"name": "x", "version": "1"}}})
"""

# How a message is written, what the guess says, what the evidence has, the exit status.
MISTAKES = (
    ('out.write(json.dumps(message, indent=2).encode() + b"\\n")', "must be on one line",
     '"jsonrpc"', PROTOCOL),
    ('out.write(b"Content-Length: %d\\r\\n\\r\\n" % len(text) + text)', "Content-Length headers",
     "Content-Length:", PROTOCOL),
    ('out.write((text.decode() + "\\n").encode("utf-16-le"))', "messages are UTF-8", "\\x00", PROTOCOL),
    ('out.write((text.decode() + "\\n").encode("utf-32"))', "messages are UTF-8", "\\x00", PROTOCOL),
    ('out.write("Démarrage du serveur\\n".encode("latin-1"))', "no text in UTF-8", "\\xE9", PROTOCOL),
    ('out.write(b"\\x00\\x01\\xff\\n")', "no text in UTF-8", "\\x01", PROTOCOL),
    ('out.write(text)', "line does not end", '"jsonrpc"', PROTOCOL),
    ('out.write(text + b"\\r")', "line does not end", '"jsonrpc"', PROTOCOL),
    ('out.write(b"\\x80\\x81\\xfe\\n")', "no text in UTF-8", "\\x80", PROTOCOL),
    ('message["id"] = "zz"; out.write(json.dumps(message).encode() + b"\\n")',
     'with the id "zz"', '"zz"', PROTOCOL),
    ('out.write(b"listening on port 3000\\n")', "such as a log", "listening on port", TIMEOUT),
)


# Seconds for a server to start and to make its mistake, on a busy machine too.
DEADLINE = "3"


def try_mistake(sandbox, path, command, how, guess, evidence, status):
    error = read_error(check(sandbox.run(command, "--connect-timeout", DEADLINE, "--",
                                         *PYTHON, path), status))
    assert guess in error["message"], (how, error)
    assert evidence in error["evidence"] and len(error["evidence"]) < 1000, (how, error)


def test_what_came_instead(sandbox):
    """Most are told when the deadline is over, so that several are waited for at once."""
    with ThreadPoolExecutor(8) as pool:
        tried = []
        for number, mistake in enumerate(MISTAKES):
            path = sandbox.write(SERVER % mistake[0], f"{number}.py")
            tried += [pool.submit(try_mistake, sandbox, path, command, *mistake)
                      for command in ("tools", "ping")]
        for future in tried:
            future.result()


def test_another_protocol_is_told_at_once(sandbox):
    """Nobody waits for the deadline where no answer can come; a line of a log is no reason."""
    how = 'out.write(b"Content-Length: %d\\r\\n\\r\\n" % len(text) + text)'
    path = sandbox.write(SERVER % how, "server.py")
    error = read_error(check(sandbox.run("ping", "--connect-timeout", str(10 * PATIENCE), "--",
                                         *PYTHON, path), PROTOCOL))
    assert "Content-Length headers" in error["message"], error
    path = sandbox.write("import os\nprint('Content-Length: 12', flush=True)\n"
                         f"os.execv({DEMO!r}, [{DEMO!r}])\n", "server.py")
    check(sandbox.run("ping", "--", *PYTHON, path), DONE)


class EmptyFrames:
    """A WebSocket that opens, sends a text frame without a byte, and is silent."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.serve, daemon=True).start()
        return f"ws://127.0.0.1:{self.listener.getsockname()[1]}/"

    def __exit__(self, *_):
        self.listener.close()

    def serve(self):
        connection, _ = self.listener.accept()
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(4096)
            key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head).group(1)
            accept = base64.b64encode(
                hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                               b"Connection: Upgrade\r\nSec-WebSocket-Protocol: mcp\r\n"
                               b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n\x81\x00")
            while connection.recv(4096):
                pass


def test_a_message_without_a_byte(sandbox):
    with EmptyFrames() as url:
        error = read_error(check(sandbox.run("ping", "--connect-timeout", "2", "--server", url),
                                 PROTOCOL))
    assert "empty text frame" in error["message"], error


def test_logs_before_the_opening(sandbox):
    """The commonest mistake of all does not stop anything, and is told."""
    path = sandbox.write("import os\nprint('Starting the server', flush=True)\n"
                         f"os.execv({DEMO!r}, [{DEMO!r}])\n", "server.py")
    result = check(sandbox.run("call", "echo", "-a", "message=hi", "--", *PYTHON, path), DONE)
    assert result.stdout == "hi\n", result
    assert "Starting the server" in result.stderr, result
    assert len(result.stderr.splitlines()) == 1, result
    quiet = check(sandbox.run("call", "echo", "-a", "message=hi", "-q", "--", *PYTHON, path), DONE)
    assert quiet.stderr == "", quiet
    # One that writes nothing of the kind is not accused.
    assert check(sandbox.run("ping", "--", DEMO), DONE).stderr == ""


def test_an_error_without_a_code(sandbox):
    """No code is made up for it."""
    path = sandbox.write(SERVER % 'del message["result"]; message["error"] = "no"; '
                         'out.write(json.dumps(message).encode() + b"\\n")', "server.py")
    error = read_error(check(sandbox.run("info", "--", *PYTHON, path), PROTOCOL))
    assert error["message"].endswith("with an error: no"), error


def test_a_slow_start_is_no_earlier_revision(sandbox):
    """Asked by a second process after a share of the time, it is not taken for what it is not."""
    path = sandbox.write(f"import os, time\ntime.sleep(4)\n"
                         f"os.execv({DEMO!r}, [{DEMO!r}, '--era', 'modern'])\n", "server.py")
    result = check(sandbox.run("ping", "--connect-timeout", "9", "--", *PYTHON, path), DONE)
    assert result.stderr == "" and "2026-07-28" in result.stdout, result


class SlowQuestion(BaseHTTPRequestHandler):
    """Takes two seconds to say that it does not know server/discover."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {},
                                "serverInfo": {"name": "slow", "version": "1"}}, "ping": {}}
        said = {"result": known[message["method"]]} if message["method"] in known else \
            {"error": {"code": -32601, "message": "no"}}
        if message["method"] == "server/discover":
            time.sleep(2)
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], **said}).encode() if "id" in message else b""
        self.send_response(200 if body else 202)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_a_slow_answer_over_http(sandbox):
    """Nothing else can be tried there: it is waited for as long as the person allows."""
    with ThreadingHTTPServer(("127.0.0.1", 0), SlowQuestion) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        check(sandbox.run("ping", "--connect-timeout", "5", "--server",
                          f"http://127.0.0.1:{server.server_address[1]}/mcp"), DONE)
        server.shutdown()


if __name__ == "__main__":
    run_tests(globals())
