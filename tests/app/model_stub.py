# SPDX-License-Identifier: GPL-3.0-or-later
"""A provider of models on a port of its own, that answers each request with the next of the streams
that a test gives it, in any of the five dialects, and remembers what it was asked."""

import http.server
import json
import os
import threading

from cli_sandbox import Skip
from local_server import LocalServer

KINDS = ("openai-chat", "openai-responses", "anthropic", "gemini", "ollama")
RECORDED = {"openai-chat": "openai/openai-text", "openai-responses": "open-responses/lmstudio-basic.1",
            "anthropic": "anthropic/anthropic-text", "gemini": "google/google-text"}


class Reply:
    """One response: @events are framed as the dialect has it. @cut: the connection ends before the
    response does. @hold: nothing more comes, and the connection stays."""

    def __init__(self, kind, events=(), status=200, body=None, cut=False, hold=False, headers=()):
        self.kind, self.events, self.status, self.body = kind, events, status, body
        self.cut, self.hold, self.headers = cut or hold, hold, headers

    def read(self):
        """The type and the bytes."""
        if self.body is not None:
            return "application/json", json.dumps(self.body).encode()
        if self.kind == "ollama":
            return "application/x-ndjson", b"".join(json.dumps(event).encode() + b"\n"
                                                    for event in self.events)
        text = ""
        for event in self.events:
            name = event.get("type") if self.kind in ("openai-responses", "anthropic") else None
            text += (f"event: {name}\n" if name else "") + f"data: {json.dumps(event)}\n\n"
        return "text/event-stream", (text + ("data: [DONE]\n\n" if self.kind == "openai-chat" and
                                             not self.cut else "")).encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        with server.lock:
            server.requests.append((self.path, dict(self.headers), json.loads(body)))
            reply = server.replies.pop(0) if server.replies else Reply(
                "openai-chat", status=500, body={"error": {"message": "nothing is left to say"}})
        kind, data = reply.read()
        self.send_response(reply.status)
        self.send_header("Content-Type", kind)
        for name, value in reply.headers:
            self.send_header(name, value)
        # What is cut is shorter than it was said to be.
        self.send_header("Content-Length", str(len(data) + (1000 if reply.cut else 0)))
        self.end_headers()
        self.wfile.write(data)
        if reply.hold:
            self.wfile.flush()
            server.released.wait(30)
        if reply.cut:
            self.close_connection = True

    def log_message(self, *_):
        pass


class ModelStub(LocalServer):
    def __init__(self, *replies):
        super().__init__(Handler)
        self.replies, self.requests, self.lock = list(replies), [], threading.Lock()
        self.released = threading.Event()
        self.url += "/v1"

    def __exit__(self, *_):
        self.released.set()
        super().__exit__()


# Streams that others recorded

def read_recorded(name):
    path = os.path.join(os.environ.get("SPYGLASS_SHARED_DATA", ""), "llm-streams",
                        name + ".chunks.txt")
    if not os.path.exists(path):
        raise Skip(f"{name} is not here")
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def find_text(kind, events):
    """What the model says in them, read in the simplest way."""
    if kind == "openai-chat":
        return "".join(choice["delta"].get("content") or "" for event in events
                       for choice in event["choices"])
    if kind == "openai-responses":
        return "".join(event["delta"] for event in events
                       if event["type"] == "response.output_text.delta")
    if kind == "anthropic":
        return "".join(event["delta"].get("text", "") for event in events
                       if event["type"] == "content_block_delta")
    if kind == "gemini":
        return "".join(part.get("text", "") for event in events
                       for part in event["candidates"][0]["content"].get("parts", [])
                       if not part.get("thought"))
    return "".join(event["message"]["content"] for event in events)


# Streams of our own

def say(kind, text, **more):
    """A reply that says @text in two pieces."""
    first, rest = text[:len(text) // 2], text[len(text) // 2:]
    if kind == "openai-chat":
        chunks = [{"choices": [{"index": 0, "delta": {"role": "assistant", "content": first}}]},
                  {"choices": [{"index": 0, "delta": {"content": rest}, "finish_reason": "stop"}]},
                  {"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7,
                                            "total_tokens": 18}}]
        chunks = [dict(chunk, id="c", object="chat.completion.chunk", model="m") for chunk in chunks]
    elif kind == "openai-responses":
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": text, "annotations": []}]}
        chunks = [{"type": "response.created", "response": {"id": "resp_1", "model": "m"}},
                  {"type": "response.output_item.added", "output_index": 0,
                   "item": dict(item, content=[], status="in_progress")},
                  {"type": "response.output_text.delta", "output_index": 0, "content_index": 0,
                   "item_id": "msg_1", "delta": first},
                  {"type": "response.output_text.delta", "output_index": 0, "content_index": 0,
                   "item_id": "msg_1", "delta": rest},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed",
                   "response": {"id": "resp_1", "model": "m", "status": "completed",
                                "output": [item],
                                "usage": {"input_tokens": 11, "output_tokens": 7,
                                          "total_tokens": 18}}}]
    elif kind == "anthropic":
        chunks = [*begin_message(),
                  {"type": "content_block_start", "index": 0,
                   "content_block": {"type": "text", "text": ""}},
                  {"type": "content_block_delta", "index": 0,
                   "delta": {"type": "text_delta", "text": first}},
                  {"type": "content_block_delta", "index": 0,
                   "delta": {"type": "text_delta", "text": rest}},
                  {"type": "content_block_stop", "index": 0}, *end_message("end_turn")]
    elif kind == "gemini":
        chunks = [{"candidates": [{"content": {"role": "model", "parts": [{"text": first}]}}]},
                  {"candidates": [{"content": {"role": "model", "parts": [{"text": rest}]},
                                   "finishReason": "STOP"}],
                   "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7,
                                     "totalTokenCount": 18}}]
    else:
        chunks = [{"model": "m", "message": {"role": "assistant", "content": first}, "done": False},
                  {"model": "m", "message": {"role": "assistant", "content": rest}, "done": False},
                  {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True,
                   "done_reason": "stop", "prompt_eval_count": 11, "eval_count": 7}]
    return Reply(kind, chunks, **more)


def begin_message():
    return [{"type": "message_start",
             "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m",
                         "content": [], "usage": {"input_tokens": 11, "output_tokens": 1}}}]


def end_message(reason):
    return [{"type": "message_delta", "delta": {"stop_reason": reason},
             "usage": {"output_tokens": 7}}, {"type": "message_stop"}]


def call(kind, *calls):
    """A reply that makes the calls: (name, arguments as text). Their ids are call_0, call_1, …"""
    if kind == "openai-chat":
        chunks = [{"choices": [{"index": 0, "delta": {"tool_calls": [
            {"index": i, "id": f"call_{i}", "type": "function",
             "function": {"name": name, "arguments": ""}}]}}]} for i, (name, _) in enumerate(calls)]
        chunks += [{"choices": [{"index": 0, "delta": {"tool_calls": [
            {"index": i, "function": {"arguments": text}}]}}]} for i, (_, text) in enumerate(calls)]
        chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
                   {"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7,
                                             "total_tokens": 18}}]
        return Reply(kind, chunks)
    if kind == "openai-responses":
        items = [{"id": f"fc_{i}", "type": "function_call", "call_id": f"call_{i}", "name": name,
                  "arguments": text, "status": "completed"} for i, (name, text) in enumerate(calls)]
        chunks = [{"type": "response.created", "response": {"id": "resp_1", "model": "m"}}]
        for i, item in enumerate(items):
            chunks += [{"type": "response.output_item.added", "output_index": i,
                        "item": dict(item, arguments="", status="in_progress")},
                       {"type": "response.function_call_arguments.delta", "output_index": i,
                        "item_id": item["id"], "delta": item["arguments"]},
                       {"type": "response.output_item.done", "output_index": i, "item": item}]
        chunks += [{"type": "response.completed",
                    "response": {"id": "resp_1", "model": "m", "status": "completed",
                                 "output": items,
                                 "usage": {"input_tokens": 11, "output_tokens": 7,
                                           "total_tokens": 18}}}]
        return Reply(kind, chunks)
    if kind == "anthropic":
        chunks = begin_message()
        for i, (name, text) in enumerate(calls):
            chunks += [{"type": "content_block_start", "index": i,
                        "content_block": {"type": "tool_use", "id": f"call_{i}", "name": name,
                                          "input": {}}},
                       {"type": "content_block_delta", "index": i,
                        "delta": {"type": "input_json_delta", "partial_json": text}},
                       {"type": "content_block_stop", "index": i}]
        return Reply(kind, [*chunks, *end_message("tool_use")])
    if kind == "gemini":
        parts = [{"functionCall": {"id": f"call_{i}", "name": name, "args": json.loads(text)},
                  "thoughtSignature": f"signature{i}"} for i, (name, text) in enumerate(calls)]
        return Reply(kind, [{"candidates": [{"content": {"role": "model", "parts": parts},
                                             "finishReason": "STOP"}],
                             "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7,
                                               "totalTokenCount": 18}}])
    calls = [{"id": f"call_{i}", "function": {"index": i, "name": name,
                                              "arguments": json.loads(text)}}
             for i, (name, text) in enumerate(calls)]
    return Reply(kind, [{"model": "m", "message": {"role": "assistant", "content": "",
                                                   "tool_calls": calls}, "done": False},
                        {"model": "m", "message": {"role": "assistant", "content": ""},
                         "done": True, "done_reason": "stop", "prompt_eval_count": 11,
                         "eval_count": 7}])


def find_results(kind, body):
    """The results that a request sends back: [(id, text, whether it failed)]; what a dialect has no
    place for is None."""
    if kind == "openai-chat":
        return [(message["tool_call_id"], message["content"], None) for message in body["messages"]
                if message["role"] == "tool"]
    if kind == "openai-responses":
        return [(item["call_id"], item["output"], None) for item in body["input"]
                if item.get("type") == "function_call_output"]
    if kind == "anthropic":
        return [(block["tool_use_id"], read_content(block["content"]), block.get("is_error", False))
                for message in body["messages"] if isinstance(message["content"], list)
                for block in message["content"] if block["type"] == "tool_result"]
    if kind == "gemini":
        return [(part["functionResponse"]["id"],
                 next(iter(part["functionResponse"]["response"].values())),
                 "error" in part["functionResponse"]["response"])
                for content in body["contents"] for part in content["parts"]
                if "functionResponse" in part]
    return [(message.get("tool_call_id"), message["content"], None) for message in body["messages"]
            if message["role"] == "tool"]


def read_content(content):
    return content if isinstance(content, str) else "".join(block["text"] for block in content)
