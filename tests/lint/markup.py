#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every XML file is well formed; the icons are drawings without foreign parts and have the size
that they must have; a button that shows only an icon has a name for those who cannot see it; what
is of one side in a style sheet is there for both directions of reading."""

import re
import xml.etree.ElementTree as ElementTree

import lint

SIZES = {"-symbolic.svg": "0 0 16 16", ".svg": "0 0 128 128"}
BUTTONS = ("GtkButton", "GtkToggleButton", "GtkMenuButton")
SVG = "{http://www.w3.org/2000/svg}"


def check_icon(path, root):
    expected = next(box for ending, box in SIZES.items() if path.endswith(ending))
    if root.tag != SVG + "svg" or root.get("viewBox") != expected:
        yield f"{path}: its viewBox must be “{expected}”"
    for element in root.iter():
        if element.tag in (SVG + "image", SVG + "text", SVG + "script"):
            yield f"{path}: has a foreign part, {element.tag.removeprefix(SVG)}"


def check_buttons(path, root):
    for element in root.iter():
        if element.get("class") not in BUTTONS and element.get("parent") not in BUTTONS:
            continue
        names = {node.get("name") for node in element.findall("property")}
        labels = [node for node in element.findall("accessibility/property")
                  if node.get("name") == "label"]
        labels += [node for node in element.findall("accessibility/relation")
                   if node.get("name") == "labelled-by"]
        # ui_template_init() names a button by its tooltip.
        if "icon-name" in names and not names & {"label", "tooltip-text"} and not labels:
            yield f"{path}: {element.get('id') or element.get('class')} shows only an icon; " \
                  "give it a tooltip or an accessible label"


def check(tree):
    for path in tree.select(".ui", ".svg", ".xml", ".xml.in"):
        try:
            root = ElementTree.fromstring(re.sub(r"^<\?xml[^>]*\?>", "", tree.read(path)))
        except ElementTree.ParseError as error:
            yield f"{path}: {error}"
            continue
        if path.endswith(".svg") and path.startswith("data/icons/"):
            yield from check_icon(path, root)
        if path.endswith(".ui"):
            yield from check_buttons(path, root)
    for path in tree.select(".css", under=["ui"]):
        yield from check_sides(path, tree.read(path))


def is_of_one_side(declaration):
    name, _colon, value = declaration.partition(":")
    name, values = name.strip(), value.split()
    return bool(re.fullmatch(r"(padding|margin|border)-(left|right)(-\w+)?", name)) \
        or (name in ("padding", "margin") and len(values) == 4 and values[1] != values[3])


def check_sides(path, text):
    """GTK mirrors no style sheet: what is of one side is said for each direction."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for selectors, rule in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        if any(is_of_one_side(one) for one in rule.split(";")):
            for selector in selectors.split(","):
                other = {"ltr": "rtl", "rtl": "ltr"}
                found = re.search(r":dir\((ltr|rtl)\)", selector)
                if found is None:
                    yield f"{path}: {selector.strip()} is of one side, without :dir()"
                elif selector.strip().replace(found[1], other[found[1]]) not in text:
                    yield f"{path}: {selector.strip()} has no counterpart"


def icon(box, inside=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


def button(inside):
    return '<interface><object class="GtkButton"><property name="icon-name">a</property>' \
           f"{inside}</object></interface>"


NAMED = '<accessibility><property name="label">Add</property></accessibility>'
PROOFS = [
    ({"data/icons/a.svg": icon("0 0 128 128")}, None),
    ({"data/icons/a.svg": icon("0 0 64 64")}, "viewBox"),
    ({"data/icons/a-symbolic.svg": icon("0 0 16 16")}, None),
    ({"data/icons/a.svg": icon("0 0 128 128", '<image href="x"/>')}, "foreign part, image"),
    ({"ui/ui-a.ui": "<interface><object></interface>"}, "mismatched tag"),
    ({"ui/ui-a.ui": button("")}, "only an icon"),
    ({"ui/ui-a.ui": button(NAMED)}, None),
    ({"ui/ui-a.ui": button('<property name="tooltip-text">Add</property>')}, None),
    ({"ui/ui-a.ui": button('<property name="label">Add</property>')}, None),
    ({"ui/a.css": ".a { padding: 1px 2px; }"}, None),
    ({"ui/a.css": ".a { padding: 1px 2px 1px 3px; }"}, "without :dir()"),
    ({"ui/a.css": ".a { border-left: none; }"}, "without :dir()"),
    ({"ui/a.css": ".a:dir(ltr) { margin-left: 1px; }"}, "no counterpart"),
    ({"ui/a.css": ".a:dir(ltr) { margin-left: 1px; }\n.a:dir(rtl) { margin-right: 1px; }"}, None),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
