#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer without a key at the playground: words a tool otherwise, asks the scripted model, sees
that in the request, approves a call, sees its result, stops an answer, keeps the conversation, and
opens it again after a restart."""

import os
import re

from cases import run
from driver import Desktop, wait_for
from gi.repository import Atspi
from notifications import Notifications
from person import Person, first_day, next_day
from tree import Node


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def say(program, text):
    program.click(program.find("text", "Message"))
    program.key("ctrl+a")
    program.type(text)
    program.find("push button", "Send")
    program.key("Return")


def finish(program):
    program.find("label", re.compile("^Answer complete"))


def choose(program, pattern):
    """A row of the popover, by keyboard: what lies in there is not found by its place."""
    program.click(program.find("push button", "Kept conversations"))
    wait_for(f"a row {pattern}",
             lambda: program.find_all("list item", re.compile(pattern), showing=False))
    for _ in range(10):
        if any(re.search(pattern, name or "") for name in program.focused()):
            break
        program.key("Tab")
    program.key("Return")


def keep_conversations(program):
    choose(program, "^Keep Conversations")
    wait_for("the switch", lambda: [
        box for box in program.find_all("check box", "Keep Conversations", showing=False)
        if box.has_state(Atspi.StateType.CHECKED)])
    program.key("Escape")


def word_a_tool(program):
    """In the form, by keyboard; the next request has it."""
    program.click(program.find("push button", re.compile("^Tools:")))
    wait_for("the button", lambda: program.find_all(
        "push button", "Edit Tool Descriptions…", showing=False))
    for _ in range(10):
        if "Edit Tool Descriptions…" in program.focused():
            break
        program.key("Tab")
    program.key("Return")
    program.click(program.find("list item", re.compile("^describe_numbers")))
    program.click(program.find("text", "Description"))
    program.key("ctrl+a")
    program.type("Means of numbers, worded anew.")
    program.find("label", re.compile("^The server says: Count, mean"))
    program.key("Escape")
    program.find("label", re.compile("^Changed"))
    program.key("Escape")
    program.wait_gone("label", re.compile("^Changed"))


def read_the_request(program):
    """As it was sent, with what was worded otherwise."""
    program.click(program.find("push button", "More Actions"))
    wait_for("the menu", lambda: program.find_all("menu item", "Requests as Sent", showing=False))
    for _ in range(10):
        if "Requests as Sent" in program.focused():
            break
        program.key("Down")
    program.key("Return")
    wait_for("the words", lambda: program.find_all(
        "text", "As it was on the wire", text="worded anew", showing=False))
    program.key("Escape")
    program.wait_gone("text", "As it was on the wire")


def ask(program):
    say(program, "Which headphones are there?")
    finish(program)
    program.find("label", re.compile("Drift Headphones"))


def approve_a_call(program):
    """The script makes the call again and again: the first one is allowed, the second is not, both by
    keyboard; the third is not made."""
    say(program, "loop")
    wait_for("the focus on Allow", lambda: "Allow" in program.focused())
    program.key("ctrl+Return")
    program.find("label", re.compile("^Finished in"))
    wait_for("the focus on Allow", lambda: "Allow" in program.focused())
    program.key("Escape")
    program.find("label", "Declined. Not called")
    program.find("push button", "Send")


def stop_an_answer(program):
    say(program, "slowly")
    program.find("push button", "Stop")
    program.key("Escape")
    program.wait_gone("push button", "Stop")


def be_told_elsewhere(program, notifications):
    """Nothing of what is looked at; of the rest that it is there, and nothing that was said."""
    assert not notifications.look(), notifications.told
    say(program, "slowly")  # time enough to go elsewhere
    program.key("alt+Left")
    program.display.minimize(program.window)
    told = notifications.wait()
    assert told.title.startswith("Scripted"), told
    assert told.body.startswith("Answer complete") and len(told.body) < 80, told
    notifications.click(told)
    finish(program)
    assert len(notifications.look()) == 1, notifications.told


class Spoken:
    """What a screen reader is told while this lasts."""

    KINDS = {"PropertyChange": ("accessible-name", "accessible-description"), "TextChanged": None,
             "Announcement": None}

    def __init__(self, program):
        self.program = program
        self.bus = program.desktop.bus
        self.events = []  # what it is called

    def _on_event(self, path, signal, parameters):
        kind, _start, _end, data, _more = parameters.unpack()
        if signal in self.KINDS and (self.KINDS[signal] is None or kind in self.KINDS[signal]):
            # Of a new name, that: when this is heard, it may have another one.
            self.events.append(data if isinstance(data, str)
                               else Node(self.bus, self.program.name, path).name())

    def __enter__(self):
        self.bus.hear()
        self.bus.listeners.append(self._on_event)
        return self

    def __exit__(self, *_exception):
        self.bus.hear()
        self.bus.listeners.remove(self._on_event)


def hear_an_answer(program):
    """Two hundred pieces a second are drawn; what is spoken of them is that it begins and ends."""
    with Spoken(program) as spoken:
        say(program, "fast")
        finish(program)
    ended = next(text for text in spoken.events if text.startswith("Answer complete"))
    seconds = float(re.search(r"([\d.]+) s$", ended).group(1))
    between = spoken.events[spoken.events.index("Answering") + 1:spoken.events.index(ended)]
    # Two a second; and what the request and the response take, as the meter and the head tell.
    assert len(between) <= 2 * seconds + 2, spoken.events


def add_a_prompt(program):
    """From the demo server, with what it asks for: it says all that there is to say."""
    program.click(program.find("push button", "Add"))
    wait_for("the menu", lambda: program.find_all("menu item", re.compile("Add Prompt"),
                                                  showing=False))
    program.key("Return")
    program.find("label", "Describe a product")
    program.type("describe")
    program.key("Return")
    program.find("label", "Arguments")
    program.type("headphones-7")
    program.key("ctrl+Return")
    program.find("push button", "Remove Describe a product")
    program.click(program.find("push button", "Send"))
    program.wait_gone("push button", "Remove Describe a product")
    finish(program)


def go_back_to_what_was_said(program):
    """What was said before it was changed is a step back."""
    say(program, "refuse")
    finish_again(program, "rather not")
    program.click(program.find_all("push button", "Menu of You")[-1])
    Person(program).choose_item("Edit and Ask Again…")
    program.find("label", re.compile("another version"))
    say(program, "Which headphones are there?")
    program.find("label", "Version 2 of 2")
    finish(program)
    program.click(program.find("push button", "Previous Version"))
    program.find("label", "Version 1 of 2")
    program.find("label", re.compile("rather not"))
    program.click(program.find("push button", "Next Version"))
    program.find("label", "Version 2 of 2")


def finish_again(program, text):
    program.find("label", re.compile(text))


def measure(program):
    """The question again, five times: each time the same tool is called."""
    program.click(program.find("push button", "Menu of You"))
    Person(program).choose_item("Measure…")
    program.find("push button", "Run")
    program.find("label", re.compile("^About 5 requests"))
    program.key("ctrl+Return")
    program.find("label", re.compile("^5 of 5 right, 100 % "))
    program.click(program.find_all("push button", "More Actions")[-1])
    Person(program).choose_item("Save as JUnit XML…")
    path = os.path.join(program.desktop.home, "report.xml")
    Person(program).choose_file("Save as JUnit XML", path)
    report = wait_for("the report", lambda: os.path.exists(path) and read(path))
    assert 'name="Scripted model" tests="1" failures="0"' in report, report
    program.key("Escape", "Escape")  # closes the toast, then the window


def use_what_was_read(program):
    """From the result of a prompt into the conversation that is shown on the bench."""
    person = Person(program)
    person.go("home")
    person.try_the_demo()
    person.choose("prompts", "Describe a product")
    person.fill(Product="headphones-7")
    program.key("ctrl+Return")
    program.click(program.find("push button", "View"))
    person.choose_item("Use in Playground")
    program.find("push button", "Remove Describe a product")
    program.find("label", re.compile("Drift Headphones"))


def newcomer_without_a_key(person):
    program, desktop = person.program, person.program.desktop
    notifications = Notifications(desktop)
    person.go("playground")
    program.click(program.find("push button", "Try the Scripted Model"))
    program.find("label", re.compile("^[0-9]+ tools of Demo"))
    keep_conversations(program)
    word_a_tool(program)
    ask(program)
    read_the_request(program)
    add_a_prompt(program)
    go_back_to_what_was_said(program)
    measure(program)
    approve_a_call(program)
    stop_an_answer(program)
    hear_an_answer(program)
    be_told_elsewhere(program, notifications)
    program.close()
    with next_day(desktop) as again:
        again.go("playground")
        choose(again.program, "headphones")
        again.program.find("label", re.compile("Drift Headphones"))
        use_what_was_read(again.program)


if __name__ == "__main__":
    with Desktop() as private:
        run(private, (first_day, [newcomer_without_a_key]))
