# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a picture of one window with its round corners and its shadow, transparent around it, so
that it looks right on light and on dark pages."""

import collections
import ctypes

import gi

gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, GLib  # noqa: E402

Z_PIXMAP = 2
ALL_PLANES = ctypes.c_ulong(-1)


class XImage(ctypes.Structure):
    """The beginning of Xlib's structure; nothing behind is used."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_char)),
                ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int),
                ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int),
                ("bits_per_pixel", ctypes.c_int)]


class Picture:
    """What an X drawable looks like now: rows of pixels, blue, green, red and a fourth byte."""

    def __init__(self, display_name, window, size):
        """@window: its X id, or None for the whole screen; @size: width and height"""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XGetImage.restype = ctypes.POINTER(XImage)
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
        try:
            drawable = int(window) if window is not None else x11.XDefaultRootWindow(display)
            got = x11.XGetImage(display, ctypes.c_ulong(drawable), 0, 0,
                                *map(ctypes.c_uint, size), ALL_PLANES, Z_PIXMAP)
            image = got.contents
            self.width, self.height, self.stride = image.width, image.height, image.bytes_per_line
            self.pixels = bytearray(ctypes.string_at(image.data, image.height * self.stride))
            if image.depth != 32:  # not transparent anywhere
                self.pixels[3::4] = b"\xff" * (len(self.pixels) // 4)
            x11.XDestroyImage(got)
        finally:
            x11.XCloseDisplay(display)

    def colours(self, x, y, width, height):
        """How often each colour is met in this part: {(red, green, blue): count}."""
        counted = collections.Counter()
        for row in range(max(y, 0), min(y + height, self.height)):
            start = row * self.stride + max(x, 0) * 4
            end = row * self.stride + min(x + width, self.width) * 4
            line = bytes(self.pixels[start:end])
            counted.update(line[at:at + 3] for at in range(0, len(line), 4))
        return {tuple(reversed(colour)): count for colour, count in counted.items()}

    def save(self, path):
        texture = Gdk.MemoryTexture.new(self.width, self.height,
                                        Gdk.MemoryFormat.B8G8R8A8_PREMULTIPLIED,
                                        GLib.Bytes.new(bytes(self.pixels)), self.stride)
        if not texture.save_to_png(path):
            raise OSError(f"cannot write {path}")


def take(display_name, window, size, path):
    """@window: its X id, or None for the whole screen; @size: width and height with the shadow"""
    Picture(display_name, window, size).save(path)
