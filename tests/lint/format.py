#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What clang-format 14 prints with .clang-format is the style. `./dev format` applies it."""

import os
import shutil
import subprocess

import lint

FORMATTER = "clang-format-14"  # other versions print other spaces


def check(tree):
    formatter = shutil.which(FORMATTER)
    if formatter is None:
        raise lint.Skip(f"{FORMATTER} is not installed")
    style = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".clang-format")
    paths = tree.select(".c", ".h")
    if not paths:
        return
    done = subprocess.run([formatter, f"--style=file:{style}", "--dry-run", "-Werror"] + paths,
                          cwd=tree.root, capture_output=True, text=True, check=False)
    places = [line.split(": error:")[0] for line in done.stderr.splitlines() if ": error:" in line]
    for path in dict.fromkeys(place.split(":")[0] for place in places):
        lines = [place.split(":")[1] for place in places if place.split(":")[0] == path]
        shown = ", ".join(dict.fromkeys(lines[:5]))
        yield f"{path}: not as {FORMATTER} prints it, from line {shown}; run ./dev format"
    if done.returncode != 0 and not places:
        yield done.stderr.strip()


GOOD = "static void\nrun (int a)\n{\n  run (a);\n}\n"
PROOFS = [
    ({"mcp/mcp-a.c": GOOD}, None),
    ({"mcp/mcp-a.c": GOOD.replace("run (a)", "run(a)")}, "mcp/mcp-a.c: not as"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
