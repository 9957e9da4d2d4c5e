# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does in this window, in a person's steps."""

import contextlib
import json
import re

import places

from cases import PROGRAM
from driver import Program, wait_for
from gi.repository import Atspi

ITEMS = ("menu item", "check menu item", "radio menu item")
TARGET = "Command, URL or JSON snippet"
DEMO_NAME = "Demo"


@contextlib.contextmanager
def first_day(desktop, env=None):
    """A window of a person who has no servers yet."""
    desktop.forget()
    with next_day(desktop, env) as person:
        yield person


@contextlib.contextmanager
def next_day(desktop, env=None):
    """A window that was closed before, or is the first one."""
    with Program(desktop, [PROGRAM], env) as program:
        yield Person(program)


class Person:
    def __init__(self, program):
        self.program = program

    def find_row(self, place, server=None):
        """In the sidebar. @place: as in places.py; @server: by name, where there are several"""
        pattern = places.pattern(place)
        self.unfold(place, server)
        if server is None:
            return self.program.find("list item", pattern)
        either = re.compile(rf"^{re.escape(server)}, |{pattern.pattern}")

        def look():
            named = [(node.name(), node) for node in self.program.find_all("list item", either)]
            first = next((at for at, (name, _node) in enumerate(named)
                          if name.startswith(f"{server}, ")), len(named))
            return next((node for name, node in named[first + 1:] if pattern.search(name)), None)
        return wait_for(f"{place} of {server}", look)

    def unfold(self, place, server=None):
        """A server's pages are below it while one of them is shown."""
        if place in places.OF_SERVER and (
                server or not self.program.find_all("list item", places.pattern(place))):
            self.show_server(server)

    def show_server(self, name=None):
        """@name: None for the first one"""
        pattern = re.compile(rf"^{re.escape(name)}, " if name else "")
        servers = self.program.find("list", places.SERVERS)
        self.program.click(self.program.find("list item", pattern, within=servers))

    def go(self, place, server=None):
        if place in places.HIDDEN_OF_SERVER:
            self.show_server(server)
        if place in (*places.HIDDEN_OF_SERVER, *places.HIDDEN_OF_NONE):
            self.open_by_palette(places.title(place))
        else:
            self.program.click(self.find_row(place, server))

    def open_by_palette(self, title):
        """A page or an action, by its title."""
        program = self.program
        program.key("ctrl+k")
        wait_for("the palette", lambda: len(program.frames()) > 1 and program.focused())
        program.type(title)
        program.find("list item", re.compile(rf"^{re.escape(title)}(,|$)"))
        program.key("Return")
        wait_for("the palette's end", lambda: len(program.frames()) == 1)

    def has_server(self, name):
        return bool(self.program.find_all("list item", re.compile(rf"^{re.escape(name)}, ")))

    def try_the_demo(self):
        """Whether it was tried before or not."""
        if not self.has_server(DEMO_NAME):
            self.program.click(self.program.find("push button", "Try the Demo Server"))
        self.wait_until_connected(DEMO_NAME)

    def add_server(self, target, name):
        """Through the dialog; connects."""
        program = self.program
        program.click(program.find("push button", "Add a Server"))
        program.fill(program.find("text", TARGET), target)
        program.fill(program.find("text", "Name"), name)
        program.click(program.find("push button", "Add and Connect"))
        program.wait_gone("text", TARGET)

    def wait_until_connected(self, name):
        return self.program.find("list item", re.compile(rf"^{re.escape(name)}, connected"))

    def count(self, place, server=None):
        """How many of them the sidebar says that there are."""
        return int(re.search(r", (\d+)", self.find_row(place, server).name()).group(1))

    def choose(self, place, name, server=None):
        """@place: tools, resources or prompts; @name: what its row begins with."""
        program = self.program
        self.go(place, server)
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
        self.program.click(self.program.find("push button", "Call"))

    def choose_item(self, name):
        """Of the menu that has just been opened; the first item has the focus, and those that are
        disabled are passed over."""
        def names():
            return [item.name() for item in self.program.find_all(ITEMS, showing=False)
                    if item.has_state(Atspi.StateType.SENSITIVE)]
        wait_for(f"{name} in a menu", lambda: name in names())
        self.program.key(*["Down"] * names().index(name), "Return")

    def show_all_results(self):
        """Objects are what a person keeps; the results of all calls are there where they are asked for."""
        program = self.program
        self.go("objects")
        wait_for("the page of the objects", lambda: program.find_all("label", "No Objects Kept")
                 or program.find_all("entry", "Filter objects"))
        if program.find_all("label", "No Objects Kept"):
            program.click(program.find("push button", "Show All Results"))
        else:
            program.click(program.find("push button", "Show and Sort"))
            self.choose_item("All Results")

    def choose_file(self, title, path):
        """In GTK's own file chooser of this title, which assistive technology is not told of in this
        version."""
        display = self.program.display
        wait_for("the file chooser",
                 lambda: any(map(display.has_focus, display.windows_called(title))))
        self.program.rest()
        display.type(path)
        self.program.rest()
        display.keys("Return")
        wait_for("the file chooser's end", lambda: not display.windows_called(title))

    def wait_for_result(self, part):
        """@part: of any text that the result shows"""
        wait_for(f"a result with “{part}”",
                 lambda: self.program.find_all(("text", "label"), text=part))

    def write_to_clients(self, server, *clients):
        """Writes the server into these applications, by their names."""
        program = self.program
        program.click(self.wait_until_connected(server))
        for client in clients:
            program.click(program.find("push button", "Add to Applications…"))
            program.click(program.find("list item", client))
            program.find("text", "Server Name")
            program.click(program.find("push button", "Save"))
            program.wait_gone("text", "Server Name")
