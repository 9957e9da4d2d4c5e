#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the official conformance suite's scenarios for authorization servers against spyglass-demo.

Usage: test-conformance-authorization.py SPYGLASS-DEMO. Prints TAP. The suite is found in
$SPYGLASS_TOOLS, where `./dev setup` puts it; without it the test is skipped.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

from auth_demo import AuthDemo

DEADLINE = 120  # seconds
SCENARIOS = ("authorization-server-metadata-endpoint", "authorization-code-grant")
# How the issuer and its client are: the options of the demo, and those of the suite.
CASES = {
    "a client with a secret, sent by Basic": (
        ["--auth-method", "basic,post", "--auth-client-secret", "suite secret"],
        ["--client-secret", "suite secret"]),
    "a public client, an issuer with a path": (["--auth-issuer-path", "/tenant"], []),
}


def find_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def read_checks(folder):
    """What the suite wrote of each check; it does not print why one failed."""
    text = ""
    for path, _, names in os.walk(folder):
        for name in names:
            if name == "checks.json":
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    text += file.read()
    return text


def visit(url):
    """What a browser does: the redirect leads to the suite's own server."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            answer.read()
    except (urllib.error.URLError, OSError) as error:
        print(f"# {url}: {error}")


def run(command):
    """Runs the suite, and opens every address that it asks a person to open. Returns its output."""
    output, address = [], None
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    watch = threading.Timer(DEADLINE, process.kill)
    watch.start()
    try:
        for line in process.stdout:
            output.append(line)
            match = re.search(r"https?://\S+response_type=\S+", line)
            address = match.group() if match else address
            # Before this line nobody listens for the callback.
            if line.startswith("Callback server started") and address is not None:
                threading.Thread(target=visit, args=(address,), daemon=True).start()
        return process.wait(), "".join(output)
    finally:
        watch.cancel()
        process.stdout.close()


def main():
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    node = os.path.join(tools, "node_modules/node/bin/node")
    suite = os.path.join(tools, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
    if not (os.path.exists(node) and os.path.exists(suite)):
        print("1..0 # SKIP the conformance suite is not installed; ./dev setup installs it")
        return

    print(f"1..{len(SCENARIOS) * len(CASES)}")
    number = 0
    for title, (options, more) in CASES.items():
        with AuthDemo(sys.argv[1], "--auth-clients", "static,cimd", "--auth-client-id", "suite",
                      *options) as demo:
            # The second scenario takes what the first has read: they run in one go.
            with tempfile.TemporaryDirectory() as results:
                status, output = run([node, suite, "authorization", "--url", demo.issuer, "--client-id",
                                      "suite", "--resource", demo.url, "--port", str(find_port()), "-o",
                                      results, *more])
                output += read_checks(results)
            for scenario in SCENARIOS:
                number += 1
                summary = re.search(rf"{scenario}: (\d+) passed, 0 failed", output)
                good = status == 0 and summary is not None and int(summary.group(1)) > 0 and \
                    not re.search(r"SKIPPED|WARNING|FAILURE", output)
                print(f"{'ok' if good else 'not ok'} {number} - {title}: {scenario}")
                if not good:
                    print(f"# the demo: {demo.process.poll()}")
                    for line in output.splitlines()[-40:]:
                        print("#", line)
                sys.stdout.flush()


main()
