#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the tests find faults: some of one line each are drawn with a fixed seed over all functions of
five lines and more, so many a floor, and planted into a clone, each behind a number. One build has them
all; SPYGLASS_FAULT=N makes one happen. Only tests that reach a fault can find it, so those alone are run.

  faults.py plant BUILD SEED    changes the sources that BUILD, which is up to date, was made from, a clone
                                to throw away; build again then; BUILD/faults.json has the list
  faults.py reach BUILD SUITE   runs a suite or a tier once and notes which tests reach which fault
  faults.py hunt BUILD SUITE    for each fault: those tests, until the first that fails"""

import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lint"))
import figures  # noqa: E402

FLOORS = ("mcp", "store", "app", "ui")
EACH = 6
SHORTEST = 5  # lines of a function's body
PATIENCE = 240  # seconds for one program
JOBS = 3
SWITCH = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static inline int
spyglass_fault (int n)
{
  static int chosen = -1;
  static char reached[1000];
  char path[4096];
  const char *text;

  if (chosen < 0)
    chosen = (text = getenv ("SPYGLASS_FAULT")) != NULL ? atoi (text) : 0;
  if (!reached[n]++ && (text = getenv ("SPYGLASS_REACHED")) != NULL)
    {
      snprintf (path, sizeof path, "%s-%d", text, n);
      close (open (path, O_CREAT | O_WRONLY, 0666));
    }
  return chosen == n;
}
#line 1
"""
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
OPPOSITES = {"==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=", "&&": "||", "||": "&&",
             "+": "-", "-": "+", "TRUE": "FALSE", "FALSE": "TRUE"}
KINDS = {
    "flipped comparison": r" (==|!=|<=|>=|<|>) ",
    "and for or": r" (&&|\|\|) ",
    "plus for minus": r" ([-+]) ",
    "wrong truth": r"\b(TRUE|FALSE)\b",
    "wrong limit": r"(?<![\w.])(0|[1-9]\d*)(?![\w.])",
}
CALL = re.compile(r"\b[a-z_]+ \(((?:[^()]|\([^()]*\))*)\)")
TESTED = re.compile(r"((?:else )?if|while) \((.*)\)")
RETURNED = re.compile(r"return (.+);")
DECLARED = re.compile(r"((?:gboolean|guint|gsize|int|gint64|guint64|gssize) +\w+) = (.+);")
ASSIGNED = re.compile(r"([\w\->.\[\]*]+) ([-+|&]?=) (.+);")
CALLED = re.compile(r"[a-z_]\w* \(.*\);")
CONTINUED = ("&&", "||", "(", ",", "?", ":", "=", "+")


def split_arguments(text):
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def change(expression):
    """Yields pairs of the kind of fault and the expression that has it."""
    hidden = QUOTED.sub(lambda found: "\0" * len(found[0]), expression)
    for kind, pattern in KINDS.items():
        for found in re.finditer(pattern, hidden):
            other = OPPOSITES.get(found[1]) or str(int(found[1]) + 1)
            yield kind, expression[:found.start(1)] + other + expression[found.end(1):]
    found = CALL.search(expression)
    arguments = split_arguments(found[1]) if found else []
    for i in range(len(arguments) - 1):
        swapped = arguments[:i] + [arguments[i + 1], arguments[i]] + arguments[i + 2:]
        if swapped != arguments:
            yield ("swapped arguments",
                   expression[:found.start(1)] + ", ".join(swapped) + expression[found.end(1):])


def faults_of(statement, n):
    """Yields the kind, what a line of C becomes, and how it reads with the fault."""
    switch = f"spyglass_fault ({n})"
    if any(statement.count(a) != statement.count(b) for a, b in ("()", "{}", "[]")) \
            or statement.startswith(("/*", "*", "#", "g_return", "g_assert", "case ", "default")):
        return
    if found := TESTED.fullmatch(statement):
        for kind, other in [*change(found[2]), ("negated condition", f"!({found[2]})")]:
            yield kind, f"{found[1]} ({switch} ? ({other}) : ({found[2]}))", f"{found[1]} ({other})"
    elif found := RETURNED.fullmatch(statement):
        for kind, other in change(found[1]):
            yield kind, f"return {switch} ? ({other}) : ({found[1]});", f"return {other};"
    elif found := DECLARED.fullmatch(statement):
        for kind, other in change(found[2]):
            yield kind, f"{found[1]} = {switch} ? ({other}) : ({found[2]});", f"{found[1]} = {other};"
    elif ASSIGNED.fullmatch(statement) or CALLED.fullmatch(statement):
        found = ASSIGNED.fullmatch(statement)
        kind = "dropped assignment" if found else "dropped call"
        yield kind, f"{{ if (!{switch}) {{ {statement} }} }}", "(dropped)"
        before, expression = (f"{found[1]} {found[2]} ", found[3]) if found else ("", statement[:-1])
        for kind, other in change(expression):
            yield kind, f"{{ if ({switch}) {{ {before}{other}; }} else {{ {statement} }} }}", \
                f"{before}{other};"


def choices_of(lines, first, last, n):
    """All faults that the lines of a function can have: kind, line, new text, how it reads."""
    for number in range(first, last):
        if not lines[number - 1].rstrip().endswith(CONTINUED):
            indent = lines[number][:len(lines[number]) - len(lines[number].lstrip())]
            for kind, text, reads in faults_of(lines[number].strip(), n):
                yield kind, number, indent + text, reads


def compiles(entry):
    command = entry["command"].split(" -o ")[0] + " -fsyntax-only -Wno-error " \
        "-Werror=incompatible-pointer-types -Werror=int-conversion -Werror=discarded-qualifiers " + entry["file"]
    return subprocess.run(command, shell=True, cwd=entry["directory"], check=False,
                          capture_output=True).returncode == 0


def plant_one(root, path, name, n, entry, chance):
    """Returns the fault, or None where this function can have none that compiles."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        before = file.read()
    found = next(found for found in figures.DEFINITION.finditer(before) if found[1] == name)
    lines = before.split("\n")
    first = before[:found.start(3)].count("\n")
    choices = list(choices_of(lines, first, first + found[3].count("\n"), n))
    if not choices or entry is None:
        return None
    kind = chance.choice(sorted({choice[0] for choice in choices}))
    kind, number, text, reads = chance.choice([choice for choice in choices if choice[0] == kind])
    was, lines[number] = lines[number].strip(), text
    after = "\n".join(lines)
    offset = SWITCH.count("\n") if SWITCH in before else 0
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(after if offset else SWITCH + after)
    if compiles(entry):
        return {"n": n, "place": f"{path}:{number + 1 - offset}", "function": name, "kind": kind,
                "was": was, "reads": reads}
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(before)
    return None


def plant(build, seed):
    chance, planted = random.Random(int(seed)), []
    listed = json.loads(subprocess.run(["ninja", "-C", build, "-t", "compdb"], check=True,
                                       capture_output=True, text=True).stdout)
    entries = {os.path.realpath(os.path.join(entry["directory"], entry["file"])): entry
               for entry in listed if entry["file"].endswith(".c")}
    root = os.path.realpath(os.path.join(build, ".."))
    for floor in FLOORS:
        paths = subprocess.run(["git", "-C", root, "ls-files", f"{floor}/*.c"], check=True,
                               capture_output=True, text=True).stdout.split()
        functions = []
        for path in sorted(path for path in paths if not path.startswith("app/demo/")):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                functions += [(path, found[1]) for found in figures.DEFINITION.finditer(file.read())
                              if found[3].count("\n") >= SHORTEST]
        chance.shuffle(functions)
        wanted = len(planted) + EACH
        while len(planted) < wanted:
            path, name = functions.pop()
            fault = plant_one(root, path, name, len(planted) + 1,
                              entries.get(os.path.realpath(os.path.join(root, path))), chance)
            if fault:
                planted.append(fault)
                print(*fault.values(), sep=" | ", flush=True)
    write(build, "faults", planted)


def run(build, test, **more):
    """Returns its name and what it ended with, None where it took too long."""
    path = os.pathsep.join([test["env"].get("PATH", ""), os.environ["PATH"]])
    process = subprocess.Popen(test["cmd"], env={**os.environ, **test["env"], "PATH": path, **more},
                               cwd=test["workdir"] or build, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        status = process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        status = None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return test["name"], status


def tests_of(build, suite):
    """What reads text alone reaches nothing."""
    listed = json.loads(subprocess.run(["meson", "introspect", "--tests", build], check=True,
                                       capture_output=True, text=True).stdout)
    return {test["name"]: test for test in listed
            if {suite} <= {name.split(":")[-1] for name in test["suite"]} - {"lint"}
            and not any(name.endswith("lint") for name in test["suite"])}


def reach(build, suite):
    folder = os.path.join(os.path.realpath(build), f"reached-{suite}")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    tests = tests_of(build, suite).values()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        ended = dict(pool.map(lambda test: run(build, test, SPYGLASS_REACHED=f"{folder}/{test['name']}"), tests))
    reached = {}
    for name, _, n in (name.rpartition("-") for name in os.listdir(folder)):
        if ended[name] == 0:
            reached.setdefault(n, []).append(name)
    print("failed without a fault:", [name for name, status in ended.items() if status] or "none")
    write(build, f"reached-{suite}", reached)


def hunt(build, suite):
    tests, reached = tests_of(build, suite), read(build, f"reached-{suite}")
    for fault in read(build, "faults"):
        found = None
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            pending = [pool.submit(run, build, tests[name], SPYGLASS_FAULT=str(fault["n"]))
                       for name in reached.get(str(fault["n"]), [])]
            for future in concurrent.futures.as_completed(pending):
                if not found and future.result()[1] != 0:
                    found = future.result()[0]
                    for other in pending:
                        other.cancel()
        print(fault["n"], fault["place"], fault["kind"], f"found by {found}" if found
              else f"missed by {len(pending)} programs", sep=" | ", flush=True)


def write(build, name, value):
    with open(os.path.join(build, f"{name}.json"), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1, ensure_ascii=False)


def read(build, name):
    with open(os.path.join(build, f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)


if __name__ == "__main__":
    VERB = {"plant": plant, "reach": reach, "hunt": hunt}.get(sys.argv[1] if len(sys.argv) == 4 else "")
    if VERB is None:
        sys.exit(__doc__)
    VERB(*sys.argv[2:])
