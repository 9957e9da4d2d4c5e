#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file that an application reads is seen: a table of application, files and commands.

Usage: test-cli-files.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import shutil

from cli_sandbox import DONE, REFUSED, check, run_tests

# An application, its scope, the root of its files; the file that is made where there is none; all
# files, what wins first, and how many of them lie in the project's own folder.
TABLE = (
    ("opencode", "user", ("mcp",), ".config/opencode/opencode.json",
     (".opencode/opencode.jsonc", ".opencode/opencode.json", ".config/opencode/opencode.jsonc",
      ".config/opencode/opencode.json", ".config/opencode/config.json"), 5),
    ("opencode", "project", ("mcp",), "r/p/opencode.json",
     ("r/p/.opencode/opencode.jsonc", "r/p/.opencode/opencode.json", "r/p/opencode.jsonc",
      "r/p/opencode.json", "r/.opencode/opencode.json", "r/opencode.jsonc"), 4),
    ("crush", "user", ("mcp",), ".config/crush/crush.json",
     (".local/share/crush/crush.json", ".config/crush/crush.json"), 2),
    ("crush", "project", ("mcp",), "r/p/crush.json",
     ("r/p/crush.json", "r/p/.crush.json", "r/.crush.json"), 2),
    ("copilot-cli", "project", ("mcpServers",), "r/p/.github/mcp.json",
     ("r/p/.github/mcp.json", "r/p/.mcp.json", "r/.mcp.json"), 2),
    ("devin", "project", ("mcpServers",), "r/p/.devin/mcp_config.json",
     ("r/p/.devin/mcp_config.local.json", "r/p/.devin/mcp_config.json"), 2),
    ("factory", "project", ("mcpServers",), "r/p/.factory/mcp.json",
     ("r/p/.factory/mcp.json", "r/.factory/mcp.json"), 1),
    ("claude-code", "project", ("mcpServers",), "r/p/.mcp.json", ("r/p/.mcp.json", "r/.mcp.json"), 1),
    ("cursor", "user", ("mcpServers",), ".cursor/mcp.json", (".cursor/mcp.json",), 1),
    ("cursor", "project", ("mcpServers",), "r/p/.cursor/mcp.json", ("r/p/.cursor/mcp.json",), 1),
)

# Where they keep which servers of a project they do not use.
SWITCHES = {"copilot-cli": ".copilot/settings.json", "claude-code": ".claude.json"}


def make_entry(client, name):
    if client == "opencode":
        return {"type": "local", "command": ["/bin/" + name]}
    return {"type": "stdio", "command": "/bin/" + name}


def put(sandbox, client, root, path, *names):
    """A file of the application with servers of these names."""
    text = {name: make_entry(client, name) for name in names}
    for member in reversed(root):
        text = {member: text}
    sandbox.write(json.dumps(text) + "\n", path)


def get_servers(sandbox, root, path):
    value = json.loads(sandbox.read(path))
    for member in root:
        value = value.get(member, {})
    return value


def read_all(sandbox, paths):
    return {path: sandbox.read(path) for path in paths if os.path.exists(sandbox.path(path))}


def config(sandbox, row, verb, *words, status=DONE):
    client, scope = row[:2]
    more = ("--project", sandbox.path("r", "p")) if scope == "project" else ()
    return check(sandbox.run("config", verb, client, "--scope", scope, *more, *words), status)


def fill(sandbox, row):
    """Every file has a server of its own, and all of them one of the same name."""
    client, _, root, _, paths, _ = row
    os.makedirs(sandbox.path("r", ".git"), exist_ok=True)
    os.makedirs(sandbox.path("r", "p"), exist_ok=True)
    for number, path in enumerate(paths):
        put(sandbox, client, root, path, f"own{number}", "same")


def clear(sandbox, row):
    for path in row[4]:
        if os.path.exists(sandbox.path(path)):
            os.unlink(sandbox.path(path))


def changes_only(sandbox, row, path, verb, *words):
    files = (*row[4], *(SWITCHES[name] for name in SWITCHES if name == row[0]))
    before = read_all(sandbox, files)
    config(sandbox, row, verb, *words)
    after = read_all(sandbox, files)
    changed = [each for each in after if after[each] != before.get(each)]
    assert changed == [path], (row[:2], verb, words, changed)


def test_list(sandbox):
    for row in TABLE:
        fill(sandbox, row)
        files = json.loads(config(sandbox, row, "list", "--json").stdout)
        assert [each["path"] for each in files] == [sandbox.path(path) for path in row[4]], files
        for number, each in enumerate(files):
            names = {server["name"]: server for server in each["servers"]}
            assert list(names) == [f"own{number}", "same"] and each["scope"] == row[1], each
            assert "overridden_by" not in names[f"own{number}"], each
            assert names["same"].get("overridden_by") == (files[0]["path"] if number else None), each
        clear(sandbox, row)


def test_read(sandbox):
    """Show, lint, sync and import."""
    for row in TABLE:
        fill(sandbox, row)
        linted = json.loads(config(sandbox, row, "lint", "--json", status=1).stdout)
        assert {each["path"] for each in linted} == {sandbox.path(path) for path in row[4]}, linted
        for number in range(len(row[4])):
            assert f"/bin/own{number}" in config(sandbox, row, "show", "--name", f"own{number}").stdout
        target = "zed" if row[1] == "user" else "junie"
        words = ("--project", sandbox.path("r", "p")) if row[1] == "project" else ()
        copied = check(sandbox.run("config", "sync", row[0], target, *words, "--dry-run"), DONE)
        check(sandbox.run("servers", "import", row[0], *words, "--yes"), DONE)
        listed = json.loads(check(sandbox.run("servers", "list", "--json"), DONE).stdout)
        for name in ["same", *(f"own{number}" for number in range(len(row[4])))]:
            assert copied.stdout.count(f'+    "{name}"') == 1, (row, name, copied.stdout)
            assert name in [server["name"] for server in listed], (row, name)
            check(sandbox.run("servers", "remove", name, "--yes"), DONE)
        clear(sandbox, row)


def test_change(sandbox):
    """In the file that the entry is in."""
    for row in TABLE:
        client, _, root, _, paths, _ = row
        fill(sandbox, row)
        for number, path in enumerate(paths):
            name = ("--name", f"own{number}", "--yes")
            for verb in ("disable", "enable"):
                changes_only(sandbox, row, SWITCHES.get(client, path), verb, *name)
            changes_only(sandbox, row, path, "write", *name, "--", "/bin/other")
            assert "/bin/other" in json.dumps(get_servers(sandbox, root, path)[f"own{number}"])
            before = read_all(sandbox, paths)
            assert config(sandbox, row, "diff", *name[:2], "--", "/bin/third").stdout.count(path) == 2
            assert read_all(sandbox, paths) == before, row
            changes_only(sandbox, row, path, "remove", *name)
            assert list(get_servers(sandbox, root, path)) == ["same"], row
        changes_only(sandbox, row, SWITCHES.get(client, paths[0]), "disable", "--name", "same", "--yes")
        clear(sandbox, row)


def test_new(sandbox):
    """Into the file that there is, be it any of them; a file is made only where there is none."""
    for row in TABLE:
        client, _, root, made, paths, n_own = row
        fill(sandbox, row)
        clear(sandbox, row)
        new = ("write", "--name", "new", "--yes", "--", "/bin/new")
        for path in paths[:n_own]:
            put(sandbox, client, root, path, "there")
            config(sandbox, row, *new)
            assert list(read_all(sandbox, (*paths, made))) == [path], (row, path)
            assert list(get_servers(sandbox, root, path)) == ["there", "new"], (row, path)
            clear(sandbox, row)
        # What lies in a folder above the project is for other projects, too.
        for path in paths[n_own:]:
            put(sandbox, client, root, path, "there")
        config(sandbox, row, *new)
        assert list(get_servers(sandbox, root, made)) == ["new"], row
        for path in paths[n_own:]:
            assert list(get_servers(sandbox, root, path)) == ["there"], row
        clear(sandbox, row)


def test_second_root(sandbox):
    """opencode's “mcp.servers” beside “mcp”, which wins."""
    path = ".config/opencode/opencode.json"
    sandbox.write(json.dumps({"mcp": {"servers": {"in": make_entry("opencode", "in"),
                                                  "same": make_entry("opencode", "lost")},
                                      "out": make_entry("opencode", "out"),
                                      "same": make_entry("opencode", "won")}}), path)
    listed = json.loads(check(sandbox.run("config", "list", "opencode", "--json"), DONE).stdout)
    assert [(each["name"], "overridden_by" in each) for each in listed[0]["servers"]] == [
        ("out", False), ("same", False), ("in", False), ("same", True)], listed
    linted = check(sandbox.run("config", "lint", "opencode"), 1).stdout
    assert "command-missing" in linted and "no-target" not in linted, linted
    check(sandbox.run("config", "disable", "opencode", "--name", "in", "--yes"), DONE)
    removed = check(sandbox.run("config", "remove", "opencode", "--name", "same", "--yes"), DONE)
    assert "opencode will use that one" in removed.stderr, removed
    check(sandbox.run("config", "write", "opencode", "--name", "new", "--yes", "--", "/bin/x"), DONE)
    mcp = json.loads(sandbox.read(path))["mcp"]
    assert list(mcp) == ["servers", "out", "new"] and list(mcp["servers"]) == ["in", "same"], mcp
    assert mcp["servers"]["in"]["enabled"] is False, mcp
    check(sandbox.run("servers", "import", "opencode", "--yes"), DONE)
    names = [each["name"] for each in json.loads(sandbox.run("servers", "list", "--json").stdout)]
    assert sorted(names) == ["in", "new", "out", "same"], names
    removed = check(sandbox.run("config", "remove", "opencode", "--name", "same", "--yes"), DONE)
    assert "will use that one" not in removed.stderr, removed


def test_project_named_like_a_file(sandbox):
    """What lies above a project “opencode” begins as its path does, and is not in it."""
    put(sandbox, "opencode", ("mcp",), "r/opencode.json", "above")
    before = sandbox.read("r/opencode.json")
    os.makedirs(sandbox.path("r", ".git"))
    os.makedirs(sandbox.path("r", "opencode"))
    check(sandbox.run("config", "write", "opencode", "--project", sandbox.path("r", "opencode"),
                      "--name", "new", "--yes", "--", "/bin/x"), DONE)
    assert sandbox.read("r/opencode.json") == before
    assert "new" in json.loads(sandbox.read("r/opencode/opencode.json"))["mcp"]


# An application that merges its files member by member; of one server what each file says, what wins
# first; and the whole, with the file that says whether it is on.
LOCAL = {"type": "local", "command": ["/bin/x", "--on"], "environment": {"A": "1", "B": "2"}}
STDIO = {"type": "stdio", "command": "/bin/x", "args": ["--on"], "env": {"A": "1", "B": "2"}}
CONFIG = ".config/opencode/"
MERGED = (
    ("opencode", ((CONFIG + "opencode.jsonc", {"enabled": False}), (CONFIG + "opencode.json", LOCAL)),
     {**LOCAL, "enabled": False}),
    ("opencode", ((CONFIG + "opencode.json", {"enabled": False, "environment": {"B": "3"}}),
                  (CONFIG + "config.json", LOCAL)),
     {**LOCAL, "environment": {"A": "1", "B": "3"}, "enabled": False}),
    ("opencode", ((CONFIG + "opencode.jsonc", {"enabled": False}),
                  (CONFIG + "opencode.json", {"command": ["/bin/x"]}), (CONFIG + "config.json", LOCAL)),
     {**LOCAL, "command": ["/bin/x"], "enabled": False}),
    ("opencode", ((CONFIG + "opencode.jsonc", {**LOCAL, "enabled": False}),
                  (CONFIG + "opencode.json", {"enabled": True})), {**LOCAL, "enabled": False}),
    ("opencode", (("r/p/opencode.json", {"enabled": False}), (CONFIG + "opencode.json", LOCAL)),
     {**LOCAL, "enabled": False}),
    ("opencode", (("r/p/.opencode/opencode.jsonc", {"enabled": False}), ("r/p/opencode.json", LOCAL),
                  (CONFIG + "opencode.json", {"timeout": 9})),
     {**LOCAL, "timeout": 9, "enabled": False}),
    ("kilo", ((".config/kilo/kilo.jsonc", {"enabled": False}), (".config/kilo/kilo.json", LOCAL)),
     {**LOCAL, "enabled": False}),
    ("crush", ((".local/share/crush/crush.json", {"disabled": True, "args": ["--more"]}),
               (".config/crush/crush.json", STDIO)),
     {**STDIO, "args": ["--on", "--more"], "disabled": True}),
)


def test_merged(sandbox):
    """One server, read as the application has it; it is switched where it is off."""
    for client, layers, whole in MERGED:
        for path, entry in layers:
            sandbox.write(json.dumps({"mcp": {"x": entry}}), path)
        top, scope = layers[0][0], "project" if layers[0][0].startswith("r/p/") else "user"
        words = ("--project", sandbox.path("r", "p")) if scope == "project" else ()
        listed = json.loads(check(sandbox.run("config", "list", client, *words, "--json"), DONE).stdout)
        used = [(each["path"], server["enabled"], server["summary"]) for each in listed
                for server in each["servers"] if "overridden_by" not in server]
        summary = " ".join(("/bin/x", *whole["args"]) if client == "crush" else whole["command"])
        assert used == [(sandbox.path(top), False, summary)], (client, layers, listed)
        text = check(sandbox.run("config", "list", client, *words), DONE).stdout
        assert text.count("[merged into that of ") == len(layers) - 1, text
        assert "not a server" not in text and "overridden" not in text, text
        shown = json.loads(config(sandbox, (client, scope), "show", "--name", "x", "--json").stdout)
        entries = shown if isinstance(shown, list) else [shown]
        assert [each["entry"] for each in entries] == [whole], (client, shown)
        where = ("--scope", scope, *words)
        linted = sandbox.run("config", "lint", client, *where).stdout
        assert "no-target" not in linted or client == "opencode", linted
        tried = sandbox.run("config", "test", client, "--name", "x", "--yes", *where)
        assert "/bin/x" in tried.stdout + tried.stderr, tried
        check(sandbox.run("servers", "import", client, *words, "--yes"), DONE)
        kept = json.loads(check(sandbox.run("servers", "list", "--json"), DONE).stdout)
        assert [each["name"] for each in kept] == ["x"], kept
        check(sandbox.run("servers", "remove", "x", "--yes"), DONE)
        target = "zed" if scope == "user" else "junie"
        copied = check(sandbox.run("config", "sync", client, target, *words, "--dry-run"), DONE).stdout
        assert copied.count('+    "x"') == 1 and "/bin/x" in copied, copied
        before = read_all(sandbox, [path for path, _entry in layers])
        config(sandbox, (client, scope), "enable", "--name", "x", "--yes")
        after = read_all(sandbox, [path for path, _entry in layers])
        assert [path for path in after if after[path] != before[path]] == [top], after
        listed = json.loads(check(sandbox.run("config", "list", client, *words, "--json"), DONE).stdout)
        assert listed[0]["servers"][0]["enabled"] is True, listed
        for path, _entry in layers:
            os.unlink(sandbox.path(path))


# An application, its files of the user and of the project, and which one is used.
WINNERS = (
    ("claude-code", ".claude.json", "p/.mcp.json", "project"),
    ("cursor", ".cursor/mcp.json", "p/.cursor/mcp.json", "project"),
    ("kiro", ".kiro/settings/mcp.json", "p/.kiro/settings/mcp.json", "project"),
    ("gemini-cli", ".gemini/settings.json", "p/.gemini/settings.json", "project"),
    ("qwen-code", ".qwen/settings.json", "p/.qwen/settings.json", "project"),
    ("opencode", ".config/opencode/opencode.json", "p/opencode.json", "project"),
    ("crush", ".config/crush/crush.json", "p/crush.json", "project"),
    ("factory", ".factory/mcp.json", "p/.factory/mcp.json", "user"),
    ("copilot-cli", ".copilot/mcp-config.json", "p/.mcp.json", None),
)


def test_scopes(sandbox):
    """The user's and the project's side by side, with the one that is used."""
    for client, user, project, winner in WINNERS:
        root = ("mcp",) if client in ("opencode", "crush") else ("mcpServers",)
        put(sandbox, client, root, user, "a", "b")
        put(sandbox, client, root, project, "a", "c")
        listed = json.loads(check(sandbox.run("config", "list", client, "--project",
                                              sandbox.path("p"), "--json"), DONE).stdout)
        scopes = {each["scope"]: {server["name"]: server for server in each["servers"]}
                  for each in listed}
        assert {scope: list(names) for scope, names in scopes.items()} == {
            "user": ["a", "b"], "project": ["a", "c"]}, listed
        for scope, path in (("user", project), ("project", user)):
            loses = winner not in (None, scope)
            assert scopes[scope]["a"].get("overridden_by") == (
                sandbox.path(path) if loses else None), (client, scope, listed)
        text = check(sandbox.run("config", "list", client, "--project", sandbox.path("p")), DONE)
        assert f"{sandbox.path(project)}  (project)" in text.stdout, text.stdout
        word = "[merged into that of " if client in ("opencode", "crush") else "[overridden by "
        assert text.stdout.count(word) == (1 if winner else 0), text.stdout


def test_local(sandbox):
    """Claude Code: local before project before user."""
    put(sandbox, "claude-code", ("mcpServers",), "p/.mcp.json", "a", "b")
    local = {"mcpServers": {"a": make_entry("claude-code", "local")}}
    sandbox.write(json.dumps({"mcpServers": {name: make_entry("claude-code", "user") for name in "abc"},
                              "projects": {sandbox.path("p"): local}}), ".claude.json")
    words = ("config", "list", "claude-code", "--project", sandbox.path("p"))
    listed = json.loads(check(sandbox.run(*words, "--json"), DONE).stdout)
    assert [(each["scope"], [(server["name"], server.get("overriding_scope"))
                             for server in each["servers"]]) for each in listed] == [
        ("local", [("a", None)]), ("project", [("a", "local"), ("b", None)]),
        ("user", [("a", "local"), ("b", "project"), ("c", None)])], listed
    # In a repository its root is the project.
    os.makedirs(sandbox.path("p", ".git"))
    listed = json.loads(check(sandbox.run(*words[:-1], sandbox.path("p", "sub"), "--json"), DONE).stdout)
    assert listed[0]["scope"] == "local" and listed[0]["servers"][0]["name"] == "a", listed
    # A home that is a project has one file, not two.
    put(sandbox, "cursor", ("mcpServers",), ".cursor/mcp.json", "a")
    assert len(json.loads(sandbox.run("config", "list", "cursor", "--json").stdout)) == 1


def test_line(sandbox):
    """MCPorter splits a command that has no arguments, as a shell does."""
    sandbox.write(json.dumps({"mcpServers": {"a": {"command": "/bin/sh -c \"x y\""},
                                             "b": {"command": "/bin/a b", "args": ["c"]}}}),
                  ".mcporter", "mcporter.json")
    check(sandbox.run("config", "write", "mcporter", "--name", "c", "--yes", "--", "/bin/c d"), DONE)
    listed = json.loads(check(sandbox.run("config", "list", "mcporter", "--json"), DONE).stdout)
    assert [server["summary"] for server in listed[0]["servers"]] == [
        "/bin/sh -c 'x y'", "'/bin/a b' c", "'/bin/c d'"], listed
    assert json.loads(sandbox.read(".mcporter", "mcporter.json"))["mcpServers"]["c"]["command"] == (
        "'/bin/c d'")
    linted = sandbox.run("config", "lint", "mcporter", "--name", "a")
    assert "sh -c" not in linted.stdout, linted


def test_broken(sandbox):
    """A file that cannot be read does not hide the others, and is an error."""
    put(sandbox, "opencode", ("mcp",), ".config/opencode/opencode.json", "a")
    sandbox.write("{", ".config/opencode/opencode.jsonc")
    sandbox.write("{", ".cursor/mcp.json")
    listed = check(sandbox.run("config", "list", "--json"), REFUSED)
    files = {each["path"]: each for each in json.loads(listed.stdout)}
    assert files[sandbox.path(".config/opencode/opencode.json")]["servers"][0]["name"] == "a", files
    for path in (".config/opencode/opencode.jsonc", ".cursor/mcp.json"):
        assert "line 1" in files[sandbox.path(path)]["error"], files
    text = check(sandbox.run("config", "list"), REFUSED).stdout
    assert text.count("✕") == 2 and "/bin/a" in text, text


def test_shadow(sandbox):
    """Crush's own script, which is used first and is not read here."""
    put(sandbox, "crush", ("mcp",), "p/crush.json", "a")
    sandbox.write("mcp add a\n", "p/.crushrc")
    words = ("crush", "--project", sandbox.path("p"))
    assert "p/.crushrc takes precedence" in check(sandbox.run("config", "list", *words), DONE).stdout
    written = check(sandbox.run("config", "write", *words, "--name", "b", "--yes", "--", "/bin/b"),
                    DONE)
    assert "p/.crushrc takes precedence in Crush" in written.stderr, written


def test_backups(sandbox):
    """Of all files, and each is restored where it was; those of a project lie in no project."""
    paths = [f".config/opencode/opencode.{ending}" for ending in ("jsonc", "json")]
    for number, path in enumerate(paths):
        put(sandbox, "opencode", ("mcp",), path, f"own{number}")
    before = read_all(sandbox, paths)
    for number in range(2):
        check(sandbox.run("config", "remove", "opencode", "--name", f"own{number}", "--yes"), DONE)
    shutil.rmtree(sandbox.path(".local", "state"))  # nothing but the backups is known
    listed = json.loads(check(sandbox.run("config", "backups", "opencode", "--json"), DONE).stdout)
    assert len(listed) == 2, listed
    for each in listed:
        check(sandbox.run("config", "restore", each["path"], "--yes"), DONE)
    assert read_all(sandbox, paths) == before
    # What was changed in the other file, where the switch is.
    put(sandbox, "copilot-cli", ("mcpServers",), ".copilot/mcp-config.json", "x")
    sandbox.write("{}\n", ".copilot/settings.json")
    check(sandbox.run("config", "disable", "copilot-cli", "--name", "x", "--yes"), DONE)
    listed = json.loads(check(sandbox.run("config", "backups", "copilot-cli", "--json"), DONE).stdout)
    assert ["settings.json" in each["path"] for each in listed] == [True], listed
    for ending in ("jsonc", "json"):
        put(sandbox, "opencode", ("mcp",), f"p/opencode.{ending}", ending)
    for ending in ("jsonc", "json"):
        check(sandbox.run("config", "remove", "opencode", "--project", sandbox.path("p"), "--name",
                          ending, "--yes"), DONE)
        check(sandbox.run("config", "undo", "--yes"), DONE)
    assert sorted(os.listdir(sandbox.path("p"))) == ["opencode.json", "opencode.jsonc"]


if __name__ == "__main__":
    run_tests(globals())
