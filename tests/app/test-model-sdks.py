#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests' model server, read by the SDKs of OpenAI, Anthropic and Google: they make of it what
the script says.

Usage: test-model-sdks.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP. Needs what ./dev setup
installs.
"""

import functools
import json
import os
import subprocess
import sys

from cli_sandbox import DEMO, Skip, run_tests
from model_demo import CHAT, GEMINI, MESSAGES, RESPONSES, ModelDemo

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
MODULES = os.path.join(TOOLS, "node_modules")
NODE = os.path.join(MODULES, "node", "bin", "node")
SCRIPT = os.path.join(sys.argv[3], "tests", "app", "model-sdks.mjs")
PATIENCE = 120  # seconds: node reads a lot before it begins
APIS = (CHAT, RESPONSES, MESSAGES, GEMINI)

SAY = "Straße, “quoted” \\ 日本語 and\nmore"
THINK = "Let me think about it."
CALLS = [("c1", "describe", {"numbers": [1, 2, 3.5], "text": 'ä " ö'}), ("c2", "echo", {})]
STEP = {"think": THINK, "say": SAY,
        "usage": {"input": 50, "cached": 20, "output": 31, "reasoning": 7},
        "call": [{"tool": name, "id": id, "arguments": given} for id, name, given in CALLS]}
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}


def ask(demo, *questions):
    """@questions: api, action, body. Returns what the SDKs made of the answers."""
    for path in (NODE, *(os.path.join(MODULES, path) for path in (
            "openai/index.mjs", "@anthropic-ai/sdk/index.mjs",
            "@google/genai/dist/node/index.mjs"))):
        if not os.path.exists(path):
            raise Skip("not installed: run ./dev setup")
    done = subprocess.run(
        [NODE, SCRIPT, demo.url], capture_output=True, text=True, timeout=PATIENCE, check=False,
        input=json.dumps([dict(zip(("api", "action", "body"), one)) for one in questions]),
        env={**os.environ, "NO_PROXY": "127.0.0.1", "GOOGLE_API_KEY": "", "GEMINI_API_KEY": ""})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def start(*steps):
    return ModelDemo(DEMO, list(steps))


def make(api, text="hello", stream=True, **more):
    """A body as the SDK wants it"""
    message = [{"role": "user", "content": text}]
    names = [name for _, name, _ in CALLS]
    if api == CHAT:
        body = {"model": "m", "messages": message, "tools": [
            {"type": "function", "function": {"name": name, "parameters": SCHEMA}}
            for name in names]}
        if stream:
            body["stream_options"] = {"include_usage": True}
    elif api == RESPONSES:
        body = {"model": "m", "input": message, "store": False,
                "include": ["reasoning.encrypted_content"], "tools": [
                    {"type": "function", "name": name, "parameters": SCHEMA, "strict": False}
                    for name in names]}
    elif api == MESSAGES:
        body = {"model": "m", "max_tokens": 100, "messages": message,
                "tools": [{"name": name, "input_schema": SCHEMA} for name in names]}
    else:
        body = {"model": "m", "contents": [{"role": "user", "parts": [{"text": text}]}],
                "config": {"tools": [{"functionDeclarations": [
                    {"name": name, "parametersJsonSchema": SCHEMA} for name in names]}]}}
    return {**body, **more}


def read_chat(result):
    message, usage = result["choices"][0]["message"], result["usage"]
    return (message["content"], message.get("reasoning_content"),
            [(call["id"], call["function"]["name"], json.loads(call["function"]["arguments"]))
             for call in message["tool_calls"]],
            (usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"],
             usage["completion_tokens"], usage["completion_tokens_details"]["reasoning_tokens"]))


def read_responses(result):
    output, usage = result["output"], result["usage"]
    assert result["status"] == "completed", result
    assert [item["encrypted_content"] for item in output if item["type"] == "reasoning"], output
    return ("".join(part["text"] for item in output if item["type"] == "message"
                    for part in item["content"]),
            "".join(part["text"] for item in output if item["type"] == "reasoning"
                    for part in item["summary"]),
            [(item["call_id"], item["name"], json.loads(item["arguments"])) for item in output
             if item["type"] == "function_call"],
            (usage["input_tokens"], usage["input_tokens_details"]["cached_tokens"],
             usage["output_tokens"], usage["output_tokens_details"]["reasoning_tokens"]))


def read_messages(result):
    blocks, usage = result["content"], result["usage"]
    assert result["stop_reason"] == "tool_use", result
    assert [block["signature"] for block in blocks if block["type"] == "thinking"], blocks
    return ("".join(block["text"] for block in blocks if block["type"] == "text"),
            "".join(block["thinking"] for block in blocks if block["type"] == "thinking"),
            [(block["id"], block["name"], block["input"]) for block in blocks
             if block["type"] == "tool_use"],
            (usage["input_tokens"] + usage["cache_read_input_tokens"],
             usage["cache_read_input_tokens"], usage["output_tokens"],
             usage["output_tokens_details"]["thinking_tokens"]))


def read_gemini(result):
    chunks = result if isinstance(result, list) else [result]
    parts = [part for chunk in chunks for part in chunk["candidates"][0]["content"]["parts"]]
    usage = chunks[-1]["usageMetadata"]
    assert chunks[-1]["candidates"][0]["finishReason"] == "STOP", chunks[-1]
    return ("".join(part["text"] for part in parts if "text" in part and not part.get("thought")),
            "".join(part["text"] for part in parts if part.get("thought")),
            [(part["functionCall"]["id"], part["functionCall"]["name"],
              part["functionCall"]["args"]) for part in parts if "functionCall" in part],
            (usage["promptTokenCount"], usage["cachedContentTokenCount"],
             usage["candidatesTokenCount"] + usage["thoughtsTokenCount"],
             usage["thoughtsTokenCount"]))


READ = {CHAT: read_chat, RESPONSES: read_responses, MESSAGES: read_messages, GEMINI: read_gemini}


@functools.cache
def ask_steps():
    """Returns what came of the step by API and action, and the records of what was asked."""
    questions = [(api, action, make(api, stream=action == "stream"))
                 for action in ("stream", "whole") for api in APIS]
    with start(STEP) as demo:
        answers = ask(demo, *questions)
        return dict(zip((question[:2] for question in questions), answers)), demo.read_record()


def expect_step(action):
    for api in APIS:
        answer = ask_steps()[0][api, action]
        assert "result" in answer, (api, answer)
        text, thought, calls, usage = READ[api](answer["result"])
        # Of a member that OpenAI's SDK does not know it keeps the last piece of a stream.
        assert thought == THINK if (api, action) != (CHAT, "stream") else THINK.endswith(
            thought), (api, thought)
        assert (text, calls, usage) == (SAY, CALLS, (50, 20, 31, 7)), (api, text, calls, usage)


def test_streams(_):
    expect_step("stream")
    # And that is how they ask.
    for record, (name, value) in zip(ask_steps()[1], (
            ("authorization", "Bearer key-of-openai"), ("authorization", "Bearer key-of-openai"),
            ("authorization", "Bearer key-of-anthropic"), ("x-goog-api-key", "key-of-gemini"))):
        assert record["headers"].get(name) == value, record


def test_whole(_):
    expect_step("whole")


def go_on(api, result):
    """A request with what the SDK made of the answer, and the results of both calls."""
    if api == CHAT:
        body = make(api)
        body["messages"] += [result["choices"][0]["message"]] + [
            {"role": "tool", "tool_call_id": id, "content": "r"} for id, _, _ in CALLS]
    elif api == RESPONSES:
        body = make(api)
        body["input"] += result["output"] + [
            {"type": "function_call_output", "call_id": id, "output": "r"} for id, _, _ in CALLS]
    elif api == MESSAGES:
        body = make(api)
        body["messages"] += [{"role": "assistant", "content": result["content"]}, {
            "role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "r"}
                                        for id, _, _ in CALLS]}]
    else:
        body = make(api)
        body["contents"] += [
            {"role": "model", "parts": [part for chunk in result for part in
                                        chunk["candidates"][0]["content"]["parts"]]},
            {"role": "user", "parts": [{"functionResponse": {
                "id": id, "name": name, "response": {"output": "r"}}} for id, name, _ in CALLS]}]
    return body


def test_second_turn(_):
    """What the SDKs send back is understood: it is the second turn, behind the last tool."""
    with start({"when": {"turn": 2, "after_tool": "echo", "user_matches": "^hello$"},
                "say": "It is done.", "call": [], "think": "Now"},
               {"when": {"turn": 1}, **STEP}) as demo:
        first = ask(demo, *((api, "stream", make(api)) for api in APIS))
        second = ask(demo, *((api, "stream", go_on(api, answer["result"]))
                             for api, answer in zip(APIS, first)))
        for api, answer in zip(APIS, second):
            assert "It is done." in json.dumps(answer["result"]) or api == GEMINI, (api, answer)
        pieces = [part.get("text", "") for chunk in second[-1]["result"]
                  for part in chunk["candidates"][0]["content"]["parts"] if not part.get("thought")]
        assert "".join(pieces) == "It is done.", pieces


def test_retry(_):
    """Refused twice with a time to wait, the SDKs that try again get through at the third time."""
    with start({"say": "now", "fail": {"status": 429, "wait_ms": 50, "times": 2}}) as demo:
        chat, messages = ask(demo, (CHAT, "whole", make(CHAT, stream=False)),
                             (MESSAGES, "whole", make(MESSAGES, stream=False)))
        assert chat["result"]["choices"][0]["message"]["content"] == "now", chat
        assert messages["result"]["content"][0]["text"] == "now", messages
        paths = [record["path"] for record in demo.read_record()]
        assert paths == ["/v1/chat/completions"] * 3 + ["/v1/messages"] * 3, paths


def test_failures(_):
    """They raise what they have for each failure."""
    no_retry = {"X-Should-Retry": "false"}
    with start({"when": {"user_matches": "quota"}, "fail": {
                "status": 429, "type": "insufficient_quota", "headers": no_retry}},
               {"when": {"user_matches": "key"}, "fail": {"status": 401}},
               {"when": {"user_matches": "middle"}, "say": "one two three",
                "fail": {"status": 529, "message": "Overloaded", "after": 2}},
               {"when": {"user_matches": "cut"}, "say": "one two three", "cut_after": 2}) as demo:
        answers = iter(ask(demo, *((api, "stream", make(api, word))
                                   for word in ("quota", "key", "middle", "cut") for api in APIS)))
        for word in ("quota", "key", "middle", "cut"):
            for api in APIS:
                answer = next(answers)
                assert "error" in answer, (word, api, answer)
                error = answer["error"]
                if word == "quota":
                    assert error["status"] == 429, (api, error)
                    assert api == MESSAGES or "insufficient_quota" in json.dumps(error), error
                elif word == "key":
                    assert error["status"] == 401, (api, error)
                    assert api == GEMINI or error["name"] in (
                        "Error", "AuthenticationError"), error
                # Google's finds an error between the events only where it was read by itself.
                elif word == "middle" and api != GEMINI:
                    assert "Overloaded" in error["message"], (api, error)


def test_lists_and_counts(_):
    bodies = {api: make(api, "hello" * 100, False) for api in (MESSAGES, RESPONSES)}
    del bodies[MESSAGES]["max_tokens"]
    for name in ("store", "include"):
        del bodies[RESPONSES][name]
    with start({"say": "s"}) as demo:
        chat, messages, gemini, *counts = ask(
            demo, (CHAT, "list", {}), (MESSAGES, "list", {}), (GEMINI, "list", {}),
            (MESSAGES, "count", bodies[MESSAGES]), (RESPONSES, "count", bodies[RESPONSES]),
            (GEMINI, "count", {"model": "m", "contents": "hello" * 100}))
        assert chat["result"][0]["id"] == "scripted", chat
        assert messages["result"][0]["display_name"] == "scripted", messages
        assert gemini["result"][0]["name"] == "models/scripted", gemini
        assert counts[0]["result"]["input_tokens"] > 125, counts
        assert counts[1]["result"]["input_tokens"] > 125, counts
        assert counts[2]["result"]["totalTokens"] > 125, counts


if __name__ == "__main__":
    run_tests(globals())
