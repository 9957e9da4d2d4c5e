#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A form with every kind of field, filled by keyboard alone, and what then arrives at the server."""

import json
import os
import re
import stat

from cases import DEMO, run
from driver import Desktop, wait_for
from gi.repository import Atspi
from keyboard import Keyboard
from person import first_day


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


class FormKeyboard(Keyboard):
    """From field to field."""

    def wait_until_at(self, role, pattern=""):
        """The focus has moved by itself, to something else of that role. Returns the node."""
        before = self.focused

        def look():
            return self.find_focus() != before and self.is_at(role, re.compile(pattern))
        wait_for(f"the focus on a {role} “{pattern}”", look)
        return self.focused

    def write(self, name, text, role="text"):
        node = self.go_to(role, name)
        self.program.key("ctrl+a")
        self.program.type(text)
        if role == "text":
            wait_for(f"{name}: {text}", lambda: node.text() == text)

    def go_to_choice(self, name):
        """A choice is called after what is chosen in it, too."""
        return self.go_to("combo box", re.compile(rf"^{name}, "))

    def open(self, name):
        """A choice: the focus is in it then."""
        button = self.go_to_choice(name)
        self.program.key("space")
        wait_for(f"the focus in {name}", lambda: self.find_focus() not in (None, button))

    def wait_until_chosen(self, name):
        wait_for(f"the focus on {name}",
                 lambda: self.find_focus() and self.is_at("combo box", re.compile(rf"^{name}, ")))

    def choose(self, name, *keys):
        """Opens a choice, goes through it, takes what was come to."""
        self.open(name)
        self.program.key(*keys, "Return")
        self.wait_until_chosen(name)

    def search(self, name, text, *keys):
        """Opens a choice, writes a part of what is wanted, takes what is marked then, at once."""
        self.open(name)
        self.program.type(text)
        self.program.key(*keys, "Return")
        self.wait_until_chosen(name)

    def turn(self, name, steps):
        """A boolean is “Unset” first; arrows go through its states."""
        self.go_to("radio button", f"{name}, Unset")
        self.program.key(*["Right"] * steps)
        self.wait_until_at("radio button", f"^{name}, (?!Unset)")

    def open_with(self, role, name, *keys):
        """What is in the form then is something else, and stays."""
        self.go_to(role, name)
        shown = [set(self.program.tree().parents)]
        self.program.key(*(keys or ["space"]))

        def look():
            shown.append(set(self.program.tree().parents))
            return shown[-1] == shown[-2] != shown[0]
        wait_for(f"what {name} opens", look)

    def check(self, name):
        node = self.go_to("check box", name)
        self.program.key("space")
        wait_for(f"{name} checked", lambda: node.has_state(Atspi.StateType.CHECKED))

    def add(self, name):
        """An item, a property: the focus is in it then."""
        self.go_to("list item", name)
        self.program.key("Return")
        self.wait_until_at("text")


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
    wait_for("suggestions", lambda: keys.program.find_all("list item", re.compile("weekly"),
                                                          showing=False))
    keys.program.key("Down", "Return")


def fill_formats(keys):
    for name in ("currency", "day", "doors", "cake", "duration", "colour", "website", "contact"):
        keys.write(name, EXPECTED[name])
    keys.go_to("push button", "id, Generate")
    keys.program.key("space")
    keys.write("guest_list_path", EXPECTED["guest_list_path"])
    keys.open_with("push button", "picture, Show as text")
    keys.write("picture, as text", EXPECTED["picture"])
    keys.write("door_password", EXPECTED["door_password"], "password text")


def fill_lists(keys):
    program = keys.program
    keys.open_with("push button", "courses")
    keys.add("Add Item")
    program.type("Soup")
    program.key("Return")
    keys.wait_until_at("text")
    program.type("Cake")
    keys.check("Monday")
    keys.check("Sunday")
    keys.open("languages")
    for language in ("Swedish", "English"):
        program.key("ctrl+a")
        program.type(language)
        program.key("Return")
    program.key("Escape", "Escape")
    keys.wait_until_chosen("languages")


def fill_objects(keys):
    program = keys.program
    keys.open_with("push button", "place")
    keys.write("street", "Storgatan 1")
    keys.open_with("push button", "helpers")
    keys.open_with("list item", "Add Item", "Return")
    keys.write("name", "Grace")
    keys.choose("task", "Down", "Down")
    keys.choose("invite", "Down", "Down")
    keys.add("Add Item")
    program.type("a@example.org")
    keys.choose("payment", "Down", "Down")
    keys.write("iban", "SE35")
    keys.open_with("push button", "seats")
    keys.add("Add Property")
    program.type("Window")
    program.key("Return")
    keys.wait_until_at("text")
    program.key("ctrl+a")
    program.type("4")
    keys.open_with("push button", "position")
    keys.write("position, Latitude", "59.330")
    keys.write("position, Longitude", "18.07")
    keys.open_with("push button", "plan")
    keys.write("what", "Dance")
    keys.go_to("text", "notes")
    program.type('{"a":[1.10]}')
    keys.turn("delivery", 2)
    keys.choose("stamp", "Down", "Down")


def every_kind_of_field(person):
    program = person.program
    server, arrived = make_server(program.desktop)
    program.resize(1500, 950)
    person.add_server(server, "forms")
    person.wait_until_connected("forms")
    person.choose("tools", "Every kind of field")
    program.find("text", "title")
    program.key("Return")
    keys = FormKeyboard(program)
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
        run(private, (first_day, [every_kind_of_field]))
