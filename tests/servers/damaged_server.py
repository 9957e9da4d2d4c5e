#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server whose response to one method is damaged, over every transport.

damaged_server.py WAY DAMAGE METHOD; WAY: stdio, tcp, websocket, http (a body), stream (an event, after
which the stream stays open), sse (HTTP+SSE). All but stdio print their address first."""

import base64
import hashlib
import json
import queue
import socketserver
import struct
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WAY, DAMAGE, METHOD = sys.argv[1:4]

RESULTS = {
    "initialize": {"protocolVersion": "2025-06-18", "serverInfo": {"name": "größe", "version": "1"},
                   "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}},
    "tools/list": {"tools": [{"name": "echo", "description": "größe", "inputSchema": {"type": "object"}}]},
    "tools/call": {"content": [{"type": "text", "text": "größe"}]},
    "resources/list": {"resources": [{"uri": "note://a", "name": "größe"}]},
    "resources/templates/list": {"resourceTemplates": []},
    "resources/read": {"contents": [{"uri": "note://a", "text": "größe"}]},
    "prompts/list": {"prompts": [{"name": "p", "description": "größe", "arguments": [{"name": "who"}]}]},
    "prompts/get": {"messages": [{"role": "user", "content": {"type": "text", "text": "größe"}}]},
    "completion/complete": {"completion": {"values": ["größe"]}},
    "ping": {},
}

LOG = b'{"level":"info","id":%d,"msg":"got it"}'


def respond(message):
    """The messages that follow a request, as bytes."""
    if "id" not in message:
        return []
    identity, result = message["id"], RESULTS.get(message["method"])
    answer = {"jsonrpc": "2.0", "id": identity}
    if result is None:
        answer["error"] = {"code": -32601, "message": "no such method"}
    else:
        answer["result"] = result
    whole = json.dumps(answer, ensure_ascii=False).encode()
    if message["method"] != METHOD:
        return [whole]
    if DAMAGE in ("text", "null", "zero"):
        answer["id"] = {"text": str(identity), "null": None, "zero": 0}[DAMAGE]
        return [json.dumps(answer).encode()]
    return {"latin1": [whole.decode().encode("latin-1")], "nan": [whole[:-1] + b',"x":NaN}'], "cut": [whole[:-3]],
            "twice": [whole + whole], "prefix": [b"DEBUG " + whole],
            "deep": [b'{"jsonrpc":"2.0","id":%d,"result":' % identity + b"[" * 20000 + b"]" * 20000 + b"}"],
            "log": [LOG % identity, whole], "noise": [b"[INFO] serving", whole]}[DAMAGE]


def serve_lines(reader, writer):
    for line in reader:
        for each in respond(json.loads(line)):
            writer.write(each + b"\n")
            writer.flush()


class Lines(socketserver.StreamRequestHandler):
    def handle(self):
        serve_lines(self.rfile, self.wfile)


class WebSocket(socketserver.StreamRequestHandler):
    def read_frame(self):
        first, second = self.rfile.read(2)
        size = second & 127
        if size >= 126:
            size = struct.unpack(">H" if size == 126 else ">Q", self.rfile.read(2 if size == 126 else 8))[0]
        mask = self.rfile.read(4)
        return first & 15, bytes(b ^ mask[i % 4] for i, b in enumerate(self.rfile.read(size)))

    def handle(self):
        key = b""
        while (line := self.rfile.readline().strip()):
            if line.lower().startswith(b"sec-websocket-key:"):
                key = line.split(b":", 1)[1].strip()
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         b"Sec-WebSocket-Protocol: mcp\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        while (frame := self.read_frame())[0] == 1:
            for each in respond(json.loads(frame[1])):
                size = bytes([len(each)]) if len(each) < 126 else b"\x7e" + struct.pack(">H", len(each))
                self.wfile.write(b"\x81" + size + each)


class Http(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    events = queue.Queue()

    def log_message(self, *arguments):
        pass

    def begin(self, status, kind=None, size=0):
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        if size is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(size))
        self.end_headers()

    def write_event(self, data, name=b"message"):
        self.wfile.write(b"event: " + name + b"\ndata: " + data + b"\n\n")
        self.wfile.flush()

    def do_GET(self):
        if WAY != "sse":
            self.begin(405)
            return
        self.begin(200, "text/event-stream", None)
        self.write_event(b"/messages", b"endpoint")
        while (data := Http.events.get()) is not None:
            self.write_event(data)

    def do_POST(self):
        if WAY == "sse" and self.path != "/messages":
            self.begin(405)
            return
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages = respond(message)
        if WAY == "sse":
            for each in messages:
                Http.events.put(each)
        if WAY == "sse" or not messages:
            self.begin(202)
        elif WAY == "http":
            self.begin(200, "application/json", len(messages[-1]))
            self.wfile.write(messages[-1])
        else:
            self.begin(200, "text/event-stream", None)
            for each in messages:
                self.write_event(each)
            while message["method"] == METHOD and self.rfile.read(1):
                pass
            self.close_connection = True


if WAY == "stdio":
    serve_lines(sys.stdin.buffer, sys.stdout.buffer)
else:
    handler = {"tcp": Lines, "websocket": WebSocket}.get(WAY, Http)
    kind = socketserver.ThreadingTCPServer if WAY in ("tcp", "websocket") else ThreadingHTTPServer
    with kind(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        scheme = {"tcp": "tcp", "websocket": "ws"}.get(WAY, "http")
        path = {"tcp": "", "sse": "/sse"}.get(WAY, "/mcp")
        print(f"{scheme}://127.0.0.1:{server.server_address[1]}{path}", flush=True)
        server.serve_forever()
