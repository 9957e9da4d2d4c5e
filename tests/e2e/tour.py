# SPDX-License-Identifier: GPL-3.0-or-later
"""A walk through every page of the window, with the demo server connected and something on each.

Tests that hold for the whole window (names, contrast, widths) look around at every stop. A page
that is new in the sidebar is visited without a change here."""

import re
import time

from driver import wait_for
from person import Person

# Long enough for every motion (200 ms at most) and the last frame.
REST = 0.4
SERVER = "Demo"
# Wide enough for the sidebar beside a page; at 1.5 times the text size that is 1.5 times as wide.
WIDE = (1200, 800)
WIDE_LARGE = (1500, 900)
NARROW = (360, 640)
# What must be met; a page that is lost is a failure, not a shorter walk.
EXPECTED = ("Tools", "Resources", "Prompts", "Tasks", "Inbox", "Checks", "Export",
            "Log", "Home", "Results", "Composer", "Clients")


def wide(desktop):
    return WIDE_LARGE if desktop.style == "large" else WIDE


def rows(program):
    """The names of the sidebar's rows, without counts and states."""
    found = []
    for title in ("Servers", "Across all servers"):
        for pane in program.find_all("list", title):
            found += [re.split(r",", node.get_name())[0]
                      for node in program.find_all("list item", within=pane)]
    return [name for name in found if name != SERVER]


def open_row(program, name):
    program.click(program.find("list item", re.compile(rf"^{re.escape(name)}(,|$)")))


# The rest shows what the pages before have brought.
def fill(person, name):
    """Gives a page something to show."""
    program = person.program
    if name == "Tools":
        person.choose("Tools", "Find products")
        person.fill(query="headphones")
        person.call()
        person.wait_for_result("OK")
    elif name in ("Resources", "Prompts"):
        program.key("ctrl+Return")
    elif name == "Log":
        wait_for("entries in the log", lambda: program.find_all("list item"))


def stops(program):
    """Yields the name of each page once it shows and has come to rest."""
    program.find("push button", re.compile("Try the Demo Server"))
    time.sleep(REST)
    yield "Home"
    person = Person(program)
    person.try_the_demo()
    names = rows(program)
    missing = [name for name in EXPECTED if name not in names]
    assert not missing, f"no longer in the sidebar: {missing}; it has {names}"
    for name in names:
        open_row(program, name)
        fill(person, name)
        time.sleep(REST)
        yield name
