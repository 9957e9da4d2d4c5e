#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real client applications say of mistakes in their configuration files, held against what was
kept of it in tests/data/clients, which our lint is held against.

Usage: test-real-clients.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT [--long] [--case TITLE]…. Prints TAP.
With --long every mistake is tried that needs a start of its own, without it a few of them.
test-real-clients.py --write [CLIENT…] asks the programs and writes these files anew.
"""

import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "app")]
sys.dont_write_bytecode = True

from mistakes import DIALECTS, GOOD, STDIO  # noqa: E402
from real_clients import ALONE, PROGRAMS, REFUSES, TAKES, WARNS, is_good, judge, judge_alone, speaks_of  # noqa: E402

FOLDER = os.path.join(os.path.dirname(HERE), "data", "clients")
FEW = 4  # mistakes with a start of their own that are tried without --long


class Matrix:
    """The mistakes of one client application, and starts that tell what it says of them."""

    def __init__(self, client):
        self.dialect, self.program = DIALECTS[client], PROGRAMS[client]
        self.entries = {mistake: (name, entry) for mistake, name, entry in self.dialect.entries()}
        self.files = self.dialect.files()
        self.good = {GOOD: self.dialect.base[STDIO]}
        self.plain = None

    def text(self, mistake):
        if mistake in self.files:
            return self.files[mistake]
        name, entry = self.entries[mistake]
        return self.dialect.write({**self.good, name: entry})

    def ask(self, text):
        return self.program.ask(self.dialect, text)

    def ask_together(self, mistakes):
        """The answer to one file that makes all of them."""
        return self.ask(self.dialect.write({**self.good, **dict(self.entries[mistake] for mistake in mistakes)}))

    def judge(self, answer, mistake):
        return judge(answer, mistake, self.entries[mistake][0])

    def ask_alone(self, mistake):
        """What it says of one, and what comes of it, in a file of its own."""
        answer = self.ask(self.text(mistake))
        if not is_good(answer):
            said, consequence = judge_alone(answer)
            if not self.text(mistake).strip() and not answer.status:
                consequence = TAKES  # nothing is in it
            return said, consequence
        if mistake in self.entries:
            return self.judge(answer, mistake)
        self.plain = self.plain or self.ask(self.dialect.write(self.good))
        said = [one for one in answer.statements if one not in self.plain.statements
                and not any(one == line for found in answer.listed.values() for line, _ in found)]
        lines = [line for found in answer.listed.values() for line, _ in found]
        return said + lines, WARNS if said else TAKES

    def ask_many(self, mistakes):
        """What it says of each, with as few starts as it takes."""
        if len(mistakes) <= 1:
            return {mistake: self.ask_alone(mistake) for mistake in mistakes}
        answer = self.ask_together(mistakes)
        if is_good(answer):
            return {mistake: self.judge(answer, mistake) for mistake in mistakes}
        blamed = {mistake: [one for one in answer.statements if speaks_of(one, self.entries[mistake][0], mistake)]
                  for mistake in mistakes if self.program.cuts}
        blamed = {mistake: (said, judge_alone(answer)[1]) for mistake, said in blamed.items() if said}
        if blamed:
            return {**blamed, **self.ask_many([mistake for mistake in mistakes if mistake not in blamed])}
        half = len(mistakes) // 2
        return {**self.ask_many(mistakes[:half]), **self.ask_many(mistakes[half:])}


def write(client):
    matrix = Matrix(client)
    begun = time.monotonic()
    found = matrix.ask_many(list(matrix.entries))
    found.update((mistake, matrix.ask_alone(mistake)) for mistake in matrix.files)
    kept = {"client": client, "program": matrix.program.package, "version": matrix.program.version(), "mistakes": [
        {"id": mistake, "text": matrix.text(mistake), "path": matrix.dialect.path, "scope": "user",
         "said": found[mistake][0], "consequence": found[mistake][1]}
        for mistake in [*matrix.entries, *matrix.files]]}
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, client + ".json"), "w", encoding="utf-8") as file:
        json.dump(kept, file, ensure_ascii=False, indent=1)
        file.write("\n")
    counts = {}
    for _, consequence in found.values():
        counts[consequence] = counts.get(consequence, 0) + 1
    print(f"{client}: {len(found)} mistakes, {time.monotonic() - begun:.1f} s: {counts}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        for one in sys.argv[2:] or PROGRAMS:
            write(one)
        sys.exit()
