#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many clicks, keys and texts the commonest paths take, wherever a text is typed; looking costs
nothing. Two more are counted with the applications that they need, in test-clients.py and
test-import.py."""

import os
import re

from cases import TOOLS, Skip, run
from driver import Desktop, wait_for
from person import TARGET, first_day


class Counted:
    """A person whose clicks, keys and texts are counted. What is pasted is a key."""

    def __init__(self, person):
        self.program = person.program
        self.person = person
        self.clicks = 0
        self.keys = 0
        self.texts = 0

    def click(self, role, name):
        self.program.click(self.program.find(role, name))
        self.clicks += 1

    def choose_item(self, name):
        """Of a menu that is open"""
        self.person.choose_item(name)
        self.clicks += 1

    def fill(self, name, text):
        """Clicks into a field that has something in it."""
        self.program.fill(self.program.find("text", name), text)
        self.clicks += 1
        self.texts += 1

    def press(self, *chords):
        for chord in chords:
            self.program.key(chord)
            self.keys += 1

    def type(self, text):
        """Into what has the focus."""
        self.program.type(text)
        self.texts += 1

    def paste(self, text):
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
    assert counted.keys <= 2, counted.keys


def first_call_of_another_server_by_keyboard(person):
    command = everything()
    counted = Counted(person)
    person.program.find("push button", "Try the Demo Server")
    counted.press("ctrl+n")
    person.program.find("text", TARGET)
    counted.paste(command)
    counted.press("Return")
    person.program.find("list item", re.compile("^[Ee]cho"))
    # The first tool is chosen; its form is one key away.
    counted.press("Return")
    counted.type("hello")
    counted.press("ctrl+Return")
    person.wait_for_result("Echo: hello")
    assert counted.keys <= 5 and counted.texts <= 1, vars(counted)


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
             lambda: person.program.find_all("filler", re.compile("^name: record 1234")))
    assert counted.keys <= 2 and counted.texts <= 1, vars(counted)


def the_same_tool_with_another_value(person):
    """A short result leaves the form open."""
    person.try_the_demo()
    person.choose("tools", "echo")
    # Whoever wrote the last arguments as JSON gets the next ones so.
    person.program.click(person.program.find("page tab", "Form"))
    person.fill(message="one value")
    person.call()
    person.wait_for_result("OK")
    counted = Counted(person)
    counted.fill("message", "another one")
    counted.click("push button", "Call")
    person.wait_for_result("11 bytes")
    assert counted.clicks <= 2, counted.clicks


def a_response_for_a_model(person):
    """The server asks where the call is, and has the focus."""
    person.try_the_demo()
    person.choose("tools", "Ask the model")
    person.program.find("push button", "Call")
    person.program.key("ctrl+Return")
    wait_for("the focus in the response", lambda: "Response as text" in person.program.focused())
    counted = Counted(person)
    counted.type("The sea is green.")
    counted.press("ctrl+Return")
    person.wait_for_result("OK")
    person.wait_for_result("The sea is green.")
    assert counted.keys + counted.texts <= 3, vars(counted)


def an_object_in_another_tool(person):
    person.try_the_demo()
    person.choose("tools", "Values that get lost")
    person.call()
    person.wait_for_result("OK")
    person.show_all_results()
    counted = Counted(person)
    counted.click("push button", "More Actions")
    counted.choose_item("Use as Argument…")
    person.program.find("entry", "Search arguments and tools")
    counted.type("notes")
    person.program.key("Return")  # a name ends with it
    wait_for("the focus in the reference", lambda: "notes, reference" in person.program.focused())
    assert counted.clicks <= 2 and counted.texts <= 1, vars(counted)


if __name__ == "__main__":
    # Here things slide and fade, as they do for a person.
    with Desktop(motion=True) as private:
        run(private,
            (first_day, [first_call_of_the_demo_by_mouse, a_value_in_a_big_result,
                         the_same_tool_with_another_value, a_response_for_a_model,
                         an_object_in_another_tool]),
            (first_day, [first_call_of_the_demo_by_keyboard]),
            (first_day, [first_call_of_another_server_by_keyboard]),
            (first_day, [first_call_of_another_server_by_mouse]))
