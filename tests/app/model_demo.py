# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests' model server, and a client of its five APIs in the fewest lines: no part of Spyglass'
own client takes part."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

PATIENCE = 60  # seconds
SERVER = os.path.join(os.path.dirname(__file__), "../servers/model_server.py")

CHAT, RESPONSES, MESSAGES, GEMINI, OLLAMA = DIALECTS = (
    "chat", "responses", "messages", "gemini", "ollama")


class Answer:
    """@is_whole: whether the connection ended as it should"""

    def __init__(self, status, headers, body, is_whole):
        self.status, self.headers, self.body, self.is_whole = status, headers, body, is_whole

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def events(self):
        """Pairs of what “event” and “data” say; the data decoded, but the end mark."""
        found = []
        for block in self.text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if "data" in fields:
                data = fields["data"]
                found.append((fields.get("event"),
                              data if data == "[DONE]" else json.loads(data)))
        return found

    @property
    def lines(self):
        return [json.loads(line) for line in self.text.splitlines()]

    def __repr__(self):
        return f"{self.status} {list(self.headers.items())} {self.body[:1000]!r}"


def read(response):
    """What came of a body, whether or not it came to its end."""
    body = b""
    try:
        while True:
            piece = response.read1(65536)
            if not piece:
                return body, True
            body += piece
    except (http.client.IncompleteRead, ConnectionError) as error:
        return body + (getattr(error, "partial", b"") or b""), False


def request(method, url, value=None, **headers):
    """@value: what the body says in JSON; bytes go as they are. @headers: with _ for -"""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    body = value if value is None or isinstance(value, bytes) else json.dumps(value).encode()
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target, body, {
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()}})
        response = connection.getresponse()
        return Answer(response.status, response.headers, *read(response))
    finally:
        connection.close()


class ModelDemo:
    """The model server with a script and a record of all that it was asked.

    @script: its steps; None for the built-in one"""

    def __init__(self, _, script=None, *options):
        self.folder = tempfile.mkdtemp(prefix="spyglass-model-")
        self.record = os.path.join(self.folder, "record")
        words = [sys.executable, SERVER, "--model"]
        if script is not None:
            words.append(os.path.join(self.folder, "script.json"))
            with open(words[-1], "w", encoding="utf-8") as file:
                json.dump({"model": "scripted", "steps": script}, file, ensure_ascii=False)
        self.process = subprocess.Popen([*words, "--model-record", self.record, *options],
                                        stderr=subprocess.PIPE, text=True)
        said = []
        for line in self.process.stderr:
            said.append(line)
            match = re.match(r"Listening on (\S+)", line)
            if match:
                self.url = match.group(1)
                return
        self.stop()
        raise AssertionError("the model does not listen: " + "".join(said))

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def read_record(self):
        with open(self.record, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def get(self, path, **headers):
        return request("GET", self.url + path, **headers)

    def post(self, path, value, **headers):
        return request("POST", self.url + path, value, **headers)

    def ask(self, dialect, text="hello", stream=True, tools=(), **more):
        """One message of a person's, in any dialect. @more: members of the body"""
        return self.post(*make(dialect, text, stream, tools, **more))


def make(dialect, text, stream, tools, **more):
    """The path and the body of a request."""
    schema = {"type": "object"}
    message = [{"role": "user", "content": text}]
    functions = [{"type": "function", "function": {"name": name, "parameters": schema}}
                 for name in tools]
    if dialect == CHAT:
        path, body = "/v1/chat/completions", {
            "model": "m", "messages": message, "stream": stream, "tools": functions,
            "stream_options": {"include_usage": True}}
    elif dialect == RESPONSES:
        path, body = "/v1/responses", {
            "model": "m", "input": message, "stream": stream,
            "tools": [{"type": "function", "name": name, "parameters": schema} for name in tools]}
    elif dialect == MESSAGES:
        path, body = "/v1/messages", {
            "model": "m", "max_tokens": 100, "messages": message, "stream": stream,
            "tools": [{"name": name, "input_schema": schema} for name in tools]}
    elif dialect == OLLAMA:
        path, body = "/api/chat", {"model": "m", "messages": message, "stream": stream,
                                   "tools": functions}
    else:
        path = "/v1beta/models/m:" + ("streamGenerateContent?alt=sse" if stream
                                      else "generateContent")
        body = {"contents": [{"role": "user", "parts": [{"text": text}]}],
                "tools": [{"functionDeclarations": [{"name": name} for name in tools]}]}
    return path, {**body, **more}
