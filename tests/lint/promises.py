#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each promise of SECURITY.md names a test that there is: a C case by its path, or the case of a
script as “test-name.py case-of-it”."""

import re

import lint

PAGE = "SECURITY.md"
ROW = re.compile(r"^\| (.+?) \| (.*?) \|$")
HEAD = re.compile(r"^\|(---|\s*Promise\b)")
NAME = re.compile(r"`([^`]+)`")


def is_there(tree, name):
    script, _, case = name.partition(" ")
    if script.endswith(".py") and case:
        names = [path for path in tree.paths if path.endswith("/" + script)]
        wanted = re.compile(rf"^def (test_)?{case.replace('-', '_')}\(", re.M)
        return any(wanted.search(tree.read(path)) for path in names)
    # A table's cases are added below a path that is written once.
    words = name.split("/")
    parts = [("/".join(words[:n]), "/".join(words[n:])) for n in range(2, len(words))]
    texts = map(tree.read, tree.select(".c", under=("tests",)))
    return any(f'"{name}"' in text
               or any(f'"{below}/' in text and f'"{case}"' in text for below, case in parts)
               for text in texts)


def check(tree):
    for number, line in tree.lines(PAGE) if PAGE in tree.paths else ():
        if not line.startswith("|") or HEAD.match(line):
            continue
        row = ROW.match(line)
        if row is None:
            yield f"{PAGE}:{number}: no promise with its tests: | promise | `test` |"
            continue
        names = NAME.findall(row.group(2))
        if not names:
            yield f"{PAGE}:{number}: a promise without a test"
        for name in names:
            if not is_there(tree, name):
                yield f"{PAGE}:{number}: there is no test {name}"


PROOFS = [
    ({PAGE: "| It ends | `/a/b` |\n| It asks | `test-c.py asks-first` |\n",
      "tests/a.c": 'add ("/a/b", b);\n', "tests/app/test-c.py": "def test_asks_first(folder):\n"}, None),
    ({PAGE: "| It ends | `/a/b` |\n", "tests/a.c": 'add ("/a/%s", name); {"b"}\n'}, None),
    ({PAGE: "| It ends | `/a/c` |\n", "tests/a.c": 'add ("/a/b", b);\n'}, "there is no test /a/c"),
    ({PAGE: "| It asks | `test-c.py asks` |\n", "tests/app/test-c.py": "def asks_first(folder):\n"},
     "there is no test test-c.py asks"),
    ({PAGE: "| It ends | by itself |\n"}, "a promise without a test"),
    ({PAGE: "| It ends |\n"}, "no promise with its tests"),
    ({PAGE: "| It ends | `test-c.py` |\n", "tests/app/test-c.py": ""}, "there is no test test-c.py"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
