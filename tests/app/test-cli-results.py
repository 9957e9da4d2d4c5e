#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli makes of what servers answer: nothing is lost, and nothing that is wrong passes.

Usage: test-cli-results.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import base64
import json
import os
import subprocess

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED, SERVERS, TIMEOUT,
                         TOOL_ERROR, USAGE, check, read_error, run_tests)

STUB = os.path.join(SERVERS, "stub-server.py")
REFUSAL = {"error": {"code": -32001, "message": "please log in first", "data": {"url": "x"}}}


def stub(**plan):
    """Methods with / written as __."""
    return ("--", *PYTHON, STUB,
            json.dumps({method.replace("__", "/"): result for method, result in plan.items()}))


def tool(schema=None, **more):
    return {"tools": [{"name": "t", "inputSchema": schema or {"type": "object"}, **more}]}


def run_bytes(sandbox, *words):
    result = subprocess.run([CLI, *words], capture_output=True, timeout=PATIENCE, check=False,
                            env=sandbox.env, cwd=sandbox.home)
    assert result.returncode == DONE, result.stderr
    return result.stdout


def test_lint_of_lists(sandbox):
    """A list that fails is an error, a declared one that is missing a warning; others go on."""
    found = json.loads(check(sandbox.run("lint", "--json", *stub(tools__list=REFUSAL)),
                             TOOL_ERROR).stdout)["findings"]
    assert [(f["rule"], f["level"]) for f in found] == [("list-failed", "error")], found
    assert "please log in first" in found[0]["text"]
    missing = {"error": {"code": -32601, "message": "no"}}
    found = json.loads(check(sandbox.run("lint", "--json", *stub(resources__list=missing,
                                                                 resources__templates__list=missing)),
                             DONE).stdout)["findings"]
    levels = {f["text"].split()[-1].strip("."): f["level"] for f in found
              if f["rule"] == "list-unknown"}
    assert levels == {"resources/list": "warning", "resources/templates/list": "note"}, found
    assert any(f.get("subject") == "t" for f in found), found
    check(sandbox.run("lint", *stub(prompts__list={"prompts": None})), TOOL_ERROR)


def test_export_of_a_refused_list(sandbox):
    result = check(sandbox.run("export", "anthropic", *stub(tools__list=REFUSAL)), PROTOCOL)
    error = read_error(result)
    assert error["code"] == "protocol_error" and error["answer"] == REFUSAL["error"], error
    assert result.stdout == "", result.stdout


def test_export_notes_are_bounded(sandbox):
    """A schema that loses something in each property is told by its beginning; --full has all."""
    server = stub(tools__list=tool({"type": "object", "properties": {
        f"p{i}": {"type": "string", "not": {"const": "x"}} for i in range(30)}}))
    notes = check(sandbox.run("export", "gemini-openapi", *server), DONE).stderr.splitlines()
    removed = [line for line in notes if "was removed" in line]
    assert len(removed) == 25 and "… 5 more" in notes, notes
    notes = check(sandbox.run("export", "gemini-openapi", "--full", *server),
                  DONE).stderr.splitlines()
    assert len([line for line in notes if "was removed" in line]) == 30, notes
    assert not any("more" in line for line in notes), notes


def test_list_that_is_none(sandbox):
    for answer in ({"tools": None}, {"tools": {}}, {}):
        result = check(sandbox.run("tools", "--json", *stub(tools__list=answer)), PROTOCOL)
        assert json.loads(result.stdout) == answer
        assert "“tools”" in read_error(result)["message"], result.stderr
    # What is not in a list of which a part is missing may be in that.
    circle = tool() | {"nextCursor": "again"}
    for words in (("tools", "other"), ("export", "openai-chat", "other")):
        error = read_error(check(sandbox.run(*words, *stub(tools__list=circle)), PROTOCOL))
        assert "no tool" not in error["message"], error
    error = read_error(check(sandbox.run("tools", *stub(tools__list=REFUSAL)), PROTOCOL))
    assert error["answer"]["code"] == -32001, error


def test_nul(sandbox):
    """The byte in a pipe, its picture where text is shown."""
    text = "before\0HIDDEN\nl2\rOVER"
    content = {"content": [{"type": "text", "text": text}]}
    assert run_bytes(sandbox, "call", "t", *stub(tools__call=content)) == text.encode() + b"\n"
    contents = {"contents": [{"uri": "x://a", "text": text}]}
    assert run_bytes(sandbox, "read", "x://a", *stub(resources__read=contents)) == text.encode()
    listed = check(sandbox.run("tools", *stub(tools__list=tool(description="a\0b"))), DONE).stdout
    assert "a␀b" in listed, listed


def test_read_gives_the_bytes(sandbox):
    data = bytes(range(256)) * 100
    blob = {"contents": [{"uri": "x://a", "blob": base64.b64encode(data).decode()}]}
    assert run_bytes(sandbox, "read", "x://a", *stub(resources__read=blob)) == data
    image = {"content": [{"type": "image", "mimeType": "image/png",
                          "data": base64.b64encode(data).decode()}]}
    assert run_bytes(sandbox, "call", "t", *stub(tools__call=image)) == data
    long = "x" * 60000
    content = {"content": [{"type": "text", "text": long}]}
    assert run_bytes(sandbox, "call", "t", *stub(tools__call=content)) == long.encode() + b"\n"


def test_description(sandbox):
    listed = check(sandbox.run("tools", *stub(
        tools__list=tool(description="\n\n   First line.\n   Second."))), DONE).stdout
    assert listed.splitlines()[1] == "    First line. Second.", listed


def test_old_result(sandbox):
    """Servers of before the first revision put the whole result into “toolResult”."""
    old = {"toolResult": {"content": [{"type": "text", "text": "no zone"}], "isError": True}}
    result = check(sandbox.run("call", "t", *stub(tools__call=old)), TOOL_ERROR)
    assert result.stdout == "no zone\n", result.stdout


def test_advice_on_errors(sandbox):
    """What a tool's error tells of credentials and the like gets advice, whichever way it came."""
    words = "Error executing tool t: No Authorization header found in request context"
    failed = {"content": [{"type": "text", "text": words}], "isError": True}
    result = check(sandbox.run("call", "t", *stub(tools__call=failed)), TOOL_ERROR)
    assert result.stdout == words + "\n", result.stdout
    assert "--env" in result.stderr and "--header" in result.stderr, result.stderr
    as_json = check(sandbox.run("call", "t", "--json", *stub(tools__call=failed)), TOOL_ERROR)
    assert as_json.stderr == "", as_json.stderr
    fine = dict(failed, isError=False)
    assert "--env" not in check(sandbox.run("call", "t", *stub(tools__call=fine)), DONE).stderr
    refusal = {"error": {"code": -32603, "message": words}}
    error = read_error(check(sandbox.run("call", "t", *stub(tools__call=refusal)), PROTOCOL))
    assert "--env" in error["advice"], error


def test_large_error(sandbox):
    refusal = {"error": {"code": -32000, "message": "E" * 60000}}
    result = check(sandbox.run("tools", *stub(initialize=refusal)), PROTOCOL)
    assert len(result.stderr) < 10000 and "EEE" in read_error(result)["message"], len(result.stderr)


SCHEMA = {"type": "object", "required": ["message"],
          "properties": {"message": {"type": "string"}, "n": {"type": "integer"},
                         "e": {"enum": ["1", "2", 3]}}}
ECHO = {"content": [{"type": "text", "text": "ok"}]}


def test_arguments_are_checked(sandbox):
    server = stub(tools__list=tool(SCHEMA), tools__call=ECHO)
    error = read_error(check(sandbox.run("call", "t", "-a", "mesage=x", "-a", "n=abc", *server),
                             REFUSED))
    assert error["code"] == "invalid_input" and "2 problems" in error["message"], error
    assert "/message: " in error["evidence"] and "/n: " in error["evidence"], error
    assert "--force" in error["advice"], error
    result = check(sandbox.run("call", "t", "-a", "mesage=x", "--force", *server), DONE)
    assert "Did you mean “message”?" in result.stderr, result.stderr
    check(sandbox.run("call", "t", "-a", "message=x", "-a", "e=2", "-a", "n=1", *server), DONE)
    check(sandbox.run("call", "t", "-a", "message=x", "-a", "e=3", *server), DONE)
    check(sandbox.run("call", "t", "-a", "message=x", "-a", "e=4", *server), REFUSED)
    check(sandbox.run("call", "t", "-a", "message=x", "--ref", "n=@obj_1", *server), DONE)


def test_destructive_tools_are_asked_about(sandbox):
    def server(name, **annotations):
        listed = {"tools": [{"name": name, "inputSchema": {"type": "object"},
                             **({"annotations": annotations} if annotations else {})}]}
        return stub(tools__list=listed, tools__call=ECHO)

    for name, annotations in (("t", {"destructiveHint": True}), ("delete_all", {}),
                              ("delete", {"readOnlyHint": True}),
                              ("createRepository", {}), ("deploy", {})):
        error = read_error(check(sandbox.run("call", name, *server(name, **annotations)), REFUSED))
        assert error["code"] == "refused" and "--yes" in error["message"], error
        check(sandbox.run("call", name, "--yes", *server(name, **annotations)), DONE)
    for name, annotations in (("t", {}), ("get_update_status", {}), ("create", {"readOnlyHint": True}),
                              ("create", {"readOnlyHint": False, "destructiveHint": False})):
        check(sandbox.run("call", name, *server(name, **annotations)), DONE)


def test_suggestions(sandbox):
    result = check(sandbox.run("call", "ech", "--", DEMO), PROTOCOL)
    assert "Did you mean “echo”?" in result.stderr, result.stderr
    error = read_error(check(sandbox.run("export", "anthropic", "ech", "--", DEMO), USAGE))
    assert "Did you mean “echo”?" in error["message"], error


def test_one_tool(sandbox):
    shown = check(sandbox.run("tools", "t", *stub(tools__list=tool(SCHEMA, description="Says it.\nOK.")
                                                  )), DONE).stdout
    for line in ("    Says it.", "    OK.", "Arguments:", "    message  string, required"):
        assert line in shown.splitlines(), shown
    value = check(sandbox.run("tools", "echo", "--json", "--", DEMO), DONE).stdout
    assert json.loads(value)["name"] == "echo"
    check(sandbox.run("tools", "nosuch", "--", DEMO), USAGE)


TASK = {"taskId": "t1", "status": "working", "createdAt": "2026-01-01T00:00:00Z",
        "lastUpdatedAt": "2026-01-01T00:00:00Z", "ttl": 60000, "pollInterval": 50}


def test_wait_for_a_task(sandbox):
    begun = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "stub", "version": "1"},
             "capabilities": {"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}}}
    server = stub(initialize=begun, tools__list=tool(execution={"taskSupport": "optional"}),
                  tools__call={"task": TASK}, tasks__get=TASK)
    error = read_error(check(sandbox.run("call", "t", "--task", "--wait", "0.4", *server), TIMEOUT))
    assert "“t1”" in error["message"], error


if __name__ == "__main__":
    run_tests(globals())
