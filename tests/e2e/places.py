# SPDX-License-Identifier: GPL-3.0-or-later
"""Every place that the window has, by the id that the window's stack and its settings know it by.
What a place is called is read where the program has it: GTK 4.8 tells assistive technology no ids, and
a page that is renamed is the same page."""

import os
import re

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "ui", "base",
                      "ui-place-kind.c")
ROW = re.compile(r'\{ UI_PLACE_\w+, "([\w-]+)", (?:N_ \("([^"]+)"\)|NULL),')

# The lists of the sidebar
SERVERS, COMMON = "Servers", "Across all servers"


def read():
    with open(SOURCE, encoding="utf-8") as file:
        return dict(ROW.findall(file.read()))


TITLES = read()
# Below the server that is shown, in the order of the sidebar; then those that belong to none.
OF_SERVER = ("tools", "resources", "prompts", "log")
OF_NONE = ("activity", "objects", "saved-calls", "playground", "applications")
# Without a row, of a server and of none: the palette leads there.
HIDDEN_OF_SERVER = ("tasks", "inbox", "checks", "export")
HIDDEN_OF_NONE = ("home", "composer")


def title(place):
    """What the place is called."""
    return TITLES[place]


def pattern(place):
    """Finds the place's row in the sidebar: it says a count or a state after its name."""
    return re.compile(rf"^{re.escape(title(place))}(,|$)")


def any_of(several):
    return re.compile("|".join(pattern(place).pattern for place in several))
