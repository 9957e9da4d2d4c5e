#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli and each way in which the demo server misbehaves, by each transport, in both eras:
it always ends in time, with an exit status that it documents and an error that says something.

Usage: test-cli-hostile.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT [--long]. Prints TAP. Without
--long each way is tried once by each transport, in one era and with one command.
"""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from cli_sandbox import AUTHORIZATION, CLI, DEMO, LONG, HttpDemo, run_tests

# Seconds after which a command counts as one that never ends, with the deadlines below, on a busy
# machine too.
LIMIT = 90
DEADLINES = ("--connect-timeout", "4", "--timeout", "1", "--total-timeout", "3")
# One command for what a server lists, one for what it is asked to do.
COMMANDS = (("tools",), ("call", "echo", "--arg", "message=x"))
# Smaller than what they are by themselves: it is not size that is tried here.
SMALLER = {"endless-line": ("--hostile-size", "4000000"), "huge-line": ("--hostile-size", "4000000"),
           "message-flood": ("--hostile-count", "2000"), "slow-start": ("--hostile-delay", "500"),
           "slow-answer": ("--hostile-delay", "500"), "many-tools": ("--hostile-count", "200"),
           "die-at": ("--hostile-method", "tools/list")}


def kinds():
    text = subprocess.run([DEMO, "--help"], capture_output=True, text=True, check=True).stdout
    part = text.split("Kinds of misbehaviour:\n")[1].split("\n\n")[0]
    found = re.findall(r"^  ([a-z0-9-]+)\s", part, re.M)
    assert len(found) > 60, found
    return found


def judge(sandbox, words, server):
    """Returns what is wrong with how the command ended, or None."""
    try:
        done = subprocess.run([CLI, *words, *DEADLINES, *server], capture_output=True, timeout=LIMIT,
                              env=dict(sandbox.env, G_DEBUG="fatal-warnings"), check=False,
                              stdin=subprocess.DEVNULL, cwd=sandbox.home)
    except subprocess.TimeoutExpired:
        return f"does not end within {LIMIT} s"
    told = done.stderr.decode(errors="replace")
    if not 0 <= done.returncode <= AUTHORIZATION:
        return f"ends with {done.returncode}: {told[-300:]}"
    if "CRITICAL" in told or "WARNING" in told:
        return told[-300:]
    if done.returncode not in (0, 1):
        errors = [line for line in told.splitlines() if line.startswith('{"error"')]
        if len(errors) != 1:
            return f"ends with {done.returncode} and {len(errors)} errors: {told[-300:]}"
        error = json.loads(errors[0])["error"]
        if not error["message"] or not error["advice"]:
            return f"says nothing: {error}"
    return None


ERAS = ("legacy", "modern")


def cases(shift):
    """All of (era, kind, words), or for each kind one of its four, which @shift moves on"""
    for index, kind in enumerate(kinds()):
        whole = [(era, kind, words) for era in ERAS for words in COMMANDS]
        yield from whole if LONG else [whole[(index + shift) % len(whole)]]


def sweep(sandbox, serve, shift):
    """@serve: runs (era, kind, words) and gives back what is wrong, or None"""
    with ThreadPoolExecutor(4) as pool:
        problems = list(filter(None, pool.map(lambda case: serve(sandbox, *case), cases(shift))))
    assert not problems, "\n".join(problems)


def try_kind(sandbox, era, kind, words, server):
    problem = judge(sandbox, (*words, "--era", era), server)
    return f"{era} {kind} {words[0]}: {problem}" if problem is not None else None


def over_stdio(sandbox, era, kind, words):
    return try_kind(sandbox, era, kind, words,
                    ("--", DEMO, "--hostile", kind, *SMALLER.get(kind, ())))


def over_http(sandbox, era, kind, words):
    # These end the process, or begin with what is no HTTP: the other way has them.
    if kind in ("exit-at-once", "die-after", "crash-after", "die-at", "die-half", "die-answered",
                "slow-start", "endless-line", "ignore-eof", "ignore-term", "spawn-grandchild"):
        return None
    with HttpDemo("--hostile", kind, *SMALLER.get(kind, ())) as url:
        return try_kind(sandbox, era, kind, words, ("--server", url))


def test_stdio(sandbox):
    sweep(sandbox, over_stdio, 0)


def test_http(sandbox):
    sweep(sandbox, over_http, 2)


# What the server is asked, and the command that asks it.
STATES = {
    "initialize": ("tools",), "notifications/initialized": ("tools",), "server/discover": ("tools",),
    "tools/list": ("tools",), "tools/call": ("call", "echo", "--arg", "message=x"),
    "resources/list": ("resources",), "resources/templates/list": ("templates",),
    "resources/read": ("read", "product://guide"), "prompts/list": ("prompts",),
    "prompts/get": ("prompt", "plan_launch"),
    "completion/complete": ("complete", "compare_products", "left", "a"),
    "resources/subscribe": ("subscribe", "product://guide", "-w", "2"),
    "logging/setLevel": ("log", "--level", "debug", "-w", "2"), "tasks/list": ("tasks",),
    "ping": ("ping",),
}
ONLY_MODERN = ("server/discover",)
ONLY_LEGACY = ("initialize", "notifications/initialized", "resources/subscribe", "logging/setLevel",
               "tasks/list", "ping")


def die(sandbox, method, kind, era):
    """Returns what is wrong with what is told of it, or None."""
    result = sandbox.run(*STATES[method], "--era", era, *DEADLINES, "--", DEMO, "--hostile", kind,
                         "--hostile-method", method, "--hostile-status", "7")
    told = result.stderr.strip().splitlines()
    cut = f", in the middle of its answer to {method}"
    if method.startswith("notifications/") and kind == "die-half":
        return None  # there is no answer to stop in
    error = json.loads(told[-1])["error"] if told and told[-1].startswith("{") else {}
    if error.get("code") != "process_exited" or "status 7" not in error["message"]:
        return f"{era} {method} {kind}: {result}"
    if (cut in error["message"]) != (kind == "die-half"):
        return f"{era} {method} {kind}: {error['message']}"
    return None


def test_death_in_every_state(sandbox):
    states = [(method, kind, era) for method in STATES for kind in ("die-at", "die-half")
              for era in ERAS if method not in (ONLY_MODERN if era == "legacy" else ONLY_LEGACY)]
    with ThreadPoolExecutor(4) as pool:
        problems = list(filter(None, pool.map(lambda state: die(sandbox, *state),
                                              states if LONG else states[::3])))
    assert not problems, "\n".join(problems)


def test_question_ids(sandbox):
    """What the server asks is answered with its id as it was written, whatever that is."""
    for kind in ("question-ids-huge", "question-ids-float"):
        answered = "The client answered"
        result = sandbox.run("call", "ping_client", "--era", "legacy", "--", DEMO, "--hostile", kind)
        assert answered in result.stdout, result
        with HttpDemo("--hostile", kind) as url:
            result = sandbox.run("call", "ping_client", "--era", "legacy", "--server", url)
            assert answered in result.stdout, result


if __name__ == "__main__":
    run_tests(globals())
