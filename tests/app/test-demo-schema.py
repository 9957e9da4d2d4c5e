#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that spyglass-demo sends when it is asked for everything validates against the schema
of the revision.

Usage: test-demo-schema.py SPYGLASS-DEMO. Prints TAP. Needs the schemas in $SPYGLASS_SHARED_DATA and
ajv in $SPYGLASS_TOOLS; without them the test is skipped.
"""

import json
import os
import subprocess
import sys

LEGACY, MODERN = "2025-11-25", "2026-07-28"
# Shown on purpose: a block of content that no revision knows, and values that Python loses.
LEFT_OUT = {"show_everything", "show_unknown_block", "lossless"}
CAPABILITIES = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {},
                "extensions": {"io.modelcontextprotocol/tasks": {}}}
ANSWERS = {
    "elicitation/create": {"action": "accept", "content": {"name": "Ada", "colour": "sand", "guests": 3}},
    "sampling/createMessage": {"role": "assistant", "content": {"type": "text", "text": "x"}, "model": "m"},
    "roots/list": {"roots": []},
    "ping": {},
}
LISTS = (("tools/list", "ListToolsResult", "tools"), ("prompts/list", "ListPromptsResult", "prompts"),
         ("resources/list", "ListResourcesResult", "resources"),
         ("resources/templates/list", "ListResourceTemplatesResult", "resourceTemplates"))
VALIDATOR = """
const [ajv, file] = process.argv.slice(1);
const {default: Ajv} = require(ajv);
const schema = JSON.parse(require("fs").readFileSync(file));
const validator = new Ajv({strict: false, validateFormats: false, allErrors: false});
validator.addSchema(schema, "mcp");
for (const [label, definition, value] of JSON.parse(require("fs").readFileSync(0))) {
  const check = validator.getSchema("mcp#/$defs/" + definition);
  if (!check(value))
    console.log(label + " is no " + definition + ": " + JSON.stringify(check.errors[0]));
}
"""


class Demo:
    def __init__(self, program, revision):
        self.revision = revision
        self.modern = revision == MODERN
        self.last_id = 0
        self.sent = []
        self.process = subprocess.Popen([program, "--page-size", "500"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def write(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def take(self, label, message):
        if "id" not in message:
            self.sent.append((f"{label}: {message['method']}", "ServerNotification", message))
            return
        self.sent.append((f"{label}: {message['method']}", "ServerRequest", message))
        self.write({"jsonrpc": "2.0", "id": message["id"], "result": ANSWERS[message["method"]]})

    def request(self, label, method, params):
        self.last_id += 1
        meta = {"progressToken": self.last_id}
        if self.modern:
            meta |= {"io.modelcontextprotocol/protocolVersion": MODERN,
                     "io.modelcontextprotocol/clientCapabilities": CAPABILITIES,
                     "io.modelcontextprotocol/logLevel": "debug"}
        self.write({"jsonrpc": "2.0", "id": self.last_id, "method": method,
                    "params": dict(params, _meta=meta)})
        while True:
            message = json.loads(self.process.stdout.readline())
            if "method" not in message:
                return message
            self.take(label, message)

    def ask(self, method, params, definition):
        label = f"{method} {params.get('name') or params.get('uri') or ''}".strip()
        answer = self.request(label, method, params)
        while answer.get("result", {}).get("resultType") == "input_required":
            result = answer["result"]
            self.sent.append((label, "InputRequiredResult", result))
            retry = dict(params)
            if "inputRequests" in result:
                retry["inputResponses"] = {key: ANSWERS[question["method"]]
                                           for key, question in result["inputRequests"].items()}
            if "requestState" in result:
                retry["requestState"] = result["requestState"]
            answer = self.request(label, method, retry)
        if "error" in answer:
            self.sent.append((label, "Error", answer["error"]))
            return answer
        is_task = answer["result"].get("resultType") == "task" or "task" in answer["result"]
        if is_task and not self.modern:
            self.sent.append((label, "CreateTaskResult", answer["result"]))
        elif not is_task:
            self.sent.append((label, definition, answer["result"]))
        return answer

    def open(self):
        if self.modern:
            self.ask("server/discover", {}, "DiscoverResult")
            return
        self.ask("initialize", {"protocolVersion": self.revision, "capabilities": CAPABILITIES,
                                "clientInfo": {"name": "test", "version": "1"}}, "InitializeResult")


def make_argument(schema):
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    return {"integer": 1, "number": 1, "boolean": True, "object": {}, "array": []}.get(
        schema.get("type"), "radio-9")


def call(demo, tool):
    schema = tool["inputSchema"]
    arguments = {name: make_argument(schema["properties"][name]) for name in schema.get("required", [])}
    if tool["name"] == "slow_task":
        arguments = {"seconds": 0.05, "steps": 2}
    params = {"name": tool["name"], "arguments": arguments}
    if not demo.modern and tool.get("execution", {}).get("taskSupport") == "required":
        params["task"] = {"ttl": 1000}
    demo.ask("tools/call", params, "CallToolResult")


def ask_everything(demo):
    demo.open()
    found = {member: demo.ask(method, {}, definition)["result"][member]
             for method, definition, member in LISTS}
    for tool in found["tools"]:
        if tool["name"] not in LEFT_OUT:
            call(demo, tool)
    for prompt in found["prompts"]:
        arguments = {argument["name"]: "radio-9" for argument in prompt.get("arguments", [])}
        demo.ask("prompts/get", {"name": prompt["name"], "arguments": arguments}, "GetPromptResult")
    for resource in found["resources"]:
        demo.ask("resources/read", {"uri": resource["uri"]}, "ReadResourceResult")
    demo.ask("completion/complete", {"ref": {"type": "ref/prompt", "name": "describe_product"},
                                     "argument": {"name": "id", "value": "r"}}, "CompleteResult")
    demo.process.stdin.close()
    demo.process.wait(timeout=10)
    return demo.sent


def main():
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    node = os.path.join(tools, "node_modules/node/bin/node")
    ajv = os.path.join(tools, "node_modules/ajv/dist/2020.js")
    schemas = os.path.join(os.environ.get("SPYGLASS_SHARED_DATA", ""), "mcp-schema")
    if not (os.path.exists(node) and os.path.exists(ajv) and os.path.exists(schemas)):
        print("1..0 # SKIP ajv is not installed, or the schemas are not here")
        return 0

    print("1..4")
    for number, revision in enumerate((LEGACY, MODERN)):
        sent = ask_everything(Demo(sys.argv[1], revision))
        kinds = {definition for _, definition, _ in sent}
        expected = {"CallToolResult", "GetPromptResult", "ReadResourceResult", "ServerNotification",
                    "InputRequiredResult" if revision == MODERN else "ServerRequest"}
        complete = len(sent) > 80 and expected <= kinds
        print(f"{'ok' if complete else 'not ok'} {2 * number + 1} - {revision}: {len(sent)} messages")
        run = subprocess.run([node, "-e", VALIDATOR, ajv, os.path.join(schemas, revision, "schema.json")],
                             input=json.dumps(sent), capture_output=True, text=True, timeout=60)
        good = run.returncode == 0 and run.stdout == ""
        print(f"{'ok' if good else 'not ok'} {2 * number + 2} - {revision}: all of them are valid")
        for line in (run.stdout + run.stderr).splitlines()[:40]:
            print("#", line[:300])
    return 0


sys.exit(main())
