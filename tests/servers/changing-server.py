#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server whose tools stand in a file: changing-server.py FILE. It reads the file at each list."""

import json
import sys


def answer(message, result):
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


def read_tools():
    with open(sys.argv[1], encoding="utf-8") as file:
        return json.load(file)


for line in sys.stdin:
    request = json.loads(line)
    method = request["method"]
    if method == "initialize":
        answer(request, {"protocolVersion": "2025-11-25",
                         "capabilities": {"tools": {"listChanged": True}},
                         "serverInfo": {"name": "changing", "version": "1"}})
    elif method == "tools/list":
        answer(request, {"tools": read_tools()})
    elif method == "tools/call":
        answer(request, {"content": [{"type": "text", "text": "done"}]})
    elif "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"],
                          "error": {"code": -32601, "message": "Method not found"}}), flush=True)
