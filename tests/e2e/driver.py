# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a real window as a person does: finds things by role and name as assistive technology sees
them, acts with mouse and keyboard, and looks at the result.

Desktop is a display, a session bus, a window manager and a home of its own; Program is one program
with a window on it. Nothing is shared with the person's own desktop or another run, and nothing is
left when the with statement ends. One Desktop for each Python process: the accessibility library
connects once."""

import contextlib
import ctypes
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

import gi

import picture
import tree

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# How long anything may take to appear; machines that also build something else are slow.
PATIENCE = float(os.environ.get("SPYGLASS_E2E_PATIENCE", "20"))
POLL = 0.05
DESKTOP_STARTS = 3  # what a busy machine starts at a bad moment may stay mute
ATSPI_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


class NotFound(AssertionError):
    """Something did not appear in time."""


class Vanished(Exception):
    """A node left the tree, or lost its place in it, while it was looked at."""


# What looking at a node that has gone meanwhile ends with.
GONE = (GLib.Error, Vanished)


def wait_for(what, look, timeout=None):
    """Calls look() until it returns something true, which is the answer."""
    end = time.monotonic() + (PATIENCE if timeout is None else timeout)
    while True:
        with contextlib.suppress(*GONE):  # a node may vanish while it is looked at
            found = look()
            if found:
                return found
        if time.monotonic() > end:
            raise NotFound(f"did not appear: {what}")
        time.sleep(POLL)


def stop(process):
    """Ends a process and everything that it started, politely first."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            if sign == signal.SIGKILL:
                return
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=3)


class Desktop:
    def __init__(self, width=1600, height=1000, style="light", font="Cantarell 11", motion=True):
        """@style: light, dark, contrast (high contrast), large (text of 1.5 times the size) or rtl
        (from right to left); @font: of the interface; @motion: whether things slide and fade"""
        self.size = (width, height)
        self.style = style
        self.font = font
        self.motion = motion
        self.processes = []
        self.home = tempfile.mkdtemp(prefix="spyglass-e2e-")
        self.env = {}
        self.bus = None

    def __enter__(self):
        for remaining in reversed(range(DESKTOP_STARTS)):
            try:
                return self._start_all()
            except NotFound:
                if not remaining:
                    raise

    def _start_all(self):
        try:
            self._make_home()
            self._start_display()
            self._start_bus()
            self._start("openbox", "--sm-disable")
            self._promise_shadows()
            if self.style == "large":
                self._set_dots_per_inch(144)
            launcher = next(path for path in ATSPI_LAUNCHERS if os.path.exists(path))
            self._start(launcher, "--launch-immediately")
            os.environ.update(self.env)
            Atspi.init()
            self.bus = tree.Bus(self.env["DBUS_SESSION_BUS_ADDRESS"])
            return self
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(self, *_exception):
        for process in reversed(self.processes):
            stop(process)
        self.processes.clear()
        shutil.rmtree(self.home, ignore_errors=True)

    def _make_home(self):
        folders = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share",
                   "XDG_CACHE_HOME": ".cache", "XDG_STATE_HOME": ".local/state",
                   "XDG_RUNTIME_DIR": "run"}
        self.env = dict(os.environ, HOME=self.home)
        for name, folder in folders.items():
            self.env[name] = os.path.join(self.home, folder)
            os.makedirs(self.env[name], mode=0o700)
        for name in ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "NO_AT_BRIDGE", "GTK_A11Y",
                     "G_DEBUG", "GTK_THEME", "AT_SPI_BUS_ADDRESS"):
            self.env.pop(name, None)
        self.env.update(GDK_BACKEND="x11", GSK_RENDERER="cairo", GDK_DEBUG="gl-disable",
                        GTK_USE_PORTAL="0", ADW_DISABLE_PORTAL="1", GSETTINGS_BACKEND="keyfile",
                        LC_ALL="C.UTF-8")
        settings = os.path.join(self.env["XDG_CONFIG_HOME"], "gtk-4.0")
        os.makedirs(settings)
        with open(os.path.join(settings, "settings.ini"), "w", encoding="utf-8") as file:
            file.write(f"[Settings]\ngtk-font-name={self.font}\n"
                       f"gtk-enable-animations={int(self.motion)}\n")
        if self.style == "dark":
            self.env["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
        if self.style == "contrast":
            self.env["ADW_DEBUG_HIGH_CONTRAST"] = "1"
        if self.style == "rtl":
            self.env["GTK_DEBUG"] = "invert-text-dir"

    def _start(self, *command, **options):
        process = subprocess.Popen(command, env=self.env, start_new_session=True,
                                   stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdout=options.pop("stdout", subprocess.DEVNULL), **options)
        self.processes.append(process)
        return process

    def _start_display(self):
        """Xvfb chooses a free display itself and says which."""
        reading, writing = os.pipe()
        self._start("Xvfb", "-displayfd", str(writing), "-nolisten", "tcp",
                    "-screen", "0", f"{self.size[0]}x{self.size[1]}x24", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise NotFound("Xvfb did not start")
        self.env["DISPLAY"] = f":{number}"
        self.env.pop("XAUTHORITY", None)

    def _set_dots_per_inch(self, dots):
        """Of text. On X11 GTK asks the server's resources, whatever settings.ini says."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(self.env["DISPLAY"].encode()))
        text = f"Xft.dpi:\t{dots}\n".encode()
        root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
        resources, string, replace, bits = ctypes.c_ulong(23), ctypes.c_ulong(31), 0, 8  # Xatom.h
        x11.XChangeProperty(display, root, resources, string, bits, replace, text, len(text))
        x11.XCloseDisplay(display)

    def _promise_shadows(self):
        """GTK draws round corners and shadows only where the window manager says that it knows
        them. openbox does not, but shows them well enough: say it in its place."""
        wait_for("the window manager",
                 lambda: "_NET_WM_NAME" in self._root_property("_NET_SUPPORTED"))
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(self.env["DISPLAY"].encode()))
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        x11.XInternAtom.restype = ctypes.c_ulong
        atoms = [ctypes.c_ulong(x11.XInternAtom(display, name, 0))
                 for name in (b"_NET_SUPPORTED", b"ATOM", b"_GTK_FRAME_EXTENTS")]
        root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
        x11.XGetSelectionOwner.restype = ctypes.c_ulong
        selection = ctypes.c_ulong(x11.XInternAtom(display, b"_NET_WM_CM_S0", 0))
        self._start_compositor(lambda: x11.XGetSelectionOwner(display, selection))
        append, bits = 2, 32
        x11.XChangeProperty(display, root, atoms[0], atoms[1], bits, append,
                            ctypes.byref(atoms[2]), 1)
        x11.XCloseDisplay(display)

    def _start_compositor(self, runs):
        """It ends at once when it comes a moment too early."""
        compositor = None

        def look():
            nonlocal compositor
            if compositor is None or compositor.poll() is not None:
                compositor = self._start("picom", "--backend", "xrender", "--config", "/dev/null")
            return runs()
        wait_for("the compositor", look)

    def _root_property(self, name):
        return subprocess.run(["xprop", "-root", name], env=self.env, capture_output=True,
                              text=True, check=False).stdout

    def _start_bus(self):
        bus = self._start("dbus-daemon", "--session", "--nofork", "--print-address",
                          stdout=subprocess.PIPE)
        address = bus.stdout.readline().decode().strip()
        if not address:
            raise NotFound("dbus-daemon did not start")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address

    def forget(self):
        """As on the first day: what programs kept in this home is gone."""
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            for kept in ("spyglass", "glib-2.0"):
                shutil.rmtree(os.path.join(self.env[name], kept), ignore_errors=True)

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *map(str, arguments)], env=self.env, check=False,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout.strip()

    def screenshot(self, path):
        """Of the whole screen."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        picture.take(self.env["DISPLAY"], None, self.size, path)

    def children_of(self, pid):
        """The processes below this one, by their command lines; for what must not be left over."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True,
                                check=True).stdout
        rows = [row.split(None, 2) for row in listed.splitlines()]
        found, wanted = {}, {pid}
        for _ in rows:
            fresh = {int(row[0]): row[2] for row in rows
                     if int(row[1]) in wanted and int(row[0]) not in found}
            if not fresh:
                break
            found.update(fresh)
            wanted |= set(fresh)
        return found


class Program:
    """A program with a window. Nodes are Atspi.Accessible objects."""

    def __init__(self, desktop, command, env=None):
        self.desktop = desktop
        self.command = command
        self.env = dict(desktop.env, **(env or {}))
        descriptor, self.log = tempfile.mkstemp(prefix="program-", suffix=".log", dir=desktop.home)
        os.close(descriptor)
        self.process = None
        self.root = None
        self.window = None
        self.nodes = {}  # by their paths

    def __enter__(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, env=self.env, start_new_session=True,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.root = wait_for("the program's accessible tree", self._find_root)
            self.nodes = {self.root.path: self.root}
            self.window = wait_for("the program's window", self._find_window)
            wait_for("a frame that shows",
                     lambda: self.find_all("frame") or self.find_all("dialog"))
        except BaseException:
            print(self.output())
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_exception):
        stop(self.process)

    def output(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def _find_root(self):
        if self.process.poll() is not None:
            raise NotFound(f"the program ended with {self.process.returncode}: {self.output()}")
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                return child
        return None

    def _find_window(self):
        found = self.desktop.xdotool("search", "--onlyvisible", "--pid", self.process.pid)
        return found.split("\n")[-1] if found else None

    # Looking

    def tree(self):
        """All that there is now."""
        return tree.Tree(self.desktop.bus, self.root.app.bus_name, self.root.path)

    def node_at(self, path, seen):
        """@seen: the tree that it was seen in"""
        node = self.nodes.get(path)
        if node is None:
            if path not in seen.places:
                raise Vanished(path)
            parent, index = seen.places[path]
            node = self.node_at(parent, seen).get_child_at_index(index)
            if node is None or node.path != path:
                raise Vanished(path)
            self.nodes[path] = node
        return node

    def find_all(self, role, name=None, within=None, showing=True, text=None):
        """@role: as in Atspi, "push button" or "text", or several of them. @name: the whole name, or
        a compiled pattern that is searched for. A labelled button is called “label Text”: its text
        finds it too. @text: what its text has in it. In reading order."""
        roles = (role,) if isinstance(role, str) else role
        found = []
        seen = self.tree()
        for path in seen.walk(within and within.path):
            if seen.role(path) not in roles or not matches(seen.name(path), name):
                continue
            with contextlib.suppress(*GONE):  # a node may vanish meanwhile
                node = self.node_at(path, seen)
                if (text is None or text in text_of(node)) \
                        and (not showing or self.shows(node, seen)):
                    found.append(node)
        return found

    def focused(self):
        """The names of what has the focus: the window, and what has it in there."""
        seen = self.tree()
        return [seen.name(path) for path in seen.walk()
                if seen.has_state(path, Atspi.StateType.FOCUSED)]

    def shows(self, node, seen=None):
        """Whether a person can see it, or scroll to it. The toolkit says “visible” of pages of a
        stack that are not on top, so this looks at what lies at the node's place.
        @seen: the tree that it was seen in"""
        if not has_size(node):
            return False
        seen = seen or self.tree()
        above = list(seen.ancestors(node.path))
        pane = next((path for path in above if seen.role(path) == "scroll pane"), node.path)
        anchor = self.node_at(pane, seen)
        parent, _index = seen.places[pane]
        frame = self.node_at(above[-1] if above else node.path, seen)
        nothing = True
        for point in points(anchor):
            below = self.pick(frame, *point)
            if below is None:
                continue
            nothing = False
            if below.path in (parent, pane) or pane in (
                    seen.ancestors(below.path) if below.path in seen.places
                    else [node.path for node in ancestors(below)]):
                return True
        return nothing and self.is_inside(anchor)  # icons are picked, but have no node

    def frame_of(self, node):
        for above in [node, *ancestors(node)]:
            if above.get_parent() in (None, self.root):
                return above
        raise Vanished(describe(node))

    @staticmethod
    def pick(frame, x, y):
        """The node at a place of a window, None where there is none."""
        return component_of(frame).get_accessible_at_point(x, y, Atspi.CoordType.WINDOW)

    def is_inside(self, node):
        box = box_of(node)
        frame = box_of(self.frame_of(node))
        return box.x + box.width // 2 < frame.width and box.y + box.height // 2 < frame.height

    def find(self, role, name=None, within=None, timeout=None):
        what = f"{role} “{getattr(name, 'pattern', name)}”"
        try:
            return wait_for(what, lambda: self.find_all(role, name, within), timeout)[0]
        except NotFound as error:
            raise NotFound(f"{error}\n{self.dump()}") from None

    def wait_gone(self, role, name=None, within=None, timeout=None):
        wait_for(f"no {role} “{name}” any more",
                 lambda: not self.find_all(role, name, within), timeout)

    def dump(self, node=None):
        """The showing tree as text, for messages."""
        lines = []

        def add(current, depth):
            with contextlib.suppress(*GONE):
                name, text = (current.get_name() or "")[:60], text_of(current)[:60]
                lines.append(f"{'  ' * depth}{current.get_role_name()} “{name}” {text}")
                for index in range(min(current.get_child_count(), 60)):
                    child = current.get_child_at_index(index)
                    if child is not None and (child.get_component_iface() is None
                                              or has_size(child)):
                        add(child, depth + 1)
        add(node or self.root, 0)
        return "\n".join(lines)

    # Acting

    def place(self, node):
        """The middle of the node on the screen."""
        x, y = points(node)[0]
        left, top = self.origin(self.window_of(node))
        return left + x, top + y

    def settled_place(self, node):
        """The same, once nothing moves any more: windows are placed and pages slide."""
        def look():
            before = self.place(node)
            time.sleep(2 * POLL)
            return before if self.place(node) == before else None
        return wait_for(f"{describe(node)} at rest", look)

    def window_of(self, node):
        """The X window of the node's window; of several the one of the same size that came last."""
        box = box_of(self.frame_of(node))
        windows = self.desktop.xdotool("search", "--onlyvisible", "--pid", self.process.pid).split()
        for window in reversed(windows):
            left, right, top, bottom = self.shadow(window)
            _x, _y, width, height = self.geometry(window)
            if (width - left - right, height - top - bottom) == (box.width, box.height):
                return window
        return self.window

    def geometry(self, window=None):
        """The window with its shadow on the screen: x, y, width, height."""
        shell = self.desktop.xdotool("getwindowgeometry", "--shell", window or self.window)
        found = dict(re.findall(r"^(\w+)=(-?\d+)$", shell, re.M))
        if len(found) < 4:
            raise Vanished(f"window {window or self.window}")
        return tuple(int(found[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def shadow(self, window=None):
        """How wide its shadow is: left, right, top, bottom."""
        said = subprocess.run(["xprop", "-id", window or self.window, "_GTK_FRAME_EXTENTS"],
                              env=self.env, capture_output=True, text=True, check=False).stdout
        numbers = [int(number) for number in re.findall(r"\d+", said.partition("=")[2])]
        return tuple(numbers) if len(numbers) == 4 else (0, 0, 0, 0)

    def origin(self, window=None):
        """Where the window begins on the screen, without its shadow."""
        x, y, _width, _height = self.geometry(window)
        left, _right, top, _bottom = self.shadow(window)
        return x + left, y + top

    def reveal(self, node):
        """Scrolls until nothing covers the middle of the node."""
        for _ in range(60):
            middle = points(node)[0]
            below = self.frame_of(node)
            if self.is_inside(node):
                below = self.pick(below, *middle)
            if below is None or is_within(below, node):
                return
            pane = next((above for above in ancestors(node)
                         if above.get_role_name() == "scroll pane"), None)
            if pane is None:
                raise NotFound(f"{describe(node)} is covered by {describe(below)}")
            self.scroll(pane, 1 if box_of(node).y > box_of(pane).y else -1)
            time.sleep(POLL)
        raise NotFound(f"cannot scroll to {describe(node)}")

    def click(self, node, count=1, button=1):
        wait_for(f"room for {describe(node)}", lambda: has_size(node))
        if node.get_state_set().contains(Atspi.StateType.SENSITIVE):
            self.reveal(node)
        x, y = self.settled_place(node)
        self.desktop.xdotool("mousemove", x, y, "click", "--repeat", count, "--delay", 60, button)

    def press(self, node):
        """The node's own action, for what the mouse cannot reach."""
        node.get_action_iface().do_action(0)

    def scroll(self, node, clicks):
        """Turns the wheel over the node, at its edge: what is in its middle may scroll itself.
        Negative is up."""
        left, top = self.origin(self.window_of(node))
        x, y = left + box_of(node).x + 4, self.place(node)[1]
        self.desktop.xdotool("mousemove", x, y, "click", "--repeat", abs(clicks), "--delay", 20,
                             5 if clicks > 0 else 4)

    def key(self, *keys):
        """Keys as xdotool names them, such as ctrl+Return."""
        self.desktop.xdotool("key", "--clearmodifiers", *keys)

    def type(self, text):
        self.desktop.xdotool("type", "--delay", 8, "--", text)

    def fill(self, node, text):
        """Clicks into a text, replaces what is there, and waits until it says so."""
        self.click(node)
        self.key("ctrl+a")
        self.type(text)
        wait_for(f"the text “{text}”", lambda: text_of(node) == text)

    def resize(self, width, height):
        """Without its shadow, as a person measures."""
        def look():
            if self.frame_size() == (width, height):
                return True
            left, right, top, bottom = self.shadow()
            self.desktop.xdotool("windowsize", self.window,
                                 width + left + right, height + top + bottom)
            time.sleep(POLL)
            return False
        wait_for(f"a window of {width} by {height}", look)

    def screenshot(self, path, dialog=None):
        """Of the window, or of its dialog of this name, with its shadow, transparent around it."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        window = self.window_of(self.find("dialog", dialog)) if dialog else self.window
        self.desktop.xdotool("windowmove", "--sync", window, 0, 0)
        picture.take(self.env["DISPLAY"], window, self.geometry(window)[2:], path)

    def frames(self):
        """The windows and dialogs of the program, oldest first, without a walk through them."""
        children = (self.root.get_child_at_index(index)
                    for index in range(self.root.get_child_count()))
        return [child for child in children if child is not None and has_size(child)]

    def frame_size(self):
        """Of the window's content, as it was laid out last."""
        box = box_of(self.frames()[0])
        return box.width, box.height


def matches(name, wanted):
    if wanted is None:
        return True
    if hasattr(wanted, "search"):
        return wanted.search(name) is not None
    return name == wanted or name.endswith(f" {wanted}")


def component_of(node):
    component = node.get_component_iface()
    if component is None:
        raise Vanished(describe(node))
    return component


def box_of(node):
    return component_of(node).get_extents(Atspi.CoordType.WINDOW)


def has_size(node):
    if node.get_component_iface() is None:
        return False
    box = box_of(node)
    return box.width > 0 and box.height > 0


def points(node):
    """Places in the node: its middle, then places around it."""
    box = box_of(node)
    parts = ((2, 2), (4, 2), (4 / 3, 2), (2, 4), (2, 4 / 3))
    return [(box.x + int(box.width / part[0]), box.y + int(box.height / part[1]))
            for part in parts]


def ancestors(node):
    above = node.get_parent()
    while above is not None and above.get_role_name() != "application":
        yield above
        above = above.get_parent()


def is_within(node, container):
    return node == container or any(above == container for above in ancestors(node))


def describe(node):
    return f"{node.get_role_name()} “{node.get_name()}”"


def has_state(node, state):
    """@state: such as Atspi.StateType.CHECKED"""
    return node.get_state_set().contains(state)


def text_of(node):
    interface = node.get_text_iface()
    if interface is None:
        return ""
    return Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))
