# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a real window as a person does: finds things by role and name as assistive technology sees
them, acts with mouse and keyboard, and looks at the result.

Desktop is a display, a session bus, a window manager and a home of its own; Program is one program
with a window on it. Nothing is shared with the person's own desktop or another run, and nothing is
left when the with statement ends."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time

import picture
import processes
import tree
import x11

from gi.repository import Atspi
from tree import GONE, Node, Tree, Vanished

# How long anything may take to appear; machines that also build something else are slow.
PATIENCE = float(os.environ.get("SPYGLASS_E2E_PATIENCE", "20"))
# What nothing reports, such as a file, is looked at so often.
POLL = 0.05
# Changes come in groups.
GROUP = 0.01
# What moves is elsewhere then; where things slide and fade, that has ended.
FRAMES, MOTION = 0.035, 0.3
# A program that rests needs less time than this, in nanoseconds. One that turns a spinner never rests, and
# is taken for resting after so many looks.
RESTING, RESTLESS = 4e6, 20
ATSPI_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
DOTS_PER_INCH = {"large": 144}

# What is new has the focus. No button and no key is the window manager's: it would hold a click back
# until it has looked at it, and keys that come after it would overtake it.
OPENBOX = """<openbox_config xmlns="http://openbox.org/3.4/rc">
<focus><focusNew>yes</focusNew><focusLast>yes</focusLast></focus><keyboard/><mouse/>
</openbox_config>
"""


class NotFound(AssertionError):
    """Something did not appear in time."""


class Clock:
    """What waiting is woken by: the bus of the desktop that there is."""
    bus = None

    @classmethod
    def wait(cls):
        if cls.bus is None:
            time.sleep(POLL)
            return
        time.sleep(GROUP)
        cls.bus.wait(POLL)


def wait_for(what, look, timeout=None):
    """Calls look() until it returns something true, which is returned."""
    end = time.monotonic() + (PATIENCE if timeout is None else timeout)
    while True:
        late = time.monotonic() > end
        with contextlib.suppress(*GONE):  # a node may vanish while it is looked at
            found = look()
            if found:
                return found
        if late:
            raise NotFound(f"did not appear: {what}")
        Clock.wait()


class Desktop:
    def __init__(self, width=1600, height=1000, style="light", font="Cantarell 11", motion=False,
                 composited=False):
        """@style: light, dark, contrast (high contrast), large (text of 1.5 times the size) or rtl
        (from right to left); @font: of the interface; @motion: whether things slide and fade;
        @composited: whether the screen shows what is behind round corners and shadows"""
        self.size = (width, height)
        self.style = style
        self.font = font
        self.motion = motion
        self.composited = composited
        self.processes = []
        self.home = tempfile.mkdtemp(prefix="spyglass-e2e-")
        self.env = {}
        self.display = None
        self.bus = None
        self.manager = None  # of windows

    def __enter__(self):
        try:
            self._make_home()
            self._start_display()
            self._start_bus()
            self._start_window_manager()
            os.environ.update(self.env)
            Clock.bus = self.bus
            return self
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(self, *_exception):
        Clock.bus = None
        if self.display is not None:
            self.display.close()
        for process in reversed(self.processes):
            processes.stop(process)
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
        # A cursor that blinks draws sixty times a second: a program that has one never rests.
        with open(os.path.join(settings, "settings.ini"), "w", encoding="utf-8") as file:
            file.write(f"[Settings]\ngtk-font-name={self.font}\ngtk-cursor-blink=0\n"
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
        """Xvfb chooses a free display itself and says which. It must not begin from nothing when a
        client leaves, while the next one comes."""
        reading, writing = os.pipe()
        self._start("Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-noreset",
                    "-screen", "0", f"{self.size[0]}x{self.size[1]}x24", pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise NotFound("Xvfb did not start")
        self.env["DISPLAY"] = f":{number}"
        self.env.pop("XAUTHORITY", None)
        self.display = x11.Display(self.env["DISPLAY"])
        if self.style in DOTS_PER_INCH:
            # On X11 GTK asks the server's resources, whatever settings.ini says.
            self.display.set_property("RESOURCE_MANAGER", x11.STRING, x11.REPLACE,
                                      f"Xft.dpi:\t{DOTS_PER_INCH[self.style]}\n")

    def _start_bus(self):
        bus = self._start("dbus-daemon", "--session", "--nofork", "--print-address",
                          stdout=subprocess.PIPE)
        address = bus.stdout.readline().decode().strip()
        if not address:
            raise NotFound("dbus-daemon did not start")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        launcher = next(path for path in ATSPI_LAUNCHERS if os.path.exists(path))
        self._start(launcher, "--launch-immediately")
        self.bus = tree.Bus(address)

    def _start_window_manager(self):
        settings = os.path.join(self.home, "openbox.xml")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(OPENBOX)
        self.manager = self._start("openbox", "--sm-disable", "--config-file", settings)
        wait_for("the window manager",
                 lambda: self.display.numbers(self.display.root, "_NET_SUPPORTED"))
        if self.composited:
            self._start("picom", "--backend", "xrender", "--config", "/dev/null")
            wait_for("the compositor", self.display.has_compositor)
        else:
            self.display.pretend_compositor()
        # GTK lays out round corners and shadows only where the window manager says that it knows them.
        # openbox does not, but shows them well enough: say it in its place.
        self.display.set_property("_NET_SUPPORTED", x11.ATOM, x11.APPEND, ["_GTK_FRAME_EXTENTS"])

    def forget(self):
        """As on the first day: what programs kept in this home is gone."""
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            for kept in ("spyglass", "glib-2.0"):
                shutil.rmtree(os.path.join(self.env[name], kept), ignore_errors=True)

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
    """A program with a window."""

    def __init__(self, desktop, command, env=None):
        self.desktop = desktop
        self.display = desktop.display
        self.command = command
        self.env = dict(desktop.env, **(env or {}))
        descriptor, self.log = tempfile.mkstemp(prefix="program-", suffix=".log", dir=desktop.home)
        os.close(descriptor)
        self.process = None
        self.name = None  # on the bus
        self.window = None
        self.seen = None  # the last time

    def __enter__(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, env=self.env, start_new_session=True,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.name = wait_for("the program's accessible tree", self._find_name)
            self.window = wait_for("the program's window", self._find_window)
            wait_for("a frame that shows",
                     lambda: self.find_all("frame") or self.find_all("dialog"))
        except BaseException:
            print(self.output())
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_exception):
        processes.stop(self.process)

    def output(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def _check_runs(self):
        if self.process.poll() is not None:
            raise NotFound(f"the program ended with {self.process.returncode}: {self.output()}")

    def _find_name(self):
        self._check_runs()
        return self.desktop.bus.find_program(self.process.pid)

    def _find_window(self):
        found = self.display.windows_of(self.process.pid)
        return found[-1] if found else None

    def close(self):
        """As its window's button does; returns once the program has ended."""
        self.press(self.find("push button", "Close"))
        wait_for("the end of the program", lambda: self.process.poll() is not None)

    # Looking

    def tree(self):
        """All that there is now."""
        self.seen = Tree(self.desktop.bus, self.name, self.seen)
        return self.seen

    def find_all(self, role, name=None, within=None, showing=True, text=None):
        """@role: as in Atspi, "push button" or "text", or several of them. @name: the whole name, or
        a compiled pattern that is searched for. A labelled button is called “label Text”: its text
        finds it too. @text: what its text has in it. In reading order."""
        roles = (role,) if isinstance(role, str) else role
        seen = self.tree()
        found = [path for path in seen.walk(within and within.path)
                 if seen.role(path) in roles and matches(seen.name(path), name)]
        if text is not None:
            found = [path for path, has in zip(found, seen.texts(found)) if text in has]
        nodes = []
        for path in found:
            with contextlib.suppress(*GONE):  # a node may vanish meanwhile
                node = seen.node(path)
                if not showing or self.shows(node, seen):
                    nodes.append(node)
        return nodes

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
        anchor = seen.node(pane)
        parent = seen.parents.get(pane)
        frame = seen.node(above[-1] if above else node.path)
        nothing = True
        for point in points(anchor):
            below = frame.node_at_point(*point)
            if below is None:
                continue
            nothing = False
            if below.path in (parent, pane) or pane in (
                    seen.ancestors(below.path) if below.path in seen.parents
                    else [above.path for above in below.ancestors()]):
                return True
        return nothing and self.is_inside(anchor)  # icons are picked, but have no node

    def frame_of(self, node):
        if self.seen is None or node.path not in self.seen.parents:
            return [node, *node.ancestors()][-1]
        return self.seen.node([node.path, *self.seen.ancestors(node.path)][-1])

    def is_inside(self, node):
        box = node.box()
        frame = self.frame_of(node).box()
        return (0 <= box.x + box.width // 2 < frame.width
                and 0 <= box.y + box.height // 2 < frame.height)

    def find(self, role, name=None, within=None, timeout=None):
        what = f"{role} “{getattr(name, 'pattern', name)}”"
        with self._showing():
            return wait_for(what, lambda: self.find_all(role, name, within), timeout)[0]

    @contextlib.contextmanager
    def _showing(self):
        """Says what there is instead."""
        try:
            yield
        except NotFound as error:
            raise NotFound(f"{error}\n{self.dump()}") from None

    def wait_gone(self, role, name=None, within=None, timeout=None):
        with self._showing():
            wait_for(f"no {role} “{name}” any more",
                     lambda: not self.find_all(role, name, within), timeout)

    def dump(self):
        """The showing tree as text, for messages."""
        seen = self.tree()
        paths = list(seen.walk())
        lines = []
        for path, text in zip(paths, seen.texts(paths)):
            depth = len(list(seen.ancestors(path)))
            lines.append(f"{'  ' * depth}{seen.role(path)} “{seen.name(path)[:60]}” {text[:60]}")
        return "\n".join(lines)

    # Acting

    def place(self, node):
        """The middle of the node on the screen."""
        x, y = points(node)[0]
        left, top = self.origin(self.window_of(node))
        return left + x, top + y

    def settled_place(self, node):
        """The same, once nothing moves any more: windows are placed, pages slide, and a page that is
        still being laid out takes a click for one beside what has moved."""
        def look():
            before = self.place(node)
            self.rest(MOTION if self.desktop.motion else FRAMES)
            return before if self.place(node) == before else None
        return wait_for(f"{describe(node)} at rest", look)

    def rest(self, seconds=MOTION):
        """Until it and the window manager have done nothing for so long; for what is seen by no other
        sign."""
        looks = 0

        def look():
            nonlocal looks
            looks += 1
            begun = self._busy_time()
            time.sleep(seconds)
            return looks > RESTLESS or abs(self._busy_time() - begun) < RESTING
        wait_for("a program that rests", look)

    def _busy_time(self):
        self._check_runs()
        return processes.busy_time(self.process.pid) + processes.busy_time(self.desktop.manager.pid)

    def window_of(self, node):
        """Its X window, once that has its size: the window manager gives it in its own time."""
        return wait_for(f"the window of {describe(node)}",
                        lambda: self._find_window_like(self.frame_of(node)))

    def _find_window_like(self, frame):
        """The X window of this window; of several the one of the same size that came last."""
        box = frame.box()
        for window in reversed(self.display.windows_of(self.process.pid)):
            left, right, top, bottom = self.shadow(window)
            _x, _y, width, height = self.geometry(window)
            if (width - left - right, height - top - bottom) == (box.width, box.height):
                return window
        return None

    def geometry(self, window=None):
        """The window with its shadow on the screen: x, y, width, height."""
        found = self.display.geometry(window or self.window)
        if found is None:
            raise Vanished(f"window {window or self.window}")
        return found

    def shadow(self, window=None):
        """How wide its shadow is: left, right, top, bottom."""
        found = self.display.numbers(window or self.window, "_GTK_FRAME_EXTENTS")
        return tuple(found) if len(found) == 4 else (0, 0, 0, 0)

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
                below = below.node_at_point(*middle)
            if below is None or is_within(below, node):
                return
            pane = next((above for above in node.ancestors() if above.role() == "scroll pane"), None)
            if pane is None:
                raise NotFound(f"{describe(node)} is covered by {describe(below)}")
            self.scroll(pane, 1 if node.box().y > pane.box().y else -1)
            self.settled_place(node)
        raise NotFound(f"cannot scroll to {describe(node)}")

    def click(self, node, button=x11.LEFT):
        """What is looked for next is on the page that this leads to."""
        self.press(node, button)
        self.rest(FRAMES)

    def press(self, node, button=x11.LEFT):
        """Clicks, and does not wait for what comes of it."""
        wait_for(f"{describe(node)}, which can be used",
                 lambda: has_size(node) and node.has_state(Atspi.StateType.SENSITIVE))
        self.reveal(node)
        self.wait_until_active(self.frame_of(node))
        self._press_at(self.settled_place(node), button)

    def scroll(self, node, clicks):
        """Turns the wheel over the node, at its edge: what is in its middle may scroll itself.
        Negative is up."""
        left, top = self.origin(self.window_of(node))
        self._press_at((left + node.box().x + 4, top + points(node)[0][1]),
                       x11.DOWN if clicks > 0 else x11.UP, abs(clicks))

    def _press_at(self, place, button, times=1):
        self.display.point(*place)
        popup = 0

        def look():
            """A tooltip takes the click, and goes when the program finds the pointer on it; a menu stays."""
            nonlocal popup
            # The program finds all at the same time. Where the layout changes between them, GTK asks the
            # display which buttons are down now, and none is any more: the click was given up
            # (gdk_surface_ensure_motion in 4.8). A button that is held longer than a double click takes does
            # nothing in a GtkListBox.
            with processes.halted(self.process):
                before, popup = popup, self.display.popup_at(*place)
                if popup == before:
                    for down in [True, False] * times:
                        self.display.press(button, down)
                    return True
            self.rest(FRAMES)
            return False
        wait_for(f"no tooltip at {place}", look)

    def wait_until_active(self, frame=None):
        """Keys and clicks go to this window, or to the newest one: that has its focus from the window
        manager in its own time."""
        def look():
            window = self._find_window_like(frame or self.frames()[-1])
            return window and self.display.has_focus(window)
        wait_for("the window's focus", look)

    def key(self, *keys):
        """Keys as X names them, such as ctrl+Return. They are pressed where the focus is once the program
        has done what comes of the last ones."""
        self.wait_until_active()
        self.rest(FRAMES)
        self.display.keys(*keys)

    def type(self, text):
        self.wait_until_active()
        self.rest(FRAMES)
        self.display.type(text)

    def fill(self, node, text):
        """Clicks into a text, replaces what is there, and waits until it says so, and until what is
        searched for is found: that begins some time after the last letter."""
        self.click(node)
        self.key("ctrl+a")
        self.type(text)
        wait_for(f"the text “{text}”", lambda: node.text() == text)
        self.rest(MOTION if node.role() == "entry" else FRAMES)

    def resize(self, width, height):
        """Without its shadow, as a person measures."""
        def look():
            if self.frame_size() == (width, height):
                return True
            left, right, top, bottom = self.shadow()
            self.display.resize(self.window, width + left + right, height + top + bottom)
            return False
        wait_for(f"a window of {width} by {height}", look)

    def screenshot(self, path, dialog=None):
        """Of the window, or of its dialog of this name, with its shadow, transparent around it."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        window = self.window_of(self.find("dialog", dialog)) if dialog else self.window
        self.display.move(window, 0, 0)
        wait_for("the window at its place", lambda: self.geometry(window)[:2] == (0, 0))
        picture.take(self.env["DISPLAY"], window, self.geometry(window)[2:], path)

    def frames(self):
        """The windows and dialogs of the program, oldest first, without a look into them."""
        root = Node(self.desktop.bus, self.name, tree.ROOT)
        return [child for child in root.children() if has_size(child)]

    def frame_size(self):
        """Of the window's content, as it was laid out last."""
        box = self.frames()[0].box()
        return box.width, box.height


def matches(name, wanted):
    if wanted is None:
        return True
    if hasattr(wanted, "search"):
        return wanted.search(name) is not None
    return name == wanted or name.endswith(f" {wanted}")


def has_size(node):
    try:
        box = node.box()
    except GONE:
        return False
    return box.width > 0 and box.height > 0


def points(node):
    """Places in the node: its middle, then places around it."""
    box = node.box()
    parts = ((2, 2), (4, 2), (4 / 3, 2), (2, 4), (2, 4 / 3))
    return [(box.x + int(box.width / part[0]), box.y + int(box.height / part[1]))
            for part in parts]


def is_within(node, container):
    return node == container or any(above == container for above in node.ancestors())


def describe(node):
    return f"{node.role()} “{node.name()}”"
