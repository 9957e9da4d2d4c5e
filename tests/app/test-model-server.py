#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests' model server: that it says what its script says in each of five APIs, streamed and
whole, and that it fails as it is told.

Usage: test-model-server.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import socket
import time

from cli_sandbox import DEMO, run_tests
from model_demo import CHAT, DIALECTS, GEMINI, MESSAGES, OLLAMA, RESPONSES, ModelDemo, make

SAY = "Straße, “quoted” \\ 日本語 and\nmore"
THINK = "Let me think about it."
ARGUMENTS = '{"numbers":[1,2,3.5],"text":"ä \\" ö"}'
CALLS = [("c1", "describe", ARGUMENTS), ("c2", "demo__echo", "{}")]
USAGE = {"input": 50, "cached": 20, "output": 31, "reasoning": 7, "cache_write": 0}
STEP = {"think": THINK, "say": SAY, "usage": USAGE,
        "call": [{"tool": "describe", "id": "c1", "arguments": json.loads(ARGUMENTS)},
                 {"tool": "echo", "id": "c2"}]}
TOOLS = ["describe", "demo__echo"]


def start(*steps, options=()):
    return ModelDemo(DEMO, list(steps), *options)


def read_chat(answer):
    """What a client makes of it: text, thought, calls, why it ended, tokens."""
    text, thought, calls, reason, usage = "", "", {}, None, None
    assert answer.events[-1] == (None, "[DONE]"), answer
    for _, chunk in answer.events[:-1]:
        usage = chunk["usage"] or usage
        for choice in chunk["choices"]:
            delta = choice["delta"]
            text += delta.get("content") or ""
            thought += delta.get("reasoning_content") or ""
            reason = choice["finish_reason"] or reason
            for call in delta.get("tool_calls", ()):
                known = calls.setdefault(call["index"], ["", "", ""])
                known[0] += call.get("id", "")
                known[1] += call["function"].get("name", "")
                known[2] += call["function"]["arguments"]
    return text, thought, [tuple(call) for _, call in sorted(calls.items())], reason, read_usage(
        CHAT, usage)


def read_whole_chat(answer):
    (choice,) = answer.json["choices"]
    message = choice["message"]
    return (message["content"], message["reasoning_content"],
            [(call["id"], call["function"]["name"], call["function"]["arguments"])
             for call in message["tool_calls"]], choice["finish_reason"],
            read_usage(CHAT, answer.json["usage"]))


def read_usage(dialect, usage):
    if dialect == CHAT:
        assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
        return (usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"],
                usage["completion_tokens"], usage["completion_tokens_details"]["reasoning_tokens"])
    if dialect == RESPONSES:
        assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"]
        return (usage["input_tokens"], usage["input_tokens_details"]["cached_tokens"],
                usage["output_tokens"], usage["output_tokens_details"]["reasoning_tokens"])
    if dialect == MESSAGES:
        cached = usage["cache_read_input_tokens"]
        return (usage["input_tokens"] + cached + usage["cache_creation_input_tokens"], cached,
                usage["output_tokens"], usage["output_tokens_details"]["thinking_tokens"])
    thought = usage["thoughtsTokenCount"]
    assert usage["totalTokenCount"] == usage["promptTokenCount"] + thought + usage[
        "candidatesTokenCount"]
    return (usage["promptTokenCount"], usage["cachedContentTokenCount"],
            usage["candidatesTokenCount"] + thought, thought)


def read_response(response):
    text = "".join(part["text"] for item in response["output"] if item["type"] == "message"
                   for part in item["content"])
    thought = "".join(part["text"] for item in response["output"] if item["type"] == "reasoning"
                      for part in item["summary"])
    calls = [(item["call_id"], item["name"], item["arguments"]) for item in response["output"]
             if item["type"] == "function_call"]
    return text, thought, calls, response["status"], read_usage(RESPONSES, response["usage"])


def read_responses(answer):
    """The pieces, each within its item, agree with the whole at the end."""
    items = {}
    for number, (name, event) in enumerate(answer.events):
        assert name == event["type"] and event["sequence_number"] == number, event
        if name.endswith(".delta"):
            assert event["output_index"] in items, event
            items[event["output_index"]] += event["delta"]
        elif name == "response.output_item.added":
            assert event["output_index"] == len(items), event
            items[event["output_index"]] = ""
    assert answer.events[0][0] == "response.created", answer
    name, last = answer.events[-1]
    result = read_response(last["response"])
    assert name == f"response.{result[3]}", name
    assert list(items.values()) == [result[1], result[0], *(call[2] for call in result[2])], items
    return result


def read_messages(answer):
    blocks, reason, usage = [], None, None
    names = [name for name, _ in answer.events]
    assert names[0] == "message_start" and names[-1] == "message_stop" and "ping" in names, names
    for name, event in answer.events:
        assert name == event["type"], event
        if name == "message_start":
            usage = dict(event["message"]["usage"])
        elif name == "content_block_start":
            assert event["index"] == len(blocks), event
            blocks.append({**event["content_block"], "partial": ""})
        elif name == "content_block_delta":
            delta, block = event["delta"], blocks[event["index"]]
            member = {"text_delta": "text", "thinking_delta": "thinking",
                      "signature_delta": "signature", "input_json_delta": "partial_json"}[
                          delta["type"]]
            known = "partial" if member == "partial_json" else member
            block[known] += delta[member]
        elif name == "message_delta":
            reason = event["delta"]["stop_reason"]
            usage.update(event["usage"])
    return read_blocks(blocks, reason, usage)


def read_blocks(blocks, reason, usage):
    thoughts = [block for block in blocks if block["type"] == "thinking"]
    assert all(block["signature"] for block in thoughts), blocks
    return ("".join(block["text"] for block in blocks if block["type"] == "text"),
            "".join(block["thinking"] for block in thoughts),
            [(block["id"], block["name"],
              block["partial"] or "{}" if "partial" in block else block["input"])
             for block in blocks if block["type"] == "tool_use"], reason,
            read_usage(MESSAGES, usage))


def read_gemini(responses):
    text, thought, calls, reason, usage = "", "", [], None, None
    for response in responses:
        (candidate,) = response["candidates"]
        assert candidate["content"]["role"] == "model", response
        reason = candidate.get("finishReason", reason)
        usage = response["usageMetadata"]
        for part in candidate["content"]["parts"]:
            if part.get("thought"):
                thought += part["text"]
            elif "text" in part:
                text += part["text"]
            else:
                call = part["functionCall"]
                assert ("thoughtSignature" in part) == (not calls), part
                calls.append((call["id"], call["name"], call["args"]))
    return text, thought, calls, reason, read_usage(GEMINI, usage)


def read_ollama(lines):
    text, thought, calls = "", "", []
    for line in lines:
        message = line["message"]
        text += message["content"]
        thought += message.get("thinking", "")
        calls += [(call["id"], call["function"]["name"], call["function"]["arguments"])
                  for call in message.get("tool_calls", ())]
    assert [line["done"] for line in lines] == [False] * (len(lines) - 1) + [True], lines
    last = lines[-1]
    return text, thought, calls, last["done_reason"], (last["prompt_eval_count"],
                                                       last["eval_count"])


REASONS = {CHAT: "tool_calls", RESPONSES: "completed", MESSAGES: "tool_use", GEMINI: "STOP",
           OLLAMA: "stop"}
TOKENS = {OLLAMA: (50, 31)}


def expect(dialect, result, is_text):
    """@is_text: whether the arguments come as text"""
    calls = CALLS if is_text else [(id, name, json.loads(text)) for id, name, text in CALLS]
    assert result == (SAY, THINK, calls, REASONS[dialect],
                      TOKENS.get(dialect, (50, 20, 31, 7))), (dialect, result)


def test_streams(_):
    with start(STEP) as demo:
        for dialect, read, kind in (
                (CHAT, read_chat, "text/event-stream"),
                (RESPONSES, read_responses, "text/event-stream"),
                (MESSAGES, read_messages, "text/event-stream"),
                (GEMINI, lambda answer: read_gemini([data for _, data in answer.events]),
                 "text/event-stream"),
                (OLLAMA, lambda answer: read_ollama(answer.lines), "application/x-ndjson")):
            answer = demo.ask(dialect, tools=TOOLS)
            assert answer.status == 200 and answer.is_whole, (dialect, answer)
            assert answer.headers["Content-Type"].startswith(kind), answer
            expect(dialect, read(answer), dialect not in (GEMINI, OLLAMA))


def test_whole(_):
    with start(STEP) as demo:
        answers = {}
        for dialect in DIALECTS:
            answer = answers[dialect] = demo.ask(dialect, stream=False, tools=TOOLS)
            assert answer.status == 200, (dialect, answer)
            assert answer.headers["Content-Type"] == "application/json", (dialect, answer)
        expect(CHAT, read_whole_chat(answers[CHAT]), True)
        expect(RESPONSES, read_response(answers[RESPONSES].json), True)
        message = answers[MESSAGES].json
        expect(MESSAGES, read_blocks(message["content"], message["stop_reason"],
                                     message["usage"]), False)
        expect(GEMINI, read_gemini([answers[GEMINI].json]), False)
        expect(OLLAMA, read_ollama([answers[OLLAMA].json]), False)
        # The default of this API is a stream, and that of the others is not.
        path, body = make(OLLAMA, "hello", True, ())
        del body["stream"]
        assert len(demo.post(path, body).lines) > 1
        path, body = make(CHAT, "hello", True, ())
        del body["stream"]
        assert demo.post(path, body).json["object"] == "chat.completion"
        # Without “alt=sse” Gemini's stream is an array; the API has two versions.
        path, body = make(GEMINI, "hello", True, TOOLS)
        expect(GEMINI, read_gemini([data for _, data in demo.post(
            path.replace("v1beta", "v1"), body).events]), False)
        expect(GEMINI, read_gemini(demo.post(path.split("?")[0], body).json), False)


def history(dialect):
    """A conversation in which echo was called and answered."""
    if dialect == CHAT:
        return "messages", [
            {"role": "system", "content": "s"}, {"role": "user", "content": "go"},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "c", "type": "function", "function": {"name": "echo", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "c", "content": "r"},
            {"role": "user", "content": [{"type": "text", "text": "the image of echo"}, {
                "type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}]}]
    if dialect == RESPONSES:
        return "input", [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]},
            {"type": "reasoning", "id": "rs", "summary": []},
            {"type": "function_call", "call_id": "c", "name": "echo", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c", "output": "r"}]
    if dialect == MESSAGES:
        return "messages", [
            {"role": "user", "content": "go"},
            {"role": "assistant", "content": [
                {"type": "text", "text": "t"},
                {"type": "tool_use", "id": "c", "name": "echo", "input": {}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "c", "content": "r"},
                {"type": "text", "text": "beside it"}]}]
    if dialect == GEMINI:
        return "contents", [
            {"role": "user", "parts": [{"text": "go"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "echo", "args": {}}}]},
            {"role": "user", "parts": [
                {"functionResponse": {"name": "echo", "response": {"output": "r"}}}]}]
    return "messages", [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "", "tool_calls": [
            {"function": {"name": "echo", "arguments": {}}}]},
        {"role": "tool", "tool_name": "echo", "content": "r"}]


def test_places(_):
    """Each API tells where its conversation is: the turn, the person's words, the last tool."""
    steps = [{"when": {"turn": 2, "after_tool": "echo", "user_matches": "^go$"}, "say": "after"},
             {"when": {"turn": 1, "has_tool": "echo", "after_tool": False}, "say": "may"},
             {"when": {"turn": 1}, "say": "may not"}]
    with start(*steps) as demo:
        for dialect in DIALECTS:
            name, messages = history(dialect)
            for said, more in (("after", {name: messages}), ("may", {}), ("may not", None)):
                answer = demo.ask(dialect, tools=[] if more is None else ["demo__echo"],
                                  stream=False, **(more or {}))
                assert json.dumps(said) in answer.text, (dialect, said, answer)
        # A script that has nothing to say says so.
        path, body = make(CHAT, "go", True, ())
        body["messages"] += [{"role": "assistant", "content": "a"},
                             {"role": "user", "content": "more"}]
        answer = demo.post(path, body)
        assert answer.status == 400 and "no step for turn 2" in answer.text, answer


def test_refused_conversations(_):
    """What vendors refuse is refused: calls without results, results without calls, and thoughts
    that somebody changed."""
    with start({"when": {"turn": 1}, **STEP}, {"say": "done"}) as demo:
        for dialect in (CHAT, RESPONSES, MESSAGES):
            name, messages = history(dialect)
            cases = [(messages, 200), (messages[:-1], 200 if dialect == CHAT else 400)]
            without_call = [one for one in messages if "echo" not in json.dumps(one)
                            or one.get("role") == "user"]
            cases.append((without_call, 400))
            if dialect == CHAT:
                cases.append((messages[:3] + messages[-1:], 400))
                cases.append((messages[:3], 400))
            for wrong, status in cases:
                answer = demo.ask(dialect, stream=False, **{name: wrong})
                assert answer.status == status, (dialect, wrong, answer)
        answer = demo.ask(MESSAGES, stream=False).json["content"]
        results = {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": "r"} for id, _, _ in CALLS]}
        path, body = make(MESSAGES, "go", False, ())
        body["messages"] += [{"role": "assistant", "content": answer}, results]
        assert demo.post(path, body).status == 200
        answer[0]["thinking"] += " "
        refused = demo.post(path, body)
        assert refused.status == 400 and "thought" in refused.text, refused
        path, body = make(RESPONSES, "go", False, (), include=["reasoning.encrypted_content"])
        output = demo.post(path, body).json["output"]
        body["input"] += [*output, *(
            {"type": "function_call_output", "call_id": id, "output": "r"} for id, _, _ in CALLS)]
        assert demo.post(path, body).status == 200
        output[0]["encrypted_content"] = "x"
        assert demo.post(path, body).status == 400


def test_no_calls(_):
    """Whoever forbids calls gets none."""
    with start({"call": [{"tool": "echo"}]}) as demo:
        for dialect, more in (
                (CHAT, {"tool_choice": "none"}), (RESPONSES, {"tool_choice": "none"}),
                (MESSAGES, {"tool_choice": {"type": "none"}}),
                (GEMINI, {"toolConfig": {"functionCallingConfig": {"mode": "NONE"}}})):
            answer = demo.ask(dialect, tools=["echo"], **more)
            assert answer.status == 200 and answer.is_whole, answer
            assert "echo" not in answer.text and " tool" in answer.text, answer


def test_wrong_arguments(_):
    """Arguments that are no JSON, as each API lets them through."""
    text = '{"n": [1'
    with start({"call": [{"tool": "echo", "id": "c", "arguments_text": text}]}) as demo:
        assert read_call(demo.ask(CHAT)) == text
        answer = demo.ask(RESPONSES)
        done = [event for name, event in answer.events
                if name == "response.function_call_arguments.done"]
        assert done[0]["arguments"] == text, answer
        pieces = [event["delta"]["partial_json"] for name, event in demo.ask(MESSAGES).events
                  if name == "content_block_delta"]
        assert "".join(pieces) == text, pieces
        assert demo.ask(MESSAGES, stream=False).json["content"][0]["input"] == {
            "INVALID_JSON": text}
        last = demo.ask(GEMINI).events[-1][1]["candidates"][0]
        assert last["finishReason"] == "MALFORMED_FUNCTION_CALL", last
        for stream in (True, False):
            (line,) = demo.ask(OLLAMA, stream=stream).lines
            assert text in line["error"], line


def read_call(answer):
    return "".join(call["function"]["arguments"] for _, chunk in answer.events[:-1]
                   for choice in chunk["choices"]
                   for call in choice["delta"].get("tool_calls", ()))


def test_failures(_):
    fail = {"status": 429, "message": "Slow down", "wait_ms": 1500, "headers": {"X-More": "yes"},
            "times": 1}
    with start({"fail": fail, "say": "now"}) as demo:
        for dialect in DIALECTS:
            answer = demo.ask(dialect)
            assert answer.status == 429, (dialect, answer)
            assert (answer.headers["Retry-After-Ms"], answer.headers["Retry-After"],
                    answer.headers["X-More"]) == ("1500", "2", "yes"), answer
            error = answer.json["error"]
            assert (error if dialect == OLLAMA else error["message"]) == "Slow down", answer
            if dialect == GEMINI:
                assert error["status"] == "RESOURCE_EXHAUSTED", error
                assert error["details"][0]["retryDelay"] == "1.500s", error
            # The same request once more, and another one
            assert demo.ask(dialect).status == 200
            assert demo.ask(dialect, "other").status == 429
    with start({"fail": {"status": 503, "body": {"detail": 1.1}}}) as demo:
        for _ in range(2):
            answer = demo.ask(CHAT)
            assert (answer.status, answer.text) == (503, '{"detail":1.1}'), answer


def test_failures_in_streams(_):
    with start({"say": "one two three", "fail": {"status": 529, "message": "Overloaded",
                                                "after": 2}}) as demo:
        events = demo.ask(CHAT).events
        assert events[-1][1]["error"]["message"] == "Overloaded" and len(events) == 4, events
        events = demo.ask(RESPONSES).events
        assert [name for name, _ in events[-2:]] == ["error", "response.failed"], events
        assert events[-1][1]["response"]["error"]["message"] == "Overloaded", events
        assert [event["sequence_number"] for _, event in events] == list(range(len(events)))
        name, last = demo.ask(MESSAGES).events[-1]
        assert name == "error" and last["error"]["type"] == "overloaded_error", last
        text = demo.ask(GEMINI).text
        assert json.loads(text.split("\n\n")[-1])["error"]["code"] == 529, text
        assert demo.ask(OLLAMA).lines[-1] == {"error": "Overloaded"}
        # In one piece there is no middle.
        assert demo.ask(CHAT, stream=False).status == 529


def test_cut(_):
    with start({"say": "one two three four", "cut_after": 2}) as demo:
        for dialect in DIALECTS:
            answer = demo.ask(dialect)
            assert answer.status == 200 and not answer.is_whole, (dialect, answer)
            assert "one" in answer.text and " two" in answer.text, (dialect, answer)
            assert "four" not in answer.text, (dialect, answer)
        assert demo.process.poll() is None


def test_pace(_):
    """It takes at least as long as it was told; the machine may be slow."""
    with start({"say": "a b c d e f", "tokens_per_second": 20, "delay_ms": 200},
               options=("--model-speed", "1")) as demo:
        began = time.monotonic()
        demo.ask(CHAT)
        assert time.monotonic() - began >= 0.2 + 5 / 20
        began = time.monotonic()
        demo.ask(CHAT, stream=False)
        assert time.monotonic() - began >= 0.2
    # What the script does not say, the options do; what it says holds, 0 included.
    for step, delay in (({"say": "s"}, 0.5), ({"say": "s", "delay_ms": 0}, 0)):
        with start(step, options=("--model-delay", "500")) as demo:
            began = time.monotonic()
            demo.ask(CHAT)
            assert time.monotonic() - began >= delay


def test_think_tags_and_images(_):
    step = {"think": "hm", "think_tags": True, "say": "yes",
            "image": {"mime_type": "image/gif", "data": "AAEC"}}
    with start(step) as demo:
        message = demo.ask(CHAT, stream=False).json["choices"][0]["message"]
        assert message["content"] == "<think>hm</think>yes", message
        assert "reasoning_content" not in message, message
        parts = demo.ask(GEMINI, stream=False).json["candidates"][0]["content"]["parts"]
        assert {"inlineData": {"mimeType": "image/gif", "data": "AAEC"}} in parts, parts
        output = demo.ask(RESPONSES, stream=False).json["output"]
        assert [item["result"] for item in output if item["type"] == "image_generation_call"] == [
            "AAEC"], output


def test_stops(_):
    words = {"length": ("length", "incomplete", "max_tokens", "MAX_TOKENS", "length"),
             "filter": ("content_filter", "incomplete", "refusal", "SAFETY", "stop"),
             "end": ("stop", "completed", "end_turn", "STOP", "stop"),
             "pause": ("stop", "completed", "pause_turn", "STOP", "stop")}
    for word, wanted in words.items():
        with start({"say": "s", "stop": word}) as demo:
            chat, responses, messages, gemini, ollama = (
                demo.ask(dialect, stream=False).json for dialect in DIALECTS)
            assert (chat["choices"][0]["finish_reason"], responses["status"],
                    messages["stop_reason"], gemini["candidates"][0]["finishReason"],
                    ollama["done_reason"]) == wanted, word
            name, _ = demo.ask(RESPONSES).events[-1]
            assert name == f"response.{wanted[1]}", name
    with start({"say": "no", "stop": "refusal"}) as demo:
        message = demo.ask(CHAT, stream=False).json["choices"][0]["message"]
        assert (message["content"], message["refusal"]) == (None, "no"), message
        assert "response.refusal.done" in demo.ask(RESPONSES).text


def test_lists_and_counts(_):
    with start(STEP) as demo:
        assert demo.get("/v1/models").json["data"][0]["id"] == "scripted"
        one = demo.get("/v1/models", anthropic_version="2023-06-01").json
        assert one["data"][0]["type"] == "model" and not one["has_more"], one
        name = demo.get("/v1beta/models").json["models"][0]["name"]
        assert demo.get("/v1/models", x_goog_api_key="k").json["models"][0]["name"] == name
        assert demo.get(f"/v1beta/{name}").json["inputTokenLimit"] > 0
        assert demo.get("/api/tags").json["models"][0]["name"] == "scripted"
        shown = demo.post("/api/show", {"model": "scripted"}).json
        assert "tools" in shown["capabilities"], shown
        assert shown["model_info"]["demo.context_length"] > 0, shown
    with start({"say": "s"}) as demo:
        for dialect, path, member in (
                (MESSAGES, "/v1/messages/count_tokens", "input_tokens"),
                (CHAT, "/v1/chat/completions/input_tokens", "input_tokens"),
                (RESPONSES, "/v1/responses/input_tokens", "input_tokens"),
                (GEMINI, "/v1beta/models/m:countTokens", "totalTokens")):
            _, body = make(dialect, "hello" * 100, False, TOOLS)
            counted = demo.post(path, body).json[member]
            usage = demo.ask(dialect, "hello" * 100, False, TOOLS).json
            told = (usage["usageMetadata"]["promptTokenCount"] if dialect == GEMINI
                    else usage["usage"]["prompt_tokens" if dialect == CHAT else "input_tokens"])
            # What is asked for beside the conversation does not count.
            assert counted == told > 125, (dialect, counted, told)


def test_bad_requests(_):
    with start({"say": "s"}, options=("--model-key", "secret")) as demo:
        for dialect in DIALECTS:
            path, body = make(dialect, "hello", True, ())
            assert demo.post(path, body).status == 401, dialect
            assert demo.post(path, body, Authorization="Bearer other").status == 401, dialect
            headers = {MESSAGES: {"x_api_key": "secret"}, GEMINI: {"x_goog_api_key": "secret"}}.get(
                dialect, {"Authorization": "Bearer secret"})
            assert demo.post(path, body, **headers).status == 200, dialect
            for wrong in (b"", b"{", b"[]", b"{}", b'{"model":"m"}', b"\xff"):
                answer = demo.post(path, wrong, **headers)
                assert answer.status == 400 and answer.json["error"], (dialect, wrong, answer)
        assert demo.get("/v1/models").status == 401
        right = {"Authorization": "Bearer secret"}
        assert demo.get("/v1/chat/completions", **right).status == 405
        assert demo.get("/v1beta/models/", **right).status == 404
        assert demo.post("/v1beta/models/m:other", {}, **right).status == 404
        assert demo.get("/v1/models", Origin="https://evil.example", **right).status == 403


def test_record(_):
    with start({"say": "s"}) as demo:
        text = b'{ "model": "m",\n "messages": [{"role": "user", "content": "\\u00e4"}], "n": 1.10 }'
        demo.post("/v1/chat/completions?a=b", text, X_Api_Key="k")
        demo.post("/v1/messages", b"no\nJSON")
        demo.get("/v1/models")
        with open(demo.record, encoding="utf-8") as file:
            first, second, third = file.read().splitlines()
        # As it was spelled
        assert '"content":"\\u00e4"' in first and '"n":1.10}' in first, first
        one = json.loads(first)
        assert (one["method"], one["path"], one["query"]) == ("POST", "/v1/chat/completions", "a=b")
        assert one["headers"]["x-api-key"] == "k", one
        assert json.loads(second)["text"] == "no\nJSON"
        assert json.loads(third)["method"] == "GET" and "body" not in json.loads(third)


def test_end(_):
    """It ends at once in the middle of a stream."""
    with start({"say": "a b c d", "tokens_per_second": 1}) as demo:
        host, port = demo.url.split("//")[1].split(":")
        with socket.create_connection((host, int(port)), timeout=30) as peer:
            path, body = make(CHAT, "x", True, ())
            text = json.dumps(body)
            peer.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(text)}"
                         f"\r\n\r\n{text}".encode())
            assert peer.recv(12) == b"HTTP/1.1 200"
            demo.process.terminate()
            assert demo.process.wait(30) == 0


if __name__ == "__main__":
    run_tests(globals())
