#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same cases, run as the window runs them and by spyglass-cli: the models are asked the same, and
the reports say the same.

Usage: test-case-faces.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT RUN-CASES. Prints TAP.
"""

import json
import os
import subprocess
import sys

from cli_sandbox import DEMO, DONE, PATIENCE, TOOL_ERROR, check, run_tests
from model_stub import ModelStub, call, say

DATA = os.path.join(sys.argv[3], "tests", "data", "cases")
RUN_CASES = sys.argv[4]
KIND = "openai-chat"


def run_in_window(sandbox, file):
    """The report as JSON, as text, and as JUnit's XML."""
    junit = sandbox.path("window.xml")
    ran = subprocess.run([RUN_CASES, file, junit], env=sandbox.env, capture_output=True,
                         text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0, ran
    data, text = ran.stdout.split("\n\n", 1)
    return data, text, sandbox.read("window.xml")


def run_in_terminal(sandbox, file, status):
    """The same."""
    words = ("bench", file, "--server", "shop", "--model", "stub", "--yes")
    data = check(sandbox.run(*words, "--json", "--junit", sandbox.path("cli.xml")), status).stdout
    text = check(sandbox.run(*words), status).stdout
    return data, text, sandbox.read("cli.xml")


def normalize(reports):
    """Each face has its own name for a model, and the command line lays JSON out."""
    data, text, junit = reports
    report = json.loads(data)
    (name,) = {row["name"] for row in report["variants"]}
    return [part.replace(name, "MODEL") for part in (
        json.dumps(report, ensure_ascii=False), text, junit)]


def compare(sandbox, cases, replies, status):
    """The report of both. The models answer the same each time."""
    file = sandbox.write(cases, "cases.yaml") if "\n" in cases else cases
    check(sandbox.run("servers", "add", "shop", "--", DEMO), DONE)
    with ModelStub(*replies * 3) as stub:
        check(sandbox.run("models", "add", "stub", "--provider", KIND, "--base-url", stub.url,
                          "--model", "m"), DONE)
        window = run_in_window(sandbox, file)
        terminal = run_in_terminal(sandbox, file, status)
        sent = [request[2] for request in stub.requests]
    for one, other in zip(normalize(window), normalize(terminal)):
        assert one == other, (one, other)
    n = len(replies)
    assert sent[:n] == sent[n:2 * n] == sent[2 * n:], sent
    return json.loads(window[0])


CASES = """\
title: Shop
system: Be brief.
cases:
- id: monitor
  title: Finds the monitor
  prompt: Which monitors are there?
  repeat: 2
  expect:
    calls:
    - tool: find_products
      arguments: {query: {$contains: monitor}}
    answer: {contains: monitor}
- id: keeps
  prompt: Delete p1.
  pass: 0.5
  expect: {calls: [{tool: delete_product}]}
- id: silent
  prompt: Say nothing.
  results: none
  expect: {no_call: true}
"""
FINDS = call(KIND, ("find_products", '{"query": "Blue Monitor"}'))
DELETES = call(KIND, ("delete_product", '{"id": "p1"}'))


def test_report(sandbox):
    """Runs that come out right and wrong, a call that is not carried out, and one that is none."""
    report = compare(sandbox, CASES, [FINDS, say(KIND, "The blue monitor."), FINDS,
                                      say(KIND, "A chair."), DELETES, say(KIND, "I may not."),
                                      say(KIND, "Nothing.")], TOOL_ERROR)
    rows = {case["id"]: case["results"][0] for case in report["cases"]}
    assert [rows[name]["verdict"] for name in ("monitor", "keeps", "silent")] == [
        "failed", "passed", "passed"], rows
    assert rows["monitor"]["right"] == 1 and rows["keeps"]["not_carried_out"] == 1, rows


def test_file_of_another_program(sandbox):
    compare(sandbox, os.path.join(DATA, "mcpjam-suite.json"),
            [FINDS, say(KIND, "The blue monitor."), FINDS, say(KIND, "The blue monitor.")], DONE)


run_tests(globals())
