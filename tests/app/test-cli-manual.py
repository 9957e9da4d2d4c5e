#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual page, --help and the README name the same commands, options and exit statuses.

Usage: test-cli-manual.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import os
import re
import shutil
import subprocess
import sys

from cli_sandbox import DONE, PAGE, Skip, check, run_tests

ROOT = sys.argv[3]


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def read_manual():
    """The page as plain text: no requests, no escapes."""
    lines = []
    for line in read(PAGE).splitlines():
        if line.startswith('.\\"'):
            continue
        line = re.sub(r"^\.(TP|SS|SH|BR?|BI|RI|IR?|B|RB|PP|nf|fi|RS|RE|TH)\b ?", "", line)
        line = re.sub(r"\\f[A-Z]", "", line).replace("\\-", "-").replace("\\(dq", '"')
        lines.append(line.replace("\\~", " "))
    return "\n".join(lines)


HELP = []  # as it was read once


def read_help(sandbox):
    """That of all commands, and then of each by itself."""
    if HELP:
        return HELP[0]
    text = check(sandbox.run("--help"), DONE).stdout
    assert max(map(len, text.splitlines())) <= 90, text
    table = text.split("Commands:\n")[1].split("\n\n")[0]
    for command in sorted(set(re.findall(r"^  ([a-z]+)\b", table, re.M))):
        own = check(sandbox.run(command, "--help"), DONE).stdout
        assert own == check(sandbox.run("help", command), DONE).stdout, command
        assert command == "version" or own.count("\n  spyglass-cli ") >= 2, own
        text += own
        if "--help-server" in own:
            text += check(sandbox.run(command, "--help-server"), DONE).stdout
    HELP.append(text)
    return text


def find_options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_options(sandbox):
    shown = find_options(read_help(sandbox))
    told = find_options(read_manual())
    assert len(shown) > 20, shown
    assert shown == told, f"only in --help: {shown - told}; only in the manual: {told - shown}"


def test_letters(sandbox):
    shown = set(re.findall(r"^ +-(\w), --([a-z-]+)", read_help(sandbox), re.M))
    told = set(re.findall(r"^-(\w), --([a-z-]+)", read_manual(), re.M))
    assert shown == told, f"{shown ^ told}"


def test_commands(sandbox):
    table = read_help(sandbox).split("Commands:\n")[1].split("\n\n")[0]
    manual = re.sub(r'["\[\]]', "", read_manual().split("COMMANDS")[1].split("OPTIONS")[0])
    for line in table.splitlines():
        if line.startswith("   "):
            continue
        usage = re.split(r"\s{2,}", line.strip())[0]
        command, _, arguments = usage.partition(" ")
        actions = arguments.split(" ")[0].strip("[]")
        for action in actions.split("|"):
            words = f"{command} {action}" if re.fullmatch(r"[a-z]+", action) else command
            if words.endswith(" list"):
                words = command
            assert re.search(rf"\b{words}\b", manual), f"the manual does not tell of “{words}”"


def test_exit_statuses(_sandbox):
    headers = read("app", "cli", "app-cli-invocation.h") + read("app", "base", "app-failure.h")
    known = set(re.findall(r"APP_CLI_\w+ = (\d+),|  X \(\w+, (\d+),", headers))
    known = {one or other for one, other in known}
    told = set(re.findall(r"^(\d)$", read_manual().split("EXIT STATUS")[1], re.M))
    assert known == told and len(known) == 8, f"{known ^ told}"


def test_readme(sandbox):
    """Every spyglass-cli line of the README uses commands and options that exist."""
    shown = read_help(sandbox)
    options = find_options(shown)
    commands = set(re.findall(r"^  ([a-z]+)\b", shown.split("Commands:\n")[1].split("\n\n")[0], re.M))
    lines = re.findall(r"^spyglass-cli (.*)$", read("README.md"), re.M)
    assert lines
    for line in lines:
        own = line.split(" -- ")[0]
        assert own.split()[0] in commands, line
        assert find_options(own) <= options, line


def test_pages_are_well_formed(_sandbox):
    if shutil.which("man") is None:
        raise Skip("man is not installed")
    for page in ("spyglass.1", "spyglass-cli.1", "spyglass-demo.1"):
        for device, locale in (("utf8", "C.UTF-8"), ("ascii", "C")):
            result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", f"-T{device}", "-Z",
                                     PAGE if page == "spyglass-cli.1" else os.path.join(ROOT, "data", page)],
                                    capture_output=True, text=True, check=False, timeout=30,
                                    env=dict(os.environ, MANROFFSEQ="", MANWIDTH="80",
                                             LC_ALL=locale))
            assert result.returncode == 0 and result.stderr == "", (page, device, result.stderr)


def test_demo_page(_sandbox):
    """The page of spyglass-demo has the options that it has."""
    shown = find_options(subprocess.run([sys.argv[2], "--help"], capture_output=True, text=True,
                                        check=True).stdout)
    told = find_options(read("data", "spyglass-demo.1").replace("\\-", "-"))
    assert shown == told, f"{shown ^ told}"


def test_failures(_):
    """Every failure that the program knows is in the page, with the status that it ends with."""
    header = read("app", "base", "app-failure.h")
    values = dict(re.findall(r"  X \((\w+), (\d+),", header))
    rows = re.findall(r'(\w+), "(\w+)"\) *\\?\n', header)
    page = read_manual().split("EXIT STATUS\n")[1].split("ERRORS\n")[0]
    parts = dict(zip(*[iter(re.split(r"^(\d)$", page, flags=re.M)[1:])] * 2))
    assert len(rows) > 30 and len(values) == 6, (rows, values)
    for status, word in rows:
        if status != "SIGNAL":
            assert re.search(rf"\b{word}\b", parts[values[status]].split("In JSON:")[1]), (status, word)


if __name__ == "__main__":
    run_tests(globals())
