# SPDX-License-Identifier: GPL-3.0-or-later
"""The display as a person has it: windows, a mouse and a keyboard. What asks a program of its own for
each of these takes longer than what is done with the answer."""

import ctypes
import subprocess

from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

ANY_TYPE, STRING, CARDINAL, ATOM = 0, 31, 6, 4  # Xatom.h
REPLACE, APPEND = 0, 2
VIEWABLE = 2
LEFT, UP, DOWN = 1, 4, 5  # buttons of the mouse
# Between two keys, as the display waits.
KEY_MS = 2
COMPOSITOR = "_NET_WM_CM_S0"
MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "super": "Super_L"}
LINES = {"\n": "Return", "\t": "Tab"}


class Attributes(ctypes.Structure):
    _fields_ = [("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int),
                ("border_width", c_int), ("depth", c_int), ("visual", c_void_p), ("root", c_ulong),
                ("kind", c_int), ("bit_gravity", c_int), ("win_gravity", c_int),
                ("backing_store", c_int), ("backing_planes", c_ulong), ("backing_pixel", c_ulong),
                ("save_under", c_int), ("colormap", c_ulong), ("map_installed", c_int),
                ("map_state", c_int), ("all_event_masks", c_long), ("your_event_mask", c_long),
                ("do_not_propagate_mask", c_long), ("override_redirect", c_int),
                ("screen", c_void_p)]


def load():
    x11, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    for name, result, *arguments in (
            ("XOpenDisplay", c_void_p, c_char_p),
            ("XCloseDisplay", c_int, c_void_p),
            ("XDefaultRootWindow", c_ulong, c_void_p),
            ("XInternAtom", c_ulong, c_void_p, c_char_p, c_int),
            ("XSync", c_int, c_void_p, c_int),
            ("XFree", c_int, c_void_p),
            ("XQueryTree", c_int, c_void_p, c_ulong, c_void_p, c_void_p, c_void_p, c_void_p),
            ("XGetWindowAttributes", c_int, c_void_p, c_ulong, c_void_p),
            ("XTranslateCoordinates", c_int, c_void_p, c_ulong, c_ulong, c_int, c_int, c_void_p,
             c_void_p, c_void_p),
            ("XGetWindowProperty", c_int, c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong,
             c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
            ("XChangeProperty", c_int, c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_void_p,
             c_int),
            ("XGetSelectionOwner", c_ulong, c_void_p, c_ulong),
            ("XSetSelectionOwner", c_int, c_void_p, c_ulong, c_ulong, c_ulong),
            ("XCreateSimpleWindow", c_ulong, c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint,
             c_ulong, c_ulong),
            ("XGetInputFocus", c_int, c_void_p, c_void_p, c_void_p),
            ("XMoveWindow", c_int, c_void_p, c_ulong, c_int, c_int),
            ("XResizeWindow", c_int, c_void_p, c_ulong, c_uint, c_uint),
            ("XIconifyWindow", c_int, c_void_p, c_ulong, c_int),
            ("XStringToKeysym", c_ulong, c_char_p),
            ("XKeysymToKeycode", c_uint, c_void_p, c_ulong),
            ("XkbKeycodeToKeysym", c_ulong, c_void_p, c_uint, c_int, c_int)):
        function = getattr(x11, name)
        function.restype, function.argtypes = result, arguments
    for name, *arguments in (
            ("XTestFakeMotionEvent", c_void_p, c_int, c_int, c_int, c_ulong),
            ("XTestFakeButtonEvent", c_void_p, c_uint, c_int, c_ulong),
            ("XTestFakeKeyEvent", c_void_p, c_uint, c_int, c_ulong)):
        function = getattr(test, name)
        function.restype, function.argtypes = c_int, arguments
    return x11, test


X11, XTEST = load()
# A window may go while it is looked at; by default that ends the process.
ON_ERROR = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda _display, _error: 0)


class Display:
    """Stays connected: a server that its last client leaves begins from nothing."""

    def __init__(self, name):
        self.name = name
        X11.XSetErrorHandler(ON_ERROR)
        self.display = X11.XOpenDisplay(name.encode())
        if not self.display:
            raise OSError(f"there is no display {name}")
        self.root = X11.XDefaultRootWindow(self.display)

    def close(self):
        X11.XCloseDisplay(self.display)

    def sync(self):
        X11.XSync(self.display, False)

    def atom(self, name):
        return X11.XInternAtom(self.display, name.encode(), False)

    # Windows

    def numbers(self, window, name):
        """A property of a window, [] where it has none."""
        kind, form, count, rest, data = c_ulong(), c_int(), c_ulong(), c_ulong(), c_void_p()
        X11.XGetWindowProperty(self.display, window, self.atom(name), 0, 1024, False, ANY_TYPE,
                               byref(kind), byref(form), byref(count), byref(rest), byref(data))
        if not data.value:
            return []
        width = {8: ctypes.c_ubyte, 16: ctypes.c_ushort, 32: c_ulong}.get(form.value)
        found = list((width * count.value).from_address(data.value)) if width else []
        X11.XFree(data)
        return found

    def text(self, window, name):
        return bytes(self.numbers(window, name)).decode(errors="replace")

    def set_property(self, name, kind, mode, values):
        """Of the root window. @values: a text, or atoms by their names"""
        if kind == STRING:
            data, bits, count = values.encode(), 8, len(values.encode())
        else:
            data, bits, count = (c_ulong * len(values))(*map(self.atom, values)), 32, len(values)
        X11.XChangeProperty(self.display, self.root, self.atom(name), kind, bits, mode,
                            ctypes.cast(data, c_void_p), count)
        self.sync()

    def family(self, window):
        """Its parent and its children."""
        root, parent, found, count = c_ulong(), c_ulong(), c_void_p(), c_uint()
        if not X11.XQueryTree(self.display, window, byref(root), byref(parent), byref(found),
                              byref(count)):
            return None, []
        windows = list((c_ulong * count.value).from_address(found.value)) if found.value else []
        if found.value:
            X11.XFree(found)
        return parent.value, windows

    def has_focus(self, window):
        """Whether keys go to it, or to what is in it."""
        focus, revert = c_ulong(), c_int()
        X11.XGetInputFocus(self.display, byref(focus), byref(revert))
        below = focus.value
        while below and below != window:
            below, _children = self.family(below)
        return below == window

    def attributes(self, window):
        found = Attributes()
        return found if X11.XGetWindowAttributes(self.display, window, byref(found)) else None

    def windows(self, wanted):
        """Those that can be seen, from the lowest to the highest. @wanted: says so of one"""
        frames = self.family(self.root)[1]
        # The window manager puts most windows into a frame.
        inner = [child for frame in frames for child in self.family(frame)[1]]
        return [window for window in frames + inner if wanted(window) and self.is_viewable(window)]

    def is_viewable(self, window):
        about = self.attributes(window)
        return about is not None and about.map_state == VIEWABLE

    def windows_of(self, pid):
        return self.windows(lambda window: self.numbers(window, "_NET_WM_PID") == [pid])

    def windows_called(self, name):
        return self.windows(lambda window: self.text(window, "_NET_WM_NAME") == name)

    def geometry(self, window):
        """x, y on the screen, width, height; None where it is gone."""
        about = self.attributes(window)
        x, y, child = c_int(), c_int(), c_ulong()
        if about is None or not X11.XTranslateCoordinates(
                self.display, window, self.root, 0, 0, byref(x), byref(y), byref(child)):
            return None
        return x.value, y.value, about.width, about.height

    def popup_at(self, x, y):
        """The window of a menu or a tooltip there, 0 where there is none."""
        left, top, child = c_int(), c_int(), c_ulong()
        X11.XTranslateCoordinates(self.display, self.root, self.root, x, y, byref(left), byref(top),
                                  byref(child))
        about = child.value and self.attributes(child.value)
        return child.value if about and about.override_redirect else 0

    def resize(self, window, width, height):
        X11.XResizeWindow(self.display, window, width, height)
        self.sync()

    def move(self, window, x, y):
        X11.XMoveWindow(self.display, window, x, y)
        self.sync()

    def minimize(self, window):
        X11.XIconifyWindow(self.display, window, 0)
        self.sync()

    def has_compositor(self):
        return X11.XGetSelectionOwner(self.display, self.atom(COMPOSITOR)) != 0

    def pretend_compositor(self):
        """Programs lay out shadows, and no time goes into drawing what is behind them."""
        window = X11.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)
        X11.XSetSelectionOwner(self.display, self.atom(COMPOSITOR), window, 0)
        self.sync()

    # Mouse and keyboard

    def point(self, x, y):
        XTEST.XTestFakeMotionEvent(self.display, -1, x, y, 0)

    def press(self, button, down):
        XTEST.XTestFakeButtonEvent(self.display, button, down, 0)
        self.sync()

    def _press(self, code, modifiers):
        for modifier in modifiers:
            XTEST.XTestFakeKeyEvent(self.display, modifier, True, 0)
        XTEST.XTestFakeKeyEvent(self.display, code, True, KEY_MS)
        XTEST.XTestFakeKeyEvent(self.display, code, False, KEY_MS)
        for modifier in reversed(modifiers):
            XTEST.XTestFakeKeyEvent(self.display, modifier, False, 0)

    def _code(self, keysym):
        """The key, and whether it is pressed with Shift; 0 where there is no such key."""
        code = X11.XKeysymToKeycode(self.display, keysym)
        if not code:
            return 0, False
        levels = [X11.XkbKeycodeToKeysym(self.display, code, 0, level) for level in (0, 1)]
        return code if keysym in levels else 0, keysym != levels[0]

    def _named(self, name):
        code, shifted = self._code(X11.XStringToKeysym(name.encode()))
        assert code, f"there is no key {name}"
        return code, shifted

    def keys(self, *chords):
        """Such as ctrl+Return, one after the other."""
        for chord in chords:
            *held, name = chord.split("+")
            code, shifted = self._named(name)
            held += ["shift"] if shifted and "shift" not in held else []
            self._press(code, [self._named(MODIFIERS[each])[0] for each in held])
        self.sync()

    def type(self, text):
        shift, _ = self._named("Shift_L")
        codes = [self._named(LINES[letter]) if letter in LINES
                 else self._code(ord(letter) if ord(letter) < 0x100 else 0x1000000 | ord(letter))
                 for letter in text]
        if not all(code for code, _ in codes):
            # A letter that this keyboard does not have is put on it first.
            subprocess.run(["xdotool", "type", "--delay", "12", "--", text], check=True,
                           env={"DISPLAY": self.name, "PATH": "/usr/bin:/bin"})
            return
        for code, shifted in codes:
            self._press(code, [shift] if shifted else [])
        self.sync()
