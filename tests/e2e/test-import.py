#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers come from other applications, from a bundle and from a registry, in the real window."""

import json
import os
import re
import sys
import time
import zipfile

import gi

from cases import PROGRAM, run
from driver import Desktop, Program, has_state, wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "app"))
from registry_stub import RegistryStub  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

PICTURES = os.environ.get("SPYGLASS_IMPORT_PICTURES")

CHOOSER = "Open a Configuration or a Bundle"
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


def start(desktop, registry=None):
    desktop.forget()
    if registry:
        folder = os.path.join(desktop.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write(f"[io/github/spyglass_mcp/Spyglass]\nregistry-url='{registry}'\n")
    return Program(desktop, [PROGRAM], {"SECRET_BACKEND": "file",
                                        "SECRET_FILE_TEST_PATH": desktop.home + "/secrets",
                                        "SECRET_FILE_TEST_PASSWORD": "test"})


def look(program, name, dialog="Import Servers"):
    """A picture, for whoever wants one."""
    if PICTURES:
        time.sleep(0.8)
        program.screenshot(os.path.join(PICTURES, f"{name}.png"), dialog)


def open_dialog(program):
    program.find("push button", "Main menu")
    program.key("ctrl+k")
    wait_for("the palette", lambda: len(program.frames()) > 1 and program.focused())
    program.type("Import Servers")
    program.find("list item", re.compile("^Import Servers"))
    program.key("Return")
    return program.find("dialog", "Import Servers")


def read_book(desktop):
    path = os.path.join(desktop.env["XDG_CONFIG_HOME"], "spyglass", "servers.yaml")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def can_be_pressed(program, name):
    return has_state(program.find("push button", name), Atspi.StateType.SENSITIVE)


def from_eight_applications(desktop):
    for path, text in CLIENTS.items():
        whole = os.path.join(desktop.home, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)
    with start(desktop) as program:
        open_dialog(program)
        program.find("push button", "Import 8 Servers")
        look(program, "sources")
        program.click(program.find("push button", "Import 8 Servers"))
        program.wait_gone("dialog", "Import Servers")
        book = wait_for("the book", lambda: read_book(desktop))
        for name in ("desktop", "cursor", "code", "claude", "codex", "zed", "windsurf", "gemini"):
            assert f"  from-{name}:" in book, (name, book)
        assert book.count("origin: imported") == 8, book
    for path in CLIENTS:
        os.remove(os.path.join(desktop.home, path))


def write_bundle(desktop):
    path = os.path.join(desktop.home, "note-keeper.mcpb")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", json.dumps(MANIFEST))
        info = zipfile.ZipInfo("server/run")
        info.external_attr = 0o755 << 16
        archive.writestr(info, "#!/bin/sh\nexit 0\n")
        archive.writestr("server/data.txt", "x" * 5000)
    return path


def from_a_bundle(desktop):
    path = write_bundle(desktop)
    bundles = os.path.join(desktop.env["XDG_DATA_HOME"], "spyglass", "bundles")
    with start(desktop) as program:
        open_dialog(program)
        program.click(program.find("list item", "Open File…"))
        # GTK's own file chooser, which assistive technology is not told of in this version
        wait_for("the file chooser", lambda: desktop.xdotool("search", "--name", CHOOSER))
        program.type(path)
        time.sleep(1)
        program.key("Return")
        program.find("label", "Note Keeper")
        look(program, "bundle", "Import Server")
        assert not can_be_pressed(program, "Import Server")
        assert not os.path.exists(bundles), "something was unpacked before anybody agreed"
        program.fill(program.find("text", "Folder"), "/tmp/notes")
        look(program, "bundle-filled", "Import Server")
        program.click(program.find("push button", "Import Server"))
        program.wait_gone("dialog", "Import Server")
        book = wait_for("the book", lambda: read_book(desktop))
        assert "Note Keeper" in book and "/tmp/notes" in book and "origin: imported" in book, book
        assert os.listdir(bundles), "nothing was unpacked"


def from_a_registry(desktop):
    with RegistryStub() as stub, start(desktop, stub.url) as program:
        open_dialog(program)
        assert not stub.asked, "the registry was asked before anybody wanted it"
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
        book = wait_for("the book", lambda: read_book(desktop))
        assert "@example/weather-mcp@1.4.0" in book and "--days" in book, book
        assert SECRET not in book and "secret:" in book, book


def without_a_registry(desktop):
    with RegistryStub() as stub, start(desktop, stub.url + "/fail") as program:
        open_dialog(program)
        program.click(program.find("push button", "Browse Registry…"))
        program.find("label", "The Registry Does Not Answer")
        look(program, "registry-down", "Server Registry")
        program.key("Escape")
        program.find("push button", "Browse Registry…")
    with RegistryStub() as stub, start(desktop, stub.url + "/empty") as program:
        open_dialog(program)
        program.click(program.find("push button", "Browse Registry…"))
        program.find("label", "No Servers Found")
        look(program, "registry-empty", "Server Registry")


if __name__ == "__main__":
    with Desktop(style=os.environ.get("SPYGLASS_IMPORT_STYLE", "light")) as DESKTOP:
        run([from_eight_applications, from_a_bundle, from_a_registry, without_a_registry], DESKTOP)
