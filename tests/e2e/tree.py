# SPDX-License-Identifier: GPL-3.0-or-later
"""All that a program tells assistive technology, asked for at once: the library asks for each child,
role and name by itself and waits for each answer, which takes ten times as long."""

import functools

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
CACHE = "org.a11y.atspi.Cache"
CACHE_PATH = "/org/a11y/atspi/cache"
PROPERTIES = "org.freedesktop.DBus.Properties"
# What GetItems says of a node, by its place there.
COUNT, NAME, ROLE, STATES = 4, 6, 7, 9
NOTHING = "/org/a11y/atspi/null"


class Bus:
    """A connection to the accessibility bus of a session."""

    def __init__(self, session):
        """@session: the address of the session bus"""
        (address,) = connect(session).call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, -1, None).unpack()
        self.connection = connect(address)
        # The library has the default one for itself.
        self.context = GLib.MainContext()

    def ask(self, name, calls):
        """Sends all the calls, then waits. @calls: (path, interface, method, arguments). Returns the
        answers as variants, None for what is not there."""
        answers = [None] * len(calls)
        waiting = len(calls)

        def done(connection, result, index):
            nonlocal waiting
            waiting -= 1
            try:
                answers[index] = connection.call_finish(result).get_child_value(0)
            except GLib.Error:
                pass  # it vanished meanwhile

        self.context.push_thread_default()
        try:
            for index, (path, interface, method, arguments) in enumerate(calls):
                self.connection.call(name, path, interface, method, arguments, None,
                                     Gio.DBusCallFlags.NONE, -1, None, done, index)
            while waiting:
                self.context.iteration(True)
        finally:
            self.context.pop_thread_default()
        return answers


def connect(address):
    return Gio.DBusConnection.new_for_address_sync(
        address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)


def path_of(reference):
    """@reference: the name of a program and the path of a node"""
    return reference.get_child_value(1).get_string()


@functools.cache
def role_name(number):
    return Atspi.role_get_name(Atspi.Role(number))


class Tree:
    """What a program shows to assistive technology at one moment. Nodes are their paths."""

    def __init__(self, bus, name, root):
        """@name: of the program on the bus; @root: the path of its root"""
        self.root = root
        self.children = {}
        self.places = {}  # of a node: its parent, and which of its children it is
        self.items = self._fetch(bus, name)
        self._descend(bus, name)
        if any(path not in self.items for path in self.places):
            # What nobody has looked at before is told of from now on.
            self.items = self._fetch(bus, name)

    @staticmethod
    def _fetch(bus, name):
        """Of what was looked at before: more than there is now, in no order. What each of them
        says is read when it is wanted: that takes longer than asking."""
        (items,) = bus.ask(name, [(CACHE_PATH, CACHE, "GetItems", None)])
        found = {}
        for index in range(items.n_children() if items else 0):
            item = items.get_child_value(index)
            found[path_of(item.get_child_value(0))] = item
        return found

    def _count(self, bus, name, level):
        """How many children each of these nodes has."""
        known = {path: self.items[path].get_child_value(COUNT).get_int32() for path in level
                 if path in self.items and path != self.root}
        asked = [path for path in level if path not in known]
        question = GLib.Variant("(ss)", (ACCESSIBLE, "ChildCount"))
        answers = bus.ask(name, [(path, PROPERTIES, "Get", question) for path in asked])
        for path, answer in zip(asked, answers):
            known[path] = answer.get_variant().get_int32() if answer else 0
        return [known[path] for path in level]

    def _descend(self, bus, name):
        """Level by level: which children a node has now, and in which order. One by one, as the
        library asks: asked for all of them, a stack of GTK 4.8 leaves out its pages."""
        level = [self.root]
        while level:
            places = [(path, index) for path, count in zip(level, self._count(bus, name, level))
                      for index in range(count)]
            answers = bus.ask(name, [
                (path, ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (index,)))
                for path, index in places])
            level = []
            for place, answer in zip(places, answers):
                child = path_of(answer) if answer else NOTHING
                if child != NOTHING and child not in self.places:
                    self.places[child] = place
                    self.children.setdefault(place[0], []).append(child)
                    level.append(child)

    def walk(self, path=None):
        """All nodes from this one on, in reading order."""
        stack = [path or self.root]
        while stack:
            current = stack.pop()
            if current in self.items:
                yield current
            stack += reversed(self.children.get(current, []))

    def ancestors(self, path):
        """From the parent to the window."""
        above, _index = self.places.get(path, (self.root, 0))
        while above != self.root:
            yield above
            above, _index = self.places[above]

    def name(self, path):
        return self.items[path].get_child_value(NAME).get_string()

    def role(self, path):
        """By its name, as in Atspi."""
        return role_name(self.items[path].get_child_value(ROLE).get_uint32())

    def has_state(self, path, state):
        """@state: such as Atspi.StateType.FOCUSED"""
        word, bit = divmod(int(state), 32)
        words = self.items[path].get_child_value(STATES)
        return bool(words.get_child_value(word).get_uint32() >> bit & 1)
