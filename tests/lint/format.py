#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What clang-format 14 prints with .clang-format is the style. `./dev format` applies it with
`format.py --write ROOT`, which also breaks lines that are too long; other breaks stay where a
person made them."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import lint

FORMATTER = "clang-format-14"  # other versions print other spaces
COLUMNS = 100
STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".clang-format")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def need_formatter():
    formatter = shutil.which(FORMATTER)
    if formatter is None:
        raise lint.Skip(f"{FORMATTER} is not installed")
    return formatter


def check(tree):
    formatter = need_formatter()
    paths = tree.select(".c", ".h")
    if not paths:
        return
    done = subprocess.run([formatter, f"--style=file:{STYLE}", "--dry-run", "-Werror"] + paths,
                          cwd=tree.root, capture_output=True, text=True, check=False)
    places = [line.split(": error:")[0] for line in done.stderr.splitlines() if ": error:" in line]
    for path in dict.fromkeys(place.split(":")[0] for place in places):
        lines = [place.split(":")[1] for place in places if place.split(":")[0] == path]
        shown = ", ".join(dict.fromkeys(lines[:5]))
        yield f"{path}: not as {FORMATTER} prints it, from line {shown}; run ./dev format"
    if done.returncode != 0 and not places:
        yield done.stderr.strip()


def keep_company(match):
    """Where only the end of a comment went to a new line, gives it the last word for company."""
    lines = match.group().split("\n")
    if len(lines) < 2 or lines[0].strip() in ("/*", "/**") or lines[-1].strip() != "*/":
        return match.group()
    before, _, word = lines[-2].rstrip().rpartition(" ")
    indent = lines[-1][:lines[-1].index("*")]
    return "\n".join(lines[:-2] + [before, f"{indent}* {word} */"])


def write(tree):
    """Formats every file; lines that are too long are broken with a limit of columns, by which the
    rest of the file is not judged."""
    formatter = need_formatter()
    with open(STYLE, encoding="utf-8") as file:
        narrow = re.sub(r"^ColumnLimit:.*$", f"ColumnLimit: {COLUMNS}", file.read(), flags=re.M)
    narrow += "PenaltyBreakBeforeFirstCallParameter: 300\nBreakStringLiterals: false\n"
    with tempfile.NamedTemporaryFile("w", suffix=".clang-format") as narrow_file:
        narrow_file.write(narrow)
        narrow_file.flush()
        for path in tree.select(".c", ".h"):
            absolute = tree.absolute(path)
            too_long = [number for number, line in tree.lines(path)
                        if len(line) > COLUMNS and "://" not in line]
            if too_long and not path.startswith("tests/"):
                subprocess.run([formatter, f"--style=file:{narrow_file.name}", "-i", absolute]
                               + [f"--lines={number}:{number}" for number in too_long], check=True)
                text = COMMENT.sub(keep_company, tree.read(path))
                with open(absolute, "w", encoding="utf-8") as file:
                    file.write(text)
            subprocess.run([formatter, f"--style=file:{STYLE}", "-i", absolute], check=True)


GOOD = "static void\nrun (int a)\n{\n  run (a);\n}\n"
PROOFS = [
    ({"mcp/mcp-a.c": GOOD}, None),
    ({"mcp/mcp-a.c": GOOD.replace("run (a)", "run(a)")}, "mcp/mcp-a.c: not as"),
]

if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--write":
        write(lint.Tree(sys.argv[2]))
    else:
        lint.main(check, PROOFS)
