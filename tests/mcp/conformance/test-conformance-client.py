#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the official conformance suite's client scenarios against spyglass-conformance, each on the
wire that its set is for.

Usage: test-conformance-client.py SPYGLASS-CONFORMANCE. Prints TAP. The suite is found in
$SPYGLASS_TOOLS, where `./dev setup` puts it; without it the test is skipped.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

OLDEST, LEGACY, MODERN = "2025-03-26", "2025-11-25", "2026-07-28"

# name, wire, whether it is in the set that the suite requires for that revision
PLAIN = [
    ("initialize", "2025-11-25", True),
    ("tools_call", "2025-11-25", True),
    ("elicitation-sep1034-client-defaults", "2025-11-25", True),
    ("sse-retry", "2025-11-25", True),
    ("json-schema-2020-12-preservation", "2025-11-25", False),
    ("tools_call", "2026-07-28", True),
    ("request-metadata", "2026-07-28", True),
    ("sep-2322-client-request-state", "2026-07-28", True),
    ("http-standard-headers", "2026-07-28", True),
    ("http-custom-headers", "2026-07-28", True),
    ("http-invalid-tool-headers", "2026-07-28", True),
    ("json-schema-ref-no-deref", "2026-07-28", True),
    ("json-schema-2020-12-preservation", "2026-07-28", False),
]
AUTH_BOTH = ("metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "basic-cimd",
             "scope-from-www-authenticate", "scope-from-scopes-supported",
             "scope-omitted-when-undefined", "scope-step-up", "scope-retry-limit",
             "token-endpoint-auth-basic", "token-endpoint-auth-post", "token-endpoint-auth-none",
             "pre-registration")
AUTH_MODERN = ("resource-mismatch", "offline-access-scope", "offline-access-not-supported",
               "authorization-server-migration", "iss-supported", "iss-not-advertised",
               "iss-supported-missing", "iss-wrong-issuer", "iss-unexpected", "iss-normalized",
               "metadata-issuer-mismatch")
AUTH_OLDEST = ("2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback")
AUTH_EXTENSIONS = ("client-credentials-jwt", "client-credentials-basic",
                   "enterprise-managed-authorization", "dpop", "dpop-nonce", "wif-jwt-bearer")
SCENARIOS = PLAIN + [
    (f"auth/{name}", wire, scored)
    for names, wire, scored in ((AUTH_BOTH, LEGACY, True), (AUTH_BOTH + AUTH_MODERN, MODERN, True),
                                (AUTH_OLDEST, OLDEST, False), (AUTH_EXTENSIONS, MODERN, False))
    for name in names]
DEADLINE = 60  # seconds, for each
AT_ONCE = 4


def list_required(node, suite, revision):
    listed = subprocess.run([node, suite, "list", "--client", "--requirements", revision],
                            capture_output=True, text=True, timeout=60, check=True).stdout
    section = listed.split("Client scenarios")[-1]
    return set(re.findall(r"^  - (\S+)$", section, re.MULTILINE))


def run_scenario(node, suite, client, name, revision):
    """Returns the counts of checks by status, and what explains a failure."""
    with tempfile.TemporaryDirectory() as folder:
        command = [node, suite, "client", "--command", client, "--scenario", name,
                   "--spec-version", revision, "-o", folder]
        if name.removeprefix("auth/") in AUTH_EXTENSIONS:
            command.append("--force")
        run = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)
        counts = {}
        lines = []
        for path in glob.glob(os.path.join(folder, "**", "checks.json"), recursive=True):
            with open(path, encoding="utf-8") as file:
                checks = json.load(file)
            for check in checks:
                counts[check["status"]] = counts.get(check["status"], 0) + 1
                if check["status"] in ("FAILURE", "WARNING"):
                    lines.append(f"{check['status']} {check['id']}: {check.get('errorMessage', '')}")
        for path in glob.glob(os.path.join(folder, "**", "stderr.txt"), recursive=True):
            with open(path, encoding="utf-8") as file:
                lines += file.read().splitlines()
    if run.returncode != 0:
        lines += (run.stdout + run.stderr).splitlines()[-30:]
    good = (run.returncode == 0 and counts.get("SUCCESS", 0) > 0 and "FAILURE" not in counts and
            (not name.startswith("auth/") or "WARNING" not in counts))
    return good, counts, lines


def main():
    tools = os.environ.get("SPYGLASS_TOOLS", "")
    node = os.path.join(tools, "node_modules/node/bin/node")
    suite = os.path.join(tools, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
    if not (os.path.exists(node) and os.path.exists(suite)):
        print("1..0 # SKIP the conformance suite is not installed; ./dev setup installs it")
        return 0

    required = {revision: list_required(node, suite, revision)
                for revision in (LEGACY, MODERN)}
    print(f"1..{len(SCENARIOS) + 1}")
    table = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        runs = list(pool.map(lambda row: run_scenario(node, suite, sys.argv[1], row[0], row[1]),
                             SCENARIOS))
    for number, ((name, revision, scored), (good, counts, lines)) in enumerate(
            zip(SCENARIOS, runs), 1):
        table.append((name, revision, scored, counts))
        print(f"{'ok' if good else 'not ok'} {number} - {name} {revision}", flush=True)
        for line in lines if not good else []:
            print("#", line)

    claimed = {revision: {name for name, wire, scored in SCENARIOS if scored and wire == revision}
               for revision in required}
    missing = {revision: sorted(names - claimed[revision]) for revision, names in required.items()}
    complete = not any(missing.values()) and all(claimed[revision] <= names
                                                 for revision, names in required.items())
    print(f"{'ok' if complete else 'not ok'} {len(SCENARIOS) + 1} - "
          "all that is required is here")
    if not complete:
        print("#", missing, claimed)

    print(f"# {'scenario':42} {'wire':11} passed failed warned skipped")
    for name, revision, scored, counts in table:
        numbers = [counts.get(status, 0) for status in ("SUCCESS", "FAILURE", "WARNING", "SKIPPED")]
        print(f"# {name:42} {revision:11} {numbers[0]:6} {numbers[1]:6} {numbers[2]:6} "
              f"{numbers[3]:7} {'required' if scored else 'not scored'}")
    return 0


sys.exit(main())
