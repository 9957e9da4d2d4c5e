#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide says what the program says: each *label* is a text of the program, each link leads to a
chapter or into the web, each command of spyglass-cli and each --option is in its table, and each
chapter is short enough to be read."""

import re
import tomllib

import lint

FOLDER = "data/guide"
TABLES = "app/cli/commands.toml", "app/cli/options.toml"
CODE = re.compile(r"`[^`]*`|^(?: {4}.*\n)+", re.M)
LABEL = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
LINK = re.compile(r"\]\(([^)]*)\)")
COMMAND = re.compile(r"spyglass-cli ([a-z-]+)")
OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
TEXT = {".c": re.compile(r'"((?:\\.|[^"\\\n])*)"'), ".ui": re.compile(">([^<>]+)<")}
MIN_WORDS, MAX_WORDS = 150, 400


def read_texts(tree):
    """Without their mnemonics."""
    return {text.replace("_", "") for ending, pattern in TEXT.items()
            for path in tree.select(ending, under=("app", "ui")) for text in pattern.findall(tree.read(path))}


def read_names(tree, table, *keys):
    rows = tomllib.loads(tree.read(table)) if table in tree.paths else {}
    for key in keys:
        rows = [row for part in (rows if isinstance(rows, list) else [rows]) for row in part.get(key, ())]
    return {row["name"] for row in rows}


def check(tree):
    chapters = {path.rpartition("/")[2] for path in tree.select(".md", under=(FOLDER,))}
    texts = read_texts(tree) if chapters else ()
    commands = {name.split()[0] for name in read_names(tree, TABLES[0], "command")}
    options = read_names(tree, TABLES[1], "group", "option")
    for chapter in sorted(chapters):
        path = f"{FOLDER}/{chapter}"
        text = tree.read(path)
        n_words = len(text.split())
        if not text.startswith("# ") or not MIN_WORDS <= n_words <= MAX_WORDS:
            yield f"{path}: begins with its title, and has {MIN_WORDS} to {MAX_WORDS} words, not {n_words}"
        for label in LABEL.findall(CODE.sub("", text)):
            if " ".join(label.split()) not in texts:
                yield f"{path}: the program has no “{label}”"
        for link in LINK.findall(text):
            if link not in chapters and not link.startswith("https://"):
                yield f"{path}: there is no chapter {link}"
        code = "\n".join(CODE.findall(text))
        yield from (f"{path}: there is no command {name}" for name in COMMAND.findall(code) if name not in commands)
        yield from (f"{path}: there is no option --{name}" for name in OPTION.findall(code) if name not in options)


GOOD = "# A\n\n" + "word " * MIN_WORDS
COMMANDS = {TABLES[0]: '[[command]]\nname = "call"\n',
            TABLES[1]: '[[group]]\ntitle = "x"\n[[group.option]]\nname = "json"\n'}
PROOFS = [
    ({f"{FOLDER}/a.md": GOOD + "*Run\nIt…*, [b](b.md), [w](https://a.b)\n\n    spyglass-cli call --json *x*\n",
      f"{FOLDER}/b.md": GOOD, "ui/a/a.c": 'N_ ("_Run It…")\n', **COMMANDS}, None),
    ({f"{FOLDER}/a.md": GOOD + "*Run*", "ui/a/a.c": 'N_ ("Run It")'}, "has no “Run”"),
    ({f"{FOLDER}/a.md": GOOD + "*Run*", "tests/a.c": 'N_ ("Run")'}, "has no “Run”"),
    ({f"{FOLDER}/a.md": GOOD + "[b](b.md)"}, "no chapter b.md"),
    ({f"{FOLDER}/a.md": GOOD + "`spyglass-cli cal`", **COMMANDS}, "no command cal"),
    ({f"{FOLDER}/a.md": GOOD + "`spyglass-cli call --jso`", **COMMANDS}, "no option --jso"),
    ({f"{FOLDER}/a.md": "# A\n\nword\n"}, "150 to 400 words"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
