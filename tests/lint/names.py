#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The prefix tells the floor, the folder the room, the file the class; nothing else lies at the
top, every file says its licence, none knows the machine that it was written on, and no name or
comment has a word of ours where the field has its own."""

import os
import re

import lint

TOP = {
    ".ci", ".clang-format", ".editorconfig", ".git-blame-ignore-revs", ".gitattributes", ".github", ".gitignore",
    "CONTRIBUTING.md", "LICENSE", "NEWS.md", "README.md", "SECURITY.md", "app", "data", "debian", "dev", "mcp",
    "meson.build", "meson_options.txt", "packaging", "po", "store", "tests", "ui",
}
FLOORS = ("mcp", "store", "app", "ui")
FORBIDDEN = re.compile(r"(?:^|-)(utils?|helpers?|common|manager|misc|stuff)(?:-|\.|$)")
# What a macro of ours makes a class of is its parameter, TypeName.
CLASS = re.compile(
    r"\b(?:G_(?:DEFINE|DECLARE)_\w*?(?:TYPE|INTERFACE)\w*|MCP_DEFINE_(?:OBJECT|ZEROED_TYPE)|"
    r"APP_DEFINE_SESSION_FEATURE|UI_DEFINE_(?:TEMPLATE|PAGE))"
    r"\s*\(\s*(?!TypeName\b)(\w+)\s*,\s*(\w+)")
# The formatter takes the dashes of G_DEFINE_QUARK for minus signs: such a quark has blanks in its
# name. It is written as a function.
QUARK = re.compile(r"\bG_DEFINE_QUARK\s*\(\s*[\w ]*-")
LICENSED = (".c", ".h", ".py", ".sh", ".css", "dev", ".ci/run")
LICENCE = "SPDX-License-Identifier: GPL-3.0-or-later"
# Split, so that this file does not find itself.
MACHINE = re.compile(r"(?<![\w.-])(/wo" + r"rk/|/ro" + r"ot/)")
UNFINISHED = re.compile(
    r"(?:(?:/\*|//|#)\s*|\b)(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)(?:\s*[:(]|\s+\w)")
# Words of ours for what has one in the field; a string may be somebody else's, or on disk.
WORDS = "desk|keeper|telling|lure|carrier|errand|gauge|anew"
WORD = re.compile(rf"(?<![A-Za-z])(?i:{WORDS})s?(?![A-Za-z])|(?:{WORDS.title()})s?(?![a-z])")
STRING = re.compile(r'"(?:\\.|[^"\\])*"')
BINARY = (".png", ".gz", ".zip", ".bin")


def kebab(name):
    """McpJSONValue, McpJsonValue: mcp-json-value"""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1-\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", name).lower()


def check_floor_file(tree, path):
    name = os.path.basename(path)
    floor = path.split("/")[0]
    stem, ending = os.path.splitext(name)
    if not name.startswith(floor + "-"):
        yield f"{path}: its name must begin with {floor}-"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", stem):
        yield f"{path}: its name must be in kebab case"
    if ending in (".c", ".h"):
        text = tree.read(path)
        classes = {found[1].replace("_", "-") for found in CLASS.findall(text)}
        classes |= {kebab(found[0]) for found in CLASS.findall(text)}
        if classes and stem not in classes and stem.removesuffix("-private") not in classes:
            yield f"{path}: holds {', '.join(sorted(classes))}; the file is called after its class"
        if QUARK.search(text):
            yield f"{path}: the formatter breaks a name with dashes in G_DEFINE_QUARK"
        if ending == ".h" and not re.search(r"^#pragma once$", text, re.M):
            yield f"{path}: #pragma once is missing"


def check(tree):
    for entry in sorted({path.split("/")[0] for path in tree.paths}):
        if entry not in TOP:
            yield f"{entry}: nothing else belongs at the top level"
    for path in tree.select(".c", ".h", ".ui", under=FLOORS):
        yield from check_floor_file(tree, path)
    for path in tree.paths:
        if FORBIDDEN.search(os.path.basename(path)):
            yield f"{path}: a name that says nothing; call it after what it does"
        if path.endswith(BINARY):
            continue
        if path.endswith(LICENSED) and LICENCE not in "".join(tree.read(path)[:300]):
            yield f"{path}: {LICENCE} is missing in its first lines"
        for number, line in tree.lines(path):
            if MACHINE.search(line):
                yield f"{path}:{number}: a path of somebody's machine"
            if path.endswith((".c", ".h")) and (found := WORD.search(STRING.sub('""', line))):
                yield f"{path}:{number}: {found[0]}: CONTRIBUTING.md has the field's word for it"
            if path.endswith(LICENSED) and UNFINISHED.search(line):
                yield f"{path}:{number}: unfinished"


SPDX_C = f"/* {LICENCE} */\n"
PROOFS = [
    ({"mcp/mcp-tool.h": SPDX_C + "#pragma once\nG_DECLARE_FINAL_TYPE (McpTool, mcp_tool, M, T, G)"},
     None),
    ({"ui/ui-json-view.c": SPDX_C + "G_DEFINE_FINAL_TYPE (UiJSONView, ui_json_view, GTK_TYPE_A)"},
     None),
    ({"mcp/mcp-object.h": SPDX_C + "#pragma once\n#define MCP_DEFINE_OBJECT(TypeName, type_name) \\\n"
      "  G_DEFINE_FINAL_TYPE (TypeName, type_name, G_TYPE_OBJECT)"}, None),
    ({"ui/ui-view.c": SPDX_C + "UI_DEFINE_TEMPLATE (UiPage, ui_page, GTK_TYPE_WIDGET)"},
     "called after its class"),
    ({"mcp/mcp-tool.c": SPDX_C + "MCP_DEFINE_OBJECT (McpCall, mcp_call)"}, "called after its class"),
    ({"mcp/mcp-tool.h": SPDX_C + "#pragma once\nG_DECLARE_FINAL_TYPE (McpCall, mcp_call, M, T, G)"},
     "called after its class"),
    ({"mcp/mcp-a.c": SPDX_C + "G_DEFINE_QUARK (mcp - a - error - quark, mcp_a_error)"},
     "breaks a name with dashes"),
    ({"mcp/mcp-tool.h": SPDX_C}, "#pragma once"),
    ({"mcp/store-tool.c": SPDX_C}, "must begin with mcp-"),
    ({"mcp/mcp-Tool.c": SPDX_C}, "kebab case"),
    ({"mcp/mcp-utils.c": SPDX_C}, "says nothing"),
    ({"app/app-window-manager.c": SPDX_C}, "says nothing"),
    ({"mcp/mcp-tool.c": "\n"}, "SPDX"),
    ({"notes.txt": ""}, "nothing else belongs at the top level"),
    ({"README.md": "see /wo" + "rk/x"}, "somebody's machine"),
    ({"README.md": "in network/wo" + "rk/x"}, None),
    ({"mcp/mcp-tool.c": SPDX_C + "/* TO" + "DO: more */"}, "unfinished"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
