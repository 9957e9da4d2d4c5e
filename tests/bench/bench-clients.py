#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One server put into a large ~/.claude.json by spyglass-cli, and by jq, in one run.

Every row is the median of interleaved rounds, from start to the process's end. What spyglass-cli
does besides (the difference, a backup, fsync, reading back) is in its time; jq writes a second file
that is renamed. Whether each left all other bytes alone is compared.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time

# Faster than jq, which leaves no other byte alone.
AIM = 1.0


def make_file(path, size):
    """What Claude Code keeps: projects with their history, in the layout that it writes."""
    words = "the a server tool resource prompt öffne 漢字 \\u00e9t\\u00e9 path/to/file 1e400".split()
    chance = random.Random(20)
    with open(path, "w", encoding="utf-8") as file:
        file.write('{\n  "numStartups": 1.10,\n  "userID": "0e400",\n  "projects": {\n')
        number = 0
        while file.tell() < size:
            history = ",\n".join(
                '        { "display": "%s", "cost": %d.%02d0, "pasted": {} }'
                % (" ".join(chance.choices(words, k=60)), chance.randrange(90),
                   chance.randrange(100))
                for _ in range(20))
            file.write('%s    "/home/me/project-%d": {\n      "mcpServers": {},\n      "history": '
                       '[\n%s\n      ],\n      "lastCost": 1e400\n    }'
                       % (",\n" if number else "", number, history))
            number += 1
        file.write('\n  },\n  "mcpServers": {\n    "one": {\n      "type": "stdio",\n'
                   '      "command": "/bin/one"\n    }\n  }\n}\n')


def run_spyglass(cli, home):
    subprocess.run([cli, "config", "write", "claude-code", "--home", home, "--name", "x", "--yes",
                    "--", "/bin/x"], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def run_jq(home):
    path = os.path.join(home, ".claude.json")
    with open(path + ".new", "wb") as file:
        subprocess.run(["jq", '.mcpServers.x = {"type": "stdio", "command": "/bin/x"}', path],
                       check=True, stdout=file)
    os.rename(path + ".new", path)


def is_true_to_the_byte(before, after):
    """Whether the file is what it was, with one piece put in."""
    with open(before, "rb") as file:
        old = file.read()
    with open(after, "rb") as file:
        new = file.read()
    head = len(os.path.commonprefix([old, new]))
    tail = len(os.path.commonprefix([old[:head - 1:-1], new[:head - 1:-1]]))
    return head + tail == len(old) and len(new) > len(old)


def measure(name, run, home, original, rows):
    path = os.path.join(home, ".claude.json")
    shutil.copy(original, path)
    start = time.monotonic()
    run(home)
    seconds = time.monotonic() - start
    row = rows.setdefault(name, ([], []))
    row[0].append(seconds)
    row[1].append(is_true_to_the_byte(original, path))
    for file in os.listdir(home):
        if file.endswith(".bak"):
            os.remove(os.path.join(home, file))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    parser.add_argument("--cli", help="the spyglass-cli to measure",
                        default=os.path.join(root, "build-bench", "app", "cli", "spyglass-cli"))
    parser.add_argument("--quick", action="store_true", help="three rounds")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    rounds = 3 if arguments.quick else arguments.rounds
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        original = os.path.join(folder, "original.json")
        home = os.path.join(folder, "home")
        os.mkdir(home)
        make_file(original, 20_000_000)
        with open(original, encoding="utf-8") as file:
            json.load(file)
        for _ in range(rounds):
            measure("spyglass-cli", lambda home: run_spyglass(arguments.cli, home), home, original,
                    rows)
            measure("jq", run_jq, home, original, rows)
        size = os.path.getsize(original)
    print(f"one server into a file of {size / 1e6:.1f} MB, {rounds} rounds")
    for name, (seconds, kept) in rows.items():
        print(f"  {name:14} {statistics.median(seconds) * 1000:8.0f} ms   every other byte "
              f"{'kept' if all(kept) else 'not kept'}")
    ratio = statistics.median(rows["spyglass-cli"][0]) / statistics.median(rows["jq"][0])
    print(f"  spyglass-cli beside jq: {ratio:.2f} × (aim: below {AIM})")


if __name__ == "__main__":
    main()
