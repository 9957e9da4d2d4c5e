#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer without a key at the model bench: asks the scripted model, approves a call, sees its
result, stops an answer, keeps the conversation, and opens it again after a restart."""

import os
import re

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


def keep_conversations(program):
    program.click(program.find("push button", "Kept conversations"))
    program.click(program.find("list item", re.compile("Keep Conversations")))
    program.key("Escape")


def ask_and_approve(program):
    say(program, "Which headphones are there?")
    approve = wait_for("an answer or a question", lambda: (
        program.find_all("push button", re.compile("^(Allow|Approve|Run|Call)")) or
        program.find_all("label", re.compile("^Answer complete"))))[0]
    if approve.get_role_name() == "push button":
        program.click(approve)
    finish(program)
    program.find("label", re.compile("Drift Headphones"))


def stop_an_answer(program):
    say(program, "slowly")
    program.find("push button", "Stop")
    program.key("Escape")
    program.wait_gone("push button", "Stop")


def newcomer_without_a_key(desktop):
    with Program(desktop, [PROGRAM]) as program:
        try:
            program.click(program.find("push button", "Open the Model Bench"))
            program.click(program.find("push button", "Try the Scripted Model"))
            program.find("label", re.compile("^It is given: 1 server"))
            keep_conversations(program)
            ask_and_approve(program)
            stop_an_answer(program)
        except Exception:
            desktop.screenshot(os.path.join(
                os.environ.get("SPYGLASS_E2E_PICTURES", desktop.home), "bench-failed.png"))
            raise
    with Program(desktop, [PROGRAM]) as program:
        program.find("label", "Model Bench")
        program.click(program.find("push button", "Kept conversations"))
        program.click(program.find("list item", re.compile("headphones")))
        program.find("label", re.compile("Drift Headphones"))


with Desktop() as home:
    run([newcomer_without_a_key], home)
