#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same conversations, had by Spyglass' client and by the SDKs of OpenAI, Anthropic and Google
with the tests' model server: it is asked the same.

Usage: test-model-conversations.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT ASK-MODEL. Prints TAP.
Needs what ./dev setup installs.
"""

import functools
import json
import os
import re
import subprocess
import sys

from cli_sandbox import DEMO, Skip, run_tests
from model_demo import CHAT, GEMINI, MESSAGES, RESPONSES, ModelDemo

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
MODULES = os.path.join(TOOLS, "node_modules")
NODE = os.path.join(MODULES, "node", "bin", "node")
FOLDER, ASK_MODEL = os.path.join(sys.argv[3], "tests", "app"), sys.argv[4]
PATIENCE = 120  # seconds: node reads a lot before it begins
APIS = {  # the template of a provider, what stands behind the demo's address, the key
    CHAT: ("openai-chat", "/v1", "key-of-openai"),
    RESPONSES: ("openai", "/v1", "key-of-openai"),
    MESSAGES: ("anthropic", "/v1", "key-of-anthropic"),
    GEMINI: ("gemini", "/v1beta", "key-of-gemini")}

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
IMAGE = {"type": "image/png", "data": PNG}
TEXT = "Straße, “quoted” \\ 日本語 \u0001 and\nmore"
THINK = "Let me think about it, in more than one piece, ä “ö”."
SCHEMA = {"type": "object", "required": ["text"], "additionalProperties": False, "properties": {
    "text": {"type": "string", "description": "What is said"},
    "numbers": {"type": "array", "items": {"type": "number", "minimum": 0}}}}
LISTED = [{"name": name, "description": f"Does {name}.", "inputSchema": SCHEMA}
          for name in ("describe", "echo", "show")]


def call(tool, id, **given):
    return {"tool": tool, "id": id, "arguments": given}


# What the model says in a loop, by its turns; the results of a turn's calls stand beside it.
LOOP = (
    ({"think": THINK, "say": TEXT, "call": [call("describe", "c1", text='ä " ö', numbers=[1, 3.5])]},
     [{"text": TEXT}]),
    ({"think": THINK, "call": [call("echo", "c2", text="")]},
     [{"text": "no such thing", "is_error": True}]),
    ({"call": [call("show", "c3", text="it")]}, [{"text": "Here", "images": [IMAGE]}]),
    ({"say": "Both: ", "call": [call("echo", "c4", text="1"), call("describe", "c5", text="2")]},
     [{"text": "one"}, {"text": "two"}]),
    ({"think": THINK, "say": "It is done."}, None))
# For the loop of an SDK itself, whose results are texts
RUN = (LOOP[0], LOOP[3], ({"say": "It is done."}, None))
# Of a result's image Chat Completions is told by a message of the person's.
STEPS = [{"when": {"turn": turn, "user_matches": matches}, **step}
         for matches, steps in (("^loop$|^The image that the tool show returned:", LOOP),
                                ("^run$", RUN))
         for turn, (step, _) in enumerate(steps, 1)] + [
    {"when": {"user_matches": "^choose$"}, "call": [call("echo", "c1", text="x")]}, {"say": TEXT}]


def user(text, *images):
    return {"user": [{"text": text}] + [{"image": image} for image in images]}


def loop(text, steps):
    return [user(text)] + [{"results": results} for _, results in steps if results]


def list_conversations(api):
    """Titles and conversations"""
    tools = {"tools": LISTED, "system": "Be brief, “please”."}
    yield "plain", {"turns": [user(TEXT), user("more")], "system": TEXT}
    yield "image", {"turns": [user("What is it?", IMAGE, IMAGE)]}
    yield "no choice", {"turns": [user("choose")], **tools}
    for choice in ("none", "required", "echo"):
        yield choice, {"turns": [user("choose")], "choice": choice, **tools}
    for parallel in (True, False) if api != GEMINI else ():
        yield f"parallel {parallel}", {"turns": [user("choose")], "parallel": parallel, **tools}
    yield "stopped", {"turns": [user("choose"), {
        "results": [{"text": "It was not carried out", "is_error": True}], **user("choose")}], **tools}
    yield "loop", {"turns": loop("loop", LOOP) + [user("thanks")], **tools}
    if api == CHAT:
        yield "runner", {"turns": loop("run", RUN), "runner": True, **tools}


def make_conversations(api):
    provider, path, key = APIS[api]
    for title, conversation in list_conversations(api):
        yield title, {"api": api, "provider": provider, "path": path, "key": key,
                      "model": "gemini-3-pro" if api == GEMINI else "m", "max_tokens": 100,
                      **conversation}


def converse(words, conversations):
    """Returns what the demo was asked."""
    with ModelDemo(DEMO, STEPS) as demo:
        done = subprocess.run(
            [*words, demo.url], capture_output=True, text=True, timeout=PATIENCE, check=False,
            input=json.dumps([conversation for _, conversation in conversations]),
            env={**os.environ, "NO_PROXY": "127.0.0.1", "GOOGLE_API_KEY": "", "GEMINI_API_KEY": ""})
        assert done.returncode == 0, done.stderr + str(demo.read_record()[-1])
        return demo.read_record()


@functools.cache
def converse_both():
    """Returns for each request: the API, which one it is, what we sent and what the SDK did."""
    for name in ("openai/index.mjs", "@anthropic-ai/sdk/index.mjs",
                 "@google/genai/dist/node/index.mjs", NODE):
        if not os.path.exists(os.path.join(MODULES, name)):
            raise Skip("not installed: run ./dev setup")
    titled = [one for api in APIS for one in make_conversations(api)]
    titles = [(one["api"], f"{title}, {number}") for title, one in titled
              for number in range(1, len(one["turns"]) + 1)]
    ours = converse([ASK_MODEL], titled)
    theirs = converse([NODE, os.path.join(FOLDER, "model-conversations.mjs")], titled)
    assert len(ours) == len(theirs) == len(titles), (len(ours), len(theirs), len(titles))
    return [(*title, *records) for title, *records in zip(titles, ours, theirs)]


# All in which the requests may differ. What only the SDK sends, as pointers with * for any one:
ADDED = {
    CHAT: {"runner": ["/tool_choice"]},  # which is what nothing means
    # What the SDK made of an answer for its own reader goes back with it. Its types demand a word on
    # "strict"; a tool that says nothing is taken for strict where its schema can be that.
    RESPONSES: {"": ["/input/*/parsed_arguments", "/input/*/content/*/parsed", "/tools/*/strict"]},
    MESSAGES: {},
    GEMINI: {"": ["/systemInstruction/role"]}}  # which the API does not read
ADDED_VALUES = ("auto", None, False, "user")
# Headers of how an HTTP client or an SDK introduces itself, and in what form it takes answers
OWN_HEADERS = re.compile("|".join((
    "host", "connection", "content-length", "user-agent", "accept", "accept-encoding",
    "accept-language", "sec-fetch-mode", "x-stainless-.*", "x-goog-api-client")))


def find_differences(ours, theirs, pointer=""):
    """Yields the pointer, what we said there and what the SDK did; … is nothing."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted({*ours, *theirs}):
            yield from find_differences(ours.get(name, ...), theirs.get(name, ...),
                                        f"{pointer}/{name}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs)):
            yield from find_differences(*pair, f"{pointer}/{number}")
    # Python holds 1, 1.0 and true for equal.
    elif ours != theirs or type(ours) is not type(theirs):
        yield pointer, ours, theirs


def may_be_added(api, title, pointer):
    pattern = re.sub(r"/\d+", "/*", pointer)
    return any(title.startswith(start) and pattern in pointers
               for start, pointers in ADDED[api].items())


def expect_same(api):
    for asked, title, ours, theirs in converse_both():
        if asked != api:
            continue
        for pointer, our, their in find_differences(ours["body"], theirs["body"]):
            assert our is ... and their in ADDED_VALUES and may_be_added(api, title, pointer), (
                title, pointer, our, their)


def test_chat(_):
    expect_same(CHAT)


def test_responses(_):
    expect_same(RESPONSES)


def test_messages(_):
    expect_same(MESSAGES)


def test_gemini(_):
    expect_same(GEMINI)


def test_all_is_compared(_):
    """The conversations hold what is to be compared."""
    for api, (text, *more) in {
            CHAT: ('"tool"', "image_url", "Tool execution failed", "tool_choice"),
            RESPONSES: ("function_call_output", "input_image", "encrypted_content", "tool_choice"),
            MESSAGES: ("tool_result", "base64", "is_error", "signature", "tool_choice"),
            GEMINI: ("functionResponse", "inlineData", '"error"', "thoughtSignature",
                     "toolConfig")}.items():
        said = json.dumps([ours["body"] for asked, _, ours, _ in converse_both() if asked == api])
        for word in (text, *more):
            assert word in said, (api, word)


def read_headers(record):
    return {name: value for name, value in record["headers"].items()
            if not OWN_HEADERS.fullmatch(name)}


def test_headers_and_paths(_):
    for api, title, ours, theirs in converse_both():
        our, their, path = read_headers(ours), read_headers(theirs), theirs["path"]
        if api == MESSAGES:
            # The older version goes on working, and takes parameters that the newer one refuses.
            assert our.pop("anthropic-version") == "2023-06-01", our
            assert their.pop("anthropic-version") == "2026-10-21", their
            # The vendor's documentation has the key here, and only its SDK there.
            assert "Bearer " + our.pop("x-api-key") == their.pop("authorization"), (our, their)
        elif api == GEMINI:
            # What is newest is in this version only.
            path = path.replace("/v1/", "/v1beta/")
        assert our == their, (api, title, our, their)
        assert (ours["method"], ours["path"], ours.get("query")) == (
            theirs["method"], path, theirs.get("query")), (api, title, ours, theirs)


if __name__ == "__main__":
    run_tests(globals())
