#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server's tools as a whole: what is better changed in them, what models are told of them, and
what was typed for them before the program ended."""

import json
import os
import re

from cases import run
from driver import Desktop, wait_for
from person import first_day, next_day

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "servers",
                      "changing-server.py")
TOOLS = [
    {"name": "a.b", "description": "Adds\u202e it", "inputSchema": {"type": "object"}},
    {"name": "good", "description": "Says nothing but good things",
     "annotations": {"readOnlyHint": True},
     "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}}},
]


def open_server(person):
    """Adds it, or waits until it is open again, on the page that was shown."""
    person.program.resize(1200, 800)
    path = os.path.join(person.program.desktop.home, "tools.json")
    if not person.has_server("tools"):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(TOOLS, file)
        person.add_server(f"python3 {SERVER} {path}", "tools")
    person.wait_until_connected("tools")


def checks_lead_to_the_tool(person):
    program = person.program
    open_server(person)
    person.show_server()
    # Errors and warnings are counted on the overview, and lead to the list of them.
    program.click(program.find("push button", re.compile(r"^Checks: \d+ (error|warning)")))
    program.find("label", "text-direction")
    program.fill(program.find("entry", "Filter checks"), "direction")
    program.wait_gone("label", "name-vendor")
    program.click(program.find("push button", "Show"))
    program.find("push button", "Call")


def searches_a_schema(person):
    """The window's key for finding works in the popover too."""
    program = person.program
    open_server(person)
    person.choose("tools", "good")
    program.click(program.find("push button", "Schema"))

    def rows():
        return program.find_all("list item", re.compile("^word, string"), showing=False)
    wait_for("the schema", rows)
    program.key("ctrl+f")
    program.type("nothing")
    entry, = program.find_all("entry", "Search the schema", showing=False)
    wait_for("the words that are searched for", lambda: entry.text() == "nothing")
    wait_for("no rows", lambda: not rows())
    program.click(program.find("push button", "Schema"))
    wait_for("the popover closed", lambda: "Search the schema" not in program.focused())


def exports_what_is_chosen(person):
    program = person.program
    open_server(person)
    person.go("export")
    program.find("label", re.compile(r"^2 of 2 tools"))
    program.click(program.find("push button", "None"))
    program.find("label", re.compile(r"^0 of 2 tools"))
    program.fill(program.find("entry", "Filter tools"), "good")
    program.click(program.find("push button", "All"))
    program.find("label", re.compile(r"^1 of 2 tools"))

    def exported():
        text = program.find("text", "Exported text").text()
        return '"good"' in text and '"a_b"' not in text
    wait_for("one tool in the text", exported)


def drafts_survive_a_restart(person):
    desktop = person.program.desktop
    open_server(person)
    person.choose("tools", "good")
    person.fill(word="half a sentence")
    person.program.close()
    with next_day(desktop) as again:
        open_server(again)
        again.choose("tools", "good")
        wait_for("the draft",
                 lambda: again.program.find("text", "word").text() == "half a sentence")


if __name__ == "__main__":
    with Desktop() as private:
        run(private, (first_day, [checks_lead_to_the_tool, searches_a_schema, exports_what_is_chosen,
                                  drafts_survive_a_restart]))
