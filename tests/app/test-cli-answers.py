#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What servers ask while the command line calls them: answered from a file, or declined; and calls
that run as tasks. Both eras.

Usage: test-cli-answers.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import re
import shlex
import time

from cli_sandbox import (DEMO, DONE, PATIENCE, PROTOCOL, REFUSED, TIMEOUT, TOOL_ERROR, USAGE,
                         HttpDemo, check, read_error, run_tests)

ERAS = ("modern", "legacy")
ACCEPT = {"elicitation": {"action": "accept", "content": {"name": "Ada"}}}


def call(sandbox, era, tool, *options, answers=None, status=DONE, **more):
    words = ["call", tool, *options, "--era", era]
    if answers is not None:
        words += ["--answer", sandbox.write(json.dumps(answers), "answers.json")]
    return check(sandbox.run(*words, "--", DEMO, **more), status)


def test_object_answers_everything(sandbox):
    both = {**ACCEPT, "sampling": {"text": "Blue.", "model": "mine"}}
    for era in ERAS:
        for _ in range(2):
            result = json.loads(call(sandbox, era, "ask_person", answers=both).stdout)
            assert result == {"action": "accept", "content": {"name": "Ada"}}, result
        result = json.loads(call(sandbox, era, "ask_model", answers=both).stdout)
        assert result["content"]["text"] == "Blue." and result["model"] == "mine", result
        # A whole result goes as it is, with what nobody knows.
        whole = {"role": "assistant", "content": {"type": "text", "text": "x"}, "model": "m", "z": 1}
        result = json.loads(call(sandbox, era, "ask_model", answers={"sampling": whole}).stdout)
        assert result == whole, result


def test_list_is_used_in_order(sandbox):
    answers = [{"elicitation": {"action": "accept", "content": {"colour": "moss"}},
                "when": "Which colour"},
               {"elicitation": {"action": "accept", "content": {"name": "Ada"}}}]
    for era in ERAS:
        result = call(sandbox, era, "interview", answers=answers)
        assert "Ada" in result.stdout and "moss" in result.stdout, result.stdout
        assert len(result.stderr.splitlines()) == 2, result.stderr
        # What is used up is declined.
        short = call(sandbox, era, "interview", answers=answers[1:])
        assert "moss" not in short.stdout and "declined" in short.stderr, short.stderr


def test_defaults_of_the_form(sandbox):
    for era in ERAS:
        result = json.loads(call(sandbox, era, "fill_form", answers={
            "elicitation": "accept"}).stdout)
        assert result["content"]["name"] == "Ada Lovelace", result


def test_page(sandbox):
    for era in ERAS:
        result = json.loads(call(sandbox, era, "visit_page", answers={
            "elicitation": {"action": "accept"}}).stdout)
        assert result == {"action": "accept"}, result


def test_saying_no(sandbox):
    for era in ERAS:
        for action in ("decline", "cancel"):
            result = json.loads(call(sandbox, era, "ask_person", answers={
                "elicitation": action}).stdout)
            assert result == {"action": action}, result
        # Nobody is there, no file.
        result = call(sandbox, era, "ask_person")
        assert json.loads(result.stdout) == {"action": "decline"}, result.stdout
        assert "--answer" in result.stderr and len(result.stderr.splitlines()) == 1, result.stderr
        # Which question it was, what came of it, and why.
        assert re.fullmatch(r"· .+ needs your input: .+ \(declined: no terminal to ask at, and no "
                            r"answer in --answer FILE\)\n", result.stderr), result.stderr
        assert call(sandbox, era, "ask_person", "--quiet").stderr == ""
    # Up to 2025-11-25 that is an error to the server; later the call cannot go on.
    call(sandbox, "legacy", "ask_model", status=TOOL_ERROR)
    assert read_error(call(sandbox, "modern", "ask_model", status=REFUSED))["code"] == "declined"


def test_roots(sandbox):
    for era in ERAS:
        told = call(sandbox, era, "list_roots", "--root", sandbox.home).stdout
        assert sandbox.home in told, told
        answers = {"roots": {"roots": [{"uri": "file:///srv"}]}}
        told = call(sandbox, era, "list_roots", answers=answers).stdout
        assert "file:///srv" in told, told


def test_stream_of_their_own(sandbox):
    """Servers on the official SDKs ask and log on the stream of a GET, not on that of the call."""
    answers = sandbox.write(json.dumps({**ACCEPT, "sampling": {"text": "Blue."},
                                        "roots": {"roots": [{"uri": "file:///srv"}]}}), "a.json")
    with HttpDemo("--era", "legacy", "--ask-on-get") as url:
        def run(*words):
            return check(sandbox.run(*words, "--answer", answers, "-t", "5", "--server", url), DONE)

        for tool, word in (("ask_person", "Ada"), ("ask_model", "Blue"), ("list_roots", "/srv"),
                           ("interview", "Ada")):
            assert word in run("call", tool).stdout
        for word in run("call", "plan_dinner", "--task").stdout, run("prompt", "plan_launch").stdout:
            assert word
        told = run("call", "write_log", "--arg", "count=3", "--level", "debug").stderr
        assert len(told.splitlines()) == 3, told
    # A server without such a stream costs a request, and nothing else.
    with HttpDemo("--era", "legacy", "--json-only") as url:
        result = check(sandbox.run("call", "echo", "--arg", "message=hi", "--server", url), DONE)
        assert result.stdout == "hi\n" and result.stderr == "", result


def test_answers_that_cannot_be_used(sandbox):
    for text in ("", "[", "7", "[7]", "{}", "[{}]", '{"sampling": 7}', '{"colour": {}}',
                 '{"when": "x"}', '{"when": 7, "roots": {}}'):
        path = sandbox.write(text, "answers.json")
        error = read_error(check(sandbox.run("call", "echo", "--answer", path, "--", DEMO), REFUSED))
        assert path in error["message"], error
    check(sandbox.run("call", "echo", "--answer", "nowhere", "--", DEMO), REFUSED)
    check(sandbox.run("servers", "--answer", "x"), USAGE)
    # What the server does not take is told, and declined.
    wrong = call(sandbox, "legacy", "ask_person", answers={"elicitation": {"content": 7}})
    assert "decline" in wrong.stdout and len(wrong.stderr.splitlines()) == 1, wrong


def test_standard_input(sandbox):
    result = check(sandbox.run("call", "ask_person", "--answer", "-", "--", DEMO,
                               stdin=json.dumps(ACCEPT)), DONE)
    assert "Ada" in result.stdout, result.stdout


def test_tasks(sandbox):
    quick = ("bake_bread", "--arg", "seconds=0.2")
    for era in ERAS:
        result = call(sandbox, era, *quick, "--task", "--ttl", "60")
        states = [line.split()[2] for line in result.stderr.splitlines()]
        assert states[0] == "working" and states[-1] == "completed", result.stderr
        assert result.stdout == "A loaf of bread.\n", result.stdout
        result = call(sandbox, era, "plan_dinner", "--task", answers=ACCEPT)
        assert "input_required" in result.stderr and "planned" in result.stdout, result
        task = json.loads(call(sandbox, era, "bake_bread", "--task", "--no-wait", "--json").stdout)
        assert task["taskId"] and task["status"] == "working", task
        error = read_error(call(sandbox, era, "burn_dinner", "--task", status=PROTOCOL))
        assert error["code"] == "protocol_error" and error["answer"]["code"], error
        assert call(sandbox, era, *quick, "--task", "--quiet").stderr == ""
    # A server of the later revisions decides by itself.
    result = call(sandbox, "modern", "echo", "--task", "--arg", "message=hi")
    assert result.stdout == "hi\n" and "without a task" in result.stderr, result
    # The deadline of the call holds for its task, and what is told has the task's id.
    begun = time.monotonic()
    for era in ERAS:
        error = read_error(call(sandbox, era, "bake_bread", "--arg", "seconds=300", "--task",
                                "--total-timeout", "0.5", status=TIMEOUT))
        assert error["code"] == "timeout" and "The task “" in error["message"], error
    assert time.monotonic() - begun < PATIENCE
    wait = ("call", "bake_bread", "--arg", "seconds=2", "--task", "--wait", "0.2")
    with HttpDemo() as url:
        told = read_error(check(sandbox.run(*wait, "--server", url), TIMEOUT))["message"]
        command = shlex.split(told.split("“")[-1].split("”")[0])
        assert check(sandbox.run(*command[1:]), DONE).stdout == "A loaf of bread.\n", told
    check(sandbox.run("prompt", "x", "--task", "--", DEMO), USAGE)
    check(sandbox.run("call", "echo", "--ttl", "-1", "--", DEMO), USAGE)


def test_declined_requests_say_what_was_asked(sandbox):
    told = check(sandbox.run("call", "ask_person", "--", DEMO), DONE).stderr
    line = next(line for line in told.splitlines() if "declined" in line)
    assert len(line.split(": ")) >= 3, line


if __name__ == "__main__":
    run_tests(globals())
