#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums up runs of `meson test`: what failed and how it ended, what was skipped and why, and one
line that counts test cases. A program that ran fewer cases than it planned fails with the case that
was running. Each argument is PHASE=LOG with meson's testlog.json; in PHASE=LOG,LOG
the second has some of the tests again, and its word counts, but it is told what failed at first;
PHASE=! is a phase that failed as a whole (it did not build), PHASE=!FILE one whose output is in
FILE, PHASE=+N N cases that passed without meson. Ends with 1 if anything failed, and, where CI is
set, if anything was skipped that tests/known-skips.txt does not name.

`report.py --failed LOG` prints the names of the tests that failed."""

import fnmatch
import json
import os
import re
import subprocess
import sys

TAIL_LINES = 40
NOISE = re.compile(r"^# .*-(DEBUG|INFO): ")
BAD = ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT", "UNEXPECTEDPASS")
TAP_LINE = re.compile(
    r"^\s*(not ok|ok)\b\s*\d*\s*-?\s*(.*?)(?:\s+#\s*(SKIP|TODO)\b\s*(.*))?$", re.I)

SECTION = "[without ../shared/data]"
PLAN = re.compile(r"^1\.\.(\d+)", re.M)
# What scripts say before each case; programs of GLib are asked for their list.
RUNNING = re.compile(r"^# running (.+)$", re.M)


class Report:
    def __init__(self, known_skips, strict):
        self.known_skips = known_skips
        self.strict = strict
        self.passed = 0
        self.failures = []
        self.unsteady = []
        self.skips = []

    def fail(self, name, output):
        self.failures.append((name, tail(output)))

    def skip(self, name, reason):
        if self.strict and not any(fnmatch.fnmatch(name, known) for known in self.known_skips):
            self.fail(name, f"skipped ({reason}), which tests/known-skips.txt does not allow in CI")
        else:
            self.skips.append((name, reason))

    def add_program(self, phase, entry):
        """One program that meson ran; its cases are counted if it speaks TAP."""
        name = f"{phase}: {short_name(entry)}"
        result = entry["result"]
        stdout = entry.get("stdout") or ""
        output = stdout + (entry.get("stderr") or "")
        cases = [TAP_LINE.match(line) for line in stdout.splitlines()]
        cases = [case for case in cases if case]
        failed = []
        for verdict, title, directive, reason in (case.groups() for case in cases):
            case_name = f"{name} {title.strip()}"
            if (directive or "").upper() == "SKIP":
                self.skip(case_name, reason.strip() or "no reason given")
            elif verdict.lower() == "ok" or (directive or "").upper() == "TODO":
                self.passed += 1
            else:
                failed.append(case_name)
        stopped = find_stop(entry, stdout, len(cases))
        if stopped:
            running, told = stopped
            failed += [f"{name} {running}"] if running else []
            output += f"\n{told}; {result}, exit status {entry.get('returncode')}"
        if failed:
            # The first carries the output of the whole program.
            self.fail(failed[0], output)
            for case_name in failed[1:]:
                self.fail(case_name, "")
        elif result in BAD:
            self.fail(name, f"{output}\n{result}, exit status {entry.get('returncode')}")
        elif not cases and result == "SKIP":
            self.skip(name, last_line(output) or "no reason given")
        elif not cases:
            self.passed += 1

    def add_logs(self, phase, paths):
        entries = {}
        for path in paths:
            for entry in read_log(path):
                before = entries.get(short_name(entry))
                if before and has_failed_case(before) and entry["result"] not in BAD:
                    output = (before.get("stdout") or "") + (before.get("stderr") or "")
                    self.unsteady.append((f"{phase}: {short_name(entry)}", tail(output)))
                entries[short_name(entry)] = entry
        for entry in entries.values():
            self.add_program(phase, entry)

    def summary(self):
        lines = []
        for verdict, found in (("PASSED ONLY THE SECOND TIME", self.unsteady),
                               ("FAILED", self.failures)):
            for name, output in found:
                lines += ["", f"{verdict} {name}"] + [f"    {line}" for line in output]
        if self.skips:
            lines += ["", "Skipped:"] + [f"    {name}: {reason}" for name, reason in self.skips]
        counts = self.passed, len(self.failures), len(self.skips)
        lines += ["", "%d passed, %d failed, %d skipped" % counts]
        return "\n".join(lines)


def has_failed_case(entry):
    """Not so where the search for leaks says something at the end of a program: the second time it
    unwinds well enough for its suppressions."""
    return entry["result"] in BAD and (
        entry["result"] != "ERROR"
        or re.search(r"^\s*(not ok\b|Bail out!)", entry.get("stdout") or "", re.M) is not None)


def tail(output):
    lines = [line for line in output.rstrip().splitlines() if not NOISE.match(line)]
    hidden = max(0, len(lines) - TAIL_LINES)
    return ([f"… {hidden} lines above"] if hidden else []) + lines[-TAIL_LINES:]


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


def short_name(entry):
    """Of a test, without the suites that meson puts before it."""
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


def main(arguments):
    if arguments[:1] == ["--failed"]:
        print("\n".join(short_name(entry) for entry in read_log(arguments[1])
                        if entry["result"] in BAD))
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
            report.add_logs(phase, source.split(","))
    print(report.summary())
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
