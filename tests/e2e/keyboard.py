# SPDX-License-Identifier: GPL-3.0-or-later
"""Only keys: where the focus is, and how to get somewhere else without a mouse."""

import contextlib

from driver import NotFound, wait_for
from gi.repository import Atspi
from tree import GONE, Node

# Assistive technology is told of a new focus by then; what it is not told of is looked for.
TOLD = 0.3
FOCUSED = Atspi.StateType.FOCUSED


class Keyboard:
    def __init__(self, program):
        self.program = program
        self.bus = program.desktop.bus
        self.focused = None
        self.bus.listeners.append(self._on_event)
        self.find_focus()

    def _on_event(self, path, signal, parameters):
        if signal == "StateChanged" and parameters.unpack()[:2] == ("focused", 1):
            self.focused = Node(self.bus, self.program.name, path)

    def find_focus(self):
        """What was never looked at does not tell of itself: then everything is looked at."""
        seen = self.program.tree()
        for path in seen.walk():
            if seen.role(path) != "frame" and seen.has_state(path, FOCUSED):
                self.focused = seen.node(path)
        return self.focused

    def press(self, key):
        """Returns once the focus has moved, or nothing has said so."""
        self.bus.hear()
        self.focused = None
        self.program.key(key)
        try:
            wait_for("the focus", lambda: self.focused, TOLD)
        except NotFound:
            self.find_focus()

    def is_at(self, role, name):
        """@name: the whole of it, or a compiled pattern that is searched for"""
        with contextlib.suppress(*GONE):
            return (self.focused is not None and self.focused.role() == role and
                    (name.search(self.focused.name()) is not None if hasattr(name, "search")
                     else self.focused.name() == name))
        return False

    def _describe(self):
        with contextlib.suppress(*GONE, AttributeError):
            return f"{self.focused.role()} “{self.focused.name()}”"
        return "nothing"

    def go_to(self, role, name, key="Tab", most=14):
        """On and on with one key. Returns the node."""
        passed = []
        self.bus.hear()  # the focus may have moved by itself
        for _ in range(most):
            if self.is_at(role, name):
                return self.focused
            passed.append(self._describe())
            self.press(key)
        if self.is_at(role, name):
            return self.focused
        raise NotFound(f"{key} does not lead to {role} “{getattr(name, 'pattern', name)}”, but to "
                       f"{', '.join(passed)}, {self._describe()}")
