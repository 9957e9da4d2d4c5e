#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many clicks or keys the commonest paths take. A text that is typed counts as one, wherever
it is typed; looking costs nothing."""

import os
import re

from cases import PROGRAM, TOOLS, Skip, run
from driver import Desktop, Program, wait_for
from person import Person


class Counted:
    """A person whose clicks, keys and texts are counted."""

    def __init__(self, program):
        self.program = program
        self.person = Person(program)
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


def first_day(desktop):
    desktop.forget()
    return Program(desktop, [PROGRAM])


def first_call_of_the_demo_by_mouse(desktop):
    with first_day(desktop) as program:
        counted = Counted(program)
        counted.click("push button", "Try the Demo Server")
        counted.person.wait_until_connected("Demo")
        counted.click("push button", "Call")
        counted.person.wait_for_result("OK")
        assert counted.clicks <= 2, counted.clicks


def first_call_of_the_demo_by_keyboard(desktop):
    with first_day(desktop) as program:
        counted = Counted(program)
        program.find("push button", "Try the Demo Server")
        counted.press("Return")
        counted.person.wait_until_connected("Demo")
        program.find("push button", "Call")
        counted.press("ctrl+Return")
        counted.person.wait_for_result("OK")
        assert counted.keys <= 4, counted.keys


def first_call_of_another_server_by_keyboard(desktop):
    command = everything()
    with first_day(desktop) as program:
        counted = Counted(program)
        program.find("push button", "Try the Demo Server")
        counted.press("ctrl+n")
        program.find("text", "Command, URL or JSON snippet")
        counted.type(command)
        counted.press("Return")
        program.find("list item", re.compile("^[Ee]cho"))
        # The first tool is chosen; its form is one key away.
        counted.press("Return")
        counted.type("hello")
        counted.press("ctrl+Return")
        counted.person.wait_for_result("Echo: hello")
        assert counted.keys <= 6, counted.keys


def first_call_of_another_server_by_mouse(desktop):
    command = everything()
    with first_day(desktop) as program:
        counted = Counted(program)
        counted.click("push button", "Add a server")
        program.find("text", "Command, URL or JSON snippet")
        program.type(command)
        counted.click("push button", "Add and Connect")
        program.find("list item", re.compile("^[Ee]cho"))
        counted.click("text", "message")
        program.type("hello")
        counted.click("push button", "Call")
        counted.person.wait_for_result("Echo: hello")
        assert counted.clicks <= 4, counted.clicks


def a_value_in_a_big_result(desktop):
    with first_day(desktop) as program:
        counted = Counted(program)
        counted.person.try_the_demo()
        counted.person.choose("Tools", "Large JSON")
        counted.person.write_arguments(bytes=2000000)
        counted.person.call()
        counted.person.wait_for_result("OK")
        counted.press("ctrl+f")
        counted.type("record 1234")
        counted.press("Return")
        wait_for("what is found in sight",
                 lambda: program.find_all("label", re.compile("1234")))
        assert counted.keys <= 3, counted.keys


if __name__ == "__main__":
    with Desktop() as private:
        run([first_call_of_the_demo_by_mouse, first_call_of_the_demo_by_keyboard,
             first_call_of_another_server_by_keyboard, first_call_of_another_server_by_mouse,
             a_value_in_a_big_result], private)
