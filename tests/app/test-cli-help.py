#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What helps with typing: help, suggestions, completion; and where input and output go.

Usage: test-cli-help.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import pty
import select
import shutil
import subprocess
import sys

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, REFUSED, TOOL_ERROR, USAGE, HttpDemo, Skip, check,
                         read_error, run_tests)

GUIDE = os.path.join(sys.argv[3], "data", "guide")
COMPLETIONS = os.path.join(sys.argv[3], "data", "completions")


def complete(sandbox, *words):
    return [line.split("\t")[0] for line in
            check(sandbox.run("__complete", *words), DONE).stdout.splitlines()]


def test_suggestions(sandbox):
    for words, meant in ((("tols",), "“tools”"), (("tools", "--jsn"), "“--json”"),
                         (("tools", "http://x/mcp"), "--server http://x/mcp"),
                         (("call", "echo", "message=hi"), "--arg message=hi"),
                         (("help", "cal"), "“call”")):
        error = read_error(check(sandbox.run(*words), USAGE))
        assert error["code"] == "usage" and f"Did you mean {meant}?" in error["message"], error
    assert "Did you mean" not in sandbox.run("qwertz").stderr


def test_old_name(sandbox):
    """It is understood and said to be old; it is in no list of commands."""
    old, new = (check(sandbox.run(name, "--help"), DONE) for name in ("bench", "cases"))
    assert old.stdout == new.stdout and not new.stderr, (old, new)
    assert old.stderr.splitlines() == ["“bench” is called “cases” now; the old name goes with version 1.0."], old
    assert not check(sandbox.run("bench", "--help", "--quiet"), DONE).stderr
    assert complete(sandbox, "ben") == [] and complete(sandbox, "case") == ["cases"]
    assert "\n  bench" not in check(sandbox.run("--help"), DONE).stdout


def test_guide(sandbox):
    """It prints what the window shows."""
    chapters = sorted(name.removesuffix(".md") for name in os.listdir(GUIDE) if name.endswith(".md"))
    words = check(sandbox.run("help"), DONE).stdout.replace(",", " ").split()
    assert len(chapters) > 6 and sorted(set(words) & set(chapters)) == chapters, words
    assert set(chapters) <= set(complete(sandbox, "help", ""))
    for chapter in chapters:
        with open(os.path.join(GUIDE, f"{chapter}.md"), encoding="utf-8") as file:
            assert check(sandbox.run("help", chapter), DONE).stdout == file.read(), chapter


def test_errors_are_json(sandbox):
    for words in (("tools", "--timeout", "abc"), ("tools", "-s"), ("tools", "--page=x")):
        assert read_error(check(sandbox.run(*words), USAGE))["code"] == "usage"
    error = read_error(check(sandbox.run("tools", "--params", "nope", "--", DEMO), REFUSED))
    assert "--params" in error["message"], error


def test_options_without_effect(sandbox):
    for words in (("--bearer", "x", "--", DEMO), ("-H", "A: b", "--", DEMO),
                  ("--cwd", ".", "--server", "http://127.0.0.1:1/"),
                  ("-e", "A=b", "--server", "http://127.0.0.1:1/")):
        assert "has no effect" in read_error(check(sandbox.run("tools", *words), USAGE))["message"]
    for words in (("ping", "--items", "3"), ("lint", "--characters", "9"), ("info", "--depth", "2")):
        check(sandbox.run(*words, "--", DEMO), USAGE)
    listed = check(sandbox.run("tools", "--items", "3", "--", DEMO), DONE).stdout
    assert listed.splitlines()[-1].startswith("… ") and len(listed.splitlines()) < 9, listed


def test_completion(sandbox):
    assert set(complete(sandbox, "ca")) == {"call", "cases"}
    assert {"tools", "info", "validate"} <= set(complete(sandbox, ""))
    assert complete(sandbox, "call", "--era", "m") == ["modern"]
    assert complete(sandbox, "call", "--era", "=", "le") == ["legacy"]
    assert "--force" in complete(sandbox, "call", "--f") and complete(sandbox, "lint", "--fo") == ["--format"]
    assert complete(sandbox, "export", "gem") == ["gemini", "gemini-openapi"]
    assert complete(sandbox, "names", "cod") == ["codex"]
    assert complete(sandbox, "call", "--", "x") == []
    assert complete(sandbox, "config", "write", "cu") == ["cursor"]
    assert complete(sandbox, "objects", "s") == ["show", "save"]
    assert complete(sandbox, "objects", "put", "--store", "s") == ["sqlite"]
    check(sandbox.run("servers", "add", "my-demo", "--", DEMO), DONE)
    assert complete(sandbox, "tools", "--server", "my") == ["my-demo"]
    assert complete(sandbox, "servers", "remove", "") == ["my-demo"]
    assert complete(sandbox, "call", "ec") == []
    check(sandbox.run("tools", "--server", "my-demo"), DONE)
    assert complete(sandbox, "call", "ec") == ["echo"]
    assert "echo" in complete(sandbox, "call", "--server", "my-demo", "")
    assert "echo" in complete(sandbox, "call", "--server", "MY-DEMO", "")
    assert complete(sandbox, "call", "--server", "other", "ec") == []
    # What is not saved, removed or private is not proposed.
    check(sandbox.run("tools", "--", DEMO), DONE)
    check(sandbox.run("servers", "add", "second", "--", DEMO), DONE)
    check(sandbox.run("call", "echo", "--arg", "message=x", "--server", "second", "--private", "--yes"), DONE)
    assert complete(sandbox, "call", "--server", "second", "ec") == []
    check(sandbox.run("servers", "remove", "my-demo", "--yes"), DONE)
    assert complete(sandbox, "call", "ec") == []
    check(sandbox.run("servers", "add", "my-demo", "--", DEMO), DONE)
    assert complete(sandbox, "call", "--server", "my-demo", "ec") == []


def test_bash(sandbox):
    script = (f'source {COMPLETIONS}/spyglass-cli.bash; COMP_WORDS=("{CLI}" call --era m); '
              'COMP_CWORD=3; _spyglass_cli; echo "${COMPREPLY[@]}"')
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False,
                            timeout=PATIENCE, env=sandbox.env)
    assert result.stdout == "modern\n", result
    # What a shell would run is quoted.
    check(sandbox.run("servers", "add", "my $(touch x)", "--", DEMO), DONE)
    script = script.replace("--era m", "-s my")
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False,
                            timeout=PATIENCE, env=sandbox.env)
    assert result.stdout == "my\\ \\$\\(touch\\ x\\)\n", result


def check_shell_script(shell, script):
    if shutil.which(shell) is None:
        raise Skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", os.path.join(COMPLETIONS, script)], check=True, timeout=PATIENCE)


def test_script_of_zsh(_sandbox):
    check_shell_script("zsh", "_spyglass-cli")


def test_script_of_fish(_sandbox):
    check_shell_script("fish", "spyglass-cli.fish")


def read_until(terminal, mark):
    """@terminal: a descriptor. Returns: what came, @mark included"""
    came = b""
    while mark not in came:
        assert select.select([terminal], [], [], PATIENCE)[0], came
        came += os.read(terminal, 65536)
    return came


def test_zsh(sandbox):
    """A real one, at a terminal, as a person presses Tab."""
    if shutil.which("zsh") is None:
        raise Skip("zsh is not installed")
    ours, theirs = pty.openpty()
    env = dict(sandbox.env, TERM="xterm", PATH=f"{os.path.dirname(os.path.abspath(CLI))}:{os.environ['PATH']}")
    shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=env,
                             start_new_session=True)
    os.close(theirs)
    try:
        os.write(ours, f"fpath=({COMPLETIONS} $fpath); autoload -U compinit; compinit -u -D; "
                       "echo IS''SET\n".encode())
        read_until(ours, b"ISSET\r\n")
        os.write(ours, b"spyglass-cli call --era m\t")
        read_until(ours, b"--era modern")
        os.write(ours, b"\x15spyglass-cli ca\t")
        read_until(ours, b"Call a tool")
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)


def test_fish(sandbox):
    if shutil.which("fish") is None:
        raise Skip("fish is not installed")
    env = dict(sandbox.env, PATH=f"{os.path.dirname(os.path.abspath(CLI))}:{os.environ['PATH']}")
    result = subprocess.run(["fish", "--no-config", "-c", f"source {COMPLETIONS}/spyglass-cli.fish; "
                             "complete -C 'spyglass-cli ca'"], capture_output=True, text=True, check=True,
                            timeout=PATIENCE, env=env)
    assert "call\tCall a tool" in result.stdout.splitlines(), result


def test_trace(sandbox):
    result = check(sandbox.run("ping", "--trace", "--env", "API_KEY=hunter2222", "--", DEMO), DONE)
    lines = [line for line in result.stderr.splitlines() if line[0] in "→←"]
    assert lines[0].startswith("→ ") and lines[1].startswith("← "), lines
    assert all(json.loads(line[2:])["jsonrpc"] == "2.0" for line in lines), lines
    with HttpDemo("--require-bearer", "opensesame") as url:
        result = check(sandbox.run("call", "echo", "-a", "message=opensesame", "--trace", "--bearer",
                                   "opensesame", "--server", url), DONE)
        assert "HTTP 200" in result.stderr and "opensesame" not in result.stderr, result.stderr


def test_info(sandbox):
    shown = check(sandbox.run("info", "--era", "legacy", "--", DEMO), DONE).stdout
    for word in ("Protocol version: 2025-11-25 (session)", "Transport: stdio", "Capabilities:",
                 "Instructions for models:"):
        assert word in shown, shown
    value = json.loads(check(sandbox.run("info", "--json", "--", DEMO), DONE).stdout)
    assert value["era"] == "modern" and "tools" in value["capabilities"], value


def test_configuration_file(sandbox):
    servers = {"one": {"command": DEMO}, "two": {"command": "no-such-program"}}
    path = sandbox.write(json.dumps({"mcpServers": servers}), "mcp.json")
    check(sandbox.run("ping", "--config", path, "--server", "one"), DONE)
    error = read_error(check(sandbox.run("ping", "--config", path), USAGE))
    assert "one, two" in error["message"], error
    only = sandbox.write(json.dumps({"mcpServers": {"one": servers["one"]}}), "one.json")
    check(sandbox.run("ping", "--config", only), DONE)
    check(sandbox.run("ping", "--config", sandbox.path("missing.json")), REFUSED)


def test_output(sandbox):
    path = sandbox.path("out.txt")
    result = check(sandbox.run("call", "echo", "-a", "message=hi", "-o", path, "--", DEMO), DONE)
    assert result.stdout == "" and sandbox.read("out.txt") == "hi\n"
    # A command that fails leaves what was there.
    check(sandbox.run("tools", "nosuch", "--output", path, "--", DEMO), USAGE)
    assert sandbox.read("out.txt") == "hi\n" and os.listdir(sandbox.home).count("out.txt") == 1
    assert not [name for name in os.listdir(sandbox.home) if name.startswith("out.txt.")]
    # A link's target is replaced whole, and stays as private as it was.
    link = sandbox.path("link.txt")
    sandbox.write("z" * 500, "private.txt")
    os.chmod(sandbox.path("private.txt"), 0o600)
    os.symlink("private.txt", link)
    check(sandbox.run("call", "echo", "-a", "message=hi", "-o", link, "--", DEMO), DONE)
    assert sandbox.read("private.txt") == "hi\n" and os.path.islink(link)
    assert os.stat(link).st_mode & 0o777 == 0o600
    check(sandbox.run("call", "fail", "-o", "/dev/null", "--", DEMO), TOOL_ERROR)
    check(sandbox.run("ping", "-o", "/nowhere/x", "--", DEMO), REFUSED)


def test_version(sandbox):
    shown = check(sandbox.run("--version"), DONE).stdout
    assert shown == sandbox.run("-V").stdout == sandbox.run("version").stdout


if __name__ == "__main__":
    run_tests(globals())
