#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A large result: walked into, sliced, searched, used as an argument, and found again after a
restart."""

import re

from cases import run
from driver import Desktop, wait_for
from person import first_day, next_day

# Records of some 170 bytes, so many that they stand in ranges.
BYTES = 2_000_000


def shows(program, part):
    return program.find_all(("text", "label"), text=part)


def wait_for_objects(person, n):
    wait_for(f"{n} objects", lambda: person.count("objects") == n)


def choose_tree(program):
    """An array of alike records is a table at first."""
    program.click(program.find("combo box", "View"))
    program.key("Down", "Return")


def walk_down(program):
    """records, the first, its place, where that is, a number."""
    program.key("Home", *["Down"] * 12)
    wait_for("the place", lambda: any(name.startswith("at: array") for name in program.focused()))
    program.key("Right")
    program.find("list item", re.compile("^0: 0.5"))
    program.key("Down")


def open_part(program, person):
    """The part that is selected; returns the fields of the dialog."""
    program.key("Menu")
    person.choose_item("Show Part…")
    return [program.find("text", re.compile(name)) for name in ("^Path", "^From", "^To")]


def take_slice(program, person):
    path, start, _end = open_part(program, person)
    wait_for("the path of what was selected", lambda: path.text() == "records[0].place.at[0]")
    wait_for("its value", lambda: shows(program, "0.5"))
    program.fill(path, "records[0].nothing")
    wait_for("why there is nothing", lambda: shows(program, "There is nothing at"))
    program.fill(path, "records")
    program.fill(start, "-2")
    wait_for("two of them", lambda: shows(program, "2 rows · 6 columns"))
    program.click(program.find("push button", "Keep as Result"))
    program.wait_gone("push button", "Keep as Result")


def search(program):
    """From the row that is selected on: what is found is opened."""
    program.click(program.find("list item", re.compile("^records: array")))
    program.key("ctrl+f")
    program.type("record 12866")
    wait_for("the record among 12 867",
             lambda: program.find_all("list item", re.compile('^name: "record 12866"')))
    program.key("Escape")


def use(program, person):
    program.click(program.find("push button", "More Actions"))
    person.choose_item("Use as Argument…")
    program.find("entry", "Search arguments and tools")
    program.type("notes")
    program.key("Return")
    wait_for("the focus in the reference", lambda: "notes, reference" in program.focused())
    program.key("Escape", "ctrl+Return")
    # The other arguments of that tool are required; this is about one of them.
    program.find("push button", "Send Anyway")
    program.key("ctrl+Return")
    # What comes back has them as a table.
    wait_for("the records", lambda: shows(program, "2 rows · 6 columns"))
    program.find("filler", re.compile("^place: .*Ålesund"))


def from_a_call_to_a_restart(person):
    program, desktop = person.program, person.program.desktop
    person.try_the_demo()
    person.choose("tools", "Large JSON")
    person.fill(bytes=BYTES)
    person.call()
    person.wait_for_result("OK · ")
    person.show_all_results()
    wait_for_objects(person, 1)
    choose_tree(program)
    search(program)
    walk_down(program)
    take_slice(program, person)
    use(program, person)
    program.close()
    with next_day(desktop) as again:
        again.go("objects")
        wait_for_objects(again, 3)
        again.program.click(again.program.find("list item", re.compile(r"records\[-2:\]")))
        wait_for("its two rows", lambda: shows(again.program, "2 rows · 6 columns"))
        again.wait_until_connected("Demo")
        again.choose("tools", "Large JSON")
        again.wait_for_result("OK · ")
        wait_for("all of the result", lambda: shows(again.program, "12867 rows") or
                 again.program.find_all("list item", re.compile("^records: array · 12,?867")))


if __name__ == "__main__":
    with Desktop() as private:
        run(private, (first_day, [from_a_call_to_a_restart]))
