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


def test_rules(sandbox):
    rules = json.loads(check(sandbox.run("lint", "--rules", "--json"), DONE).stdout)
    ids = [rule["rule"] for rule in rules]
    # What is asked of every inspector, and what the others have.
    for wanted in ("reference-unresolved", "reference-external", "dialect-unsupported",
                   "default-invalid", "required-unknown", "enum-duplicate", "pattern-invalid",
                   "pattern-slow", "description-missing", "header-rules", "number-inexact",
                   "union-exponential", "schema-boolean", "type-union", "schema-untyped"):
        assert wanted in ids, wanted
    assert len(ids) == len(set(ids)), ids
    levels = [rule["level"] for rule in rules]
    assert levels == sorted(levels, key=["error", "warning", "note"].index), levels
    assert all(len(rule["reason"]) > 20 for rule in rules), rules
    shown = check(sandbox.run("lint", "--rules"), DONE).stdout
    assert all(f": {name}\n" in shown for name in ids), shown
    check(sandbox.run("tools", "--rules", "--", DEMO), USAGE)


if __name__ == "__main__":
    run_tests(globals())
