#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a model may call where nobody can be asked.

Usage: test-cli-approval.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os

from cli_sandbox import DONE, PYTHON, SERVERS, check, run_tests
from model_stub import KINDS, ModelStub, call, find_results, say

STUB = os.path.join(SERVERS, "stub-server.py")


def chat(sandbox, stub, kind, *words):
    return sandbox.run("chat", "--provider", kind, "--base-url", stub.url, "--model", "m", *words)


HINTS = {"reads": {"readOnlyHint": True}, "says": None, "adds": {"destructiveHint": False},
         "writes": {"readOnlyHint": False}, "destroys": {"destructiveHint": True}, "delete_all": None,
         "delete_file": {"readOnlyHint": True}, "both": {"readOnlyHint": True, "destructiveHint": True}}


def find_refused_tools(sandbox, kind, words):
    """The tools that a model may not call, where nobody can be asked."""
    names = list(HINTS)
    with ModelStub(call(kind, *((name, "{}") for name in names)), say(kind, "Well.")) as stub:
        result = check(chat(sandbox, stub, kind, "Go", *words), DONE)
        results = find_results(kind, stub.requests[1][2])
    refused = {name for name, (_, text, _) in zip(names, results) if "Not allowed by the user" in text}
    assert ("--allow-tools" in result.stderr) == bool(refused), result.stderr
    return refused


def test_only_what_reads_runs_unasked(sandbox):
    """Nobody is there to ask, so the model is told that it may not. --yes is no leave for a model."""
    tools = [{"name": name, "inputSchema": {"type": "object"}, **({"annotations": hints} if hints else {})}
             for name, hints in HINTS.items()]
    plan = {"tools/list": {"tools": tools}, "tools/call": {"content": [{"type": "text", "text": "Done."}]}}
    serves = ("--", *PYTHON, STUB, json.dumps(plan))
    for kind in KINDS:
        assert find_refused_tools(sandbox, kind, serves) == set(HINTS) - {"reads"}, kind
    kind = "openai-chat"
    assert find_refused_tools(sandbox, kind, ("--yes", *serves)) == set(HINTS) - {"reads"}
    assert find_refused_tools(sandbox, kind, ("--allow-tools", *serves)) == set()
    check(sandbox.run("servers", "add", "s", "--approval", "ask", "--approval", "says=auto", "--approval",
                      "delete_all=auto", *serves), DONE)
    named = ("--server", "s")
    assert find_refused_tools(sandbox, kind, named) == set(HINTS) - {"reads", "says"}
    shown = check(sandbox.run("servers", "show", "s"), DONE).stdout
    assert "Approval: ask" in shown and "Approval of “says”: auto" in shown, shown
    shown = json.loads(check(sandbox.run("servers", "show", "s", "--json"), DONE).stdout)
    assert shown["server"]["approval"] == "ask", shown
    assert shown["tools"] == {"says": "auto", "delete_all": "auto"}, shown
    check(sandbox.run("servers", "edit", "s", "--approval", "auto", "--approval", "says=default",
                      "--approval", "reads=ask"), DONE)
    assert find_refused_tools(sandbox, kind, named) == set(HINTS)


run_tests(globals())
