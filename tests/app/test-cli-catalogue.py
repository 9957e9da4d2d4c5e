#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli says of a server's tools as a whole: exports, checks, which are disabled.

Usage: test-cli-catalogue.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import resource
import time

from cli_sandbox import (DEMO, DONE, PROTOCOL, PYTHON, SERVERS, TIMEOUT, TOOL_ERROR, USAGE, check, read_error,
                         run_tests)

# Each page leads to a new one.
ENDLESS = """
import json, sys, time
page = 0
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "x", "version": "1"}}
    else:
        page += 1
        time.sleep(%s)
        result = {"nextCursor": str(page), "tools": [
            {"name": f"t{page}-{i}", "inputSchema": {"type": "object"}} for i in range(100)]}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def exported(result):
    return [tool["name"] for tool in json.loads(result.stdout)]


def test_disabled_tools_are_not_exported(sandbox):
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    everything = exported(check(sandbox.run("export", "anthropic", "--server", "demo"), DONE))
    assert "echo" in everything and "set_stock" in everything, everything
    check(sandbox.run("servers", "disable", "demo", "echo", "no_such_tool", "echo"), DONE)
    assert "disabled-tools:" in sandbox.read_book(), sandbox.read_book()
    result = check(sandbox.run("export", "anthropic", "--server", "demo"), DONE)
    assert exported(result) == [name for name in everything if name != "echo"], exported(result)
    assert "1 disabled tool is left out" in result.stderr, result.stderr
    # Named, it is what the person wants; called, too.
    assert exported(check(sandbox.run("export", "anthropic", "echo", "--server", "demo"),
                          DONE)) == ["echo"]
    called = check(sandbox.run("call", "echo", "--arg", "message=hi", "--server", "demo"), DONE)
    assert "hi" in called.stdout, called.stdout
    listed = check(sandbox.run("tools", "--server", "demo"), DONE).stdout
    assert [line for line in listed.splitlines() if "[disabled]" in line][0].startswith("echo")
    check(sandbox.run("servers", "enable", "demo", "echo", "no_such_tool"), DONE)
    assert "disabled-tools" not in sandbox.read_book(), sandbox.read_book()
    assert exported(check(sandbox.run("export", "anthropic", "--server", "demo"),
                          DONE)) == everything
    check(sandbox.run("servers", "disable", "demo"), USAGE)
    check(sandbox.run("servers", "disable", "other", "echo"), USAGE)


def test_names(sandbox):
    """What is said of each is tested with the names themselves; this is the command."""
    check(sandbox.run("servers", "add", "far-away-and-long-enough-for-a-name-to-be-cut", "--", DEMO),
          DONE)
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    both = ("--server", "demo", "--server", "far-away-and-long-enough-for-a-name-to-be-cut")
    result = check(sandbox.run("names", "claude-code", *both, "--json"), TOOL_ERROR)
    names = json.loads(result.stdout)
    assert {name["server"] for name in names} == {both[1], both[3]}, names
    assert {name["client"] for name in names} == {"claude-code"}, names
    long = [name for name in names if name["length"] > 64]
    assert long and long == [name for name in names if name["bad"]], names
    assert all(len(name["name"]) == name["length"] for name in names), names
    assert names[0]["name"] == f"mcp__demo__{names[0]['tool']}", names[0]
    text = check(sandbox.run("names", *both), TOOL_ERROR).stdout
    assert "Claude Code  mcp__SERVER__TOOL" in text and "names, as they should be" in text, text
    assert "⚠ It has 6" in text and "A hash takes the place" in text, text
    assert "echo  " in check(sandbox.run("names", "goose", "--", DEMO), DONE).stdout
    assert "claude-code, codex" in check(sandbox.run("names", "x", "--", DEMO), USAGE).stderr


def test_rules(sandbox):
    rules = json.loads(check(sandbox.run("lint", "--rules", "--json"), DONE).stdout)
    ids = [rule["rule"] for rule in rules]
    # What is asked of every inspector, and what the others have.
    for wanted in ("reference-unresolved", "reference-external", "dialect-unsupported",
                   "default-invalid", "required-unknown", "enum-duplicate", "pattern-invalid",
                   "pattern-slow", "description-missing", "header-rules", "number-inexact",
                   "union-exponential", "schema-boolean", "type-union", "schema-untyped"):
        assert wanted in ids, wanted
    assert len(ids) == len(set(ids)), ids
    levels = [rule["level"] for rule in rules]
    assert levels == sorted(levels, key=["error", "warning", "note"].index), levels
    assert all(len(rule["reason"]) > 20 for rule in rules), rules
    shown = check(sandbox.run("lint", "--rules"), DONE).stdout
    assert all(f": {name}\n" in shown for name in ids), shown
    check(sandbox.run("tools", "--rules", "--", DEMO), USAGE)


def test_groups(sandbox):
    """Tools under headings; a list that has no groups, and JSON, stay as they are."""
    names = ["get_issue", "list_pipelines", "list_issues", "get_pipeline", "create_issue", "echo",
             "get_user", "list_users"]
    listed = sandbox.write(json.dumps([{"name": name, "inputSchema": {"type": "object"}}
                                       for name in names]), "tools.json")
    server = ["--", *PYTHON, os.path.join(SERVERS, "changing-server.py"),
              listed]
    shown = check(sandbox.run("tools", "--group", *server), DONE).stdout
    assert shown == ("── Issue (3)\nget_issue\nlist_issues\ncreate_issue\n\n"
                     "── Pipeline (2)\nlist_pipelines\nget_pipeline\n\n"
                     "── User (2)\nget_user\nlist_users\n\n── Other (1)\necho\n"), shown
    part = check(sandbox.run("tools", "--group", "--items", "4", *server), DONE).stdout
    assert part.endswith("── Pipeline (2)\nlist_pipelines\n… 4 more\n"), part
    plain = check(sandbox.run("tools", *server), DONE).stdout
    assert plain.split() == names, plain
    as_json = json.loads(check(sandbox.run("tools", "--group", "--json", *server), DONE).stdout)
    assert [tool["name"] for tool in as_json["tools"]] == names, as_json
    demo = check(sandbox.run("prompts", "--group", "--", DEMO), DONE).stdout
    assert "──" not in demo, demo
    check(sandbox.run("call", "echo", "--group", *server), USAGE)


def get_seconds():
    """What the programs that ended have used of a processor."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_list_without_end(sandbox):
    """The deadline over all holds for the whole list, and pages cost the same however many came."""
    slow = sandbox.write(ENDLESS % "0.1", "slow.py")
    begun = time.monotonic()
    error = read_error(check(sandbox.run("tools", "--era", "legacy", "--total-timeout", "1", "--",
                                         *PYTHON, slow), TIMEOUT))
    assert "entries" in error["message"], error
    assert time.monotonic() - begun < 20
    quick = sandbox.write(ENDLESS % "0", "quick.py")
    used = get_seconds()
    result = check(sandbox.run("tools", "--era", "legacy", "--", *PYTHON, quick), PROTOCOL)
    assert "1000 pages" in result.stderr, result.stderr
    assert get_seconds() - used < 15


if __name__ == "__main__":
    run_tests(globals())
