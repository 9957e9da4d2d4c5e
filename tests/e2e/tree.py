# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program presents to assistive technology, without a library in between, which asks for each
child, role and name by itself and waits for each response: here all that was there before is asked for
at once, and then what is new."""

import functools
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

ACCESSIBLE = "org.a11y.atspi.Accessible"
CACHE = "org.a11y.atspi.Cache"
CACHE_PATH = "/org/a11y/atspi/cache"
COMPONENT = "org.a11y.atspi.Component"
EVENTS = ("org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window")
PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = "org.a11y.atspi.Registry"
ROOT = "/org/a11y/atspi/accessible/root"
TEXT = "org.a11y.atspi.Text"
# What GetItems says of a node, by its place there.
PATH, COUNT, NAME, ROLE, STATES = 0, 4, 6, 7, 9
NOTHING = "/org/a11y/atspi/null"
GET_ITEMS = (CACHE_PATH, CACHE, "GetItems", None)
IN_WINDOW = GLib.Variant("(u)", (Atspi.CoordType.WINDOW,))


class Vanished(Exception):
    """A node left the tree, or lost its place in it, while it was looked at."""


# What looking at a node that has gone meanwhile ends with.
GONE = (GLib.Error, Vanished)


class Bus:
    """A connection to the accessibility bus of a session."""

    def __init__(self, session):
        """@session: the address of the session bus"""
        (address,) = connect(session).call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, -1, None).unpack()
        self.context = GLib.MainContext()
        self.happened = False  # whether a program has reported a change
        self.listeners = []
        self.context.push_thread_default()
        self.connection = connect(address)
        for interface in EVENTS:
            self.connection.signal_subscribe(None, interface, None, None, None,
                                             Gio.DBusSignalFlags.NONE, self._on_event)
        self.context.pop_thread_default()
        # Programs report to those that have asked for it.
        self.call(REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent",
                  GLib.Variant("(s)", ("object:",)))

    def _on_event(self, _connection, _sender, path, _interface, signal, parameters):
        self.happened = True
        for listener in self.listeners:
            listener(path, signal, parameters)

    def wait(self, seconds):
        """Until a program reports a change, or the time has passed."""
        end = GLib.timeout_source_new(int(seconds * 1000))
        passed = []
        end.set_callback(lambda *_data: passed.append(True) or GLib.SOURCE_REMOVE)
        end.attach(self.context)
        while not passed and not self.happened:
            self.context.iteration(True)
        end.destroy()
        self.hear()
        self.happened = False

    def hear(self):
        """What has been reported so far."""
        while self.context.iteration(False):
            pass

    def call(self, name, path, interface, method, arguments=None):
        return self.connection.call_sync(name, path, interface, method, arguments, None,
                                         Gio.DBusCallFlags.NONE, -1, None)

    def ask(self, name, calls):
        """Sends all the calls, then waits. @calls: (path, interface, method, arguments). Returns the
        responses as variants, None for what is not there."""
        responses = [None] * len(calls)
        waiting = len(calls)

        def done(connection, result, index):
            nonlocal waiting
            waiting -= 1
            try:
                responses[index] = connection.call_finish(result).get_child_value(0)
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
        return responses

    def find_program(self, pid):
        """The name of the program's root on the bus, None where there is none yet."""
        programs = self.call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren").unpack()[0]
        for name, _path in programs:
            try:
                found = self.call("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                  "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                                  GLib.Variant("(s)", (name,))).unpack()[0]
            except GLib.Error:
                continue  # it has ended
            if found == pid:
                return name
        return None


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


def is_in(states, state):
    """@states: as GetState says; @state: such as Atspi.StateType.FOCUSED"""
    word, bit = divmod(int(state), 32)
    return bool(states.get_child_value(word).get_uint32() >> bit & 1)


def paths_of(references):
    """@references: (nullable): an array of them"""
    return [path_of(references.get_child_value(index))
            for index in range(references.n_children() if references else 0)]


def children_of(path):
    """The call for the children of a node."""
    return path, ACCESSIBLE, "GetChildren", None


def paths_in(items):
    """Their paths, without a variant for each of them, which takes ten times as long. In memory an array
    ends with the places where its elements end (“GVariant Serialisation”), and an item begins with the
    name of a program, a zero, and a path."""
    data = items.get_data_as_bytes().get_data()
    size = next(size for size in (1, 2, 4, 8) if len(data) < 1 << 8 * size)
    places = len(data) - size
    first = int.from_bytes(data[places:], sys.byteorder) if data else 0
    start = 0
    for place in range(first, len(data), size):
        begin = data.index(b"\0", start) + 1
        yield data[begin:data.index(b"\0", begin)].decode()
        end = int.from_bytes(data[place:place + size], sys.byteorder)
        start = (end + 3) // 4 * 4


class Box:
    def __init__(self, sides):
        self.x, self.y, self.width, self.height = sides

    def __eq__(self, other):
        return vars(self) == vars(other)


class Node:
    """One widget, asked whenever something of it is wanted."""

    def __init__(self, bus, program, path):
        """@program: its name on the bus"""
        self.bus, self.program, self.path = bus, program, path

    def __eq__(self, other):
        return isinstance(other, Node) and self.path == other.path

    def __hash__(self):
        return hash(self.path)

    def call(self, interface, method, arguments=None):
        return self.bus.call(self.program, self.path, interface, method, arguments)

    def _property(self, interface, name):
        return self.call(PROPERTIES, "Get", GLib.Variant("(ss)", (interface, name))).unpack()[0]

    def name(self):
        return self._property(ACCESSIBLE, "Name")

    def role(self):
        """As in Atspi, such as “push button”."""
        return role_name(self.call(ACCESSIBLE, "GetRole").unpack()[0])

    def parent(self):
        """None of a window."""
        _program, path = self._property(ACCESSIBLE, "Parent")
        return None if path in (ROOT, NOTHING) else Node(self.bus, self.program, path)

    def ancestors(self):
        above = self.parent()
        while above is not None:
            yield above
            above = above.parent()

    def children(self):
        paths = paths_of(self.call(ACCESSIBLE, "GetChildren").get_child_value(0))
        return [Node(self.bus, self.program, path) for path in paths if path != NOTHING]

    def has_state(self, state):
        """@state: such as Atspi.StateType.CHECKED"""
        return is_in(self.call(ACCESSIBLE, "GetState").get_child_value(0), state)

    def box(self):
        """In its window. What has no place on the screen, such as a page of a stack, is as empty as
        what is not shown."""
        try:
            return Box(self.call(COMPONENT, "GetExtents", IN_WINDOW).unpack()[0])
        except GLib.Error as error:
            raise Vanished(self.path) from error

    def node_at_point(self, x, y):
        """What is there, None where nothing is."""
        _program, path = self.call(COMPONENT, "GetAccessibleAtPoint",
                                   GLib.Variant("(iiu)", (x, y, Atspi.CoordType.WINDOW))).unpack()[0]
        return None if path == NOTHING else Node(self.bus, self.program, path)

    def text(self):
        """What can be read or written in it, “” where it has no text."""
        try:
            return self.call(TEXT, "GetText", GLib.Variant(
                "(ii)", (0, self._property(TEXT, "CharacterCount")))).unpack()[0]
        except GLib.Error:
            return ""


class Tree:
    """What a program presents at one moment. Nodes are their paths."""

    def __init__(self, bus, program, before=None):
        """@program: its name on the bus; @before: what it presented the last time: all that is still
        there is asked for at once"""
        self.bus, self.program = bus, program
        self.children = {}
        self.parents = {}
        # GTK 4.8 does not report that a widget is hidden or shown: each node is asked again.
        asked = [path for path, children in before.children.items() if children] if before else []
        self._read_items(asked)
        level = [ROOT]
        while level:
            level = self._add(level)
        if any(path not in self.at for path in self.parents):
            # What was never looked at is among the items from now on.
            self._read_items([])

    def _read_items(self, asked):
        """All that was looked at before: more than there is now, in no order. @asked: nodes whose
        children are asked for, too"""
        self.all, *responses = self.bus.ask(self.program, [GET_ITEMS, *map(children_of, asked)])
        if self.all is None:
            raise Vanished(self.program)
        self.at = {path: index for index, path in enumerate(paths_in(self.all))}
        self.found = dict(zip(asked, map(paths_of, responses)))

    def _add(self, level):
        """Adds the children of these nodes, and returns them."""
        missing = [path for path in level if self._may_have_others(path)]
        if missing:
            responses = self.bus.ask(self.program, [*map(children_of, missing)])
            self.found.update(zip(missing, map(paths_of, responses)))
        following = []
        for path in level:
            children = [child for child in self.found.get(path, ())
                        if child != NOTHING and child not in self.parents]
            self.children[path] = children
            self.parents.update((child, path) for child in children)
            following += children
        return following

    def _may_have_others(self, path):
        return path not in self.at or path == ROOT \
            or self._item(path).get_child_value(COUNT).get_int32() > len(self.found.get(path, ()))

    def walk(self, path=None):
        """All nodes from this one on, in reading order."""
        stack = [path or ROOT]
        while stack:
            current = stack.pop()
            if current in self.at:
                yield current
            stack += reversed(self.children.get(current, []))

    def ancestors(self, path):
        """From the parent to the window."""
        above = self.parents.get(path, ROOT)
        while above != ROOT:
            yield above
            above = self.parents.get(above, ROOT)

    def node(self, path):
        return Node(self.bus, self.program, path)

    def _item(self, path):
        return self.all.get_child_value(self.at[path])

    def name(self, path):
        return self._item(path).get_child_value(NAME).get_string()

    def role(self, path):
        """By its name, as in Atspi."""
        return role_name(self._item(path).get_child_value(ROLE).get_uint32())

    def has_state(self, path, state):
        """@state: such as Atspi.StateType.FOCUSED"""
        return is_in(self._item(path).get_child_value(STATES), state)

    def boxes(self, paths):
        """{path: where it is in its window, None where it has no place on the screen}"""
        responses = self.bus.ask(self.program, [(path, COMPONENT, "GetExtents", IN_WINDOW)
                                                for path in paths])
        return {path: Box(response.unpack()) if response else None
                for path, response in zip(paths, responses)}

    def texts(self, paths):
        """What can be read or written in each of them."""
        question = GLib.Variant("(ss)", (TEXT, "CharacterCount"))
        counts = self.bus.ask(self.program, [(path, PROPERTIES, "Get", question) for path in paths])
        lengths = [count.get_variant().get_int32() if count else 0 for count in counts]
        texts = self.bus.ask(self.program, [(path, TEXT, "GetText", GLib.Variant("(ii)", (0, length)))
                                            for path, length in zip(paths, lengths)])
        return [text.get_string() if text else "" for text in texts]
