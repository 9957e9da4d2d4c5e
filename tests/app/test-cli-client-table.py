#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each client application carries, as a table: printed, and the same in the README; and every
example of their files is read.

Usage: test-cli-client-table.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os

from cli_sandbox import DONE, check, run_tests

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLES = os.path.join(ROOT, "tests", "data", "client-configs")
# A list of links, and documents that say where servers are described.
NO_SERVERS = {"ai-catalog.json", "deeplinks.json"}
# What a person has to fill in.
INPUTS = {"mcpb-manifest.json": ["api_key"], "registry-server.json": ["DEEPSET_API_KEY"],
          "server-card.json": ["token"]}
COLUMNS = (("stdio", "stdio"), ("http", "HTTP"), ("sse", "SSE"), ("cwd", "folder"),
           ("timeout", "timeout"), ("switch", "on, off"), ("enabled_tools", "only tools"),
           ("disabled_tools", "without tools"), ("approval", "approval"), ("oauth", "OAuth"),
           ("variables", "variables"))


def make_cell(client, field):
    if field == "http" and "bridge" in client["fields"]:
        return "bridge"
    return "✓" if field in client["fields"] else ""


def make_table(clients):
    rows = [["application", "", *(title for _, title in COLUMNS)],
            ["---", "---", *(":-:" for _ in COLUMNS)]]
    for client in clients:
        rows.append([client["name"],
                     f"`{client['id']}`" + ("" if client["writable"] else ", read only"),
                     *(make_cell(client, field) for field, _ in COLUMNS)])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def test_table(sandbox):
    clients = json.loads(check(sandbox.run("config", "clients", "--json"), DONE).stdout)
    table = make_table(clients)
    print("".join(f"# {line}\n" for line in table.splitlines()), end="")
    assert sum(client["writable"] for client in clients) >= 25
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        assert table in file.read(), "the README has another table"


def test_examples(sandbox):
    sandbox.allow_leaks()
    names = sorted(set(os.listdir(EXAMPLES)) - NO_SERVERS)
    assert len(names) > 60
    for name in names:
        inputs = [word for key in INPUTS.get(name, ()) for word in ("--input", f"{key}=x")]
        book = {"XDG_CONFIG_HOME": sandbox.path(name)}
        result = check(sandbox.run("config", "import", os.path.join(EXAMPLES, name), *inputs, **book),
                       DONE)
        listed = json.loads(check(sandbox.run("servers", "--json", **book), DONE).stdout)
        assert listed, (name, result.stderr)


def test_filled_in_secrets_stay(sandbox):
    """What was changed in the file since is not taken back, in any application's."""
    words = ("servers", "add", "box", "-e", "API_KEY=tok-live-12345", "--secret", "API_KEY",
             "--secrets-in-file", "--", "/bin/true")
    check(sandbox.run(*words), DONE)
    clients = json.loads(check(sandbox.run("config", "clients", "--json"), DONE).stdout)
    kept = 0
    for client in clients:
        if not client["writable"] or "stdio" not in client["fields"] or "path" not in client:
            continue  # or its file is a project's only
        check(sandbox.run("config", "write", client["id"], "--server", "box", "--with-secrets", "--yes"),
              DONE)
        with open(client["path"], encoding="utf-8") as file:
            text = file.read()
        assert "tok-live-12345" in text, (client["id"], text)
        os.chmod(client["path"], 0o644)
        result = check(sandbox.run("config", "write", client["id"], "--server", "box", "--with-secrets",
                                   "--dry-run", "--yes"), DONE)
        assert "Others on this computer may read" in result.stderr, (client["id"], result.stderr)
        os.chmod(client["path"], 0o600)
        with open(client["path"], "w", encoding="utf-8") as file:
            file.write(text.replace("tok-live-12345", "tok-rotated-6789"))
        result = check(sandbox.run("config", "write", client["id"], "--server", "box", "--yes"), DONE)
        with open(client["path"], encoding="utf-8") as file:
            text = file.read()
        assert "tok-rotated-6789" in text, (client["id"], text, result.stderr)
        assert "tok-rotated-6789" not in result.stdout + result.stderr, client["id"]
        assert "Others on this computer" not in result.stderr, (client["id"], result.stderr)
        kept += 1
    print(f"# {kept} applications")
    assert kept >= 24


if __name__ == "__main__":
    run_tests(globals())
