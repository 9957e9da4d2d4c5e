#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The long-lived features on the command line: completion, subscriptions, logging, tasks."""

import json
import os
import subprocess

from cli_sandbox import (CLI, DEMO, DONE, PROTOCOL, USAGE, HttpDemo, Skip, check, read_error,
                         run_tests)

TOOLS = os.environ.get("SPYGLASS_TOOLS") or os.path.expanduser("~/.cache/spyglass/tools")


def find_everything():
    """The command of server-everything."""
    command = [os.path.join(TOOLS, "node_modules", part) for part in (
        "node/bin/node", "@modelcontextprotocol/server-everything/dist/index.js")]
    if not all(os.path.exists(part) for part in command):
        raise Skip("server-everything is not installed")
    return [*command, "stdio"]


def test_complete(sandbox):
    result = check(sandbox.run("complete", "describe_product", "id", "head", "--", DEMO), DONE)
    assert result.stdout == "headphones-7\n", result.stdout
    everything = json.loads(check(sandbox.run("complete", "describe_product", "id", "--json", "--",
                                              DEMO), DONE).stdout)
    assert len(everything["completion"]["values"]) > 3, everything
    template = check(sandbox.run("complete", "product://{category}/{id}", "category", "a", "--",
                                 DEMO), DONE)
    assert template.stdout == "audio\n", template.stdout
    # Another argument that is known already narrows it.
    narrow = check(sandbox.run("complete", "product://{category}/{id}", "id", "--arg",
                               "category=audio", "--", DEMO), DONE)
    wide = check(sandbox.run("complete", "product://{category}/{id}", "id", "--", DEMO), DONE)
    assert set(narrow.stdout.split()) < set(wide.stdout.split()), narrow.stdout
    check(sandbox.run("complete", "describe_product", "--", DEMO), USAGE)


def test_subscribe(sandbox):
    """One watches, another changes."""
    with HttpDemo() as url:
        uri = "product://audio/headphones-7"
        watching = subprocess.Popen(
            [CLI, "subscribe", uri, "--wait", "20", "--server", url],
            env=sandbox.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert watching.stderr.readline() == f"Watching {uri}\n"
            check(sandbox.run("call", "set_stock", "--arg", "id=headphones-7", "--arg", "stock=3",
                              "--yes", "--server", url), DONE)
            assert watching.stdout.readline() == uri + "\n"
        finally:
            watching.terminate()
            watching.wait(timeout=10)
            watching.stdout.close()
            watching.stderr.close()
    check(sandbox.run("subscribe", "--", DEMO), USAGE)
    ended = check(sandbox.run("subscribe", "product://audio/headphones-7", "--wait", "0.2", "--",
                              DEMO), DONE)
    assert ended.stdout == "", ended.stdout


def test_log(sandbox):
    result = check(sandbox.run("call", "write_log", "--arg", "count=3", "--level", "debug", "--",
                               DEMO), DONE)
    assert len(result.stderr.splitlines()) >= 3, result.stderr
    silent = check(sandbox.run("call", "write_log", "--arg", "count=3", "--level", "emergency",
                               "--", DEMO), DONE)
    assert len(silent.stderr.splitlines()) < 3, silent.stderr
    check(sandbox.run("log", "--wait", "0.2", "--", DEMO), DONE)
    check(sandbox.run("log", "--level", "loud", "--wait", "0.2", "--", DEMO), USAGE)
    check(sandbox.run("tools", "--level", "info", "--", DEMO), USAGE)


def test_tasks(sandbox):
    error = read_error(check(sandbox.run("tasks", "get", "nobody", "--", DEMO), PROTOCOL))
    assert error["message"], error
    check(sandbox.run("tasks", "get", "--", DEMO), USAGE)
    check(sandbox.run("tasks", "eat", "x", "--", DEMO), USAGE)
    listed = check(sandbox.run("tasks", "--", *find_everything()), DONE)
    assert listed.stdout == "", listed.stdout


if __name__ == "__main__":
    run_tests(globals())
