#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What spyglass-cli keeps of what was said, and what it does not.

Usage: test-cli-history.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import contextlib
import glob
import json
import os
import re
import resource
import signal
import subprocess
import time

from cli_sandbox import (CLI, DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED, TOOL_ERROR, UNREACHABLE,
                         USAGE, HttpDemo, Skip, check, run_tests)

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
NODE = os.path.join(TOOLS, "node_modules", "node", "bin", "node")
EVERYTHING = os.path.join(TOOLS, "node_modules", "@modelcontextprotocol", "server-everything",
                          "dist", "index.js")
ECHO = ("call", "echo", "--arg", "message=hi")


def database(sandbox):
    return sandbox.path(".local", "share", "spyglass", "spyglass.db")


def history(sandbox, *words):
    """The newest first."""
    return json.loads(check(sandbox.run("history", "list", "--json", *words), DONE).stdout)


def show(sandbox, entry):
    return json.loads(check(sandbox.run("history", "show", str(entry["id"]), "--json"),
                            DONE).stdout)


def read_bytes(sandbox):
    """All that is on the disk, the log of the database too."""
    text = b""
    for path in glob.glob(database(sandbox) + "*"):
        with open(path, "rb") as file:
            text += file.read()
    return text


def test_call(sandbox):
    """A call is found again, with what it took to make it."""
    before = time.time()
    check(sandbox.run(*ECHO, "--", DEMO), DONE)
    entries = history(sandbox)
    assert [entry["method"] for entry in entries] == ["tools/call", "tools/list",
                                                      "server/discover"], entries
    call = entries[0]
    assert before <= call["time"] / 1000 <= time.time(), call
    assert call["name"] == "echo" and call["outcome"] == "result", call
    assert call["transport"] == "stdio" and call["protocolVersion"] == "2026-07-28", call
    assert call["microseconds"] > 0 and call["server"] == "spyglass-demo", call
    assert len({entry["session"] for entry in entries}) == 1
    shown = show(sandbox, call)
    assert shown["request"]["params"]["arguments"] == {"message": "hi"}, shown
    assert shown["response"]["result"]["content"][0]["text"] == "hi", shown
    assert shown["responseSize"] > 50 and "http" not in shown and "masked" not in shown, shown
    assert os.stat(database(sandbox)).st_mode & 0o777 == 0o600


def test_what_is_kept(sandbox):
    """Lists, checks and what is private leave no file behind."""
    for words in (("tools",), ("info",), ("ping",), (*ECHO, "--private"),
                  ("read", "demo://text", "--private"), ("lint",)):
        sandbox.run(*words, "--", DEMO)
        assert not os.path.exists(database(sandbox)), words
    check(sandbox.run("tools", "--private", "--", DEMO), USAGE)
    resource = json.loads(check(sandbox.run("resources", "--json", "--", DEMO),
                                DONE).stdout)["resources"][0]
    check(sandbox.run("read", resource["uri"], "--", DEMO), DONE)
    check(sandbox.run("raw", '{"jsonrpc":"2.0","id":"x","method":"no/such"}', "--", DEMO), PROTOCOL)
    collection = json.dumps({"calls": [{"name": "one", "tool": "echo",
                                        "arguments": {"message": "collected"}}]})
    result = sandbox.run("run", sandbox.write(collection, "calls.json"), "--yes", "--", DEMO)
    check(result, DONE)
    entries = history(sandbox)
    assert history(sandbox, "--method", "resources/read")[0]["name"] == resource["uri"]
    wrong = history(sandbox, "--outcome", "error")
    assert [(entry["method"], entry["code"]) for entry in wrong] == [("no/such", -32601)], wrong
    right = history(sandbox, "--outcome", "result")
    assert len(right) == len(entries) - 1 and wrong[0] not in right, right
    assert len(history(sandbox, "--text", "collected")) == 1, entries


def test_http(sandbox):
    """Headers are kept, and those that are secret are not."""
    url = HttpDemo.share()
    check(sandbox.run(*ECHO, "--server", url, "--bearer", "hunter2222", "--header",
                      "X-Api-Key: hunter3333", "--era", "legacy"), DONE)
    check(sandbox.run(*ECHO, "--server", url + "x"), UNREACHABLE)
    entries = history(sandbox)
    call = show(sandbox, next(entry for entry in entries if entry["method"] == "tools/call"))
    http = call["http"]
    assert http["method"] == "POST" and http["url"].endswith("/mcp") and http["status"] == 200
    headers = {header["name"].lower(): header["value"] for header in http["requestHeaders"]}
    for name in ("authorization", "x-api-key", "mcp-session-id"):
        assert headers[name] == "••••••", headers
    assert any(header["name"].lower() == "content-type" for header in http["responseHeaders"])
    assert http["wait"] > 0 and http["receive"] >= 0, http
    lost = show(sandbox, entries[0])
    assert lost["method"] == "initialize" and lost["http"]["status"] == 404, lost
    text = read_bytes(sandbox)
    assert b"hunter2222" not in text and b"hunter3333" not in text


def test_secrets(sandbox):
    """What is in the keyring is masked wherever it turns up, and the entry says so."""
    sandbox.allow_leaks()
    secret = 'hun"ter/é2222'
    check(sandbox.run("servers", "add", "s", "--env", f"API_KEY={secret}", "--secret", "API_KEY",
                      "--", DEMO), DONE)
    said = check(sandbox.run("call", "echo", "--args", json.dumps({"message": f"so: {secret}."}),
                             "--server", "s"), DONE).stdout
    assert secret in said, said
    call = history(sandbox)[0]
    assert call["masked"] == ["request", "response"] and call["server"] == "s", call
    assert call["serverId"], call
    shown = show(sandbox, call)
    assert shown["response"]["result"]["content"][0]["text"] == "so: ••••••.", shown
    assert shown["request"]["params"]["arguments"] == {"message": "so: ••••••."}, shown
    line = check(sandbox.run("history", "--method", "tools/call"), DONE).stdout
    assert "secrets masked" in line, line
    # An address is what a person asked for, of whatever scheme; a secret in it is none of the history's.
    check(sandbox.run("servers", "add", "n", "--env", "API_KEY=plain2222hun", "--secret", "API_KEY", "--", DEMO),
          DONE)
    for scheme in ("memo:x?token=", "urn:x:", "memo://x/"):
        sandbox.run("read", scheme + "plain2222hun", "--server", "n")
        call = history(sandbox)[0]
        assert call["method"] == "resources/read" and call["name"] == scheme + "••••••", call
    text = read_bytes(sandbox)
    assert b"2222" not in text and b"hun" not in text


def test_asked_by_server(sandbox):
    """What the server asks is an exchange too, with our answer."""
    answers = sandbox.write(json.dumps({"elicitation": {"action": "decline"}}), "answers.json")
    sandbox.run("call", "ask_person", "--force", "--answer", answers, "--era", "legacy", "--", DEMO)
    asked = [entry for entry in history(sandbox) if entry.get("sender") == "server"]
    assert asked, history(sandbox)
    shown = show(sandbox, asked[0])
    assert shown["request"]["method"] == asked[0]["method"] and "result" in shown["response"], shown
    listed = check(sandbox.run("history"), DONE).stdout
    assert "← " + asked[0]["method"] in listed, listed


PINGS = """
import json, sys
def send(*values):
    sys.stdout.write("".join(json.dumps({"jsonrpc": "2.0", **value}) + "\\n" for value in values))
    sys.stdout.flush()
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        send({"id": asked["id"], "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
              "serverInfo": {"name": "s", "version": "1"}}})
    elif asked.get("method") == "tools/list":
        send({"id": asked["id"], "result": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}})
    elif asked.get("method") == "tools/call":
        send(*({"method": "ping", "id": n} for n in range(int(sys.argv[1]))),
             {"id": asked["id"], "result": {"content": []}})
    elif "method" in asked and "id" in asked:
        send({"id": asked["id"], "error": {"code": -32601, "message": "no"}})
"""
ASKED_A_SECOND = 100


def test_flood(sandbox):
    """Of what a server asks in one second so much is kept; the rest is counted, and ours is whole."""
    for n in (ASKED_A_SECOND - 1, ASKED_A_SECOND, ASKED_A_SECOND + 1, 3000):
        begun = time.monotonic()
        check(sandbox.run("call", "t", "--", *PYTHON, "-c", PINGS, str(n)), DONE)
        seconds = time.monotonic() - begun
        entries = history(sandbox, "--limit", "5000")
        pings = [entry for entry in entries if entry["method"] == "ping"]
        notes = [entry["name"] for entry in entries if entry["method"] == ""]
        left_out = sum(int(re.match(r"\d+", note)[0]) for note in notes)
        assert len(pings) + left_out == n, (n, len(pings), notes)
        assert len(pings) <= ASKED_A_SECOND * (int(seconds) + 1), (n, len(pings), seconds)
        assert n > ASKED_A_SECOND or not notes, (n, notes)
        assert len(notes) <= seconds + 1, (notes, seconds)
        assert [entry["outcome"] for entry in entries if entry["method"] == "tools/call"] == ["result"]
        check(sandbox.run("history", "clear", "--yes"), DONE)


def test_large(sandbox):
    """What is larger than what is read at once is kept whole, with its name."""
    text = "x" * 600000
    arguments = json.dumps({"message": text})
    check(sandbox.run("call", "echo", "--args", "-", "--", DEMO, stdin=arguments), DONE)
    call = history(sandbox)[0]
    assert call["method"] == "tools/call" and call["name"] == "echo", call
    shown = show(sandbox, call)
    assert shown["request"]["params"]["arguments"]["message"] == text
    assert shown["response"]["result"]["content"][0]["text"] == text
    assert call["responseSize"] > 600000, call


def test_same_texts_once(sandbox):
    for _ in range(3):
        check(sandbox.run(*ECHO, "--", DEMO), DONE)
    import sqlite3
    with contextlib.closing(sqlite3.connect(database(sandbox))) as connection:
        blobs = connection.execute("SELECT count(*) FROM blob").fetchone()[0]
        rows = connection.execute("SELECT count(*) FROM exchange").fetchone()[0]
    assert (rows, blobs) == (9, 6), (rows, blobs)


def test_what_cannot_be_written(sandbox):
    """The call is made, its status is its own, and one line says what is wrong."""
    folder = sandbox.path(".local", "share", "spyglass")
    sandbox.write("no folder", ".local", "share", "spyglass")
    result = check(sandbox.run(*ECHO, "--", DEMO), DONE)
    assert result.stdout == "hi\n" and result.stderr.count("Not kept in the history") == 1, result
    result = check(sandbox.run(*ECHO, "--private", "--", DEMO), DONE)
    assert "history" not in result.stderr, result.stderr
    result = check(sandbox.run("call", "echo", "--", DEMO), REFUSED)
    assert "Not kept" in result.stderr and '"invalid_input"' in result.stderr, result
    os.unlink(folder)
    check(sandbox.run(*ECHO, "--", DEMO), DONE)
    import sqlite3
    with contextlib.closing(sqlite3.connect(database(sandbox))) as connection:
        connection.execute("PRAGMA user_version = 99")
    result = check(sandbox.run(*ECHO, "--", DEMO), DONE)
    assert "newer version" in result.stderr and result.stdout == "hi\n", result.stderr
    if os.geteuid() != 0:
        os.unlink(database(sandbox))
        os.chmod(folder, 0o500)
        try:
            result = check(sandbox.run(*ECHO, "--", DEMO), DONE)
        finally:
            os.chmod(folder, 0o700)
        assert "Not kept" in result.stderr, result.stderr


def test_cancelled(sandbox):
    """What Ctrl+C ends is kept as that."""
    process = subprocess.Popen([CLI, "call", "slow_task", "--args", '{"seconds": 600}', "--force",
                                "--era", "legacy", "--trace", "--", DEMO], env=sandbox.env,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if '"notifications/progress"' in line:
            break
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    call = history(sandbox)[0]
    assert call["method"] == "tools/call" and call["outcome"] == "cancelled", call
    assert "microseconds" not in call, call


def test_export(sandbox):
    """A session file holds all, byte for byte, and can be read again elsewhere."""
    text = 'one\n"two" \u2028 ' + "x" * 5000
    check(sandbox.run("call", "echo", "--args", json.dumps({"message": text}), "--", DEMO), DONE)
    check(sandbox.run("raw", '{"jsonrpc": "2.0",\n "id": 7, "method": "no/such", "params": {"n": 1.50}}', "--", DEMO),
          PROTOCOL)
    sandbox.run("raw", "this is no JSON", "--timeout", "0.3", "--force", "--", DEMO)
    before = history(sandbox)
    whole = [show(sandbox, entry) for entry in before]
    path = sandbox.path("session.ndjson")
    result = check(sandbox.run("history", "export", path), DONE)
    assert f"{len(before)} entries were written" in result.stderr, result.stderr
    assert os.stat(path).st_mode & 0o777 == 0o600
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")
    assert len(lines) == len(before) + 1 and lines[-1] == "", len(lines)
    assert '{"n":1.50}' in "".join(lines)
    out = check(sandbox.run("history", "export", "-", "--quiet"), DONE)
    assert out.stdout == "\n".join(lines) and out.stderr == "", out.stderr
    one = check(sandbox.run("history", "export", "-", "--method", "no/such", "--quiet"), DONE)
    assert len(one.stdout.splitlines()) == 1, one.stdout

    check(sandbox.run("history", "clear", "--yes"), DONE)
    result = check(sandbox.run("history", "import", path), DONE)
    assert f"{len(before)} entries imported" in result.stderr, result.stderr
    assert history(sandbox) == []
    after = [show(sandbox, entry) for entry in history(sandbox, "--imported")]
    assert len(after) == len(whole)
    for old, new in zip(whole, after):
        assert new.pop("importedFrom") == "session.ndjson"
        for name in ("id", "serverId"):
            old.pop(name, None)
            new.pop(name, None)
        # Written without white space between the tokens.
        for name in ("requestSize", "responseSize"):
            assert new.pop(name) <= old.pop(name)
        assert old == new, (old, new)
    check(sandbox.run("history", "import", path, "--method", "x"), USAGE)


def test_import_of_others(sandbox):
    """Lines that are none of a session file are counted; a file without any is refused."""
    def imported(text):
        path = sandbox.write(text, "file.ndjson")
        return sandbox.run("history", "import", path)

    for text in ("hello\n", "[1]\n{}\n", '{"method": 5}', "\0\0\0"):
        result = check(imported(text), REFUSED)
        assert "no session file" in result.stderr, result.stderr
    check(imported(""), DONE)
    check(imported("\n\n\n"), DONE)
    check(imported(" " * 1000 + json.dumps({"method": "large", "request": "x" * 3000000})), DONE)
    for device in ("/dev/zero", "/dev/urandom"):  # which have no end
        result = check(sandbox.run("history", "import", device), REFUSED)
        assert "session file" in result.stderr, result.stderr
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 600000  # KiB, of any command yet
    result = check(imported('nonsense\n{"method":"a/b","time":-1,"outcome":"odd","masked":7,'
                            '"http":[],"microseconds":"x","name":{}}\n{"method":"c","request":"r",'
                            '"responseText":"not JSON","time":1763935200123.456,'
                            '"outcome":"error","code":-5}'), DONE)
    assert "2 entries imported" in result.stderr and "1 line was skipped" in result.stderr, result
    new = history(sandbox, "--imported")
    assert [entry["method"] for entry in new if entry["method"] != "large"] == ["c", "a/b"], new
    new = [entry for entry in new if entry["method"] != "large"]
    assert new[0]["time"] == 1763935200123.456 and new[0]["code"] == -5, new
    assert new[1]["outcome"] == "no-response", new
    shown = show(sandbox, new[0])
    assert shown["request"] == "r" and shown["response"] == "not JSON", shown
    check(sandbox.run("history", "import", sandbox.path("absent")), REFUSED)
    check(sandbox.run("history", "export", sandbox.path("no", "folder", "x.ndjson")), REFUSED)


def test_archive(sandbox):
    """What went over HTTP, as browsers read it; credentials are masked in it too."""
    url = HttpDemo.share()
    check(sandbox.run(*ECHO, "--server", url, "--header", "Authorization: Bearer geheim-1234"),
          DONE)
    check(sandbox.run(*ECHO, "--", DEMO), DONE)
    path = sandbox.path("session.har")
    result = check(sandbox.run("history", "export", path), DONE)
    assert "did not go over HTTP" in result.stderr, result.stderr
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "geheim" not in text
    log = json.loads(text)["log"]
    assert log["version"] == "1.2" and log["creator"]["name"] == "Spyglass", log
    entry = next(entry for entry in log["entries"] if "tools/call" in entry["comment"])
    assert entry["request"]["method"] == "POST" and entry["request"]["url"] == url, entry
    assert entry["response"]["status"] == 200, entry
    assert json.loads(entry["request"]["postData"]["text"])["method"] == "tools/call"
    assert "result" in json.loads(entry["response"]["content"]["text"])
    names = {header["name"].lower() for header in entry["request"]["headers"]}
    assert "authorization" in names and "content-type" in names, names
    for name in ("startedDateTime", "time", "cache", "timings"):
        assert name in entry, name
    assert entry["timings"]["wait"] >= 0 and entry["time"] > 0, entry
    check(sandbox.run("history", "clear", "--yes"), DONE)
    check(sandbox.run("history", "export", path), DONE)
    with open(path, encoding="utf-8") as file:
        assert json.load(file)["log"]["entries"] == []


def test_secrets_by_shape(sandbox):
    """What the configuration holds under any name is on no road: database, exports, archive, trace."""
    shapes = {"DATABASE_URL": "postgres://app:pa55w0rd-in-url@h/db", "STORE": "AccountKey=QWNjb3VudEtleTE=;x=y",
              "FOO": "ghp_abcdefghijklmnopqrstuvwxyz0123", "DB_PASS": "plain-pass-4711",
              "MYSQL_PWD": "plain-pwd-4712",
              "SLACK_WEBHOOK": "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop",
              "BAR": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----"}
    parts = ("pa55w0rd-in-url", "QWNjb3VudEtleTE=", "ghp_abcdefghijklmnopqrstuvwxyz0123", "plain-pass-4711",
             "plain-pwd-4712", "abcdefghijklmnop", "MIIEvQIBADANBgkq", "signature-4713",
             "xoxb-123456789012-abcdefghijkl",
             "plain-header-4714")
    env = [word for name, value in shapes.items() for word in ("--env", f"{name}={value}")]
    headers = ("--header", "X-Foo: xoxb-123456789012-abcdefghijkl", "--header", "X-Auth: plain-header-4714")
    archive, lines = sandbox.path("x.har"), sandbox.path("x.ndjson")
    outputs = []
    for said, words in ((json.dumps(shapes), (*env, "--", DEMO)),
                        (" ".join(parts[7:]), ("--server", HttpDemo.share() + "?sig=signature-4713", *headers))):
        arguments = json.dumps({"message": said})
        outputs.append(check(sandbox.run("call", "echo", "--args", arguments, "--trace", *words), DONE).stderr)
    check(sandbox.run("history", "export", archive), DONE)
    check(sandbox.run("history", "export", lines), DONE)
    for path in (archive, lines):
        with open(path, encoding="utf-8") as file:
            outputs.append(file.read())
    outputs.append(read_bytes(sandbox).decode("utf-8", "replace"))
    for number, text in enumerate(outputs):
        left = [part for part in parts if part in text]
        assert not left and "••••••" in text, (number, left)


def test_real_server(sandbox):
    """npm's server-everything: a tool error, and what it says on its own."""
    if not os.path.exists(NODE) or not os.path.exists(EVERYTHING):
        raise Skip("server-everything is not installed (./dev setup)")
    server = ("--", NODE, EVERYTHING, "stdio")
    assert "Echo: hi" in check(sandbox.run(*ECHO, *server), DONE).stdout
    call = history(sandbox)[0]
    assert call["method"] == "tools/call" and call["outcome"] == "result", call
    check(sandbox.run("call", "echo", "--force", *server), TOOL_ERROR)
    assert history(sandbox)[0]["outcome"] == "tool-error", history(sandbox)[0]
    assert "initialize" in [entry["method"] for entry in history(sandbox)]


run_tests(globals())
