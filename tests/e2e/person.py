# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does in this window, in a person's steps."""

import json
import re

from driver import has_state, wait_for
from gi.repository import Atspi

TARGET = "Command, URL or JSON snippet"


class Person:
    def __init__(self, program):
        self.program = program

    def try_the_demo(self):
        self.program.click(self.program.find("push button", "Try the Demo Server"))
        self.wait_until_connected("Demo")

    def add_server(self, target, name):
        """Through the dialog; connects."""
        program = self.program
        program.click(program.find("push button", "Add a server"))
        program.fill(program.find("text", TARGET), target)
        program.fill(program.find("text", "Name"), name)
        program.click(program.find("push button", "Add and Connect"))
        program.wait_gone("text", TARGET)

    def wait_until_connected(self, name):
        self.program.find("list item", re.compile(rf"^{re.escape(name)}, connected"))

    def count(self, kind):
        """How many of them the sidebar says that there are."""
        row = self.program.find("list item", re.compile(rf"^{kind}, \d"))
        return int(re.search(r"\d+", row.get_name()).group())

    def choose(self, kind, name):
        """@kind: Tools, Resources or Prompts; @name: what its row begins with."""
        program = self.program
        program.click(program.find("list item", re.compile(rf"^{kind}\b")))
        program.fill(program.find("entry", "Filter the list"), name)
        row = program.find("list item", re.compile(rf"^{re.escape(name)}(,|$)"))
        program.click(row)

    def clear_filter(self):
        self.program.click(self.program.find("entry", "Filter the list"))
        self.program.key("ctrl+a", "Delete")

    def fill(self, **arguments):
        """Rows of the form, by the names of their fields."""
        # After a call they are folded to one line.
        for folded in self.program.find_all("push button", re.compile("^Arguments ")):
            self.program.click(folded)
        for name, text in arguments.items():
            self.program.fill(self.program.find("text", name), str(text))

    def write_arguments(self, **arguments):
        """As JSON text."""
        self.program.click(self.program.find("page tab", "JSON"))
        self.program.fill(self.program.find("text", "Arguments as JSON"), json.dumps(arguments))

    def call(self):
        program = self.program
        button = program.find("push button", "Call")
        wait_for("a sensitive Call", lambda: has_state(button, Atspi.StateType.SENSITIVE))
        program.click(button)

    def choose_item(self, name):
        """Of the menu that has just been opened; the first item has the focus, and those that are
        disabled are passed over."""
        def names():
            return [item.get_name() for item in self.program.find_all("menu item", showing=False)
                    if has_state(item, Atspi.StateType.SENSITIVE)]
        wait_for(f"{name} in a menu", lambda: name in names())
        self.program.key(*["Down"] * names().index(name), "Return")

    def wait_for_result(self, part):
        """@part: of any text that the result shows"""
        wait_for(f"a result with “{part}”",
                 lambda: self.program.find_all(("text", "label"), text=part))

    def write_to_clients(self, *clients):
        """Writes the server that is shown into these applications, by their names."""
        program = self.program
        program.click(program.find("list item", re.compile(", connected")))
        for client in clients:
            program.click(program.find("push button", "Write to Clients…"))
            program.click(program.find("list item", client))
            program.find("text", "Server Name")
            program.click(program.find("push button", "Save"))
            program.click(program.find("push button", "Done"))
            program.wait_gone("text", "Server Name")
