# SPDX-License-Identifier: GPL-3.0-or-later
"""The notification service of a desktop, of which only what is sent is looked at, and clicked."""

import collections

from driver import wait_for
from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = """<node><interface name='org.freedesktop.Notifications'>
<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/>
<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
<arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>
<arg type='u' direction='out'/></method>
<method name='CloseNotification'><arg type='u' direction='in'/></method>
</interface></node>"""

Notification = collections.namedtuple("Notification", "number title body actions sender")


class Notifications:
    def __init__(self, desktop):
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        self.told = []
        self.connection = Gio.DBusConnection.new_for_address_sync(
            desktop.env["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        info = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        self.connection.register_object(PATH, info, self._on_method, None, None)
        self.connection.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                  "org.freedesktop.DBus", "RequestName",
                                  GLib.Variant("(su)", (NAME, 0)), None,
                                  Gio.DBusCallFlags.NONE, -1, None)

    def _on_method(self, _connection, sender, _path, _interface, method, parameters, invocation):
        if method != "Notify":
            invocation.return_value(None)
            return
        _program, _replaced, _icon, title, body, actions, _hints, _timeout = parameters.unpack()
        self.told.append(Notification(len(self.told) + 1, title, body, actions, sender))
        invocation.return_value(GLib.Variant("(u)", (len(self.told),)))

    def look(self):
        """Returns: those that came, oldest first."""
        while GLib.MainContext.default().iteration(False):
            pass
        return self.told

    def wait(self):
        """Returns: the first one, once it is there."""
        return wait_for("a notification", self.look)[0]

    def click(self, notification):
        self.connection.emit_signal(notification.sender, PATH, NAME, "ActionInvoked",
                                    GLib.Variant("(us)", (notification.number, "default")))
        self.connection.flush_sync(None)
