#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the README again, from the real window and the demo server.

`screenshots.py [STYLE…]` writes those, `screenshots.py --every FOLDER [STYLE…]` takes every page in
three widths, to be looked at. Styles: light, dark, contrast, large, rtl."""

import os
import shutil
import sys
import time

import tour
from cases import DEMO, PROGRAM
from driver import Desktop, NotFound, Program
from person import Person

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDER = os.path.join(ROOT, "data", "screenshots")
# Long enough for every motion (200 ms at most) and the last frame.
REST = 0.8
SIZES = ((1200, 800), (800, 700))


def install_programs(desktop):
    """The demo server under a name that anybody could have."""
    folder = os.path.join(desktop.home, "bin")
    os.makedirs(folder, exist_ok=True)
    shutil.copy(DEMO, os.path.join(folder, "spyglass-demo"))
    desktop.env["PATH"] = os.environ["PATH"] = folder + os.pathsep + desktop.env["PATH"]


def take(program, name, dialog=None):
    time.sleep(REST)
    program.screenshot(os.path.join(FOLDER, f"{name}.png"), dialog)
    print(f"data/screenshots/{name}.png", flush=True)


def first_page(desktop, style):
    with Program(desktop, [PROGRAM]) as program:
        program.find("push button", "Try the Demo Server")
        program.resize(*SIZES[0])
        take(program, f"first-{style}-{SIZES[0][0]}")


def tools(desktop, style):
    desktop.forget()
    with Program(desktop, [PROGRAM]) as program:
        person = Person(program)
        program.resize(*SIZES[0])
        person.add_server("spyglass-demo", "Demo")
        person.wait_until_connected("Demo")
        person.choose("tools", "Find products")
        person.fill(query="headphones")
        person.call()
        person.wait_for_result("OK")
        person.clear_filter()
        for size in SIZES:
            program.resize(*size)
            take(program, f"tools-{style}-{size[0]}")


def form(desktop, style):
    """Every kind of field; narrow, with what is wrong."""
    desktop.forget()
    with Program(desktop, [PROGRAM]) as program:
        person = Person(program)
        program.resize(*SIZES[0])
        person.add_server("spyglass-demo", "Demo")
        person.wait_until_connected("Demo")
        person.choose("tools", "Every kind of field")
        program.find("text", "title")
        take(program, f"form-{style}-{SIZES[0][0]}")
        # Errors are shown once somebody tried to send.
        program.resize(*SIZES[1])
        program.key("Return")
        program.type("x")
        program.key("ctrl+Return")
        program.find("push button", "Send Anyway")
        take(program, f"form-{style}-{SIZES[1][0]}")


def clients(desktop, style):
    desktop.forget()
    cursor = os.path.join(desktop.home, ".cursor")
    os.makedirs(cursor, exist_ok=True)
    with open(os.path.join(cursor, "mcp.json"), "w", encoding="utf-8") as file:
        file.write('{\n  "mcpServers": {\n    "files": {\n      "command": "mcp-server-filesystem",\n'
                   '      "args": ["documents"]\n    }\n  }\n}\n')
    with Program(desktop, [PROGRAM]) as program:
        person = Person(program)
        program.resize(*SIZES[0])
        person.add_server("spyglass-demo", "Demo")
        person.wait_until_connected("Demo")
        program.click(person.wait_until_connected("Demo"))
        program.click(program.find("push button", "Add to Applications…"))
        program.click(program.find("list item", "Cursor"))
        program.find("text", "Server Name")
        program.click(program.find("check box", "Use Absolute Path"))
        take(program, f"clients-{style}", dialog="Add to Applications")


def every_page(desktop, style, folder):
    with Program(desktop, [PROGRAM]) as program:
        wide = tour.wide(desktop)
        program.resize(*wide)
        for page in tour.stops(program):
            for size in (*SIZES[1:], tour.NARROW, wide):
                try:
                    program.resize(*size)
                except NotFound:
                    print(f"{page} does not become {size[0]} wide", flush=True)
                tour.rest(program)
                program.screenshot(os.path.join(folder, f"{page}-{style}-{size[0]}.png"))


def main():
    arguments = sys.argv[1:]
    folder = None
    if arguments[:1] == ["--every"]:
        folder, arguments = os.path.abspath(arguments[1]), arguments[2:]
    for style in arguments or ["light", "dark"]:
        # A process of its own for each: the accessibility library connects only once.
        if os.fork() == 0:
            with Desktop(style=style, motion=folder is None, composited=True) as desktop:
                install_programs(desktop)
                if folder is not None:
                    every_page(desktop, style, folder)
                    os._exit(0)
                first_page(desktop, style)
                tools(desktop, style)
                form(desktop, style)
                clients(desktop, style)
            os._exit(0)
        _pid, status = os.wait()
        if status != 0:
            sys.exit(f"the pictures of the {style} style were not made")


if __name__ == "__main__":
    main()
