#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as such: it comes up without a complaint, everything in it has a name, it folds, it
ends when it is closed and leaves nothing behind."""

import re

from cases import PROGRAM, run
from driver import Desktop, Program, wait_for

ACTIONABLE = ("push button", "toggle button", "check box", "radio button", "text", "spin button",
              "combo box", "menu item")
# GTK and this program; the accessibility library itself warns about what vanishes.
COMPLAINT = re.compile(r"^(?!.*dbind).*(WARNING|CRITICAL)", re.M)
# What a widget is called when nobody named it.
NAMELESS = re.compile(r"^$|^(Gtk|Adw|Ui)[A-Z]\w*$")


def comes_up_without_complaint(desktop):
    with Program(desktop, [PROGRAM]) as program:
        program.find("frame", "Spyglass")
        said = program.output()
        assert not COMPLAINT.search(said), said


def everything_has_a_name(desktop):
    with Program(desktop, [PROGRAM]) as program:
        nameless = program.find_all(ACTIONABLE, NAMELESS)
        assert not nameless, program.dump()


def folds_when_narrow(desktop):
    with Program(desktop, [PROGRAM]) as program:
        for width, height in ((1200, 800), (800, 600), (360, 640), (1200, 800)):
            program.resize(width, height)
        assert not COMPLAINT.search(program.output()), program.output()


def ends_when_closed(desktop):
    with Program(desktop, [PROGRAM]) as program:
        pid = program.process.pid
        program.click(program.find("push button", "Close"))
        wait_for("the end of the program", lambda: program.process.poll() is not None)
        assert program.process.returncode == 0, program.output()
        assert not desktop.children_of(pid)


if __name__ == "__main__":
    with Desktop() as private:
        run([comes_up_without_complaint, everything_has_a_name, folds_when_narrow,
             ends_when_closed], private)
