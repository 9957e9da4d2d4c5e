#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Typical mistakes on the command line: each is answered with the command that was meant, and that
command works when it is copied.

Usage: test-cli-hints.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import re
import shlex
import subprocess

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, PROTOCOL, REFUSED, USAGE, HttpDemo, check, read_error,
                         run_tests)

LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


def run_copied(sandbox, command, status=DONE):
    """As a person pastes it into a shell."""
    result = subprocess.run(["sh", "-c", command], env=sandbox.env, cwd=sandbox.home, text=True, check=False,
                            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert result.returncode == status, (command, result)
    return result


def read_command(result):
    message = json.loads(result.stderr.splitlines()[-1])["error"]["message"]
    found = re.search(r" Try: (.*)$", message)
    assert found, message
    return found.group(1)


def test_mistakes(sandbox):
    """Mistake, what was meant, and what the output of the right command has."""
    url = HttpDemo.share()
    address = re.sub("^http://", "", url)
    bare = re.sub("/mcp$", "", address)
    sandbox.write('{"message":"from a file"}', "file.json")
    os.symlink(DEMO, sandbox.path("server"))
    behind = ("--", DEMO)
    for words, meant, has in (
            (("tools", "-s", address), f"--server {url}", "echo"),
            (("tools", "--server", bare), f"--server {url}", "echo"),
            (("tools", bare), f"--server {url}", "echo"),
            (("info", address), f"--server {url}", "Spyglass"),
            (("tools", "./server"), "-- ./server", "echo"),
            (("call", "echo", "--arg", "message=x", "./server"), "-- ./server", "x"),
            (("call", "echo", '{"message":"it\'s"}', *behind), "--args", "it's"),
            (("call", "echo", "message:hi there", *behind), "--arg 'message=hi there'", "hi there"),
            (("call", "echo", "message=hi", *behind), "--arg message=hi", "hi"),
            (("call", "echo", "--message", "hi", *behind), "--arg message=hi", "hi"),
            (("call", "echo", "--message=hi", *behind), "--arg message=hi", "hi"),
            (("call", "echo", "--message", "-5", *behind), "--arg message=-5", "-5"),
            (("call", "echo", "--args", "@file.json", *behind), None, "from a file"),
            (("call", "echo", "@file.json", *behind), "--args -", "from a file"),
            (("inspect", *behind), "info", "Spyglass"),
            (("list-tools", *behind), "tools", "echo"),
            (("call-tool", "echo", "--arg", "message=hi", *behind), "call", "hi"),
            (("get-prompt", "plan_launch", *behind), "prompt", "launch"),
            ((url,), f"info --server {url}", "Spyglass"),
            (("./server",), "info -- ./server", "Spyglass"),
            (("tools", "--era", "legacy", url), f"--server {url}", "echo")):
        result = sandbox.run(*words)
        assert result.returncode in (USAGE, REFUSED), (words, result)
        error = read_error(result)
        assert meant is None or f"Did you mean {meant}" in error["message"], (words, error)
        copied = run_copied(sandbox, read_command(result))
        assert has in copied.stdout, (words, copied)


def test_program_and_its_options(sandbox):
    """The options behind the program are its own; what is started need not be here."""
    for words, command in ((("tools", "npx", "-y", "x"), f"{CLI} tools -- npx -y x"),
                           (("npx", "-y", "x"), f"{CLI} info -- npx -y x"),
                           (("tools", "python3", "server.py"), f"{CLI} tools -- python3 server.py"),
                           (("lint", "--full", "uvx", "x y"), f"{CLI} lint --full -- uvx 'x y'")):
        assert read_command(check(sandbox.run(*words), USAGE)) == command, words


def test_no_hint(sandbox):
    """Nothing is proposed that would not work, or that nobody meant."""
    for words in (("tools", "echo"), ("call", "./server", "echo"), ("call", "echo"), ("qwertz",),
                  ("tools", "-s", "demo"), ("servers", "show", "x:y"), ("tools", "-s", "a:b:c")):
        result = sandbox.run(*words)
        assert result.returncode != DONE and "Did you mean" not in result.stderr, (words, result)
    # An option that is misspelled is that.
    error = read_error(check(sandbox.run("call", "echo", "--timeuot", "5", "--", DEMO), USAGE))
    assert "Did you mean “--timeout”?" in error["message"], error


def test_secrets_are_not_printed_again(sandbox):
    result = check(sandbox.run("tools", "http://127.0.0.1:1/mcp", "--bearer", "hunter2hunter2"), USAGE)
    assert "--server http://127.0.0.1:1/mcp" in result.stderr and "hunter2" not in result.stderr, result
    # What the program is given, and what a URL has in it, is as secret.
    for words in (("--", DEMO, "--api-key", "sk-ant-hunter2hunter2"), ("--server", "https://u:hunter2hunter2@x/mcp")):
        result = check(sandbox.run("call", "echo", '{"a": 1}', *words), USAGE)
        assert "--args" in result.stderr and "hunter2" not in result.stderr, result


def test_raw(sandbox):
    """Nothing is filled in: what is missing is named, with two commands that work."""
    for target in (("--", DEMO), ("--server", HttpDemo.share())):
        for era, count in ((("--era", "modern"), 1), ((), 2)):
            result = check(sandbox.run("raw", LIST, *era, *target), PROTOCOL)
            assert "no “_meta”" in result.stderr and "--era legacy" in result.stderr, result
            commands = re.findall(r"^Try: (.*)$", result.stderr, re.M)
            assert len(commands) == count, result
            for command in commands:
                assert '"tools"' in run_copied(sandbox, command).stdout, command
    # What was not typed cannot be typed again: what is missing is shown.
    result = check(sandbox.run("raw", "--", DEMO, stdin=LIST), PROTOCOL)
    assert "send: {" in result.stderr and "Try:" not in result.stderr, result
    # What has it, and what is refused for another reason, is not spoken of.
    whole = shlex.split(commands[-1])[2].replace("tools/list", "no/method")
    assert "_meta" not in check(sandbox.run("raw", whole, "--", DEMO), PROTOCOL).stderr
    assert "_meta" not in check(sandbox.run("raw", LIST, "--era", "legacy", "--", DEMO), DONE).stderr
    assert "_meta" not in check(sandbox.run("raw", LIST, "--quiet", "--", DEMO), PROTOCOL).stderr


def test_required_arguments_of_a_prompt(sandbox):
    error = read_error(check(sandbox.run("prompt", "describe_product", "--", DEMO), REFUSED))
    assert error["evidence"] == "/id: Required" and "--force" in error["advice"], error
    assert "prompt" in error["message"], error
    check(sandbox.run("prompt", "describe_product", "--force", "--", DEMO), PROTOCOL)
    check(sandbox.run("prompt", "plan_launch", "--", DEMO), DONE)


if __name__ == "__main__":
    run_tests(globals())
