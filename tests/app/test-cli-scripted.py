#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli chat --provider scripted: a model in the program itself, which says what a script
says: its own, a person's, or what another model said before.

Usage: test-cli-scripted.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import subprocess
import sys

from cli_sandbox import DEMO, DONE, PROTOCOL, REFUSED, UNREACHABLE, USAGE, check, find_port, \
    read_error, run_tests
from model_demo import ModelDemo

BUILT_IN = os.path.join(sys.argv[3], "app", "model", "app-model-script.json")

ECHO = [{"when": {"turn": 1, "has_tool": "echo"}, "think": "Hm.", "say": "I call.",
         "call": [{"tool": "echo", "id": "c1", "arguments": {"message": "hi"}}]},
        {"when": {"after_tool": "echo"}, "say": "It said hi.",
         "usage": {"input": 50, "cached": 20, "output": 31, "reasoning": 7}}]


def write_script(sandbox, steps, name="script.json"):
    return sandbox.write(json.dumps({"model": "m", "steps": steps}), name)


def chat(sandbox, script, *words):
    return sandbox.run("chat", "--provider", "scripted", "--script", script, "--allow-tools",
                       *words)


def read_lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def drop_names(conversation):
    """What a conversation is, whoever was asked."""
    return {**conversation, "provider": None, "dialect": None, "meter": None, "tokens": None,
            "usage": {**conversation["usage"], "input": None, "cache_write": None},
            "turns": [[(block["kind"], block.get("text")) for block in turn["blocks"]]
                      for turn in conversation["turns"]],
            "calls": [(one["tool"], one["arguments"]) for one in conversation["calls"]]}


def test_loop(sandbox):
    """The same comes of a script here and behind an API."""
    script = write_script(sandbox, ECHO)
    lines = read_lines(check(chat(sandbox, script, "go", "--json", "--", DEMO), DONE))
    talk = lines[-1]
    assert (talk["provider"], talk["dialect"], talk["model"]) == (
        "scripted-model", "scripted", "m"), talk
    assert talk["stop"] == "answered" and talk["turns"][1]["stop"] == "calls", talk
    assert talk["turns"][3]["usage"] == {"input": 50, "cached": 20, "cache_write": 0, "output": 31,
                                         "reasoning": 7}, talk
    pieces = [line["text"] for line in lines if line["event"] == "text"]
    assert "".join(pieces) == "I call.It said hi." and len(pieces) > 4, pieces
    with ModelDemo(DEMO, ECHO) as server:
        result = check(sandbox.run("chat", "go", "--provider", "openai-chat", "--base-url",
                                   server.url + "/v1", "--model", "m", "--allow-tools", "--json",
                                   "--", DEMO), DONE)
    asked = drop_names(read_lines(result)[-1])
    assert asked == drop_names(talk), (asked, drop_names(talk))


def ask(sandbox, text, *words):
    """The built-in script, with the demo's tools"""
    return check(sandbox.run("chat", text, "--provider", "scripted", "--allow-tools", *words, "--",
                             DEMO), DONE)


def find_calls(result):
    """The calls of each turn"""
    return [calls for turn in read_lines(result)[-1]["turns"]
            if (calls := [block for block in turn["blocks"] if block["kind"] == "call"])]


def test_built_in(sandbox):
    """Without a script it speaks of the demo's own tools, and every tool that it names exists."""
    with open(BUILT_IN, encoding="utf-8") as file:
        steps = json.load(file)["steps"]
    listed = json.loads(check(sandbox.run("tools", "--json", "--", DEMO), DONE).stdout)
    called = {call["tool"] for step in steps for call in step.get("call", ())}
    # The first is nobody's, the other one goes along with what the demo asks of a model itself.
    assert called - {tool["name"] for tool in listed["tools"]} == {"read_minds", "get_stock"}, called
    result = ask(sandbox, "What is the mean?")
    assert result.stdout.endswith("the mean is 2.17 and the median is 2.\n"), result
    assert [len(calls) for calls in find_calls(ask(sandbox, "in parallel", "--json"))] == [3]
    # A loop has no end.
    looped = sandbox.run("chat", "loop", "--provider", "scripted", "--allow-tools", "--json", "--",
                         DEMO)
    calls = [call for turn in find_calls(looped) for call in turn]
    assert len(calls) > 2 and len({call["id"] for call in calls}) == len(calls), calls
    # A model without tools says so.
    plain = check(sandbox.run("chat", "hello", "--provider", "scripted"), DONE).stdout
    assert "none of them" in plain, plain


def test_failures(sandbox):
    script = write_script(sandbox, [
        {"when": {"user_matches": "slow"}, "say": "now",
         "fail": {"status": 429, "message": "Slow down", "wait_ms": 1, "times": 1}},
        {"when": {"user_matches": "cut"}, "say": "One two three", "cut_after": 2},
        {"fail": {"status": 400, "message": "No such thing"}}])
    result = check(chat(sandbox, script, "slow", "--json"), DONE)
    assert [line["event"] for line in read_lines(result)][:2] == ["request", "again"], result
    result = check(chat(sandbox, script, "cut"), UNREACHABLE)
    assert result.stdout.startswith("One two"), result
    assert "ended in the middle" in result.stderr, result
    assert "No such thing" in check(chat(sandbox, script, "else"), PROTOCOL).stderr
    # After the last turn the script has nothing.
    script = write_script(sandbox, [{"when": {"turn": 1}, "say": "s"}])
    check(chat(sandbox, script, "go", "--save"), DONE)
    last = read_lines(check(sandbox.run("chats", "--json"), DONE))[0][0]["id"]
    result = chat(sandbox, script, "more", "--continue", last)
    assert "no step for turn 2" in check(result, PROTOCOL).stderr, result


def test_kept(sandbox):
    """What was said goes on with the same model, and is said again from the script of it."""
    script = write_script(sandbox, ECHO + [{"say": "Yes."}])
    check(chat(sandbox, script, "go", "--save", "--", DEMO), DONE)
    (kept,) = read_lines(check(sandbox.run("chats", "--json"), DONE))[0]
    again = write_script(sandbox, json.loads(check(
        sandbox.run("chats", "script", kept["id"]), DONE).stdout)["steps"], "again.json")
    result = check(chat(sandbox, again, "go", "--", DEMO), DONE)
    assert result.stdout == "I call.\nIt said hi.\n", result
    # Nobody is named: it is the one that was asked before; and so from the window.
    result = check(sandbox.run("chat", "And now?", "--continue", kept["id"], "--script", script),
                   DONE)
    assert result.stdout == "Yes.\n", result
    result = check(sandbox.run("chat", "hello", "--continue", kept["id"]), DONE)
    assert "I am no model" in result.stdout, result


def test_cases(sandbox):
    cases = sandbox.write("cases:\n- id: echo\n  prompt: go\n  expect:\n    calls: [{tool: echo}]\n"
                          "    answer: {contains: said}\n", "cases.yaml")
    script = write_script(sandbox, ECHO)
    words = ("cases", cases, "--allow-tools", "--yes", "--json", "--script", script)
    for named in (("--provider", "scripted", "--model", "m"), ("--model", "scripted:m")):
        report = json.loads(check(sandbox.run(*words, *named, "--", DEMO), DONE).stdout)
        assert report["cases"][0]["results"][0]["right"] == 1, report
    # A script says nothing in another one's place, whoever that would be.
    add_nobody(sandbox, "demo")
    for name in ("m", "demo", "demo/m", "ollama:m"):
        result = check(sandbox.run(*words, "--model", name, "--", DEMO), USAGE)
        assert "--script goes with" in read_error(result)["message"], (name, result)


def test_refused(sandbox):
    bad = sandbox.write('[\n  {"sai": 1}\n]', "bad.json")
    result = check(chat(sandbox, bad, "go"), REFUSED)
    assert f"{bad}: line 2, column 4: A step has no member “sai”" in result.stderr, result
    check(chat(sandbox, sandbox.path("absent.json"), "go"), REFUSED)
    result = check(sandbox.run("chat", "go", "--provider", "ollama", "--model", "m", "--script",
                               bad), USAGE)
    assert "--provider scripted" in result.stderr, result
    check(sandbox.run("chat", "go", "--provider", "scripted", "--base-url", "http://127.0.0.1:1"),
          USAGE)


def add_nobody(sandbox, name):
    """A provider where nothing listens"""
    base = f"http://127.0.0.1:{find_port()}/v1"
    check(sandbox.run("models", "add", name, "--provider", "openai-chat", "--base-url", base,
                      "--model", "spyglass-demo"), DONE)


def test_list(sandbox):
    """It is in no list, and no server that could be asked about."""
    for command in ("show", "test"):
        result = check(sandbox.run("models", command, "scripted", "--json"), USAGE)
        assert "no server to ask" in read_error(result)["message"], result
    result = check(sandbox.run("models", "add", "x", "--provider", "scripted", "--json"), USAGE)
    assert "scripted" not in read_error(result)["message"], result
    result = check(sandbox.run("chat", "hello", "--provider", "nobody", "--json"), USAGE)
    assert "“scripted”" in read_error(result)["message"], result


def test_same_name(sandbox):
    """A provider of the list that is called so, too"""
    add_nobody(sandbox, "scripted")
    result = check(sandbox.run("chat", "hello", "--provider", "scripted"), UNREACHABLE)
    assert "--provider scripted-model" in result.stderr, result
    result = check(sandbox.run("chat", "hello", "--provider", "scripted-model"), DONE)
    assert "I am no model" in result.stdout, result
    script = write_script(sandbox, [{"say": "Yes."}])
    assert check(chat(sandbox, script, "hello"), DONE).stdout == "Yes.\n"


def test_no_server(sandbox):
    """A provider that was added for the model that the demo once served."""
    add_nobody(sandbox, "demo")
    result = check(sandbox.run("chat", "hello"), UNREACHABLE)
    assert "--provider scripted" in result.stderr, result
    result = check(sandbox.run("chat", "hello", "--model", "qwen3"), UNREACHABLE)
    assert "scripted" not in read_error(result)["message"], result


def test_demo(_):
    """The demo served this model once."""
    for words in (["--model"], ["--model=script.json"], ["--model", "script.json", "--port", "0"],
                  ["--model-speed", "5"], ["--model-print"], ["--http", "--model-key", "k"],
                  ["--model-delay=1"], ["--model-record", "file"], ["--model-stamps"]):
        result = subprocess.run([DEMO, *words], capture_output=True, text=True, timeout=30,
                                check=False)
        assert result.returncode == 2, (words, result)
        assert "chat --provider scripted" in result.stderr, (words, result)
    shown = subprocess.run([DEMO, "--help"], capture_output=True, text=True, timeout=30, check=True)
    assert "--model" not in shown.stdout, shown


if __name__ == "__main__":
    run_tests(globals())
