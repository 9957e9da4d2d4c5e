#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in its desktop: started by its name on the bus, by a link, by a file, by a second start, and
asked by the search of the desktop. The files that are installed for it are those of this build."""

import configparser
import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.parse
import zipfile

from cases import CLI, DEMO, PROGRAM, run
from driver import Desktop, Program, wait_for
from gi.repository import Gio, GLib
from person import Person

DATA = os.environ["GSETTINGS_SCHEMA_DIR"]
ID = "io.github.spyglass_mcp.Spyglass"
PATH = "/io/github/spyglass_mcp/Spyglass"
APPLICATION = "org.freedesktop.Application"
SEARCH = "org.gnome.Shell.SearchProvider2"
MARK = "touched-by-a-link"
# Of what is asked while a person types.
SECONDS = 2.0


def read_ini(name):
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        parser.read_file(file)
    return parser


def link_to(config, name="Linked"):
    return f"spyglass:add?name={urllib.parse.quote(name)}&config={urllib.parse.quote(json.dumps(config))}"


class Bus:
    """The session bus of the private desktop, as other programs on it use it."""

    def __init__(self, desktop):
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        self.connection = Gio.DBusConnection.new_for_address_sync(
            desktop.env["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)

    def call(self, name, path, interface, method, parameters=None):
        return self.connection.call_sync(name, path, interface, method, parameters, None,
                                         Gio.DBusCallFlags.NONE, 20000, None).unpack()

    def ask_bus(self, method, parameters=None):
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
                         parameters)

    def pid(self):
        return self.ask_bus("GetConnectionUnixProcessID", GLib.Variant("(s)", (ID,)))[0]

    def runs(self):
        return self.ask_bus("NameHasOwner", GLib.Variant("(s)", (ID,)))[0]

    def activate(self):
        self.call(ID, PATH, APPLICATION, "Activate", GLib.Variant("(a{sv})", ({},)))

    def open(self, *links):
        self.call(ID, PATH, APPLICATION, "Open", GLib.Variant("(asa{sv})", (links, {})))

    def act(self, action):
        self.call(ID, PATH, APPLICATION, "ActivateAction", GLib.Variant("(sava{sv})", (action, [], {})))

    def search(self, method, *arguments):
        kinds = {"GetInitialResultSet": "(as)", "GetSubsearchResultSet": "(asas)", "GetResultMetas": "(as)",
                 "ActivateResult": "(sasu)", "LaunchSearch": "(asu)"}
        begun = time.monotonic()
        found = self.call(ID, PATH + "/SearchProvider", SEARCH, method,
                          GLib.Variant(kinds[method], arguments))
        assert time.monotonic() - begun < SECONDS or method in ("ActivateResult", "LaunchSearch"), method
        return found[0] if found else None


class Activated(Program):
    """The program as the bus has started it."""

    class Process:
        def __init__(self, pid):
            self.pid = pid
            self.returncode = None

        def send_signal(self, sign):
            os.kill(self.pid, sign)

        def poll(self):
            return None if os.path.exists(f"/proc/{self.pid}") else 0

    def __enter__(self):
        self.process = self.Process(self.command)
        self.name = wait_for("the program's accessible tree", self._find_name)
        self.window = wait_for("the program's window", self._find_window)
        wait_for("a frame that shows", lambda: self.find_all("frame") or self.find_all("dialog"))
        return self

    def __exit__(self, *_exception):
        pass


def windows(program):
    """Dialogs left aside."""
    return len(program.find_all("frame", "Spyglass"))


def install(desktop):
    """The service file of this build, with the program of this build."""
    service = read_ini(ID + ".service")
    assert service["D-BUS Service"]["Exec"].endswith("/bin/spyglass --gapplication-service")
    service["D-BUS Service"]["Exec"] = f"{os.path.abspath(PROGRAM)} --gapplication-service"
    folder = os.path.join(desktop.env["XDG_DATA_HOME"], "dbus-1", "services")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, ID + ".service"), "w", encoding="utf-8") as file:
        service.write(file, space_around_delimiters=False)


def end(bus):
    if bus.runs():
        with contextlib.suppress(GLib.Error):
            bus.act("quit")
        wait_for("the end of the program", lambda: not bus.runs())


@contextlib.contextmanager
def fresh(desktop):
    """Nothing runs, and nothing is kept."""
    desktop.forget()
    install(desktop)
    bus = Bus(desktop)
    bus.ask_bus("ReloadConfig")
    try:
        yield desktop, bus
    finally:
        end(bus)


def spyglass_cli(desktop, *words):
    subprocess.run([CLI, *words], env=desktop.env, check=True, capture_output=True, timeout=60)


def kept(desktop):
    path = os.path.join(desktop.env["XDG_CONFIG_HOME"], "spyglass", "servers.yaml")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def files_say_the_same(_sitting):
    """What GLib, the bus and the shell read."""
    entry = GLib.KeyFile()
    assert entry.load_from_file(os.path.join(DATA, ID + ".desktop"), GLib.KeyFileFlags.NONE)
    service, provider = GLib.KeyFile(), GLib.KeyFile()
    assert service.load_from_file(os.path.join(DATA, ID + ".service"), GLib.KeyFileFlags.NONE)
    assert provider.load_from_file(os.path.join(DATA, ID + ".search-provider.ini"), GLib.KeyFileFlags.NONE)
    group = "Desktop Entry"
    assert entry.get_boolean(group, "DBusActivatable") and entry.get_string(group, "Exec") == "spyglass %U"
    types = entry.get_string_list(group, "MimeType")
    assert [name for name in types if name.startswith("x-scheme-handler/")] == ["x-scheme-handler/spyglass"]
    assert service.get_string("D-BUS Service", "Name") == ID
    for action in entry.get_string_list(group, "Actions"):
        assert entry.get_string(f"Desktop Action {action}", "Exec") == f"spyglass --{action}"
    shell = "Shell Search Provider"
    assert provider.get_string(shell, "DesktopId") == ID + ".desktop"
    assert provider.get_string(shell, "BusName") == ID
    assert provider.get_string(shell, "ObjectPath") == PATH + "/SearchProvider"
    assert provider.get_integer(shell, "Version") == 2


def a_second_start_raises_the_first(sitting):
    desktop, bus = sitting
    bus.activate()
    with Activated(desktop, bus.pid()) as program:
        first = bus.pid()
        subprocess.run([PROGRAM], env=desktop.env, check=True, timeout=30)
        bus.activate()
        assert bus.pid() == first and windows(program) == 1
        subprocess.run([PROGRAM, "--new-window"], env=desktop.env, check=True, timeout=30)
        wait_for("the second window", lambda: windows(program) == 2)
        bus.act("new-window")
        wait_for("the third window", lambda: windows(program) == 3)
        end(bus)


def an_action_opens_the_first_window(sitting):
    desktop, bus = sitting
    assert not bus.runs()
    bus.act("new-window")
    with Activated(desktop, bus.pid()) as program:
        program.find("push button", "Try the Demo Server")
        assert windows(program) == 1


def a_link_runs_nothing(sitting):
    """It starts the program, is shown whole, is kept when that is said, and runs when that is said."""
    desktop, bus = sitting
    mark = os.path.join(desktop.home, MARK)
    bus.open(link_to({"command": "/bin/sh", "args": ["-c", f"touch {mark}; exec sleep 60"],
                      "env": {"A": "<b>bold</b>", "API_KEY": "${NO_SUCH_KEY}"}}, "<i>Linked</i>"))
    with Activated(desktop, bus.pid()) as program:
        program.find("dialog", "Add a Server")
        program.find("label", f"/bin/sh -c 'touch {mark}; exec sleep 60'")
        assert program.find("text", "Name").text() == "<i>Linked</i>"
        assert kept(desktop) == "" and not os.path.exists(mark)
        program.key("ctrl+Return")
        program.find("label", "Run This Command?")
        program.find("label", "Pasted, or opened from a link. It has not run yet and runs with your "
                              "permissions: review it first.")
        assert "origin: pasted" in kept(desktop) and not os.path.exists(mark)
        program.find("label", re.compile("NO_SUCH_KEY"))  # what it would take from the environment
        program.click(program.find("push button", "Run"))
        wait_for("the server", lambda: os.path.exists(mark))


def a_bad_link_says_so(sitting):
    """In the window that is there, and nothing else happens."""
    desktop, bus = sitting
    bus.activate()
    with Activated(desktop, bus.pid()) as program:
        for link in ("spyglass:add", "spyglass:/etc/passwd", "cursor://anysphere.cursor-deeplink/mcp/install?x",
                     "https://example.com/mcp", link_to({}), "spyglass:add?config=%00",
                     "javascript:alert(1)", "spyglass:add?config=" + "A" * 300000):
            bus.open(link)
            program.find("label", "Could Not Open the Link")
            program.key("Escape")
            program.wait_gone("label", "Could Not Open the Link")
        assert kept(desktop) == "" and not program.find_all("dialog")


def a_bundle_is_imported(sitting):
    desktop, bus = sitting
    path = os.path.join(desktop.home, "notes.mcpb")
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("manifest.json", json.dumps({
            "manifest_version": "0.3", "name": "note-keeper", "version": "1.0.0", "description": "Notes",
            "author": {"name": "x"}, "server": {"type": "binary", "entry_point": "run", "mcp_config": {
                "command": "${__dirname}/run", "args": []}}}))
        bundle.writestr("run", "#!/bin/sh\n")
    bus.open("file://" + path)
    with Activated(desktop, bus.pid()) as program:
        program.find("label", "note-keeper")
        assert kept(desktop) == ""


def search_finds_what_was_listed(sitting):
    """Without a window, and without a server."""
    desktop, bus = sitting
    spyglass_cli(desktop, "servers", "add", "Demo", "--", DEMO)
    spyglass_cli(desktop, "servers", "add", "<b>Second</b>", "--", "/bin/false")
    spyglass_cli(desktop, "tools", "--server", "Demo")
    find = bus.search("GetInitialResultSet", ["ECHO"])
    assert find and find[0].startswith("echo\t"), find
    assert bus.search("GetInitialResultSet", []) == bus.search("GetInitialResultSet", ["", "  "]) == []
    assert bus.search("GetInitialResultSet", ["no-such-thing-anywhere"]) == []
    wide = bus.search("GetInitialResultSet", ["s"])
    assert 0 < len(wide) <= 20
    assert set(bus.search("GetSubsearchResultSet", wide, ["se"])) <= set(wide)
    assert bus.search("GetSubsearchResultSet", [], ["echo"]) == []
    second = bus.search("GetInitialResultSet", ["second"])
    metas = bus.search("GetResultMetas", [find[0], *second, "gone\tgone", "\t", "", "x" * 100000])
    assert [(meta["name"], meta["description"]) for meta in metas] == \
        [("echo", "Tool of Demo"), ("<b>Second</b>", "MCP server")], metas
    assert all(set(meta) == {"id", "name", "description", "gicon"} for meta in metas)
    assert not desktop.display.windows_of(bus.pid())
    assert not [line for line in desktop.children_of(bus.pid()).values() if DEMO in line]
    spyglass_cli(desktop, "servers", "remove", "Demo", "--yes")
    wait_for("the list", lambda: bus.search("GetInitialResultSet", ["echo"]) == [])


def search_leads_into_the_window(sitting):
    desktop, bus = sitting
    spyglass_cli(desktop, "servers", "add", "Demo", "--", DEMO)
    spyglass_cli(desktop, "tools", "--server", "Demo")
    bus.search("ActivateResult", bus.search("GetInitialResultSet", ["echo"])[0], ["echo"], 0)
    with Activated(desktop, bus.pid()) as program:
        program.find("push button", "Connect")
        assert not [line for line in desktop.children_of(bus.pid()).values() if DEMO in line]
        program.click(program.find("push button", "Connect"))
        program.find("text", "message")  # the form of the tool
        bus.search("LaunchSearch", ["find", "prod"], 0)
        entry = program.find("entry", "Search servers, tools, results and actions")
        assert entry.text() == "find prod", entry.text()
        program.key("Escape")
        bus.search("ActivateResult", "gone\tgone", [], 0)
        assert windows(program) == 1
        Person(program).open_by_palette("Private Session")
        wait_for("nothing that others see", lambda: not bus.search("GetInitialResultSet", ["echo"]))
        assert bus.search("GetResultMetas", ["echo\tdemo"]) == []


def thousands_are_searched_in_time(sitting):
    """Names that others wrote, among them such that no program should write."""
    desktop, bus = sitting
    folder = os.path.join(desktop.env["XDG_CACHE_HOME"], "spyglass", "tool-names")
    os.makedirs(folder)
    for number in range(12):
        spyglass_cli(desktop, "servers", "add", f"s{number}", "--", "/bin/false")
        with open(os.path.join(folder, f"s{number}"), "w", encoding="utf-8") as file:
            file.write("".join(f"tool_{number}_{at}_with_a_long_name\n" for at in range(1990)))
    with open(os.path.join(folder, "s11"), "wb") as file:
        file.write(b"\xff\xfe\0\n")
    with open(os.path.join(folder, "s10"), "w", encoding="utf-8") as file:
        file.write("<b>markup</b>\n\u202ereversed\n" + "x" * 199 + "\n")
    assert len(bus.search("GetInitialResultSet", ["tool"])) == 20
    assert bus.search("GetInitialResultSet", ["tool_3_1989"])[0] == "tool_3_1989_with_a_long_name\ts3"
    bus.search("GetInitialResultSet", ["t"] * 5000)
    bus.search("GetInitialResultSet", ["\u202e" * 100000])
    markup = bus.search("GetInitialResultSet", ["markup"])
    assert [meta["name"] for meta in bus.search("GetResultMetas", markup)] == ["<b>markup</b>"]
    reverse = bus.search("GetInitialResultSet", ["reversed"])
    assert "\u202e" not in bus.search("GetResultMetas", reverse)[0]["name"]
    assert bus.search("GetInitialResultSet", ["s11"])[0] == "\ts11"


if __name__ == "__main__":
    with Desktop(style=sys.argv.pop() if sys.argv[-1] in ("light", "dark") else "light") as private:
        run(private, *((fresh, [case]) for case in (
            files_say_the_same, a_second_start_raises_the_first, an_action_opens_the_first_window,
            a_link_runs_nothing, a_bad_link_says_so, a_bundle_is_imported, search_finds_what_was_listed,
            search_leads_into_the_window, thousands_are_searched_in_time)))
