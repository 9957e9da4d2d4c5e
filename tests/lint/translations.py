#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""po/POTFILES.in names every file with words for a person, xgettext reads them all without a
complaint, every translation compiles, and only words of ours are translated: what a server or a
person wrote never goes through gettext. `translations.py --write ROOT` writes po/POTFILES.in."""

import os
import re
import subprocess
import sys
import tempfile

import lint

LIST = "po/POTFILES.in"
GENERATOR = "app/cli/generate.py"
TABLE = "app/cli/app-cli-table.c"  # made by it while we build
CALL = re.compile(r"\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dpgettext2)\s*\(")
# Inside macros that define such names, an argument is not text.
NOT_TEXT = re.compile(r'\b(?:_|N_|C_|NC_)\s*\(\s*(?!["\s])(?!N_)([^)]*)')
TRANSLATABLE = re.compile(r'translatable="yes"')
CUT = re.compile(r"""^.*"((?:.*[^%])?%['0-9.-]*)"\n(?=msg)""", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)


def has_words(tree, path):
    text = tree.read(path)
    if path.endswith((".desktop.in", ".metainfo.xml.in")):
        return True
    if path.endswith(".ui"):
        return bool(TRANSLATABLE.search(text))
    return bool(CALL.search(COMMENT.sub("", text)))


def make_table(tree, folder):
    """The table of the command line, as the build makes it; returns its text."""
    if GENERATOR not in tree.paths:
        return ""
    path = os.path.join(folder, TABLE)
    os.makedirs(os.path.dirname(path))
    subprocess.run([sys.executable, tree.absolute(GENERATOR), tree.absolute("app/cli"), "0", "", path,
                    *(os.path.join(folder, name) for name in ("options.h", "commands.h", "page.1"))],
                   check=True)
    with open(path, encoding="utf-8") as file:
        return file.read()


def needed(tree):
    candidates = tree.select(".c", ".h", ".ui", under=["mcp", "store", "app", "ui"])
    candidates += tree.select(".desktop.in", ".metainfo.xml.in", under=["data"])
    paths = [path for path in candidates if has_words(tree, path)]
    return sorted(paths + [TABLE] if GENERATOR in tree.paths else paths)


def listed(tree):
    lines = [line.strip() for _, line in tree.lines(LIST)]
    return [line for line in lines if line and not line.startswith("#")]


def check_list(tree):
    if LIST not in tree.paths:
        yield f"{LIST} is missing"
        return
    have = listed(tree)
    for path in needed(tree):
        if path not in have:
            yield f"{LIST}: {path} is missing; run ./dev format"
    for path in have:
        if path not in tree.paths and path != TABLE:
            yield f"{LIST}: there is no {path}; run ./dev format"
    if have != sorted(set(have)):
        yield f"{LIST}: not sorted; run ./dev format"


def check_words(tree):
    """A table of literals, marked where it stands, may be translated where it is shown: then the
    member has the same name in both places."""
    with tempfile.TemporaryDirectory() as scratch:
        marked = set(re.findall(r"\.(\w+)\s*=\s*N_\s*\(", make_table(tree, scratch)))
    for path in tree.select(".c", under=["mcp", "store", "app", "ui"]):
        marked |= set(re.findall(r"\.(\w+)\s*=\s*N_\s*\(", tree.read(path)))
    for path in tree.select(".c", ".h", under=["mcp", "store", "app", "ui"]):
        text = tree.read(path)
        code = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
        if re.search(r"\bNC?_\s*\(", code):
            continue  # it has a table of its own
        for match in NOT_TEXT.finditer(code):
            if re.split(r"\.|->", match.group(1).strip())[-1] in marked:
                continue
            line = code.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: gettext of “{match.group(1)}”, which is not a literal"


def check_template(path):
    """xgettext ends a text at a macro of GLib's: what we ask for while we run is not in the
    catalogue then. It knows the macros of <inttypes.h>."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for text in CUT.findall(file.read()):
                yield f"“{text}” is cut short: write PRIu64 in place of G_GUINT64_FORMAT"


def check_tools(tree):
    paths = [path for path in listed(tree) if path in tree.paths or path == TABLE]
    with tempfile.TemporaryDirectory() as scratch:
        make_table(tree, scratch)
        if paths:
            done = subprocess.run(
                ["xgettext", "--from-code=UTF-8", "-D", tree.absolute("."), "-D", scratch,
                 "--add-comments=Translators", "--keyword=_", "--keyword=N_", "--keyword=C_:1c,2", "--keyword=NC_:1c,2",
                 "--flag=N_:1:pass-c-format", "-o", os.path.join(scratch, "all.pot")] + paths,
                capture_output=True, text=True, check=False)
            for line in done.stderr.splitlines():
                yield f"xgettext: {line}"
            yield from check_template(os.path.join(scratch, "all.pot"))
        for path in tree.select(".po", under=["po"]):
            done = subprocess.run(
                ["msgfmt", "--check", "-o", os.path.join(scratch, "one.mo"), tree.absolute(path)],
                capture_output=True, text=True, check=False)
            if done.returncode != 0:
                yield f"msgfmt: {done.stderr.strip()}"
    languages = tree.read("po/LINGUAS").split() if "po/LINGUAS" in tree.paths else []
    for path in tree.select(".po", under=["po"]):
        if os.path.basename(path)[:-3] not in languages:
            yield f"po/LINGUAS: {path} is not named"


def check(tree):
    problems = list(check_list(tree))
    yield from problems
    yield from check_words(tree)
    if LIST in tree.paths:
        yield from check_tools(tree)


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
WORDS = 'x = _("Call");\n'
PROOFS = [
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": WORDS, "po/LINGUAS": "de\n", "po/de.po": PO}, None),
    ({LIST: "", "ui/ui-a.c": WORDS}, "ui/ui-a.c is missing"),
    ({LIST: "", "ui/ui-a.ui": '<property name="label" translatable="yes">a</property>'},
     "ui/ui-a.ui is missing"),
    ({LIST: "", "ui/ui-a.c": '/* _("only a comment") */\n'}, None),
    ({LIST: "ui/ui-gone.c\n"}, "there is no ui/ui-gone.c"),
    ({LIST: "ui/ui-b.c\nui/ui-a.c\n", "ui/ui-a.c": WORDS, "ui/ui-b.c": WORDS}, "not sorted"),
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": "x = _(tool->name);\n"}, "not a literal"),
    ({LIST: "store/store-a.c\nui/ui-a.c\n", "store/store-a.c": '.hint = N_ ("A"),\n',
      "ui/ui-a.c": "x = _ (a->hint);\n"}, None),
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": 'a[] = { N_("A") };\nx = _(a[0]);\n'}, None),
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": 'x = _("%d of %d");\n',
      "po/LINGUAS": "de\n", "po/de.po": PO + 'msgid "a\nmsgstr "b"\n'}, "msgfmt"),
    ({LIST: "", "po/LINGUAS": "", "po/de.po": PO}, "po/LINGUAS"),
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": 'x = _("%" PRIu64 " bytes, %d %%");\n'}, None),
    ({LIST: "ui/ui-a.c\n", "ui/ui-a.c": 'x = _("%" G_GUINT64_FORMAT " bytes");\n'}, "cut short"),
]

if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--write":
        with open(os.path.join(sys.argv[2], LIST), "w", encoding="utf-8") as potfiles:
            potfiles.write("".join(path + "\n" for path in needed(lint.Tree(sys.argv[2]))))
    else:
        lint.main(check, PROOFS)
