#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the official conformance suite's server scenarios of 2025-11-25 against spyglass-demo.

Usage: test-conformance-server.py SPYGLASS-DEMO. Prints TAP. The suite is found in $SPYGLASS_TOOLS, where
`./dev setup` puts it; without it the test is skipped.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

REVISION = "2025-11-25"
REQUIRED = 30
DEADLINE = 240  # seconds, for all scenarios together


def read_url(server):
    for line in server.stderr:
        match = re.match(r"Listening on (\S+)", line)
        if match:
            return match.group(1)
    sys.exit("Bail out! spyglass-demo does not listen")


def list_required(node, suite):
    listed = subprocess.run([node, suite, "list", "--server", "--requirements", REVISION],
                            capture_output=True, text=True, timeout=60, check=True).stdout
    section = listed.split("Client scenarios")[0]
    return re.findall(r"^  - (\S+)$", section, re.MULTILINE)


def main():
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    node = os.path.join(tools, "node_modules/node/bin/node")
    suite = os.path.join(tools, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
    if not (os.path.exists(node) and os.path.exists(suite)):
        print("1..0 # SKIP the conformance suite is not installed; ./dev setup installs it")
        return 0

    required = list_required(node, suite)
    server = subprocess.Popen([sys.argv[1], "--http", "--conformance"], stderr=subprocess.PIPE,
                              text=True, start_new_session=True)
    try:
        url = read_url(server)
        with tempfile.TemporaryDirectory() as results:
            run = subprocess.run([node, suite, "server", "--url", url, "--requirements", REVISION,
                                  "-o", results], capture_output=True, text=True, timeout=DEADLINE)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=10)

    summary = dict()
    for mark, name, passed, failed in re.findall(
            r"^(\S) (\S+): (\d+) passed, (\d+) failed", run.stdout, re.MULTILINE):
        summary[name] = (mark, int(passed), int(failed))
    for name, (mark, passed, failed) in summary.items():
        kind = "required" if name in required else "not scored"
        print(f"# {name:32} {passed:3} passed {failed:3} failed  {kind}")

    print(f"1..{len(required) + 1}")
    for number, name in enumerate(required, 1):
        mark, passed, failed = summary.get(name, ("", 0, 0))
        good = passed > 0 and failed == 0
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    complete = len(required) == REQUIRED and run.returncode == 0
    print(f"{'ok' if complete else 'not ok'} {len(required) + 1} - all {REQUIRED} required scenarios ran")
    if not complete:
        for line in (run.stdout + run.stderr).splitlines()[-60:]:
            print("#", line)
    return 0


sys.exit(main())
