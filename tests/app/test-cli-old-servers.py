#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers of earlier revisions that do not take the question about a later one well: each is reached,
nothing is left behind, and what was learnt of a saved one holds as long as nothing changes.

Usage: test-cli-old-servers.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import contextlib
import json
import os
import select

from cli_sandbox import DONE, PATIENCE, PYTHON, HttpDemo, check, run_tests

# MODE LOG VERSION-FILE: each process writes down its number, and the first thing that it is asked.
SERVER = """
import json, os, sys, time
mode, log, version = sys.argv[1:4]
deaf, asked, opened, questioned = False, False, False, False
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def answer(message, **members):
    say(json.dumps({"jsonrpc": "2.0", "id": message["id"], **members}))
def note(word):
    with open(log, "a") as file:
        file.write(f"{os.getpid()} {word}\\n")
ERROR = {"code": -32600, "message": "Not initialized"}
NEW = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
       "serverInfo": {"name": "new", "version": "1"}}
modern = os.path.exists(version + ".modern")
if mode == "late":
    time.sleep(2)
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if not asked:
        asked = True
        note(method)
    if deaf or "id" not in message:
        continue
    if method == "initialize" and modern:
        answer(message, error={"code": -32601, "message": "Unknown"})
    elif method == "server/discover" and modern:
        opened = True
        answer(message, result=NEW)
    elif method == "initialize":
        if mode == "refuses" and questioned:
            answer(message, error=ERROR)
            continue
        opened = True
        answer(message, result={"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                                "serverInfo": {"name": "old", "version": open(version).read()}})
    elif opened:
        answer(message, result={"resultType": "complete",
                                "tools": [{"name": "echo", "inputSchema": {"type": "object"}}]})
    else:
        questioned = True
        deaf = mode in ("deaf", "empty")
        if mode == "empty":
            say("")
        elif mode == "noise":
            say("unknown method")
        elif mode == "exits":
            sys.exit(1)
        elif mode in ("refuses", "errs"):
            answer(message, error=ERROR)
"""

# How it takes the question, how many processes are started, what is said of it.
MODES = (
    ("deaf", 2, "discover-second"),
    ("empty", 2, "discover-second"),
    ("refuses", 2, "discover-refused"),
    ("exits", 2, "discover-end"),
    ("silent", 1, "discover-silence"),
    ("noise", 1, "discover-silence"),
    ("errs", 1, None),
)


def starts(sandbox):
    path = sandbox.path("log")
    lines = sandbox.read("log").split("\n")[:-1] if os.path.exists(path) else []
    if lines:
        os.remove(path)
    return [line.split() for line in lines]


def command(sandbox, mode):
    sandbox.write("1", "version")
    return ("--", *PYTHON, sandbox.write(SERVER, "server.py"), mode, sandbox.path("log"), sandbox.path("version"))


def wait_gone(processes):
    """A program is left to its supervisor, which ends it."""
    for number, _ in processes:
        with contextlib.suppress(ProcessLookupError):
            process = os.pidfd_open(int(number))
            assert select.select([process], [], [], PATIENCE)[0], number
            os.close(process)


def test_each_is_reached(sandbox):
    for mode, count, code in MODES:
        words = command(sandbox, mode)
        result = check(sandbox.run("info", "--json", "--connect-timeout", "6", *words), DONE)
        begun = starts(sandbox)
        assert len(begun) == count, (mode, begun)
        wait_gone(begun)
        codes = [finding["code"] for finding in json.loads(result.stdout)["findings"]]
        assert code in codes if code else codes == [], (mode, codes)
        assert code is None or "--era legacy" in result.stdout, result.stdout


def test_one_that_is_late_is_waited_for(sandbox):
    """The second process is of no use to one that only needs its time."""
    check(sandbox.run("tools", "--connect-timeout", "12", *command(sandbox, "late")), DONE)
    # Nothing is said of the question where it was answered in the end.
    words = command(sandbox, "late")
    sandbox.write("", "version.modern")
    result = check(sandbox.run("info", "--json", "--connect-timeout", "5", *words), DONE)
    assert "discover-" not in result.stdout, result.stdout


def test_what_is_remembered(sandbox):
    words = command(sandbox, "exits")
    check(sandbox.run("servers", "add", "old", "-y", *words), DONE)

    def ask(expected, *more, name="old"):
        check(sandbox.run("tools", "-q", "--server", name, *more), DONE)
        asked = [word for _, word in starts(sandbox)]
        assert asked == expected, (asked, expected, more)

    question, plain = ["server/discover", "initialize"], ["initialize"]
    ask(question)
    ask(plain)
    ask(question, "--env", "A=b")  # another one, for once
    ask(plain)
    sandbox.write("2", "version")
    ask(plain)  # which reports another version
    ask(question)
    ask(plain)
    check(sandbox.run("servers", "edit", "old", "--env", "A=c"), DONE)
    ask(question)
    ask(plain)
    # The same program speaks a later revision now, and does no more.
    modern = sandbox.write("", "version.modern")
    ask(plain)
    ask(question[:1])
    os.remove(modern)
    ask(question)
    ask(plain)


def test_another_address_is_another_server(sandbox):
    with HttpDemo("--era", "legacy") as url:
        check(sandbox.run("servers", "add", "web", "--url", url), DONE)

        def ask(questions, *words):
            result = check(sandbox.run(*words, "--trace", "-s", "web"), DONE)
            assert result.stderr.count('"server/discover"') == questions, (words, result.stderr)

        # Where nothing is to be kept, what is learnt is not either.
        ask(1, "call", "--private", "echo", "--arg", "message=a")
        ask(1, "tools")
        ask(0, "tools")
        check(sandbox.run("servers", "edit", "web", "--url", f"{url}?x=1"), DONE)
        ask(1, "tools")


if __name__ == "__main__":
    run_tests(globals())
