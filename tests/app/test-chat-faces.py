#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same conversation, had as the window has it and by spyglass-cli: the models are asked the same,
and what is kept is the same.

Usage: test-chat-faces.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT RUN-CHAT. Prints TAP.
"""

import json
import os
import subprocess
import sys

from cli_sandbox import DEMO, DONE, PATIENCE, check, run_tests
from model_stub import ModelStub, call, say

RUN_CHAT = sys.argv[4]
KIND = "anthropic"
SYSTEM = "Be brief."


def find_kept(sandbox):
    folder = sandbox.path(".local", "share", "spyglass", "conversations")
    return {name for name in os.listdir(folder) if not name.startswith(".")} if os.path.isdir(
        folder) else set()


def read_kept(sandbox, before):
    """The lines of the file that is new, without what is another one each time: its own id, and those
    and the times of its turns."""
    (name,) = find_kept(sandbox) - before
    lines = [json.loads(line) for line in sandbox.read(
        ".local", "share", "spyglass", "conversations", name).splitlines()]
    names = {}
    for line in lines:
        for member in ("id", "parent"):
            if line.get(member) is not None:
                line[member] = names.setdefault(line[member], len(names))
        for member in ("created", "time"):
            line.pop(member, None)
        if "turn" in line:
            line["turn"].pop("elapsed", None)
    return lines


def chat_in_window(sandbox, model, texts):
    before = find_kept(sandbox)
    ran = subprocess.run([RUN_CHAT, model, SYSTEM, *texts], env=sandbox.env, capture_output=True,
                         text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0, ran
    return read_kept(sandbox, before)


def chat_in_terminal(sandbox, words, texts):
    """One run for each text; all but the first go on with the conversation."""
    before = find_kept(sandbox)
    words = (*words, "--server", "shop", "--system", SYSTEM, "--yes")
    check(sandbox.run("chat", texts[0], "--save", *words), DONE)
    for text in texts[1:]:
        last = json.loads(check(sandbox.run("chats", "--json"), DONE).stdout)[0]["id"]
        check(sandbox.run("chat", text, "--continue", last, *words), DONE)
    return read_kept(sandbox, before)


def test_model(sandbox):
    """A call, its result and an answer; then another question."""
    texts = ["Which monitors are there?", "And chairs?"]
    replies = [call(KIND, ("find_products", '{"query": "Blue Monitor"}')),
               say(KIND, "The blue monitor."), say(KIND, "A chair.")]
    check(sandbox.run("servers", "add", "shop", "--", DEMO), DONE)
    with ModelStub(*replies * 2) as stub:
        check(sandbox.run("models", "add", "stub", "--provider", KIND, "--base-url", stub.url,
                          "--model", "m"), DONE)
        window = chat_in_window(sandbox, "usual", texts)
        terminal = chat_in_terminal(sandbox, ("--provider", "stub"), texts)
        sent = [request[2] for request in stub.requests]
    assert sent[:3] == sent[3:], sent
    assert len([line for line in window if "turn" in line]) == 6, window
    assert window == terminal, (window, terminal)


def test_script(sandbox):
    """The scripted model: three calls at a time, one that the model makes up, and one that fails."""
    texts = ["parallel", "unknown tool", "fail"]
    check(sandbox.run("servers", "add", "shop", "--", DEMO), DONE)
    window = chat_in_window(sandbox, "scripted", texts)
    terminal = chat_in_terminal(sandbox, ("--provider", "scripted"), texts)
    assert len([line for line in window if "turn" in line]) > 9, window
    assert window == terminal, (window, terminal)


run_tests(globals())
