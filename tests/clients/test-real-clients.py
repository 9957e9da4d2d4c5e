#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real client applications say of mistakes in their configuration files, held against what was
kept of it in tests/data/clients, which our lint is held against.

Usage: test-real-clients.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT [--long] [--case TITLE]…. Prints TAP.
With --long every mistake is tried that needs a start of its own, without it a few of them.
test-real-clients.py --write CLIENT… asks the programs and writes these files anew; all stands for each.
"""

import concurrent.futures
import json
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "app")]
sys.dont_write_bytecode = True

from cli_sandbox import DONE, LONG, Skip, check, run_tests  # noqa: E402
from mistakes import DIALECTS, GOOD, STDIO  # noqa: E402
from real_clients import (ADDRESS, ALONE, AT_ONCE, PROGRAMS, TAKES, UNTOLD, WARNS, is_good, judge,  # noqa: E402
                          judge_alone, make_home, speaks_of)

FOLDER = os.path.join(os.path.dirname(HERE), "data", "clients")
FEW = 4  # mistakes with a start of their own that are tried without --long
ARGUMENTS = ("-y", "a b", 'quote " and \\', "ü")


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

    def blame(self, answer, mistake):
        """What a program that names all that is at fault says of the one."""
        if not self.program.cuts or mistake in self.files:
            return []
        return [one for one in answer.statements if speaks_of(one, self.entries[mistake][0], mistake)]

    def ask_alone(self, mistake):
        """What it says of one, and what comes of it, in a file of its own."""
        answer = self.ask(self.text(mistake))
        if answer.status or not is_good(answer):
            said, consequence = judge_alone(answer)
            if not self.text(mistake).strip() and not answer.status:
                consequence = TAKES  # nothing is in it
            return self.blame(answer, mistake) or said, consequence
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
        most = self.program.most
        if len(mistakes) > most:
            return {**self.ask_many(mistakes[:most]), **self.ask_many(mistakes[most:])}
        answer = self.ask_together(mistakes)
        if is_good(answer) and not answer.status:  # it came to the end of its list
            return {mistake: self.judge(answer, mistake) for mistake in mistakes}
        blamed = {mistake: (self.blame(answer, mistake), judge_alone(answer)[1]) for mistake in mistakes}
        blamed = {mistake: one for mistake, one in blamed.items() if one[0]}
        if blamed:
            return {**blamed, **self.ask_many([mistake for mistake in mistakes if mistake not in blamed])}
        half = len(mistakes) // 2
        return {**self.ask_many(mistakes[:half]), **self.ask_many(mistakes[half:])}


def write(client):
    matrix = Matrix(client)
    begun = time.monotonic()
    found = matrix.ask_many(list(matrix.entries))
    found.update((mistake, matrix.ask_alone(mistake)) for mistake in matrix.files)
    found.update(matrix.ask_many([mistake for mistake in matrix.entries if UNTOLD.search(" ".join(found[mistake][0]))]))
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


def read_kept(client):
    with open(os.path.join(FOLDER, client + ".json"), encoding="utf-8") as file:
        return json.load(file)


def need(client):
    if not PROGRAMS[client].find():
        raise Skip(f"{PROGRAMS[client].package} is not installed")


def spread(items, most):
    """At most so many, from all over."""
    return items[::max(1, -(-len(items) // most))]


def compare(client):
    """Every mistake that leaves the others be, in one start; of those that do not, all, or FEW."""
    need(client)
    matrix, kept = Matrix(client), read_kept(client)
    wanted = {one["id"]: (one["said"], one["consequence"]) for one in kept["mistakes"]}
    assert kept["version"] == matrix.program.version(), f"kept of {kept['version']}: run this with --write"
    assert list(wanted) == [*matrix.entries, *matrix.files], "the mistakes are others now: run this with --write"
    for one in kept["mistakes"]:
        assert one["text"] == matrix.text(one["id"]), f"{one['id']} is another text now: run this with --write"
    together = [mistake for mistake in matrix.entries if wanted[mistake][1] not in ALONE]
    alone = [mistake for mistake in wanted if mistake not in together]
    groups = [together if LONG else spread(together, matrix.program.most * 2)]
    if matrix.program.cuts:
        groups.append([mistake for mistake in alone if mistake in matrix.entries])
        alone = [mistake for mistake in alone if mistake in matrix.files]
    groups += [[mistake] for mistake in (alone if LONG else spread(alone, FEW))]
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        found = {mistake: one for answers in pool.map(matrix.ask_many, groups) for mistake, one in answers.items()}
    untold = [mistake for mistake, (said, _) in found.items()
              if UNTOLD.search(" ".join(said)) and not UNTOLD.search(" ".join(wanted[mistake][0]))]
    assert len(untold) <= len(found) / 2, untold
    print(f"# {client} {kept['version']}: {len(found)} of {len(wanted)} mistakes", flush=True)
    wrong = [f"{mistake}: {answer}, not {wanted[mistake]}" for mistake, answer in found.items()
             if mistake not in untold and (list(answer[0]), answer[1]) != wanted[mistake]]
    assert not wrong, "\n".join(wrong)


def read_notes(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def try_out(client, sandbox):
    """What our program writes, the application lists, starts and reaches as it is meant."""
    need(client)
    program, dialect = PROGRAMS[client], DIALECTS[client]
    make_home(sandbox.home)
    server, note = sandbox.path("bin", "server"), sandbox.path("started")
    for name, words in {
            "plain": ("--env", "KIND=a b", "--", server, "--note", note, "plain", *ARGUMENTS),
            "variable": ("--env", "TOKEN=${TOKEN}", "--", server, "--note", note, "variable"),
            "remote": ("--header", "X-Kind: plain", "--url", f"http://{ADDRESS}/mcp")}.items():
        check(sandbox.run("config", "write", client, "--name", name, "--yes", *words, TOKEN="of the test"), DONE)
    assert os.path.exists(sandbox.path(dialect.path)), f"{dialect.path} was not written"
    _, listed = program.read(program.run(sandbox.home, *program.words, TOKEN="of the test")[1])
    assert sorted(listed) == ["plain", "remote", "variable"], listed
    assert not any(works is False for found in listed.values() for _, works in found), listed
    started = {one["arguments"][0]: one for one in read_notes(note)}
    if program.starts:
        assert started["plain"]["arguments"][1:] == list(ARGUMENTS), started
        assert started["plain"]["environment"]["KIND"] == "a b", started
        assert started["variable"]["environment"]["TOKEN"] == "of the test", started
        asked = read_notes(sandbox.path("asked"))
        assert asked and all(one["headers"].get("x-kind") == "plain" for one in asked), asked
    else:
        assert not started, started
        plain, remote = (json.loads(listed[name][0][0])[name] for name in ("plain", "remote"))
        assert "TOKEN" in listed["variable"][0][0], listed
        plain, remote = plain.get("transport", plain), remote.get("transport", remote)
        assert plain["args"][2:] == ["plain", *ARGUMENTS] and plain["env"] == {"KIND": "a b"}, plain
        assert "plain" in (remote.get("headers") or remote.get("http_headers"))["X-Kind"], remote


def test_installed(_sandbox):
    assert any(program.find() for program in PROGRAMS.values()), "not one of the applications is installed"


for CLIENT in PROGRAMS:
    globals()[f"test_mistakes_{CLIENT}"] = lambda _sandbox, client=CLIENT: compare(client)
    globals()[f"test_written_{CLIENT}"] = lambda sandbox, client=CLIENT: try_out(client, sandbox)

if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        for one in PROGRAMS if sys.argv[2] == "all" else sys.argv[2:]:
            write(one)
        sys.exit()
    run_tests(globals())
