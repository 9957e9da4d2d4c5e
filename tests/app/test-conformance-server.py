#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the official conformance suite's server scenarios against spyglass-demo, each set on its own wire.

Usage: test-conformance-server.py SPYGLASS-DEMO. Prints TAP. The suite is found in $SPYGLASS_TOOLS, where
`./dev setup` puts it; without it the test is skipped.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

REQUIRED = {"2025-11-25": 30, "2026-07-28": 37}
DEADLINE = 240  # seconds, for all scenarios of a revision together


def read_url(server):
    for line in server.stderr:
        match = re.match(r"Listening on (\S+)", line)
        if match:
            return match.group(1)
    sys.exit("Bail out! spyglass-demo does not listen")


def list_required(node, suite, revision):
    listed = subprocess.run([node, suite, "list", "--server", "--requirements", revision],
                            capture_output=True, text=True, timeout=60, check=True).stdout
    section = listed.split("Client scenarios")[0]
    return re.findall(r"^  - (\S+)$", section, re.MULTILINE)


def run_suite(node, suite, demo, revision):
    server = subprocess.Popen([demo, "--http", "--conformance"], stderr=subprocess.PIPE,
                              text=True, start_new_session=True)
    try:
        url = read_url(server)
        with tempfile.TemporaryDirectory() as results:
            return subprocess.run([node, suite, "server", "--url", url, "--requirements", revision,
                                   "-o", results], capture_output=True, text=True, timeout=DEADLINE)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=10)


def summarize(run, required):
    summary = dict()
    for name, passed, failed in re.findall(
            r"^\S (\S+): (\d+) passed, (\d+) failed", run.stdout, re.MULTILINE):
        summary[name] = (int(passed), int(failed))
    for name, (passed, failed) in summary.items():
        kind = "required" if name in required else "not scored"
        print(f"# {name:46} {passed:3} passed {failed:3} failed  {kind}")
    return summary


def main():
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    node = os.path.join(tools, "node_modules/node/bin/node")
    suite = os.path.join(tools, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
    if not (os.path.exists(node) and os.path.exists(suite)):
        print("1..0 # SKIP the conformance suite is not installed; ./dev setup installs it")
        return 0

    print(f"1..{sum(REQUIRED.values()) + len(REQUIRED)}")
    number = 0
    for revision, n_required in REQUIRED.items():
        print(f"# {revision}")
        required = list_required(node, suite, revision)
        run = run_suite(node, suite, sys.argv[1], revision)
        summary = summarize(run, required)
        for name in required:
            passed, failed = summary.get(name, (0, 0))
            number += 1
            print(f"{'ok' if passed > 0 and failed == 0 else 'not ok'} {number} - {revision}: {name}")
        complete = len(required) == n_required and run.returncode == 0
        number += 1
        print(f"{'ok' if complete else 'not ok'} {number} - {revision}: all {n_required} required scenarios")
        if not complete:
            for line in (run.stdout + run.stderr).splitlines()[-60:]:
                print("#", line)
    return 0


sys.exit(main())
