#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments that are taken from objects: of the server, by keyboard, and of ours, put in verbatim."""

import re

from cases import run
from driver import Desktop, wait_for
from person import first_day


def tab_to(program, name, key="Tab"):
    for _ in range(20):
        if any(name == found for found in program.focused()):
            return
        program.key(key)
    raise AssertionError(f"Tab does not lead to “{name}”, but to {program.focused()}")


def proposed(program, pattern):
    """What lies in a popover is not found by its place."""
    return wait_for(f"a proposal {pattern}",
                    lambda: program.find_all("list item", re.compile(pattern), showing=False))


def says(program, field):
    """What is typed there."""
    return program.find("text", field).text()


def was_sent(person, part):
    """In the newest request of all."""
    program = person.program
    person.go("activity")
    program.click(program.find("list item", re.compile("^run_component")))
    program.click(program.find("push button", "Request"))
    wait_for(f"“{part}” in the request",
             lambda: program.find_all(("text", "label"), text=part))


def list_pipelines(person, **arguments):
    """Whose result the server keeps as an object of its own, once for each call."""
    person.try_the_demo()
    person.choose("tools", "list_pipelines")
    if arguments:
        person.fill(**arguments)
    person.call()
    person.wait_for_result("@obj_001")


def a_servers_object_by_keyboard(person):
    program = person.program
    list_pipelines(person, Limit=2)
    person.choose("tools", "run_component")
    person.fill(**{"Component Type": "@alice"})
    tab_to(program, "Use a result as Documents")
    program.key("space")
    # The objects that results have shown are proposed, then the paths in them.
    wait_for("the focus in the reference", lambda: "Documents, reference" in program.focused())
    program.type("@obj")
    proposed(program, r"^@obj_001, object")
    program.key("Down", "Return")
    proposed(program, r"^\.data, array")
    program.key("Down", "Return")
    wait_for("the value's beginning", lambda: program.find_all("label", text="pipeline_id"))
    wait_for("what is chosen", lambda: says(program, "Documents, reference") == "@obj_001.data")
    # Text that begins with @ is text: the server takes it for a reference all the same.
    program.key("Escape", "ctrl+Return")
    person.wait_for_result("Object @alice not found or expired")
    person.fill(**{"Component Type": "ranker"})
    program.key("ctrl+Return")
    program.click(program.find("list item", re.compile("^documents: array · 2")))
    program.key("Right", "Down", "Right")
    program.find("list item", re.compile('^name: "rag-qa"'))
    was_sent(person, '"documents": "@obj_001.data"')


def a_reference_that_leads_nowhere(person):
    program = person.program
    person.try_the_demo()
    person.choose("tools", "run_component")
    if not program.find_all("list item", re.compile("^documents: array")):
        list_pipelines(person)
        person.choose("tools", "run_component")
    person.fill(**{"Component Type": "ranker"})
    program.key("ctrl+shift+o")
    wait_for("the focus in the reference",
             lambda: "Component Type, reference" in program.focused())
    program.type("@obj_001.none")
    program.key("Escape", "Tab")
    wait_for("the prediction", lambda: program.find_all(
        "label", text="The server will answer: Navigation error at none"))
    # Back: what was there before is there again.
    tab_to(program, "Use a result as Component Type", "shift+Tab")
    program.key("space")
    wait_for("the text of before", lambda: says(program, "Component Type") == "ranker")


def an_object_of_ours_verbatim(person):
    program = person.program
    person.try_the_demo()
    person.choose("tools", "Values that get lost")
    person.call()
    person.wait_for_result("See the structured content")
    person.show_all_results()
    program.click(program.find("push button", "More Actions"))
    person.choose_item("Use as Argument…")
    program.find("entry", "Search arguments and tools")
    program.type("notes")
    program.key("Return")
    wait_for("the focus in the reference", lambda: "notes, reference" in program.focused())
    wait_for("the value's beginning", lambda: program.find_all("label", text="9007199254740993"))
    program.key("Escape", "ctrl+Return")
    # The other arguments of that tool are required; this is about one of them.
    program.find("push button", "Send Anyway")
    program.key("ctrl+Return")
    person.wait_for_result("18446744073709551616")


if __name__ == "__main__":
    with Desktop() as private:
        run(private, (first_day, [a_servers_object_by_keyboard, a_reference_that_leads_nowhere,
                                  an_object_of_ours_verbatim]))
