#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that asks the person far too much: its only tool sends as many elicitations at once as
its argument says, waits for all answers, and counts them. With --cancel it takes each back; with
--sample it asks for a model's responses in their place."""

import json
import sys


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def ask(number):
    if "--sample" in sys.argv:
        send({"id": f"ask-{number}", "method": "sampling/createMessage", "params": {
            "messages": [{"role": "user", "content": {"type": "text", "text": "A colour?"}}],
            "maxTokens": 50}})
        return
    send({"id": f"ask-{number}", "method": "elicitation/create", "params": {
        "message": f"Question {number}", "requestedSchema": {"type": "object", "properties": {
            "answer": {"type": "string"}}}}})
    if "--cancel" in sys.argv:
        send({"method": "notifications/cancelled", "params": {"requestId": f"ask-{number}"}})


def finish(call, text):
    send({"id": call, "result": {"content": [{"type": "text", "text": text}]}})


def main():
    call, wanted, refused, answered = None, 0, 0, 0
    for line in sys.stdin:
        message = json.loads(line)
        method = message.get("method")
        if method == "initialize":
            send({"id": message["id"], "result": {
                "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "flooding", "version": "1"}}})
        elif method == "tools/list":
            send({"id": message["id"], "result": {"tools": [{
                "name": "flood", "inputSchema": {"type": "object"},
                "annotations": {"readOnlyHint": True}}]}})
        elif method == "tools/call":
            call = message["id"]
            wanted = message["params"]["arguments"]["count"]
            for number in range(wanted):
                ask(number)
            if "--cancel" in sys.argv:
                finish(call, "taken back")
        elif method is None and str(message.get("id", "")).startswith("ask-"):
            refused += "error" in message
            answered += "result" in message
            if refused + answered == wanted:
                finish(call, f"{answered} answered, {refused} refused")
        elif "id" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "unknown"}})
        sys.stdout.flush()


main()
