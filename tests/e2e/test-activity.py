#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A call, found again with its result: now, after a restart, and made again from there."""

import re

from cases import run
from driver import Desktop, wait_for
from person import first_day, next_day

ROW = re.compile("^echo · message needle 1, ")


def find_with_result(person, day):
    program = person.program
    person.go("activity")
    row = program.find("list item", ROW)
    assert ", OK, " in row.name() and " · Demo, " in row.name(), row.name()
    program.click(row)
    wait_for(f"its result, {day}",
             lambda: program.find_all(("text", "label"), text="8 bytes"))


def is_marked(program):
    program.fill(program.find("entry", "Search the activity"), "needle")
    program.find("list item", ROW)
    program.click(program.find("push button", "Request"))
    wait_for("the hit in the message",
             lambda: program.find_all(("text", "label"), text="1 of 1"))
    program.click(program.find("push button", "Result"))


def from_a_call_to_a_restart(person):
    program, desktop = person.program, person.program.desktop
    person.try_the_demo()
    person.choose("tools", "echo")
    person.fill(message="needle 1")
    person.call()
    person.wait_for_result("OK · ")
    find_with_result(person, "today")
    is_marked(program)
    # The form says something else by now.
    person.go("tools")
    person.fill(message="other")
    program.close()
    with next_day(desktop) as again:
        again.wait_until_connected("Demo")
        find_with_result(again, "the next day")
        again.program.click(again.program.find("push button", "Repeat…"))
        wait_for("what was sent", lambda: again.program.find("text", "message").text() == "needle 1")


if __name__ == "__main__":
    with Desktop() as private:
        run(private, (first_day, [from_a_call_to_a_restart]))
