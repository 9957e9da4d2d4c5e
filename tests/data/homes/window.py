# SPDX-License-Identifier: GPL-3.0-or-later
"""What only the window writes into a home: saved calls, a draft, what a tool said when it was
approved, the composer's message, the limits of the history, and the window as it was left."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "e2e"))
from driver import Desktop, Program, wait_for  # noqa: E402
from person import Person  # noqa: E402

# What the window shows again; see tests/e2e/test-homes.py.
SIZE = (1100, 760)
DRAFT = "half a sentence"
MESSAGE = '{"jsonrpc": "2.0", "id": 7, "method": "no/such"}'
EXPECTED = {"size": SIZE, "server": "demo", "tool": "Show structured content",
            "draft": {"city": DRAFT}, "message": MESSAGE, "approved": "delete_product",
            "watched": "Buying guide"}


def save_call(program, person, name, group):
    """The result that the call has now is what is expected of it."""
    program.click(program.find("push button", "Save Call…"))
    dialog = program.find("dialog", "Saved Call")
    program.fill(program.find("text", "Name", within=dialog), name)
    program.fill(program.find("text", re.compile("^Group"), within=dialog), group)
    program.click(program.find("push button", "Use Last Result", within=dialog))
    program.click(program.find("push button", "Save", within=dialog))
    program.wait_gone("dialog", "Saved Call")


def call(person, tool, shown, **arguments):
    person.choose("tools", tool)
    person.fill()  # unfolds them
    person.write_arguments(**arguments)
    person.call()
    person.wait_for_result(shown)


def save_calls(program, person):
    call(person, "Describe numbers", "2.5", numbers=[1, 2, 3, 4])
    save_call(program, person, "figures", "numbers")
    call(person, "echo", "saved words", message="saved words")
    save_call(program, person, "words", "")


def approve(program, person):
    person.choose("tools", "Delete product")
    person.write_arguments(id="headphones-7")
    person.call()
    card = program.find("alert", "Call “delete_product”?")
    program.click(program.find("push button", "Delete", within=card))
    program.find("label", re.compile("^OK"))


def watch(program, person):
    """It is watched again when the server is."""
    person.choose("resources", EXPECTED["watched"])
    program.click(program.find("push button", "Subscribe"))
    program.find("label", "subscribed")


def compose(program):
    Person(program).go("composer")
    program.fill(program.find("text", "Message"), MESSAGE)


def keep_history(program):
    """For good: after 30 days there would be none to look at."""
    program.key("ctrl+comma")
    dialog = program.find("dialog", "Preferences")
    program.click(program.find("page tab", "Storage", within=dialog))
    days = program.find("spin button", "Retention", within=dialog)
    program.fill(days, "0")
    program.key("Return", "Escape")
    program.wait_gone("dialog", "Preferences")


def leave_a_draft(program, person):
    person.choose("tools", EXPECTED["tool"])
    person.clear_filter()
    program.click(program.find("page tab", "Form"))
    person.fill(**EXPECTED["draft"])


def work(program_path, variables):
    """@variables: of the person's environment"""
    with Desktop() as desktop, Program(desktop, [program_path], env={
            **{f"XDG_{name}_HOME": os.path.join(variables["HOME"], folder) for name, folder in (
                ("CONFIG", ".config"), ("DATA", ".local/share"), ("STATE", ".local/state"),
                ("CACHE", ".cache"))},
            **variables}) as program:
        person = Person(program)
        program.resize(*SIZE)
        program.click(program.find("list item", re.compile("^demo")))
        program.click(program.find("push button", "Connect"))
        person.wait_until_connected("demo")
        keep_history(program)
        save_calls(program, person)
        approve(program, person)
        watch(program, person)
        compose(program)
        leave_a_draft(program, person)
        program.click(program.find("push button", "Close"))
        wait_for("the end of the program", lambda: program.process.poll() is not None)
        assert program.process.returncode == 0, program.output()
