#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that floods its client: flood_server.py TRANSPORT STATE KIND

TRANSPORT: stdio, or one that listens at a port of loopback, which it prints: socket, http, sse, websocket.
STATE: when it begins, and whether what was asked is answered before: opening, listing and call are not;
idle (once a log level was set) and closing (once a tool was called) are, and then it goes on for ever,
whatever its client does. KIND: notifications, requests, responses (to what was never asked), garbage (one
message without an end); or large and body (over HTTP, as JSON): one answer of 150 MiB, and then nothing."""

import base64
import contextlib
import hashlib
import itertools
import json
import socket
import struct
import sys
import threading
import time

TRANSPORT, STATE, KIND = sys.argv[1:4]
BEGINS = {"opening": None, "listing": "tools/list", "call": "tools/call", "idle": "logging/setLevel",
          "closing": "tools/call"}[STATE]
ANSWERS = STATE in ("idle", "closing")
# As much as anybody reads, and no more, so that one machine can run several of these.
PIECE, PAUSE = 64 * 1024, 0.01
LARGE_PIECES = 2400
CAPABILITIES = {"tools": {}, "logging": {}}
numbers = itertools.count(10 ** 6)
begun = threading.Event()


def text(value):
    return json.dumps({"jsonrpc": "2.0", **value}).encode()


def make():
    if KIND == "notifications":
        return text({"method": "notifications/message", "params": {"level": "info", "data": "x" * 200}})
    if KIND == "requests":
        return text({"method": "ping", "id": next(numbers)})
    return text({"id": next(numbers), "result": {}})


def answer(asked):
    """None: to what is none of its business."""
    results = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": CAPABILITIES,
                              "serverInfo": {"name": "flood", "version": "1"}},
               "tools/list": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]},
               "tools/call": {"content": [{"type": "text", "text": "done"}]}, "logging/setLevel": {}}
    if "id" not in asked or "method" not in asked:
        return None
    if asked["method"] in results:
        return text({"id": asked["id"], "result": results[asked["method"]]})
    return text({"id": asked["id"], "error": {"code": -32601, "message": "no"}})


def split_answer(asked):
    """What stands around the long text of an answer."""
    whole = text({"id": asked["id"], "result": {"content": [{"type": "text", "text": "|"}]}})
    return whole.split(b"|")


def begins(asked):
    return asked.get("method") == BEGINS or (BEGINS is None and "method" in asked)


class Line:
    """How messages travel: whole, and as the beginning and the middle of one that never ends."""
    begin, middle = b'{"x":"', b"x" * PIECE

    @staticmethod
    def wrap(message):
        return message + b"\n"

    @staticmethod
    def wrap_ends(head, tail):
        return head, tail + b"\n"


class Event:
    begin, middle = b'data: {"x":"', b"x" * PIECE

    @staticmethod
    def wrap(message):
        return b"data: " + message + b"\n\n"

    @staticmethod
    def wrap_ends(head, tail):
        return b"data: " + head, tail + b"\n\n"


class Frame:
    begin, middle = b"\x01\x01{", b"\x00\x7f" + struct.pack(">Q", PIECE) + b"x" * PIECE

    @staticmethod
    def wrap(message):
        size = len(message)
        return b"\x81" + (bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size)) + message

    @staticmethod
    def wrap_ends(head, tail):
        return b"\x01" + bytes([len(head)]) + head, b"\x80" + bytes([len(tail)]) + tail


def write_large(asked, write, how):
    head, tail = how.wrap_ends(*split_answer(asked))
    write(head)
    for _ in range(LARGE_PIECES):
        write(how.middle)
    write(tail)


def flood(write, how):
    if KIND == "garbage":
        write(how.begin)
    while True:
        if KIND == "garbage":
            write(how.middle)
        else:
            one = how.wrap(make())
            write(one + b"".join(how.wrap(make()) for _ in range(PIECE // len(one))))
        time.sleep(PAUSE)


def serve(asked, write, how):
    """Over what carries both directions."""
    if begins(asked) and KIND == "large":
        write_large(asked, write, how)
    elif begins(asked) and not begun.is_set():
        begun.set()
        if ANSWERS:
            write(how.wrap(answer(asked)))
        threading.Thread(target=run_flood, args=[write, how], daemon=True).start()
    elif not begun.is_set() and answer(asked) is not None:
        write(how.wrap(answer(asked)))


def run_flood(write, how):
    with contextlib.suppress(OSError):
        flood(write, how)


def serve_lines(lines, write):
    for line in lines:
        serve(json.loads(line), write, Line)
    while STATE == "closing":
        time.sleep(60)


def read_request(file):
    words = file.readline().split()
    headers = {}
    while True:
        name, _, value = file.readline().partition(b":")
        if not value:
            break
        headers[name.strip().lower()] = value.strip()
    return words, headers, file.read(int(headers.get(b"content-length", 0)))


def read_frame(file):
    head = file.read(2)
    if len(head) < 2:
        raise OSError
    size = head[1] & 127
    if size > 125:
        size = int.from_bytes(file.read(2 if size == 126 else 8), "big")
    mask, payload = file.read(4), file.read(size)
    return head[0] & 15, bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


def serve_websocket(file, write):
    _words, headers, _body = read_request(file)
    key = headers[b"sec-websocket-key"] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(key).digest())
    write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          b"Sec-WebSocket-Accept: " + accept + b"\r\nSec-WebSocket-Protocol: mcp\r\n\r\n")
    while True:
        opcode, payload = read_frame(file)
        if opcode == 1:
            serve(json.loads(payload), write, Frame)


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
EMPTY = b"HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n"
streams = []  # of writers: what the older transport answers by


def serve_http(file, write):
    while True:
        words, _headers, body = read_request(file)
        if not words:
            return
        asked = json.loads(body) if body else {}
        if words[0] == b"DELETE" and STATE == "closing":
            time.sleep(60)
        elif words[0] == b"GET" and TRANSPORT == "sse":
            streams.append(write)
            write(STREAM + b"event: endpoint\ndata: /messages\n\n")
            time.sleep(600)
        elif words[0] == b"GET":
            write(STREAM)
            begun.wait()
            flood(write, Event)
        elif TRANSPORT == "sse":
            write(EMPTY % (b"202 Accepted" if streams else b"405 Method Not Allowed"))
            if streams:
                serve(asked, streams[-1], Event)
        elif begins(asked) and KIND == "large":
            write(STREAM)
            write_large(asked, write, Event)
            time.sleep(600)
        elif begins(asked) and KIND == "body":
            head, tail = split_answer(asked)
            write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                  % (len(head) + len(tail) + LARGE_PIECES * PIECE) + head)
            for _ in range(LARGE_PIECES):
                write(Line.middle)
            write(tail)
        elif begins(asked):
            begun.set()
            write(STREAM + (Event.wrap(answer(asked)) if ANSWERS else b""))
            flood(write, Event)
        elif answer(asked) is not None:
            message = answer(asked)
            write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: s\r\n"
                  b"Content-Length: %d\r\n\r\n" % len(message) + message)
        else:
            write(EMPTY % b"202 Accepted")


def serve_connection(connection):
    file = connection.makefile("rb")
    with contextlib.suppress(OSError), connection, file:
        if TRANSPORT == "socket":
            serve_lines(file, connection.sendall)
        elif TRANSPORT == "websocket":
            serve_websocket(file, connection.sendall)
        else:
            serve_http(file, connection.sendall)


def write_out(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def main():
    if TRANSPORT == "stdio":
        serve_lines(sys.stdin, write_out)
        return
    listener = socket.create_server(("127.0.0.1", 0), backlog=100)
    write_out(b"%d\n" % listener.getsockname()[1])
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve_connection, args=[connection], daemon=True).start()


main()
