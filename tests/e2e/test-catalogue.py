#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server's tools as a whole: what is better changed in them, what models are told of them, and
what was typed for them before the program ended."""

import json
import os
import re

from cases import PROGRAM, run
from driver import Desktop, Program, text_of, wait_for
from person import Person

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "app",
                      "changing-server.py")
TOOLS = [
    {"name": "a.b", "description": "Adds\u202e it", "inputSchema": {"type": "object"}},
    {"name": "good", "description": "Says nothing but good things",
     "annotations": {"readOnlyHint": True},
     "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}}},
]


def open_server(desktop, program):
    path = os.path.join(desktop.home, "tools.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(TOOLS, file)
    person = Person(program)
    program.resize(1200, 800)
    person.add_server(f"python3 {SERVER} {path}", "tools")
    person.wait_until_connected("tools")
    return person


def connect(program):
    """What was open is opened again, on the page that was shown."""
    Person(program).wait_until_connected("tools")


def checks_lead_to_the_tool(desktop):
    with Program(desktop, [PROGRAM]) as program:
        open_server(desktop, program)
        program.click(program.find("list item", re.compile(r"^Checks, \d")))
        program.find("label", "text-direction")
        program.fill(program.find("entry", "Filter checks"), "direction")
        program.wait_gone("label", "name-vendor")
        program.click(program.find("push button", "Show"))
        program.find("push button", "Call")


def searches_a_schema(desktop):
    """The window's key for finding works in the popover too."""
    with Program(desktop, [PROGRAM]) as program:
        program.resize(1200, 800)
        connect(program)
        Person(program).choose("Tools", "good")
        program.click(program.find("push button", "Schema"))

        def rows():
            return program.find_all("list item", re.compile("^word, string"), showing=False)
        wait_for("the schema", rows)
        program.key("ctrl+f")
        program.type("nothing")
        entry, = program.find_all("entry", "Search the schema", showing=False)
        wait_for("the words that are searched for", lambda: text_of(entry) == "nothing")
        wait_for("no rows", lambda: not rows())


def exports_what_is_chosen(desktop):
    with Program(desktop, [PROGRAM]) as program:
        program.resize(1200, 800)
        connect(program)
        program.click(program.find("list item", "Export"))
        program.find("label", re.compile(r"^2 of 2 tools"))
        program.click(program.find("push button", "None"))
        program.find("label", re.compile(r"^0 of 2 tools"))
        program.fill(program.find("entry", "Filter tools"), "good")
        program.click(program.find("push button", "All"))
        program.find("label", re.compile(r"^1 of 2 tools"))

        def told():
            text = text_of(program.find("text", "Exported text"))
            return '"good"' in text and '"a_b"' not in text
        wait_for("one tool in the text", told)


def drafts_survive_a_restart(desktop):
    with Program(desktop, [PROGRAM]) as program:
        program.resize(1200, 800)
        connect(program)
        person = Person(program)
        person.choose("Tools", "good")
        person.fill(word="half a sentence")
        program.click(program.find("push button", "Close"))
        wait_for("the end of the program", lambda: program.process.poll() is not None)
    with Program(desktop, [PROGRAM]) as program:
        program.resize(1200, 800)
        connect(program)
        person = Person(program)
        person.choose("Tools", "good")
        wait_for("the draft", lambda: text_of(program.find("text", "word")) == "half a sentence")


if __name__ == "__main__":
    with Desktop() as private:
        run([checks_lead_to_the_tool, searches_a_schema, exports_what_is_chosen,
             drafts_survive_a_restart], private)
