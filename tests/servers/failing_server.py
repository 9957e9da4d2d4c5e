#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that fails as it is told to: `failing_server.py '{"tools/call": {"error": {…}}}'` over stdio,
or serve() over HTTP. It has one tool, one resource and one prompt.

What is done for a method is one of: result, error (of JSON-RPC, with "code" and "message"), raw (a line or
a body), silent; over stdio also exit and kill, with err (for standard error) before; over HTTP also status,
headers, close. A method that is not named is answered as it should be."""

import http.server
import json
import os
import sys
import threading

RESULTS = {
    "initialize": {"protocolVersion": "2025-11-25", "serverInfo": {"name": "failing", "version": "1"},
                   "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}},
    "tools/list": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]},
    "resources/list": {"resources": [{"uri": "x://r", "name": "r"}]},
    "resources/templates/list": {"resourceTemplates": []},
    "prompts/list": {"prompts": [{"name": "p"}]},
    "tools/call": {"content": [{"type": "text", "text": "done"}]},
    "resources/read": {"contents": [{"uri": "x://r", "text": "done"}]},
    "prompts/get": {"messages": [{"role": "user", "content": {"type": "text", "text": "done"}}]},
    "completion/complete": {"completion": {"values": ["done"]}},
    "ping": {},
}
UNKNOWN = {"error": {"code": -32601, "message": "Method not found"}}


def choose(script, method):
    """What is done; of a list, the next, and the last for ever."""
    found = script.get(method) or ({"result": RESULTS[method]} if method in RESULTS else UNKNOWN)
    if isinstance(found, list):
        return found.pop(0) if len(found) > 1 else found[0]
    return found


def add_page(request, action):
    """Of a list without end each page has another cursor."""
    if "endless" not in action:
        return action
    page = int(request.get("params", {}).get("cursor", 0))
    entries = [{**entry, "name": f"{entry['name']}{page}"} for entry in action["result"][action["endless"]]]
    return {"result": {action["endless"]: entries, "nextCursor": str(page + 1)}}


def write_answer(request, action):
    """The text of the message."""
    if "raw" in action:
        return action["raw"].replace("ID", json.dumps(request.get("id")))
    return json.dumps({"jsonrpc": "2.0", "id": request["id"],
                       **{name: action[name] for name in ("result", "error") if name in action}})


def speak(script):
    """Over stdio."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request or "method" not in request:
            continue
        action = add_page(request, choose(script, request["method"]))
        print(action.get("err", ""), end="", file=sys.stderr, flush=True)
        if "raw" in action or "result" in action or "error" in action:
            print(write_answer(request, action), end="" if "exit" in action else "\n", flush=True)
        if "kill" in action:
            os.kill(os.getpid(), action["kill"])
        if "exit" in action:
            sys.exit(action["exit"])


class Handler(http.server.BaseHTTPRequestHandler):
    script = {}
    last = [None]
    ended = threading.Event()
    protocol_version = "HTTP/1.1"

    def send(self, status, headers, body):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        action = self.script.get("GET", {"status": 405})
        self.send(action["status"], action.get("headers", {}), action.get("raw", "").encode())

    def do_DELETE(self):
        self.send(200, {}, b"")

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"] or 0))
        # After 421 libsoup asks once more, without a body.
        request = json.loads(text) if text else {"id": None, "method": ""}
        if "id" not in request or "method" not in request:
            self.send(202, {}, b"")
            return
        if text:
            self.last[0] = choose(self.script, request["method"])
        action = self.last[0]
        if "silent" in action:
            self.ended.wait()
        if "close" in action:
            self.close_connection = True
            self.wfile.write(action["close"].encode())
            return
        status = action.get("status", 200)
        body = write_answer(request, action) if len(action.keys() - {"status", "headers"}) > 0 else ""
        headers = {"Content-Type": "application/json", **action.get("headers", {})}
        self.send(status, headers, body.encode("latin-1" if "raw" in action else "utf-8"))

    def log_message(self, *_):
        pass


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Whoever asked may be gone."""


class Server:
    """Over HTTP: with Server(script) as url. @context: (of ssl) for one over TLS"""

    def __init__(self, script, context=None):
        handler = type("Scripted", (Handler,), {"script": script, "last": [None], "ended": threading.Event()})
        self.handler = handler
        self.server = Quiet(("127.0.0.1", 0), handler)
        self.scheme = "http"
        if context is not None:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.scheme = "https"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return f"{self.scheme}://127.0.0.1:{self.server.server_port}/mcp"

    def __exit__(self, *_):
        self.handler.ended.set()
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    speak(json.loads(sys.argv[1]))
