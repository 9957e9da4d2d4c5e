#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person sets once for a server, and what a command does with it."""

import json
import os

from cli_sandbox import DEMO, DONE, REFUSED, TIMEOUT, USAGE, check, read_error, run_tests


def test_tool_timeout(sandbox):
    check(sandbox.run("servers", "add", "demo", "--tool-timeout", "slow_task=0.2", "--tool-timeout",
                      "echo=7", "--timeout", "30", "--", DEMO), DONE)
    check(sandbox.run("servers", "edit", "demo", "--tool-timeout", "echo=2m"), DONE)
    assert "echo: 120000" in sandbox.read_book(), sandbox.read_book()
    check(sandbox.run("servers", "edit", "demo", "--tool-timeout", "echo=default"), DONE)
    book = sandbox.read_book()
    assert "slow_task: 200" in book and "echo" not in book, book
    assert "Time limit of “slow_task”: 0.2 seconds" in check(
        sandbox.run("servers", "show", "demo"), DONE).stdout
    shown = json.loads(check(sandbox.run("servers", "show", "demo", "--json"), DONE).stdout)
    assert shown["tool_timeouts"] == {"slow_task": 200}, shown
    for word in ("echo", "=5", "echo=", "echo=x", "echo=-1", "echo=0", "echo=nan", "echo=1e9"):
        read_error(check(sandbox.run("servers", "edit", "demo", "--tool-timeout", word), USAGE))
    assert sandbox.read_book() == book


def test_tool_timeout_holds(sandbox):
    """For that tool, whoever calls; what is given with the command goes first."""
    check(sandbox.run("servers", "add", "demo", "--tool-timeout", "slow_task=0.2",
                      "--", DEMO), DONE)
    server = ("--server", "demo")
    slow = ("call", "slow_task", "--arg", "steps=1")
    error = read_error(check(sandbox.run(*slow, "--arg", "seconds=30", *server), TIMEOUT))
    assert "0.2" in error["message"], error
    check(sandbox.run(*slow, "--arg", "seconds=0.3", "--timeout", "30", *server), DONE)
    check(sandbox.run("call", "echo", "--arg", "message=x", *server), DONE)
    calls = sandbox.path("calls.json")
    sandbox.write(json.dumps({"calls": [
        {"tool": "slow_task", "arguments": {"steps": 1, "seconds": 30}}]}), "calls.json")
    result = check(sandbox.run("run", calls, "--yes", *server), TIMEOUT)
    assert "not ok 1" in result.stdout, result


def forget_keyring(sandbox):
    """Secrets are in a file that can be looked into."""
    del sandbox.env["SECRET_BACKEND"]
    sandbox.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
    return os.path.join(".local", "share", "spyglass", "secrets.json")


def test_preset_sets(sandbox):
    """Several sets for one server: one is in use, another one can be named; each has its secrets."""
    kept = forget_keyring(sandbox)
    call = ("call", "publish_report", "--yes", "--arg", "headline=h", "--arg", "text=t", "--server",
            "demo", "--trace")
    preset = ("servers", "preset", "demo")
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    check(sandbox.run(*preset, "channel=news", 'recipients=["board"]'), DONE)
    before = sandbox.read_book()
    assert "preset-set" not in before, "one set is kept as it always was"
    assert "Sets:" not in check(sandbox.run(*preset), DONE).stderr
    check(sandbox.run(*preset, "--preset-set", "staging", "channel=stagingsecret4711", "max_words=7",
                      'recipients=["board"]', "--secret", "channel", "--secrets-in-file"), DONE)
    book = sandbox.read_book()
    assert book.startswith(before) and "staging/max_words: 7" in book, book
    assert "stagingsecret4711" not in book and "demo/preset-sets/staging/channel" in book, book
    assert "stagingsecret4711" in sandbox.read(kept), "it is kept apart"
    listed = check(sandbox.run(*preset), DONE)
    assert 'channel="news"' in listed.stdout and "staging" not in listed.stdout, listed
    assert "Sets: default, staging; in use: default" in listed.stderr, listed
    listed = check(sandbox.run(*preset, "--preset-set", "staging"), DONE)
    assert "max_words=7" in listed.stdout and "news" not in listed.stdout, listed
    # Only what is in a set is sent.
    for words, sent, other in (((), "news", '"value":7,'),
                               (("--preset-set", "default"), "news", '"value":7,'),
                               (("--preset-set", "staging"), '"value":7,', "news")):
        made = check(sandbox.run(*call, *words), DONE)
        asked = [line for line in made.stderr.splitlines() if '"tools/call"' in line]
        assert sent in asked[0] and other not in asked[0], (words, asked)
        assert sandbox.read_book() == book, "a call changes no setting"
    assert "stagingsecret4711" not in made.stderr, "a secret of any set is masked"
    for words in (call, ("servers", "edit", "demo"), ("tools", "--server", "demo")):
        error = read_error(sandbox.run(*words, "--preset-set", "prod"))
        assert "It has: default, staging." in error["message"], error
    for name in ("a/b", "", "-x", "x" * 41, "a\nb"):
        read_error(check(sandbox.run(*preset, f"--preset-set={name}", "max_words=7"),
                         REFUSED))
    # From then on
    check(sandbox.run("servers", "edit", "demo", "--preset-set", "staging"), DONE)
    assert "preset-set: staging" in sandbox.read_book()
    assert '"value":7,' in check(sandbox.run(*call), DONE).stderr
    calls = sandbox.path("calls.json")
    sandbox.write(json.dumps({"calls": [{"tool": "publish_report", "arguments": {
        "headline": "h", "text": "t"}}]}), "calls.json")
    run = ("run", calls, "--yes", "--server", "demo", "--trace")
    assert '"value":7,' in check(sandbox.run(*run), DONE).stderr
    assert '"value":7,' not in check(sandbox.run(*run, "--preset-set", "default"), DONE).stderr
    # What is taken away leaves no secret behind, and what is empty is no set.
    check(sandbox.run("servers", "edit", "demo", "--preset-set", "default"), DONE)
    check(sandbox.run(*preset, "--preset-set", "staging", "channel", "max_words", "recipients",
                      "--secrets-in-file"), DONE)
    assert sandbox.read_book() == before, sandbox.read_book()
    assert "stagingsecret4711" not in sandbox.read(kept)


def test_preset_set_removed_with_its_server(sandbox):
    kept = forget_keyring(sandbox)
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    check(sandbox.run("servers", "preset", "demo", "--preset-set", "prod", "channel=prodsecret4711",
                      "--secret", "channel", "--secrets-in-file"), DONE)
    assert "prodsecret4711" in sandbox.read(kept)
    check(sandbox.run("servers", "remove", "demo", "--secrets-in-file"), DONE)
    assert "prodsecret4711" not in sandbox.read(kept)


def test_literal_schema(sandbox):
    """A schema from a page is often no JSON; what is to fit it, and what “json” reads, has to be."""
    value = sandbox.write('{"n": 7}', "value.json")
    literals = (
        "{type: 'object', properties: {n: {type: 'integer',},},}",
        "// of a page\n{ /* a\n b */ type: \"object\", 'properties': {n: {type: 'integer'}} }",
        "{type: 'object', $comment: 'it\\'s // no \"comment\"', required: [ 'n', ]}",
        "/* a *//* b */{type: 'object', required: ['n',/**//**/]}//",
    )
    for literal in literals:
        schema = sandbox.write(literal, "schema.js")
        result = check(sandbox.run("validate", schema, value), DONE)
        assert "is not JSON but a JavaScript literal" in result.stderr, (literal, result)
        other = sandbox.write('{"n": "x"}', "other.json")
        assert (sandbox.run("validate", schema, other).returncode == DONE) == ("required" in literal)
        read_error(check(sandbox.run("json", schema), REFUSED))
        read_error(check(sandbox.run("validate", value, schema), REFUSED))
    for wrong in ("{type: object}", "{a: 'b}", "{a: 1 /* b}", "{a: 1,,}", "{a: undefined}", "{a: 0x10}",
                  "{,}", "function () {}", "", "'", "{a: 'b\nc'}", "{a b: 1}"):
        schema = sandbox.write(wrong, "schema.js")
        error = read_error(check(sandbox.run("validate", schema, value), REFUSED))
        assert "schema.js:" in error["message"], (wrong, error)
    plain = check(sandbox.run("validate", sandbox.write("{}", "schema.json"), value), DONE)
    assert "literal" not in plain.stderr


if __name__ == "__main__":
    run_tests(globals())
