#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools that a vendor of models does not take as they are: what is exported, and what comes back.

Usage: test-cli-vendors.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os

from cli_sandbox import DONE, PYTHON, SERVERS, check, run_tests
from model_stub import ModelStub, call, say

STUB = os.path.join(SERVERS, "stub-server.py")


def test_names_that_a_vendor_rejects(sandbox):
    """The model has other names of arguments; the server gets its own, at every depth."""
    kind = "anthropic"
    inner = {"type": "array", "items": {"type": "object", "properties": {"größe": {"type": "integer"}},
                                        "required": ["größe"]}}
    tools = [{"name": "find", "annotations": {"readOnlyHint": True}, "inputSchema": {
        "type": "object", "properties": {"uids[]": inner, "uids__": {"type": "string"}},
        "required": ["uids[]"]}}]
    plan = json.dumps({"tools/list": {"tools": tools},
                       "tools/call": {"content": [{"type": "text", "text": "found"}]}})
    listed = json.loads(check(sandbox.run("export", kind, "--", *PYTHON, STUB, plan), DONE).stdout)
    schema = listed[0]["input_schema"]
    (name,) = schema["required"]
    assert set(schema["properties"]) == {name, "uids__"} and name not in ("uids[]", "uids__"), schema
    assert schema["properties"][name]["title"] == "uids[]", schema
    arguments = {name: [{"gr__e": 1}], "uids__": "x"}
    with ModelStub(call(kind, ("find", json.dumps(arguments))), say(kind, "I see.")) as stub:
        result = check(sandbox.run("chat", "Go", "--provider", kind, "--base-url", stub.url, "--model", "m",
                                   "--allow-tools", "--json", "--", *PYTHON, STUB, plan), DONE)
        first, second = (request[2] for request in stub.requests)
    assert first["tools"][0]["input_schema"] == schema, first["tools"]
    (made,) = json.loads(result.stdout.splitlines()[-1])["calls"]
    assert json.loads(made["sent"]) == {"uids[]": [{"größe": 1}], "uids__": "x"}, made
    # What the model said before is what it said.
    assert [block["input"] for message in second["messages"] if message["role"] == "assistant"
            for block in message["content"]] == [arguments], second["messages"]


def test_more_tools_than_a_request_takes(sandbox):
    for count, told in ((128, False), (129, True)):
        tools = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(count)]
        plan = json.dumps({"tools/list": {"tools": tools}})
        for kind in ("openai-chat", "openai-responses-strict", "gemini", "anthropic"):
            result = check(sandbox.run("export", kind, "--", *PYTHON, STUB, plan), DONE)
            assert ("accepts 128" in result.stderr) == (told and kind != "anthropic"), result.stderr[-200:]


if __name__ == "__main__":
    run_tests(globals())
