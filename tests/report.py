#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums up runs of `meson test`: how long each suite took, the slowest cases, what was skipped and why,
what failed with its own lines and the command that runs it alone, and one line that counts test
cases. A program that ran fewer cases than it planned fails with the case that was running. Each
argument is PHASE=LOG with meson's testlog.json; PHASE=! is a phase that failed as a whole (it did not
build), PHASE=!FILE one whose output is in FILE, PHASE=+N N cases that passed without meson. Ends with 1
if anything failed, and, where CI is set, if anything was skipped that tests/known-skips.txt does not
name.

`report.py --list LOG…` prints the cases that these logs hold, sorted: tier, program, case."""

import fnmatch
import json
import os
import re
import shlex
import subprocess
import sys

# Of what a failed case said: what went wrong stands first, or last.
HEAD_LINES, TAIL_LINES = 15, 40
SLOWEST = 10
NOISE = re.compile(r"^# .*-(DEBUG|INFO): ")
BAD = ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT", "UNEXPECTEDPASS")
TAP_LINE = re.compile(
    r"^\s*(not ok|ok)\b\s*\d*\s*-?\s*(.*?)(?:\s+#\s*(SKIP|TODO)\b\s*(.*))?$", re.I)

SECTION = "[without ../shared/data]"
PLAN = re.compile(r"^1\.\.(\d+)", re.M)
# What scripts say before each case; programs of GLib are asked for their list.
RUNNING = re.compile(r"^# running (.+)$", re.M)
# What both say of how long a case took.
TOOK = re.compile(r"^# took ([\d.]+) (.+)$", re.M)
TIERS = ("quick", "change", "long")


class Report:
    def __init__(self, known_skips, strict):
        self.known_skips = known_skips
        self.strict = strict
        self.passed = 0
        self.failures = []
        self.skips = []
        self.durations = []
        self.suites = {}

    def fail(self, name, output, command=None):
        self.failures.append((name, shorten(output), command))

    def skip(self, name, reason):
        if self.strict and not any(fnmatch.fnmatch(name, known) for known in self.known_skips):
            self.fail(name, f"skipped ({reason}), which tests/known-skips.txt does not allow in CI")
        else:
            self.skips.append((name, reason))

    def add_program(self, phase, entry, folder="build"):
        """One program that meson ran; its cases are counted if it speaks TAP."""
        name = f"{phase}: {short_name(entry)}"
        result = entry["result"]
        stdout = entry.get("stdout") or ""
        stderr = entry.get("stderr") or ""
        cases = list(cases_of(stdout))
        self.add_durations(phase, name, entry, stdout, len(cases))
        found = []
        for verdict, title, directive, reason, lines in cases:
            if (directive or "").upper() == "SKIP":
                self.skip(f"{name} {title}", reason.strip() or "no reason given")
            elif verdict.lower() == "ok" or (directive or "").upper() == "TODO":
                self.passed += 1
            else:
                found.append((title, lines))
        ended = f"{result}, exit status {entry.get('returncode')}"
        stopped = find_stop(entry, stdout, len(cases))
        if stopped:
            running, told = stopped
            found += [(running, lines_after_cases(stdout))] if running else []
            ended = f"{told}; {ended}"
        for number, (title, lines) in enumerate(found, 1):
            # Nothing says which case the standard error belongs to: the last one ends the program.
            last = number == len(found)
            self.fail(f"{name} {title}", "\n".join([*lines, *([stderr, ended] if last else [])]),
                      command_of(entry, folder, title))
        if found:
            return
        if result in BAD:
            self.fail(name, "\n".join([stdout, stderr, ended]), command_of(entry, folder))
        elif not cases and result == "SKIP":
            self.skip(name, last_line(stdout + stderr) or "no reason given")
        elif not cases:
            self.passed += 1

    def add_durations(self, phase, name, entry, stdout, count):
        seconds = entry.get("duration") or 0
        suite = next((suite for suite in suites_of(entry) if suite not in TIERS), "")
        count_before, seconds_before = self.suites.get((phase, suite), (0, 0))
        self.suites[phase, suite] = count_before + max(1, count), seconds_before + seconds
        took = [(float(found[0]), f"{name} {found[1]}") for found in TOOK.findall(stdout)]
        self.durations += took or [(seconds, name)]

    def add_log(self, phase, path):
        folder = os.path.relpath(os.path.dirname(os.path.dirname(os.path.abspath(path))))
        for entry in read_log(path):
            self.add_program(phase, entry, folder)

    def summary(self):
        lines = []
        if self.durations:
            lines += ["", "Seconds of each suite, one program after the other:"]
            lines += [f"{seconds:8.1f}  {phase}: {suite} ({count} cases)"
                      for (phase, suite), (count, seconds) in sorted(self.suites.items())]
            lines += ["", "The slowest cases, in seconds:"]
            lines += [f"{seconds:8.2f}  {name}"
                      for seconds, name in sorted(self.durations, reverse=True)[:SLOWEST]]
        if self.skips:
            lines += ["", "Skipped:"] + [f"    {name}: {reason}" for name, reason in self.skips]
        for name, output, command in self.failures:
            lines += ["", f"FAILED {name}"] + [f"    {line}" for line in output]
            if command:
                lines += [f"  Alone: {command}"]
        counts = self.passed, len(self.failures), len(self.skips)
        lines += ["", "%d passed, %d failed, %d skipped" % counts]
        return "\n".join(lines)


def cases_of(stdout):
    """Yields verdict, title, directive, its reason, and the lines that belong to the case."""
    lines = []
    for line in stdout.splitlines():
        case = TAP_LINE.match(line)
        lines.append(line)
        if case:
            yield case[1], case[2].strip(), case[3], case[4], lines
            lines = []
        elif PLAN.match(line):
            lines = []


def lines_after_cases(stdout):
    lines = stdout.splitlines()
    last = max((number for number, line in enumerate(lines)
                if TAP_LINE.match(line) or PLAN.match(line)), default=-1)
    return lines[last + 1:]


def command_of(entry, folder, case=None):
    """The command that runs this program, or one case of it, alone."""
    command = f"meson test -C {folder} -v {short_name(entry)}"
    title = (case or "").split(" - ")[0]
    if not title:
        return command
    option = f"-p {title}" if title.startswith("/") else f"--case={title.replace(' ', '-')}"
    return f"{command} --test-args={shlex.quote(option)}"


def shorten(output):
    lines = [line for line in output.rstrip().splitlines() if not NOISE.match(line)]
    hidden = len(lines) - HEAD_LINES - TAIL_LINES
    if hidden <= 0:
        return lines
    return lines[:HEAD_LINES] + [f"… {hidden} lines"] + lines[-TAIL_LINES:]


def find_stop(entry, stdout, ran):
    """Returns None if all cases of the plan ran; else the one that was running when the program
    ended (None if that is the last one that was reported, which failed), and how many ran."""
    plan = PLAN.search(stdout)
    if not plan or ran >= int(plan[1]):
        return None
    told = f"{ran} of {plan[1]} cases ran"
    verdicts = [found[1] for found in map(TAP_LINE.match, stdout.splitlines()) if found]
    if verdicts and verdicts[-1].lower() == "not ok":
        return None, told
    listed = (RUNNING.findall(stdout) or list_cases(entry))[ran:ran + 1]
    return listed[0] if listed else f"case {ran + 1}", told


def list_cases(entry):
    """The cases of a program of GLib, in the order in which it runs them"""
    try:
        listed = subprocess.run(entry.get("command", []) + ["-l"], env=entry.get("env"), check=True,
                                capture_output=True, text=True, timeout=60)
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return []
    return [line for line in listed.stdout.splitlines() if line.startswith("/")]


def read_log(path):
    with open(path, encoding="utf-8", errors="replace") as log:
        return [json.loads(line) for line in log]


def suites_of(entry):
    """meson writes “project:suite+suite / name”."""
    before = entry["name"].rpartition(" / ")[0]
    return before.partition(":")[2].split("+")


def short_name(entry):
    return entry["name"].split(" / ")[-1]


def last_line(text):
    return (text.strip().splitlines() or [""])[-1]


def read_known_skips(path, has_shared_data):
    """The patterns of the file; those behind SECTION hold only where the shared data is absent."""
    found, holds = [], True
    with open(path, encoding="utf-8") as known:
        for line in (line.split("#")[0].strip() for line in known):
            if line == SECTION:
                holds = not has_shared_data
            elif line and holds:
                found.append(line)
    return found


def print_cases(paths):
    """A program without cases is one itself."""
    rows = set()
    for entry in (entry for path in paths for entry in read_log(path)):
        tier = next((suite for suite in suites_of(entry) if suite in TIERS), "-")
        titles = [title.split(" - ")[0] for _verdict, title, *_rest
                  in cases_of(entry.get("stdout") or "")]
        rows |= {(short_name(entry), title, tier) for title in titles or [""]}
    for program, title, tier in sorted(rows):
        print(f"{tier}\t{program}\t{title}")


def main(arguments):
    if arguments[:1] == ["--list"]:
        print_cases(arguments[1:])
        return 0
    here = os.path.dirname(os.path.abspath(__file__))
    shared = os.path.isdir(os.path.join(here, "..", "..", "shared", "data"))
    report = Report(read_known_skips(os.path.join(here, "known-skips.txt"), shared),
                    strict=bool(os.environ.get("CI")))
    for argument in arguments:
        phase, _, source = argument.partition("=")
        if source.startswith("+"):
            report.passed += int(source[1:])
        elif source.startswith("!"):
            output = ""
            if source[1:]:
                with open(source[1:], encoding="utf-8", errors="replace") as log:
                    output = log.read()
            report.fail(phase, output)
        else:
            report.add_log(phase, source)
    print(report.summary())
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
