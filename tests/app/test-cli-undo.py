#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line wrote into other applications' files, and taking it back."""

import json
import os
import stat

from cli_sandbox import DONE, REFUSED, USAGE, check, run_tests

CONFIG = (".cursor", "mcp.json")
BEFORE = '{\n  "mcpServers": {\n    "old": {"command": "x"}\n  }\n}\n'


def write_entry(sandbox, name, *more):
    return check(sandbox.run("config", "write", "cursor", "--name", name, "--yes", *more, "--",
                             "/bin/true"), DONE)


def history(sandbox):
    return json.loads(check(sandbox.run("config", "history", "--json"), DONE).stdout)


def test_undo(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "new")
    assert '"new"' in sandbox.read(*CONFIG)
    first, = history(sandbox)
    assert (first["id"], first["action"], first["entry"]) == (1, "add", "new"), first
    assert first["application"] == "cursor" and not first["undone"]
    assert first["path"] == sandbox.path(*CONFIG)
    assert stat.S_IMODE(os.stat(first["backup"]).st_mode) == 0o600

    shown = check(sandbox.run("config", "undo", "--dry-run"), DONE).stdout
    assert "\n-" in shown and '"new"' in sandbox.read(*CONFIG)
    check(sandbox.run("config", "undo"), REFUSED)  # nobody can be asked
    check(sandbox.run("config", "undo", "--yes"), DONE)
    assert sandbox.read(*CONFIG) == BEFORE
    check(sandbox.run("config", "undo", "--yes"), REFUSED)  # nothing is left
    check(sandbox.run("config", "undo", "2", "--yes"), DONE)
    assert '"new"' in sandbox.read(*CONFIG)
    assert [row["action"] for row in history(sandbox)] == ["undo", "undo", "add"]
    check(sandbox.run("config", "undo", "x"), USAGE)
    check(sandbox.run("config", "undo", "99"), REFUSED)
    assert "Cursor" in check(sandbox.run("config", "history"), DONE).stdout


def test_created(sandbox):
    write_entry(sandbox, "new")
    check(sandbox.run("config", "undo", "--yes"), DONE)
    assert not os.path.exists(sandbox.path(*CONFIG))


def test_restore(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "one")
    write_entry(sandbox, "two")
    rows = json.loads(check(sandbox.run("config", "backups", "cursor", "--json"), DONE).stdout)
    assert len(rows) == 2 and rows[0]["size"] > rows[1]["size"]
    check(sandbox.run("config", "restore", rows[1]["path"], "--yes"), DONE)
    assert sandbox.read(*CONFIG) == BEFORE
    assert history(sandbox)[0]["action"] == "restore"
    check(sandbox.run("config", "restore", sandbox.path(*CONFIG)), USAGE)
    check(sandbox.run("config", "backups", "nobody"), USAGE)


def test_link_that_leads_elsewhere(sandbox):
    theirs = BEFORE.replace("old", "new")
    link = sandbox.path(*CONFIG)
    sandbox.write(BEFORE, "one.json")
    sandbox.write(theirs, "two.json")
    os.makedirs(os.path.dirname(link))
    os.symlink(sandbox.path("one.json"), link)
    write_entry(sandbox, "new")
    written = sandbox.read("one.json")
    backup = history(sandbox)[0]["backup"]
    os.unlink(link)
    os.symlink(sandbox.path("two.json"), link)
    for words in (["undo"], ["restore", backup]):
        said = check(sandbox.run("config", *words, "--yes"), REFUSED)
        assert sandbox.path("one.json") in said.stderr and sandbox.path("two.json") in said.stderr
    assert (sandbox.read("one.json"), sandbox.read("two.json")) == (written, theirs)
    os.unlink(link)
    os.symlink(sandbox.path("one.json"), link)
    assert "is a link to" in check(sandbox.run("config", "undo", "--dry-run"), DONE).stderr
    check(sandbox.run("config", "undo", "--yes"), DONE)
    assert (sandbox.read("one.json"), sandbox.read("two.json")) == (BEFORE, theirs)


def test_history_says_what_became_of_it(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "new")
    written = sandbox.read(*CONFIG)
    backup = history(sandbox)[0]["backup"]
    for now, since, undoable, said in (
            (written, "as-left", True, "unchanged since"),
            (written.replace("old", "q"), "entry-as-left", True, "the entry has not"),
            (written.replace("/bin/true", "/bin/false"), "entry-changed", True, "entry has changed"),
            (BEFORE.replace("x", "y"), "entry-gone", True, "The entry is gone"),
            ("{ broken", "file-broken", False, "cannot be undone"),
            (None, "file-gone", True, "The file is gone")):
        sandbox.write(now if now is not None else "", *CONFIG)
        if now is None:
            os.unlink(sandbox.path(*CONFIG))
        row, = history(sandbox)
        assert (row["since"], row["undoable"]) == (since, undoable), row
        assert said in check(sandbox.run("config", "history"), DONE).stdout, since
    sandbox.write(written, *CONFIG)
    os.unlink(backup)
    row, = history(sandbox)
    assert (row["since"], row["undoable"]) == ("as-left", False), row
    assert "The backup is gone" in check(sandbox.run("config", "history"), DONE).stdout


def test_undo_of_what_is_gone(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "new")
    sandbox.write(BEFORE.replace("x", "y"), *CONFIG)
    shown = check(sandbox.run("config", "undo", "--yes"), DONE)
    assert "no longer in the file" in shown.stderr and "lost" not in shown.stderr, shown
    assert sandbox.read(*CONFIG) == BEFORE.replace("x", "y")


def test_what_is_kept_outside(sandbox):
    """Of an application without a switch: taken away, brought back, and written over."""
    sandbox.write(BEFORE, *CONFIG)
    for action in ("disable", "remove"):
        check(sandbox.run("config", action, "cursor", "--name", "old", "--yes"), DONE)
    assert [row["undoable"] for row in history(sandbox)] == [True, True], history(sandbox)
    assert "cannot be undone" not in check(sandbox.run("config", "history"), DONE).stdout
    check(sandbox.run("config", "undo", "--yes"), DONE)
    file, = json.loads(check(sandbox.run("config", "list", "cursor", "--json"), DONE).stdout)
    assert [(row["name"], row["parked"]) for row in file["servers"]] == [("old", True)], file
    assert "kept outside of the file" in write_entry(sandbox, "old").stderr
    assert "kept outside of the file" not in write_entry(sandbox, "old", "--env", "A=b").stderr


def test_projects_backups(sandbox):
    project = sandbox.path("project")
    path = sandbox.write(BEFORE, "project", *CONFIG)
    write_entry(sandbox, "new", "--project", project)
    written = sandbox.read("project", *CONFIG)
    backups = json.loads(check(sandbox.run("config", "backups", "cursor", "--project", project,
                                           "--json"), DONE).stdout)
    assert [row["path"] for row in backups] == [history(sandbox)[0]["backup"]]
    assert os.listdir(os.path.dirname(path)) == ["mcp.json"]
    check(sandbox.run("config", "restore", backups[0]["path"], "--yes"), DONE)
    assert sandbox.read("project", *CONFIG) == BEFORE
    check(sandbox.run("config", "undo", "--yes"), DONE)
    assert sandbox.read("project", *CONFIG) == written
    check(sandbox.run("config", "undo", "1", "--yes"), DONE)
    assert sandbox.read("project", *CONFIG) == BEFORE
    # The name of a backup leads back, also where the list of changes does not.
    os.unlink(sandbox.path(".local", "state", "spyglass", "clients", "journal.json"))
    sandbox.write(written, "project", *CONFIG)
    check(sandbox.run("config", "restore", backups[0]["path"], "--yes"), DONE)
    assert sandbox.read("project", *CONFIG) == BEFORE
    assert os.listdir(os.path.dirname(path)) == ["mcp.json"]


def test_no_file(sandbox):
    """A pipe in the place of a file: each command ends at once, and says so."""
    write = ("config", "write", "cursor", "--name", "x", "--yes", "--", "/bin/true")
    for path in (CONFIG, (".local", "state", "spyglass", "clients", "journal.json")):
        sandbox.write(BEFORE, *CONFIG)
        write_entry(sandbox, "new")
        os.unlink(sandbox.path(*path))
        os.mkfifo(sandbox.path(*path))
        for words in (("config", "list", "cursor"), ("config", "lint", "cursor"),
                      ("config", "show", "cursor"), ("config", "sync", "cursor", "zed", "--yes"),
                      ("config", "history"), ("config", "undo", "--yes"), write):
            result = sandbox.run(*words)
            assert result.returncode in (DONE, 1, REFUSED), words
            if path == CONFIG or words[1] in ("history", "undo", "write"):
                assert "pipe" in result.stdout + result.stderr or words[1] == "history", words
        os.unlink(sandbox.path(*path))


def test_secrets_are_masked(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "new", "--env", "API_KEY=tops3cretvalue", "--with-secrets")
    assert "tops3cretvalue" in sandbox.read(*CONFIG)
    for words in (["undo", "--dry-run"], ["history"], ["history", "--json"]):
        shown = check(sandbox.run("config", *words), DONE)
        assert "tops3cretvalue" not in shown.stdout + shown.stderr, words
    # In members that no server has, and in what is no server.
    sandbox.write('{"mcpServers": {"a": {"command": "x", "headers": {"Authorization": '
                  '"Bearer tops3cretvalue"}, "api_key": 73573573}, "b": {"url": 5, "token": '
                  '"tops3cretvalue"}}}', *CONFIG)
    for words in ([], ["--json"]):
        shown = check(sandbox.run("config", "show", "cursor", *words), DONE).stdout
        assert "tops3cretvalue" not in shown and "73573573" not in shown, shown
    assert [each["name"] for each in json.loads(shown)] == ["a", "b"], shown
    sandbox.write("extensions:\n  a:\n    type: stdio\n    cmd: x\n    headers:\n"
                  "      Authorization: Bearer tops3cretvalue\n", ".config", "goose", "config.yaml")
    shown = check(sandbox.run("config", "show", "goose"), DONE).stdout
    assert "Authorization: ••••••\n" in shown, shown


def test_list_of_changes_that_cannot_be_written(sandbox):
    sandbox.write(BEFORE, *CONFIG)
    write_entry(sandbox, "new")
    os.chmod(sandbox.path(".local", "state", "spyglass", "clients", "journal.json"), 0o444)
    assert "cannot be undone" in write_entry(sandbox, "other").stderr


if __name__ == "__main__":
    run_tests(globals())
