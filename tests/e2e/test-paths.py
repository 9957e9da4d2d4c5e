#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many clicks or keys the commonest paths take. A text that is typed counts as one, wherever
it is typed; looking costs nothing."""

import os
import re

from cases import TOOLS, Skip, run
from driver import Desktop, wait_for
from person import TARGET, first_day


class Counted:
    """A person whose clicks, keys and texts are counted."""

    def __init__(self, person):
        self.program = person.program
        self.person = person
        self.clicks = 0
        self.keys = 0

    def click(self, role, name):
        self.program.click(self.program.find(role, name))
        self.clicks += 1

    def press(self, *chords):
        for chord in chords:
            self.program.key(chord)
            self.keys += 1

    def type(self, text):
        """Into what has the focus."""
        self.program.type(text)
        self.keys += 1


def everything():
    entry = os.path.join(TOOLS, "node_modules", "@modelcontextprotocol", "server-everything",
                         "dist", "index.js")
    node = os.path.join(TOOLS, "node_modules", "node", "bin", "node")
    if not TOOLS or not os.path.exists(entry):
        raise Skip("server-everything is not installed; ./dev setup installs it")
    return f"{node} {entry}"


def first_call_of_the_demo_by_mouse(person):
    counted = Counted(person)
    counted.click("push button", "Try the Demo Server")
    person.wait_until_connected("Demo")
    counted.click("push button", "Call")
    person.wait_for_result("OK")
    assert counted.clicks <= 2, counted.clicks


def first_call_of_the_demo_by_keyboard(person):
    counted = Counted(person)
    person.program.find("push button", "Try the Demo Server")
    counted.press("Return")
    person.wait_until_connected("Demo")
    person.program.find("push button", "Call")
    counted.press("ctrl+Return")
    person.wait_for_result("OK")
    assert counted.keys <= 4, counted.keys


def first_call_of_another_server_by_keyboard(person):
    command = everything()
    counted = Counted(person)
    person.program.find("push button", "Try the Demo Server")
    counted.press("ctrl+n")
    person.program.find("text", TARGET)
    counted.type(command)
    counted.press("Return")
    person.program.find("list item", re.compile("^[Ee]cho"))
    # The first tool is chosen; its form is one key away.
    counted.press("Return")
    counted.type("hello")
    counted.press("ctrl+Return")
    person.wait_for_result("Echo: hello")
    assert counted.keys <= 6, counted.keys


def first_call_of_another_server_by_mouse(person):
    command = everything()
    counted = Counted(person)
    counted.click("push button", "Add a Server")
    person.program.find("text", TARGET)
    person.program.type(command)
    counted.click("push button", "Add and Connect")
    person.program.find("list item", re.compile("^[Ee]cho"))
    counted.click("text", "message")
    person.program.type("hello")
    counted.click("push button", "Call")
    person.wait_for_result("Echo: hello")
    assert counted.clicks <= 4, counted.clicks


def a_value_in_a_big_result(person):
    counted = Counted(person)
    person.try_the_demo()
    person.choose("tools", "Large JSON")
    person.write_arguments(bytes=2000000)
    person.call()
    person.wait_for_result("OK")
    counted.press("ctrl+f")
    counted.type("record 1234")
    counted.press("Return")
    wait_for("what is found in sight",
             lambda: person.program.find_all("label", re.compile("1234")))
    assert counted.keys <= 3, counted.keys


if __name__ == "__main__":
    # Here things slide and fade, as they do for a person.
    with Desktop(motion=True) as private:
        run(private,
            (first_day, [first_call_of_the_demo_by_mouse, a_value_in_a_big_result]),
            (first_day, [first_call_of_the_demo_by_keyboard]),
            (first_day, [first_call_of_another_server_by_keyboard]),
            (first_day, [first_call_of_another_server_by_mouse]))
