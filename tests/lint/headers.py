#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every header says what it is for, in a paragraph before its first declaration, and who owns what
its functions return: a function that returns a pointer to something not constant has “(transfer …)”
in the comment above it or above its group, unless its name says it (new, ref, dup)."""

import re

import lint

COMMENT = re.compile(r"/\*.*?\*/", re.S)
PROTOTYPE = re.compile(
    r"^[ \t]*(?!typedef\b|return\b|#)((?:[A-Za-z_]\w*[ \t]+)+)(\*+)[ \t]*\n?[ \t]*(\w+)[ \t]*\(",
    re.M)
DECLARATION = re.compile(r"^(?:typedef|struct|enum|G_DECLARE|[A-Za-z_][\w \t*]*\()", re.M)
OWNED_BY_NAME = re.compile(r"_(new|ref|dup|steal)(_|$)")
MIN_WORDS = 8


def blank(match):
    """The comment's lines without its text, so that places stay."""
    return re.sub(r"[^\n]", " ", match.group())


def check_ownership(path, text, code):
    comments = [(match.end(), match.group()) for match in COMMENT.finditer(text)
                if match.group().startswith("/**")]
    depth = 0
    depths = []
    for character in code:
        depth += {"{": 1, "}": -1}.get(character, 0)
        depths.append(depth)
    extern = code.find('extern "C"') >= 0
    for match in PROTOTYPE.finditer(code):
        words = match.group(1).split()
        name = match.group(3)
        if depths[match.start(3)] > (1 if extern else 0) or "const" in words:
            continue
        if OWNED_BY_NAME.search(name):
            continue
        above = [comment for end, comment in comments if end <= match.start(3)]
        if not above or "(transfer" not in above[-1]:
            line = text.count("\n", 0, match.start(3)) + 1
            yield f"{path}:{line}: {name} returns a pointer; say (transfer …)"


def check(tree):
    for path in tree.select(".h", under=["mcp", "store", "app", "ui"]):
        text = tree.read(path)
        code = COMMENT.sub(blank, text)
        first = DECLARATION.search(code)
        head = text[:first.start()] if first else text
        paragraphs = [comment for comment in COMMENT.findall(head) if comment.startswith("/**")]
        if not any(len(paragraph.split()) >= MIN_WORDS for paragraph in paragraphs):
            yield f"{path}: no /** paragraph */ before its first declaration says what it is for"
        yield from check_ownership(path, text, code)


PARAGRAPH = "/**\n * McpTool: what a server offers to call, as it was listed.\n */\n"
PROOFS = [
    ({"mcp/mcp-tool.h": PARAGRAPH + "char *mcp_tool_dup_name (McpTool *self);\n"}, None),
    ({"mcp/mcp-tool.h": PARAGRAPH + "const char *mcp_tool_get_name (McpTool *self);\n"}, None),
    ({"mcp/mcp-tool.h": PARAGRAPH + "/** Returns: (transfer none) */\nGFile *mcp_a (int b);\n"},
     None),
    ({"mcp/mcp-tool.h": PARAGRAPH + "struct _A\n{\n  GFile *(*get) (int a);\n};\n"}, None),
    ({"mcp/mcp-tool.h": "int mcp_tool_count (McpTool *self);\n" + PARAGRAPH}, "what it is for"),
    ({"mcp/mcp-tool.h": "/** McpTool */\nint mcp_tool_count (McpTool *self);\n"}, "what it is for"),
    ({"mcp/mcp-tool.h": PARAGRAPH + "GFile *mcp_tool_get_file (McpTool *self);\n"},
     ":4: mcp_tool_get_file returns a pointer"),
    ({"mcp/mcp-tool.h": PARAGRAPH + "GFile       *mcp_a (int b,\n    int c);\n"}, "mcp_a"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
