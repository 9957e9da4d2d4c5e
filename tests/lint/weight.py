#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No room weighs more than weight.txt allows it, in lines of code.

Each room has a row. One that is 5 % lighter than its row has its row lowered: `weight.py --lower ROOT`
lowers what may be lowered, and adds rows of new rooms; it raises none. A row rises by hand, in a commit
that names the room and says why."""

import os
import sys

import figures
import lint

LIST = "tests/lint/weight.txt"
SLACK = 0.05


def weigh(tree):
    rooms = {}
    for path in tree.select(".c", ".h", under=figures.FLOORS):
        room = os.path.dirname(path)
        code = figures.count_code(figures.code_of(tree.read(path)))
        rooms[room] = rooms.get(room, 0) + code
    return rooms


def read_rows(tree):
    rows = {}
    for _, line in tree.lines(LIST) if LIST in tree.paths else []:
        words = line.partition("#")[0].split()
        if words:
            rows[words[0]] = int(words[1])
    return rows


def may_be_lowered(lines, allowed):
    return lines < allowed * (1 - SLACK)


def check(tree):
    rooms, rows = weigh(tree), read_rows(tree)
    for room, lines in sorted(rooms.items()):
        if room not in rows:
            yield f"{room}: {LIST} has no row for it"
        elif lines > rows[room]:
            yield f"{room}: {lines} lines of code; {LIST} allows {rows[room]}"
        elif may_be_lowered(lines, rows[room]):
            yield f"{room}: {lines} lines of code; lower its row in {LIST}, {rows[room]}, to hold that"
    for room in rows:
        if room not in rooms:
            yield f"{LIST}: there is no room {room}"


def lower(tree):
    rooms, rows = weigh(tree), read_rows(tree)
    head = [line for _, line in tree.lines(LIST) if line.startswith("#")] if LIST in tree.paths else []
    for room, lines in rooms.items():
        if room not in rows or may_be_lowered(lines, rows[room]):
            rows[room] = lines
    with open(tree.absolute(LIST), "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in head))
        file.write("".join(f"{room} {rows[room]}\n" for room in sorted(rows) if room in rooms))


LINES = "int x;\n" * 100
PROOFS = [
    ({"mcp/a/a.c": LINES, LIST: "# why\nmcp/a 100\n"}, None),
    ({"mcp/a/a.c": LINES, LIST: "mcp/a 105\n"}, None),
    ({"mcp/a/a.c": LINES + "\n/* no code */\n", LIST: "mcp/a 100\n"}, None),
    ({"mcp/a/a.c": LINES, LIST: "mcp/a 99\n"}, "100 lines of code; tests/lint/weight.txt allows 99"),
    ({"mcp/a/a.c": LINES, LIST: "mcp/a 106\n"}, "lower its row"),
    ({"mcp/a/a.c": LINES}, "has no row"),
    ({LIST: "mcp/a 1\n"}, "there is no room"),
]


if __name__ == "__main__":
    if "--lower" in sys.argv:
        lower(lint.Tree(sys.argv[-1]))
    else:
        lint.main(check, PROOFS)
