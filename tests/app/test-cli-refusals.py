#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests that a server, or a proxy on the way, refuses with an HTTP status: what each command makes
of it, whatever the body, with a session and without.

Usage: test-cli-refusals.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import concurrent.futures
import contextlib
import http.server
import json
import re
import sys
import threading

from cli_sandbox import DONE, PROTOCOL, TIMEOUT, UNREACHABLE, run_tests

TOOLS = [{"name": "plain", "inputSchema": {"type": "object"}},
         {"name": "reads", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
         {"name": "same", "inputSchema": {"type": "object"}, "annotations": {"idempotentHint": True}}]
RESULTS = {
    "initialize": {"protocolVersion": "2025-06-18", "serverInfo": {"name": "s", "version": "1"},
                   "capabilities": {"tools": {}, "resources": {"subscribe": True}, "prompts": {},
                                    "completions": {}}},
    "tools/list": {"tools": TOOLS},
    "tools/call": {"content": [{"type": "text", "text": "served"}]},
    "resources/list": {"resources": [{"uri": "note://served", "name": "served"}]},
    "resources/read": {"contents": [{"uri": "note://a", "text": "served"}]},
    "prompts/list": {"prompts": [{"name": "served", "arguments": [{"name": "who"}]}]},
    "prompts/get": {"messages": [{"role": "user", "content": {"type": "text", "text": "served"}}]},
    "completion/complete": {"completion": {"values": ["served"]}},
}
ERROR = {"code": -32001, "message": "Session not found"}
BODIES = {
    "text": lambda _: b"404 page not found",
    "page": lambda _: b"<html>gone</html>",
    "empty": lambda _: b"",
    "own": lambda asked: {"jsonrpc": "2.0", "id": asked.get("id"), "error": ERROR},
    "null": lambda _: {"jsonrpc": "2.0", "id": None, "error": ERROR},
    # Python SDK 1.10, streamable_http.py
    "server-error": lambda _: {"jsonrpc": "2.0", "id": "server-error", "error": ERROR},
}
# A method that is refused, the command that sends it, and whether it is sent again by itself.
KINDS = {
    "list": ("tools/list", ["tools", "-q"], True),
    "resources": ("resources/list", ["resources"], True),
    "prompts": ("prompts/list", ["prompts"], True),
    "list of a call": ("tools/list", ["call", "plain"], True),
    "call": ("tools/call", ["call", "plain"], False),
    "call that reads": ("tools/call", ["call", "reads"], True),
    "call that may be repeated": ("tools/call", ["call", "same"], True),
    "read": ("resources/read", ["read", "note://a"], True),
    "prompt": ("prompts/get", ["prompt", "served"], True),
    "completion": ("completion/complete", ["complete", "served", "who"], True),
    "subscription": ("resources/subscribe", ["subscribe", "note://a"], False),
}


# What is sent of an event stream whose answer clients do not see; what is said of it.
STRAYS = {
    "no blank line": ("event: message\ndata: %s\n", "without the blank line at its end.*complete response"),
    "half": ("data: %.60s", "without the blank line at its end.*incomplete"),
    "other name": ("event: msg\ndata: %s\n\n", "of the name “msg”"),
    "other case": ("Data: %s\n\n", "differs from “data” in case or by spaces"),
    "space before": (" data: %s\n\n", "differs from “data” in case or by spaces"),
    "space behind": ("data : %s\n\n", "differs from “data” in case or by spaces"),
    "bare": ("%s\n\n", "JSON outside of an event"),
    "bare, one line": ("%s", "JSON outside of an event"),
}


class Server:
    """Refuses the requests of @method from the @first on, @many of them."""

    def __init__(self, method, status, body, first=1, many=1, session=False):
        self.seen, self.sessions, here = [], [], self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_words):
                pass

            def answer(self, code, body=b"", kind="text/plain", **headers):
                text = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(code)
                self.send_header("Content-Type", kind if isinstance(body, bytes) else "application/json")
                self.send_header("Content-Length", str(len(text)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                with contextlib.suppress(OSError):  # who has what it wanted does not stay
                    self.wfile.write(text)

            def do_GET(self):
                self.answer(405)

            def do_DELETE(self):
                self.answer(200)

            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                name = asked.get("method")
                here.seen.append(name)
                if name == method and first <= here.seen.count(name) < first + many:
                    if status == 404:
                        here.sessions.clear()
                    self.answer(status, body(asked))
                elif name == "initialize":
                    number = f"s{here.seen.count(name)}"
                    here.sessions.append(number)
                    self.answer(200, {"jsonrpc": "2.0", "id": asked["id"], "result": RESULTS[name]},
                                **({"Mcp_Session_Id": number} if session else {}))
                elif session and self.headers["Mcp-Session-Id"] not in here.sessions:
                    self.answer(404, b"no such session")
                elif "id" not in asked:
                    self.answer(202)
                elif name in RESULTS:
                    self.answer(200, {"jsonrpc": "2.0", "id": asked["id"], "result": RESULTS[name]})
                else:
                    self.answer(200, {"jsonrpc": "2.0", "id": asked["id"],
                                      "error": {"code": -32601, "message": "no such method"}})

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}/mcp"

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.http.shutdown()
        self.http.server_close()


def at_once(function, rows):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        wrong = [said for said in pool.map(lambda row: function(*row), rows) if said]
    assert not wrong, "\n".join(wrong)


def error_of(result):
    return json.loads(next(line for line in result.stderr.splitlines() if line.startswith('{"error"')))["error"]


def test_lost_sessions(sandbox):
    """Another session is opened, whatever the body; what is safe is sent again, once."""

    def look(kind, name, many):
        method, words, repeated = KINDS[kind]
        with Server(method, 404, BODIES[name], many=many, session=True) as server:
            result = sandbox.run(*words, "--server", server.url)
            sent, opened = server.seen.count(method), server.seen.count("initialize")
        served = repeated and many == 1
        # A new session may have lists of its own: they are listed once more.
        good = sent in ((2, 3) if method.endswith("/list") else (2,) if repeated else (1,)) and opened > 1
        if served:
            good = good and result.returncode == DONE and "CRITICAL" not in result.stderr
            good = good and ("served" in result.stdout or kind == "list")
        elif kind != "list of a call":
            said = error_of(result)
            good = good and result.returncode == UNREACHABLE and said["code"] == "session_expired"
            good = good and ("sent again" if repeated else "Run the command again") in said["advice"]
            good = good and "404" in said["message"]
        return None if good else f"{kind}, {name}, {many}: {sent}, {opened}: {result}"

    at_once(look, [(kind, name, many) for kind in KINDS for name in BODIES for many in (1, 2)])


def test_strays(sandbox):
    """Bytes of a stream that are no event are named and shown, whether the stream ends or not."""

    def look(name, is_open):
        text, said = STRAYS[name]

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_words):
                pass

            def do_GET(self):
                self.send_error(405)

            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = json.dumps({"jsonrpc": "2.0", "id": asked.get("id"), "result": RESULTS.get(asked["method"])})
                self.send_response(200 if "id" in asked else 202)
                if asked["method"] == "tools/call":
                    self.send_header("Content-Type", "text/event-stream")
                    self.end_headers()
                    self.wfile.write((text % answer).encode())
                    self.wfile.flush()
                    while is_open and self.connection.recv(1):
                        pass
                    return
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(answer.encode() if "id" in asked else b"")

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        result = sandbox.run("call", "plain", "-t", "2", "--trace", "--server",
                             f"http://127.0.0.1:{server.server_port}/mcp")
        server.shutdown()
        server.server_close()
        good = re.search(said, error_of(result)["message"]) and "⚠ ←" in result.stderr
        good = good and result.returncode in ((TIMEOUT,) if is_open else (UNREACHABLE, PROTOCOL))
        good = good and (not is_open or "More time does not help" in error_of(result)["advice"])
        return None if good else f"{name}, {is_open}: {result}"

    at_once(look, [(name, is_open) for name in STRAYS for is_open in (True, False)])


def test_refusals(sandbox):
    """The status and what the server said are told; the path of a server that has answered is right."""

    def look(kind, status, name):
        method, words, _repeated = KINDS[kind]
        with Server(method, status, BODIES[name]) as server:
            result = sandbox.run(*words, "--server", server.url)
            sent = server.seen.count(method)
        if kind == "list of a call":  # the call goes out all the same
            return None if result.returncode == DONE and result.stdout == "served\n" else f"{kind}: {result}"
        good = result.returncode in (UNREACHABLE, PROTOCOL) and sent == 1 and str(status) in result.stderr
        good = good and not re.search(r"Check the (URL's )?path|Check the tool's name", result.stderr)
        if name in ("own", "null", "server-error"):
            good = good and "Session not found" in result.stderr
        return None if good else f"{kind}, {status}, {name}: {sent}: {result}"

    at_once(look, [(kind, status, name) for kind in KINDS for status in (404, 405, 410, 500, 502, 503)
                   for name in BODIES])


def test_runs_go_on(sandbox):
    """Of six calls only those are not well that were refused."""
    calls = sandbox.write(json.dumps({"calls": [{"tool": "plain", "name": f"c{i}"} for i in range(6)]}),
                          "calls.json")

    def look(status, name, session):
        with Server("tools/call", status, BODIES[name], 2, 2, session) as server:
            result = sandbox.run("run", calls, "--yes", "--server", server.url)
            sent = server.seen.count("tools/call")
        lines = re.findall(r"^((?:not )?ok)\b(.*)$", result.stdout, re.M)
        good = [word == "ok" and "SKIP" not in rest for word, rest in lines] == [True, False, False, True, True, True]
        good = good and sent == 6 and result.returncode in (UNREACHABLE, 1) and str(status) in result.stdout
        return None if good else f"{status}, {name}, {session}: {sent}: {result}"

    at_once(look, [(status, name, session) for status in (403, 404, 410, 429, 500, 502, 503)
                   for name in BODIES for session in (False, True)])


def test_dead_servers(sandbox):
    """A server that ends while it is called: each test says why."""
    program = ("import json, sys\n"
               "results = json.loads(sys.argv[1])\n"
               "for line in sys.stdin:\n"
               "  asked = json.loads(line)\n"
               "  if asked.get('method') == 'tools/call': sys.exit(3)\n"
               "  if 'id' in asked: print(json.dumps({'jsonrpc': '2.0', 'id': asked['id'],"
               " 'result': results.get(asked['method'], {})}), flush=True)\n")
    calls = sandbox.write(json.dumps({"calls": [{"tool": "plain", "name": f"c{i}"} for i in range(3)]}), "c.json")
    result = sandbox.run("run", calls, "--yes", "--era", "legacy", "--", sys.executable, "-c", program,
                         json.dumps(RESULTS))
    assert result.returncode == UNREACHABLE and "is not connected" not in result.stdout, result
    assert result.stdout.count("ended with exit status 3") == 3, result


def test_raw(sandbox):
    """What is sent as it stands is told of its refusal, too."""
    for name, body in BODIES.items():
        with Server("ping", 404, body, session=True) as server:
            result = sandbox.run("raw", '{"jsonrpc":"2.0","id":7,"method":"ping"}', "--timeout", "20",
                                 "--server", server.url)
        assert result.returncode in (UNREACHABLE, PROTOCOL) and "404" in result.stderr, (name, result)


if __name__ == "__main__":
    run_tests(globals())
