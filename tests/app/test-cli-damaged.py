#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A response that came and cannot be read ends its call at once, over every transport, whatever was asked; a
program's own lines end nothing.

Usage: test-cli-damaged.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from cli_sandbox import DONE, PROTOCOL, PYTHON, check, read_error, run_tests

SERVER = os.path.join(sys.argv[3], "tests", "servers", "damaged_server.py")
WAYS = ("stdio", "tcp", "websocket", "http", "stream", "sse")
# What is damaged, and what is said of it.
DAMAGES = (("latin1", "(byte 0xF6 at offset "), ("nan", "JSON has no NaN (byte 0x4E at offset "),
           ("cut", "was cut off"), ("twice", "on a line of its own"), ("prefix", "(byte 0x44 at offset 0)"),
           ("deep", "up to 10000 levels"),
           ("text", 'the id "'), ("null", "the id null"), ("zero", "the id 0"))
COMMANDS = (("initialize", ("tools",)), ("tools/list", ("tools",)), ("tools/call", ("call", "echo")),
            ("resources/read", ("read", "note://a")), ("prompts/get", ("prompt", "p")),
            ("completion/complete", ("complete", "p", "who", "g")))
# What a command may take of its limit, both in seconds.
ENOUGH, LIMIT = 12, "60"


@contextmanager
def serving(way, damage, method):
    """Yields what names the server on the command line."""
    if way == "stdio":
        yield ("--", *PYTHON, SERVER, way, damage, method)
        return
    with subprocess.Popen([sys.executable, SERVER, way, damage, method], stdout=subprocess.PIPE, text=True) as server:
        try:
            yield ("--server", server.stdout.readline().strip())
        finally:
            server.kill()


def try_one(sandbox, way, damage, says, method, command):
    with serving(way, damage, method) as server:
        began = time.monotonic()
        run = sandbox.run(*command, "-t", LIMIT, "--connect-timeout", LIMIT, *server)
    what = (way, damage, method, run)
    assert time.monotonic() - began < ENOUGH, what
    error = read_error(check(run, PROTOCOL))
    # A WebSocket must end with a text that is no UTF-8; what came is said all the same.
    assert says in error["message"] and method in error["message"], what
    assert error["evidence"], what


def try_all(sandbox, rows):
    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(try_one, sandbox, *row) for row in rows]:
            future.result()


def test_every_way(sandbox):
    try_all(sandbox, [(way, *damage, *COMMANDS[2]) for way in WAYS for damage in DAMAGES])


def test_every_request(sandbox):
    try_all(sandbox, [(way, *damage, *command) for way in ("stdio", "stream")
                      for damage in (DAMAGES[0], DAMAGES[6]) for command in COMMANDS])


def test_a_programs_own_lines(sandbox):
    for way in WAYS:
        for damage in ("log", "noise"):
            with serving(way, damage, "tools/call") as server:
                result = check(sandbox.run("call", "echo", *server), DONE)
            assert "größe" in result.stdout, (way, damage, result)


def test_history_and_trace(sandbox):
    with serving("stdio", "nan", "tools/call") as server:
        run = check(sandbox.run("call", "echo", "--trace", *server), PROTOCOL)
    assert "⚠ ←" in run.stderr and 'jsonrpc' in run.stderr.split("⚠ ←")[1], run
    kept = check(sandbox.run("history", "export", "-"), DONE).stdout.splitlines()
    calls = [entry for entry in map(json.loads, kept) if entry["method"] == "tools/call"]
    assert len(calls) == 1 and "jsonrpc" in calls[0]["responseText"], calls


run_tests(globals())
