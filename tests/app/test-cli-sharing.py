#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two applications that read one file: a table of pairs, ways to the file and servers.

Usage: test-cli-sharing.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import itertools
import json
import os

from cli_sandbox import DONE, REFUSED, USAGE, check, run_tests

PATHS = {"cursor": ".cursor/mcp.json", "windsurf": ".codeium/windsurf/mcp_config.json",
         "claude-code": ".claude.json", "kiro": ".kiro/settings/mcp.json",
         "gemini-cli": ".gemini/settings.json", "copilot-cli": ".copilot/mcp-config.json",
         "factory": ".factory/mcp.json", "qwen-code": ".qwen/settings.json"}
SERVERS = {"stdio": ("--", "/bin/true", "-x"), "http": ("--url", "https://x.example/mcp"),
           "variable": ("--", "/bin/true", "--key=${API_TOKEN}")}
OLD = '{"mcpServers": {"a": {"type": "stdio", "command": "/bin/true"}}}\n'


def link(sandbox, clients, way):
    """Every application's file is one. Returns its path."""
    for client in PATHS:
        if os.path.lexists(sandbox.path(PATHS[client])):
            os.unlink(sandbox.path(PATHS[client]))
    sandbox.write(OLD, "dot", "m.json")
    for client in clients:
        path = sandbox.path(PATHS[client])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        (os.link if way == "hard link" else os.symlink)(sandbox.path("dot", "m.json"), path)


def list_servers(sandbox, client):
    files = json.loads(check(sandbox.run("config", "list", client, "--json"), DONE).stdout)
    return {row["name"]: row["summary"] for file in files
            if file["client"] == client for row in file["servers"]}


def test_pairs(sandbox):
    """Both read the same server, and their lint sees no mistake; or nothing is written."""
    refused = set()
    for pair in itertools.combinations(PATHS, 2):
        for kind, words in SERVERS.items():
            title = (pair, kind)
            link(sandbox, pair, "link")
            result = sandbox.run("config", "write", *pair, "--name", "x", "-y", *words)
            text = sandbox.read("dot", "m.json")
            if result.returncode == REFUSED:
                assert text == OLD and "Give them files of their own" in result.stderr, (title, result.stderr)
                refused.add((frozenset(pair), kind))
                continue
            check(result, DONE)
            assert "both read" in result.stderr and "is up to date" in result.stdout, (title, result)
            found = [list_servers(sandbox, client)["x"] for client in pair]
            assert found[0] == found[1], (title, found)
            for client in pair:
                lint = sandbox.run("config", "lint", client)
                assert lint.returncode == DONE, (title, client, text, lint.stdout)
            # One change, and one backup of it.
            check(sandbox.run("config", "undo", "--yes"), DONE)
            assert sandbox.read("dot", "m.json") == OLD, title
    kinds = {kind for _, kind in refused}
    assert frozenset(("claude-code", "cursor")) in {pair for pair, kind in refused
                                                    if kind == "variable"}, refused
    assert kinds <= {"variable", "http"}, refused


def test_hard_links(sandbox):
    """The name that is written gets a file of its own, which the other does not read."""
    link(sandbox, ("cursor", "windsurf"), "hard link")
    result = check(sandbox.run("config", "write", "cursor", "windsurf", "--name", "x", "-y",
                               *SERVERS["http"]), DONE)
    assert "hard links" in result.stderr, result.stderr
    entries = [json.loads(sandbox.read(PATHS[client]))["mcpServers"]["x"]
               for client in ("cursor", "windsurf")]
    assert entries == [{"url": "https://x.example/mcp"}, {"serverUrl": "https://x.example/mcp"}]
    assert sandbox.read("dot", "m.json") == OLD


def test_project(sandbox):
    """Two applications that have the same file in a project, here and not."""
    for clients in itertools.permutations(("claude-code", "copilot-cli")):
        for kind in ("stdio", "http"):
            folder = sandbox.path("p", clients[0], kind)
            os.makedirs(folder)
            where = ("--scope", "project", "--project", folder)
            sandbox.write("{}", folder, ".mcp.json")
            check(sandbox.run("config", "write", *clients, *where, "--name", "x", "-y",
                              *SERVERS[kind]), DONE)
            for client in clients:
                check(sandbox.run("config", "lint", client, *where), DONE)
            # What only the other one's new entries get is for those who write into that one.
            result = check(sandbox.run("config", "write", clients[0], *where, "--name", "y", "-y",
                                       *SERVERS[kind]), DONE)
            entry = json.loads(sandbox.read(folder, ".mcp.json"))["mcpServers"]["y"]
            assert ("tools" in entry) == (clients[0] == "copilot-cli"), (clients, kind, result)


def test_link_to_nothing(sandbox):
    """Where it leads is said before a file is made there."""
    link(sandbox, ("cursor",), "link")
    target = os.path.realpath(sandbox.path("dot", "m.json"))
    os.chmod(target, 0o444)
    words = ("config", "write", "cursor", "--name", "x", "-y", *SERVERS["stdio"])
    assert target in check(sandbox.run(*words), REFUSED).stderr
    os.unlink(target)
    assert f"is a link to “{target}”, which is not there" in check(sandbox.run(*words), DONE).stderr
    assert "x" in json.loads(sandbox.read(target))["mcpServers"]
    assert "is a link" not in sandbox.run(*words[:3], "--name", "y", "-y", *SERVERS["stdio"]).stderr


def test_sync_goes_on(sandbox):
    """A server that cannot be written does not end a sync, and one that is not there is an error."""
    entry = '{"type": "stdio", "command": "/bin/true"}'
    sandbox.write(f'{{"mcpServers": {{"a": {entry}, "b": {entry}, "z": {entry}}}}}', ".claude.json")
    sandbox.write('{"mcpServers": {"b": 1, "b": 2}}', ".kiro", "settings", "mcp.json")
    result = check(sandbox.run("config", "sync", "claude-code", "kiro", "gemini-cli", "-y"), REFUSED)
    for name in ("a", "b", "z"):
        assert name in json.loads(sandbox.read(PATHS["gemini-cli"]))["mcpServers"], result
    assert "✕ Kiro: b: " in result.stderr, result.stderr
    result = check(sandbox.run("config", "sync", "claude-code", "gemini-cli", "--name", "nosuch",
                               "-y"), USAGE)
    assert "no server called “nosuch”" in result.stderr, result.stderr


if __name__ == "__main__":
    run_tests(globals())
