#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The long-lived features on the command line: completion, subscriptions, logging, tasks;
and what is sent beside the arguments."""

import json
import os
import subprocess

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED, UNREACHABLE, USAGE,
                         SERVERS, HttpDemo, Skip, check, read_error, run_tests)

TOOLS = os.environ.get("SPYGLASS_TOOLS") or os.path.expanduser("~/.cache/spyglass/tools")


def find_everything():
    """The command of server-everything."""
    command = [os.path.join(TOOLS, "node_modules", part) for part in (
        "node/bin/node", "@modelcontextprotocol/server-everything/dist/index.js")]
    if not all(os.path.exists(part) for part in command):
        raise Skip("server-everything is not installed")
    return [*command, "stdio"]


# Keeps every line that it is sent, and answers it: a resource with a schema of its own included.
RECORDER = """
import json, sys
kept = open(sys.argv[1], "w", encoding="utf-8")
answers = {
    "initialize": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "r"}},
    "server/discover": {"resultType": "complete", "supportedVersions": ["2026-07-28"],
                        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
                        "serverInfo": {"name": "r", "version": "1"}, "ttlMs": 0,
                        "cacheScope": "private"},
    "tools/list": {"tools": []}, "tools/call": {"content": []},
    "resources/read": {"contents": [{"uri": "x:y", "text": "{}"}]}, "prompts/get": {"messages": []},
}
for line in sys.stdin:
    kept.write(line)
    kept.flush()
    message = json.loads(line)
    if "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] in answers and not (
            message["method"] == "server/discover" and sys.argv[2] == "legacy"):
        answer["result"] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private",
                            **answers[message["method"]]}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    print(json.dumps(answer), flush=True)
"""


# Has resources whose entries carry a schema; what is read is the text that it was given.
WITH_SCHEMA = """
import json, sys
text = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    method = message["method"]
    if "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if method == "initialize":
        answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"resources": {}},
                            "serverInfo": {"name": "s", "version": "1"}}
    elif method == "resources/read":
        answer["result"] = {"contents": [{"uri": message["params"]["uri"], "text": text}]}
    elif method == "resources/list" and text != "[unlisted]":
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
        answer["result"] = {"resources": [{"uri": "x:y", "name": "y", "schema": schema},
                                          {"uri": "x:z", "name": "z"}]}
    else:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    print(json.dumps(answer), flush=True)
"""


def record(sandbox, *words, era="legacy", status=DONE):
    """Returns what a server was sent, by method."""
    path = sandbox.path("sent.jsonl")
    check(sandbox.run(*words, "--era", era, "--", *PYTHON, "-c", RECORDER, path, era), status)
    sent = [json.loads(line) for line in sandbox.read("sent.jsonl").splitlines()]
    return {message["method"]: message for message in sent}


def test_meta(sandbox):
    meta = {"com.example/trace": "7", "n": 1.10}
    for era in ("legacy", "modern"):
        for method, *words in (("tools/call", "call", "t"), ("resources/read", "read", "x:y"),
                               ("prompts/get", "prompt", "p"), ("tools/list", "tools")):
            sent = record(sandbox, *words, "--meta", json.dumps(meta), era=era)[method]
            told = sent["params"]["_meta"]
            assert {name: told[name] for name in meta} == meta, sent
            assert ("io.modelcontextprotocol/protocolVersion" in told) == (era == "modern"), sent
    both = record(sandbox, "tools", "--meta", '{"a":1,"b":2}', "--params", '{"f":0,"_meta":{"a":3}}',
                  "--cursor", "c")["tools/list"]
    assert both["params"] == {"f": 0, "_meta": {"a": 3, "b": 2}, "cursor": "c"}, both
    for text in ("[]", "{", "7"):
        for words in (("call", "t"), ("read", "x:y"), ("prompt", "p"), ("tools",)):
            check(sandbox.run(*words, "--meta", text, "--", DEMO), REFUSED)
    check(sandbox.run("ping", "--meta", "{}", "--", DEMO), USAGE)


def test_read_against_schema(sandbox):
    """Content is held against the schema that the resource's entry carries, off the specification
    as that is, and what comes of it is said."""
    fits, misfits = "It matches the schema", "does not fit the schema"
    for uri, text, told, *options in (("x:y", '{"n": 1}', fits), ("x:y", '{"n": "1"}', misfits),
                                      ("x:y", "[]", misfits), ("x:y", "{n", "is not JSON"),
                                      ("x:z", '{"n": "1"}', None), ("x:y", "Hello", None),
                                      ("x:y", "[unlisted]", None), ("x:y", '{"n": "1"}', None, "-q"),
                                      ("x:y", '{"n": "1"}', None, "--json")):
        result = check(sandbox.run("read", uri, *options, "--era", "legacy", "--", *PYTHON, "-c",
                                   WITH_SCHEMA, text), DONE)
        assert (told or "") in result.stderr, (text, result)
        assert told is not None or result.stderr == "", (text, result)
    assert check(sandbox.run("read", "product://starship/ftl-2000", "--", DEMO, "--quirk",
                             "resource-schema", "--quirk", "contents-name"), DONE).stderr.count(fits)


def test_extensions(sandbox):
    options = ("--extension", "io.modelcontextprotocol/ui", "--extension",
               'com.example/x={"level": 2}')
    expected = {"io.modelcontextprotocol/ui": {}, "com.example/x": {"level": 2},
                "io.modelcontextprotocol/tasks": {}}
    sent = record(sandbox, "tools", *options, era="modern")["tools/list"]["params"]["_meta"]
    told = sent["io.modelcontextprotocol/clientCapabilities"]
    assert told["extensions"] == expected, told
    # They are kept with a server, and taken away again.
    check(sandbox.run("servers", "add", "mine", *options, "--", DEMO), DONE)
    assert "com.example/x: {level: 2}" in sandbox.read_book(), sandbox.read_book()
    check(sandbox.run("servers", "edit", "mine", "--extension", "com.example/x="), DONE)
    assert "com.example" not in sandbox.read_book(), sandbox.read_book()
    assert "io.modelcontextprotocol/ui" in sandbox.read_book(), sandbox.read_book()
    check(sandbox.run("ping", "--server", "mine"), DONE)
    for text in ("ui", "com.example/x=7", "com.example/x={", ""):
        check(sandbox.run("tools", "--extension", text, "--", DEMO), USAGE)


def test_raw_without_a_session(sandbox):
    """The opening itself, as it was written, and nothing before it."""
    first = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2024-11-05", "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"}}})
    asked = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    with HttpDemo() as url:
        for server in (("--", DEMO), ("--server", url)):
            result = check(sandbox.run("raw", first, "--no-session", "--trace", *server), DONE)
            assert json.loads(result.stdout)["result"]["protocolVersion"] == "2024-11-05", result
            sent = [line for line in result.stderr.splitlines() if line.startswith("→")]
            assert sent == [f"→ {first}"], result
    refused = check(sandbox.run("raw", asked, "--no-session", "--", DEMO), PROTOCOL)
    assert "initialize" in json.loads(refused.stdout)["error"]["message"], refused
    error = read_error(check(sandbox.run("tools", "--no-session", "--", DEMO), USAGE))
    assert "--no-session" in error["message"], error


def test_raw_method_that_is_none(sandbox):
    message = '{"jsonrpc":"2.0","id":1,"method":"callTool","params":{"name":"echo"}}'
    result = check(sandbox.run("raw", message, "--", DEMO), PROTOCOL)
    assert result.stderr == "“callTool” is not an MCP method; use “tools/call”.\n", result.stderr
    assert check(sandbox.run("raw", message, "--quiet", "--", DEMO), PROTOCOL).stderr == ""


def test_complete(sandbox):
    result = check(sandbox.run("complete", "describe_product", "id", "head", "--", DEMO), DONE)
    assert result.stdout == "headphones-7\n", result.stdout
    everything = json.loads(check(sandbox.run("complete", "describe_product", "id", "--json", "--",
                                              DEMO), DONE).stdout)
    assert len(everything["completion"]["values"]) > 3, everything
    template = check(sandbox.run("complete", "product://{category}/{id}", "category", "a", "--",
                                 DEMO), DONE)
    assert template.stdout == "audio\n", template.stdout
    # Another argument that is known already narrows it.
    narrow = check(sandbox.run("complete", "product://{category}/{id}", "id", "--arg",
                               "category=audio", "--", DEMO), DONE)
    wide = check(sandbox.run("complete", "product://{category}/{id}", "id", "--", DEMO), DONE)
    assert set(narrow.stdout.split()) < set(wide.stdout.split()), narrow.stdout
    check(sandbox.run("complete", "describe_product", "--", DEMO), USAGE)
    # What is wrong with the command line is said before a server is started.
    check(sandbox.run("complete", "describe_product", "id", "--args", "{", "--", "/no/such/program"),
          REFUSED)


def test_subscribe(sandbox):
    """One watches, another changes."""
    with HttpDemo() as url:
        uri = "product://audio/headphones-7"
        watching = subprocess.Popen(
            [CLI, "subscribe", uri, "--wait", str(PATIENCE), "--server", url],
            env=sandbox.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert watching.stderr.readline() == f"Subscribed to {uri}\n"
            check(sandbox.run("call", "set_stock", "--arg", "id=headphones-7", "--arg", "stock=3",
                              "--yes", "--server", url), DONE)
            assert watching.stdout.readline() == uri + "\n"
        finally:
            watching.terminate()
            watching.wait(timeout=PATIENCE)
            watching.stdout.close()
            watching.stderr.close()
    check(sandbox.run("subscribe", "--", DEMO), USAGE)
    ended = check(sandbox.run("subscribe", "product://audio/headphones-7", "--wait", "0.2", "--",
                              DEMO), DONE)
    assert ended.stdout == "", ended.stdout


def test_subscribe_streams(sandbox):
    """Of 2026-07-28: what the server does with the stream is told; a switch of ours is no fault."""
    uri = "product://audio/headphones-7"

    def watch(kind):
        return sandbox.run("subscribe", uri, "--wait", "1", "--era", "modern", "--", DEMO,
                           "--hostile", kind, "--hostile-delay", "200")

    assert check(watch("listen-quiet"), DONE).stderr == f"Subscribed to {uri}\n"
    wrong = check(watch("listen-wrong"), DONE)
    assert "not asked for" in wrong.stderr and wrong.stdout == "", wrong
    for kind in ("listen-ends", "listen-cancelled"):
        assert read_error(check(watch(kind), UNREACHABLE))["code"] == "connection_lost"


def test_log(sandbox):
    result = check(sandbox.run("call", "write_log", "--arg", "count=3", "--level", "debug", "--",
                               DEMO), DONE)
    assert len(result.stderr.splitlines()) >= 3, result.stderr
    silent = check(sandbox.run("call", "write_log", "--arg", "count=3", "--level", "emergency",
                               "--", DEMO), DONE)
    assert len(silent.stderr.splitlines()) < 3, silent.stderr
    check(sandbox.run("log", "--wait", "0.2", "--", DEMO), DONE)
    check(sandbox.run("log", "--level", "loud", "--wait", "0.2", "--", DEMO), USAGE)
    check(sandbox.run("tools", "--level", "info", "--", DEMO), USAGE)


def test_tasks(sandbox):
    error = read_error(check(sandbox.run("tasks", "get", "nobody", "--", DEMO), PROTOCOL))
    assert error["message"], error
    check(sandbox.run("tasks", "get", "--", DEMO), USAGE)
    check(sandbox.run("tasks", "eat", "x", "--", DEMO), USAGE)
    listed = check(sandbox.run("tasks", "--", *find_everything()), DONE)
    assert listed.stdout == "", listed.stdout


def test_times(sandbox):
    """Phases on standard error: lines, or one line of JSON; what is printed stays as it is."""
    call = ("call", "echo", "--arg", "message=hi", "--timing")
    result = check(sandbox.run(*call, "--", DEMO), DONE)
    names = [line.split()[1] for line in result.stderr.splitlines()]
    assert names == ["connect:", "server/discover:", "tools/list:", "tools/call:"] and result.stdout == "hi\n", result
    with HttpDemo() as url:
        for era, opening in (("modern", "server/discover"), ("legacy", "initialize")):
            result = check(sandbox.run(*call, "--json", "--era", era, "--server", url), DONE)
            plain = check(sandbox.run(*call[:-1], "--json", "--era", era, "--server", url), DONE)
            (line,) = result.stderr.splitlines()
            times = json.loads(line)["timing"]
            assert [time["method"] for time in times] == ["connect", opening, "tools/list", "tools/call"], times
            assert all(0 <= time["firstByte"] <= time["done"] for time in times[1:]), times
            assert result.stdout == plain.stdout, (result.stdout, plain.stdout)
        for command, method in ((("read", "demo://nowhere"), "resources/read"), (("prompt", "nosuch"), "prompts/get")):
            result = sandbox.run(*command, "--timing", "--json", "--server", url)
            error, times = (json.loads(line) for line in result.stderr.splitlines())
            assert "error" in error and times["timing"][-1]["method"] == method, result.stderr
        result = sandbox.run("call", "slow_task", "--args", '{"seconds":30,"steps":1}', "--timing", "--json",
                             "--total-timeout", "0.5", "--server", url)
        assert "done" not in json.loads(result.stderr.splitlines()[-1])["timing"][-1], result.stderr


def test_cursor_to_be_copied(sandbox):
    """Signs that are not shown as they are come to the server through the shell as they were."""
    cursor = "a\x1bb'\u202e\\"
    script = json.dumps({"tools/list": {"result": {"tools": [], "nextCursor": cursor}}})
    server = ("--era", "legacy", "--", *PYTHON, os.path.join(SERVERS, "failing_server.py"), script)
    told = check(sandbox.run("tools", "--page", *server), DONE).stderr.strip()
    word = told.split("--cursor ")[1]
    spoken = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, check=True).stdout.decode()
    assert word.isascii() and word.isprintable() and spoken == cursor, word


if __name__ == "__main__":
    run_tests(globals())
