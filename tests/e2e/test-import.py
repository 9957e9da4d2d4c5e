#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers come from other applications, from a bundle and from a registry, in the real window."""

import contextlib
import json
import os
import re
import shutil
import sys
import zipfile

from cases import DEMO, run
from driver import Desktop, wait_for
from gi.repository import Atspi
from person import next_day

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "servers"))
from registry_stub import Handler, RegistryStub  # noqa: E402

PICTURES = os.environ.get("SPYGLASS_IMPORT_PICTURES")

SECRET = "k3y-of-the-weather"


def entry(name):
    return {"command": "/bin/true", "args": [name]}


CLIENTS = {
    ".config/Claude/claude_desktop_config.json":
        json.dumps({"mcpServers": {"from-desktop": entry("a")}}),
    ".cursor/mcp.json": json.dumps({"mcpServers": {"from-cursor": entry("b")}}),
    ".config/Code/User/mcp.json": json.dumps({"servers": {"from-code": entry("c")}}),
    ".claude.json": json.dumps({"mcpServers": {"from-claude": entry("d")}}),
    ".codex/config.toml": "[mcp_servers.from-codex]\ncommand = \"/bin/true\"\nargs = [\"e\"]\n",
    ".config/zed/settings.json": json.dumps({"context_servers": {"from-zed": entry("f")}}),
    ".codeium/windsurf/mcp_config.json": json.dumps({"mcpServers": {"from-windsurf": entry("g")}}),
    ".gemini/settings.json": json.dumps({"mcpServers": {"from-gemini": entry("h")}}),
}

MANIFEST = {
    "manifest_version": "0.3", "name": "note-keeper", "display_name": "Note Keeper",
    "version": "2.1.0", "description": "Keeps notes in a folder of yours and finds them again.",
    "author": {"name": "Example Works"}, "homepage": "https://notes.example.com",
    "tools": [{"name": "add_note"}, {"name": "find_notes"}],
    "server": {"type": "binary", "entry_point": "server/run",
               "mcp_config": {"command": "${__dirname}/server/run",
                              "args": ["--folder", "${user_config.folder}"],
                              "env": {"NOTES_KEY": "${user_config.key}"}}},
    "user_config": {
        "folder": {"type": "directory", "title": "Folder", "required": True,
                   "description": "Where the notes are"},
        "key": {"type": "string", "title": "Key", "sensitive": True,
                "description": "Only for notes that are encrypted"},
        "limit": {"type": "number", "title": "Limit", "default": 20, "min": 1, "max": 100,
                  "description": "Notes that a search finds"}}}


class Registry(Handler):
    """Which fails, or is empty, when it is told to."""
    mode = ""

    def route(self, parts, query):
        super().route([self.mode, *parts] if self.mode else parts, query)


@contextlib.contextmanager
def with_registry(desktop):
    """A window that knows this registry; and the registry."""
    secrets = {"SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": desktop.home + "/secrets",
               "SECRET_FILE_TEST_PASSWORD": "test"}
    desktop.forget()
    write_clients(desktop)
    with RegistryStub() as stub:
        stub.RequestHandlerClass = Registry
        Registry.mode = ""
        folder = os.path.join(desktop.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write(f"[io/github/spyglass_mcp/Spyglass]\nregistry-url='{stub.url}'\n")
        with next_day(desktop, secrets) as person:
            yield person, stub


def look(program, name, dialog="Import Servers"):
    """A picture, where one is wanted."""
    if PICTURES:
        program.screenshot(os.path.join(PICTURES, f"{name}.png"), dialog)


def open_dialog(program):
    program.find("push button", "Main Menu")
    program.key("ctrl+k")
    wait_for("the palette", lambda: len(program.frames()) > 1 and program.focused())
    program.type("Import Servers")
    program.find("list item", re.compile("^Import Servers"))
    program.key("Return")
    return program.find("dialog", "Import Servers")


def close_dialogs(program):
    def look():
        if len(program.frames()) == 1:
            return True
        program.key("Escape")
        return False
    wait_for("the window alone", look)


def read_book(desktop):
    path = os.path.join(desktop.env["XDG_CONFIG_HOME"], "spyglass", "servers.yaml")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def wait_for_book(desktop, part):
    """The file of the servers, once this is in it."""
    wait_for(f"{part} among the servers", lambda: part in read_book(desktop))
    return read_book(desktop)


def can_be_pressed(program, name):
    return program.find("push button", name).has_state(Atspi.StateType.SENSITIVE)


def write_clients(desktop):
    for path, text in CLIENTS.items():
        whole = os.path.join(desktop.home, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)


def from_eight_applications(sitting):
    program = sitting[0].program
    open_dialog(program)
    # Of several applications a person says which is meant.
    for name in ("desktop", "cursor", "code", "claude", "codex", "zed", "windsurf", "gemini"):
        program.click(program.find("check box", f"from-{name}"))
    look(program, "sources")
    program.click(program.find("push button", "Import 8 Servers"))
    program.wait_gone("dialog", "Import Servers")
    book = wait_for_book(program.desktop, "origin: imported")
    for name in ("desktop", "cursor", "code", "claude", "codex", "zed", "windsurf", "gemini"):
        assert f"  from-{name}:" in book, (name, book)
    assert book.count("origin: imported") == 8, book


def from_one_of_five_to_a_call(sitting):
    """All servers of Cursor by one tick, then a call: at most 8 clicks, with five applications."""
    person, program, desktop = sitting[0], sitting[0].program, sitting[0].program.desktop
    with open(os.path.join(desktop.home, ".cursor/mcp.json"), "w", encoding="utf-8") as file:
        json.dump({"mcpServers": {"demo-of-cursor": {"command": shutil.which(DEMO) or
                                                     os.path.abspath(DEMO)},
                                  "postgres": {"command": "pg", "args": [
                                      "postgres://u:hunter2@127.0.0.1/a"]}}}, file)
    clicks = 0

    def click(role, name):
        nonlocal clicks
        clicks += 1
        program.click(program.find(role, name))
    close_dialogs(program)
    open_dialog(program)
    clicks += 1  # Import Servers…, which is in the menu ＋ and on the first page
    program.find("label", re.compile("^pg postgres://u:"))
    assert not program.find_all("label", text="hunter2"), "a password is shown"
    click("check box", "All Servers of Cursor")
    look(program, "all-of-cursor")
    click("push button", "Import 2 Servers")
    program.find("label", "2 servers imported")
    look(program, "imported", None)
    click("push button", "Show")
    # What runs is confirmed on the way, on one page or on two.
    click("push button", re.compile("Connect$"))
    wait_for("the next page", lambda: program.find_all("push button", re.compile("Run")) or
             program.find_all("list item", "Show text"))
    if not program.find_all("list item", "Show text"):
        click("push button", re.compile("Run"))
    click("list item", "Show text")
    click("push button", "Call")
    person.wait_for_result("OK")
    assert clicks <= 8, clicks


def write_bundle(desktop):
    path = os.path.join(desktop.home, "note-keeper.mcpb")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", json.dumps(MANIFEST))
        info = zipfile.ZipInfo("server/run")
        info.external_attr = 0o755 << 16
        archive.writestr(info, "#!/bin/sh\nexit 0\n")
        archive.writestr("server/data.txt", "x" * 5000)
    return path


def from_a_bundle(sitting):
    program, desktop = sitting[0].program, sitting[0].program.desktop
    path = write_bundle(desktop)
    bundles = os.path.join(desktop.env["XDG_DATA_HOME"], "spyglass", "bundles")
    open_dialog(program)
    program.click(program.find("list item", "Choose a File…"))
    sitting[0].choose_file("Open a Configuration or a Bundle", path)
    program.find("label", "Note Keeper")
    look(program, "bundle", "Import Server")
    assert not can_be_pressed(program, "Import Server")
    assert not os.path.exists(bundles), "something was unpacked before it was agreed to"
    program.fill(program.find("text", "Folder"), "/tmp/notes")
    look(program, "bundle-filled", "Import Server")
    program.click(program.find("push button", "Import Server"))
    program.wait_gone("dialog", "Import Server")
    book = wait_for_book(desktop, "Note Keeper")
    assert "Note Keeper" in book and "/tmp/notes" in book and "origin: imported" in book, book
    assert os.listdir(bundles), "nothing was unpacked"


def from_a_registry(sitting):
    person, stub = sitting
    program, desktop = person.program, person.program.desktop
    open_dialog(program)
    assert not stub.asked, "the registry was asked before anyone wanted it"
    program.click(program.find("push button", "Browse Registry…"))
    program.find("list item", "Weather")
    look(program, "registry", "Server Registry")
    program.type("weather")
    program.wait_gone("list item", "Filesystem")
    look(program, "registry-search", "Server Registry")
    # By keyboard alone: into the list, and onto its first row.
    program.key("Return")
    program.key("Return")
    program.find("label", "com.example/weather · 1.4.0")
    look(program, "weather", "Import Server")
    assert not can_be_pressed(program, "Import Server")
    program.fill(program.find("password text", "WEATHER_API_KEY"), SECRET)
    program.fill(program.find("text", "days"), "many")
    program.find("label", "“days” has to be a number")
    look(program, "weather-wrong", "Import Server")
    assert not can_be_pressed(program, "Import Server")
    program.fill(program.find("text", "days"), "3")
    wait_for("the button", lambda: can_be_pressed(program, "Import Server"))
    program.key("ctrl+Return")
    program.wait_gone("dialog", "Import Server")
    book = wait_for_book(desktop, "@example/weather-mcp@1.4.0")
    assert "@example/weather-mcp@1.4.0" in book and "--days" in book, book
    assert SECRET not in book and "secret:" in book, book


def without_a_registry(sitting):
    program = sitting[0].program
    Registry.mode = "fail"
    open_dialog(program)
    program.click(program.find("push button", "Browse Registry…"))
    program.find("label", "The Registry Does Not Answer")
    look(program, "registry-down", "Server Registry")
    program.key("Escape")
    program.find("push button", "Browse Registry…")
    close_dialogs(program)
    Registry.mode = "empty"
    open_dialog(program)
    program.click(program.find("push button", "Browse Registry…"))
    program.find("label", "No Servers Found")
    look(program, "registry-empty", "Server Registry")


if __name__ == "__main__":
    with Desktop(style=os.environ.get("SPYGLASS_IMPORT_STYLE", "light")) as private:
        run(private, (with_registry, [from_eight_applications, from_a_bundle, from_a_registry,
                                      without_a_registry, from_one_of_five_to_a_call]))
