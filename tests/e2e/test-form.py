#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A form with every kind of field, filled by keyboard alone, and what then arrives at the server."""

import contextlib
import json
import os
import re
import stat
import time

from cases import DEMO, PROGRAM, run
from driver import GONE, Desktop, NotFound, Program, text_of, wait_for
from gi.repository import Atspi, GLib
from person import Person

# More than there are stops on the way from one field to the next, menus and buttons included.
MAX_TABS = 14


@contextlib.contextmanager
def window(desktop):
    with Program(desktop, [PROGRAM]) as program:
        try:
            yield Person(program)
        except Exception:
            desktop.screenshot(os.path.join(os.environ.get("SPYGLASS_E2E_PICTURES", desktop.home),
                                            "failed-form.png"))
            raise


def make_server(desktop):
    """The demo server behind a script that keeps what arrives. Returns the script and that file."""
    arrived = os.path.join(desktop.home, "arrived")
    script = os.path.join(desktop.home, "demo.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec tee "{arrived}" | "{DEMO}"\n')
    os.chmod(script, stat.S_IRWXU)
    return script, arrived


def read_arguments(arrived):
    """The text of the last call's arguments, byte for byte."""
    with open(arrived, encoding="utf-8") as file:
        calls = [line for line in file if '"tools/call"' in line]
    message = json.loads(calls[-1], parse_int=str, parse_float=str)
    return message["params"]["arguments"]


class Keyboard:
    """Only keys, from field to field."""

    def __init__(self, program):
        self.program = program
        self.focused = None
        self.listener = Atspi.EventListener.new(self.on_focus)
        self.listener.register("object:state-changed:focused")

    def on_focus(self, event):
        if event.detail1:
            self.focused = event.source

    def wait_for_focus(self, timeout):
        """Until the focus has moved, as assistive technology is told."""
        end = time.monotonic() + timeout
        context = GLib.MainContext.default()
        while self.focused is None and time.monotonic() < end:
            if not context.iteration(False):
                time.sleep(0.01)

    def find_focus(self):
        """What was never looked at does not tell of itself: then everything is looked at."""
        seen = self.program.tree()
        for path in seen.walk():
            if seen.role(path) != "frame" and seen.has_state(path, Atspi.StateType.FOCUSED):
                with contextlib.suppress(*GONE):
                    self.focused = self.program.node_at(path, seen)

    def is_at(self, role, name):
        with contextlib.suppress(GLib.Error):
            return (self.focused is not None and self.focused.get_role_name() == role and
                    (name.search(self.focused.get_name()) is not None if hasattr(name, "search")
                     else self.focused.get_name() == name))
        return False

    def go_to(self, role, name):
        """Tab by Tab. Returns the node."""
        passed = []
        while GLib.MainContext.default().iteration(False):
            pass  # the focus may have moved by itself
        for _ in range(MAX_TABS):
            if self.is_at(role, name):
                return self.focused
            if self.focused is not None:
                with contextlib.suppress(GLib.Error):
                    passed.append(f"{self.focused.get_role_name()} “{self.focused.get_name()}”")
            self.focused = None
            self.program.key("Tab")
            self.wait_for_focus(0.7)
            if self.focused is None:
                self.find_focus()
        raise NotFound(f"Tab does not lead to {role} “{name}”, but to {', '.join(passed)}")

    def write(self, name, text, role="text"):
        node = self.go_to(role, name)
        self.program.key("ctrl+a")
        self.program.type(text)
        if role == "text":
            wait_for(f"{name}: {text}", lambda: text_of(node) == text)

    def go_to_choice(self, name):
        """A choice is called after what is chosen in it, too."""
        self.go_to("combo box", re.compile(rf"^{name}, "))

    def choose(self, name, *keys):
        """Opens a choice, goes through it, takes what was come to."""
        self.go_to_choice(name)
        self.program.key("space")
        time.sleep(0.4)
        self.program.key(*keys, "Return")
        time.sleep(0.4)

    def search(self, name, text, *keys):
        """Opens a choice, writes a part of what is wanted, takes what is marked then, at once."""
        self.go_to_choice(name)
        self.program.key("space")
        time.sleep(0.4)
        self.program.type(text)
        self.program.key(*keys, "Return")
        time.sleep(0.4)

    def turn(self, name, steps):
        """A boolean stands at "Unset" first; arrows go through its states."""
        self.go_to("radio button", f"{name}, Unset")
        self.program.key(*["Right"] * steps)
        time.sleep(0.2)

    def press(self, role, name, *keys):
        self.go_to(role, name)
        self.program.key(*(keys or ["space"]))
        time.sleep(0.4)


EXPECTED = {
    "title": "Summer party",
    "nickname": "sp",
    "message": "Come at six.\nBring a chair.",
    "guest_query": "SELECT name FROM guests",
    "guests": "21",
    "price": "4.55",
    "booking_number": "9007199254740991",
    "outside": True,
    "music": False,
    "smoking": None,
    "dress": "smart",
    "country": "Iceland",
    "size": "vast",
    "repeats": "weekly",
    "currency": "SEK",
    "version": "invitation/2",
    "day": "2026-12-31",
    "doors": "2026-12-31T18:00:00+01:00",
    "cake": "20:00:00Z",
    "duration": "PT4H",
    "colour": "#3584e4",
    "website": "https://example.org/party",
    "contact": "ada@example.org",
    "guest_list_path": "/srv/guests.csv",
    "picture": "QUI=",
    "door_password": "open sesame",
    "courses": ["Soup", "Cake"],
    "weekdays": ["Monday", "Sunday"],
    "languages": ["Swedish", "English"],
    "place": {"street": "Storgatan 1"},
    "helpers": [{"name": "Grace", "task": "music"}],
    "invite": ["a@example.org"],
    "payment": {"kind": "transfer", "iban": "SE35"},
    "seats": {"Window": "4"},
    "position": ["59.330", "18.07"],
    "plan": {"what": "Dance"},
    "notes": {"a": ["1.10"]},
    "delivery": True,
    "stamp": "parcel",
}


def fill_texts_and_numbers(keys):
    keys.write("title", EXPECTED["title"])
    keys.write("nickname", EXPECTED["nickname"])
    keys.go_to("text", "message")
    keys.program.type("Come at six.")
    keys.program.key("Return")
    keys.program.type("Bring a chair.")
    keys.write("guest_query", EXPECTED["guest_query"])
    keys.write("guests", "20")
    keys.program.key("Up")
    keys.write("price", "4.5")
    keys.program.key("Up")
    keys.write("booking_number", EXPECTED["booking_number"])


def fill_choices(keys):
    keys.turn("outside", 2)
    keys.turn("music", 1)
    keys.turn("smoking", 1)
    keys.choose("dress", "Down", "Down")
    keys.choose("country", "Down")
    keys.search("country", "swe")  # the beginning of one
    keys.go_to("combo box", "country, Sweden")
    keys.search("country", "LAND", "Down", "Down", "Up")  # Finland, Iceland, Ireland, …
    keys.go_to("combo box", "country, Iceland")
    keys.choose("size", "Down", "Down", "Down", "Down")
    keys.go_to("text", "repeats")
    keys.program.key("Down")
    time.sleep(0.4)
    keys.program.key("Down", "Return")


def fill_formats(keys):
    for name in ("currency", "day", "doors", "cake", "duration", "colour", "website", "contact"):
        keys.write(name, EXPECTED[name])
    keys.press("push button", "id, Generate")
    keys.write("guest_list_path", EXPECTED["guest_list_path"])
    keys.press("push button", "picture, Show as text")
    keys.write("picture, as text", EXPECTED["picture"])
    keys.write("door_password", EXPECTED["door_password"], "password text")


def fill_lists(keys):
    program = keys.program
    keys.press("push button", "courses")
    keys.press("list item", "Add Item", "Return")
    program.type("Soup")
    program.key("Return")
    time.sleep(0.3)
    program.type("Cake")
    keys.press("check box", "Monday")
    keys.press("check box", "Sunday")
    keys.go_to_choice("languages")
    program.key("space")
    time.sleep(0.4)
    for language in ("Swedish", "English"):
        program.key("ctrl+a")
        program.type(language)
        time.sleep(0.4)
        program.key("Return")
    program.key("Escape", "Escape")


def fill_objects(keys):
    program = keys.program
    keys.press("push button", "place")
    keys.write("street", "Storgatan 1")
    keys.press("push button", "helpers")
    keys.press("list item", "Add Item", "Return")
    keys.write("name", "Grace")
    keys.choose("task", "Down", "Down")
    keys.choose("invite", "Down", "Down")
    keys.press("list item", "Add Item", "Return")
    program.type("a@example.org")
    keys.choose("payment", "Down", "Down")
    keys.write("iban", "SE35")
    keys.press("push button", "seats")
    keys.press("list item", "Add Property", "Return")
    program.type("Window")
    program.key("Return")
    time.sleep(0.5)
    program.key("ctrl+a")
    program.type("4")
    keys.press("push button", "position")
    keys.write("position, Latitude", "59.330")
    keys.write("position, Longitude", "18.07")
    keys.press("push button", "plan")
    keys.write("what", "Dance")
    keys.go_to("text", "notes")
    program.type('{"a":[1.10]}')
    keys.turn("delivery", 2)
    keys.choose("stamp", "Down", "Down")


def every_kind_of_field(desktop):
    server, arrived = make_server(desktop)
    with window(desktop) as person:
        program = person.program
        program.resize(1500, 950)
        person.add_server(server, "forms")
        person.wait_until_connected("forms")
        person.choose("Tools", "Every kind of field")
        program.find("text", "title")
        keys = Keyboard(program)
        program.key("Return")
        keys.find_focus()
        fill_texts_and_numbers(keys)
        fill_choices(keys)
        fill_formats(keys)
        fill_lists(keys)
        fill_objects(keys)
        program.key("ctrl+Return")
        wait_for("the call", lambda: '"tools/call"' in open(arrived, encoding="utf-8").read())
        got = read_arguments(arrived)
        assert re.fullmatch(r"[0-9a-f-]{36}", got.pop("id", "")), got
        wrong = {name: (got.get(name), EXPECTED.get(name)) for name in {*got, *EXPECTED}
                 if got.get(name, "absent") != EXPECTED.get(name, "absent")}
        assert not wrong, wrong


if __name__ == "__main__":
    with Desktop() as private:
        run([every_kind_of_field], private)
