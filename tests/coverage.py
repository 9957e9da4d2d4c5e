#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Line coverage of each floor, app/demo left out, after tests have run in a build folder that was made
with `meson setup build-coverage -Dtests=true -Db_coverage=true -Doptimization=0`. A line that several
targets compile is covered where it ran in one of them; programs that tests start count.

Usage: coverage.py BUILD. Prints a line for each floor; with a file's name behind it, the lines of that
file that never ran."""

import collections
import concurrent.futures
import json
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
FLOORS = ("mcp", "store", "app", "ui")


def list_notes(build):
    for folder, _folders, names in os.walk(build):
        if f"{os.sep}tests" not in os.path.relpath(folder, build).join((os.sep, os.sep)):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".gcno"))


def read_counts(build, note):
    """Yields file, line, how often it ran."""
    done = subprocess.run(["gcov", "--json-format", "--stdout", note], cwd=build, check=False,
                          capture_output=True)
    for text in done.stdout.splitlines():
        found = json.loads(text)
        for file in found["files"]:
            path = os.path.join(found["current_working_directory"], file["file"])
            path = os.path.relpath(os.path.realpath(path), ROOT)
            if path.startswith(tuple(f"{floor}/" for floor in FLOORS)) and not path.startswith("app/demo/"):
                yield from ((path, line["line_number"], line["count"]) for line in file["lines"])


def main(build, shown=None):
    counts = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for rows in pool.map(lambda note: list(read_counts(build, note)), list_notes(build)):
            for path, line, count in rows:
                counts[path][line] += count
    for floor in FLOORS:
        lines = [count for path, found in counts.items() if path.startswith(f"{floor}/")
                 for count in found.values()]
        ran = sum(1 for count in lines if count)
        print(f"{floor}: {ran} of {len(lines)} lines, {100 * ran / max(1, len(lines)):.2f} %")
    for line, count in sorted(counts[shown].items()) if shown else ():
        if not count:
            print(f"{shown}:{line}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(os.path.realpath(sys.argv[1]), *sys.argv[2:])
