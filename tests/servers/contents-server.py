#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server whose resources have contents of every kind; one of them never answers. One prompt."""

import json
import sys

BLOB = {"blob": "AAEC", "mimeType": "image/png"}
CONTENTS = {
    "line": [{"text": "one line"}],
    "several": [{"text": "one"}, {"text": "tw\u00f6\n"}, {"text": ""}, {"text": "four"}],
    "mixed": [{"text": "one"}, BLOB],
    "blob": [BLOB],
    "empty": [],
    "none": [{"mimeType": "text/plain"}],
    "nul": [{"text": "a\0b"}],
    "blank": [{"text": ""}],
    "full": [{"text": "\u00e4" * (512 * 1024)}],
    "large": [{"text": "x" * (1024 * 1024 + 1)}],
    "together": [{"text": "x" * (1024 * 1024)}, {"text": ""}],
}


def send(message, **members):
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **members}), flush=True)


def read(message):
    name = message["params"]["uri"].removeprefix("c://")
    if name in CONTENTS:
        send(message, result={"contents": [{"uri": "c://" + name, **one} for one in CONTENTS[name]]})
    elif name != "silent":
        send(message, error={"code": -32002, "message": "Resource not found"})


for line in sys.stdin:
    request = json.loads(line)
    method = request["method"]
    if method == "initialize":
        send(request, result={"protocolVersion": "2025-11-25", "capabilities": {"resources": {}, "prompts": {}},
                              "serverInfo": {"name": "contents", "version": "1"}})
    elif method == "resources/list":
        send(request, result={"resources": [{"uri": "c://" + name, "name": name}
                                            for name in [*CONTENTS, "silent"]]})
    elif method == "prompts/list":
        send(request, result={"prompts": [{"name": "ask", "arguments": [{"name": "question"}]}]})
    elif method == "resources/read":
        read(request)
    elif "id" in request:
        send(request, error={"code": -32601, "message": "Method not found"})
