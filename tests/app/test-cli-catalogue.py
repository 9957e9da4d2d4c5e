#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli says of a server's tools as a whole: exports, checks, which are disabled.

Usage: test-cli-catalogue.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json

from cli_sandbox import DEMO, DONE, USAGE, check, run_tests


def exported(result):
    return [tool["name"] for tool in json.loads(result.stdout)]


def test_disabled_tools_are_not_exported(sandbox):
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    everything = exported(check(sandbox.run("export", "anthropic", "--server", "demo"), DONE))
    assert "echo" in everything and "set_stock" in everything, everything
    check(sandbox.run("servers", "disable", "demo", "echo", "no_such_tool", "echo"), DONE)
    assert "disabled-tools:" in sandbox.read_book(), sandbox.read_book()
    result = check(sandbox.run("export", "anthropic", "--server", "demo"), DONE)
    assert exported(result) == [name for name in everything if name != "echo"], exported(result)
    assert "1 disabled tool is left out" in result.stderr, result.stderr
    # Named, it is what the person wants; called, too.
    assert exported(check(sandbox.run("export", "anthropic", "echo", "--server", "demo"),
                          DONE)) == ["echo"]
    called = check(sandbox.run("call", "echo", "--arg", "message=hi", "--server", "demo"), DONE)
    assert "hi" in called.stdout, called.stdout
    listed = check(sandbox.run("tools", "--server", "demo"), DONE).stdout
    assert [line for line in listed.splitlines() if "[disabled]" in line][0].startswith("echo")
    check(sandbox.run("servers", "enable", "demo", "echo", "no_such_tool"), DONE)
    assert "disabled-tools" not in sandbox.read_book(), sandbox.read_book()
    assert exported(check(sandbox.run("export", "anthropic", "--server", "demo"),
                          DONE)) == everything
    check(sandbox.run("servers", "disable", "demo"), USAGE)
    check(sandbox.run("servers", "disable", "other", "echo"), USAGE)


if __name__ == "__main__":
    run_tests(globals())
