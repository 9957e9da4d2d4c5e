#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A form with every kind of field, filled by keyboard alone, and what then arrives at the server."""

import contextlib
import json
import os
import re
import stat

from cases import DEMO, PROGRAM, run
from driver import Desktop, NotFound, Program, has_state, text_of, wait_for
from gi.repository import Atspi
from person import Person

# More than there are stops on the way from one field to the next, menus and buttons included.
MAX_TABS = 40


@contextlib.contextmanager
def window(desktop):
    with Program(desktop, [PROGRAM]) as program:
        try:
            yield Person(program)
        except Exception:
            desktop.screenshot(os.path.join(os.environ.get("SPYGLASS_E2E_PICTURES", desktop.home),
                                            "failed-form.png"))
            raise


def make_server(desktop):
    """The demo server behind a script that keeps what arrives. Returns the script and that file."""
    arrived = os.path.join(desktop.home, "arrived")
    script = os.path.join(desktop.home, "demo.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec tee "{arrived}" | "{DEMO}"\n')
    os.chmod(script, stat.S_IRWXU)
    return script, arrived


def read_arguments(arrived):
    """The text of the last call's arguments, byte for byte."""
    with open(arrived, encoding="utf-8") as file:
        calls = [line for line in file if '"tools/call"' in line]
    message = json.loads(calls[-1], parse_int=str, parse_float=str)
    return message["params"]["arguments"]


class Keyboard:
    """Only keys, from field to field."""

    def __init__(self, program):
        self.program = program

    def go_to(self, role, name):
        node = self.program.find_all(role, name, showing=False)
        if not node:
            raise NotFound(f"no {role} “{getattr(name, 'pattern', name)}”\n{self.program.dump()}")
        node = node[0]
        for _ in range(MAX_TABS):
            if has_focus(node):
                return node
            self.program.key("Tab")
            with contextlib.suppress(NotFound):
                wait_for("the focus to move", lambda: has_focus(node), 0.15)
        raise NotFound(f"Tab does not lead to {role} “{name}”")

    def text(self, name, text):
        node = self.go_to("text", name)
        self.program.key("ctrl+a")
        self.program.type(text)
        wait_for(f"{name}: {text}", lambda: text_of(node) == text)

    def lines(self, name, *lines):
        node = self.go_to("text", name)
        for number, line in enumerate(lines):
            if number > 0:
                self.program.key("Return")
            self.program.type(line)
        wait_for(f"{name}", lambda: text_of(node) == "\n".join(lines))

    def choose(self, name, *keys):
        self.go_to("combo box", name)
        self.program.key("space")
        self.program.key(*keys, "Return")


def has_focus(node):
    return has_state(node, Atspi.StateType.FOCUSED)


def every_kind_of_field(desktop):
    server, arrived = make_server(desktop)
    with window(desktop) as person:
        program = person.program
        program.resize(1500, 950)
        person.add_server(server, "forms")
        person.wait_until_connected("forms")
        person.choose("Tools", "Every kind of field")
        program.find("text", "title")
        print(program.dump())


if __name__ == "__main__":
    with Desktop() as private:
        run([every_kind_of_field], private)
