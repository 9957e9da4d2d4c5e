#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person sets once for a server, and what a command does with it."""

import json

from cli_sandbox import DEMO, DONE, TIMEOUT, USAGE, check, read_error, run_tests


def test_tool_timeout(sandbox):
    check(sandbox.run("servers", "add", "demo", "--tool-timeout", "slow_task=0.2", "--tool-timeout",
                      "echo=7", "--timeout", "30", "--", DEMO), DONE)
    check(sandbox.run("servers", "edit", "demo", "--tool-timeout", "echo=default"), DONE)
    book = sandbox.read_book()
    assert "slow_task: 200" in book and "echo" not in book, book
    assert "Time limit of “slow_task”: 0.2 seconds" in check(
        sandbox.run("servers", "show", "demo"), DONE).stdout
    shown = json.loads(check(sandbox.run("servers", "show", "demo", "--json"), DONE).stdout)
    assert shown["tool_timeouts"] == {"slow_task": 200}, shown
    for word in ("echo", "=5", "echo=", "echo=x", "echo=-1", "echo=0", "echo=nan", "echo=1e9"):
        read_error(check(sandbox.run("servers", "edit", "demo", "--tool-timeout", word), USAGE))
    assert sandbox.read_book() == book


def test_tool_timeout_holds(sandbox):
    """For that tool, whoever calls; what is given with the command goes first."""
    check(sandbox.run("servers", "add", "demo", "--tool-timeout", "slow_task=0.2",
                      "--", DEMO), DONE)
    server = ("--server", "demo")
    slow = ("call", "slow_task", "--arg", "steps=1")
    error = read_error(check(sandbox.run(*slow, "--arg", "seconds=30", *server), TIMEOUT))
    assert "0.2" in error["message"], error
    check(sandbox.run(*slow, "--arg", "seconds=0.3", "--timeout", "30", *server), DONE)
    check(sandbox.run("call", "echo", "--arg", "message=x", *server), DONE)
    calls = sandbox.path("calls.json")
    sandbox.write(json.dumps({"calls": [
        {"tool": "slow_task", "arguments": {"steps": 1, "seconds": 30}}]}), "calls.json")
    result = check(sandbox.run("run", calls, "--yes", *server), TIMEOUT)
    assert "not ok 1" in result.stdout, result


if __name__ == "__main__":
    run_tests(globals())
