#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The smallest MCP server: for what a client application says of its entries.

Usage: server.py [--note FILE] [ANYTHING…] speaks over its standard streams, and with --note adds a line
of JSON to FILE that says how it was started. server.py --http PORT COMMAND… serves http://127.0.0.1:PORT,
with --note FILE before the command for the headers that reach it, and runs COMMAND meanwhile; it ends
with the command's status. In a network namespace of its own the loopback device is started first."""

import fcntl
import http.server
import json
import os
import socket
import struct
import subprocess
import sys
import threading

RESULTS = {"ping": {}, "tools/list": {"tools": [{"name": "nothing", "inputSchema": {"type": "object"}}]},
           "resources/list": {"resources": []}, "prompts/list": {"prompts": []},
           "resources/templates/list": {"resourceTemplates": []}}


def answer(message):
    """What a request is answered with; nothing for what needs no answer."""
    if "id" not in message or "method" not in message:
        return None
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "initialize":
        reply["result"] = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": "tests", "version": "1"}}
    elif message["method"] in RESULTS:
        reply["result"] = RESULTS[message["method"]]
    else:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    return reply


def note(path, what):
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


def speak():
    for line in sys.stdin:
        reply = answer(json.loads(line))
        if reply:
            print(json.dumps(reply), flush=True)


class Server(http.server.ThreadingHTTPServer):
    # An application connects to all of its servers at once, and some of them give up when one is full.
    request_queue_size = 256

    def handle_error(self, request, client_address):
        # Whoever asked may hang up; what is said of it would be read as the application's.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    # Some applications send the next request on a connection that HTTP/1.0 closes behind a response.
    protocol_version = "HTTP/1.1"
    noted = None

    def reply(self, status, body=b"", kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        note(self.noted, {"path": self.path, "headers": {name.lower(): value for name, value in self.headers.items()}})
        reply = answer(message)
        self.reply(200, json.dumps(reply).encode()) if reply else self.reply(202)

    def do_GET(self):
        self.reply(405)

    do_DELETE = do_GET

    def log_message(self, *_):
        pass


def start_loopback():
    """Only in a namespace of our own is this allowed, and needed."""
    with socket.socket() as device:
        request = struct.pack("16sh14x", b"lo", 0x41)  # up and running
        try:
            fcntl.ioctl(device, 0x8914, request)
        except OSError:
            pass


def serve(port, command):
    if command[0] == "--note":
        Handler.noted = command[1]
        command = command[2:]
    start_loopback()
    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.exit(subprocess.run(command, check=False).returncode)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        serve(int(sys.argv[2]), sys.argv[3:])
    if sys.argv[1:2] == ["--note"]:
        note(sys.argv[2], {"arguments": sys.argv[3:], "environment": dict(os.environ), "folder": os.getcwd()})
    speak()
