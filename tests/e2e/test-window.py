#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as such: it comes up without a complaint, everything in it has a name, it folds, it
ends when it is closed and leaves nothing behind."""

import re

from cases import run
from driver import Desktop
from person import first_day

ACTIONABLE = ("push button", "toggle button", "check box", "radio button", "text", "spin button",
              "combo box", "menu item")
# GTK and this program; the accessibility library itself warns about what vanishes.
COMPLAINT = re.compile(r"^(?!.*dbind).*(WARNING|CRITICAL)", re.M)
# What a widget is called when no one named it.
NAMELESS = re.compile(r"^$|^(Gtk|Adw|Ui)[A-Z]\w*$")


def comes_up_without_complaint(person):
    person.program.find("frame", "Spyglass")
    said = person.program.output()
    assert not COMPLAINT.search(said), said


def everything_has_a_name(person):
    nameless = person.program.find_all(ACTIONABLE, NAMELESS)
    assert not nameless, person.program.dump()


def folds_when_narrow(person):
    for width, height in ((1200, 800), (800, 600), (360, 640), (1200, 800)):
        person.program.resize(width, height)
    assert not COMPLAINT.search(person.program.output()), person.program.output()


def ends_when_closed(person):
    pid = person.program.process.pid
    person.program.close()
    assert person.program.process.returncode == 0, person.program.output()
    assert not person.program.desktop.children_of(pid)


if __name__ == "__main__":
    with Desktop(motion=True) as private:
        run(private, (first_day, [comes_up_without_complaint, everything_has_a_name, folds_when_narrow,
                                  ends_when_closed]))
