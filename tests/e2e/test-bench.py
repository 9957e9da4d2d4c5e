#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer without a key at the model bench: asks the scripted model, approves a call, sees its
result, stops an answer, keeps the conversation, and opens it again after a restart."""

import os
import re

from gi.repository import Atspi

from cases import PROGRAM, run
from driver import Desktop, Program, wait_for


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
        if box.get_state_set().contains(Atspi.StateType.CHECKED)])
    program.key("Escape")


def ask(program):
    say(program, "Which headphones are there?")
    finish(program)
    program.find("label", re.compile("Drift Headphones"))


def approve_a_call(program):
    """The script makes the call again and again: the first one is allowed, the second is not."""
    say(program, "loop")
    program.click(program.find("push button", "Allow"))
    program.find("label", re.compile("^Finished in"))
    program.click(program.find("push button", "Stop"))
    program.wait_gone("push button", "Stop")


def stop_an_answer(program):
    say(program, "slowly")
    program.find("push button", "Stop")
    program.key("Escape")
    program.wait_gone("push button", "Stop")


def measure(program):
    """The question again, five times: each time the same tool is called."""
    program.click(program.find("push button", "Menu of You"))
    program.key("Down")
    program.key("Down")
    program.key("Return")
    program.find("push button", "Run")
    program.find("label", re.compile("^About 5 requests"))
    program.key("ctrl+Return")
    program.find("label", re.compile("^5 of 5 right, 100 % "))
    program.key("Escape")


def newcomer_without_a_key(desktop):
    with Program(desktop, [PROGRAM]) as program:
        try:
            program.click(program.find("push button", "Open the Model Bench"))
            program.click(program.find("push button", "Try the Scripted Model"))
            program.find("label", re.compile("^It is given: 1 server"))
            keep_conversations(program)
            ask(program)
            measure(program)
            approve_a_call(program)
            stop_an_answer(program)
        except Exception:
            desktop.screenshot(os.path.join(
                os.environ.get("SPYGLASS_E2E_PICTURES", desktop.home), "bench-failed.png"))
            raise
    with Program(desktop, [PROGRAM]) as program:
        program.click(program.find("list item", "Model Bench"))
        choose(program, "headphones")
        program.find("label", re.compile("Drift Headphones"))


with Desktop() as home:
    run([newcomer_without_a_key], home)
