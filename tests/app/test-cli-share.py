#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`spyglass-cli config export`: what a server is handed on by, as a script uses it.

Usage: test-cli-share.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP. Where Codex and Gemini CLI are found
in $SPYGLASS_TOOLS, the commands for them are run in an empty home.
"""

import ast
import base64
import json
import os
import subprocess
import urllib.parse

from cli_sandbox import DEMO, DONE, PATIENCE, REFUSED, USAGE, Skip, check, read_error, run_tests

SECRET = "sk-not-for-others"
TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123"
TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
PROGRAMS = {"codex": "@openai/codex/bin/codex.js", "gemini": "@google/gemini-cli/bundle/gemini.js"}


def export(sandbox, kind, *words):
    return check(sandbox.run("config", "export", kind, *words), DONE)


def run_command(sandbox, command, **more):
    """Runs what was printed in a shell, where the program's name means the installed one."""
    program = command.split()[0]
    modules = os.path.join(TOOLS, "node_modules")
    script = os.path.join(modules, PROGRAMS[program])
    if not os.path.exists(script):
        raise Skip(f"{program} is not installed")
    node = os.path.join(modules, "node", "bin", "node")
    path = sandbox.write(f'#!/bin/sh\nexec "{node}" "{script}" "$@"\n', "bin", program)
    os.chmod(path, 0o755)
    env = dict(sandbox.env, PATH=f"{sandbox.path('bin')}:{os.path.dirname(node)}:/usr/bin:/bin",
               http_proxy="http://127.0.0.1:1", https_proxy="http://127.0.0.1:1",
               GEMINI_CLI_NO_RELAUNCH="true",  # it would start itself once more, for more memory
               **more)
    run = subprocess.run(["/bin/sh", "-c", command], env=env, cwd=sandbox.home, check=False,
                         capture_output=True, text=True, timeout=2 * PATIENCE,
                         stdin=subprocess.DEVNULL)
    assert run.returncode == 0, (command, run.stdout, run.stderr)


def test_table(sandbox):
    kinds = json.loads(check(sandbox.run("config", "export", "--json"), DONE).stdout)
    ids = [kind["id"] for kind in kinds]
    assert len(ids) == len(set(ids)) and len(ids) > 40, ids
    text = check(sandbox.run("config", "export"), DONE).stdout
    assert all(f"  {identifier} " in text for identifier in ids), text
    assert sandbox.run("config", "export", "nothing").returncode == USAGE


def test_saved_server(sandbox):
    sandbox.allow_leaks()
    check(sandbox.run("servers", "add", "Mine", "--env", f"API_KEY={SECRET}", "--", "uvx", "pkg"),
          DONE)
    check(sandbox.run("servers", "add", "Shapes", "--", "uvx", "pkg", TOKEN, f"--x={TOKEN}",
                      f"https://h/{TOKEN}/x"), DONE)
    check(sandbox.run("servers", "add", "Remote", "--url", f"https://h/{TOKEN}/mcp", "--header",
                      f"X-Foo: {TOKEN}"), DONE)
    kinds = json.loads(check(sandbox.run("config", "export", "--json"), DONE).stdout)
    for kind in kinds:
        if kind["needsTools"]:
            continue
        result = sandbox.run("config", "export", kind["id"], "--server", "Mine")
        assert result.returncode in (DONE, REFUSED), (kind, result.stderr)
        assert SECRET not in result.stdout + result.stderr, kind
        for name in ("Shapes", "Remote"):
            result_here = sandbox.run("config", "export", kind["id"], "--server", name)
            assert TOKEN not in urllib.parse.unquote(result_here.stdout + result_here.stderr), kind
        if result.returncode == DONE:
            assert "API_KEY" in result.stdout or kind["isLink"], (kind, result.stdout)
    link = export(sandbox, "cursor-link", "--server", "Mine").stdout.strip()
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)
    inner = json.loads(base64.b64decode(query["config"][0]))
    assert inner == {"command": "uvx", "args": ["pkg"], "env": {"API_KEY": "${env:API_KEY}"}}, inner
    # What we write ourselves can be read by a person, and back.
    own = export(sandbox, "spyglass-link", "--server", "Mine").stdout.strip()
    assert own == ("spyglass:add?name=mine&config=" + urllib.parse.quote(
        '{"command":"uvx","args":["pkg"],"env":{"API_KEY":"${env:API_KEY}"}}', safe="")), own
    check(sandbox.run("servers", "remove", "Mine", "--yes"), DONE)
    check(sandbox.run("servers", "import", "-", "--yes", stdin=own), DONE)
    shown = json.loads(check(sandbox.run("servers", "show", "mine", "--json"), DONE).stdout)
    shown = shown["server"]
    assert shown["command"] == "uvx" and shown["args"] == ["pkg"], shown


def test_refused(sandbox):
    result = sandbox.run("config", "export", "server-json", "--", "node", "server.js")
    assert result.returncode == REFUSED and result.stdout == "", result
    assert "node" in read_error(result)["message"], result.stderr


def test_haystack(sandbox):
    text = export(sandbox, "haystack", "search_index", "--", DEMO).stdout
    ast.parse(text)
    assert "search_index" in text and "echo" not in text, text


def test_tools(sandbox):
    text = export(sandbox, "opensearch-tools", "search_index", "--", DEMO).stdout
    assert text.count("curl ") == 4 and "search_index" in text, text
    check_shell = subprocess.run(["/bin/sh", "-n"], input=text, text=True, check=False)
    assert check_shell.returncode == 0


def test_codex(sandbox):
    words = ("--name", "one", "--env", f"API_KEY={SECRET}", "--", "uvx", "pkg", "-y", "it's $x")
    command = export(sandbox, "codex-command", *words).stdout
    run_command(sandbox, command, API_KEY="set elsewhere")
    text = sandbox.read(".codex", "config.toml")
    assert "[mcp_servers.one]" in text and '"it\'s $x"' in text, text
    assert '"set elsewhere"' in text and SECRET not in text, text


def test_gemini(sandbox):
    words = ("--name", "one", "--env", f"API_KEY={SECRET}", "--", "uvx", "-y", "pkg", "--flag")
    run_command(sandbox, export(sandbox, "gemini-cli-command", *words).stdout)
    run_command(sandbox, export(sandbox, "gemini-cli-command", "--name", "two", "--bearer", SECRET,
                                "--url", "https://two.invalid/mcp").stdout)
    servers = json.loads(sandbox.read(".gemini", "settings.json"))["mcpServers"]
    assert servers["one"] == {"command": "uvx", "args": ["-y", "pkg", "--flag"],
                              "env": {"API_KEY": "$API_KEY"}}, servers
    assert servers["two"] == {"type": "http", "url": "https://two.invalid/mcp",
                              "headers": {"Authorization": "Bearer $TWO_TOKEN"}}, servers


if __name__ == "__main__":
    run_tests(globals())
