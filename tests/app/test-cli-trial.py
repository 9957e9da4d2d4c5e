#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli config test: does an application reach a server by what is written?

Usage: test-cli-trial.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import shlex
import sys

from cli_sandbox import (CLI, DEMO, DONE, REFUSED, TIMEOUT, UNREACHABLE, USAGE, HttpDemo, Skip,
                         check, read_error, run_tests)

SECRET = "hunter2222-in-the-keyring"


def shell(test):
    """A server that runs the demo where @test, a line of a shell, says yes."""
    return ["/bin/sh", "-c", f'{test} || {{ echo "no: {test}" >&2; exit 9; }}; exec "$0"', DEMO]


def try_entry(sandbox, client, text, *parts, status=DONE, **more):
    """Writes a client's file, and tries the server that is called demo there."""
    sandbox.write(text if isinstance(text, str) else json.dumps(text), *parts)
    result = check(sandbox.run("config", "test", client, "--name", "demo", "--yes", "--json",
                               **more), status)
    return json.loads(result.stdout)


def entry(words, **more):
    return {"command": words[0], "args": words[1:], **more}


def test_plain(sandbox):
    folder = sandbox.path("a folder")
    os.mkdir(folder)
    os.symlink(DEMO, os.path.join(folder, "the demo"))
    result = try_entry(sandbox, "cursor", {"mcpServers": {"demo": {
        "command": os.path.join(folder, "the demo"), "args": []}}}, ".cursor", "mcp.json")
    assert result["ok"] and result["tools"] > 5 and result["longest_tool"], result
    assert result["server"] and result["version"], result


def test_words(sandbox):
    """Arguments go as they are; a joined command is one array."""
    words = ["/bin/sh", "-c", 'test "$1" = "two  words" && exec "$0"', DEMO, "two  words"]
    assert try_entry(sandbox, "vscode", {"servers": {"demo": entry(words)}},
                     ".config", "Code", "User", "mcp.json")["ok"]
    assert try_entry(sandbox, "opencode", {"mcp": {"demo": {"type": "local", "command": words}}},
                     ".config", "opencode", "opencode.json")["ok"]


def test_environment(sandbox):
    """What reaches the server is what the application passes on."""
    path = (".codex", "config.toml")
    told = shell('test -z "$OF_THE_SHELL" && test "$LISTED" = 1 && test "$OWN" = 2')
    text = (f"[mcp_servers.demo]\ncommand = {json.dumps(told[0])}\nargs = {json.dumps(told[1:])}\n"
            'env_vars = ["LISTED"]\n[mcp_servers.demo.env]\nOWN = "2"\n')
    assert try_entry(sandbox, "codex", text, *path, OF_THE_SHELL="x", LISTED="1")["ok"]
    # Others pass on everything.
    words = shell('test "$OF_THE_SHELL" = x')
    assert try_entry(sandbox, "claude-code", {"mcpServers": {"demo": entry(words, type="stdio")}},
                     ".claude.json", OF_THE_SHELL="x")["ok"]


def test_search_path(sandbox):
    """A desktop application does not see what a shell added to PATH."""
    folder = sandbox.path("tools")
    os.mkdir(folder)
    os.symlink(DEMO, os.path.join(folder, "demo-on-path"))
    more = {"PATH": folder + ":" + os.environ["PATH"]}
    servers = {"mcpServers": {"demo": {"command": "demo-on-path", "type": "stdio"}}}
    assert try_entry(sandbox, "claude-code", servers, ".claude.json", **more)["ok"]
    failed = try_entry(sandbox, "claude-desktop", servers, ".config", "Claude",
                       "claude_desktop_config.json", status=UNREACHABLE, **more)
    assert not failed["ok"] and "demo-on-path" in failed["problem"], failed


def test_variables(sandbox):
    """Each application replaces its own spelling, and no other."""
    for client, spelled, parts, root in (
            ("cursor", "${env:WORD}", (".cursor", "mcp.json"), "mcpServers"),
            ("claude-code", "${WORD}", (".claude.json",), "mcpServers"),
            ("claude-code", "${OTHER:-said}", (".claude.json",), "mcpServers")):
        words = shell('test "$1" = said') + [spelled]
        words[2] = words[2].replace('"$0"', '"$0" # ')
        assert try_entry(sandbox, client, {root: {"demo": entry(words, type="stdio")}}, *parts,
                         WORD="said")["ok"], client
    words = shell("test \"$1\" = '${WORD}'") + ["${WORD}"]
    assert try_entry(sandbox, "claude-desktop", {"mcpServers": {"demo": entry(words)}}, ".config",
                     "Claude", "claude_desktop_config.json", WORD="said")["ok"]
    result = try_entry(sandbox, "claude-code", {"mcpServers": {"demo": entry(
        [DEMO], type="stdio", env={"KEY": "${NOT_SET}"})}}, ".claude.json")
    assert result["missing"] == ["NOT_SET"], result


def test_goose(sandbox):
    """cmd and args; variables that it drops do not arrive."""
    words = shell('test -z "$PYTHONPATH" && test "$OWN" = 2')
    text = (f"extensions:\n  demo:\n    type: stdio\n    name: demo\n    enabled: true\n"
            f"    cmd: {json.dumps(words[0])}\n    args: {json.dumps(words[1:])}\n"
            "    envs: {OWN: '2', PYTHONPATH: /nowhere}\n    timeout: 300\n")
    assert try_entry(sandbox, "goose", text, ".config", "goose", "config.yaml", PYTHONPATH=None)["ok"]


def test_remote(sandbox):
    url = HttpDemo.share("--require-bearer", SECRET)
    servers = {"mcpServers": {"demo": {"type": "http", "url": url, "headers": {
        "Authorization": "Bearer ${TOKEN}"}}}}
    assert try_entry(sandbox, "claude-code", servers, ".claude.json", TOKEN=SECRET)["ok"]
    failed = try_entry(sandbox, "claude-code", servers, ".claude.json", status=7)
    assert failed["missing"] == ["TOKEN"] and failed["problem"], failed


def test_wrapped(sandbox):
    """Started by spyglass-cli, with the secret that is in no file."""
    sandbox.allow_leaks()
    words = shell(f'test "$API_KEY" = {SECRET}')
    check(sandbox.run("servers", "add", "kept", "--env", f"API_KEY={SECRET}", "--secret", "API_KEY",
                      "--", *words[:2], words[2].replace(SECRET, "hunter2222-in-the-keyring"),
                      DEMO), DONE)
    text = {"mcpServers": {"demo": {"command": CLI, "args": ["exec", "kept"]}}}
    result = try_entry(sandbox, "claude-desktop", text, ".config", "Claude",
                       "claude_desktop_config.json")
    assert result["ok"] and result["tools"] > 5, result
    url = HttpDemo.share("--require-bearer", SECRET)
    check(sandbox.run("servers", "add", "far", "--url", url, "--bearer", SECRET), DONE)
    text = {"mcpServers": {"demo": {"command": CLI, "args": ["exec", "far"]}}}
    assert try_entry(sandbox, "claude-desktop", text, ".config", "Claude",
                     "claude_desktop_config.json")["ok"]


def test_bridge(sandbox):
    """mcp-remote is run as it is written, and not undone."""
    trace = sandbox.path("ran")
    npx = sandbox.write(f"#!/bin/sh\necho \"$@\" > {shlex.quote(trace)}\nexec {DEMO}\n", "npx")
    os.chmod(npx, 0o755)
    text = {"mcpServers": {"demo": {"command": npx, "args": [
        "-y", "mcp-remote", "https://example.invalid/mcp", "--header", "X:${KEY}"]}}}
    assert try_entry(sandbox, "claude-desktop", text, ".config", "Claude",
                     "claude_desktop_config.json")["ok"]
    with open(trace, encoding="utf-8") as file:
        assert file.read() == "-y mcp-remote https://example.invalid/mcp --header X:${KEY}\n"


def test_real_bridge(sandbox):
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    program = os.path.join(tools, "node_modules", ".bin", "mcp-remote")
    if not os.path.exists(program):
        raise Skip("mcp-remote is not installed")
    with HttpDemo() as url:
        text = {"mcpServers": {"demo": {"command": program, "args": [url, "--allow-http"]}}}
        assert try_entry(sandbox, "claude-desktop", text, ".config", "Claude",
                         "claude_desktop_config.json")["ok"]


def test_saved(sandbox):
    """What would be written, for every application that takes it."""
    check(sandbox.run("servers", "add", "saved", "--", DEMO), DONE)
    listed = json.loads(check(sandbox.run("config", "--json"), DONE).stdout)
    for client in ("claude-desktop", "cursor", "vscode", "codex", "goose", "opencode", "zed",
                   "gemini-cli"):
        assert client in {known["id"] for known in listed}, client
        result = check(sandbox.run("config", "test", client, "--server", "saved", "--json"), DONE)
        assert json.loads(result.stdout)["tools"] > 5, result
    result = check(sandbox.run("config", "test", "cursor", "--server", "saved"), DONE)
    assert result.stdout.startswith("Cursor reaches "), result.stdout


def test_failures(sandbox):
    parts = (".cursor", "mcp.json")
    failed = try_entry(sandbox, "cursor", {"mcpServers": {"demo": entry(
        ["/bin/sh", "-c", "echo the key is missing >&2; exit 3"])}}, *parts, status=UNREACHABLE)
    assert "the key is missing" in failed["output"] and failed["problem"], failed
    sandbox.write(json.dumps({"mcpServers": {"demo": entry(["/bin/sleep", "60"])}}), *parts)
    check(sandbox.run("config", "test", "cursor", "--name", "demo", "--yes", "--timeout", "1"),
          TIMEOUT)
    check(sandbox.run("config", "test", "cursor", "--name", "other", "--yes"), USAGE)
    check(sandbox.run("config", "test", "nothing", "--name", "demo", "--yes"), USAGE)
    check(sandbox.run("config", "test", "cursor"), USAGE)


def test_unconfirmed(sandbox):
    trace = sandbox.path("ran")
    sandbox.write(json.dumps({"mcpServers": {"demo": entry(["/bin/touch", trace])}}), ".cursor",
                  "mcp.json")
    result = check(sandbox.run("config", "test", "cursor", "--name", "demo"), REFUSED)
    assert read_error(result)["code"] == "unconfirmed" and not os.path.exists(trace)


assert sys.version_info >= (3, 8)
run_tests(globals())
