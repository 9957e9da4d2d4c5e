# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a picture of one window with its round corners and its shadow, transparent around it, so
that it looks right on light and on dark pages."""

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


def take(display_name, window, size, path):
    """@window: its X id, or None for the whole screen; @size: width and height with the shadow"""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XGetImage.restype = ctypes.POINTER(XImage)
    display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    try:
        drawable = int(window) if window is not None else x11.XDefaultRootWindow(display)
        image = x11.XGetImage(display, ctypes.c_ulong(drawable), 0, 0, *map(ctypes.c_uint, size),
                              ALL_PLANES, Z_PIXMAP).contents
        pixels = bytearray(ctypes.string_at(image.data, image.height * image.bytes_per_line))
        if image.depth != 32:  # not transparent anywhere
            pixels[3::4] = b"\xff" * (len(pixels) // 4)
        texture = Gdk.MemoryTexture.new(image.width, image.height,
                                        Gdk.MemoryFormat.B8G8R8A8_PREMULTIPLIED,
                                        GLib.Bytes.new(bytes(pixels)), image.bytes_per_line)
        if not texture.save_to_png(path):
            raise OSError(f"cannot write {path}")
    finally:
        x11.XCloseDisplay(display)
