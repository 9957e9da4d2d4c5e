#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms: which folder may use which, and which headers are its door.

rooms.txt, beside this script, lists every room from the ground up with the rooms that it uses, so
that there is no circle: what a room uses stands above it. An arrow with “!” points downwards; it is
known, and has to be turned round. `rooms.py --draw ROOT` prints the list as the includes have it."""

import os
import re
import sys

import lint

LIST = "tests/lint/rooms.txt"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
FLOORS = ["mcp", "store", "app", "ui"]
FEWEST, MOST = 3, 40
# Programs: nobody includes from them, and they stand on a whole floor.
PROGRAMS = ("app/cli", "app/demo", "ui/icons")


def read_rooms(tree):
    """The rooms in order: {room: [used rooms, with “!” where the arrow points down]}, and why a
    room is small or large."""
    rooms, reasons = {}, {}
    for _, line in tree.lines(LIST):
        rule, _, reason = line.partition("#")
        if rule.strip():
            room, _, used = rule.partition(":")
            rooms[room.strip()] = used.split()
            reasons[room.strip()] = reason.strip()
    return rooms, reasons


def room_of(path):
    return os.path.dirname(path)


def arrows(tree):
    """{(room, used room): [(path, header)]}"""
    paths = [path for path in tree.select(".c", ".h", under=FLOORS)
             if not path.startswith(tuple(name + "/" for name in PROGRAMS))]
    homes = {os.path.basename(path): room_of(path) for path in paths if path.endswith(".h")}
    found = {}
    for path in paths:
        for name in INCLUDE.findall(tree.read(path)):
            used = homes.get(name)
            if used and used != room_of(path):
                found.setdefault((room_of(path), used), []).append((path, name))
    return paths, found


def check(tree):
    rooms, reasons = read_rooms(tree)
    paths, found = arrows(tree)
    for path in paths:
        room = room_of(path)
        if room in FLOORS and path != "ui/ui-main.c":
            yield f"{path}: no file lies in a floor's own folder"
        elif room not in rooms and path != "ui/ui-main.c":
            yield f"{path}: {LIST} does not know the room {room}"
    above = set()
    for room, listed in rooms.items():
        count = len([path for path in paths if room_of(path) == room and path.endswith(".c")])
        if not FEWEST <= count <= MOST and not reasons[room]:
            yield f"{room}: {count} files; {LIST} gives no reason for fewer than {FEWEST} or " \
                  f"more than {MOST}"
        for name in listed:
            if name.startswith("!"):
                if name[1:] in above:
                    yield f"{LIST}: {room} may use {name[1:]} without the “!”"
            elif name not in above:
                yield f"{LIST}: {room} stands above {name}, which it uses"
            if (room, name.lstrip("!")) not in found:
                yield f"{LIST}: {room} does not use {name.lstrip('!')}"
        above.add(room)
    for (room, used), places in sorted(found.items()):
        if room in rooms and used not in [name.lstrip("!") for name in rooms[room]]:
            path, header = places[0]
            yield f"{path}: {room} must not use {used} ({header})"
    down = sum(name.startswith("!") for listed in rooms.values() for name in listed)
    if down:
        print(f"{down} arrows of {LIST} have to be turned round")


def draw(tree):
    rooms, reasons = read_rooms(tree)
    _, found = arrows(tree)
    above = []
    for room in rooms:
        used = [name for name in rooms if (room, name) in found]
        listed = [name if name in above else "!" + name for name in used]
        reason = f"  # {reasons[room]}" if reasons[room] else ""
        print(" ".join([room + ":"] + listed) + reason)
        above.append(room)


def tree_of(rooms, files):
    return {LIST: rooms, **files}


FEW = "  # few\n"
PROOFS = [
    (tree_of("mcp/a:" + FEW + "mcp/b: mcp/a" + FEW,
             {"mcp/a/mcp-a.h": "", "mcp/b/mcp-b.c": '#include "mcp-a.h"\n'}), None),
    (tree_of("mcp/a:" + FEW + "mcp/b:" + FEW,
             {"mcp/a/mcp-a.h": "", "mcp/b/mcp-b.c": '#include "mcp-a.h"\n'}),
     "mcp/b must not use mcp/a"),
    (tree_of("mcp/b: mcp/a" + FEW + "mcp/a:" + FEW,
             {"mcp/a/mcp-a.h": "", "mcp/b/mcp-b.c": '#include "mcp-a.h"\n'}),
     "mcp/b stands above mcp/a"),
    (tree_of("mcp/a:" + FEW + "mcp/b: mcp/a" + FEW,
             {"mcp/a/mcp-a.h": "", "mcp/b/mcp-b.c": "\n"}), "mcp/b does not use mcp/a"),
    (tree_of("mcp/a:\n", {"mcp/a/mcp-a.c": ""}), "gives no reason"),
    (tree_of("", {"mcp/a/mcp-a.c": ""}), "does not know the room"),
    (tree_of("", {"app/app-a.c": ""}), "floor's own folder"),
]

if __name__ == "__main__":
    if sys.argv[1:2] == ["--draw"]:
        draw(lint.Tree(sys.argv[2]))
    else:
        lint.main(check, PROOFS)
