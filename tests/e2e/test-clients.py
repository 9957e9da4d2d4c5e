#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Eight applications on one computer, one with a file that it cannot read: the matrix says so, the
file is put right, a server goes into four of them at once, and comes out of them again."""

import json
import os
import re

from cases import run
from driver import Desktop, wait_for
from person import next_day

FILES = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "documents"]}
SERVERS = """servers:
  files:
    name: files
    command: npx
    args: ['-y', '@modelcontextprotocol/server-filesystem', documents]
  notes:
    name: notes
    command: notes-server
"""
BROKEN = '{\n  // mine\n  "mcpServers": {\n    "files": {"command": "npx"},\n  }\n}\n'
FIXED = '{\n  "mcpServers": {\n    "files": {"command": "npx"}\n  }\n}\n'
CURSOR = ".cursor/mcp.json"
HOME = {
    ".config/Claude/claude_desktop_config.json": {"mcpServers": {"files": FILES}},
    ".claude.json": {"mcpServers": {"files": dict(FILES, args=["-y", "other"])}},
    CURSOR: BROKEN,
    ".config/Code/User/mcp.json": {"servers": {}},
    ".codeium/windsurf/mcp_config.json": {"mcpServers": {"files": dict(FILES, disabled=True)}},
    ".config/zed/settings.json": {"theme": "One", "context_servers": {}},
    ".codex/config.toml": 'model = "o"\n',
    ".gemini/settings.json": {"mcpServers": {"files": {"comand": "npx"}}},
    ".config/spyglass/servers.yaml": SERVERS,
}
# What the matrix says of “files”
STATES = {"Claude Desktop": "up to date", "Claude Code": "different", "Cursor": "invalid",
          "Visual Studio Code": "absent", "Windsurf": "disabled", "Zed": "absent",
          "Codex": "absent", "Gemini CLI": "invalid"}
FOUR = {"Claude Desktop": ".config/Claude/claude_desktop_config.json",
        "Visual Studio Code": ".config/Code/User/mcp.json",
        "Zed": ".config/zed/settings.json", "Codex": ".codex/config.toml"}


def fill_home(desktop):
    for path, content in HOME.items():
        whole = os.path.join(desktop.home, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content, indent=2))


def read(desktop, path):
    with open(os.path.join(desktop.home, path), encoding="utf-8") as file:
        return file.read()


def every_state_is_said(person):
    program = person.program
    program.resize(1200, 800)
    person.go("applications")
    for client, state in STATES.items():
        program.find("push button", f"files in {client}: {state}")


def arrows_go_from_cell_to_cell(person):
    program = person.program
    cell = program.find("push button", "files in Claude Desktop: up to date")
    program.click(cell, button=3)
    wait_for("the menu", lambda: program.find_all("menu item", "Show…", showing=False))
    program.key("Escape")
    wait_for("the cell", lambda: "files in Claude Desktop: up to date" in program.focused())
    program.key("Right")
    wait_for("the cell to the right", lambda: "files in Claude Code: different" in program.focused())
    program.key("Down")
    wait_for("the cell below", lambda: "notes in Claude Code: absent" in program.focused())
    program.key("Up", "Menu")
    wait_for("the menu", lambda: [item.name() for item
                                  in program.find_all("menu item", showing=False)][:2]
             == ["Update…", "Compare"])
    program.key("Escape")
    wait_for("the cell again", lambda: "files in Claude Code: different" in program.focused())
    program.key("Return")
    program.find("text", "Server Name")
    program.key("Escape")
    program.wait_gone("text", "Server Name")


def a_broken_file_is_fixed(person):
    program, desktop = person.program, person.program.desktop
    program.click(program.find("push button", "files in Cursor: invalid"))
    program.click(program.find("push button", "Fix…"))
    program.find("panel", re.compile("^Removed, line 2: .*// mine"))
    program.click(program.find("push button", "Fix File"))
    program.find("label", re.compile("^File fixed"))
    assert read(desktop, CURSOR) == FIXED, read(desktop, CURSOR)
    program.find("push button", "files in Cursor: different")


def one_server_goes_into_four_at_once(person):
    program, desktop = person.program, person.program.desktop
    before = {path: read(desktop, path) for path in FOUR.values()}
    program.click(program.find("push button", "Add “notes” to applications…"))
    for client in FOUR:
        program.click(program.find("check box", client))
    program.click(program.find("push button", "Add to 4 Applications…"))
    button = program.find("push button", "Save All")
    # The difference, before anything is written.
    program.click(program.find("list item", re.compile("^Zed")))
    program.find("panel", re.compile('^Added, line .*"notes"'))
    assert before == {path: read(desktop, path) for path in FOUR.values()}
    program.click(button)
    program.find("label", re.compile("^4 files changed"))
    for path in FOUR.values():
        assert "notes" in read(desktop, path), path
    program.click(program.find("push button", "Undo"))
    program.find("label", "Change undone")
    assert before == {path: read(desktop, path) for path in FOUR.values()}


def two_applications_and_back_in_seven_clicks(person):
    """Claude Desktop and Cursor get a server, and the change is undone after the dialog is gone."""
    program, desktop = person.program, person.program.desktop
    files = (FOUR["Claude Desktop"], CURSOR)
    before = [read(desktop, path) for path in files]
    person.go("objects")
    clicks = 0

    def click(role, name):
        nonlocal clicks
        clicks += 1
        program.click(program.find(role, name))
    person.go("applications")
    clicks += 1
    click("push button", "Add “notes” to applications…")
    click("check box", "Claude Desktop")
    click("check box", "Cursor")
    click("push button", "Add to 2 Applications…")
    click("push button", "Save All")
    program.find("label", re.compile("^2 files changed"))
    for path, text in zip(files, before):
        assert read(desktop, path) != text, path
    click("push button", "Undo")
    program.find("label", "Change undone")
    assert [read(desktop, path) for path in files] == before
    assert clicks <= 7, clicks


def one_change_is_taken_back_from_the_history(person):
    """The newest took the others back; the one that fixed a file is the oldest."""
    program, desktop = person.program, person.program.desktop
    program.click(program.find(("push button", "toggle button"), "Applications Menu"))
    person.choose_item("History of Changes…")
    rows = program.find_all("list item", within=program.find("list", "Changes"))
    assert [row.name() for row in rows] == ["notes"] * 12 + ["mcp.json"]
    program.click(rows[-1])
    program.find("panel", re.compile("^Added, line 2: .*// mine"))
    program.click(program.find("push button", "Undo"))
    program.find("label", re.compile("^Change undone. "))
    assert read(desktop, CURSOR) == BROKEN, read(desktop, CURSOR)
    wait_for("the list to grow", lambda: len(program.find_all(
        "list item", within=program.find("list", "Changes"))) == 14)
    program.key("Escape")
    program.wait_gone("list", "Changes")


if __name__ == "__main__":
    with Desktop() as private:
        fill_home(private)
        run(private, (next_day, [every_state_is_said, arrows_go_from_cell_to_cell,
                                 a_broken_file_is_fixed, one_server_goes_into_four_at_once,
                                 two_applications_and_back_in_seven_clicks,
                                 one_change_is_taken_back_from_the_history]))
