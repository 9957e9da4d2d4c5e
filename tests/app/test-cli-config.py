#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli writes into the files of other applications.

Usage: test-cli-config.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess

from cli_sandbox import DEMO, DONE, PATIENCE, REFUSED, USAGE, check, run_tests


def read_json(sandbox, *path):
    return json.loads(sandbox.read(*path))


def test_config(sandbox):
    path = sandbox.path(".config", "Claude", "claude_desktop_config.json")
    os.makedirs(os.path.dirname(path))
    before = '{\n    "preferences": {"zoom": 1.10},\n    "mcpServers": {}\n}\n'
    with open(path, "w", encoding="utf-8") as file:
        file.write(before)
    shown = check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--dry-run",
                              "--", DEMO), DONE)
    assert "+" in shown.stdout and '"demo"' in shown.stdout
    check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--", DEMO), REFUSED)
    with open(path, encoding="utf-8") as file:
        assert file.read() == before
    check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--yes", "--", DEMO),
          DONE)
    with open(path, encoding="utf-8") as file:
        after = file.read()
    assert '"preferences": {"zoom": 1.10}' in after
    entry = json.loads(after)["mcpServers"]["demo"]
    backups = [name for name in os.listdir(os.path.dirname(path)) if name.endswith(".bak")]
    assert len(backups) == 1, backups

    # The written entry is started as the client would, and answers.
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
               "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                          "clientInfo": {"name": "t", "version": "1"}}}
    server = subprocess.run([entry["command"], *entry.get("args", [])],
                            input=json.dumps(request) + "\n", capture_output=True, text=True,
                            timeout=PATIENCE, check=False,
                            env={"PATH": os.environ["PATH"], **entry.get("env", {})})
    assert json.loads(server.stdout.splitlines()[0])["result"]["serverInfo"], server.stdout

    check(sandbox.run("config", "remove", "claude-desktop", "--name", "demo", "--yes"), DONE)
    with open(path, encoding="utf-8") as file:
        assert json.loads(file.read()) == json.loads(before)


def test_config_in_parallel(sandbox):
    """Each takes in what the others wrote, and none loses another's."""
    path = sandbox.path(".cursor", "mcp.json")
    os.makedirs(os.path.dirname(path))
    with open(path, "w", encoding="utf-8") as file:
        file.write('\ufeff{"mcpServers": {}}\n')
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(lambda i: sandbox.run("config", "write", "cursor", "--name", f"n{i}",
                                                   "--yes", "--", DEMO), range(8)))
    assert all(run.returncode in (DONE, REFUSED) for run in runs), runs
    written = [f"n{i}" for i, run in enumerate(runs) if run.returncode == DONE]
    with open(path, encoding="utf-8-sig") as file:
        assert sorted(json.loads(file.read())["mcpServers"]) == written, runs
    assert len(written) >= 4, runs


def test_config_refuses_what_is_not_json(sandbox):
    path = sandbox.path(".cursor", "mcp.json")
    os.makedirs(os.path.dirname(path))
    for text in ('{ // a comment\n "mcpServers": {} }', "not json", "[]"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.utime(path, (0, 0))  # what was just touched may not be whole yet
        check(sandbox.run("config", "write", "cursor", "--name", "x", "--yes", "--", DEMO), REFUSED)
        with open(path, encoding="utf-8") as file:
            assert file.read() == text


def test_one_bad_entry(sandbox):
    """It is named and ends nothing: not the import, not what else is imported, not a sync."""
    folder = os.path.dirname(sandbox.write("", ".cursor", "mcp.json"))
    for bad in ({"url": "ftp://x.example"}, {"command": DEMO, "env": {"A=B": "1"}}):
        with open(os.path.join(folder, "mcp.json"), "w", encoding="utf-8") as file:
            json.dump({"mcpServers": {"a": {"command": DEMO}, "bad": bad, "z": {"command": DEMO}}}, file)
        for words in (("servers", "import", "cursor"), ("servers", "import"),
                      ("servers", "import", "none.json", "cursor"),
                      ("config", "sync", "cursor", "windsurf", "--yes")):
            result = check(sandbox.run(*words), REFUSED)
            assert "bad: " in result.stderr, result.stderr
            if words[0] == "servers":
                names = [entry["name"] for entry in
                         json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)]
                for name in names:
                    check(sandbox.run("servers", "remove", name, "--yes"), DONE)
            else:
                names = list(json.loads(sandbox.read(".codeium", "windsurf", "mcp_config.json"))
                             ["mcpServers"])
            assert names == ["a", "z"], (words, names)


def test_project(sandbox):
    project = sandbox.path("project")
    os.mkdir(project)
    check(sandbox.run("config", "write", "cursor", "--project", project, "--name", "demo", "--yes",
                      "--", DEMO), DONE)
    with open(os.path.join(project, ".cursor", "mcp.json"), encoding="utf-8") as file:
        assert json.load(file)["mcpServers"]["demo"]["command"] == DEMO


def test_config_list(sandbox):
    listed = json.loads(check(sandbox.run("config", "--json"), DONE).stdout)
    assert {"claude-desktop", "cursor"} <= {client["id"] for client in listed}, listed
    assert "cursor" in check(sandbox.run("config", "clients"), DONE).stdout
    assert {client["id"]: client for client in listed}["zed"]["paths"] == {
        "linux": "$XDG_CONFIG_HOME/zed/settings.json", "macos": "~/.config/zed/settings.json",
        "windows": "%APPDATA%\\Zed\\settings.json"}
    check(sandbox.run("config", "show", "no-such-application", "--", DEMO), USAGE)
    check(sandbox.run("config", "show"), USAGE)
    check(sandbox.run("config", "bake", "cursor"), USAGE)
    check(sandbox.run("config", "show", "cline-cli", "claude-code-user", "--", DEMO), DONE)


def test_several_applications(sandbox):
    """One that cannot is told of, and the others are written."""
    sandbox.write("[]", ".cursor", "mcp.json")
    result = check(sandbox.run("config", "write", "cursor", "zed", "goose", "crush", "--name", "x",
                               "--yes", "--", DEMO), REFUSED)
    assert "Cursor" in result.stderr and sandbox.read(".cursor", "mcp.json") == "[]", result
    assert read_json(sandbox, ".config", "zed", "settings.json")["context_servers"]["x"]
    assert "cmd: " in sandbox.read(".config", "goose", "config.yaml")
    assert read_json(sandbox, ".config", "crush", "crush.json")["mcp"]["x"]["type"] == "stdio"
    listed = json.loads(check(sandbox.run("config", "list", "--json"), DONE).stdout)
    names = {client["client"]: [server["name"] for server in client["servers"]]
             for client in listed}
    assert names == {"cursor": [], "zed": ["x"], "goose": ["x"], "crush": ["x"]}, listed
    check(sandbox.run("config", "remove", "zed", "goose", "--name", "x", "--yes"), DONE)
    # Both files were made for it, and go with it.
    for path in (".config", "zed", "settings.json"), (".config", "goose", "config.yaml"):
        assert not os.path.exists(sandbox.path(*path)), path


def test_scopes(sandbox):
    project = sandbox.path("p")
    os.mkdir(project)
    for scope in ("user", "project", "local"):
        check(sandbox.run("config", "write", "claude-code", "--scope", scope, "--project", project,
                          "--name", scope, "--yes", "--", "/bin/x"), DONE)
    written = read_json(sandbox, ".claude.json")
    assert list(written["mcpServers"]) == ["user"], written
    assert list(written["projects"][project]["mcpServers"]) == ["local"], written
    assert list(read_json(sandbox, "p", ".mcp.json")["mcpServers"]) == ["project"]
    check(sandbox.run("config", "write", "cursor", "--scope", "local", "--", "/bin/x"), USAGE)
    check(sandbox.run("config", "write", "cursor", "--scope", "everywhere", "--", "/bin/x"), USAGE)
    check(sandbox.run("config", "write", "librechat", "--name", "x", "-y", "--", "/bin/x"), USAGE)
    check(sandbox.run("config", "write", "librechat", "--project", project, "--name", "x", "-y",
                      "--", "/bin/x"), DONE)
    assert "args: []" in sandbox.read("p", "librechat.yaml")


def test_sync(sandbox):
    """Each application gets the servers in its own words, and is told what it cannot have."""
    sandbox.write(json.dumps({"mcpServers": {
        "here": {"type": "stdio", "command": "/bin/x", "env": {"A": "${env:B}"}},
        "there": {"url": "https://x.invalid/sse", "type": "sse"}}}), ".cursor", "mcp.json")
    result = check(sandbox.run("config", "sync", "cursor", "claude-code", "goose", "opencode",
                               "--yes"), REFUSED)
    assert "Goose cannot use servers over sse" in result.stderr, result
    code = read_json(sandbox, ".claude.json")["mcpServers"]
    assert code == {"here": {"type": "stdio", "command": "/bin/x", "env": {"A": "${B}"}},
                    "there": {"type": "sse", "url": "https://x.invalid/sse"}}, code
    mcp = read_json(sandbox, ".config", "opencode", "opencode.json")["mcp"]
    assert mcp["here"]["command"] == ["/bin/x"], mcp
    assert mcp["here"]["environment"] == {"A": "{env:B}"}, mcp
    check(sandbox.run("config", "sync", "cursor"), USAGE)
    result = check(sandbox.run("config", "sync", "cursor", "codex", "--name", "here", "--timeout", "45", "--yes"), DONE)
    assert "tool_timeout_sec = 45" in open(sandbox.path(".codex", "config.toml"), encoding="utf-8").read(), result


def test_switch(sandbox):
    """By the application's own switch, by a list, or by keeping the entry for later."""
    for client in ("zed", "gemini-cli", "cursor", "goose"):
        check(sandbox.run("config", "write", client, "--name", "x", "-y", "--", "/bin/x"), DONE)
    files = ((".config", "zed", "settings.json"), (".gemini", "settings.json"),
             (".cursor", "mcp.json"), (".config", "goose", "config.yaml"))
    before = [sandbox.read(*path) for path in files]
    check(sandbox.run("config", "disable", "zed", "gemini-cli", "cursor", "goose", "--name", "x",
                      "-y"), DONE)
    assert read_json(sandbox, *files[0])["context_servers"]["x"]["enabled"] is False
    assert read_json(sandbox, *files[1])["mcp"]["excluded"] == ["x"]
    assert read_json(sandbox, *files[2]) == {"mcpServers": {}}
    assert "enabled: false" in sandbox.read(*files[3])
    check(sandbox.run("config", "enable", "zed", "gemini-cli", "cursor", "goose", "--name", "x",
                      "-y"), DONE)
    assert [sandbox.read(*path) for path in files][2:] == before[2:]
    assert read_json(sandbox, *files[1])["mcp"]["excluded"] == []
    check(sandbox.run("config", "disable", "zed", "--name", "nobody", "-y"), REFUSED)
    # What is off in one application is off in the next, by its own means.
    sandbox.write('{"mcpServers": {"y": {"command": "/bin/y", "disabled": true}}}', ".kiro",
                  "settings", "mcp.json")
    check(sandbox.run("config", "sync", "kiro", "gemini-cli", "zed", "-y"), DONE)
    assert read_json(sandbox, *files[1])["mcp"]["excluded"] == ["y"]
    assert read_json(sandbox, *files[0])["context_servers"]["y"]["enabled"] is False


def test_running(sandbox):
    """Whether the application has to be restarted. It is one that no other test starts."""
    way = ("config", "write", "crush", "-y", "--name")
    told = check(sandbox.run(*way, "one", "--", "/bin/x"), DONE).stdout
    assert "Start Crush to apply." in told, told
    program = sandbox.path("crush")
    shutil.copy(shutil.which("sleep"), program)
    with subprocess.Popen([program, "600"]) as process:
        try:
            told = check(sandbox.run(*way, "two", "--", "/bin/x"), DONE).stdout
            assert "Restart Crush to apply." in told, told
        finally:
            process.kill()


def test_platforms(sandbox):
    shown = check(sandbox.run("config", "show", "claude-desktop", "--platform", "windows", "--name",
                              "x", "--", "npx", "-y", "some-server"), DONE).stdout
    assert json.loads(shown)["mcpServers"]["x"] == {
        "command": "cmd", "args": ["/c", "npx", "-y", "some-server"]}, shown


def test_secret_ways(sandbox):
    """A secret becomes a variable, a question, or stays in the keyring."""
    way = ("--name", "x", "--env", "API_KEY=hunter22", "--", "/bin/x")
    shown = json.loads(check(sandbox.run("config", "show", "vscode", "--secrets", "input", *way),
                             DONE).stdout)
    assert shown["servers"]["x"]["env"] == {"API_KEY": "${input:api-key}"}, shown
    shown = json.loads(check(sandbox.run("config", "show", "vscode", *way), DONE).stdout)
    assert shown["servers"]["x"]["env"] == {"API_KEY": "${env:API_KEY}"}, shown
    check(sandbox.run("config", "show", "vscode", "--secrets", "keyring", *way), REFUSED)
    check(sandbox.run("servers", "add", "kept", "--secrets-in-file", "--secret", "API_KEY", "--env",
                      "API_KEY=hunter22", "--", "/bin/x"), DONE)
    shown = json.loads(check(sandbox.run("config", "show", "claude-desktop", "--server", "kept",
                                         "--secrets", "keyring"), DONE).stdout)
    entry = shown["mcpServers"]["kept"]
    assert entry["command"].endswith("spyglass-cli") and entry["args"] == ["exec", "kept"], entry
    assert "hunter22" not in json.dumps(shown)
    check(sandbox.run("config", "show", "vscode", "--secrets", "elsewhere", *way), USAGE)


def test_remote_server_in_claude_desktop(sandbox):
    result = check(sandbox.run("config", "show", "claude-desktop", "--server",
                               "https://example.com/mcp"), DONE)
    entry = json.loads(result.stdout)["mcpServers"]["example.com"]
    assert entry["command"] == "npx" and "mcp-remote" in " ".join(entry["args"]), entry


def test_edit_keeps_the_rest(sandbox):
    check(sandbox.run("servers", "add", "s", "--env", "A=1", "--approval", "never", "--", DEMO),
          DONE)
    before = sandbox.read_book()
    check(sandbox.run("servers", "edit", "s", "--approval", "sometimes"), USAGE)
    check(sandbox.run("servers", "edit", "nobody", "--env", "A=2"), USAGE)
    check(sandbox.run("servers", "edit"), USAGE)
    assert sandbox.read_book() == before
    check(sandbox.run("servers", "edit", "s", "--url", "http://127.0.0.1:1/mcp"), DONE)
    listed = json.loads(sandbox.run("servers", "--json").stdout)[0]
    assert listed["transport"] == "auto" and "command" not in listed, listed
    check(sandbox.run("servers", "edit", "s", "--", DEMO), DONE)
    check(sandbox.run("ping", "--server", "s"), DONE)


def test_switched_off_stays_so(sandbox):
    """By the entry itself, and by a list."""
    for client, path, text in (
            ("codex", (".codex", "config.toml"),
             "[mcp_servers.a]\ncommand = \"x\"\nenabled = false\n"),
            ("gemini-cli", (".gemini", "settings.json"),
             '{"mcp": {"excluded": ["a"]}, "mcpServers": {"a": {"command": "x"}}}'),
            ("windsurf", (".codeium", "windsurf", "mcp_config.json"),
             '{"mcpServers": {"a": {"command": "x", "disabled": true}}}')):
        sandbox.write(text, *path)
        words = ("config", "write", client, "--name", "a", "--yes", "--", "/bin/true")
        for action, said in ((None, True), ("enable", False)):
            if action is not None:
                check(sandbox.run("config", action, client, "--name", "a", "--yes"), DONE)
            written = check(sandbox.run(*words), DONE)
            assert ("is switched off in" in written.stderr) == said, (client, action, written)


if __name__ == "__main__":
    run_tests(globals())
