#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers that write something else than messages where messages belong: what the command line
says of it, when the session cannot be opened and when it is opened all the same.

Usage: test-cli-opening.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

from cli_sandbox import CLI, DEMO, DONE, PROTOCOL, TIMEOUT, check, read_error, run_tests

assert CLI

# Answers every request; write() is what differs.
SERVER = """
import json, sys
out = sys.stdout.buffer
def write(message):
    text = json.dumps(message).encode()
    %s
    out.flush()
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        write({"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "serverInfo": {"name": "x", "version": "1"}}})
"""

# How a message is written, what the guess says, what the evidence has, the exit status.
MISTAKES = (
    ('out.write(json.dumps(message, indent=2).encode() + b"\\n")', "JSON over several lines",
     '"jsonrpc"', PROTOCOL),
    ('out.write(b"Content-Length: %d\\r\\n\\r\\n" % len(text) + text)', "Content-Length headers",
     "Content-Length:", PROTOCOL),
    ('out.write((text.decode() + "\\n").encode("utf-16-le"))', "UTF-16", "\\x00", PROTOCOL),
    ('out.write(text)', "line does not end", '"jsonrpc"', PROTOCOL),
    ('out.write(text + b"\\r")', "line does not end", '"jsonrpc"', PROTOCOL),
    ('out.write(b"\\x80\\x81\\xfe\\n")', "binary data", "\\x80", PROTOCOL),
    ('message["id"] = "zz"; out.write(json.dumps(message).encode() + b"\\n")',
     'an answer with the id "zz"', '"zz"', PROTOCOL),
    ('out.write(b"listening on port 3000\\n")', "such as a log", "listening on port", TIMEOUT),
)


def test_what_came_instead(sandbox):
    for how, guess, evidence, status in MISTAKES:
        path = sandbox.write(SERVER % how, "server.py")
        for command in ("tools", "ping"):
            error = read_error(check(sandbox.run(command, "--connect-timeout", "0.7", "--",
                                                 "python3", path), status))
            assert guess in error["message"], (how, error)
            assert evidence in error["evidence"] and len(error["evidence"]) < 1000, (how, error)


def test_logs_before_the_opening(sandbox):
    """The commonest mistake of all does not stop anything, and is told."""
    path = sandbox.write("import os\nprint('Starting the server', flush=True)\n"
                         f"os.execv({DEMO!r}, [{DEMO!r}])\n", "server.py")
    result = check(sandbox.run("call", "echo", "-a", "message=hi", "--", "python3", path), DONE)
    assert result.stdout == "hi\n", result
    assert "Starting the server" in result.stderr, result
    assert len(result.stderr.splitlines()) == 1, result
    quiet = check(sandbox.run("call", "echo", "-a", "message=hi", "-q", "--", "python3", path), DONE)
    assert quiet.stderr == "", quiet
    # One that writes nothing of the kind is not accused.
    assert check(sandbox.run("ping", "--", DEMO), DONE).stderr == ""


if __name__ == "__main__":
    run_tests(globals())
