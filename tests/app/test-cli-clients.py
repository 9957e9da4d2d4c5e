#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli writes into the files of real client applications, they read back.

Usage: test-cli-clients.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP. The applications are found in
$SPYGLASS_TOOLS, where `./dev setup` puts them. They get an empty home and a proxy that nobody
answers, and are asked only for what starts no server.
"""

import json
import os
import re
import subprocess

from cli_sandbox import DONE, PATIENCE, Skip, check, run_tests

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
NODE = os.path.join(TOOLS, "node_modules", "node", "bin", "node")
NOBODY = "http://127.0.0.1:1"
ARGUMENTS = ("-y", "a b", 'quote " and \\', "ü", "")


def ask(sandbox, program, *words):
    """Runs a client application; returns what it printed."""
    script = os.path.join(TOOLS, "node_modules", *program.split("/"))
    if not os.path.exists(script):
        raise Skip(f"{program} is not installed")
    env = dict(sandbox.env, PATH=os.path.dirname(NODE) + ":/usr/bin:/bin", http_proxy=NOBODY,
               https_proxy=NOBODY, HTTP_PROXY=NOBODY, HTTPS_PROXY=NOBODY, NO_COLOR="1",
               GEMINI_CLI_NO_RELAUNCH="true")  # it would start itself once more, for more memory
    run = subprocess.run([NODE, script, *words], capture_output=True, text=True, check=False,
                         timeout=PATIENCE, env=env, cwd=sandbox.home, stdin=subprocess.DEVNULL)
    assert run.returncode == 0, (words, run.stdout, run.stderr)
    return run.stdout


def write(sandbox, client, name, *words):
    check(sandbox.run("config", "write", client, "--name", name, "--yes", *words), DONE)


def list_codex(sandbox):
    listed = json.loads(ask(sandbox, "@openai/codex/bin/codex.js", "mcp", "list", "--json"))
    return {server["name"]: server for server in listed}


def test_codex(sandbox):
    before = ('# mine\nmodel = "o3"   # kept\n\n[mcp_servers.own]\nurl = "https://own.invalid/mcp"'
              '\n\n# a profile\n[profiles."a.b"]\nmodel = \'x\'\n')
    path = sandbox.write(before, ".codex", "config.toml")
    write(sandbox, "codex", "one", "--env", "LOG=a \"b\"", "--cwd", sandbox.home, "--", "/bin/one",
          *ARGUMENTS)
    write(sandbox, "codex", "dotted.name", "--header", "X-Kind: plain", "--url",
          "https://two.invalid/mcp")
    listed = list_codex(sandbox)
    assert sorted(listed) == ["dotted.name", "one", "own"], listed
    one = listed["one"]["transport"]
    assert one["type"] == "stdio" and one["command"] == "/bin/one", one
    assert one["args"] == list(ARGUMENTS) and one["env"] == {"LOG": 'a "b"'}, one
    assert one["cwd"] == sandbox.home, one
    two = listed["dotted.name"]["transport"]
    assert two["url"] == "https://two.invalid/mcp", two
    assert two["http_headers"] == {"X-Kind": "plain"}, two

    # What the application wrote itself is changed and taken away just so.
    ask(sandbox, "@openai/codex/bin/codex.js", "mcp", "add", "theirs", "--env", "A=1", "--",
        "/bin/theirs", "x")
    write(sandbox, "codex", "theirs", "--env", "A=2", "--", "/bin/theirs", "x")
    assert list_codex(sandbox)["theirs"]["transport"]["env"] == {"A": "2"}
    for name in ("one", "dotted.name", "theirs"):
        check(sandbox.run("config", "remove", "codex", "--name", name, "--yes"), DONE)
    assert sorted(list_codex(sandbox)) == ["own"]
    with open(path, encoding="utf-8") as file:
        after = file.read()
    assert re.sub("\n+", "\n", after) == re.sub("\n+", "\n", before), after


def test_gemini(sandbox):
    before = '{\n  // mine\n  "ui": {"theme": "Default"} /* kept */\n}\n'
    path = sandbox.write(before, ".gemini", "settings.json")
    write(sandbox, "gemini-cli", "one", "--env", "LOG=a \"b\"", "--cwd", sandbox.home, "--",
          "/bin/one", *ARGUMENTS)
    write(sandbox, "gemini-cli", "two", "--header", "X-Kind: plain", "--url",
          "https://two.invalid/mcp")
    write(sandbox, "gemini-cli", "gone", "--", "/bin/gone")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert text.startswith('{\n  // mine\n  "ui": {"theme": "Default"}') and "/* kept */" in text
    # It reads all that is there, and writes it again without this one.
    ask(sandbox, "@google/gemini-cli/bundle/gemini.js", "mcp", "remove", "-s", "user", "gone")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    servers = json.loads(re.sub(r"//.*|/\*.*?\*/", "", text.replace("https://", "https:")))
    servers = servers["mcpServers"]
    assert servers["one"] == {"command": "/bin/one", "args": list(ARGUMENTS),
                              "env": {"LOG": 'a "b"'}, "cwd": sandbox.home}, servers
    assert servers["two"] == {"type": "http", "url": "https:two.invalid/mcp",
                              "headers": {"X-Kind": "plain"}}, servers
    assert sorted(servers) == ["one", "two"], servers


if __name__ == "__main__":
    run_tests(globals())
