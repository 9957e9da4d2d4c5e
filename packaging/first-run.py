#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""first-run.py ROOT PICTURE: starts the window that is installed in ROOT, where /tmp, /proc and
/dev are, on a display of its own, and goes by two keys to the demo server's first result."""

import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "e2e"))
from driver import Desktop, Program  # noqa: E402


def main(root, picture):
    with Desktop() as desktop:
        start = time.monotonic()

        def say(what):
            print(f"{time.monotonic() - start:5.1f} s  {what}", flush=True)

        # The driver follows the process that it starts, which becomes the program.
        with Program(desktop, ["chroot", root, "/usr/bin/spyglass"]) as program:
            program.find("push button", "Try the Demo Server")
            say("the first page")
            program.key("Return")
            program.find("list item", re.compile("^Demo, connected"))
            program.find("push button", "Call")
            say("Return: connected to the demo server")
            program.key("ctrl+Return")
            program.find("label", re.compile("^OK · "))
            say("Ctrl+Return: the first result")
            time.sleep(1)  # its images are decoded
            program.screenshot(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
