#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No file grows beyond what a person keeps in mind: 1 000 lines of code and 1 300 lines in all in a
C file or a header, 600 lines elsewhere; 100 characters a line. Tests and lines that are one piece
of text may have 120, an address any number."""

import re

import lint

MAX_CODE = 1000
MAX_C_LINES = 1300
MAX_LINES = 600
WISHED_UI_LINES = 250
MAX_COLUMNS = 100
MAX_TEST_COLUMNS = 120
PIECE_OF_TEXT = re.compile(r'^\s*"[^"\\]*(?:\\.[^"\\]*)*"[,;)]*$')

# A string or character literal, which is kept, or a comment.
LITERAL_OR_COMMENT = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|//[^\n]*""", re.S)
COUNTED = (".c", ".h", ".ui", ".py", ".sh", ".build", "dev", ".ci/run")
MEASURED = (".c", ".h", ".py", ".sh", ".build", "dev", ".ci/run")
ADDRESS = re.compile(r"\w+://\S")


def lines_of_code(text):
    """Lines that are neither blank nor comment alone."""
    code = LITERAL_OR_COMMENT.sub(
        lambda match: match.group(1) or re.sub(r"[^\n]", " ", match.group()), text)
    return sum(1 for line in code.splitlines() if line.strip())


def check_c_lines(path, text):
    code = lines_of_code(text)
    if code > MAX_CODE:
        yield f"{path}: {code} lines of code, more than {MAX_CODE}"
    if text.count("\n") > MAX_C_LINES:
        yield f"{path}: {text.count(chr(10))} lines, more than {MAX_C_LINES}"


def check(tree):
    for path in tree.select(*COUNTED):
        count = 0
        for count, line in tree.lines(path):
            if path.endswith(MEASURED):
                wide = path.startswith("tests/") or PIECE_OF_TEXT.match(line)
                columns = MAX_TEST_COLUMNS if wide else MAX_COLUMNS
                if len(line) > columns and not ADDRESS.search(line):
                    yield f"{path}:{count}: {len(line)} characters, more than {columns}"
                if line != line.rstrip():
                    yield f"{path}:{count}: white space at the end"
            if "\t" in line and not path.endswith((".py", "dev")):
                yield f"{path}:{count}: a tab; indent with spaces"
        if path.endswith((".c", ".h")):
            yield from check_c_lines(path, tree.read(path))
        elif count > MAX_LINES:
            yield f"{path}: {count} lines, more than {MAX_LINES}"
        elif path.endswith(".ui") and count > WISHED_UI_LINES:
            print(f"warning: {path}: {count} lines; {WISHED_UI_LINES} is what we wish")


PROOFS = [
    ({"mcp/mcp-a.c": "x\n" * 1000 + "/* y */\n\n"}, None),
    ({"mcp/mcp-a.c": "x\n" * 1001}, "1001 lines of code"),
    ({"mcp/mcp-a.c": "x\n" + "/* y\n" * 1300 + "*/"}, "1301 lines, more than 1300"),
    ({"tests/lint/a.py": "x\n" * 601}, "601 lines, more than 600"),
    ({"dev": "x\n" * 601}, "dev: 601 lines"),
    ({"ui/ui-a.ui": "<x/>\n" * 601}, "601 lines"),
    ({"ui/ui-a.ui": "y" * 300 + "\n"}, None),
    ({"mcp/mcp-a.h": "é" * 100 + "\n"}, None),
    ({"mcp/mcp-a.h": "y" * 101 + "\n"}, "101 characters"),
    ({"tests/mcp/test-a.c": "y" * 120 + "\n"}, None),
    ({"mcp/mcp-a.c": '  "' + "y" * 110 + '",\n'}, None),
    ({"tests/mcp/test-a.c": "y" * 121 + "\n"}, "121 characters"),
    ({"mcp/mcp-a.h": "/* https://example.org/" + "y" * 101 + " */\n"}, None),
    ({"mcp/mcp-a.c": "x \n"}, "white space"),
    ({"mcp/mcp-a.c": "\tx\n"}, "a tab"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
