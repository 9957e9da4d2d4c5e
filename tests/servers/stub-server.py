# SPDX-License-Identifier: GPL-3.0-or-later
"""An MCP server over standard input and output that answers each method with what it is told.

Usage: stub-server.py JSON, an object: method to result, or to {"error": {...}}. Of methods that it
does not name, initialize and the lists have an answer of their own; others are not found.
"""

import json
import sys

PLAN = json.loads(sys.argv[1])
TOOL = {"name": "t", "inputSchema": {"type": "object"}}
RESULTS = {"initialize": {"protocolVersion": "2025-06-18",
                          "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
                          "serverInfo": {"name": "stub", "version": "1"}},
           "tools/list": {"tools": [TOOL]}, "prompts/list": {"prompts": []},
           "resources/list": {"resources": []},
           "resources/templates/list": {"resourceTemplates": []}, **PLAN}
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    found = RESULTS.get(message["method"], {"error": {"code": -32601, "message": "not found"}})
    answer = {"error": found["error"]} if isinstance(found, dict) and "error" in found else {
        "result": found}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
