#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for every page of the window: all text can be read, every control has a name that is
said once, and it fits into 360 pixels. `test-pages.py STYLE`: light, dark, contrast, large (text of
1.5 times the size) or rtl (from right to left), each with the cases that it can change.

Contrast is measured on the pixels: at least 4.5 : 1 (WCAG 2.2, 1.4.3). What cannot be used at the
moment may be paler, as WCAG allows."""

import collections
import contextlib
import functools
import re
import sys
import time

import tour
from cases import PROGRAM, run
from driver import Desktop, NotFound, Program
from gi.repository import Atspi
from picture import Picture
from tree import GONE, ROOT

STYLES = ("light", "dark", "contrast", "large", "rtl")
PALE = ("light", "dark", "contrast")
NAMES = ("light",)
WIDTHS = ("light", "large")
# Thick strokes have pixels of the text's full colour; a weight changes no colour.
FONT = "Cantarell Ultra-Bold 11"

NEEDED = 4.5
# What only passes by has gone by then.
MOMENT = 0.2
# What is found each of so many times stays.
LOOKS = 10
# A single pixel may belong to something beside the text.
FEWEST = 4

CONTROLS = ("push button", "toggle button", "check box", "radio button", "text", "entry",
            "password text", "spin button", "combo box", "menu item", "slider", "page tab")
NAMED = (*CONTROLS, "list", "table", "tree table", "dialog", "frame", "alert")
# What a widget is called when nobody named it.
NAMELESS = re.compile(r"^$|^(Gtk|Adw|Ui)[A-Z]\w*$")

Node = collections.namedtuple("Node", "accessible role name box shows usable scrolls parent")
# box: in the window; shows: left, top, right, bottom of the part that can be seen; scrolls: whether
# it lies in a place that is scrolled from side to side


def luminance(colour):
    parts = [part / 255 for part in colour]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
             for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def ratio(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def measured(colours):
    """The contrast of a text with what is behind it, None where there is no text.
    @colours: how often each is met where the text is"""
    if not colours:
        return None
    behind = max(colours, key=colours.get)
    seen = 0
    for value, count in sorted(((ratio(colour, behind), count)
                                for colour, count in colours.items() if colour != behind),
                               reverse=True):
        seen += count
        if seen >= FEWEST:
            return value
    return None


def cut(box, limit):
    """What of the box lies within the limit: left, top, right, bottom; None if nothing does."""
    left, top = max(box.x, limit[0]), max(box.y, limit[1])
    right, bottom = min(box.x + box.width, limit[2]), min(box.y + box.height, limit[3])
    return (left, top, right, bottom) if right > left and bottom > top else None


def scrolls_sideways(seen, boxes, path):
    bars = [boxes[child] for child in seen.children.get(path, [])
            if child in seen.at and seen.role(child) == "scroll bar"]
    return any(bar is not None and bar.width > bar.height for bar in bars)


def nodes(program):
    """What shows of the window, in reading order. What is scrolled away is left out with all that
    is in it."""
    seen = program.tree()
    frame = next(path for path in seen.children[ROOT] if seen.role(path) == "frame")
    boxes = seen.boxes(list(seen.walk(frame)))
    size = boxes[frame]
    top = Node(None, "", "", None, (0, 0, size.width, size.height), True, False, None)
    stack = [(frame, top)]
    while stack:
        path, parent = stack.pop()
        if path not in seen.at:
            continue
        box = boxes[path]
        shows = parent.shows if box is None else cut(box, parent.shows)
        if shows is None:
            continue
        role = seen.role(path)
        usable = seen.has_state(path, Atspi.StateType.SENSITIVE) \
            or not seen.has_state(path, Atspi.StateType.FOCUSABLE)
        scrolls = role == "scroll pane" and scrolls_sideways(seen, boxes, path)
        node = Node(seen.node(path), role, seen.name(path), box, shows, parent.usable and usable,
                    parent.scrolls or scrolls, parent)
        yield node
        inner = node if role == "scroll pane" else node._replace(shows=parent.shows)
        stack += [(child, inner) for child in reversed(seen.children.get(path, []))]


def path(node):
    names = []
    while node.parent is not None and len(names) < 4:
        node = node.parent
        names.append(f"{node.role} “{node.name}”")
    return " › ".join(reversed(names))


def pale_texts(program, page, shown):
    left, _right, top, _bottom = program.shadow()
    picture = Picture(program.desktop.env["DISPLAY"], program.window, program.geometry()[2:])
    for node in shown:
        if node.role != "label" or not node.usable \
                or node.shows[3] - node.shows[1] < node.box.height:
            continue
        box = (node.shows[0] + left, node.shows[1] + top, node.shows[2] - node.shows[0],
               node.box.height)
        found = measured(picture.colours(*box))
        if found is not None and found < NEEDED:
            yield f"{page}: “{node.name[:40]}” has {found:.2f} : 1"


def is_said_twice(name):
    """“_Cancel Cancel”, “Add a server Add a Server”"""
    words = name.replace("_", "").casefold().split()
    half = len(words) // 2
    return half > 0 and len(words) % 2 == 0 and words[:half] == words[half:]


def nameless_controls(page, shown):
    for node in shown:
        if node.role in NAMED and NAMELESS.search(node.name):
            yield f"{page}: a {node.role} without a name ({node.name}) in {path(node)}"
        elif node.role in (*NAMED, "list item") and is_said_twice(node.name):
            yield f"{page}: {node.role} “{node.name}” says its name twice"
        elif node.role in CONTROLS and node.name.startswith("_"):
            yield f"{page}: {node.role} “{node.name}” says its mnemonic"


def wrong_roles(page, shown):
    """A control that works by click or key must say what it is."""
    for node in shown:
        if node.role in ("filler", "panel", "unknown", "invalid") and node.accessible.has_state(
                Atspi.StateType.FOCUSED):
            yield f"{page}: the focus is on a {node.role} “{node.name}”"


def cut_controls(page, shown):
    """Controls that are cut at a side, though nothing scrolls there."""
    for node in shown:
        if node.role in CONTROLS and not node.scrolls \
                and node.shows[2] - node.shows[0] < node.box.width:
            yield f"{page}: {node.role} “{node.name}” is cut at a side"


def misplaced(program, page):
    """What stays: a window that is still being laid out is no finding."""
    found = None
    for _ in range(LOOKS):
        shown = list(nodes(program))
        now = [*cut_controls(page, shown), *overlaps(program, page, shown)]
        found = now if found is None else [finding for finding in found if finding in now]
        if not found:
            break
        time.sleep(MOMENT)
    return found


def is_above(node, other):
    while other is not None:
        if other.accessible == node.accessible:
            return True
        other = other.parent
    return False


def both_show(program, one, other):
    """Whether they are still there, at the same places, after a moment."""
    time.sleep(MOMENT)
    try:
        return all(node.accessible.box() == node.box
                   and program.shows(node.accessible) for node in (one, other))
    except GONE:
        return False


def overlaps(program, page, shown):
    """Texts on texts and controls on controls. A pixel may be shared, as by linked buttons."""
    for roles in (("label",), CONTROLS):
        some = [node for node in shown if node.role in roles and node.name]
        for index, one in enumerate(some):
            for other in some[index + 1:]:
                both = (min(one.shows[2], other.shows[2]) - max(one.shows[0], other.shows[0]),
                        min(one.shows[3], other.shows[3]) - max(one.shows[1], other.shows[1]))
                if min(both) > 2 and not is_above(one, other) and both_show(program, one, other):
                    yield f"{page}: {one.role} “{one.name}” and “{other.name}” overlap"


def not_mirrored(page, shown):
    """The sidebar is on the right, and what the header begins with, too."""
    for node in shown:
        if node.role == "list" and node.name == "Across all servers" \
                and node.box.x < tour.WIDE[0] / 2:
            yield f"{page}: the sidebar is on the left"
        elif node.role == "push button" and node.name == "Close" and node.box.y < 50 \
                and node.box.x > tour.WIDE[0] / 2:
            yield f"{page}: the window's buttons are on the right"


def at_narrow_width(program, page):
    try:
        program.resize(*tour.NARROW)
        tour.rest(program)
        yield from misplaced(program, page)
    except NotFound:
        yield f"{page}: stays {program.frame_size()[0]} wide"
    program.resize(*tour.wide(program.desktop))
    tour.rest(program)
    for node in nodes(program):
        if node.role == "list" and node.name == "Across all servers" \
                and node.box.width > tour.wide(program.desktop)[0] / 4:
            yield f"{page}: the sidebar takes what was there for the page"


@functools.cache
def survey(desktop):
    """Looks at all pages once; {what is wrong: [where]}"""
    found = collections.defaultdict(list)
    with Program(desktop, [PROGRAM]) as program:
        program.resize(*tour.wide(desktop))
        for page in tour.stops(program):
            shown = list(nodes(program))
            if desktop.style in PALE:
                found["pale"] += pale_texts(program, page, shown)
            if desktop.style in NAMES:
                found["nameless"] += nameless_controls(page, shown)
                found["roles"] += wrong_roles(page, shown)
            if desktop.style in WIDTHS:
                found["wide"] += misplaced(program, page)
                found["wide"] += at_narrow_width(program, page)
            if desktop.style == "rtl":
                found["mirror"] += not_mirrored(page, shown)
    return found


def none(found):
    assert not found, "\n".join(dict.fromkeys(found))


def measures_can_fail(_desktop):
    """#888 on white has 3.54 : 1, #000 has 21 : 1."""
    white = (255, 255, 255)
    assert abs(measured({white: 90, (0x88, 0x88, 0x88): 9}) - 3.54) < 0.01
    assert abs(measured({white: 90, (0, 0, 0): 9}) - 21) < 0.01
    assert measured({white: 90}) is None
    assert is_said_twice("_Cancel Cancel") and not is_said_twice("Cancel the call")
    assert NAMELESS.search("GtkMenuButton") and not NAMELESS.search("Main Menu")


def text_can_be_read(desktop):
    none(survey(desktop)["pale"])


def controls_have_names(desktop):
    none(survey(desktop)["nameless"])


def roles_are_right(desktop):
    none(survey(desktop)["roles"])


def fits_into_360_pixels(desktop):
    none(survey(desktop)["wide"])


def is_mirrored(desktop):
    none(survey(desktop)["mirror"])


if __name__ == "__main__":
    STYLE = next((name for name in STYLES if name in sys.argv), "light")
    sys.argv = [argument for argument in sys.argv if argument not in STYLES]
    CASES = [measures_can_fail]
    if STYLE in PALE:
        CASES += [text_can_be_read]
    if STYLE in NAMES:
        CASES += [controls_have_names, roles_are_right]
    if STYLE in WIDTHS:
        CASES += [fits_into_360_pixels]
    if STYLE == "rtl":
        CASES += [is_mirrored]
    with Desktop(style=STYLE, font=FONT, composited=True) as private:
        run(private, (contextlib.nullcontext, CASES))
