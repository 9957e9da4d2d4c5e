#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in the homes of earlier states (tests/data/homes): it is as it was left, and has the
servers, drafts, subscriptions, saved calls, results and history of then."""

import functools
import os
import re
import sys
import tempfile

from cases import DEMO, PROGRAM, run
from driver import Desktop, Program, text_of, wait_for
from person import Person

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "homes"))
import homes  # noqa: E402


def get_shown(expected, *words):
    return next(entry["json"] for entry in expected["shown"] if entry["words"] == [*words, "--json"])


def is_as_it_was_left(program, expected):
    window = expected["window"]
    wait_for("the size", lambda: program.frame_size() == tuple(window["size"]))
    for server in get_shown(expected, "servers"):
        program.find("list item", re.compile(f"^{re.escape(server['name'])}\\b"))
    # It was connected then, and is again; its tool is chosen, with what was typed.
    Person(program).wait_until_connected(window["server"])
    for field, text in window["draft"].items():
        wait_for("the draft", lambda name=field, typed=text:
                 text_of(program.find("text", name)) == typed)


def watches_what_it_watched(program, expected):
    Person(program).choose("Resources", expected["window"]["watched"])
    program.find("label", "subscribed")


def runs_what_was_saved(program, expected):
    program.click(program.find("list item", re.compile("^Saved Calls")))
    for name in expected["saved"]:
        program.find("list item", re.compile(rf"^{re.escape(name)}\b"))
    program.click(program.find("push button", "Run All"))
    dialog = program.find("dialog", "Run the Calls?")  # one of them may change something
    program.click(program.find("push button", "Run", within=dialog))
    for name in expected["saved"]:
        program.find("list item", re.compile(rf"^{re.escape(name)}\b.*Passed"))


def has_its_past(program, expected):
    program.click(program.find("list item", re.compile("^History")))
    program.fill(program.find("entry", "Search the history"), "No luck")
    program.find("list item", re.compile(r"\bfail\b"))
    objects = get_shown(expected, "objects")
    program.click(program.find("list item", re.compile(rf"^Results, {len(objects)}\b")))
    for entry in objects:
        if "name" in entry:
            program.find("list item", re.compile(entry["name"]))
    program.click(program.find("list item", re.compile("^Composer")))
    wait_for("the message", lambda: text_of(program.find("text", "Message")) ==
             expected["window"]["message"])


def opens(desktop, name):
    with tempfile.TemporaryDirectory() as home:
        homes.copy(name, home, DEMO)
        expected = homes.read_expected(name)
        with Program(desktop, [PROGRAM], homes.environment(home)) as program:
            is_as_it_was_left(program, expected)
            watches_what_it_watched(program, expected)
            has_its_past(program, expected)
            runs_what_was_saved(program, expected)
            assert "CRITICAL" not in program.output(), program.output()


if __name__ == "__main__":
    cases = []
    for each in homes.list_names():
        cases.append(functools.partial(opens, name=each))
        cases[-1].__name__ = f"opens_{each}"
    with Desktop() as private:
        run(cases, private)
