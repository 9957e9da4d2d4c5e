#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A language model that says what a script says, over HTTP on this machine, in the APIs of OpenAI
(Chat Completions and Responses), Anthropic, Gemini and Ollama, so that clients can be tested
without a key and without a model. The script is the one that “spyglass-cli chat --script” takes.

It prints where it listens, and ends with the program that started it.
"""

import argparse
import ctypes
import hashlib
import http.server
import json
import os
import re
import select
import signal
import socket
import sys
import threading
import time
import urllib.parse

import model_catalogue
from model_dialects import CHAT, GEMINI, MESSAGES, OLLAMA, RESPONSES
from model_script import Ask, Error, Frames, Reply, Script, dump

BUILT_IN = os.path.join(os.path.dirname(__file__), "../../app/model/app-model-script.json")
PHRASES = {429: "Too Many Requests", 529: "Overloaded"}

ANSWER, COUNT, RENDER = "answer", "count", "render"
ROUTES = {
    "/v1/chat/completions": (CHAT, ANSWER),
    "/v1/chat/completions/input_tokens": (CHAT, COUNT),
    "/v1/responses": (RESPONSES, ANSWER),
    "/v1/responses/input_tokens": (RESPONSES, COUNT),
    "/v1/messages": (MESSAGES, ANSWER),
    "/v1/messages/count_tokens": (MESSAGES, COUNT),
    "/api/chat": (OLLAMA, ANSWER),
    "/apply-template": (CHAT, RENDER),
}
GEMINI_PATH = re.compile(
    r"/v1(?:beta)?/models/(.+):(generateContent|streamGenerateContent|countTokens)")


def now():
    """Microseconds of the monotonic clock"""
    return time.monotonic_ns() // 1000


def say(text):
    print(text, file=sys.stderr, flush=True)


def compact(text):
    """JSON on one line, with its numbers and strings as they were spelled."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda match: match.group(1) or "", text)


class HungUp(Exception):
    """Whoever asked is gone."""


class Model:
    """What all requests have in common."""

    def __init__(self, options, script):
        self.options, self.script = options, script
        self.lock = threading.Lock()
        self.n_responses = 0
        self.seen = {}  # digest of a request → how often it came
        self.record = open(options.model_record, "a", encoding="utf-8") \
            if options.model_record else None

    def count_request(self):
        with self.lock:
            self.n_responses += 1
            return self.n_responses

    def fails(self, failure, body):
        """Whether a step that fails does so this time."""
        times = failure.get("times", 0)
        if times == 0:
            return True
        with self.lock:
            digest = hashlib.sha256(body).hexdigest()
            before = self.seen.get(digest, 0)
            self.seen[digest] = before + 1
        return before < times

    def write_record(self, handler, parts, body):
        line = {"method": handler.command, "path": parts.path}
        if parts.query:
            line["query"] = parts.query
        line["headers"] = {name.lower(): value for name, value in handler.headers.items()}
        text = dump(line)
        if body:
            said = body.decode(errors="replace")
            try:
                json.loads(said)
                text = f'{text[:-1]},"body":{compact(said)}}}'
            except ValueError:
                text = f'{text[:-1]},"text":{dump(said)}}}'
        with self.lock:
            self.record.write(text + "\n")
            self.record.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None  # of the server

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do_GET(self):
        self.handle_it()

    do_POST = do_PUT = do_DELETE = do_GET

    # What a request is about

    def find_route(self, path):
        """The API, what is to be done, and the model and the method that the path names"""
        if path in ROUTES:
            return (*ROUTES[path], None, None)
        match = GEMINI_PATH.fullmatch(path)
        if match is None:
            return None
        return (GEMINI, COUNT if match.group(2) == "countTokens" else ANSWER, match.group(1),
                match.group(2))

    def guess_vendor(self):
        """Paths that several vendors have are told apart by the headers that only one wants."""
        if "anthropic-version" in self.headers:
            return "anthropic"
        return "gemini" if "x-goog-api-key" in self.headers else "openai"

    def guess_dialect(self, path, vendor):
        """How a client can be told that there is no such path."""
        if path.startswith("/api/"):
            return OLLAMA
        if vendor == "gemini" or path.startswith("/v1beta/"):
            return GEMINI
        return MESSAGES if vendor == "anthropic" else CHAT

    def has_key(self):
        key = self.model.options.model_key
        return key is None or self.headers.get("Authorization") == f"Bearer {key}" or key in (
            self.headers.get("x-api-key"), self.headers.get("x-goog-api-key"))

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            body = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body
        return self.rfile.read(int(self.headers.get("Content-Length", "0")))

    def handle_it(self):
        self.number = self.model.count_request()
        try:
            body = self.read_body()
            parts = urllib.parse.urlsplit(self.path)
            if self.model.record:
                self.model.write_record(self, parts, body)
            self.respond(parts, body)
        except (HungUp, ConnectionError):
            self.close_connection = True
            if self.model.options.model_stamps:
                say(f"Hung up at {now()}")

    def respond(self, parts, body):
        vendor, route = self.guess_vendor(), self.find_route(parts.path)
        dialect = route[0] if route else self.guess_dialect(parts.path, vendor)
        origin = urllib.parse.urlsplit(self.headers.get("Origin", ""))
        if origin.hostname not in (None, "localhost", "127.0.0.1", "::1"):
            self.send_whole(403, {})
            return
        if not self.has_key():
            self.refuse(dialect, 401, "The API key is not the right one")
            return
        document = model_catalogue.find(self.command, parts.path, vendor, self.model.script.model)
        if document is not None:
            self.send_whole(200, document)
        elif route is None:
            self.refuse(dialect, 404, "There is no such endpoint")
        elif self.command != "POST":
            self.refuse(dialect, 405, "This endpoint takes POST")
        else:
            self.serve(route, parts.query, body)

    def serve(self, route, query, body):
        dialect, action, model, method = route
        try:
            value = json.loads(body)
        except ValueError as error:
            value = str(error)
        if not isinstance(value, dict):
            self.refuse(dialect, 400, f"The body is no JSON object: {value}")
            return
        ask = Ask(value)
        dialect.read(ask)
        ask.finish(dialect.demands_results)
        if model is not None:
            ask.model, ask.is_streamed = model, method == "streamGenerateContent"
            ask.is_array = "alt=sse" not in query
        if action == RENDER:
            self.send_whole(200, model_catalogue.render(value))
        elif ask.model is None:
            self.refuse(dialect, 400, "There is no “model”")
        elif action == COUNT:
            self.send_whole(200, dialect.count(ask))
        elif ask.n_turns == 0 and ask.user is None:
            self.refuse(dialect, 400, "There is nothing to answer: no message of the user")
        elif ask.fault is not None:
            self.refuse(dialect, 400, ask.fault)
        else:
            self.answer(dialect, ask, body)

    def answer(self, dialect, ask, body):
        step = self.model.script.pick(ask)
        if step is None:
            self.refuse(dialect, 400,
                        f"The script has no step for turn {ask.turn} of this conversation")
            return
        delay = step.get("delay_ms", self.model.options.model_delay)
        failure = step.get("fail")
        if failure is not None and not self.model.fails(failure, body):
            failure = None
        if failure is not None and ("after" not in failure or not ask.is_streamed):
            self.send_failure(dialect, failure, delay)
            return
        reply = Reply(ask, step, self.number, int(time.time()))
        if not ask.is_streamed:
            self.send_whole(200, dialect.whole(reply), delay=delay)
            return
        frames = Frames(dialect.framing)
        dialect.stream(reply, frames)
        if failure is not None:
            self.end_with_failure(dialect, reply, frames, failure)
        self.send_stream(dialect, step, frames, delay)

    # Responses

    def wait_until(self, due):
        """@due: microseconds. Ends with HungUp where nobody waits any more"""
        while (left := due - now()) > 0:
            ready, _, _ = select.select([self.connection], [], [], left / 1e6)
            if ready and not self.connection.recv(1, socket.MSG_PEEK):
                raise HungUp
            if ready:
                time.sleep(max(due - now(), 0) / 1e6)

    def send_head(self, status, kind, headers=()):
        self.send_response(status, PHRASES.get(status))
        for name, value in (("Content-Type", kind), ("Cache-Control", "no-cache"),
                            ("X-Request-Id", f"req_{self.number:08x}"),
                            ("Request-Id", f"req_{self.number:08x}"), *headers):
            self.send_header(name, value)

    def send_whole(self, status, value, headers=(), delay=0):
        """@value: a text goes as it is. @delay: ms"""
        data = (value if isinstance(value, str) else dump(value)).encode()
        self.wait_until(now() + delay * 1000)
        self.send_head(status, "application/json", (*headers, ("Content-Length", str(len(data)))))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, dialect, status, text):
        self.send_whole(status, dialect.fail(Error(status, text, number=self.number)))

    def make_error(self, failure):
        return Error(failure.get("status", 500),
                     failure.get("message", "The script says that this fails."),
                     failure.get("type"), failure.get("wait_ms", -1), self.number)

    def send_failure(self, dialect, failure, delay):
        error = self.make_error(failure)
        headers = dict(failure.get("headers", {}))
        if error.wait >= 0:
            headers = {"Retry-After-Ms": str(error.wait),
                       "Retry-After": str(-(-error.wait // 1000)), **headers}
        self.send_whole(error.status, failure.get("body", dialect.fail(error)), headers.items(),
                        delay)

    def end_with_failure(self, dialect, reply, frames, failure):
        """Leaves the first pieces of a stream, and lets it end with an error."""
        n_pieces = 0
        for number, (_, is_piece) in enumerate(frames.list):
            if is_piece and n_pieces >= failure["after"]:
                del frames.list[number:]
                break
            n_pieces += is_piece
        dialect.stream_failure(reply, self.make_error(failure), frames)

    def send_chunks(self, data):
        if data:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

    def send_stream(self, dialect, step, frames, delay):
        """@frames: each piece is due at its time; what is due together goes together."""
        speed = step.get("tokens_per_second", self.model.options.model_speed)
        cut = step.get("cut_after")
        self.wait_until(now() + delay * 1000)
        start = now()
        kind = "application/json" if frames.framing == "array" else dialect.content_type
        stamp = (("X-Sent-At", str(start)),) if self.model.options.model_stamps else ()
        self.send_head(200, kind, (*stamp, ("Transfer-Encoding", "chunked")))
        self.end_headers()
        n_pieces, due_now = 0, b""
        for data, is_piece in frames.list:
            if is_piece and n_pieces == cut:
                # What was sent before arrives, and half of this one.
                self.send_chunks(due_now + data[:len(data) // 2])
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            due = start + n_pieces * 1000000 // speed if speed and is_piece else 0
            if due > now():
                self.send_chunks(due_now)
                due_now = b""
                self.wait_until(due)
            n_pieces += is_piece
            due_now += data
        self.send_chunks(due_now)
        self.wfile.write(b"0\r\n\r\n")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # Whoever asked may hang up, which some tests are about.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", nargs="?", const=BUILT_IN, default=BUILT_IN, metavar="SCRIPT",
                        help="a file; the script that comes with Spyglass else")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--model-speed", type=int, default=0, help="pieces of text a second")
    parser.add_argument("--model-delay", type=int, default=0,
                        help="milliseconds before each response")
    parser.add_argument("--model-key", help="answer only a client that sends this API key")
    parser.add_argument("--model-record", metavar="FILE",
                        help="append every request to this file, a JSON object a line")
    parser.add_argument("--model-stamps", action="store_true",
                        help="say when a stream begins, and when a client hung up")
    return parser.parse_args()


def main():
    parent = os.getppid()
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
    # It may have ended before it was watched.
    if parent == 1 or os.getppid() != parent:
        return 1
    options = parse()
    try:
        with open(options.model, encoding="utf-8") as file:
            script = Script(file.read())
        Handler.model = Model(options, script)
        server = Server(("127.0.0.1", options.port), Handler)
    except (OSError, ValueError, KeyError) as error:
        say(f"{options.model}: {error}")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    say(f"Listening on http://127.0.0.1:{server.server_port}")
    server.serve_forever(poll_interval=3600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
