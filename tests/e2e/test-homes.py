#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in the homes of earlier states (tests/data/homes): it is as it was left, and has the
servers, drafts, subscriptions, saved calls, results and history of then."""

import contextlib
import functools
import os
import re
import sys
import tempfile

from cases import DEMO, PROGRAM, run
from driver import Desktop, Program, wait_for
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
                 program.find("text", name).text() == typed)


def watches_what_it_watched(program, expected):
    Person(program).choose("resources", expected["window"]["watched"])
    program.find("label", "subscribed")


def runs_what_was_saved(program, expected):
    Person(program).go("saved-calls")
    for name in expected["saved"]:
        program.find("list item", re.compile(rf"^{re.escape(name)}\b"))
    program.click(program.find("push button", "Run All"))
    program.find("label", "Run the Calls?")  # one of them may change something
    program.key("Return")  # the card has the focus
    for name in expected["saved"]:
        program.find("list item", re.compile(rf"^{re.escape(name)}\b.*Passed"))


def has_its_past(program, expected):
    person = Person(program)
    person.go("activity")
    program.fill(program.find("entry", "Search the activity"), "No luck")
    program.find("list item", re.compile(r"\bfail\b"))
    objects = get_shown(expected, "objects")
    # What is beside the place's name is what the person keeps; the results of calls are there, too.
    kept = [entry for entry in objects if "server" not in entry or "name" in entry]
    wait_for("what is kept", lambda: person.count("objects") == len(kept))
    person.show_all_results()
    wait_for("the results", lambda: person.count("objects") == len(objects))
    for entry in objects:
        if "name" in entry:
            program.find("list item", re.compile(entry["name"]))
    person.go("composer")
    wait_for("the message", lambda: program.find("text", "Message").text() ==
             expected["window"]["message"])


@contextlib.contextmanager
def sitting(desktop, name):
    with tempfile.TemporaryDirectory() as home:
        homes.copy(name, home, DEMO)
        with Program(desktop, [PROGRAM], homes.environment(home)) as program:
            yield program


def opens(program, name):
    expected = homes.read_expected(name)
    is_as_it_was_left(program, expected)
    watches_what_it_watched(program, expected)
    has_its_past(program, expected)
    runs_what_was_saved(program, expected)
    assert "CRITICAL" not in program.output(), program.output()


if __name__ == "__main__":
    sittings = []
    for each in homes.list_names():
        case = functools.partial(opens, name=each)
        case.__name__ = f"opens_{each}"
        sittings.append((functools.partial(sitting, name=each), [case]))
    with Desktop() as private:
        run(private, *sittings)
