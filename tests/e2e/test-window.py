#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as such: it comes up without a complaint, everything in it has a name, it has help, it
folds, it ends when it is closed and leaves nothing behind."""

import re

from cases import run
from driver import Desktop, wait_for
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


def help_is_about_the_page(person):
    """Also where a dialog has the focus, which has it again afterwards."""
    program = person.program
    for go, chapter in ((lambda: None, "First Five Minutes"),
                        (lambda: person.go("playground"), "Playground"),
                        (lambda: program.key("ctrl+comma"), "Playground")):
        go()
        program.rest()
        before = program.focused()
        program.key("F1")
        program.find("dialog", chapter)
        program.key("Escape")
        program.wait_gone("dialog", chapter)
        wait_for("the focus back", lambda place=before: program.focused() == place)
    program.key("Escape")
    program.wait_gone("dialog", "Preferences")


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
        run(private, (first_day, [comes_up_without_complaint, everything_has_a_name, help_is_about_the_page,
                                  folds_when_narrow, ends_when_closed]))
