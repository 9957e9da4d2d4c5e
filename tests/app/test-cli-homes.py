#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The homes of earlier states (tests/data/homes): what is in them is shown, used and taken back.

Usage: test-cli-homes.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import functools
import glob
import hashlib
import json
import os
import re
import stat
import sys

from cli_sandbox import DEMO, DONE, USAGE, check, read_error, run_tests
from model_demo import ModelDemo

sys.path.insert(0, os.path.join(sys.argv[3], "tests", "data", "homes"))
import homes  # noqa: E402

class Home:
    """A copy of a home, in a sandbox, with the commands that a person gives there."""

    def __init__(self, sandbox, name):
        self.sandbox = sandbox
        self.path = sandbox.home
        self.expected = homes.read_expected(name)
        homes.copy(name, self.path, DEMO)
        sandbox.env.update(homes.environment(self.path))
        sandbox.allow_leaks()

    def run(self, *words, status=DONE, **more):
        """What is printed, as it was in the home."""
        result = check(self.sandbox.run(*words, **more), status)
        return result.stdout.replace(self.path, homes.HOME)

    def read(self, *words, **more):
        return json.loads(self.run(*words, "--json", **more))

    def get_shown(self, *words):
        """What the state that made it said."""
        return next(entry for entry in self.expected["shown"] if entry["words"] == list(words))

    def get(self, *words):
        return self.get_shown(*words, "--json")["json"]

    def read_bytes(self, path):
        """Returns None where there is no such file."""
        whole = os.path.join(self.path, path)
        if not os.path.exists(whole):
            return None
        with open(whole, "rb") as file:
            return file.read()

    def local(self, path):
        """@path: as it was in the home. Returns: where that is in the copy, below its folder"""
        return os.path.relpath(path.replace(homes.HOME, self.path), self.path)


def says(now, then):
    """Whether what is printed now says what was printed then: an object may have members more, and
    entries that are kept outside of their file are listed, which they were not."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(says(now.get(key), then[key]) for key in then)
    if isinstance(then, list):
        now = [item for item in now if not isinstance(item, dict) or not item.get("parked")]
        return len(now) == len(then) and all(map(says, now, then))
    return now == then


def check_shown(home, entry):
    words = entry["words"]
    result = check(home.sandbox.run(*words), entry["status"])
    text = result.stdout.replace(home.path, homes.HOME)
    if "sha256" in entry:
        assert hashlib.sha256(text.encode()).hexdigest() == entry["sha256"], (words, text[:2000])
    elif "json" in entry:
        assert says(json.loads(text), entry["json"]), (words, text, entry["json"])
    else:
        assert text == "".join(entry["text"]), (words, text, entry["text"])
    if "code" in entry:
        assert read_error(result)["code"] == entry["code"], (words, result.stderr)


def shows(sandbox, name):
    """Everything, as the state that wrote it showed it."""
    home = Home(sandbox, name)
    assert len(home.expected["shown"]) > 30
    for entry in home.expected["shown"]:
        check_shown(home, entry)


def runs_saved_calls(sandbox, name):
    home = Home(sandbox, name)
    saved = home.expected["saved"]
    before = home.read(*homes.HISTORY)
    report = home.run("run", home.sandbox.path(homes.SAVED), "--server", "demo", "--yes")
    assert [line.split(" - ")[0] for line in report.splitlines()[2:]] == [
        f"ok {number}" for number in range(1, len(saved) + 1)], report
    assert [line.split(" / ")[-1].split(" - ")[-1] for line in report.splitlines()[2:]] == saved
    after = home.read(*homes.HISTORY)
    assert [row["method"] for row in after].count("tools/call") == \
        [row["method"] for row in before].count("tools/call") + len(saved), after
    assert after[len(after) - len(before):] == before == home.get(*homes.HISTORY)


def uses_servers(sandbox, name):
    """Old ones and a new one, in one file; and what is called is recorded behind what was."""
    home = Home(sandbox, name)
    before = home.get(*homes.HISTORY)
    home.run("servers", "confirm", "Bundled", "--yes")
    book = home.read_bytes(".config/spyglass/servers.yaml")
    home.run("servers", "add", "new", "--", "spyglass-demo")
    for server in ("new", "demo", "notes", "Bundled"):
        home.run("call", "echo", "--arg", f"message=to {server}", "--server", server, "--yes")
        latest = home.read("history", "--limit", "1")[0]
        assert (latest["server"], latest["name"]) == (server, "echo"), latest
        assert latest["id"] > before[0]["id"]
        assert home.read("history", "show", str(latest["id"]))["response"]["result"]["content"][0][
            "text"] == f"to {server}"
    assert home.read(*homes.HISTORY)[-len(before):] == before
    home.run("servers", "remove", "new")
    assert home.read_bytes(".config/spyglass/servers.yaml") == book
    assert home.read("servers") == [{**server, "confirmed": True} for server in home.get("servers")]


def uses_objects(sandbox, name):
    home = Home(sandbox, name)
    before = home.get("objects")
    numbers = [int(entry["object"].rsplit("_", 1)[1]) for entry in before]
    added = home.run("objects", "put", "-", "--name", "new", stdin='{"n": 1.10}').strip()
    assert added == f"sqlite/obj_{max(numbers) + 1:03}", (added, before)
    assert home.run("objects", "save", added, "-") == '{"n": 1.10}'
    for entry in before:
        path = home.sandbox.path("saved-object")
        home.run("objects", "save", entry["object"], path)
        assert os.stat(path).st_size == entry["size"], entry
    home.run("objects", "delete", added)
    assert home.read("objects") == before


def imports_its_session(sandbox, name):
    """A second time, beside what was imported before."""
    home = Home(sandbox, name)
    old, own = home.get(*homes.HISTORY, "--imported"), home.get(*homes.HISTORY)
    home.run("history", "import", home.sandbox.path("session.ndjson"))
    now = home.read(*homes.HISTORY, "--imported")
    assert len(now) == 2 * len(old), (old, now)
    # Both orders are by time; each entry is there twice, but for its number.
    for row in (*old, *now):
        del row["id"]
    assert now[::2] == old == now[1::2], now
    assert home.read(*homes.HISTORY) == own


SCRIPT = [{"when": {"after_tool": "echo"}, "say": "It works.", "usage": {"input": 100, "output": 9}},
          {"say": "I try.", "call": [{"tool": "echo", "arguments": {"message": "still"}}],
           "usage": {"input": 100, "output": 9}}]


def goes_on_with_chats(sandbox, name):
    """With what was said before, at the prices of the home."""
    home = Home(sandbox, name)
    chats = home.get("chats")
    with ModelDemo(DEMO, SCRIPT) as demo:
        for chat in chats:
            turns = home.get("chats", "show", chat["id"])["turns"]
            result = home.run("chat", "And now?", "--continue", chat["id"], "--provider",
                              "openai-chat", "--base-url", demo.url + "/v1", "--model",
                              "scripted", "--server", "demo", "--json")
            talk = json.loads(result.splitlines()[-1])
            assert talk["stop"] == "answered" and talk["cost"]["currency"] == "EUR", talk
            now = home.read("chats", "show", chat["id"])["turns"]
            assert now[:len(turns)] == turns and len(now) == len(turns) + 4, now
            sent = [message["content"] for message in demo.read_record()[-1]["body"]["messages"]]
            said = [block["text"] for turn in turns for block in turn["blocks"]
                    if block["kind"] == "text"]
            assert [text for text in sent if text in said] == said, (said, sent)
        home.run("chats", "delete", *[chat["id"] for chat in chats])
        assert home.read("chats") == []


def measures(sandbox, name):
    """Its cases; and of the tools it is known which were approved there, in the same words."""
    home = Home(sandbox, name)
    script = [{"when": {"after_tool": "describe_numbers"}, "say": "It is 2.5."},
              {"call": [{"tool": "describe_numbers", "arguments": {"numbers": [1, 2, 3, 4]}}]}]
    with ModelDemo(DEMO, script) as demo:
        words = ("bench", "cases.yaml", "--model", f"openai-chat:m@{demo.url}/v1", "--server", "demo",
                 "--yes", "--json")
        (case,) = json.loads(home.run(*words))["cases"]
        assert [row["verdict"] for row in case["results"]] == ["passed"], case
        error = read_error(check(sandbox.run(*words, "--as-approved"), USAGE))
    told = json.loads(home.run("export", "openai-chat", "--server", "demo", "--quiet"))
    unknown = [tool for tool in told
               if tool["function"]["name"] != home.expected["window"]["approved"]]
    assert len(unknown) == len(told) - 1
    assert error["code"] == "not_found" and str(len(unknown)) in error["advice"], error


def changes_settings(sandbox, name):
    """Of each kind one, and back; the rest of each file stays byte for byte."""
    home = Home(sandbox, name)
    for path, there, back in (
            (".config/spyglass/models.json", ("models", "default", "elsewhere"),
             ("models", "default", "here")),
            (".config/spyglass/servers.yaml", ("servers", "disable", "demo", "echo"),
             ("servers", "enable", "demo", "echo")),
            (".config/spyglass/servers.yaml", ("servers", "preset", "notes", "check_language=true"),
             ("servers", "preset", "notes", "check_language"))):
        before = home.read_bytes(path)
        home.run(*there)
        assert home.read_bytes(path) != before, there
        home.run(*back)
        assert home.read_bytes(path) == before, (back, before, home.read_bytes(path))
    home.run("auth", "forget", "signed")
    assert home.read("auth", "list") == []


def writes_and_takes_back(sandbox, name):
    """A change of today to a file that has old ones."""
    home = Home(sandbox, name)
    before = home.get("config", "history")
    for application, path in (("cursor", ".cursor/mcp.json"), ("codex", ".codex/config.toml"),
                              ("goose", ".config/goose/config.yaml")):
        text = home.read_bytes(path)
        home.run("config", "write", application, "--name", "new", "--yes", "--", "spyglass-demo")
        assert b"new" in home.read_bytes(path)
        latest = home.read("config", "history")[0]
        assert latest["entry"] == "new" and latest["id"] > before[0]["id"], latest
        home.run("config", "undo", "--yes")
        assert home.read_bytes(path) == text
    assert says(home.read("config", "history")[-len(before):], before)


def takes_all_back(sandbox, name):
    """The newest first, each from its backup; at the end the applications have what they had before
    the first one."""
    home = Home(sandbox, name)
    rows = [row for row in home.get("config", "history")
            if not row["undone"] and row["action"] != "undo"]
    actions = {row["action"] for row in home.get("config", "history")}
    assert actions == {"create", "add", "replace", "remove", "enable", "disable", "restore",
                       "undo"}, actions
    now = home.read("config", "history")
    assert [row["id"] for row in now if row["undoable"] and row["action"] != "undo"] == [
        row["id"] for row in rows], now
    for row in rows:
        backup = home.read_bytes(home.local(row["backup"])) if "backup" in row else None
        home.run("config", "undo", str(row["id"]), "--yes")
        assert home.read_bytes(home.local(row["path"])) == backup, row
    for path, text in home.expected["applications"].items():
        assert home.read_bytes(path) == (text.encode() if text is not None else None), path
    assert all(row["undone"] for row in home.read("config", "history") if row["action"] != "undo")


def restores_backups(sandbox, name):
    """Each of them, as it was listed; and what it replaced comes back."""
    home = Home(sandbox, name)
    rows = home.get("config", "history")
    paths = {row["application"]: row["path"] for row in rows}
    restored = 0
    for application, path in paths.items():
        text = home.read_bytes(home.local(path))
        for backup in home.read("config", "backups", application):
            bytes_then = home.read_bytes(home.local(backup["path"]))
            assert len(bytes_then) == backup["size"], backup
            if bytes_then == text:
                continue
            home.run("config", "restore", os.path.join(home.path, home.local(backup["path"])), "--yes")
            assert home.read_bytes(home.local(path)) == bytes_then, backup
            home.run("config", "undo", "--yes")
            assert home.read_bytes(home.local(path)) == text, backup
            restored += 1
            if restored % 4 == 0:  # ten are kept of each file, and these made two more each
                break
    assert restored >= len(paths), (restored, paths)
    assert says(home.read("config", "history")[-len(rows):], rows)


def is_private(sandbox, name):
    """No secret, no other place, and nothing that others could read, here and after use."""
    home = Home(sandbox, name)
    home.run("servers", "edit", "notes", "--env", "LEVEL=3")
    home.run("call", "echo", "--arg", "message=x", "--server", "demo", "--yes")
    home.run("config", "write", "cursor", "--name", "x", "--yes", "--", "spyglass-demo")
    for path in homes.walk(os.path.join(homes.FOLDER, name)):
        with open(os.path.join(homes.FOLDER, name, path), "rb") as file:
            data = file.read()
        for secret in homes.SECRETS.values():
            assert secret.encode() not in data, f"{secret} in {path}"
        found = re.findall(rb"/(?:home/(?!person)|root/|work/|tmp/)\w+|(?:eyJ|sk-ant|ghp_)\w+", data)
        assert not found, (path, found)
    for folder in homes.SPYGLASS:
        for path in glob.glob(home.sandbox.path(folder, "**"), recursive=True):
            mode = stat.S_IMODE(os.stat(path).st_mode)
            # A person wrote the prices, in a folder that was there.
            ours = "/bundles/" not in path and not path.endswith(("prices.yaml", "/spyglass/"))
            assert mode & 0o077 == 0 or not ours, (path, oct(mode))


CHECKS = (shows, runs_saved_calls, uses_servers, uses_objects, imports_its_session,
          goes_on_with_chats, measures, changes_settings, writes_and_takes_back, takes_all_back,
          restores_backups, is_private)

if __name__ == "__main__":
    run_tests({f"test_{name}_{function.__name__}": functools.partial(function, name=name)
               for name in homes.list_names() for function in CHECKS})
