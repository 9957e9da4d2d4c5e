# SPDX-License-Identifier: GPL-3.0-or-later
"""A walk through every page of the window, with the demo server connected and something on each.

Tests that hold for the whole window (names, contrast, widths) look around at every stop. A page
that is new in the sidebar fails here until it is in places.py."""

import re
import time

import places

from driver import wait_for
from person import DEMO_NAME, Person
from picture import Picture

# Pictures so far apart, and so many of them, that are the same mean that nothing moves.
REST = 0.05
SAME = 3
# A window that never rests is looked at all the same.
RESTLESS = 3
# Wide enough for the sidebar beside a page; at 1.5 times the text size that is 1.5 times as wide.
WIDE = (1200, 800)
WIDE_LARGE = (1500, 900)
NARROW = (360, 640)
# What must be met; a page that is lost is a failure, not a shorter walk.
ROWS = tuple(places.title(place) for place in (*places.OF_SERVER, *places.OF_NONE))


def wide(desktop):
    return WIDE_LARGE if desktop.style == "large" else WIDE


def rest(program):
    """Waits until every motion has ended and the last frame was drawn."""
    end = time.monotonic() + RESTLESS
    before, same = None, 1
    size = program.geometry()[2:]
    while time.monotonic() < end:
        now = Picture(program.desktop.env["DISPLAY"], program.window, size).pixels
        same = same + 1 if now == before else 1
        if same == SAME:
            return
        before = now
        time.sleep(REST)


def rows(program):
    """The sidebar's rows by their names, without counts and states."""
    found = {}
    for title in (places.SERVERS, places.COMMON):
        for pane in program.find_all("list", title):
            for node in program.find_all("list item", within=pane):
                found[re.split(r",", node.name())[0]] = node
    found.pop(DEMO_NAME, None)
    return found


# The rest shows what the pages before have brought.
def fill(person, name):
    """Gives a page something to show."""
    program = person.program
    if name == places.title("tools"):
        program.click(program.find("list item", "Find products"))
        person.fill(query="headphones")
        person.call()
        program.find("label", re.compile("^OK"))
    elif name in (places.title("resources"), places.title("prompts")):
        program.key("ctrl+Return")
    elif name == places.title("log"):
        wait_for("entries in the log", lambda: program.find_all("list item"))


def stops(program):
    """Yields the name of each page once it shows and has come to rest."""
    program.find("push button", re.compile("Try the Demo Server"))
    rest(program)
    yield places.title("home")
    person = Person(program)
    person.try_the_demo()
    sidebar = rows(program)
    assert tuple(sidebar) == ROWS, f"the sidebar has {list(sidebar)}"
    for name, row in sidebar.items():
        program.click(row)
        fill(person, name)
        rest(program)
        yield name
    for place in (*places.HIDDEN_OF_SERVER, "composer"):
        person.go(place)
        rest(program)
        yield places.title(place)
