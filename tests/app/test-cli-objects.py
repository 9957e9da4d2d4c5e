#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects that spyglass-cli keeps, and the text of object-store servers.

Usage: test-cli-objects.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

from cli_sandbox import (CLI, DONE, REFUSED, TOOL_ERROR, USAGE, Skip, check, find_port, read_error,
                         run_tests, wait_until)

FIXTURES = os.path.join(sys.argv[3], "..", "shared", "data", "seed-fixtures", "rich_explorer.json")


def put(sandbox, text, *words):
    return check(sandbox.run("objects", "put", "-", *words, stdin=text), DONE).stdout.strip()


def list_objects(sandbox, *words):
    return json.loads(check(sandbox.run("objects", "--json", *words), DONE).stdout)


def test_put_and_show(sandbox):
    text = '{"a": [1, {"b c": "x"}],  "n": 1.10}'
    assert put(sandbox, text, "--name", "mine") == "sqlite/obj_001"
    assert put(sandbox, "just words\n") == "sqlite/obj_002"
    first, second = list_objects(sandbox)
    assert (first["object"], first["type"], first["name"]) == ("sqlite/obj_001", "object", "mine")
    assert (second["type"], second["size"]) == ("text", 11), second
    shown = check(sandbox.run("objects", "show", "obj_001", "--json"), DONE).stdout
    assert shown == text + "\n", shown
    part = check(sandbox.run("objects", "show", "@sqlite/obj_001", "--path", 'a[1]["b c"]'), DONE)
    assert part.stdout == '"x"\n', part.stdout
    assert check(sandbox.run("objects", "show", "obj_002"), DONE).stdout == "just words\n"
    error = read_error(check(sandbox.run("objects", "show", "obj_001", "--path", "z"), REFUSED))
    assert "“z”" in error["message"], error


def test_save_and_delete(sandbox):
    data = bytes(range(256)) * 8000
    path = sandbox.path("data")
    with open(path, "wb") as file:
        file.write(data)
    check(sandbox.run("objects", "put", path), DONE)
    check(sandbox.run("objects", "save", "obj_001", sandbox.path("back")), DONE)
    with open(sandbox.path("back"), "rb") as file:
        assert file.read() == data
    check(sandbox.run("objects", "delete", "obj_001"), DONE)
    assert list_objects(sandbox) == []
    read_error(check(sandbox.run("objects", "delete", "obj_001"), REFUSED))
    check(sandbox.run("objects", "frobnicate"), USAGE)
    check(sandbox.run("objects", "show"), USAGE)


def test_edit(sandbox):
    begun = time.time()
    put(sandbox, "[1]", "--expires", "100")
    before = list_objects(sandbox)[0]
    assert begun - 1 < before["expires"] / 1000 - 100 <= time.time(), before
    check(sandbox.run("objects", "edit", "obj_001", "--name", "new", "--pin"), DONE)
    pinned = list_objects(sandbox)[0]
    assert pinned["name"] == "new" and pinned["pinned"] and "expires" not in pinned, pinned
    check(sandbox.run("objects", "edit", "obj_001", "--unpin"), DONE)
    assert not list_objects(sandbox)[0].get("pinned")
    check(sandbox.run("objects", "edit", "obj_001", "--expires", "1"), DONE)
    time.sleep(1)  # which is no less than what is left
    assert list_objects(sandbox) == []


def test_keys(sandbox):
    """Keys that mean something elsewhere are found by the path that `compare` gives."""
    value = {"": 1, "a.b": 2, 'a"b': 3, "a'b": 4, "a\nb": 5, "__proto__": {"": [6]}, "[0]": 7,
             "0": 8, "\\": 9, "\0": 10, "';--": 11, "%s%n": 12, "@obj_001": 13}
    put(sandbox, json.dumps(value))
    put(sandbox, "{}")
    result = check(sandbox.run("objects", "compare", "obj_001", "obj_002", "--json"), TOOL_ERROR)
    paths = [change["path"] for change in json.loads(result.stdout)]
    assert len(paths) == len(value), paths
    for path, expected in zip(paths, value.values()):
        shown = check(sandbox.run("objects", "show", "obj_001", "--path", path, "--json"), DONE)
        assert json.loads(shown.stdout) == expected, (path, shown.stdout)


def test_no_place(sandbox):
    """Where nothing can be written, that is said, and the file is as it was."""
    sandbox.write("This is a text, and no database.\n" * 300, ".local", "share", "spyglass",
                  "spyglass.db")
    before = sandbox.read(".local", "share", "spyglass", "spyglass.db")
    error = read_error(check(sandbox.run("objects", "put", "-", stdin="[1]"), REFUSED))
    assert "damaged" in error["message"], error
    assert sandbox.read(".local", "share", "spyglass", "spyglass.db") == before
    error = read_error(check(sandbox.run("objects", "put", "-", stdin="[1]",
                                         XDG_DATA_HOME="/dev/null/x"), REFUSED))
    assert "cannot be opened for writing" in error["message"], error


def test_letter(sandbox):
    """One letter of what was kept is another: nothing comes out as if it were whole."""
    put(sandbox, json.dumps({"text": "as it was kept" * 30000}))
    path = sandbox.path(".local", "share", "spyglass", "spyglass.db")
    with open(path, "r+b") as file:
        file.seek(file.read().index(b"as it was kept" * 100) + 200)
        file.write(b"#")
    for words in (["show", "obj_001"], ["save", "obj_001", sandbox.path("saved")]):
        result = check(sandbox.run("objects", *words), REFUSED)
        error = read_error(result)
        assert "obj_001" in error["message"] and "SHA-256" in error["message"], error
        assert "text editor" not in error["advice"] and result.stdout == "", error
        assert error["advice"] == "Delete it; the others are not affected.", error
    assert not os.path.exists(sandbox.path("saved"))


def test_compare(sandbox):
    put(sandbox, '{"a": [1, 2, 3], "n": 1.0, "x": "\\u001b[31m"}')
    put(sandbox, '{"n": 1, "a": [2, 3, 4], "y": null}')
    put(sandbox, "just\nwords")
    result = check(sandbox.run("objects", "compare", "obj_001", "obj_002"), TOOL_ERROR)
    assert result.stdout.splitlines() == ["- a[0]: 1", "+ a[2]: 4", '- x: "\\u001b[31m"',
                                          "+ y: null"], result.stdout
    listed = json.loads(check(sandbox.run("objects", "compare", "obj_001", "obj_002", "--json"),
                              TOOL_ERROR).stdout)
    assert listed[0] == {"path": "a[0]", "change": "removed", "before": 1}, listed
    assert listed[3] == {"path": "y", "change": "added", "after": None}, listed
    assert "equal" not in result.stderr, result.stderr
    same = check(sandbox.run("objects", "compare", "obj_001", "obj_001"), DONE)
    assert same.stdout == "" and "The objects are equal." in same.stderr, same
    text = check(sandbox.run("objects", "compare", "obj_003", "obj_001"), TOOL_ERROR).stdout
    assert text.startswith('~ "just\\nwords" → {'), text
    read_error(check(sandbox.run("objects", "compare", "obj_001", "obj_009"), REFUSED))


def test_many_at_once(sandbox):
    """Programs that write to one file at the same time lose nothing."""
    running = [subprocess.Popen([CLI, "objects", "put", "-"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, env=sandbox.env) for _ in range(12)]
    names = {program.communicate(json.dumps([number]).encode())[0].decode().strip()
             for number, program in enumerate(running)}
    assert len(names) == 12 and all(program.returncode == 0 for program in running), names
    assert {entry["object"] for entry in list_objects(sandbox)} == names


def test_newer_file(sandbox):
    put(sandbox, "[1]")
    import sqlite3
    path = sandbox.path(".local", "share", "spyglass", "spyglass.db")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    error = read_error(check(sandbox.run("objects", "put", "-", stdin="[2]"), REFUSED))
    assert "newer version" in error["message"], error
    assert len(list_objects(sandbox)) == 1


def history(sandbox, *words):
    listed = json.loads(check(sandbox.run("history", "--json", *words), DONE).stdout)
    return [entry["id"] for entry in listed]


def test_history(sandbox):
    """What was sent and received is listed, shown and cleared."""
    assert history(sandbox) == []
    import sqlite3
    path = sandbox.path(".local", "share", "spyglass", "spyglass.db")
    now = int(time.time() * 1000000)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for number, text in ((1, b'{"a":1.0}'), (2, b"not JSON")):
            connection.execute("INSERT INTO blob VALUES (?, ?, ?)",
                               (number, hashlib.sha256(text).digest(), len(text)))
            connection.execute("INSERT INTO piece VALUES (?, ?)", (number << 20, text))
        for entry in ((now - 3600 * 10**6, "files", "tools/call", "read", 0, 1, 2),
                      (now, "other", "tools/call", "write\x1b[31m", 2, 1, None)):
            connection.execute(
                "INSERT INTO exchange (time, server, method, name, outcome, request, response, "
                "error_code, duration, request_size, response_size) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, -32602, 1500, 9, 8)", entry)
    assert history(sandbox) == [2, 1]
    assert history(sandbox, "--limit", "1") == [2]
    assert history(sandbox, "--server", "files") == [1]
    assert history(sandbox, "--outcome", "error") == [2]
    assert history(sandbox, "--since", "30m") == [2]
    assert history(sandbox, "--since", "2001-01-01", "--method", "tools/call") == [2, 1]
    assert history(sandbox, "--text", "not json") == [1]
    line = check(sandbox.run("history", "list", "--text", "read"), DONE).stdout
    assert "files · tools/call read · OK · 1.5 ms" in line, line
    shown = json.loads(check(sandbox.run("history", "show", "1", "--json"), DONE).stdout)
    assert shown["request"] == {"a": 1.0} and shown["response"] == "not JSON", shown
    shown = check(sandbox.run("history", "show", "1"), DONE).stdout
    assert '\n{"a":1.0}\nnot JSON\n' in shown, shown
    check(sandbox.run("history", "clear", "--older-than", "30m"), DONE)
    assert history(sandbox) == [2]
    check(sandbox.run("history", "clear"), DONE)
    assert history(sandbox) == []
    read_error(check(sandbox.run("history", "show", "1"), REFUSED))
    for words in (("show",), ("show", "x"), ("frobnicate",), ("--since", "soon"),
                  ("--outcome", "good"), ("clear", "--server", "files"), ("--max-size", "1"),
                  ("clear", "--older-than", "99999999999999999999d")):
        check(sandbox.run("history", *words), USAGE)


@contextlib.contextmanager
def redis(sandbox):
    if not shutil.which("redis-server"):
        raise Skip("redis-server is not installed")
    port = find_port()
    with open(sandbox.path("redis.log"), "wb") as log, subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir",
             sandbox.home], stdout=log) as server:
        try:
            wait_until(lambda: "Ready to accept connections" in sandbox.read("redis.log"),
                       "redis is not ready")
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.kill()


def test_redis(sandbox):
    with redis(sandbox) as address:
        name = put(sandbox, '{"a":1}', "--redis", address, "--store", "redis")
        assert name.startswith("redis/obj_"), name
        put(sandbox, "[1]")
        names = [entry["object"] for entry in list_objects(sandbox, "--redis", address)]
        assert names == ["sqlite/obj_001", name], names
        shown = check(sandbox.run("objects", "show", name, "--json", SPYGLASS_REDIS=address), DONE)
        assert shown.stdout == '{"a":1}\n', shown.stdout
        assert f"@{name.partition('/')[2]} → dict" in check(
            sandbox.run("show", name, "--redis", address), DONE).stdout
        check(sandbox.run("objects", "delete", name, "--redis", address), DONE)
        assert len(list_objects(sandbox, "--redis", address)) == 1
    error = read_error(check(sandbox.run("objects", "put", "-", "--redis", "redis://a,b",
                                         stdin="1"), REFUSED))
    assert "cluster" in error["message"], error


def test_unread(sandbox):
    """A store that cannot be read does not say that it is empty, whatever is asked of it."""
    database = sandbox.path(".local", "share", "spyglass", "spyglass.db")
    put(sandbox, "[1]")
    with open(database, "rb") as file:
        whole = file.read()

    def replace(content):
        for name in os.listdir(os.path.dirname(database)):
            path = os.path.join(os.path.dirname(database), name)
            (shutil.rmtree if os.path.isdir(path) else os.remove)(path)
        if content is None:
            os.mkdir(database)
        else:
            with open(database, "wb") as file:
                file.write(content)

    commands = (("objects",), ("objects", "list", "--json"), ("objects", "show", "obj_001"),
                ("objects", "save", "obj_001", "out"), ("objects", "edit", "obj_001", "--pin"),
                ("objects", "compare", "obj_001", "obj_001"), ("objects", "delete", "obj_001"),
                ("show", "obj_001"))
    for content in (b"This is a text, and no database.\n" * 300, whole[:5000], whole[:20000], None):
        replace(content)
        for words in commands:
            error = read_error(check(sandbox.run(*words), REFUSED))
            assert "“sqlite” cannot be read" in error["message"], (words, error)
    replace(whole)
    address = f"redis://127.0.0.1:{find_port()}"
    for words in commands:
        words = [word.replace("obj_001", "obj_009") for word in words]
        result = check(sandbox.run(*words, "--redis", address), REFUSED)
        assert "“redis” cannot be read" in read_error(result)["message"], (words, result)
    # Nothing is said of a store that does not matter.
    for words in (("objects", "show", "obj_001"), ("show", "obj_001")):
        assert not check(sandbox.run(*words, "--redis", address), DONE).stderr


def show(sandbox, fixture):
    words = ["show", sandbox.write(json.dumps(fixture["object"]), "value.json"), "--id",
             fixture["object_id"], "--path", fixture["path"]]
    for option, limit in (("items", "max_items"), ("depth", "max_depth"),
                          ("characters", "max_string_length")):
        words += [f"--{option}", str(fixture["limits"][limit])]
    if fixture["operation"] == "slice":
        end = fixture["args"].get("end")
        words += [f"--slice={fixture['args'].get('start', 0)}:{'' if end is None else end}"]
    return sandbox.run(*words)


def test_fixtures(sandbox):
    """What servers printed, byte for byte: one of each kind, as /store/explorer has them all."""
    if not os.path.exists(FIXTURES):
        raise Skip("../shared/data is not there")
    with open(FIXTURES, encoding="utf-8") as file:
        fixtures = json.load(file)["fixtures"]
    kinds = {}
    for fixture in fixtures:
        kind = json.dumps([fixture["operation"], fixture["is_error"], bool(fixture["path"]),
                           fixture["limits"], sorted(fixture["args"])])
        if fixture["operation"] in ("explore", "slice") and (
                "not found or expired" not in fixture["expected_text"]):
            kinds.setdefault(kind, fixture)
    assert len(kinds) > 15, len(kinds)
    for fixture in kinds.values():
        result = show(sandbox, fixture)
        assert result.stdout == fixture["expected_text"] + "\n", (fixture, result)
        assert result.returncode == (REFUSED if fixture["is_error"] else DONE), (fixture, result)


def test_show(sandbox):
    text = check(sandbox.run("show", sandbox.write("caf\u00e9 au lait", "text"), "--slice", "-4:"),
                 DONE).stdout
    assert text == "String slice [-4:12] of length 4:\n\nlait\n", text
    value = sandbox.write(json.dumps({"a": "x" * 50}), "value")
    narrow = check(sandbox.run("show", value, "--width", "20", "--id", "obj_7"), DONE).stdout
    assert narrow == "@obj_7 → dict (length: 1)\n\n{\n    'a': 'xxxxxxxxxxxxxxxxxx…\n}\n", narrow
    put(sandbox, "[1,2]")
    assert check(sandbox.run("show", "obj_001"), DONE).stdout.startswith("@obj_001 → list (length: 2)")
    check(sandbox.run("show", value, "--slice", "x"), REFUSED)
    check(sandbox.run("show", "nothing"), REFUSED)


if __name__ == "__main__":
    run_tests(globals())
