#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The walks of walks.txt: through which functions a call, a configuration and a sign-in go.

`walks.py ROOT` fails where a walk names a function that the one above it does not, or hides that one
copies or parses the whole; `walks.py --figures ROOT` prints how long each walk is, what it has in
common with the one before, and how often a hub is entered by others."""

import os
import re
import sys

import figures
import lint

WALKS = "tests/lint/walks.txt"
PARSES = re.compile(r"\b(mcp_json_document_parse\w*|store_client_text_new|mcp_json_editor_new|read_text)"
                    r" \(")
COPIES = re.compile(r"\b(g_string_free_to_bytes|g_bytes_new|g_memdup2|mcp_json_value_dup_text|"
                    r"mcp_json_value_to_bytes) \(")
MARKS = {"parse": PARSES, "copy": COPIES}


class Step:
    def __init__(self, line):
        words = line.split()
        self.depth = (len(line) - len(line.lstrip())) // 2
        self.name, self.file, self.hook, self.marks = words[0], "", None, []
        rest = iter(words[1:])
        for word in rest:
            if word.startswith("@"):
                self.file = word[1:]
            elif word == "via":
                self.hook = next(rest)
            else:
                self.marks.append(word)


def read_walks(tree):
    """Returns: ({title: [Step]}, {title: path of a hub})"""
    walks, hubs, steps, hub = {}, {}, None, None
    for _, line in tree.lines(WALKS) if WALKS in tree.paths else []:
        title = re.match(r"(walk|hub): (.*)", line)
        if title:
            steps, hub = ([], None) if title[1] == "walk" else (None, title[2])
            if steps is not None:
                walks[title[2]] = steps
        elif line.strip() and not line.startswith("#"):
            if hub:
                hubs[hub] = line.strip()
            else:
                steps.append(Step(line))
    return walks, hubs


class Code:
    def __init__(self, tree):
        self.files = {path: figures.code_of(tree.read(path))
                      for path in tree.select(".c", under=figures.FLOORS)}
        self.bodies = {}
        for path, code in self.files.items():
            for found in figures.DEFINITION.finditer(code):
                self.bodies.setdefault(found[1], []).append((path, found[3]))

    def find(self, step):
        """The bodies that @step can mean."""
        return [(path, body) for path, body in self.bodies.get(step.name, [])
                if os.path.basename(path) == step.file or not step.file]

    def is_hook(self, step, path):
        return re.search(rf"\b{step.hook}\s*=\s*{step.name}\b", self.files[path])


def check_step(code, step, parent):
    found = code.find(step)
    if len(found) != 1:
        yield f"{step.name}: there are {len(found)} of this name; @FILE says which"
        return
    path, body = found[0]
    for mark, pattern in MARKS.items():
        if bool(pattern.search(body)) != (mark in step.marks):
            yield f"{step.name} ({path}): “{mark}” is " + \
                ("marked, and not done" if mark in step.marks else "done, and not marked")
    if parent is None:
        return
    above = code.find(parent)[0][1] if code.find(parent) else ""
    called = rf"->{step.hook}\b" if step.hook else rf"\b{step.name}\b"
    if not re.search(called, above) or (step.hook and not code.is_hook(step, path)):
        yield f"{step.name} ({path}): {parent.name} does not call it"


def parents_of(steps):
    stack = []
    for step in steps:
        stack = [one for one in stack if one.depth < step.depth]
        yield step, stack[-1] if stack else None
        stack.append(step)


def check(tree):
    code = Code(tree)
    walks, hubs = read_walks(tree)
    for steps in walks.values():
        for step, parent in parents_of(steps):
            for finding in check_step(code, step, parent):
                yield f"{WALKS}: {finding}"
    for path in hubs.values():
        if path not in code.files:
            yield f"{WALKS}: {path} is not there"


def count_returns(code, hub):
    """Places in other files that call a function which the hub defines and does not keep to itself."""
    names = {found[1] for found in figures.DEFINITION.finditer(code.files[hub])
             if re.match(r"(mcp|store|app|ui)_", found[1])}
    return sum(len(re.findall(rf"\b{name} \(", text)) - len(re.findall(rf"^{name} \(", text, re.M))
               for path, text in code.files.items() if path != hub for name in names)


def print_figures(tree):
    code = Code(tree)
    walks, hubs = read_walks(tree)
    before = []
    for title, steps in walks.items():
        names = [step.name for step in steps]
        marks = [mark for step in steps for mark in step.marks]
        common = 0
        while common < min(len(names), len(before)) and names[-1 - common] == before[-1 - common]:
            common += 1
        spine = max(step.depth for step in steps)
        print(f"{title}: {len(steps)} functions, {spine} hops from the first to the last, "
              f"{marks.count('copy')} copies, {marks.count('parse')} parses"
              + (f", the last {common} as in the walk before" if common else ""))
        before = names
    for title, path in hubs.items():
        print(f"{title}: {count_returns(code, path)} returns to {path}")


A = "static void\na (void)\n{\n  b ();\n  x->run (c);\n}\n\nvoid\nb (void)\n{\n}\n"
B = "\nstatic void\nd (void)\n{\n  mcp_json_document_parse (1);\n}\n\nstatic Hooks h = { .run = d };\n"
PROOFS = [
    ({"mcp/a.c": A + B, WALKS: "walk: one\na\n  b\n  d via run parse\n"}, None),
    ({"mcp/a.c": A + B, WALKS: "walk: one\na\n  d parse\n"}, "a does not call it"),
    ({"mcp/a.c": A + B, WALKS: "walk: one\na\n  d via go parse\n"}, "a does not call it"),
    ({"mcp/a.c": A + B, WALKS: "walk: one\na\n  d via run\n"}, "done, and not marked"),
    ({"mcp/a.c": A + B, WALKS: "walk: one\na\n  b copy\n"}, "marked, and not done"),
    ({"mcp/a.c": A, "mcp/b.c": A, WALKS: "walk: one\na\n"}, "there are 2 of this name"),
    ({"mcp/a.c": A, "mcp/b.c": A, WALKS: "walk: one\na @b.c\n"}, None),
    ({"mcp/a.c": A, WALKS: "hub: one\nmcp/c.c\n"}, "mcp/c.c is not there"),
]


if __name__ == "__main__":
    if "--figures" in sys.argv:
        print_figures(lint.Tree(sys.argv[-1]))
    else:
        lint.main(check, PROOFS)
