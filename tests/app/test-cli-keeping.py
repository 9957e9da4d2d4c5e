#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli keeps: servers and their secrets, what is imported.

Usage: test-cli-keeping.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import glob
import json
import os
import shutil
import subprocess
import zipfile

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, REFUSED, TOOL_ERROR, USAGE, Skip, check,
                         read_error, run_tests)


def test_servers(sandbox):
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    check(sandbox.run("servers", "add", "demo", "--", DEMO), USAGE)
    book = sandbox.path(".config", "spyglass", "servers.yaml")
    with open(book, "a", encoding="utf-8") as file:
        file.write("# a person's own words\n")
    listed = json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)
    assert [server["name"] for server in listed] == ["demo"]
    check(sandbox.run("tools", "--server", "demo"), DONE)
    check(sandbox.run("servers", "edit", "demo", "--env", "A=b", "--rename", "Renamed"), DONE)
    listed = json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)
    assert listed[0]["env"] == {"A": "b"} and listed[0]["name"] == "Renamed", listed
    check(sandbox.run("tools", "--server", "renamed"), DONE)
    with open(book, encoding="utf-8") as file:
        assert "# a person's own words" in file.read()
    check(sandbox.run("servers", "remove", "Renamed"), DONE)
    assert json.loads(check(sandbox.run("servers", "--json"), DONE).stdout) == []


def test_secrets(sandbox):
    check(sandbox.run("servers", "add", "s", "--env", "API_KEY=hunter2222", "--secret", "API_KEY",
                      "--", DEMO), DONE)
    with open(sandbox.path(".config", "spyglass", "servers.yaml"), encoding="utf-8") as file:
        text = file.read()
    assert "hunter2222" not in text and "secret:" in text, text
    check(sandbox.run("tools", "--server", "s"), DONE)
    shown = check(sandbox.run("config", "show", "cursor", "--server", "s"), DONE).stdout
    assert "hunter2222" not in shown, shown
    shown = check(sandbox.run("config", "show", "cursor", "--server", "s", "--with-secrets"),
                  DONE).stdout
    assert "hunter2222" in shown, shown


def test_broken_book(sandbox):
    os.makedirs(sandbox.path(".config", "spyglass"))
    book = sandbox.path(".config", "spyglass", "servers.yaml")
    with open(book, "w", encoding="utf-8") as file:
        file.write("servers:\n  a: [1,\n b: {\n")
    error = read_error(check(sandbox.run("servers"), REFUSED))
    assert "line" in error["message"], error
    check(sandbox.run("servers", "add", "x", "--", DEMO), REFUSED)
    with open(book, encoding="utf-8") as file:
        assert file.read() == "servers:\n  a: [1,\n b: {\n"


def show(sandbox, *words):
    result = check(sandbox.run("config", "show", "cursor", *words), DONE)
    return json.loads(result.stdout)["mcpServers"], result.stderr


def test_names(sandbox):
    for name, words in (
            ("everything", ("--", "npx", "-y", "@modelcontextprotocol/server-everything")),
            ("foo", ("--", "uvx", "foo")),
            ("weather", ("--", "node", "/srv/weather/dist/index.js")),
            ("mcp.example.com", ("--server", "https://mcp.example.com/mcp")),
            ("mine", ("--name", "mine", "--", "uvx", "foo"))):
        entries, _ = show(sandbox, *words)
        assert list(entries) == [name], entries


def test_relative_programs(sandbox):
    program = sandbox.write("#!/bin/sh\n", "tools", "server.sh")
    os.chmod(program, 0o700)
    entries, notes = show(sandbox, "--", "./tools/server.sh")
    assert entries["tools"]["command"] == program if "tools" in entries else (
        list(entries.values())[0]["command"] == program), entries
    assert program in notes, notes
    entries, _ = show(sandbox, "--cwd", "tools", "--", "./server.sh")
    assert list(entries.values())[0]["command"] == program, entries
    # A name is looked up on the path, and stays a name.
    entries, notes = show(sandbox, "--", "sh")
    assert entries["sh"]["command"] == "sh", entries
    _, notes = show(sandbox, "--", "node", "./index.js")
    assert "./index.js" in notes, notes
    check(sandbox.run("servers", "add", "kept", "--", "./tools/server.sh"), DONE)
    listed = json.loads(sandbox.run("servers", "--json").stdout)
    assert listed[0]["command"] == program, listed


def test_add_from_url_and_snippet(sandbox):
    check(sandbox.run("servers", "add", "a", "--url", "https://a.example/mcp"), DONE)
    check(sandbox.run("servers", "add", "b", "--server", "https://b.example/mcp"), DONE)
    check(sandbox.run("servers", "add", "c", "--server",
                      json.dumps({"x": {"command": DEMO, "env": {"A": "b"}}})), DONE)
    check(sandbox.run("servers", "add", "d", "--server", "neither"), REFUSED)
    check(sandbox.run("servers", "add", "d"), USAGE)
    listed = {server["name"]: server
              for server in json.loads(sandbox.run("servers", "--json").stdout)}
    assert listed["a"]["url"] == "https://a.example/mcp" and listed["a"]["confirmed"]
    assert listed["b"]["url"] == "https://b.example/mcp"
    assert listed["c"]["origin"] == "pasted" and not listed["c"]["confirmed"], listed["c"]


SNIPPET = {"mcpServers": {"one": {"command": DEMO, "env": {"A": "b", "API_KEY": "hunter2222"}},
                          "two": {"url": "https://two.example/mcp"}}}


def test_import(sandbox):
    path = sandbox.write("// from elsewhere\n" + json.dumps(SNIPPET), "mcp.json")
    check(sandbox.run("servers", "import", path), DONE)
    assert "hunter2222" not in sandbox.read_book(), sandbox.read_book()
    listed = json.loads(sandbox.run("servers", "--json").stdout)
    assert [(server["name"], server["origin"], server["confirmed"]) for server in listed] == [
        ("one", "imported", False), ("two", "imported", True)], listed
    result = check(sandbox.run("servers", "import", path), DONE)
    assert "one" in result.stderr and "two" in result.stderr, result.stderr
    assert len(json.loads(sandbox.run("servers", "--json").stdout)) == 2


def test_import_from_standard_input_and_application(sandbox):
    check(sandbox.run("servers", "import", "-", stdin=json.dumps(SNIPPET)), DONE)
    assert json.loads(sandbox.run("servers", "--json").stdout)[0]["origin"] == "imported"
    sandbox.write('{"mcpServers":{"three":{"command":"x"}}}', ".cursor", "mcp.json")
    check(sandbox.run("servers", "import", "cursor"), DONE)
    assert "three" in sandbox.read_book()


def test_import_says_what_it_found(sandbox):
    for text, words in (("", "The file is empty"), ("// none", "The file is empty"),
                        ('{"mcpServers": {}}', "No servers."),
                        ('{"context_servers": {"e": {"settings": {}}}}', "extension")):
        path = sandbox.write(text, "found.json")
        result = check(sandbox.run("servers", "import", path), DONE)
        assert "found.json" in result.stderr and words in result.stderr, result.stderr
    for text, words in (("{}", "mcpServers"), ("a:\n  b: c\n", "mcpServers"), ("<plist/>", "XML")):
        path = sandbox.write(text, "found.json")
        error = read_error(check(sandbox.run("servers", "import", path), REFUSED))
        assert words in error["message"], error
    assert not os.path.exists(sandbox.path(".config", "spyglass", "servers.yaml"))


def test_import_by_name(sandbox):
    sandbox.write(json.dumps({"projects": {"/p": {"mcpServers": {"code": {"command": "x"}}}}}),
                  ".claude.json")
    sandbox.write('[mcp_servers.codex]\ncommand = "x"\nargs = ["a"]\n', ".codex", "config.toml")
    sandbox.write('{"context_servers": {"zed": {"command": {"path": "x"}}}, // more\n}',
                  ".config", "zed", "settings.json")
    sandbox.write('{"servers": {"vs": {"type": "stdio", "command": "x"}}, "inputs": []}',
                  ".config", "Code", "User", "mcp.json")
    for name in ("claude-code", "codex", "zed", "vscode"):
        result = check(sandbox.run("servers", "import", name), DONE)
        assert "1 server" in result.stderr, result.stderr
    names = [server["name"] for server in json.loads(sandbox.run("servers", "--json").stdout)]
    assert names == ["code", "codex", "zed", "vs"], names
    error = read_error(check(sandbox.run("servers", "import", "vscod"), REFUSED))
    assert "vscode" in error["message"], error


def test_import_refuses(sandbox):
    check(sandbox.run("servers", "import"), USAGE)  # no application is there
    check(sandbox.run("servers", "import", "missing.json"), REFUSED)
    check(sandbox.run("servers", "import", sandbox.home), REFUSED)
    for text in ("", "{", "[]", '{"mcpServers":{"a":'):
        check(sandbox.run("servers", "import", "-", stdin=text), REFUSED)
    assert not os.path.exists(sandbox.path(".config", "spyglass", "servers.yaml"))


def test_template(sandbox):
    """A server that is described here is filled in."""
    sandbox.allow_leaks()
    words = ("servers", "import", "template:opensearch", "--input",
             "OPENSEARCH_URL=https://search.invalid:9200", "--input", "OPENSEARCH_USERNAME=me",
             "--input", "OPENSEARCH_PASSWORD=hunter2222")
    check(sandbox.run(*words, "--name", "search"), DONE)
    kept = sandbox.read_book()
    assert "opensearch-mcp-server-py" in kept and "search.invalid" in kept, kept
    assert "hunter2222" not in kept, kept
    check(sandbox.run("servers", "import", "template:opensearch", "--option", "2", "--name", "remote"),
          DONE)
    assert "localhost:9200/_plugins/_ml/mcp" in sandbox.read_book()
    result = check(sandbox.run(*words[:3], "--input", "NOPE=1"), REFUSED)
    assert "OPENSEARCH_PASSWORD" in result.stdout, result
    check(sandbox.run("servers", "import", "template:nothing"), USAGE)


def write_bundle(sandbox, name):
    manifest = {"manifest_version": "0.2", "name": name, "version": "1.0.0", "description": "d",
                "author": {"name": "a"}, "user_config": {"folder": {
                    "type": "string", "title": "t", "description": "d", "required": True}},
                "server": {"type": "binary", "entry_point": "server", "mcp_config": {
                    "command": "${__dirname}/server", "args": ["${user_config.folder}"]}}}
    path = sandbox.path(name + ".mcpb")
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("manifest.json", json.dumps(manifest))
        bundle.writestr("server", "#!/bin/sh\n")
        bundle.writestr("deep/er/data", "x" * 10000)
    return path


def test_bundles_go(sandbox):
    """What was unpacked goes with its server, unless something else names it."""
    def unpacked():
        folder = sandbox.path(".local", "share", "spyglass", "bundles")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def add(path, name, *more):
        return check(sandbox.run("servers", "import", path, "--input", "folder=/srv", "--name", name,
                                 "--yes", *more), DONE)

    one, two = write_bundle(sandbox, "one"), write_bundle(sandbox, "two")
    check(sandbox.run("servers", "import", one, "--yes"), REFUSED)  # the folder is missing
    assert unpacked() == []
    # What its server wrote there is a person's; what Python makes of modules is not.
    add(one, "writer")
    folder = sandbox.path(".local", "share", "spyglass", "bundles", unpacked()[0])
    os.makedirs(os.path.join(folder, "deep", "__pycache__"))
    for path in ("deep/__pycache__/a.pyc", "deep/notes.db"):
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write("of the server")
    said = check(sandbox.run("servers", "remove", "writer", "--yes"), DONE).stderr
    assert "was kept" in said and folder in said and len(unpacked()) == 1, said
    assert os.path.isfile(os.path.join(folder, "deep", "notes.db"))
    os.remove(os.path.join(folder, "deep", "notes.db"))
    add(one, "writer")
    said = check(sandbox.run("servers", "remove", "writer", "--yes"), DONE).stderr
    assert "was removed" in said and folder in said and unpacked() == [], said
    # A file of the bundle that was written to counts as well.
    add(one, "writer")
    with open(os.path.join(folder, "deep", "er", "data"), "a", encoding="utf-8") as file:
        file.write("y")
    check(sandbox.run("servers", "remove", "writer", "--yes"), DONE)
    assert len(unpacked()) == 1
    shutil.rmtree(folder)
    add(one, "first")
    add(one, "second")
    add(two, "first")  # is skipped: the name is taken
    assert len(unpacked()) == 1, unpacked()
    check(sandbox.run("servers", "remove", "first", "--yes"), DONE)
    assert len(unpacked()) == 1  # the second has it, too
    # Another application runs it; and so it does where its entry is switched off.
    check(sandbox.run("servers", "confirm", "second", "--yes"), DONE)
    check(sandbox.run("config", "write", "claude-desktop", "--server", "second", "--yes"), DONE)
    check(sandbox.run("servers", "remove", "second", "--yes"), DONE)
    assert len(unpacked()) == 1
    check(sandbox.run("config", "disable", "claude-desktop", "--name", "second", "--yes"), DONE)
    add(one, "third")
    check(sandbox.run("servers", "remove", "third", "--yes"), DONE)
    assert len(unpacked()) == 1
    check(sandbox.run("config", "enable", "claude-desktop", "--name", "second", "--yes"), DONE)
    check(sandbox.run("config", "remove", "claude-desktop", "--name", "second", "--yes"), DONE)
    add(one, "fourth")
    check(sandbox.run("servers", "remove", "fourth", "--yes"), DONE)
    assert unpacked() == []
    # A folder of a person's own is no bundle of ours.
    own = sandbox.path("bundles", "mine")
    os.makedirs(own)
    check(sandbox.run("servers", "add", "own", "--", os.path.join(own, "server")), DONE)
    check(sandbox.run("servers", "remove", "own", "--yes"), DONE)
    assert os.path.isdir(own)


def test_unconfirmed(sandbox):
    check(sandbox.run("servers", "import", "-", stdin=json.dumps(SNIPPET)), DONE)
    error = read_error(check(sandbox.run("tools", "--server", "one"), REFUSED))
    assert error["code"] == "unconfirmed", error
    # This may end in a log: what is confirmed is shown by the command that confirms it.
    assert error["message"].endswith("servers confirm one") and DEMO not in error["message"], error
    assert "hunter2222" not in json.dumps(error), error
    for client in ("cursor", "zed", "claude-desktop", "goose", "codex"):
        for way in ("variable", "plain", "keyring"):
            error = read_error(check(sandbox.run("config", "write", client, "--server", "one", "--secrets",
                                                 way, "--yes"), REFUSED))
            assert error["code"] == "unconfirmed", (client, way, error)
    assert not glob.glob(f"{sandbox.home}/**/mcp.json", recursive=True)
    refused = check(sandbox.run("servers", "confirm", "one"), REFUSED)
    assert DEMO in refused.stdout and "A=b" in refused.stdout, refused
    assert "hunter2222" not in refused.stdout + refused.stderr, refused
    shown = check(sandbox.run("servers", "confirm", "one", "--yes"), DONE).stdout
    assert DEMO in shown and "A=b" in shown, shown
    check(sandbox.run("tools", "--server", "one"), DONE)
    check(sandbox.run("servers", "confirm", "one"), DONE)
    check(sandbox.run("servers", "confirm", "nobody"), USAGE)
    # What is said on the command line is the person's own word; what the file says is not.
    check(sandbox.run("tools", "--server", "one", "--env", "B=c"), DONE)
    book = sandbox.path(".config", "spyglass", "servers.yaml")
    text = sandbox.read_book().replace("A: b", "A: changed")
    with open(book, "w", encoding="utf-8") as file:
        file.write(text)
    check(sandbox.run("tools", "--server", "one"), REFUSED)


def test_list_masks(sandbox):
    sandbox.allow_leaks()
    check(sandbox.run("servers", "add", "a", "-e", "API_KEY=hunter2222", "-e", "PLAIN=plainvalue",
                      "--", DEMO, "--token", "opensesame"), DONE)
    check(sandbox.run("servers", "add", "b", "--url", "https://u:hunter3333@b/?api_key=hunter4444",
                      "-H", "Authorization: Bearer hunter5555"), DONE)
    for words in (("--json",), ("--compact",), ()):
        shown = check(sandbox.run("servers", *words), DONE).stdout
        for secret in ("hunter2222", "hunter3333", "hunter4444", "hunter5555", "opensesame"):
            assert secret not in shown, shown
        assert DEMO in shown, shown
    shown = check(sandbox.run("servers", "--json", "--with-secrets"), DONE).stdout
    assert "hunter3333" in shown and "plainvalue" in shown, shown


def test_presets(sandbox):
    """What is needed is listed, what does not fit is refused, and nothing is sent without it."""
    call = ("call", "publish_report", "--yes", "--arg", "headline=h", "--arg", "text=t", "--server",
            "demo")
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    listed = check(sandbox.run("servers", "preset", "demo"), DONE)
    assert "channel is needed by publish_report" in listed.stderr, listed.stderr
    assert "max_words can be set for publish_report" in listed.stderr, listed.stderr
    assert not listed.stdout, "nothing is set"
    error = read_error(check(sandbox.run(*call), REFUSED))
    assert error["code"] == "invalid_input" and "channel" in error["message"], error
    for word, part in (("nosuch=1", "nosuch"), ("n=42", "“n”"), ("channel=42", "string"),
                       ("max_words=old", "number"), ('recipients=["nobody"]', "recipients"),
                       ('channel={"value": 1}', "string")):
        error = read_error(check(sandbox.run("servers", "preset", "demo", word), REFUSED))
        assert part in error["message"], (word, error)
    assert not check(sandbox.run("servers", "preset", "demo"), DONE).stdout
    sent = check(sandbox.run(*call, "--force"), TOOL_ERROR).stdout
    assert "required" in sent and "Preset values" not in sent, sent
    check(sandbox.run("servers", "preset", "demo", "channel=news", 'recipients=["board"]'), DONE)
    listed = check(sandbox.run("servers", "preset", "demo"), DONE)
    assert 'channel="news"\n' in listed.stdout and "needed" not in listed.stderr, listed
    assert "Published" in check(sandbox.run(*call), DONE).stdout
    # A server that cannot be asked takes what is set, and the person is told.
    check(sandbox.run("servers", "add", "gone", "--", "/nonexistent/program"), DONE)
    result = check(sandbox.run("servers", "preset", "gone", "x=1"), DONE)
    assert "not known" in result.stderr, result.stderr
    collection = sandbox.path("calls.json")
    with open(collection, "w", encoding="utf-8") as file:
        json.dump({"calls": [{"name": "one", "tool": "publish_report",
                              "arguments": {"headline": "h", "text": "t"}}]}, file)
    check(sandbox.run("servers", "preset", "demo", "channel"), DONE)
    run = ("run", collection, "--yes", "--server", "demo")
    result = sandbox.run(*run)
    assert result.returncode != DONE and "Preset values" in result.stdout + result.stderr, result
    result = sandbox.run(*run, "--force")
    assert "Preset values" not in result.stdout + result.stderr, result


def test_secret_that_is_not_there(sandbox):
    check(sandbox.run("servers", "add", "s", "--env", "A=hunter2222", "--secret", "B", "--", DEMO),
          USAGE)
    assert not os.path.exists(sandbox.path(".config", "spyglass", "servers.yaml"))


def test_no_keyring(sandbox):
    away = {"SECRET_BACKEND": None, "SECRET_FILE_TEST_PATH": None,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    words = ("servers", "add", "s", "--env", "API_KEY=hunter2222", "--secret", "API_KEY", "--", DEMO)
    result = check(sandbox.run(*words, **away), REFUSED)
    assert "hunter2222" not in result.stderr, result.stderr
    # Nothing of it was kept, so that trying again is possible.
    assert json.loads(sandbox.run("servers", "--json", **away).stdout) == []
    check(sandbox.run(*words[:-2], "--secrets-in-file", "--", DEMO, **away), DONE)
    assert "hunter2222" not in sandbox.read_book()
    path = sandbox.path(".local", "share", "spyglass", "secrets.json")
    assert os.stat(path).st_mode & 0o777 == 0o600
    check(sandbox.run("ping", "--server", "s", **away), DONE)
    check(sandbox.run("servers", "remove", "s", **away), DONE)
    assert not os.path.exists(path) or "hunter2222" not in sandbox.read(".local", "share",
                                                                         "spyglass", "secrets.json")


def test_real_keyring(sandbox):
    for program in ("dbus-run-session", "gnome-keyring-daemon"):
        if shutil.which(program) is None:
            raise Skip(f"{program} is not installed")
    script = """
printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
set -e
"$1" servers add s --env API_KEY=hunter2222 --secret API_KEY -- sh -c \
  'test "$API_KEY" = hunter2222 && exec "$0"' "$2"
"$1" ping --server s
"$1" config show cursor --server s --with-secrets
"$1" servers remove s
"""
    env = {name: value for name, value in sandbox.env.items() if not name.startswith("SECRET_")}
    result = subprocess.run(["dbus-run-session", "--", "sh", "-c", script, "sh", CLI, DEMO],
                            capture_output=True, text=True, timeout=PATIENCE, check=False,
                            env=dict(env, XDG_RUNTIME_DIR=sandbox.home), cwd=sandbox.home)
    check(result, DONE)
    assert "hunter2222" in result.stdout, result.stdout
    assert not os.path.exists(sandbox.path(".local", "share", "spyglass", "secrets.json"))


if __name__ == "__main__":
    run_tests(globals())
